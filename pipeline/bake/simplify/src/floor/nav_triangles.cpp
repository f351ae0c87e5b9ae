// SPDX-License-Identifier: GPL-3.0-or-later
// The walkable cells of a navmesh as one triangle mesh, and the portals that lead from edge to edge of it.
// Problem. Cells are convex polygons that meet along parts of their edges. Stages on triangles need whole edges in
// common, vertices of one fan each, and boundary wherever there is no way across.
// 1. CellRings puts the ends of all portals into the rings of both cells, and what one ring has along a flush portal
//    into the other: so cells meet along whole edges of their rings.
// 2. mark_ways() notes which portals lead from each edge. Where it is one flush portal alone, the edges are joined.
// 3. add_triangles() cuts each ring to triangles with area, though corners may be straight.
// 4. number_points() gives corners around a place one vertex as far as joined sides connect them, so each vertex has
//    one fan. split_doubles() puts a vertex on sides of the boundary that have both ends in common with another side:
//    two sides of a slit would be joined otherwise.
// 5. add_boundary() gives each boundary edge the number of its set of ways. One edge of each connected set of triangles
//    gets a number of its own: the longest.
// ways_of() cuts portals where edges of the boundary on either side end, by their shares of the portal's length.
// Cost. O(N log N), but for portals along one edge, which are put there one after the other.
// Exactness. Signs in doubles first; new points are middles of edges, and shares are fractions.
#include "floor/nav_triangles.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "plumb/kernel/elementary.h"
#include "plumb/kernel/numbering.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;
using kernel::before;
using kernel::orientation;
using PointIndex = NavMesh::PointIndex;
using Way = NavTriangles::Way;

// The rings of walkable cells, with corners wherever portals or cells on the other side have some.
class CellRings {
 public:
  explicit CellRings(const NavMesh& mesh) : mesh_(mesh), rings(mesh.cells.size()) {
    for (std::size_t c = 0; c < mesh.cells.size(); ++c)
      if (const NavMesh::Cell& cell = mesh.cells[c]; cell.stance > kernel::blocked)
        rings[c].assign(cell.facets[0].corners.begin(), cell.facets[0].corners.end());
    for (const NavMesh::Portal& p : mesh.portals)
      for (const std::size_t end : {0u, 1u}) {
        insert(p.a, p.on_a[end]);
        insert(p.b, p.on_b[end]);
      }
    for (const NavMesh::Portal& p : mesh.portals) {
      if (p.kind != PortalKind::flush) continue;
      const auto on_a = stretch(p.a, p.on_a[0], p.on_a[1]), on_b = stretch(p.b, p.on_b[1], p.on_b[0]);
      for (const PointIndex point : on_a) insert(p.b, point);
      for (const PointIndex point : on_b) insert(p.a, point);
    }
  }

  // The corners of a ring from one to another.
  std::vector<PointIndex> stretch(NavMesh::CellIndex cell, PointIndex from, PointIndex to) const {
    const auto& ring = rings[cell];
    std::vector<PointIndex> out;
    auto at = std::ranges::find(ring, from);
    for (; *at != to; at = at + 1 == ring.end() ? ring.begin() : at + 1) out.push_back(*at);
    out.push_back(to);
    return out;
  }
  std::size_t place(NavMesh::CellIndex cell, PointIndex point) const {
    return static_cast<std::size_t>(std::ranges::find(rings[cell], point) - rings[cell].begin());
  }

 private:
  const NavMesh& mesh_;

 public:
  std::vector<std::vector<PointIndex>> rings;  // by cell

 private:
  void insert(NavMesh::CellIndex cell, PointIndex point) {
    auto& ring = rings[cell];
    if (std::ranges::find(ring, point) != ring.end()) return;
    cancellation_point();
    const auto at = mesh_.points.place(point);
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const auto p = mesh_.points.place(ring[i]), q = mesh_.points.place(ring[i + 1 == ring.size() ? 0 : i + 1]);
      if (before(p, at) != before(at, q) || before(p, at) == before(at, p) || orientation(p, q, at) != 0) continue;
      ring.insert(ring.begin() + static_cast<std::ptrdiff_t>(i) + 1, point);
      return;
    }
  }
};

class Triangles {
 public:
  explicit Triangles(const NavMesh& mesh) : mesh_(mesh), cells_(mesh) {
    first_.push_back(0);
    for (const auto& ring : cells_.rings) first_.push_back(first_.back() + static_cast<Index>(ring.size()));
    ways_.resize(first_.back());
    twin_.assign(first_.back(), TriangleMesh::none);
    side_of_.assign(first_.back(), TriangleMesh::none);
  }

