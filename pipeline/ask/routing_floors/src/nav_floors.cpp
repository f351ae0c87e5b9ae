// SPDX-License-Identifier: GPL-3.0-or-later
// The floors of a navmesh as one triangulation that may lie over itself, for planning routes of a disc.
// Problem. A navmesh has convex cells with planar facets, and portals: flush, steps, and welds over gaps. Portals end
// anywhere along edges, and several may lie along one edge at different heights. The planner wants triangles whose
// edges are either joined as a whole or not at all (FloorPlan): so every edge gets a corner wherever something along it
// begins or ends.
// 1. FloorsOfMesh::add_edges() lists the edges of all facets whose cell is open to the stance, and refuses facets
//    without area.
// 2. join_facets() finds where facets of one cell meet; join_portals() finds along which edges each portal runs, and
//    notes joints (pairs of edges with a common segment) and gaps.
// 3. exchange_corners() gives the two edges of each joint the same corners along it, until nothing changes.
// 4. number_corners() numbers corners with their heights; glue() pairs the parts of joined edges and unites their ends.
// 5. make_triangles() triangulates each facet (convex_triangles), and links the half-edges that meet at one side in a
//    circle; where more than two meet, `joined` says which are reached from which.
// 6. make_gaps() and make_border() add the gaps of welds and the border of the stance with its heights.
// The result is tested (is_valid); a mesh that no bake wrote is refused here.
// Cost. Step 2 is quadratic in the edges of one cell. Step 3 repeats over all joints, as often as the longest chain of
// edges passes a corner on. Triangles are quadratic in the corners of a facet. All else O(N log N); memory O(N).
// Exactness. Places are shares of edges, as fractions; only corners and ends of portals occur, so numbers do not grow.
// Source: ours. Koutsoumpas has no floors; the layers of Saaltink would cut them instead.
#include "plumb/pipeline/nav_floors.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <vector>

#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/plan_region.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/facet_index.h"

namespace plumb::pipeline {
namespace {

using Index = plan::PlanTriangulation::Index;
using kernel::PlanPoint;
constexpr Index none = plan::PlanTriangulation::none;

// The Delaunay triangles of a convex ring, counter-clockwise, which may go straight on at corners. They name corners
// by their place in the ring, and are counter-clockwise too. Empty: the ring is not convex. Quadratic.
std::vector<std::array<std::uint32_t, 3>> convex_triangles(std::span<const kernel::FilteredPoint* const> ring) {
  std::vector<std::array<std::uint32_t, 3>> out;
  if (ring.size() < 3) return out;
  // Chains of the ring; an edge from the last corner of a chain to its first closes it.
  std::vector<std::array<std::uint32_t, 2>> chains{{0, static_cast<std::uint32_t>(ring.size() - 1)}};
  while (!chains.empty()) {
    const auto [first, last] = chains.back();
    chains.pop_back();
    if (last - first < 2) continue;
    // The corner whose circle with that edge has no other corner in it. A corner on the edge's line lies in the circle
    // of every other one, so it is never chosen.
    std::uint32_t best = first;
    for (std::uint32_t k = first + 1; k < last; ++k) {
      if (best == first) {
        if (kernel::orientation(*ring[first], *ring[k], *ring[last]) > 0) best = k;
      } else if (kernel::in_circle(*ring[first], *ring[best], *ring[last], *ring[k]) > 0) {
        best = k;
      }
    }
    if (best == first) return {};
    out.push_back({first, best, last});
    chains.push_back({first, best});
    chains.push_back({best, last});
  }
  return out;
}

// A segment in plan.
using Segment = std::array<PlanPoint, 2>;

// The share of a segment at which a place of its line is.
mpq_class share_along(const Segment& s, const PlanPoint& p) { return kernel::share_along(s[0], s[1], p); }

// Makes the floors of a navmesh.
class FloorsOfMesh {
 public:
  FloorsOfMesh(DerivedMesh& derived, const NavFloorOptions& options)
      : derived_(derived), mesh_(derived.mesh()), options_(options) {}

  // The floors; none if the mesh is not one that a bake writes.
  std::optional<NavFloors> make() {
    if (!add_edges()) return std::nullopt;
    join_facets();
    join_portals();
    exchange_corners();
    number_corners();
    if (!glue() || !make_triangles()) return std::nullopt;
    make_gaps();
    make_border();
    if (!is_valid(out_.plan)) return std::nullopt;
    return std::move(out_);
  }

