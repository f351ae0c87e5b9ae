// SPDX-License-Identifier: LGPL-3.0-or-later
#include "walls.h"

#include <algorithm>

#include "front.h"

namespace plumb::checker {
namespace {

// Whether a point is within a convex polygon, or on its boundary.
bool within(const Vertex& at, const Shape& shape) {
  return std::none_of(shape.sides.begin(), shape.sides.end(), [&](const Line& s) { return side(s, at) < 0; });
}

}  // namespace

StopHeights::StopHeights(const World& world, Index surface) : above_step(0, 0, 0) {
  const Integer& nz = world.polygons[surface].plane.nz;
  above_step = {0, world.step.get_den(), Integer(-world.step.get_num() * nz)};
  for (const Fraction& height : world.heights)
    beneath.emplace_back(0, Integer(-height.get_den()), Integer(height.get_num() * nz));
}

// The trace lies on a line; which part of that is on the surface matters where an end of the trace is not there.
std::optional<WallTrace> WallTrace::make(const World& world, const StopHeights& heights, Index surface, Index wall) {
  const Shape &shape = world.shape(surface), &of_wall = world.shape(wall);
  WallTrace trace(of_wall.sides[0]);
  bool left = false, right = false;
  int touched = 0;
  for (const Vertex& v : shape.corners) {
    const int s = side(*trace.line_, v);
    left = left || s > 0;
    right = right || s < 0;
    touched += s == 0;
  }
  if (touched < 2 && !(left && right)) return std::nullopt;
  const Plane& plane = world.polygons[surface].plane;
  const Front front(world.scene.points, world.polygons[wall].corners, of_wall.corners, by_x(*trace.line_),
                    [&](const Point& p) { return plane.over(p); });
  if (!front.somewhere_positive(heights.above_step) || !front.somewhere_positive(heights.beneath.back()))
    return std::nullopt;
  std::optional<Chord> on_surface;
  const std::array<bool, 2> here{within(of_wall.corners[0], shape), within(of_wall.corners[1], shape)};
  const auto is_here = [&](const Position& p) {
    return (here[0] && p.point == of_wall.corners[0].point) || (here[1] && p.point == of_wall.corners[1].point);
  };
  bool any = false;
  for (const Line& beneath : heights.beneath) {
    auto& stretch = trace.stretches_.emplace_back();
    std::optional<Chord> part = front.between(heights.above_step, beneath, true);
    if (!part) continue;
    if (!is_here(part->from) || !is_here(part->to)) {
      if (!on_surface) on_surface = chord(*trace.line_, shape.corners);
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
    if (p.point != none) return is_point(x, y, world.scene.points[p.point], world.scene.scale);
    const Given at(x, y, world.scene.scale);
    return at.is_on(*line_) && at.is_at(p, by_x(*line_));
  };
  return same(piece.from, ends[0], ends[1]) && same(piece.to, ends[2], ends[3]);
}

bool WallTrace::crosses(const Outline& outline) const {
  const bool x = by_x(*line_);
  const Chord& longest =
      **std::find_if(stretches_.rbegin(), stretches_.rend(), [](const auto& s) { return s.has_value(); });
  bool left = false, right = false, before = true, behind = true;  // of corners: what is true of some, of all
  for (const Vertex& v : outline) {
    before = before && compare(v, x, longest.from) <= 0;
    behind = behind && compare(v, x, longest.to) >= 0;
  }
  if (before || behind) return false;
  for (const Vertex& v : outline) {
    const int s = side(*line_, v);
    left = left || s > 0;
    right = right || s < 0;
  }
  if (!left || !right) return false;
  const auto inside = chord(*line_, outline);
  return compare(inside->from, longest.to) < 0 && compare(longest.from, inside->to) < 0;
}

}  // namespace plumb::checker
