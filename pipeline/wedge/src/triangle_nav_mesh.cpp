// SPDX-License-Identifier: GPL-3.0-or-later
// A navmesh of the triangles that the wedge method leaves: triangles joined to convex cells, and what two cells have in
// common joined to portals (Hertel and Mehlhorn 1983).
// Problem. A navmesh needs convex cells, and as few as possible: fewest is expensive to find, so sides between
// triangles are removed greedily where the union stays convex in plan. A cell may lie in several planes; then it keeps
// its facets, the convex parts of one plane, merged in the same way.
// 1. pieces_of() makes a half-edge mesh (kernel ConvexPieces) in which every triangle is a face; glue_all() pairs the
//    half-edges.
// 2. longest_first() sorts the inner sides by their length in plan, longest first, ties by number.
// 3. merged_over() removes sides in that order where both corners stay convex (remove_cuts), and numbers the cells by
//    their lowest triangles (union-find).
// 4. The same function merges facets: only sides within one cell, between triangles of one surface or, where the
//    surface is not known, of one plane (in_one_facet).
// 5. The sides left between two cells become portals; join() puts those of one pair of cells together where they follow
//    each other straight in space.
// 6. cell_links() makes one portal of the links of two cells that follow each other straight.
// 7. nav_mesh() numbers the points that cells use, each place once, and copies cells, facets and portals to a NavMesh.
// Cost. O(N log N) for the sort and the portals, O(N) expected for the removals, which look at two corners each; memory
// O(N).
// Bound. With r reflex corners, i points inside and h holes a component has at most 2 r + 2 i + 1 - h cells, since
// every side that is left is needed at one of its ends, a reflex corner needs at most two and an inner point three.
// Exactness. Sides of lines, lengths, straightness in space and coplanarity are decided by intervals of doubles where
// these are certain, else by fractions. This is no stage of Sanchez 2021, which ends with triangles.
#include "plumb/pipeline/triangle_nav_mesh.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <tuple>
#include "plumb/kernel/convex_pieces.h"
#include "plumb/kernel/numbering.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/kernel/union_find.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;
using kernel::NumberedPlaces;
using Pieces = kernel::ConvexPieces<const NumberedPlaces>;
using Id = Pieces::Id;
using Point = std::array<kernel::Interval, 3>;  // doubles around it

// Pieces run clockwise. half_edge() is the half-edge of side i of triangle t, triangle_of() goes back.
Id half_edge(Index t, std::size_t i) { return static_cast<Id>(3 * t + 2 - i); }
Index triangle_of(Id e) { return e / 3; }

Pieces pieces_of(const TriangleMesh& mesh, const NumberedPlaces& places) {
  Pieces pieces(places);
  pieces.edges.reserve(3 * mesh.triangles.size());
  for (const TriangleMesh::Triangle& t : mesh.triangles)
    pieces.add_face(std::array{t.corners[0], t.corners[2], t.corners[1]});
  return pieces;
}

// A side between two triangles, by its half-edges.
struct InnerSide {
  Id e, t;
};

std::vector<InnerSide> longest_first(const Pieces& pieces, const NumberedPlaces& places) {
  struct Measured {
    mpq_class length;
    kernel::Interval near;
    InnerSide side;
  };
  std::vector<Id> inner;
  pieces.find_inner(inner);
  std::vector<Measured> sides;
  sides.reserve(inner.size());
  for (const Id e : inner) {
    mpq_class length = places.squared_length(pieces[e].from, pieces.to(e));
    const kernel::Interval near = kernel::interval_of(length);
    sides.push_back({std::move(length), near, {e, pieces[e].twin}});
  }
  std::ranges::sort(sides, [](const Measured& a, const Measured& b) {
    const auto exact = [](const Measured& m) { return [&m]() -> const mpq_class& { return m.length; }; };
    const int order = kernel::compare(a.near, exact(a), b.near, exact(b));
    return order != 0 ? order > 0 : a.side.e < b.side.e;
  });
  std::vector<InnerSide> out;
  out.reserve(sides.size());
  for (const Measured& m : sides) out.push_back(m.side);
  return out;
}

// Convex polygons of triangles, numbered by the lowest of these.
struct Merged {
  std::vector<Index> piece;               // by triangle
  std::vector<std::vector<Index>> rings;  // counter-clockwise, without straight corners
};

