// SPDX-License-Identifier: GPL-3.0-or-later
// What leads out of a tile that is written without the others.
// Problem. Detour finds out by itself what lies beyond an edge on the side of a tile: every edge of the tile beyond
// that overlaps it by a fiftieth of a unit and is not more than two climbs above or below. Nobody has both tiles in
// memory, so each has to know what Detour will make of the other.
// 1. The ways over a side are the same stretches for both tiles (DetourWay). Detour joins the edges along a flush way,
//    and none besides, if it is long enough and no other way over that side is too near to it in height
//    (detour_joins). Such a way marks the edges that lie along it (side_beyond).
// 2. Of other flush ways, those that no edge and no longer one replaces are connections, and so are steps and welds.
//    The ends of connections lie a few steps of the grid within their tiles. Both tiles get the same connection: that
//    of the lesser one leads there, and the other leaves room for it.
// outer_edges() finds the stretches of cells along flush ways, so that these become edges with the same ends in both
// tiles, wherever else corners are left out.
// Cost. The ways over a side in pairs that overlap in plan, and each edge on a side with the ways over it.
// Exact. Whether a way is an edge follows from its fractions alone, which both tiles have.
// Source: Detour's dtNavMesh::findConnectingPolys (Recast Navigation).
#include "detour/outer_ways.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include "plumb/kernel/elementary.h"

