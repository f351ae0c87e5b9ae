// SPDX-License-Identifier: GPL-3.0-or-later
// What the polygons of a level do to one floor, each clipped to it (Sanchez 2021, 2.4.1 and 2.4.2).
// Problem. An agent stands on a floor only where nothing is less than its height above it. Given a floor in one plane,
// find every polygon that takes a part of it, that cuts a slit into it, or that passes through it as the surface of a
// solid; say where, in plan, and what class the edges get that this makes.
// 1. WedgeFinder::find() asks the index for polygons between the floor and the agent's height above it. WedgeFilter
//    (floor_filter.h), in doubles, leaves out most of those that do nothing. Where one polygon covers all of the floor,
//    nothing else matters. SectionFilter does the same for a floor that is no polygon of the level.
// 2. add() computes by how much the corners of a polygon are above the floor's plane (raised_corners).
//    - Of a polygon that is not vertical it takes the part from the plane up to the height (part_between), which, seen
//      from above, is the section of its wedge; of a polygon in the floor's plane, if its number is lower, all of it.
//      A polygon of which all is certainly within these heights is taken as it is.
//    - A vertical polygon makes a slit along the part that reaches into these heights (add_wall) or, if walls have a
//      thickness, a rectangle around it (left_of).
//    - A polygon of a solid that passes through the plane leaves its trace (trace_of).
// 3. clip_to() and clipped() clip all of it to the floor.
// 4. Tags number the kinds of edges: walls as they are found, then what is blocked, then open edges; along an edge of
//    several polygons the lowest tag counts.
// Cost. Linear in the polygons that the index finds near the wedge, with a few fractions for each corner.
// Exactness. Heights, sections and clips are fractions. Only the direction of a thick wall's sides is rounded: outward,
// by at most 2^-20 of its thickness.
#include "cut/surface_wedges.h"

#include <algorithm>
#include <map>

#include "cut/floor_filter.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/plane.h"

