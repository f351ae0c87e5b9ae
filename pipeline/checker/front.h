// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>

#include "position.h"
#include "rings.h"

namespace checker {

/// A vertical polygon as it stands on its trace: an outline of (position, height), convex.
class Front {
 public:
  /// ends: those of its trace, as in its shape. height(point): what stands for a point's height, times its w.
  template <class Height>
  Front(const std::vector<Point>& points, const Ring& corners, const Outline& ends, bool x, Height&& height)
      : ends_(ends), x_(x) {
    outline_.reserve(corners.size());
    for (const Index c : corners) {
      const Point& p = points[c];
      outline_.emplace_back(p[x ? 0 : 1], height(p), p.w);
      const auto is_at = [&](const Vertex& end) { return compare(p, points[end.point], x ? 0 : 1) == 0; };
      where_.push_back(is_at(ends[0]) ? Where::first : is_at(ends[1]) ? Where::last : Where::between);
    }
  }

  bool somewhere_positive(const Line& line) const;
  /// From where to where some of it is where neither line is negative; none unless somewhere one is positive, and in
  /// what that leaves the other. `apart`: at every position of the outline, the heights where the first is 0 are below
  /// those where the second is.
  std::optional<Chord> between(const Line& above, const Line& beneath, bool apart) const;

 private:
  const Outline& ends_;
  bool x_;
  Outline outline_;
  enum class Where { first, last, between };
  std::vector<Where> where_;  // by corner
};

}  // namespace checker