 private:
  // An edge of a facet, with the shares at which it gets corners.
  struct Edge {
    std::uint32_t facet;  // of out_.facets
    Segment at;
    std::set<mpq_class> shares;
    std::uint32_t first_corner = 0;
  };
  // Two edges that meet along a segment, in opposite directions.
  struct Joint {
    std::uint32_t x, y;
    Segment at;
  };
  struct Corner {
    PlanPoint at;
    mpq_class height;
    std::uint32_t next;  // of its facet
  };
  struct Gap {
    std::array<Segment, 2> at;
    std::array<std::vector<std::uint32_t>, 2> edges;
  };

  bool is_taken(NavMesh::CellIndex c) const { return mesh_.cells[c].open_to() >= options_.stance; }

  // Lists the edges of all facets. Returns false if an edge has no length or a facet no area.
  bool add_edges() {
    edges_of_.assign(mesh_.cells.size() + 1, 0);
    for (NavMesh::CellIndex c = 0; c < mesh_.cells.size(); ++c) {
      edges_of_[c] = static_cast<std::uint32_t>(edges_.size());
      if (!is_taken(c)) continue;
      for (std::uint32_t f = 0; f < mesh_.cells[c].facets.size(); ++f) {
        const auto ring = mesh_.cells[c].facets[f].ring();
        kernel::PlanRing plan;
        for (const NavMesh::PointIndex p : ring) plan.push_back(plan_of(mesh_.points[p]));
        if (kernel::signed_area(plan) <= 0) return false;
        for (std::size_t i = 0; i < ring.size(); ++i)
          edges_.push_back(
              {.facet = static_cast<std::uint32_t>(out_.facets.size()),
               .at = {plan_of(mesh_.points[ring[i]]), plan_of(mesh_.points[ring[i + 1 == ring.size() ? 0 : i + 1]])},
               .shares = {}});
        out_.facets.push_back({c, f, 0, 0});
      }
    }
    edges_of_.back() = static_cast<std::uint32_t>(edges_.size());
    for (const Edge& e : edges_) near_.push_back({kernel::FilteredPoint(e.at[0]), kernel::FilteredPoint(e.at[1])});
    return std::ranges::none_of(edges_, [](const Edge& e) { return e.at[0] == e.at[1]; });
  }

  // The part of an edge along which a segment lies, as shares of the edge; none if that is no more than a point.
  std::optional<std::array<mpq_class, 2>> part(std::uint32_t edge,
                                               const std::array<kernel::FilteredPoint, 2>& s) const {
    const kernel::FilteredPoint &p = near_[edge][0], &q = near_[edge][1];
    const auto apart = [&](auto axis) {
      return std::min(axis(p).low, axis(q).low) > std::max(axis(s[0]).high, axis(s[1]).high) ||
             std::min(axis(s[0]).low, axis(s[1]).low) > std::max(axis(p).high, axis(q).high);
    };
    if (apart([](const kernel::FilteredPoint& n) { return n.ix; }) ||
        apart([](const kernel::FilteredPoint& n) { return n.iy; }))
      return std::nullopt;
    if (kernel::orientation(p, q, s[0]) != 0 || kernel::orientation(p, q, s[1]) != 0) return std::nullopt;
    mpq_class from = share_along(edges_[edge].at, s[0].at), to = share_along(edges_[edge].at, s[1].at);
    if (to < from) std::swap(from, to);
    from = std::max(from, mpq_class(0)), to = std::min(to, mpq_class(1));
    if (from >= to) return std::nullopt;
    return std::array{from, to};
  }
  static PlanPoint place(const Segment& s, const mpq_class& share) {
    if (share == 0) return s[0];
    if (share == 1) return s[1];
    return {s[0][0] + share * (s[1][0] - s[0][0]), s[0][1] + share * (s[1][1] - s[0][1])};
  }

  // Finds where facets of one cell meet.
  void join_facets() {
    for (NavMesh::CellIndex c = 0; c < mesh_.cells.size(); ++c) {
      if (mesh_.cells[c].facets.size() < 2) continue;
      for (std::uint32_t x = edges_of_[c]; x < edges_of_[c + 1]; ++x)
        for (std::uint32_t y = x + 1; y < edges_of_[c + 1]; ++y) {
          if (edges_[x].facet == edges_[y].facet) continue;
          const auto on = part(x, near_[y]);
          if (!on) continue;
          joints_.push_back({x, y, {place(edges_[x].at, (*on)[0]), place(edges_[x].at, (*on)[1])}});
        }
    }
  }