namespace plumb::pipeline {
namespace {

using kernel::ExactPoint;
using kernel::PlanPoint;

// Cuts to where sign * (above - height) >= 0.
void clip_at(std::vector<RaisedCorner>& corners, const mpq_class& height, int sign) {
  kernel::clip_half_plane(
      corners, [&](const RaisedCorner& c) { return mpq_class(sign * (c.above - height)); },
      [&](const RaisedCorner& p, const mpq_class& a, const RaisedCorner& q, const mpq_class& b) {
        return RaisedCorner{kernel::point_along(p.at, q.at, a / (a - b)), height};
      });
}

surface::TaggedRing tagged(const std::vector<RaisedCorner>& corners, std::uint32_t tag) {
  surface::TaggedRing out;
  for (const RaisedCorner& c : corners) out.push_back({c.at, tag});
  return out;
}

// Placeholders for tags that follow those of walls, until it is known how many walls there are.
constexpr std::uint32_t blocked_tag = surface::TaggedCorner::no_tag - 2, open_tag = surface::TaggedCorner::no_tag - 1;

// Whether a vertical polygon, by the direction of its face in the file, faces to the left of the way along its trace
// from low x, then y, to high. That way leads to the right or straight up in plan, so its left is up or to the left.
bool faces_left(const kernel::PointTable& points, std::span<const kernel::PointId> corners) {
  const auto [a, b, c] = kernel::spanning_corners(points, corners);
  const kernel::Sign y = kernel::orientation(points, 1, a, b, c);
  return y != kernel::Sign::zero ? y == kernel::Sign::positive
                                 : kernel::orientation(points, 0, a, b, c) == kernel::Sign::negative;
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

std::vector<RaisedCorner> raised_corners(std::span<const kernel::ExactPoint> corners, const kernel::ExactPlane& floor) {
  std::vector<RaisedCorner> out;
  out.reserve(corners.size());
  for (const auto& [x, y, z] : corners) out.push_back({{x, y}, z - floor.height(x, y)});
  return out;
}

std::vector<RaisedCorner> part_between(std::vector<RaisedCorner> corners, const mpq_class& low, const mpq_class& high) {
  const auto [least, most] = std::minmax_element(corners.begin(), corners.end(),
                                                 [](const auto& p, const auto& q) { return p.above < q.above; });
  if (most->above <= low || least->above >= high) return {};
  const bool reaches_below = least->above<low, reaches_above = most->above> high;
  if (reaches_below) clip_at(corners, low, 1);
  if (reaches_above) clip_at(corners, high, -1);
  return corners;
}

std::optional<PlanSegment> span_of(const std::vector<RaisedCorner>& corners) {
  if (corners.empty()) return std::nullopt;
  const auto [from, to] =
      std::minmax_element(corners.begin(), corners.end(), [](const auto& p, const auto& q) { return p.at < q.at; });
  if (from->at == to->at) return std::nullopt;
  return PlanSegment{from->at, to->at};
}

std::optional<PlanSegment> trace_of(std::vector<RaisedCorner> corners) {
  if (std::all_of(corners.begin(), corners.end(), [](const RaisedCorner& c) { return sgn(c.above) == 0; }))
    return std::nullopt;
  clip_at(corners, 0, 1);
  clip_at(corners, 0, -1);
  return span_of(corners);
}

std::optional<PlanSegment> clipped(const PlanSegment& s, const kernel::PlanRing& window) {
  const kernel::PlanRef from(s.from), to(s.to);
  bool whole = true;
  for (std::size_t i = 0; i < window.size(); ++i) {
    const kernel::PlanRef p(window[i]), q(window[i + 1 == window.size() ? 0 : i + 1]);
    const kernel::Sign from_side = kernel::orientation(p, q, from), to_side = kernel::orientation(p, q, to);
    if (from_side < 0 && to_side < 0) return std::nullopt;
    whole = whole && from_side >= 0 && to_side >= 0;
  }
  if (whole) return s;
  const PlanPoint run{s.to[0] - s.from[0], s.to[1] - s.from[1]};
  const auto span = kernel::part_over({0, 1}, s.from, run, window.size(),
                                      [&](std::size_t i) -> const PlanPoint& { return window[i]; });
  if (!span) return std::nullopt;
  return PlanSegment{kernel::point_along(s.from, s.to, span->from), kernel::point_along(s.from, s.to, span->to)};
}

bool strictly_inside(const PlanPoint& at, const kernel::PlanRing& convex) {
  for (std::size_t i = 0; i < convex.size(); ++i)
    if (sgn(kernel::orient2d(convex[i], convex[i + 1 == convex.size() ? 0 : i + 1], at)) <= 0) return false;
  return true;
}

kernel::PlanPoint left_of(const PlanSegment& s, const mpq_class& length) {
  const mpq_class dx = s.to[0] - s.from[0], dy = s.to[1] - s.from[1], squared = dx * dx + dy * dy;
  if (mpz_perfect_square_p(squared.get_num_mpz_t()) && mpz_perfect_square_p(squared.get_den_mpz_t())) {
    const mpq_class factor = length / mpq_class(sqrt(squared.get_num()), sqrt(squared.get_den()));
    return {-dy * factor, dx * factor};
  }
  // In steps of 2^-20 / 2^k, with 2^k >= the segment's length.
  mp_bitcnt_t k = 20;
  for (mpq_class reach = 1; reach * reach < squared; reach *= 2) ++k;
  // The least n with n^2 squared >= length^2 4^k.
  mpq_class wanted = length * length / squared;
  mpq_mul_2exp(wanted.get_mpq_t(), wanted.get_mpq_t(), 2 * k);
  mpz_class whole, n;
  mpz_cdiv_q(whole.get_mpz_t(), wanted.get_num_mpz_t(), wanted.get_den_mpz_t());
  mpz_sqrt(n.get_mpz_t(), whole.get_mpz_t());
  if (n * n < whole) ++n;
  mpq_class factor(n);
  mpq_div_2exp(factor.get_mpq_t(), factor.get_mpq_t(), k);
  return {-dy * factor, dx * factor};
}

WedgeFinder::WedgeFinder(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                         const WedgeCutOptions& options)
    : points_(points), set_(set), index_(index), options_(options), wall_lines_(wall_lines(points, set)) {
  exact_.reserve(points.size());
  for (kernel::PointId p = 0; p < points.size(); ++p) exact_.push_back(kernel::exact_point(points, p));
}

SurfaceWedges WedgeFinder::operator()(std::uint32_t surface) const {
  SurfaceWedges floor;
  const auto corners = set_.corners_of(set_.surfaces[surface]);
  floor.plane = kernel::exact_plane(points_, corners);
  for (const kernel::PointId c : corners) floor.outline.push_back({{exact_[c][0], exact_[c][1]}});
  std::ranges::reverse(floor.outline);  // corners of surfaces run clockwise
  const WedgeFilter filter(points_, corners, options_);
  const kernel::PlanRing window = points_of(floor.outline);
  return find(std::move(floor), index_.box(surface), [&](kernel::PolygonId p, SurfaceWedges& out) {
    const Surface& s = set_.surfaces[p];
    const auto others = set_.corners_of(s);
    const bool body = options_.solids && options_.solids->counts_face(s.face);
    if (p == surface || filter.misses(others, s.kind, body)) return true;
    std::vector<std::size_t> sides = filter.sides_passed(others);
    // The outline runs the other way round.
    for (std::size_t& side : sides) side = (2 * window.size() - 2 - side) % window.size();
    if (body || s.kind == SurfaceKind::vertical || !filter.within_reach(others)) {
      add(surface, p, window, sides, out);
      return true;
    }
    if (filter.covers_floor(others)) {  // then nothing else matters
      out.slits.clear();
      out.bodies.clear();
      out.taken = {out.outline};
      for (surface::TaggedCorner& c : out.taken[0]) c.tag = blocked_tag;
      return false;
    }
    surface::TaggedRing ring;
    for (const kernel::PointId c : others) ring.push_back({{exact_[c][0], exact_[c][1]}, blocked_tag});
    std::ranges::reverse(ring);
    if (clip_to(ring, window, sides)) out.taken.push_back(std::move(ring));
    return true;
  });
}

std::vector<ExactPoint> WedgeFinder::exact_corners(std::span<const kernel::PointId> corners) const {
  std::vector<ExactPoint> out;
  out.reserve(corners.size());
  for (const kernel::PointId c : corners) out.push_back(exact_[c]);
  return out;
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
  const kernel::PlanRing window = points_of(floor.outline);
  constexpr std::array<std::size_t, 3> all{0, 1, 2};
  const bool thick = sgn(options_.wall_thickness) > 0;
  const SectionFilter filter(corners, options_.height);
  return find(std::move(floor), rounded_box(points_, low, high), [&](kernel::PolygonId p, SurfaceWedges& out) {
    if (!counts(p)) return true;
    const Surface& s = set_.surfaces[p];
    if (!(thick && s.kind == SurfaceKind::vertical)) {
      std::vector<SectionFilter::Corner> others;
      for (const kernel::PointId c : set_.corners_of(s))
        others.push_back({&exact_[c], kernel::interval_point(exact_[c])});
      std::ranges::reverse(others);
      if (filter.misses(others)) return true;
    }
    add(0, p, window, all, out);
    return true;
  });
}

// Tags number walls first, as they are found, then what is blocked, then open edges. A traversable polygon in the
// floor's plane owns the common part if its number is lower.
template <class Take>
SurfaceWedges WedgeFinder::find(SurfaceWedges out, Box near, Take&& take) const {
  const auto rounded_up = [&](const mpq_class& length) {
    return kernel::interval_of(mpq_class(length * points_.denominator())).high;
  };
  near.high[2] = kernel::interval_of(points_, near.high[2]).high + rounded_up(options_.height);
  const double aside = rounded_up(options_.wall_thickness);  // more than the half that it takes
  for (std::size_t axis = 0; axis < 2 && aside > 0; ++axis) {
    near.low[axis] = kernel::interval_of(points_, near.low[axis]).low - aside;
    near.high[axis] = kernel::interval_of(points_, near.high[axis]).high + aside;
  }
  bool goes_on = true;
  index_.query(near, [&](std::uint32_t other) { goes_on = goes_on && take(other, out); });
  // Now the number of walls is known.
  const auto walls = static_cast<std::uint32_t>(out.kinds.size());
  out.kinds.push_back({EdgeClass::blocked});
  out.kinds.push_back({EdgeClass::open});
  const std::uint32_t blocked = walls, open = walls + 1;
  for (surface::TaggedCorner& c : out.outline) c.tag = open;
  for (surface::TaggedRing& ring : out.taken)
    for (surface::TaggedCorner& c : ring) {
      if (c.tag == blocked_tag) c.tag = blocked;
      if (c.tag == open_tag) c.tag = open;
    }
  return out;
}

void WedgeFinder::add(kernel::PolygonId number, std::uint32_t other, const kernel::PlanRing& window,
                      std::span<const std::size_t> sides, SurfaceWedges& out) const {
  const Surface& s = set_.surfaces[other];
  std::vector<RaisedCorner> raised = raised_corners(exact_corners(set_.corners_of(s)), out.plane);
  if (options_.solids && options_.solids->counts_face(s.face))
    if (const auto trace = trace_of(raised))
      if (auto inside = clipped(*trace, window)) out.bodies.push_back(std::move(*inside));
  if (s.kind == SurfaceKind::vertical) return add_wall(other, std::move(raised), window, out);
  const bool in_plane = std::all_of(raised.begin(), raised.end(), [](const auto& c) { return sgn(c.above) == 0; });
  surface::TaggedRing ring;
  if (in_plane) {
    if (s.kind != SurfaceKind::traversable || other >= number) return;
    ring = tagged(raised, open_tag);
  } else {
    ring = tagged(part_between(std::move(raised), 0, options_.height), blocked_tag);
  }
  std::reverse(ring.begin(), ring.end());
  if (!ring.empty() && clip_to(ring, window, sides)) out.taken.push_back(std::move(ring));
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
  surface::TaggedRing ring{{at(segment->from, -1), side(false)},
                           {at(segment->to, -1), blocked_tag},
                           {at(segment->to, 1), side(true)},
                           {at(segment->from, 1), blocked_tag}};
  if (clip_to(ring, window)) out.taken.push_back(std::move(ring));
}

}  // namespace plumb::pipeline
