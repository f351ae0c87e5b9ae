// SPDX-License-Identifier: GPL-3.0-or-later
#include "cell_way.h"

#include <algorithm>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {
namespace {

using kernel::PlanPoint;
using Ends = std::array<PlanPoint, 2>;

PlanPoint plan_of(const ExactPoint& p) { return {p[0], p[1]}; }

// The share of a segment at which a place is, from 0 to 1; none if it is not on the segment, or the segment is a point.
std::optional<mpq_class> share_on(const Ends& s, const PlanPoint& place) {
  const std::size_t k = s[0][0] != s[1][0] ? 0 : 1;
  if (s[0][k] == s[1][k] || kernel::orient2d(s[0], s[1], place) != 0) return std::nullopt;
  mpq_class share = (place[k] - s[0][k]) / (s[1][k] - s[0][k]);
  if (share < 0 || share > 1) return std::nullopt;
  return share;
}

// The first portal from one cell to another for which is_passed(kind, ends on the first, ends on the second) holds.
template <class IsPassed>
std::optional<std::uint32_t> first_portal(const NavMesh& mesh, const std::vector<NavQuery::Neighbour>& neighbours,
                                          NavMesh::CellIndex from, NavMesh::CellIndex to, IsPassed&& is_passed) {
  for (const NavQuery::Neighbour& n : neighbours) {
    if (n.cell != to) continue;
    const NavMesh::Portal& p = mesh.portals[n.portal];
    const auto ends = [&](const std::array<NavMesh::PointIndex, 2>& on) {
      return Ends{plan_of(mesh.points[on[0]]), plan_of(mesh.points[on[1]])};
    };
    const bool forward = p.a == from;
    if (is_passed(p.kind, ends(forward ? p.on_a : p.on_b), ends(forward ? p.on_b : p.on_a))) return n.portal;
  }
  return std::nullopt;
}

bool straight(const ExactPoint& p, const ExactPoint& q, const ExactPoint& r) {
  ExactPoint a, b;
  for (std::size_t k = 0; k < 3; ++k) a[k] = q[k] - p[k], b[k] = r[k] - q[k];
  return kernel::formulas::parallel(a, b) &&
         std::ranges::all_of(std::array{0u, 1u, 2u}, [&](std::size_t k) { return sgn(a[k]) * sgn(b[k]) >= 0; });
}

}  // namespace

void CellWay::begin(const ExactPoint& at, NavMesh::CellIndex cell) {
  stops_.push_back({at, cell});
  cells_.push_back(cell);
}

void CellWay::enter(const ExactPoint& at, NavMesh::CellIndex cell) {
  if (cell == last().cell) return;
  const PlanPoint place = plan_of(at);
  const auto portal = first_portal(mesh_, query_.neighbours(last().cell, stance_), last().cell, cell,
                                   [&](PortalKind kind, const Ends& near, const Ends&) {
                                     return kind != PortalKind::weld && share_on(near, place);
                                   });
  pass(cell, portal);
  if (at == last().point) stops_.push_back({at, cell});
  else stops_.push_back({at, cell, PortalKind::step, portal.value_or(Route::no_portal)});
}

void CellWay::go(const ExactPoint& to) {
  if (to != last().point) stops_.push_back({to, last().cell});
}

void CellWay::cross(const ExactPoint& to, NavMesh::CellIndex cell) {
  const PlanPoint here = plan_of(last().point), there = plan_of(to);
  const auto portal = first_portal(mesh_, query_.neighbours(last().cell, stance_), last().cell, cell,
                                   [&](PortalKind kind, const Ends& near, const Ends& far) {
                                     const auto share = share_on(near, here);
                                     return kind == PortalKind::weld && share && share == share_on(far, there);
                                   });
  pass(cell, portal);
  stops_.push_back({to, cell, PortalKind::weld, portal.value_or(Route::no_portal)});
}

void CellWay::pass(NavMesh::CellIndex cell, const std::optional<std::uint32_t>& portal) {
  cells_.push_back(cell);
  portals_.push_back(portal.value_or(Route::no_portal));
}

void CellWay::tell(FoundDiscRoute& found) const {
  found.cells = cells_;
  found.portals = portals_;
  for (const std::uint32_t portal : portals_)
    found.kinds.push_back(portal == Route::no_portal ? PortalKind::step : mesh_.portals[portal].kind);
  auto& line = found.line;
  for (const Stop& stop : stops_) {
    // A point on a flush portal is a stop for the drawing only.
    if (!line.empty() && !stop.over && stop.point == line.back().point) continue;
    if (line.size() > 1 && !stop.over && !line.back().over &&
        straight(line[line.size() - 2].point, line.back().point, stop.point))
      line.pop_back();
    line.push_back(stop);
  }
  if (line.size() == 1) line.push_back(stops_.back());
}

}  // namespace plumb::pipeline
