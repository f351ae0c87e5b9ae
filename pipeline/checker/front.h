// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <optional>

#include "position.h"
#include "rings.h"

namespace checker {

/// A vertical polygon as it stands on its trace: an outline of (position, height), convex.
class Front {
 public:
  /// height(point): what stands for its height, times its w; along by x or y.
  template <class Height>
  Front(const std::vector<Point>& points, const Ring& corners, bool x, Height&& height) : points_(points), x_(x) {
    for (const Index c : corners)
      outline_.emplace_back(points[c][x ? 0 : 1], height(points[c]), points[c].w).point = c;
    find_ends(corners);
  }

  bool somewhere_positive(const Line& line) const;
  /// From where to where some of it is where neither line is negative; none unless somewhere one is positive, and in
  /// what that leaves the other. `apart`: at every position of the outline, the heights where the first is 0 are below
  /// those where the second is.
  std::optional<Chord> between(const Line& above, const Line& beneath, bool apart);

 private:
  struct End {
    Index corner = none;
    bool above = false, beneath = false;  // whether some corner at this end is where neither line is negative
  };
  void find_ends(const Ring& corners);
  Position at(const End& end) const;

  const std::vector<Point>& points_;
  bool x_;
  Outline outline_;
  End first_, last_;
  enum class Where { first, last, between };
  std::vector<Where> where_;  // by corner
};

}  // namespace checker
