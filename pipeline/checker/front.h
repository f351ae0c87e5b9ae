// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>

#include "position.h"
#include "rings.h"

namespace plumb::checker {

/// A vertical polygon as it stands on its trace: an outline of (position, height), convex.
class Front {
 public:
  /// ends: those of its trace, as in its shape. height(point): what stands for a point's height, times its w.
  template <class Height>
  Front(const std::vector<Point>& points, const Ring& corners, const Outline& ends, bool x, Height&& height)
      : ends_(ends), x_(x) {
    corners_.reserve(corners.size());
    for (const Index c : corners) {
      const Point& p = points[c];
      const auto is_at = [&](const Vertex& end) { return compare(p, points[end.point], x ? 0 : 1) == 0; };
      corners_.push_back({p, height(p), 0,
                          is_at(ends[0])   ? Where::first
                          : is_at(ends[1]) ? Where::last
                                           : Where::between});
      corners_.back().near = near(corners_.back());
    }
  }

  bool somewhere_positive(const Line& line) const;
  /// From where to where some of it is where neither line is negative; none unless somewhere one is positive, and in
  /// what that leaves the other. `apart`: at every position of the outline, the heights where the first is 0 are below
  /// those where the second is.
  std::optional<Chord> between(const Line& above, const Line& beneath, bool apart) const;

 private:
  enum class Where { first, last, between };
  struct Corner {
    const Point& point;
    Integer height;
    double near;  // the height, truncated; NaN: no use
    Where where;
  };
  static double near(const Corner& c);
  Vertex vertex(const Corner& c) const { return {c.point[x_ ? 0 : 1], c.height, c.point.w}; }
  int side(const Line& line, const Corner& c) const;

  const Outline& ends_;
  bool x_;
  std::vector<Corner> corners_;
};

}  // namespace plumb::checker