// Triangles joined over some of the sides between them.
Merged merged_over(std::span<const InnerSide> sides, const TriangleMesh& mesh, const NumberedPlaces& places) {
  Pieces pieces = pieces_of(mesh, places);
  std::vector<Id> order;
  order.reserve(sides.size());
  for (const auto& [e, t] : sides) {
    pieces.glue(e, t);
    order.push_back(e);
  }
  kernel::remove_cuts(pieces, std::span<const Id>(order));
  const auto triangles = static_cast<Index>(mesh.triangles.size());
  kernel::UnionFind together(triangles);
  for (const auto& [e, t] : sides)
    if (!pieces.stands(e)) together.unite(triangle_of(e), triangle_of(t));
  Merged out{std::vector<Index>(triangles), {}};
  for (Index t = 0; t < triangles; ++t) {
    const Index first = together.find(t);
    if (first == t) {
      out.piece[t] = static_cast<Index>(out.rings.size());
      out.rings.emplace_back();
    } else {
      out.piece[t] = out.piece[first];
    }
  }
  for (Id first = 0; first < pieces.size(); ++first) {
    if (!pieces.alive(first)) continue;
    std::vector<Index>& ring = out.rings[out.piece[triangle_of(first)]];
    if (!ring.empty()) continue;
    Id e = first;
    do {
      const Index v = pieces[e].from;
      if (places.side(pieces[pieces[e].prev].from, v, pieces.to(e)) != 0) ring.push_back(v);
      e = pieces[e].prev;
    } while (e != first);
  }
  return out;
}

// Points in exact coordinates, with doubles around them that decide most questions.
class Space {
 public:
  explicit Space(const std::vector<ExactPoint>& points) : points_(points) {
    near_.reserve(points.size());
    for (const ExactPoint& p : points) near_.push_back(kernel::interval_point(p));
  }
  // Whether the way from p to q goes straight on to r in space. Requires that it does in plan.
  bool straight(Index p, Index q, Index r) const {
    const auto parts = [&](const auto& at) {  // one component of the cross product is zero: that in plan
      const auto d = [&](Index to, std::size_t k) { return kernel::formulas::value(at(to)[k] - at(p)[k]); };
      return std::array{kernel::formulas::determinant(d(q, 0), d(q, 2), d(r, 0), d(r, 2)),
                        kernel::formulas::determinant(d(q, 1), d(q, 2), d(r, 1), d(r, 2))};
    };
    for (const kernel::Interval& v : parts([&](Index i) -> const Point& { return near_[i]; }))
      if (v.low > 0 || v.high < 0) return false;
    for (const mpq_class& v : parts([&](Index i) -> const ExactPoint& { return points_[i]; }))
      if (sgn(v) != 0) return false;
    return true;
  }
  bool coplanar(Index p, Index q, Index r, Index s) const {
    const auto volume = [&](const auto& at) {
      const auto d = [&](Index to) {
        return std::array{kernel::formulas::value(at(to)[0] - at(p)[0]), kernel::formulas::value(at(to)[1] - at(p)[1]),
                          kernel::formulas::value(at(to)[2] - at(p)[2])};
      };
      return kernel::formulas::orient3d(d(q), d(r), d(s));
    };
    if (const auto sign = volume([&](Index i) -> const Point& { return near_[i]; }).sign())
      return *sign == kernel::Sign::zero;
    return sgn(volume([&](Index i) -> const ExactPoint& { return points_[i]; })) == 0;
  }

 private:
  const std::vector<ExactPoint>& points_;
  std::vector<Point> near_;
};

// A triangle's corner beyond one of its half-edges.
Index opposite(const TriangleMesh& mesh, Id e) { return mesh.triangles[triangle_of(e)].corners[(2 - e % 3 + 2) % 3]; }

bool in_one_facet(const TriangleMesh& mesh, const Space& space, const InnerSide& side) {
  const TriangleMesh::Triangle &a = mesh.triangles[triangle_of(side.e)], &b = mesh.triangles[triangle_of(side.t)];
  if (a.surface != b.surface) return false;
  if (a.surface != kernel::no_polygon) return true;
  return space.coplanar(a.corners[0], a.corners[1], a.corners[2], opposite(mesh, side.t));
}

