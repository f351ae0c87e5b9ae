// SPDX-License-Identifier: GPL-3.0-or-later
#include "surface_wedges.h"

#include <algorithm>
#include <map>

#include "plumb/kernel/interval_of.h"
#include "plumb/kernel/normal.h"
#include "wedge_filter.h"

namespace plumb::pipeline {
namespace {

using kernel::ExactPoint;
using kernel::PlanPoint;

TaggedRing tagged(const std::vector<RaisedCorner>& corners, std::uint32_t tag) {
  TaggedRing out;
  for (const RaisedCorner& c : corners) out.push_back({c.at, tag});
  return out;
}

// Placeholders for tags that follow those of walls, until it is known how many walls there are.
constexpr std::uint32_t blocked_tag = TaggedCorner::no_tag - 2, open_tag = TaggedCorner::no_tag - 1;

// Corners of surfaces run clockwise.
std::vector<ExactPoint> counter_clockwise(const kernel::PointTable& points, std::span<const kernel::PointId> corners) {
  std::vector<ExactPoint> out = kernel::exact_corners(points, corners);
  std::reverse(out.begin(), out.end());
  return out;
}

// Whether a vertical polygon, by the direction of its face in the file, faces to the left of the way along its trace
// from low x, then y, to high. That way leads to the right or straight up in plan, so its left is up or to the left.
bool faces_left(const kernel::PointTable& points, std::span<const kernel::PointId> corners) {
  const auto [a, b, c] = kernel::spanning_corners(points, corners);
  const kernel::Sign y = kernel::turn(points, 1, a, b, c);
  return y != kernel::Sign::zero ? y == kernel::Sign::positive
                                 : kernel::turn(points, 0, a, b, c) == kernel::Sign::negative;
}

// The number of each vertical surface's line in plan.
std::vector<TriangleMesh::Index> wall_lines(const kernel::PointTable& points, const SurfaceSet& set) {
  std::map<std::array<mpq_class, 3>, TriangleMesh::Index> known;  // 1, slope and y at x = 0, or 0, 0 and x
  std::vector<TriangleMesh::Index> lines(set.surfaces.size(), TriangleMesh::none);
  for (std::size_t i = 0; i < set.surfaces.size(); ++i) {
    if (set.surfaces[i].kind != SurfaceKind::vertical) continue;
    const auto corners = kernel::exact_corners(points, set.corners_of(set.surfaces[i]));
    const auto& p = corners.front();
    const auto q = std::ranges::find_if(corners, [&](const auto& c) { return c[0] != p[0]; });
    std::array<mpq_class, 3> line{0, 0, p[0]};
    if (q != corners.end()) {
      const mpq_class slope = ((*q)[1] - p[1]) / ((*q)[0] - p[0]);
      line = {1, slope, p[1] - slope * p[0]};
    }
    lines[i] = known.try_emplace(std::move(line), static_cast<TriangleMesh::Index>(known.size())).first->second;
  }
  return lines;
}

}  // namespace

WedgeFinder::WedgeFinder(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                         const WedgeCutOptions& options)
    : points_(points), set_(set), index_(index), options_(options), wall_lines_(wall_lines(points, set)) {}

SurfaceWedges WedgeFinder::operator()(std::uint32_t surface) const {
  SurfaceWedges floor;
  const auto corners = set_.corners_of(set_.surfaces[surface]);
  floor.plane = kernel::exact_plane(points_, corners);
  for (const ExactPoint& p : counter_clockwise(points_, corners)) floor.outline.push_back({{p[0], p[1]}});
  const WedgeFilter filter(points_, corners, options_);
  return find(std::move(floor), index_.box(surface), surface, [&](kernel::PolygonId p) {
    const Surface& s = set_.surfaces[p];
    const bool body = options_.solids && options_.solids->counts_face(s.face);
    return p != surface && !filter.misses(set_.corners_of(s), s.kind, body);
  });
}

SurfaceWedges WedgeFinder::over(const std::array<ExactPoint, 3>& corners,
                                const std::function<bool(kernel::PolygonId)>& counts) const {
  SurfaceWedges floor;
  floor.plane = kernel::exact_plane(corners[0], corners[1], corners[2]);
  ExactPoint low = corners[0], high = corners[0];
  for (const ExactPoint& p : corners) {
    floor.outline.push_back({{p[0], p[1]}});
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  }
  return find(std::move(floor), rounded_box(points_, low, high), 0, counts);
}

// Tags number walls first, as they are found, then what is blocked, then open edges. A traversable polygon in the
// floor's plane owns the common part if its number is lower.
SurfaceWedges WedgeFinder::find(SurfaceWedges out, Box near, kernel::PolygonId number,
                                const std::function<bool(kernel::PolygonId)>& counts) const {
  const auto rounded_up = [&](const mpq_class& length) {
    return kernel::interval_of(mpq_class(length * points_.denominator())).high;
  };
  near.high[2] = kernel::interval_of(points_, near.high[2]).high + rounded_up(options_.height);
  const double aside = rounded_up(options_.wall_thickness);  // more than the half that it takes
  for (std::size_t axis = 0; axis < 2 && aside > 0; ++axis) {
    near.low[axis] = kernel::interval_of(points_, near.low[axis]).low - aside;
    near.high[axis] = kernel::interval_of(points_, near.high[axis]).high + aside;
  }
  const kernel::PlanRing window = points_of(out.outline);
  index_.query(near, [&](std::uint32_t other) {
    if (counts(other)) add(number, other, window, out);
  });
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

void WedgeFinder::add(kernel::PolygonId number, std::uint32_t other, const kernel::PlanRing& window,
                      SurfaceWedges& out) const {
  const Surface& s = set_.surfaces[other];
  const auto corners = kernel::exact_corners(points_, set_.corners_of(s));
  std::vector<RaisedCorner> raised = raised_corners(corners, out.plane);
  if (options_.solids && options_.solids->counts_face(s.face))
    if (const auto trace = trace_of(raised))
      if (auto inside = clipped(*trace, window)) out.bodies.push_back(std::move(*inside));
  if (s.kind == SurfaceKind::vertical) return add_wall(other, std::move(raised), window, out);
  const bool in_plane = std::all_of(raised.begin(), raised.end(), [](const auto& c) { return sgn(c.above) == 0; });
  TaggedRing ring;
  if (in_plane) {
    if (s.kind != SurfaceKind::traversable || other >= number) return;
    ring = tagged(raised, open_tag);
  } else {
    ring = tagged(part_between(std::move(raised), 0, options_.height), blocked_tag);
  }
  std::reverse(ring.begin(), ring.end());
  if (!ring.empty() && clip_to(ring, window)) out.taken.push_back(std::move(ring));
}

void WedgeFinder::add_wall(std::uint32_t wall, std::vector<RaisedCorner> raised, const kernel::PlanRing& window,
                           SurfaceWedges& out) const {
  const auto segment = span_of(part_between(std::move(raised), options_.wall_foot, options_.height));
  if (!segment) return;
  const bool behind_left = !faces_left(points_, set_.corners_of(set_.surfaces[wall]));
  if (sgn(options_.wall_thickness) == 0) {
    if (auto inside = clipped(*segment, window))
      out.slits.push_back({std::move(*inside), wall, wall_lines_[wall], behind_left});
    return;
  }
  const PlanPoint left = left_of(*segment, options_.wall_thickness / 2);
  const auto at = [&](const PlanPoint& p, int sign) { return PlanPoint{p[0] + sign * left[0], p[1] + sign * left[1]}; };
  const auto tag = [&](EdgeKind kind) {
    out.kinds.push_back(kind);
    return static_cast<std::uint32_t>(out.kinds.size() - 1);
  };
  const auto side = [&](bool is_left) {
    return tag({is_left == behind_left ? EdgeClass::inner_wall : EdgeClass::blocked, wall_lines_[wall], is_left});
  };
  TaggedRing ring{{at(segment->from, -1), side(false)},
                  {at(segment->to, -1), blocked_tag},
                  {at(segment->to, 1), side(true)},
                  {at(segment->from, 1), blocked_tag}};
  if (clip_to(ring, window)) out.taken.push_back(std::move(ring));
}

}  // namespace plumb::pipeline
