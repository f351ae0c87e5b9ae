// SPDX-License-Identifier: LGPL-3.0-or-later
#include "walls.h"

#include <algorithm>

namespace checker {
namespace {

// Whether a point of the scene is within a convex polygon, or on its boundary.
bool within(const World& world, Index point, const Shape& shape) {
  const Vertex at(world.scene.points[point]);
  return std::none_of(shape.sides.begin(), shape.sides.end(), [&](const Line& s) { return side(s, at) < 0; });
}

}  // namespace

StopHeights::StopHeights(const World& world, Index surface) : above_step(0, 0, 0) {
  const Integer& nz = world.polygons[surface].plane.nz;
  above_step = {0, world.step.get_den(), Integer(-world.step.get_num() * nz)};
  for (const Fraction& height : world.heights)
    beneath.emplace_back(0, Integer(-height.get_den()), Integer(height.get_num() * nz));
}

namespace {

// A vertical polygon, along its trace.
class Front {
 public:
  Front(const World& world, const Plane& plane, const Ring& corners, bool x)
      : points_(world.scene.points), corners_(corners), x_(x) {
    const int axis = x ? 0 : 1;
    for (const Index c : corners) {
      const Point& p = points_[c];
      outline_.emplace_back(p[axis], plane.over(p), p.w).point = c;
    }
    const auto before = [&](Index c, Index d) { return compare(points_[c], points_[d], axis) < 0; };
    const auto [first, last] = std::minmax_element(corners.begin(), corners.end(), before);
    for (const Index c : corners) ends_.push_back(!before(*first, c) ? &first_ : !before(c, *last) ? &last_ : nullptr);
    first_.corner = *first;
    last_.corner = *last;
  }

  bool somewhere(const Line& line) const {
    return std::any_of(outline_.begin(), outline_.end(), [&](const Vertex& v) { return side(line, v) > 0; });
  }

  // From where to where some of it is at heights at which neither line is negative; none unless somewhere one is
  // positive, and somewhere the other.
  std::optional<Chord> between(const Line& above, const Line& beneath) {
    if (!somewhere(above) || !somewhere(beneath)) return std::nullopt;
    for (End* end : {&first_, &last_}) end->above = end->beneath = false;
    for (std::size_t i = 0; i < outline_.size(); ++i) {
      if (!ends_[i]) continue;
      ends_[i]->above = ends_[i]->above || side(above, outline_[i]) >= 0;
      ends_[i]->beneath = ends_[i]->beneath || side(beneath, outline_[i]) >= 0;
    }
    Chord whole{at(first_), at(last_)};
    const bool reaches_first = first_.above && first_.beneath, reaches_last = last_.above && last_.beneath;
    if (reaches_first && reaches_last) return whole;
    const Outline part = clip(clip(outline_, above), beneath);
    const auto [from, to] = std::minmax_element(part.begin(), part.end(), [](const Vertex& v, const Vertex& w) {
      return compare(Position(v, true), Position(w, true)) < 0;
    });
    return Chord{reaches_first ? whole.from : Position(*from, true), reaches_last ? whole.to : Position(*to, true)};
  }

 private:
  struct End {
    Index corner = none;
    bool above = false, beneath = false;  // whether some corner at this end is, or between
  };
  Position at(const End& end) const {
    Position at(Vertex(points_[end.corner]), x_);
    at.point = end.corner;
    return at;
  }

  const std::vector<Point>& points_;
  const Ring& corners_;
  bool x_;
  Outline outline_;  // of (position, height)
  End first_, last_;
  std::vector<End*> ends_;  // by corner
};

}  // namespace

// The trace lies on a line; which part of that is on the surface matters where an end of the trace is not there.
std::optional<WallTrace> WallTrace::make(const World& world, const StopHeights& heights, Index surface, Index wall) {
  WallTrace trace(world.shape(wall).sides[0]);
  const Shape& shape = world.shape(surface);
  bool left = false, right = false;
  int touched = 0;
  for (const Vertex& v : shape.corners) {
    const int s = side(trace.line_, v);
    left = left || s > 0;
    right = right || s < 0;
    touched += s == 0;
  }
  if (touched < 2 && !(left && right)) return std::nullopt;
  Front front(world, world.polygons[surface].plane, world.polygons[wall].corners, by_x(trace.line_));
  if (!front.somewhere(heights.above_step) || !front.somewhere(heights.beneath.back())) return std::nullopt;
  std::optional<Chord> on_surface;
  const auto here = [&](const Position& p) { return p.point != none && within(world, p.point, shape); };
  bool any = false;
  for (const Line& beneath : heights.beneath) {
    auto& stretch = trace.stretches_.emplace_back();
    std::optional<Chord> part = front.between(heights.above_step, beneath);
    if (!part) continue;
    if (!here(part->from) || !here(part->to)) {
      if (!on_surface) on_surface = chord(trace.line_, shape.corners);
      if (compare(part->from, on_surface->from) < 0) part->from = on_surface->from;
      if (compare(on_surface->to, part->to) < 0) part->to = on_surface->to;
    }
    if (compare(part->from, part->to) < 0) stretch = std::move(part);
    any = any || stretch;
  }
  if (!any) return std::nullopt;
  return trace;
}

std::vector<WallTrace::Piece> WallTrace::pieces() const {
  std::vector<Piece> found;
  const auto add = [&](const Position& from, const Position& to, std::size_t may_cross) {
    if (compare(from, to) < 0) found.push_back({may_cross, from, to});
  };
  const Chord* inner = nullptr;
  for (std::size_t s = 0; s < stretches_.size(); ++s) {
    if (!stretches_[s]) continue;
    const Chord& outer = *stretches_[s];
    add(outer.from, inner ? inner->from : outer.to, s);
    if (inner) add(inner->to, outer.to, s);
    inner = &outer;
  }
  std::sort(found.begin(), found.end(), [](const Piece& a, const Piece& b) { return compare(a.from, b.from) < 0; });
  return found;
}

bool WallTrace::is(const Piece& piece, const World& world, const std::array<Fraction, 4>& ends) const {
  const auto same = [&](const Position& p, const Fraction& x, const Fraction& y) {
    if (p.point == none) return is_at({x, y}, line_, p, world.scene.scale);
    const Vertex v(world.scene.points[p.point]);
    return is_at(x, Position(v, true), world.scene.scale) && is_at(y, Position(v, false), world.scene.scale);
  };
  return same(piece.from, ends[0], ends[1]) && same(piece.to, ends[2], ends[3]);
}

bool WallTrace::crosses(const Outline& outline) const {
  const bool x = by_x(line_);
  const Chord& longest =
      **std::find_if(stretches_.rbegin(), stretches_.rend(), [](const auto& s) { return s.has_value(); });
  bool left = false, right = false, before = true, behind = true;  // of corners: what is true of some, of all
  for (const Vertex& v : outline) {
    const int s = side(line_, v);
    left = left || s > 0;
    right = right || s < 0;
  }
  if (!left || !right) return false;
  for (const Vertex& v : outline) {
    const Position at(v, x);
    before = before && compare(at, longest.from) <= 0;
    behind = behind && compare(longest.to, at) <= 0;
  }
  if (before || behind) return false;
  const auto inside = chord(line_, outline);
  return compare(inside->from, longest.to) < 0 && compare(longest.from, inside->to) < 0;
}

}  // namespace checker