void join(const NumberedPlaces& places, const Space& space, std::vector<TriangleCells::Portal>& portals) {
  using Portal = TriangleCells::Portal;
  const auto ahead = [&](const Portal& p) { return places.compare(p.ends[0], p.ends[1]) < 0; };
  std::ranges::sort(portals, [&](const Portal& p, const Portal& q) {
    if (p.a != q.a || p.b != q.b) return std::tie(p.a, p.b) < std::tie(q.a, q.b);
    return places.compare(p.ends[ahead(p) ? 0 : 1], q.ends[ahead(q) ? 0 : 1]) < 0;
  });
  std::vector<Portal> out;
  for (const Portal& p : portals) {
    if (!out.empty() && out.back().a == p.a && out.back().b == p.b) {
      // Two convex cells meet along one line, and their sides along it run in one direction.
      auto& [from, to] = out.back().ends;
      if (to == p.ends[0] && space.straight(from, to, p.ends[1])) {
        to = p.ends[1];
        continue;
      }
      if (from == p.ends[1] && space.straight(p.ends[0], from, to)) {
        from = p.ends[0];
        continue;
      }
    }
    out.push_back(p);
  }
  portals = std::move(out);
}

TriangleCells single_cells(const TriangleMesh& mesh) {
  TriangleCells out;
  for (const TriangleMesh::Triangle& t : mesh.triangles)
    out.facets.push_back({out.count++, t.surface, {t.corners.begin(), t.corners.end()}});
  return out;
}

// A step from cell a to cell b.
struct CellLink {
  NavMesh::CellIndex a, b;
  std::array<ExactPoint, 2> on_a, on_b;
};

bool goes_on(const std::array<ExactPoint, 2>& before, const std::array<ExactPoint, 2>& after) {
  if (before[1] != after[0]) return false;
  const auto run = [](const std::array<ExactPoint, 2>& s) {
    return ExactPoint{s[1][0] - s[0][0], s[1][1] - s[0][1], s[1][2] - s[0][2]};
  };
  return kernel::formulas::parallel(run(before), run(after));
}

// The links between cells, ascending by (a, b); those that follow each other straight are one.
std::vector<CellLink> cell_links(const TriangleCells& cells, std::span<const StepLink> links) {
  std::vector<CellLink> all;
  for (const StepLink& l : links) {
    const Index a = cells.of_triangle[l.a], b = cells.of_triangle[l.b];
    if (a < b) all.push_back({a, b, l.on_a, l.on_b});
    else if (b < a) all.push_back({b, a, {l.on_b[1], l.on_b[0]}, {l.on_a[1], l.on_a[0]}});
  }
  std::ranges::sort(all, [](const CellLink& p, const CellLink& q) {
    return std::tie(p.a, p.b, p.on_a, p.on_b) < std::tie(q.a, q.b, q.on_a, q.on_b);
  });
  std::vector<CellLink> out;
  for (CellLink& l : all) {
    if (!out.empty() && out.back().a == l.a && out.back().b == l.b) {
      CellLink& last = out.back();
      if (goes_on(last.on_a, l.on_a) && goes_on(last.on_b, l.on_b)) {
        last.on_a[1] = std::move(l.on_a[1]);
        last.on_b[1] = std::move(l.on_b[1]);
        continue;
      }
      if (goes_on(l.on_a, last.on_a) && goes_on(l.on_b, last.on_b)) {
        last.on_a[0] = std::move(l.on_a[0]);
        last.on_b[0] = std::move(l.on_b[0]);
        continue;
      }
    }
    out.push_back(std::move(l));
  }
  return out;
}

