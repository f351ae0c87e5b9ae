// SPDX-License-Identifier: LGPL-3.0-or-later
#include "front.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumb::checker {

// In the range of the filter's proof.
double Front::near(const Corner& c) {
  const double at = c.height.get_d();
  return c.point.is_short && std::fabs(at) <= 0x1p400 ? at : std::numeric_limits<double>::quiet_NaN();
}

int Front::side(const Line& line, const Corner& c) const {
  if (const int certain = certain_side(line, c.point.near[x_ ? 0 : 1], c.near)) return certain;
  return checker::side(line, vertex(c));
}

bool Front::somewhere_positive(const Line& line) const {
  return std::any_of(corners_.begin(), corners_.end(), [&](const Corner& c) { return side(line, c) > 0; });
}

// If the lines are apart, and somewhere the outline is above and somewhere beneath, it need not be cut to be seen not
// to be empty: a corner beneath that is not above is joined by a segment to one that is, and where that crosses the
// first line, it is beneath. Of an end, which is an upright edge or a corner, something is left unless all of it is not
// above or all of it not beneath. Where some of both ends is left, these are what is asked for.
std::optional<Chord> Front::between(const Line& above, const Line& beneath, bool apart) const {
  if (!somewhere_positive(above) || !somewhere_positive(beneath)) return std::nullopt;
  bool first_above = false, first_beneath = false, last_above = false, last_beneath = false;
  for (const Corner& c : corners_) {
    if (c.where == Where::between) continue;
    const bool is_above = side(above, c) >= 0, is_beneath = side(beneath, c) >= 0;
    (c.where == Where::first ? first_above : last_above) |= is_above;
    (c.where == Where::first ? first_beneath : last_beneath) |= is_beneath;
  }
  const bool reaches_first = apart && first_above && first_beneath, reaches_last = apart && last_above && last_beneath;
  const auto end = [&](std::size_t i) { return Position(ends_[i], x_); };
  if (reaches_first && reaches_last) return Chord{end(0), end(1)};
  Outline outline;
  for (const Corner& c : corners_) outline.push_back(vertex(c));
  const Outline part = clip(clip(std::move(outline), above), beneath);
  if (part.empty()) return std::nullopt;
  const auto [from, to] = std::minmax_element(part.begin(), part.end(), [](const Vertex& v, const Vertex& w) {
    return compare(Position(v, true), Position(w, true)) < 0;
  });
  return Chord{reaches_first ? end(0) : Position(*from, true), reaches_last ? end(1) : Position(*to, true)};
}

}  // namespace plumb::checker
