// SPDX-License-Identifier: LGPL-3.0-or-later
#include "front.h"

namespace checker {

void Front::find_ends(const Ring& corners) {
  const auto before = [&](Index c, Index d) { return compare(points_[c], points_[d], x_ ? 0 : 1) < 0; };
  const auto [first, last] = std::minmax_element(corners.begin(), corners.end(), before);
  for (const Index c : corners)
    where_.push_back(!before(*first, c) ? Where::first : !before(c, *last) ? Where::last : Where::between);
  first_.corner = *first;
  last_.corner = *last;
}

Position Front::at(const End& end) const {
  Position at(Vertex(points_[end.corner]), x_);
  at.point = end.corner;
  return at;
}

bool Front::somewhere_positive(const Line& line) const {
  return std::any_of(outline_.begin(), outline_.end(), [&](const Vertex& v) { return side(line, v) > 0; });
}

// If the lines are apart, and somewhere the outline is above and somewhere beneath, it need not be cut to be seen not to
// be empty: a corner beneath that is not above is joined by a segment to one that is, and where that crosses the first
// line, it is beneath. Of an end, which is an upright edge or a corner, something is left unless all of it is not above
// or all of it not beneath. Where some of both ends is left, these are what is asked for.
std::optional<Chord> Front::between(const Line& above, const Line& beneath, bool apart) {
  if (!somewhere_positive(above) || !somewhere_positive(beneath)) return std::nullopt;
  for (End* end : {&first_, &last_}) end->above = end->beneath = false;
  for (std::size_t i = 0; i < outline_.size(); ++i) {
    if (where_[i] == Where::between) continue;
    End& end = where_[i] == Where::first ? first_ : last_;
    end.above = end.above || side(above, outline_[i]) >= 0;
    end.beneath = end.beneath || side(beneath, outline_[i]) >= 0;
  }
  Chord whole{at(first_), at(last_)};
  const bool reaches_first = apart && first_.above && first_.beneath,
             reaches_last = apart && last_.above && last_.beneath;
  if (reaches_first && reaches_last) return whole;
  const Outline part = clip(clip(outline_, above), beneath);
  if (part.empty()) return std::nullopt;
  const auto [from, to] = std::minmax_element(part.begin(), part.end(), [](const Vertex& v, const Vertex& w) {
    return compare(Position(v, true), Position(w, true)) < 0;
  });
  return Chord{reaches_first ? whole.from : Position(*from, true), reaches_last ? whole.to : Position(*to, true)};
}

}  // namespace checker