  // The edges of a cell along which a segment lies, each with the common part.
  std::vector<std::pair<std::uint32_t, Segment>> along(NavMesh::CellIndex cell, const Segment& s) const {
    const std::array near{kernel::FilteredPoint(s[0]), kernel::FilteredPoint(s[1])};
    std::vector<std::pair<std::uint32_t, Segment>> out;
    for (std::uint32_t e = edges_of_[cell]; e < edges_of_[cell + 1]; ++e)
      if (const auto on = part(e, near))
        out.push_back({e, {place(edges_[e].at, (*on)[0]), place(edges_[e].at, (*on)[1])}});
    return out;
  }

  void join_portals() {
    for (const NavMesh::Portal& p : mesh_.portals) {
      if (p.stance < options_.stance || !is_taken(p.a) || !is_taken(p.b)) continue;
      const Segment a{plan_of(mesh_.points[p.on_a[0]]), plan_of(mesh_.points[p.on_a[1]])},
          b{plan_of(mesh_.points[p.on_b[0]]), plan_of(mesh_.points[p.on_b[1]])};
      if (a[0] == a[1] || b[0] == b[1]) continue;
      const auto on_a = along(p.a, a), on_b = along(p.b, b);
      for (const auto* all : {&on_a, &on_b})
        for (const auto& [e, segment] : *all)
          for (const PlanPoint& end : segment) add_corner(e, end);
      if (p.kind == PortalKind::weld) {
        Gap gap{{a, b}, {}};
        for (const auto& [e, segment] : on_a) gap.edges[0].push_back(e);
        for (const auto& [e, segment] : on_b) gap.edges[1].push_back(e);
        gaps_.push_back(std::move(gap));
        continue;
      }
      for (const auto& [x, on_x] : on_a)
        for (const auto& [y, on_y] : on_b) {
          const std::array near{kernel::FilteredPoint(on_x[0]), kernel::FilteredPoint(on_x[1])};
          if (const auto on = part(y, near))
            joints_.push_back({x, y, {place(edges_[y].at, (*on)[1]), place(edges_[y].at, (*on)[0])}});
        }
    }
  }

  bool add_corner(std::uint32_t edge, const PlanPoint& at) {
    const mpq_class share = share_along(edges_[edge].at, at);
    return share > 0 && share < 1 && edges_[edge].shares.insert(share).second;
  }