namespace plumb::pipeline {
namespace {

using Segment = std::array<kernel::ExactPoint, 2>;
using Stretches = std::pair<const DetourWay*, const DetourWay*>;

// Along which axis of the plan a way over a side of a tile runs.
std::size_t along(const DetourWay& way) { return way.here[0][0] == way.here[1][0] ? 1 : 0; }

std::array<mpq_class, 2> range_of(const DetourWay& way) {
  const std::size_t k = along(way);
  return {std::min(way.here[0][k], way.here[1][k]), std::max(way.here[0][k], way.here[1][k])};
}

mpq_class height_at(const Segment& s, std::size_t axis, const mpq_class& at) {
  return s[0][2] + (s[1][2] - s[0][2]) * (at - s[0][axis]) / (s[1][axis] - s[0][axis]);
}

// Whether two ways over one side overlap in plan and come so near in height.
bool near(const Stretches& ways, const mpq_class& height) {
  const std::size_t k = along(*ways.first);
  const auto a = range_of(*ways.first), b = range_of(*ways.second);
  const mpq_class &from = std::max(a[0], b[0]), &to = std::min(a[1], b[1]);
  if (from >= to) return false;
  std::array<mpq_class, 2> apart;
  for (const std::size_t end : {0, 1}) {
    const mpq_class& at = end == 0 ? from : to;
    apart[end] = height_at(ways.first->here, k, at) - height_at(ways.second->here, k, at);
    if (abs(apart[end]) <= height) return true;
  }
  return sgn(apart[0]) != sgn(apart[1]);
}

}  // namespace

OuterWays::OuterWays(const DetourMesh& mesh, const DetourTileFrame& frame, std::span<const DetourWay> ways)
    : mesh_(mesh), frame_(frame) {
  std::map<DetourTile::Side, std::vector<const DetourWay*>> flush;
  for (const DetourWay& way : ways)
    if (way.kind == PortalKind::flush) flush[side_of(way)].push_back(&way);
  for (auto& [side, of_side] : flush)
    std::ranges::stable_sort(of_side, {}, [](const DetourWay* w) { return range_of(*w)[0]; });
  std::vector<const DetourWay*> closed;
  for (std::size_t w = 0; w < ways.size(); ++w) {
    const DetourWay& way = ways[w];
    if (way.kind != PortalKind::flush) add_connection(way);
    else if (detour_joins(way, flush.at(side_of(way)))) add_edge(way, mesh.outer_edges[w]);
    else closed.push_back(&way);
  }
  // The longest of those that join the same.
  std::ranges::stable_sort(closed, std::greater<>(), [](const DetourWay* w) -> mpq_class {
    const auto [from, to] = range_of(*w);
    return to - from;
  });
  for (const DetourWay* way : closed) {
    if (joined_.contains(joined_by(*way))) continue;
    note_joined(*way);
    add_connection(*way);
  }
}

OuterWays::Joined OuterWays::joined_by(const DetourWay& way) { return {way.beyond, way.stance, way.joins.back()}; }

// What may pass in a stance may in each lower one.
void OuterWays::note_joined(const DetourWay& way) {
  for (kernel::Label s = 1; s <= way.stance; ++s)
    joined_.insert({way.beyond, s, way.joins[static_cast<std::size_t>(s) - 1]});
}

// Along the plan's second axis Detour's z runs the other way.
DetourTile::Side OuterWays::side_of(const DetourWay& way) const {
  if (way.beyond[0] != frame_.at[0]) return way.beyond[0] > frame_.at[0] ? DetourTile::x_up : DetourTile::x_down;
  return way.beyond[1] > frame_.at[1] ? DetourTile::z_down : DetourTile::z_up;
}

// Ways are sorted by where they begin.
bool OuterWays::detour_joins(const DetourWay& way, std::span<const DetourWay* const> of_side) const {
  const mpq_class least(1, 25);  // twice what Detour asks for, as rounding makes a way shorter
  const auto [from, to] = range_of(way);
  if (to - from < least) return false;
  const mpq_class apart = 2 * mesh_.climb() + 2 * mesh_.grid.axes[y_axis].cell;
  for (const DetourWay* other : of_side) {
    if (range_of(*other)[0] >= to) break;
    if (other != &way && near({&way, other}, apart)) return false;
  }
  return true;
}

void OuterWays::add_edge(const DetourWay& way, const std::vector<OuterEdge>& cells) {
  note_joined(way);
  const std::size_t axis = along(way) == 0 ? x_axis : z_axis;
  std::array<std::array<std::uint32_t, 2>, 2> ends;  // along the side, and the height
  for (const std::size_t e : {0, 1}) {
    const kernel::ExactPoint p = to_detour(way.here[e]);
    ends[e] = {mesh_.grid.axes[axis].step(p[axis]), mesh_.grid.axes[y_axis].step(p[y_axis])};
  }
  std::ranges::sort(ends);
  edges_[side_of(way)].push_back({{ends[0][0], ends[1][0]}, {ends[0][1], ends[1][1]}, &cells});
}

std::optional<DetourTile::Side> OuterWays::side_beyond(NavMesh::CellIndex cell, const DetourGrid::Step& a,
                                                       const DetourGrid::Step& b) const {
  for (const auto& [side, stretches] : edges_) {
    const bool across_x = side == DetourTile::x_down || side == DetourTile::x_up;
    const std::size_t across = across_x ? x_axis : z_axis, along = across_x ? z_axis : x_axis;
    const std::uint32_t line = side == DetourTile::x_down || side == DetourTile::z_down ? 0 : mesh_.grid.top[across];
    if (a[across] != line || b[across] != line) continue;
    const double middle = (static_cast<double>(a[along]) + b[along]) / 2,
                 height = (static_cast<double>(a[y_axis]) + b[y_axis]) / 2;
    for (const auto& [range, heights, cells] : stretches) {
      if (!(range[0] < middle && middle < range[1])) continue;
      if (std::ranges::find(*cells, cell, &OuterEdge::cell) == cells->end()) continue;
      const double share = (middle - range[0]) / (range[1] - range[0]);
      if (std::fabs(heights[0] + share * (static_cast<double>(heights[1]) - heights[0]) - height) <= 2) return side;
    }
  }
  return std::nullopt;
}

// Cells are to the left of `here`, as that is told, and to the right of `there`. A part of a tile that is narrower than
// some cells of the grid at a short way might be missed, and then the connection would lead to another part.
void OuterWays::add_connection(const DetourWay& way) {
  DetourTile::Connection out{static_cast<std::uint32_t>(connections_.size()), {}, way.stance};
  const bool is_first = frame_.at < way.beyond;
  for (const bool here : {true, false}) {
    const Segment& s = here ? way.here : way.there;
    const std::array<std::int64_t, 2>& tile = here ? frame_.at : way.beyond;
    const mpq_class x = s[1][0] - s[0][0], y = s[1][1] - s[0][1];
    const double length = kernel::hypotenuse(x.get_d(), y.get_d());
    const mpq_class& cell = mesh_.grid.axes[x_axis].cell;
    double inward = 4 * cell.get_d();
    if (way.kind == PortalKind::flush) inward = std::min({inward, length / 4, way.areas[here ? 0 : 1] / (2 * length)});
    if (!(inward >= cell.get_d())) {
      ++left_out_;
      return;
    }
    const mpq_class share = mpq_class(inward / length) * (here ? 1 : -1);
    kernel::ExactPoint at;
    for (std::size_t axis = 0; axis < 3; ++axis) at[axis] = (s[0][axis] + s[1][axis]) / 2;
    at[0] -= share * y;
    at[1] += share * x;
    for (const std::size_t axis : {0, 1}) {
      const mpq_class low = frame_.line(axis, tile[axis]) + cell, high = frame_.line(axis, tile[axis] + 1) - cell;
      at[axis] = std::clamp(at[axis], low, std::max(low, high));
    }
    out.ends[here == is_first ? 0 : 1] = to_detour(at);
  }
  closed_ += way.kind == PortalKind::flush;
  connections_.push_back(std::move(out));
}

namespace {

// The edges of facets with which flush ways may begin, by the place where they do.
struct FacetEdge {
  NavMesh::CellIndex cell;
  NavMesh::PointIndex from, to;
};
using EdgesByStart = std::multimap<kernel::ExactPoint, FacetEdge>;

EdgesByStart facet_edges_along(const NavMesh& mesh, std::span<const DetourWay> ways) {
  std::array<std::set<mpq_class>, 2> lines;  // by the axis across
  for (const DetourWay& way : ways)
    if (way.kind == PortalKind::flush) lines[1 - along(way)].insert(way.here[0][1 - along(way)]);
  const auto on_line = [&](const kernel::ExactPoint& p, const kernel::ExactPoint& q) {
    return (p[0] == q[0] && lines[0].contains(p[0])) || (p[1] == q[1] && lines[1].contains(p[1]));
  };
  EdgesByStart out;
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) {
    if (mesh.cells[c].open_to() <= kernel::blocked) continue;
    for (const NavMesh::Facet& facet : mesh.cells[c].facets)
      for (std::size_t i = 0; i < facet.corners.size(); ++i) {
        const NavMesh::PointIndex p = facet.corners[i], q = facet.corners[i + 1 == facet.corners.size() ? 0 : i + 1];
        if (on_line(mesh.points[p], mesh.points[q])) out.emplace(mesh.points[p], FacetEdge{c, p, q});
      }
  }
  return out;
}

}  // namespace