  NavTriangles make() {
    mark_ways();
    for (NavMesh::CellIndex c = 0; c < cells_.rings.size(); ++c)
      if (!cells_.rings[c].empty()) add_triangles(c);
    for (Index e = 0; e < twin_.size(); ++e)
      if (twin_[e] != TriangleMesh::none) beyond_[side_of_[e]] = side_of_[twin_[e]];
    for (Index side = 0; side < beyond_.size(); ++side) now_.push_back(side);
    number_points();
    find_anchors();
    split_doubles();
    add_boundary();
    return std::move(out_);
  }

 private:
  // Edge i of the ring of cell c is edge first_[c] + i.
  void mark_ways() {
    for (std::uint32_t k = 0; k < mesh_.portals.size(); ++k) {
      const NavMesh::Portal& p = mesh_.portals[k];
      const auto on_a = edges(p.a, p.on_a[0], p.on_a[1]), on_b = edges(p.b, p.on_b[1], p.on_b[0]);
      for (const Index e : on_a) ways_[e].push_back({k, false});
      for (const Index e : on_b) ways_[e].push_back({k, true});
      if (p.kind == PortalKind::flush)
        for (std::size_t i = 0; i < on_a.size(); ++i) twins_.push_back({on_a[i], on_b[on_b.size() - 1 - i]});
    }
    for (const auto& [e, f] : twins_)
      if (ways_[e].size() == 1 && ways_[f].size() == 1) {
        twin_[e] = f;
        twin_[f] = e;
      }
  }
  std::vector<Index> edges(NavMesh::CellIndex cell, PointIndex from, PointIndex to) const {
    const auto count = static_cast<Index>(cells_.rings[cell].size());
    const auto start = static_cast<Index>(cells_.place(cell, from)), end = static_cast<Index>(cells_.place(cell, to));
    std::vector<Index> out;
    for (Index i = start; i != end; i = i + 1 == count ? 0 : i + 1) out.push_back(first_[cell] + i);
    return out;
  }

  bool is_straight(const std::vector<PointIndex>& ring, std::size_t i) const {
    const std::size_t n = ring.size();
    return orientation(mesh_.points.place(ring[i == 0 ? n - 1 : i - 1]), mesh_.points.place(ring[i]),
                       mesh_.points.place(ring[i + 1 == n ? 0 : i + 1])) == 0;
  }

  // From the first straight corner of an edge, a fan covers all but the rest of that edge, which makes triangles with
  // the corner after it. So no triangle is flat.
  void add_triangles(NavMesh::CellIndex cell) {
    const auto& ring = cells_.rings[cell];
    const std::size_t n = ring.size();
    std::size_t start = 0;
    while (start < n && !(is_straight(ring, start) && !is_straight(ring, start == 0 ? n - 1 : start - 1))) ++start;
    if (start == n) start = 0;  // none is
    std::size_t last = 0;       // corners after `start` on its edge, with the edge's end
    if (is_straight(ring, start))
      for (last = 1; is_straight(ring, (start + last) % n); ++last) {}
    inside_.clear();
    const auto at = [&](std::size_t k) { return static_cast<Index>((start + k) % n); };
    for (std::size_t k = 0; k < last; ++k) add_triangle(cell, {at(k), at(k + 1), at(last + 1)});
    for (std::size_t k = last + 1; k + 1 < n; ++k) add_triangle(cell, {at(0), at(k), at(k + 1)});
  }

  void add_triangle(NavMesh::CellIndex cell, const std::array<Index, 3>& corners) {
    const auto& ring = cells_.rings[cell];
    const auto t = static_cast<Index>(out_.mesh.triangles.size());
    TriangleMesh::Triangle& triangle = out_.mesh.triangles.emplace_back();
    triangle.surface = mesh_.cells[cell].facets[0].surface;
    for (std::size_t i = 0; i < 3; ++i) {
      const Index from = corners[i], to = corners[(i + 1) % 3];
      corner_.push_back(ring[from]);
      beyond_.push_back(TriangleMesh::none);
      edge_.push_back(TriangleMesh::none);
      if ((from + 1) % ring.size() == to) {
        edge_.back() = first_[cell] + from;
        side_of_[edge_.back()] = 3 * t + static_cast<Index>(i);
        continue;
      }
      const auto [known, is_new] = inside_.try_emplace(std::minmax(from, to), 3 * t + static_cast<Index>(i));
      if (is_new) continue;
      beyond_.back() = known->second;
      beyond_[known->second] = 3 * t + static_cast<Index>(i);
    }
  }

  static Index next(Index side) { return side % 3 == 2 ? side - 2 : side + 1; }

