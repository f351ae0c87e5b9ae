// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "disc_tangent.h"
#include "plumb/plan/passability.h"

namespace plumb::plan {

/// What a search for a disc's paths asks of corners, whatever the radius: where a disc can turn, which way obstacles
/// run on straight, and how wide traversals are. Keeps references.
class TautCorners {
 public:
  using Index = PlanTriangulation::Index;
  static constexpr Index none = PlanTriangulation::none;

  TautCorners(const ClearanceTriangulation& triangulation, const Obstacles& obstacles);

  const PlanTriangulation& triangulation() const { return t_; }
  const Obstacles& obstacles() const { return obstacles_; }
  /// The free triangles around a point between two obstacles that are more than half a turn apart: the half-edges from
  /// the point in the first and the last of them, counter-clockwise. None: a disc does not turn there.
  struct Gap {
    Index first = none, last = none;
  };
  const Gap& gap(Index point) const { return gaps_[point]; }
  /// The other ends of a point's obstacles.
  std::span<const Index> beside(Index point) const {
    return {beside_.data() + first_beside_[point], beside_.data() + first_beside_[point + 1]};
  }
  /// The half-edge of an obstacle that follows one of a free triangle straight on, beside the same floor; none if there
  /// is none. The one before it.
  Index straight_after(Index h) const { return after_[h]; }
  Index straight_before(Index h) const { return before_[h]; }

  /// The line in which a traversal is narrowest, around the corner where a half-edge begins, and its squared length.
  struct Passage {
    kernel::FilteredPoint foot;
    kernel::Interval squared;
  };
  const Passage& passage(Index corner) const { return passages_[corner]; }

 private:
  void find_gaps();

  const PlanTriangulation& t_;
  const Obstacles& obstacles_;
  std::vector<Gap> gaps_;
  std::vector<Index> first_beside_, beside_, after_, before_;
  std::vector<Passage> passages_;
};

/// The places of a disc of one radius around a corner: obstacles part these into sectors, and it rolls from place to
/// place in each. Whether it is kept from a place does not matter here.
class DiscSectors {
 public:
  using Index = PlanTriangulation::Index;

  /// Keeps references.
  DiscSectors(const TautCorners& corners, const DiscRadius& radius) : corners_(corners), radius_(radius) {}
  void clear(std::size_t points);

  /// The sector at whose place a line ends (end 1) or begins (0) at a corner. Requires that the disc fits there.
  std::size_t sector(Index corner, const DiscTangent& line, int end);

 private:
  // Where obstacles are nearest to a corner, by direction, counter-clockwise from the first.
  struct Near {
    kernel::FilteredPoint at;
    bool beyond;  // half a turn from the first, or more
  };
  const std::vector<Near>& around(Index corner);

  const TautCorners& corners_;
  const DiscRadius& radius_;
  std::vector<std::vector<Near>> around_;  // by corner; empty: not known yet
};

}  // namespace plumb::plan
