// SPDX-License-Identifier: GPL-3.0-or-later
#include "surface_wedges.h"

#include <algorithm>

#include "plumb/kernel/interval_of.h"
#include "plumb/kernel/normal.h"

namespace plumb::pipeline {
namespace {

using kernel::ExactPoint;
using kernel::PlanPoint;

TaggedRing tagged(const std::vector<RaisedCorner>& corners, std::uint32_t tag) {
  TaggedRing out;
  for (const RaisedCorner& c : corners) out.push_back({c.at, tag});
  return out;
}

// Tags before it is known how many walls there are.
constexpr std::uint32_t blocked_tag = TaggedCorner::no_tag - 2, open_tag = TaggedCorner::no_tag - 1;

// Whether a vertical polygon, in the direction of its file, faces to the left of the way along it from low x, then y,
// to high. That leads to the right or straight up in plan; its left is up or to the left then.
bool faces_left(const kernel::PointTable& points, std::span<const kernel::PointId> corners) {
  const auto [a, b, c] = kernel::spanning_corners(points, corners);
  const kernel::Sign y = kernel::turn(points, 1, a, b, c);
  return y != kernel::Sign::zero ? y == kernel::Sign::positive
                                 : kernel::turn(points, 0, a, b, c) == kernel::Sign::negative;
}

}  // namespace

WedgeFinder::WedgeFinder(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                         const WedgeCutOptions& options)
    : points_(points), set_(set), index_(index), options_(options) {
  exact_.reserve(points.size());
  for (kernel::PointId p = 0; p < points.size(); ++p) exact_.push_back(kernel::exact_point(points, p));
}

// Tags: walls first, as they are found; then what is blocked, then open edges.
SurfaceWedges WedgeFinder::operator()(std::uint32_t surface) const {
  SurfaceWedges out;
  const auto corners = set_.corners_of(set_.surfaces[surface]);
  out.plane = kernel::exact_plane(points_, corners);
  for (const ExactPoint& p : exact_corners(corners)) out.outline.push_back({{p[0], p[1]}});
  std::ranges::reverse(out.outline);  // corners of surfaces run clockwise
  const auto rounded_up = [&](const mpq_class& length) {
    return kernel::interval_of(mpq_class(length * points_.denominator())).high;
  };
  Box near = index_.box(surface);
  near.high[2] = kernel::interval_of(points_, near.high[2]).high + rounded_up(options_.height);
  const double aside = rounded_up(options_.wall_thickness);  // more than the half that it takes
  for (std::size_t axis = 0; axis < 2 && aside > 0; ++axis) {
    near.low[axis] = kernel::interval_of(points_, near.low[axis]).low - aside;
    near.high[axis] = kernel::interval_of(points_, near.high[axis]).high + aside;
  }
  const Floor floor{surface, WedgeFilter(points_, corners, options_), points_of(out.outline)};
  const bool covered =
      index_.any(near, [&](std::uint32_t other) { return other != surface && add(floor, other, out); });
  if (covered) {
    out.slits.clear();
    out.bodies.clear();
    out.taken = {out.outline};
    for (TaggedCorner& c : out.taken[0]) c.tag = blocked_tag;
  }
  // Now the number of walls is known.
  const auto walls = static_cast<std::uint32_t>(out.kinds.size());
  out.kinds.push_back({EdgeClass::blocked});
  out.kinds.push_back({EdgeClass::open});
  const std::uint32_t blocked = walls, open = walls + 1;
  for (TaggedCorner& c : out.outline) c.tag = open;
  for (TaggedRing& ring : out.taken)
    for (TaggedCorner& c : ring) {
      if (c.tag == blocked_tag) c.tag = blocked;
      if (c.tag == open_tag) c.tag = open;
    }
  return out;
}

// Whether nothing of the floor is left.
bool WedgeFinder::add(const Floor& floor, std::uint32_t other, SurfaceWedges& out) const {
  const Surface& s = set_.surfaces[other];
  const auto corners = set_.corners_of(s);
  const bool body = options_.solids && options_.solids->counts_face(s.face);
  if (floor.filter.misses(corners, s.kind, body)) return false;
  if (!body && s.kind != SurfaceKind::vertical && floor.filter.within_reach(corners)) {
    if (floor.filter.covers_floor(corners)) return true;
    TaggedRing ring;
    for (const kernel::PointId c : corners) ring.push_back({{exact_[c][0], exact_[c][1]}, blocked_tag});
    add_taken(floor, corners, std::move(ring), out);
    return false;
  }
  std::vector<RaisedCorner> raised = raised_corners(exact_corners(corners), out.plane);
  if (body)
    if (const auto trace = trace_of(raised))
      if (auto inside = clipped(*trace, floor.window)) out.bodies.push_back(std::move(*inside));
  if (s.kind == SurfaceKind::vertical) {
    add_wall(floor, other, std::move(raised), out);
    return false;
  }
  const bool in_plane = std::all_of(raised.begin(), raised.end(), [](const auto& c) { return sgn(c.above) == 0; });
  TaggedRing ring;
  if (in_plane) {
    if (s.kind == SurfaceKind::traversable && other < floor.surface) ring = tagged(raised, open_tag);
  } else {
    ring = tagged(part_between(std::move(raised), 0, options_.height), blocked_tag);
  }
  add_taken(floor, corners, std::move(ring), out);
  return false;
}

void WedgeFinder::add_taken(const Floor& floor, std::span<const kernel::PointId> corners, TaggedRing clockwise,
                            SurfaceWedges& out) const {
  if (clockwise.empty()) return;
  std::ranges::reverse(clockwise);
  // The window runs the other way round: its side i is the floor's side that ends where that begins.
  std::vector<std::size_t> sides = floor.filter.sides_passed(corners);
  for (std::size_t& side : sides) side = (2 * floor.window.size() - 2 - side) % floor.window.size();
  if (clip_to(clockwise, floor.window, sides)) out.taken.push_back(std::move(clockwise));
}

std::vector<ExactPoint> WedgeFinder::exact_corners(std::span<const kernel::PointId> corners) const {
  std::vector<ExactPoint> out;
  out.reserve(corners.size());
  for (const kernel::PointId c : corners) out.push_back(exact_[c]);
  return out;
}

void WedgeFinder::add_wall(const Floor& floor, std::uint32_t wall, std::vector<RaisedCorner> raised,
                           SurfaceWedges& out) const {
  const auto segment = span_of(part_between(std::move(raised), options_.wall_foot, options_.height));
  if (!segment) return;
  const bool behind_left = !faces_left(points_, set_.corners_of(set_.surfaces[wall]));
  if (sgn(options_.wall_thickness) == 0) {
    if (auto inside = clipped(*segment, floor.window)) out.slits.push_back({std::move(*inside), wall, behind_left});
    return;
  }
  const PlanPoint left = left_of(*segment, options_.wall_thickness / 2);
  const auto at = [&](const PlanPoint& p, int sign) { return PlanPoint{p[0] + sign * left[0], p[1] + sign * left[1]}; };
  const auto tag = [&](EdgeKind kind) {
    out.kinds.push_back(kind);
    return static_cast<std::uint32_t>(out.kinds.size() - 1);
  };
  const auto side = [&](bool is_left) {
    return tag({is_left == behind_left ? EdgeClass::inner_wall : EdgeClass::blocked, wall, is_left});
  };
  TaggedRing ring{{at(segment->from, -1), side(false)},
                  {at(segment->to, -1), blocked_tag},
                  {at(segment->to, 1), side(true)},
                  {at(segment->from, 1), blocked_tag}};
  if (clip_to(ring, floor.window)) out.taken.push_back(std::move(ring));
}

}  // namespace plumb::pipeline