  void number_points() {
    kernel::UnionFind one(static_cast<Index>(corner_.size()));
    for (Index side = 0; side < beyond_.size(); ++side)
      if (beyond_[side] != TriangleMesh::none) one.unite(side, next(beyond_[side]));
    std::vector<Index> number(corner_.size(), TriangleMesh::none);
    for (Index side = 0; side < corner_.size(); ++side) {
      Index& known = number[one.find(side)];
      if (known == TriangleMesh::none) {
        known = static_cast<Index>(out_.mesh.points.size());
        out_.mesh.points.push_back(mesh_.points[corner_[side]]);
      }
      out_.mesh.triangles[side / 3].corners[side % 3] = known;
    }
  }

  std::array<Index, 2> ends(Index side) const {
    const auto& c = out_.mesh.triangles[side / 3].corners;
    return {c[side % 3], c[(side + 1) % 3]};
  }

  // Of each connected set of triangles the longest side of the boundary, roughly.
  void find_anchors() {
    kernel::UnionFind together(static_cast<Index>(out_.mesh.triangles.size()));
    for (Index side = 0; side < beyond_.size(); ++side)
      if (beyond_[side] != TriangleMesh::none) together.unite(side / 3, beyond_[side] / 3);
    std::vector<std::pair<double, Index>> longest(out_.mesh.triangles.size(), {-1, TriangleMesh::none});
    for (Index side = 0; side < beyond_.size(); ++side) {
      if (beyond_[side] != TriangleMesh::none) continue;
      const auto [p, q] = ends(side);
      const ExactPoint &a = out_.mesh.points[p], &b = out_.mesh.points[q];
      auto& known = longest[together.find(side / 3)];
      const double length = kernel::hypotenuse(kernel::order_key(b[0]) - kernel::order_key(a[0]),
                                               kernel::order_key(b[1]) - kernel::order_key(a[1]));
      if (length > known.first) known = {length, side};
    }
    for (const auto& [length, side] : longest)
      if (side != TriangleMesh::none) anchors_.push_back(side);
  }

  void split_doubles() {
    std::map<std::pair<Index, Index>, std::vector<Index>> between;
    for (Index side = 0; side < beyond_.size(); ++side) {
      const auto [p, q] = ends(side);
      between[std::minmax(p, q)].push_back(side);
    }
    for (const auto& [pair, sides] : between) {
      bool keeps = std::ranges::none_of(sides, [&](Index side) { return beyond_[side] != TriangleMesh::none; });
      for (const Index side : sides) {
        if (beyond_[side] != TriangleMesh::none) continue;
        if (!std::exchange(keeps, false)) split(side);
      }
    }
  }
  // Puts a vertex in the middle of a side of the boundary. The side keeps its number for the first half.
  void split(Index side) {
    auto& [points, triangles, boundary] = out_.mesh;
    const Index t = now_[side] / 3, i = now_[side] % 3, other = static_cast<Index>(triangles.size());
    const auto middle = static_cast<Index>(points.size());
    TriangleMesh::Triangle half = triangles[t];
    const ExactPoint &p = points[half.corners[i]], &q = points[half.corners[(i + 1) % 3]];
    points.push_back({(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2});
    triangles[t].corners[(i + 1) % 3] = middle;
    half.corners[i] = middle;
    triangles.push_back(half);
    // The side after this one is now the other half's.
    for (Index s = 3 * (side / 3); s < 3 * (side / 3) + 3; ++s)
      if (now_[s] == 3 * t + (i + 1) % 3) now_[s] = 3 * other + (i + 1) % 3;
    for (auto& [first, second] : second_halves_)
      if (second == 3 * t + (i + 1) % 3) second = 3 * other + (i + 1) % 3;
    second_halves_.push_back({side, 3 * other + i});
  }

  void add_boundary() {
    std::map<std::vector<Way>, Index> lines;
    const auto add = [&](Index at, Index line) {
      out_.mesh.boundary.push_back({at / 3, static_cast<std::uint8_t>(at % 3),
                                    line == TriangleMesh::none ? EdgeClass::open : EdgeClass::step, line, false});
    };
    std::vector<Index> line_of(beyond_.size(), TriangleMesh::none);
    for (const Index side : anchors_) {
      line_of[side] = static_cast<Index>(out_.ways.size());
      out_.ways.push_back(edge_ways(side));
      out_.anchors.push_back({line_of[side], now_[side] / 3});
    }
    for (Index side = 0; side < beyond_.size(); ++side) {
      if (beyond_[side] != TriangleMesh::none) continue;
      const auto ways = edge_ways(side);
      if (line_of[side] == TriangleMesh::none && !ways.empty()) {
        const auto [known, is_new] = lines.try_emplace(ways, static_cast<Index>(out_.ways.size()));
        if (is_new) out_.ways.push_back(ways);
        line_of[side] = known->second;
      }
      add(now_[side], line_of[side]);
    }
    for (const auto& [side, half] : second_halves_) {
      Index line = line_of[side];
      if (std::ranges::find(anchors_, side) != anchors_.end()) {  // the anchor is the first half alone
        line = static_cast<Index>(out_.ways.size());
        out_.ways.push_back(edge_ways(side));
      }
      add(half, line);
    }
    std::ranges::sort(out_.mesh.boundary, {},
                      [](const TriangleMesh::BoundaryEdge& e) { return std::pair(e.triangle, e.side); });
  }
  std::vector<Way> edge_ways(Index side) const {
    std::vector<Way> out = ways_[edge_[side]];
    std::ranges::sort(out);
    return out;
  }

  const NavMesh& mesh_;
  CellRings cells_;
  std::vector<Index> first_;            // by cell: its first edge
  std::vector<std::vector<Way>> ways_;  // by edge
  std::vector<std::array<Index, 2>> twins_;
  std::vector<Index> twin_, side_of_;  // by edge: the joined one, and the side of a triangle that it is
  // Side i of triangle t is 3 t + i. By side: the point where it starts, the side beyond it, its edge, where it is now.
  std::vector<PointIndex> corner_;
  std::vector<Index> beyond_, edge_, now_;
  std::map<std::pair<Index, Index>, Index> inside_;  // of the cell at work, by corners: a side
  std::vector<Index> anchors_;
  std::vector<std::pair<Index, Index>> second_halves_;  // of sides that were split: the side, and where the half is
  NavTriangles out_;
};

// A boundary edge along a portal: from one share of it to another, ascending.
struct Stretch {
  mpq_class from, to;
  Index triangle;
};

// The shares of the way from p to q at which an edge of the boundary, which lies on it in plan, starts and ends.
Stretch stretch_of(const ExactPoint& p, const ExactPoint& q, const ExactPoint& from, const ExactPoint& to,
                   Index triangle) {
  Stretch out{kernel::share_along(p, q, from), kernel::share_along(p, q, to), triangle};
  if (out.to < out.from) std::swap(out.from, out.to);
  out.from = std::max<mpq_class>(out.from, 0);
  out.to = std::min<mpq_class>(out.to, 1);
  return out;
}

}  // namespace

