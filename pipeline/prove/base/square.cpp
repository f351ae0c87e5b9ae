// SPDX-License-Identifier: LGPL-3.0-or-later
#include "base/square.h"

#include <algorithm>

namespace plumb::checker {

Line line_across(std::size_t axis, const Fraction& at, bool above) {
  const Fraction sign = above ? 1 : -1, none = 0;
  return line_of(axis == 0 ? sign : none, axis == 0 ? none : sign, -sign * at);
}

Square::Square(Place low, Place high)
    : low_(std::move(low)),
      high_(std::move(high)),
      sides_{line_across(0, low_[0], true), line_across(1, low_[1], true), line_across(0, high_[0], false),
             line_across(1, high_[1], false)},
      near_{low_[0].get_d(), low_[1].get_d(), high_[0].get_d(), high_[1].get_d()} {}

bool Square::holds(const Vertex& v) const {
  return certain_order(near_[0], v.fx) < 0 && certain_order(v.fx, near_[2]) < 0 && certain_order(near_[1], v.fy) < 0 &&
         certain_order(v.fy, near_[3]) < 0;
}

bool Square::holds(const Outline& outline) const {
  return std::all_of(outline.begin(), outline.end(), [&](const Vertex& v) { return holds(v); });
}

bool Square::is_certainly_apart(const Outline& outline) const {
  const auto all = [&](auto&& beyond) { return std::all_of(outline.begin(), outline.end(), beyond); };
  return all([&](const Vertex& v) { return certain_order(v.fx, near_[0]) < 0; }) ||
         all([&](const Vertex& v) { return certain_order(v.fy, near_[1]) < 0; }) ||
         all([&](const Vertex& v) { return certain_order(near_[2], v.fx) < 0; }) ||
         all([&](const Vertex& v) { return certain_order(near_[3], v.fy) < 0; });
}

Outline Square::common(const Outline& outline) const {
  if (holds(outline)) return outline;
  if (is_certainly_apart(outline)) return {};
  return clip(outline, sides_);
}

// No line of a side or of the segment has one of them on its one side and the other on its other, or on it.
bool Square::meets_inside(const Vertex& from, const Vertex& to) const {
  if (holds(from) && holds(to)) return true;
  const Line line = Line::through(from, to);
  const Outline corners{vertex_of(low_), vertex_of({high_[0], low_[1]}), vertex_of(high_),
                        vertex_of({low_[0], high_[1]})};
  return somewhere_positive(line, corners) && somewhere_positive(line, corners, -1) &&
         std::all_of(sides_.begin(), sides_.end(), [&](const Line& s) {
           return somewhere_positive(s, {from, to});
         });
}

Fraction doubled_area(const Outline& outline) {
  Fraction sum = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vertex &v = outline[i], &w = outline[i + 1 == outline.size() ? 0 : i + 1];
    sum += quotient(v.x * w.y - v.y * w.x, v.w * w.w);
  }
  return sum;
}

}  // namespace plumb::checker