  // Gives edges that meet the same corners along their common part. All places are corners or ends of portals, of which
  // there are finitely many, so this ends.
  void exchange_corners() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Joint& j : joints_)
        for (const auto& [x, y] : {std::pair(j.x, j.y), std::pair(j.y, j.x)}) {
          for (const PlanPoint& end : j.at) changed = add_corner(x, end) || changed;
          mpq_class from = share_along(edges_[x].at, j.at[0]), to = share_along(edges_[x].at, j.at[1]);
          if (to < from) std::swap(from, to);
          for (const mpq_class& share : edges_[x].shares)
            if (share > from && share < to) changed = add_corner(y, place(edges_[x].at, share)) || changed;
        }
    }
  }

  void number_corners() {
    std::uint32_t first_of_facet = 0;
    for (std::uint32_t e = 0; e < edges_.size(); ++e) {
      Edge& edge = edges_[e];
      if (e > 0 && edges_[e - 1].facet != edge.facet) first_of_facet = static_cast<std::uint32_t>(corners_.size());
      edge.first_corner = static_cast<std::uint32_t>(corners_.size());
      const NavFloors::Facet& f = out_.facets[edge.facet];
      const NavMesh::Facet& facet = mesh_.cells[f.cell].facets[f.facet];
      const auto add = [&](const PlanPoint& at) {
        const auto number = static_cast<std::uint32_t>(corners_.size());
        corners_.push_back({at, plane_height(mesh_, facet, at[0], at[1]), number + 1});
      };
      add(edge.at[0]);
      for (const mpq_class& share : edge.shares) add(place(edge.at, share));
      if (e + 1 == edges_.size() || edges_[e + 1].facet != edge.facet) {
        corners_.back().next = first_of_facet;
        first_corner_.push_back(first_of_facet);
      }
    }
    first_corner_.push_back(static_cast<std::uint32_t>(corners_.size()));
    vertices_.reset(static_cast<std::uint32_t>(corners_.size()));
    sides_.reset(static_cast<std::uint32_t>(corners_.size()));
  }

  // The parts of an edge that lie along a segment, by the corners at which they begin.
  std::vector<std::uint32_t> parts(std::uint32_t edge, const Segment& s) const {
    const Edge& e = edges_[edge];
    mpq_class from = share_along(e.at, s[0]), to = share_along(e.at, s[1]);
    if (to < from) std::swap(from, to);
    std::vector<std::uint32_t> out;
    std::uint32_t corner = e.first_corner;
    mpq_class begin = 0;
    auto next = e.shares.begin();
    for (std::size_t k = 0; k <= e.shares.size(); ++k, ++corner) {
      const mpq_class end = next == e.shares.end() ? mpq_class(1) : *next++;
      if (begin >= from && end <= to) out.push_back(corner);
      begin = end;
    }
    return out;
  }

  bool glue() {
    for (const Joint& j : joints_) {
      const std::vector<std::uint32_t> x = parts(j.x, j.at), y = parts(j.y, j.at);
      if (x.size() != y.size()) return false;
      for (std::size_t i = 0; i < x.size(); ++i) {
        const std::uint32_t p = x[i], q = y[y.size() - 1 - i];
        sides_.unite(p, q);
        pairs_.push_back({p, q});
        vertices_.unite(p, corners_[q].next);
        vertices_.unite(corners_[p].next, q);
      }
    }
    return true;
  }

  bool make_triangles() {
    plan::PlanTriangulation& t = out_.plan.triangulation;
    std::vector<Index> vertex_of(corners_.size(), none);
    std::vector<kernel::FilteredPoint> near;
    for (const Corner& c : corners_) near.emplace_back(c.at);
    for (std::uint32_t c = 0; c < corners_.size(); ++c) {
      const std::uint32_t v = vertices_.find(c);
      if (vertex_of[v] == none) {
        vertex_of[v] = static_cast<Index>(t.points.size());
        t.points.push_back(near[c]);
      }
      vertex_of[c] = vertex_of[v];
    }
    half_edge_at_.assign(corners_.size(), none);
    std::map<mpq_class, Index> regions;
    for (std::size_t f = 0; f + 1 < first_corner_.size(); ++f) {
      const std::uint32_t first = first_corner_[f], count = first_corner_[f + 1] - first;
      std::vector<const kernel::FilteredPoint*> ring;
      for (std::uint32_t c = first; c < first + count; ++c) ring.push_back(&near[c]);
      const auto [region, is_new] = regions.try_emplace(weight_of(mesh_.cells[out_.facets[f].cell], options_),
                                                        static_cast<Index>(t.weights.size()));
      if (is_new) t.weights.push_back(region->first);
      out_.facets[f].first = static_cast<Index>(t.regions.size());
      std::map<std::pair<std::uint32_t, std::uint32_t>, Index> diagonals;
      const auto triangles = convex_triangles(ring);
      if (triangles.size() + 2 != ring.size()) return false;
      for (const auto& corners : triangles) {
        t.regions.push_back(region->second);
        for (std::size_t k = 0; k < 3; ++k) {
          const std::uint32_t from = corners[k], to = corners[(k + 1) % 3];
          const auto h = static_cast<Index>(t.half_edges.size());
          t.half_edges.push_back({vertex_of[first + from], none, plan::SegmentKind::none});
          t.heights.push_back(corners_[first + from].height);
          if (to == (from + 1) % count) {
            half_edge_at_[first + from] = h;
          } else if (const auto other = diagonals.find({to, from}); other != diagonals.end()) {
            t.half_edges[h].twin = other->second;
            t.half_edges[other->second].twin = h;
          } else {
            diagonals[{from, to}] = h;
          }
        }
      }
      out_.facets[f].last = static_cast<Index>(t.regions.size());
    }
    // Links the half-edges that meet at a side in a circle.
    std::vector<Index> last(corners_.size(), none);
    for (std::uint32_t c = 0; c < corners_.size(); ++c) {
      const std::uint32_t side = sides_.find(c);
      const Index h = half_edge_at_[c];
      if (side == c) {
        last[side] = h;
        continue;
      }
      plan::PlanTriangulation::HalfEdge& before = t.half_edges[last[side]];
      t.half_edges[h].twin = before.twin == none ? last[side] : before.twin;
      before.twin = h;
      last[side] = h;
    }
    // Where more than two meet, notes which of them are joined.
    for (const auto& [p, q] : pairs_) {
      const Index g = half_edge_at_[p], h = half_edge_at_[q];
      if (t.twin(t.twin(g)) == g) continue;
      for (const auto& [from, to] : {std::pair(g, h), std::pair(h, g)}) {
        std::vector<Index>& others = out_.plan.joined[from];
        const auto at = std::ranges::lower_bound(others, to);
        if (at == others.end() || *at != to) others.insert(at, to);
      }
    }
    return true;
  }

  void make_gaps() {
    plan::PlanTriangulation& t = out_.plan.triangulation;
    for (const Gap& gap : gaps_) {
      plan::FloorGap made;
      for (const std::size_t side : {0u, 1u}) {
        made.sides[side].ends = gap.at[side];
        for (const std::uint32_t e : gap.edges[side])
          for (const std::uint32_t c : parts(e, gap.at[side])) {
            const Index h = half_edge_at_[c];
            made.sides[side].half_edges.push_back(h);
            if (t.half_edges[h].twin == none) t.half_edges[h].twin = h;
          }
      }
      out_.plan.gaps.push_back(std::move(made));
    }
    for (Index h = 0; h < t.half_edges.size(); ++h) {
      const Index twin = t.twin(h);
      t.half_edges[h].kind = twin == none                              ? plan::SegmentKind::obstacle
                             : t.regions[twin / 3] != t.regions[h / 3] ? plan::SegmentKind::border
                                                                       : plan::SegmentKind::none;
    }
  }

  void make_border() {
    plan::PlanMap& border = out_.plan.border;
    plan::ObstacleHeights& heights = out_.plan.heights;
    heights.window = options_.window;
    for (const BorderInterval& b : derived_.border(options_.stance)) {
      const auto first = static_cast<plan::PlanMap::Index>(border.points.size());
      for (const NavMesh::PointIndex p : {b.from, b.to}) border.points.emplace_back(plan_of(mesh_.points[p]));
      border.segments.push_back({first, first + 1, plan::SegmentKind::obstacle});
      heights.ends.push_back({mesh_.points[b.from][2], mesh_.points[b.to][2]});
    }
  }

  DerivedMesh& derived_;
  const NavMesh& mesh_;
  const NavFloorOptions& options_;
  NavFloors out_;
  std::vector<std::uint32_t> edges_of_;  // by cell: its first edge
  std::vector<Edge> edges_;
  std::vector<std::array<kernel::FilteredPoint, 2>> near_;  // by edge: its ends
  std::vector<Joint> joints_;
  std::vector<Gap> gaps_;
  std::vector<Corner> corners_;
  std::vector<std::uint32_t> first_corner_;          // by facet
  std::vector<std::array<std::uint32_t, 2>> pairs_;  // of corners: the sides that begin there lie along each other
  kernel::UnionFind vertices_, sides_;               // of corners in one place; of sides, by their first corners
  std::vector<Index> half_edge_at_;                  // by corner: the half-edge there, along the boundary
};

}  // namespace