NavTriangles triangles_of(const NavMesh& mesh) { return Triangles(mesh).make(); }

std::vector<TriangleWay> ways_of(const NavMesh& mesh, const std::vector<std::vector<NavTriangles::Way>>& ways,
                                 const TriangleMesh& triangles) {
  std::map<Way, std::vector<Stretch>> stretches;
  for (const TriangleMesh::BoundaryEdge& e : triangles.boundary) {
    if (e.wall_line == TriangleMesh::none) continue;
    const auto& c = triangles.triangles[e.triangle].corners;
    for (const Way& w : ways[e.wall_line]) {
      const auto& on = w.on_b ? mesh.portals[w.portal].on_b : mesh.portals[w.portal].on_a;
      stretches[w].push_back(stretch_of(mesh.points[on[0]], mesh.points[on[1]], triangles.points[c[e.side]],
                                        triangles.points[c[(e.side + 1) % 3]], e.triangle));
    }
  }
  for (auto& [way, list] : stretches) std::ranges::sort(list, {}, &Stretch::from);
  std::vector<TriangleWay> out;
  for (const auto& [way, on_a] : stretches) {
    if (way.on_b) continue;
    const NavMesh::Portal& p = mesh.portals[way.portal];
    const std::array from{mesh.points[p.on_a[0]], mesh.points[p.on_a[1]]},
        to{mesh.points[p.on_b[0]], mesh.points[p.on_b[1]]};
    const auto& on_b = stretches[{way.portal, true}];
    for (std::size_t i = 0, j = 0; i < on_a.size() && j < on_b.size();) {
      const mpq_class start = std::max(on_a[i].from, on_b[j].from), end = std::min(on_a[i].to, on_b[j].to);
      if (start < end)
        out.push_back({{on_a[i].triangle,
                        on_b[j].triangle,
                        {kernel::point_along(from[0], from[1], start), kernel::point_along(from[0], from[1], end)},
                        {kernel::point_along(to[0], to[1], start), kernel::point_along(to[0], to[1], end)}},
                       p.kind});
      if (on_a[i].to < on_b[j].to) ++i;
      else ++j;
    }
  }
  return out;
}

}  // namespace plumb::pipeline