// Numbers the points of the navmesh, which has each place once; points that no cell uses are left out. Adds the portals
// of links.
std::vector<NavMesh::PointIndex> number_points(const TriangleMesh& triangles, const TriangleCells& cells,
                                               const std::vector<CellLink>& links, NavMesh& mesh) {
  std::vector<bool> used(triangles.points.size());
  for (const TriangleCells::Facet& f : cells.facets)
    for (const Index p : f.corners) used[p] = true;
  for (const TriangleCells::Portal& p : cells.portals) used[p.ends[0]] = used[p.ends[1]] = true;
  std::vector<ExactPoint> points;
  kernel::PointNumbering numbering(points);
  std::vector<NavMesh::PointIndex> number(triangles.points.size());
  for (Index i = 0; i < used.size(); ++i)
    if (used[i]) number[i] = numbering(triangles.points[i]);
  for (const CellLink& l : links) {
    NavMesh::Portal portal{l.a, l.b, l.on_a == l.on_b ? PortalKind::flush : PortalKind::step, 1, {}, {}};
    for (const std::size_t end : {0u, 1u}) {
      portal.on_a[end] = numbering(l.on_a[end]);
      portal.on_b[end] = numbering(l.on_b[end]);
    }
    mesh.portals.push_back(portal);
  }
  mesh.points = MeshPoints(std::move(points));
  return number;
}

}  // namespace

TriangleCells merge_triangles(const TriangleMesh& mesh, Optimise goal) {
  assert(goal != Optimise::regular);
  const NumberedPlaces places(mesh.points);
  const Space space(mesh.points);
  Pieces pieces = pieces_of(mesh, places);
  pieces.glue_all();
  std::vector<Index> cell(mesh.triangles.size());
  TriangleCells out;
  if (goal == Optimise::none) {
    out = single_cells(mesh);
    for (Index t = 0; t < cell.size(); ++t) cell[t] = t;
  } else {
    std::vector<InnerSide> sides = longest_first(pieces, places);
    Merged cells = merged_over(sides, mesh, places);
    cell = std::move(cells.piece);
    out.count = static_cast<Index>(cells.rings.size());
    // In a cell of one plane the same sides are removed again, in the same order, so its facet is the cell.
    std::erase_if(sides, [&](const InnerSide& s) {
      return cell[triangle_of(s.e)] != cell[triangle_of(s.t)] || !in_one_facet(mesh, space, s);
    });
    Merged facets = merged_over(sides, mesh, places);
    out.facets.resize(facets.rings.size());
    for (Index t = 0; t < cell.size(); ++t)
      if (auto& f = out.facets[facets.piece[t]]; f.corners.empty())
        f = {cell[t], mesh.triangles[t].surface, std::move(facets.rings[facets.piece[t]])};
    std::ranges::stable_sort(out.facets, {}, &TriangleCells::Facet::cell);
  }
  for (Index t = 0; t < cell.size(); ++t)
    for (std::size_t i = 0; i < 3; ++i) {
      const Id beyond = pieces[half_edge(t, i)].twin;
      if (beyond == Pieces::none || cell[t] >= cell[triangle_of(beyond)]) continue;
      const auto& c = mesh.triangles[t].corners;
      out.portals.push_back({cell[t], cell[triangle_of(beyond)], {c[i], c[(i + 1) % 3]}});
    }
  join(places, space, out.portals);
  out.of_triangle = std::move(cell);
  return out;
}

NavMesh nav_mesh(NavMeshInfo info, const mpz_class& denominator, const SurfaceSet& set, const TriangleMesh& triangles,
                 Optimise goal, std::span<const StepLink> links) {
  constexpr kernel::Label stance = 1;
  const TriangleCells cells = merge_triangles(triangles, goal);
  NavMesh out;
  out.info = std::move(info);
  out.denominator = denominator;
  const std::vector<NavMesh::PointIndex> number = number_points(triangles, cells, cell_links(cells, links), out);
  out.cells.resize(cells.count);
  for (const TriangleCells::Facet& f : cells.facets) {
    out.cells[f.cell].stance = stance;
    NavMesh::Facet& facet = out.cells[f.cell].facets.emplace_back();
    facet.surface = f.surface;
    if (facet.surface != kernel::no_polygon) facet.face = set.surfaces[facet.surface].face;
    for (const Index p : f.corners) facet.corners.push_back(number[p]);
  }
  out.portals.reserve(out.portals.size() + cells.portals.size());
  for (const TriangleCells::Portal& p : cells.portals) {
    const std::array ends{number[p.ends[0]], number[p.ends[1]]};
    out.portals.push_back({p.a, p.b, PortalKind::flush, stance, ends, ends});
  }
  std::ranges::stable_sort(out.portals, [](const NavMesh::Portal& p, const NavMesh::Portal& q) {
    return std::tie(p.a, p.b) < std::tie(q.a, q.b);
  });
  return out;
}

}  // namespace plumb::pipeline