mpq_class weight_of(const NavMesh::Cell& cell, const NavFloorOptions& options) {
  const auto given = options.weights.find(cell.stance);
  return given == options.weights.end() ? cell.updated().cost : mpq_class(given->second * cell.updated().cost);
}

const NavFloors::Facet& NavFloors::facet_of(Index triangle) const {
  return *(std::ranges::upper_bound(facets, triangle, {}, &Facet::first) - 1);
}

std::vector<Index> NavFloors::triangles_at(const PlanPoint& at, const mpq_class& height,
                                           std::span<const NavMesh::CellIndex> cells) const {
  const plan::PlanTriangulation& t = plan.triangulation;
  const kernel::FilteredPoint place(at);
  std::vector<Index> out;
  for (const NavMesh::CellIndex cell : cells)
    for (auto f = std::ranges::lower_bound(facets, cell, {}, &Facet::cell); f != facets.end() && f->cell == cell; ++f)
      for (Index i = f->first; i < f->last; ++i) {
        bool inside = true;
        for (Index h = 3 * i; h < 3 * i + 3; ++h)
          inside = inside && kernel::orientation(t.points[t.from(h)], t.points[t.to(h)], place) >= 0;
        if (inside && t.height(i, at) == height) out.push_back(i);
      }
  std::ranges::sort(out);
  return out;
}

Result<NavFloors> make_nav_floors(DerivedMesh& derived, const NavFloorOptions& options) {
  auto made = FloorsOfMesh(derived, options).make();
  if (made) return std::move(*made);
  return Error{ErrorCode::bad_face,
               "cells are not convex, or portals are not where they meet; name a file that `plumb bake -o FILE.json` "
               "wrote",
               "", 0};
}

}  // namespace plumb::pipeline
