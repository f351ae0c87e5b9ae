// SPDX-License-Identifier: LGPL-3.0-or-later
#include "walls.h"

#include <algorithm>

namespace checker {
namespace {

template <class Range, class Position>
Stretch extent(const Range& points, Position&& position) {
  Stretch s{position(points.front()), position(points.front())};
  for (const auto& p : points) {
    const Fraction at = position(p);
    if (at < s.from) s.from = at;
    if (at > s.to) s.to = at;
  }
  return s;
}

}  // namespace

std::optional<WallTrace> WallTrace::make(const World& world, Index surface, Index wall) {
  WallTrace trace(world.shape(wall).sides[0]);
  const auto chord = trace.chord(world.shape(surface).corners);
  if (!chord) return std::nullopt;
  // Heights above the surface's plane, times its n.z.
  const Plane& n = world.polygons[surface].plane;
  const Ring& corners = world.polygons[wall].corners;
  const auto reach = [&](const Fraction& height) { return Integer(height.get_num() * n.nz); };
  Outline front;  // the wall as an outline of (position, height)
  for (const Index c : corners) {
    const Scene::Point& p = world.scene.points[c];
    front.emplace_back(trace.by_x() ? p.x : p.y, n.nx * p.x + n.ny * p.y + n.nz * p.z - n.d, 1);
  }
  front = clip(front, {0, world.step.get_den(), -reach(world.step)});
  bool any = false;
  for (const Fraction& height : world.heights) {
    const Outline stopping = clip(front, {0, -height.get_den(), reach(height)});
    auto& stretch = trace.stretches_.emplace_back();
    if (stopping.empty()) continue;
    const Stretch whole = extent(stopping, [](const Vertex& v) { return quotient(v.x, v.w); });
    const Stretch inside{std::max(whole.from, chord->from), std::min(whole.to, chord->to)};
    if (inside.from < inside.to) stretch = inside;
    any = any || stretch;
  }
  if (!any) return std::nullopt;
  return trace;
}

Fraction WallTrace::position(const Vertex& v) const { return quotient(by_x() ? v.x : v.y, v.w); }

// Where the line runs through a convex outline or along one of its edges.
std::optional<Stretch> WallTrace::chord(const Outline& outline) const {
  const std::size_t n = outline.size();
  std::vector<int> sides;
  int crossings = 0, touches = 0;
  for (const Vertex& v : outline) sides.push_back(side(line_, v));
  for (std::size_t i = 0; i < n; ++i) {
    touches += sides[i] == 0;
    crossings += sides[i] * sides[i + 1 == n ? 0 : i + 1] < 0;
  }
  if (touches + crossings < 2) return std::nullopt;
  std::vector<Fraction> met;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t j = i + 1 == n ? 0 : i + 1;
    if (sides[i] == 0) met.push_back(position(outline[i]));
    if (sides[i] * sides[j] >= 0) continue;
    const Vertex &v = outline[i], &w = outline[j];
    met.push_back(position(meet(line_, Line(v.y * w.w - w.y * v.w, w.x * v.w - v.x * w.w, v.x * w.y - v.y * w.x))));
  }
  return extent(met, [](const Fraction& at) { return at; });
}

std::vector<WallTrace::Piece> WallTrace::pieces(const World& world) const {
  const Integer& scale = world.scene.scale;
  const auto put = [&](const Fraction& at, Fraction& x, Fraction& y) {
    const Fraction other =
        -(Fraction(by_x() ? line_.a : line_.b) * at + line_.c) / Fraction(by_x() ? line_.b : line_.a);
    x = (by_x() ? at : other) / scale;
    y = (by_x() ? other : at) / scale;
  };
  std::vector<std::pair<Fraction, Piece>> found;
  const auto add = [&](const Fraction& from, const Fraction& to, std::size_t may_cross) {
    if (from >= to) return;
    auto& [at, piece] = found.emplace_back(from, Piece{may_cross, {}});
    put(from, piece.ends[0], piece.ends[1]);
    put(to, piece.ends[2], piece.ends[3]);
  };
  const Stretch* inner = nullptr;
  for (std::size_t s = 0; s < stretches_.size(); ++s) {
    if (!stretches_[s]) continue;
    const Stretch& outer = *stretches_[s];
    add(outer.from, inner ? inner->from : outer.to, s);
    if (inner) add(inner->to, outer.to, s);
    inner = &outer;
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Piece> out;
  for (auto& [at, piece] : found) out.push_back(std::move(piece));
  return out;
}

bool WallTrace::crosses(const Outline& outline) const {
  bool left = false, right = false;
  for (const Vertex& v : outline) {
    const int s = side(line_, v);
    left = left || s > 0;
    right = right || s < 0;
  }
  if (!left || !right) return false;
  const auto inside = chord(outline);
  const Stretch& longest =
      **std::find_if(stretches_.rbegin(), stretches_.rend(), [](const auto& s) { return s.has_value(); });
  return inside->from < longest.to && longest.from < inside->to;
}

}  // namespace checker
