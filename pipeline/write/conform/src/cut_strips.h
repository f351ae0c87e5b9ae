// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/interval_set.h"

// Narrow strips along the edges of a convex polygon. In plan, exact.
namespace plumb::pipeline {

using PlanSegment = std::array<kernel::PlanPoint, 2>;

/// What of a segment another has, in either direction, as shares of the first; none if that is no more than a point.
std::optional<kernel::ExactInterval> overlap(const PlanSegment& s, const PlanSegment& other);
/// Cuts a convex polygon to what is over a convex ring, counter-clockwise in plan. Less than 3 corners: nothing is.
void clip_to(std::vector<kernel::ExactPoint>& corners, const std::vector<kernel::PlanPoint>& ring);

/// A stretch of an edge of the ring, counter-clockwise, that wants a strip. Stretches do not overlap.
struct StripWish {
  std::uint32_t number;
  kernel::PlanPoint from, to;
};

struct StripCut {
  struct Strip {
    std::uint32_t wish;
    kernel::PlanPoint from, to;              ///< what of the stretch it lies along
    kernel::PlanPoint inner_from, inner_to;  ///< its other side
  };
  std::vector<Strip> strips;
  /// What is left: the inner part of the polygon, then pieces of strips that nobody wants.
  std::vector<std::vector<kernel::PlanPoint>> rings;
};

/// Strips `width` wide at most, and less than half-way to the next corner or mark along the edges beside. Those that
/// would be narrower or shorter than `least` are left out.
StripCut cut_strips(std::vector<kernel::PlanPoint> ring, const std::vector<StripWish>& wishes,
                    std::vector<kernel::PlanPoint> marks, const mpq_class& width, const mpq_class& least);

}  // namespace plumb::pipeline