// From the first end of a way one facet edge follows another until its last end; those of one cell are one edge.
std::vector<std::vector<OuterEdge>> outer_edges(const NavMesh& mesh, std::span<const DetourWay> ways) {
  if (ways.empty()) return {};
  const EdgesByStart edges = facet_edges_along(mesh, ways);
  std::vector<std::vector<OuterEdge>> all;
  for (const DetourWay& way : ways) {
    std::vector<OuterEdge>& out = all.emplace_back();
    if (way.kind != PortalKind::flush) continue;
    const std::size_t k = along(way);
    const bool up = way.here[0][k] < way.here[1][k];
    const auto on_way = [&](const kernel::ExactPoint& from, const kernel::ExactPoint& to) {
      return (up ? from[k] < to[k] && to[k] <= way.here[1][k] : from[k] > to[k] && to[k] >= way.here[1][k]) &&
             to[2] == height_at(way.here, k, to[k]);
    };
    const kernel::ExactPoint* at = &way.here[0];
    while (*at != way.here[1]) {
      const auto [first, last] = edges.equal_range(*at);
      const auto next =
          std::find_if(first, last, [&](const auto& edge) { return on_way(*at, mesh.points[edge.second.to]); });
      if (next == last) break;
      const FacetEdge& edge = next->second;
      if (!out.empty() && out.back().cell == edge.cell) out.back().ends[1] = edge.to;
      else out.push_back({edge.cell, {edge.from, edge.to}});
      at = &mesh.points[edge.to];
    }
  }
  return all;
}

}  // namespace plumb::pipeline
