// SPDX-License-Identifier: LGPL-3.0-or-later
#include "front.h"

#include <algorithm>

namespace checker {

bool Front::somewhere_positive(const Line& line) const {
  return std::any_of(outline_.begin(), outline_.end(), [&](const Vertex& v) { return side(line, v) > 0; });
}

// If the lines are apart, and somewhere the outline is above and somewhere beneath, it need not be cut to be seen not to
// be empty: a corner beneath that is not above is joined by a segment to one that is, and where that crosses the first
// line, it is beneath. Of an end, which is an upright edge or a corner, something is left unless all of it is not above
// or all of it not beneath. Where some of both ends is left, these are what is asked for.
std::optional<Chord> Front::between(const Line& above, const Line& beneath, bool apart) const {
  if (!somewhere_positive(above) || !somewhere_positive(beneath)) return std::nullopt;
  bool first_above = false, first_beneath = false, last_above = false, last_beneath = false;
  for (std::size_t i = 0; i < outline_.size(); ++i) {
    if (where_[i] == Where::between) continue;
    const bool is_above = side(above, outline_[i]) >= 0, is_beneath = side(beneath, outline_[i]) >= 0;
    (where_[i] == Where::first ? first_above : last_above) |= is_above;
    (where_[i] == Where::first ? first_beneath : last_beneath) |= is_beneath;
  }
  const bool reaches_first = apart && first_above && first_beneath, reaches_last = apart && last_above && last_beneath;
  const auto end = [&](std::size_t i) { return Position(ends_[i], x_); };
  if (reaches_first && reaches_last) return Chord{end(0), end(1)};
  const Outline part = clip(clip(outline_, above), beneath);
  if (part.empty()) return std::nullopt;
  const auto [from, to] = std::minmax_element(part.begin(), part.end(), [](const Vertex& v, const Vertex& w) {
    return compare(Position(v, true), Position(w, true)) < 0;
  });
  return Chord{reaches_first ? end(0) : Position(*from, true), reaches_last ? end(1) : Position(*to, true)};
}

}  // namespace checker
