// SPDX-License-Identifier: GPL-3.0-or-later
// Navmeshes in rounded numbers whose neighbours still meet edge to edge: for readers that compute neighbours by equal
// edges (conform), and for formats that store neighbours and connections (conform_cells). Both round the polygons and
// mend them, so that as few ways as possible between parts of the navmesh are lost.
//
// conform() rounds the points to the grid (positions), has mend() repair the polygons of edge_mesh(), and turns whole
// numbers of a grid into the coordinates that they stand for. mend() runs in rounds, each from the exact mesh and the
// numbers that its points are rounded to:
// 1. number_vertices() makes points that are rounded alike one vertex, and so the ends of edges without length in plan.
// 2. FaceRepair::mend_all() makes all polygons convex. Faces that needed no mending in the first round are skipped in
//    later rounds unless a corner was moved (leave_out_moved).
// 3. If rounding has split what was joined (SplitCounter), Reopener::open() moves points by a number, and a new round
//    begins: eight times at most. Then the numbers with which the fewest ways were lost are taken.
// 4. FaceRepair::limit_corners() cuts large polygons, and separate_edges() keeps polygons apart that have an edge in
//    common without a way across it. After that step 3 decides again.
// 5. The facts are found: islands and lost ways (count_islands), how far points moved (farthest_moved), floor gained
//    and left out (area_gained). list_polygons() sorts the polygons by stance and cell and lists their neighbours.
//
// conform_cells() makes one face of each cell where somebody can stand (cell_mesh), and mends likewise. Then it finds
// out where the portals lead that are no longer edges:
// - StepLinks makes neighbours of the edges on both sides of a step: each is linked to the edge on the other side with
//   which it overlaps most. A step without two edges that lie along one another becomes a connection.
// - Heirs gives each cell of which rounding may have left nothing an heir: what lies in its place, else the nearest
//   cell over flush portals that are edges, else over any portals, with the greatest stance that can get there.
//   Connections lead between heirs.
// - connect_lost_ways() adds a connection where rounding has closed the only way between two islands (lost_ways).
//
// Cost: at most ten rounds, each about linear in the mesh but for the faces that need more than cuts (face_repair.cpp);
// linear in portals, but that a step takes the product of the edges on its two sides. Memory: the exact mesh and that
// of the round. Threads share out steps 1, 2 and 4 and the facts.
// Exact: polygons are mended by exact decisions on the rounded numbers. The areas among the facts are doubles and
// decide nothing. Which edges of a step overlap most is compared in binary32. Source: our own
// (docs/reference/exports.md, "Conforming meshes").
#include <algorithm>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include "edge_mesh.h"
#include "face_repair.h"
#include "lost_ways.h"
#include "plumb/pipeline/number_grid.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/short_double.h"

namespace plumb::pipeline {
namespace {

using Connection = ConformingCells::Connection;
using Id = EdgeMesh::Id;

struct MendOptions {
  WantedCells wanted;
  NumberGrid grid;
  std::size_t most_corners = any_number;
  bool separate = true;     // polygons that no way leads between have no edge in common
  bool keep_exact = false;  // Mended::exact is wanted
  unsigned threads = 1;
};

struct Mended {
  ConformingMesh mesh;
  EdgeMesh edges;
  EdgeMesh exact;                                      // the mesh that was given, if it is wanted
  std::vector<EdgeMesh::Id> half_edges;                // [i]: the one that starts at corner i of the mesh
  std::vector<ConformingMesh::VertexIndex> vertex_of;  // by point: what stands for it; none where no polygon had it
};

// Lists make(i) for each i below a count. All threads make them.
template <class Value, class Make>
std::vector<Value> each_of(std::size_t count, unsigned threads, Make&& make) {
  std::vector<Value> all(count);
  for_chunks(count, chunk_count(count, threads), threads, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      cancellation_point(i);
      all[i] = make(i);
    }
  });
  return all;
}

// The points that edges of a mesh start at, each once, in the order of the edges.
std::vector<std::uint32_t> points_in_order(const EdgeMesh& mesh, std::size_t points) {
  std::vector<std::uint8_t> known(points);
  std::vector<std::uint32_t> order;
  for (const auto& e : mesh.edges)
    if (!std::exchange(known[e.from], 1)) order.push_back(e.from);
  return order;
}

// By face: its area before its vertices are rounded, in doubles that depend on the points alone. `order`: the points
// that its edges start at.
std::vector<double> exact_areas(const EdgeMesh& mesh, const MeshPoints& points, const std::vector<std::uint32_t>& order,
                                unsigned threads) {
  std::vector<kernel::RoundedPlace> place(points.size());
  const double unit = kernel::nearest_double(mpq_class(points.unit()));
  for_chunks(order.size(), chunk_count(order.size(), threads), threads,
             [&](std::size_t, std::size_t begin, std::size_t end) {
               for (std::size_t i = begin; i < end; ++i) {
                 cancellation_point(i);
                 for (std::size_t k = 0; k < 2; ++k) place[order[i]][k] = short_double(points, order[i], k) / unit;
               }
             });
  const auto at = [&](Id e) { return place[mesh[e].from]; };
  return each_of<double>(mesh.faces.size(), threads, [&](std::size_t f) { return face_area(mesh, mesh.faces[f], at); });
}

// Unmarks the faces with a corner that is not where it was rounded to at first: whether they are whole is not known.
void leave_out_moved(const EdgeMesh& exact, const Reopener& reopener, std::vector<std::uint8_t>& whole,
                     unsigned threads) {
  const std::size_t count = exact.faces.size();
  for_chunks(count, chunk_count(count, threads), threads, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      cancellation_point(f);
      const Id first = exact.faces[f].first;
      for (Id e = first; whole[f];) {
        if (reopener.is_moved(exact[e].from)) whole[f] = 0;
        if ((e = exact[e].next) == first) break;
      }
    }
  });
}

// Makes points that are rounded alike one vertex, and also the two ends of an edge that has no length left in plan.
// Edges of whole faces all have a length, so they are not looked at. Returns, by point, its vertex or none.
std::vector<std::uint32_t> number_vertices(EdgeMesh& mesh, std::size_t points, const std::vector<std::uint32_t>& order,
                                           const std::vector<std::uint8_t>& whole, RoundedVertices& vertices,
                                           unsigned threads) {
  vertices.expect(order.size());
  std::vector<std::uint32_t> number(points, ConformingMesh::none);
  for (const std::uint32_t p : order) number[p] = vertices.use(p);
  const std::size_t chunks = chunk_count(mesh.size(), threads);
  std::vector<std::vector<Id>> empty(chunks);
  for_chunks(mesh.size(), chunks, threads, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    for (auto e = static_cast<Id>(begin); e < end; ++e) {
      cancellation_point(e);
      if ((whole.empty() || !whole[mesh[e].face]) && vertices.place(mesh[e].from) == vertices.place(mesh.to(e)))
        empty[chunk].push_back(e);
    }
  });
  kernel::UnionFind same(static_cast<std::uint32_t>(points));
  bool any = false;
  for (const auto& list : empty)
    for (const Id e : list) any = true, same.unite(number[mesh[e].from], number[mesh.to(e)]);
  if (any)
    for (const std::uint32_t p : order) number[p] = same.find(number[p]);
  for_chunks(mesh.size(), chunks, threads, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (auto e = static_cast<Id>(begin); e < end; ++e) mesh[e].from = number[mesh[e].from];
  });
  return number;
}

// How far points are from what stands for them, at most, along an axis: the least double that is no less. Intervals
// leave few points to be looked at exactly.
double farthest_moved(const MeshPoints& points, const std::vector<std::uint32_t>& vertex_of,
                      const RoundedVertices& vertices, const NumberGrid& grid, unsigned threads) {
  const std::size_t chunks = chunk_count(points.size(), threads);
  const auto each_move = [&](auto&& take) {  // take(chunk, bounds of the move, the point, axis, where it is put)
    for_chunks(points.size(), chunks, threads, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      for (auto p = static_cast<MeshPoints::Index>(begin); p < end; ++p) {
        cancellation_point(p);
        if (vertex_of[p] == ConformingMesh::none) continue;
        const FilteredPoint from = bounds(points, p);
        for (std::size_t axis = 0; axis < 3; ++axis) {
          const double to = grid.value(vertices[vertex_of[p]][axis], axis);
          const kernel::Interval way = from[axis] - kernel::Interval(to);
          const double least = std::max(way.low, -way.high), most = std::max(way.high, -way.low);
          take(chunk, least, most, p, axis, to);
        }
      }
    });
  };
  std::vector<double> surely(chunks);
  each_move([&](std::size_t chunk, double least, double, MeshPoints::Index, std::size_t, double) {
    surely[chunk] = std::max(surely[chunk], least);
  });
  const double greatest = *std::ranges::max_element(surely);
  std::vector<mpq_class> most(chunks);
  each_move([&](std::size_t chunk, double, double at_most, MeshPoints::Index p, std::size_t axis, double to) {
    if (at_most <= 0 || at_most < greatest) return;
    most[chunk] = std::max<mpq_class>(most[chunk], abs(points[p][axis] - mpq_class(to)));
  });
  return kernel::interval_of(*std::ranges::max_element(most)).high;
}

double area_gained(const EdgeMesh& edges, const RoundedVertices& vertices, const std::vector<double>& exact,
                   double unit, unsigned threads) {
  const auto at = [&](Id e) { return vertices.place(edges[e].from); };
  const std::vector<double> areas = each_of<double>(edges.faces.size(), threads, [&](std::size_t f) {
    const EdgeMesh::Face& face = edges.faces[f];
    return face.stance > kernel::blocked && face.first != ConformingMesh::none ? unit * face_area(edges, face, at) : 0;
  });
  double gained = 0;
  for (std::size_t f = 0; f < edges.faces.size(); ++f) {
    const EdgeMesh::Face& face = edges.faces[f];
    if (face.stance <= kernel::blocked) continue;
    if (f < exact.size()) gained -= exact[f];
    if (face.first != ConformingMesh::none) gained += areas[f];
  }
  return gained;
}

// The faces that are left, sorted by stance and cell: by the cell first, then by the stance, two counting sorts that
// keep the order of what is alike.
std::vector<std::uint32_t> sorted_faces(const EdgeMesh& edges, std::size_t cells) {
  kernel::Label least = std::numeric_limits<kernel::Label>::max(), most = std::numeric_limits<kernel::Label>::min();
  std::vector<std::uint32_t> order, sorted;
  for (std::uint32_t f = 0; f < edges.faces.size(); ++f) {
    if (edges.faces[f].first == ConformingMesh::none) continue;
    order.push_back(f);
    least = std::min(least, edges.faces[f].stance), most = std::max(most, edges.faces[f].stance);
  }
  if (order.empty()) return order;
  sorted.resize(order.size());
  const auto sort_by = [&](std::size_t keys, const auto& key) {
    std::vector<std::uint32_t> next(keys + 1);
    for (const std::uint32_t f : order) ++next[key(edges.faces[f]) + 1];
    for (std::size_t k = 1; k < next.size(); ++k) next[k] += next[k - 1];
    for (const std::uint32_t f : order) sorted[next[key(edges.faces[f])]++] = f;
    order.swap(sorted);
  };
  sort_by(cells, [](const EdgeMesh::Face& f) { return std::size_t{f.cell}; });
  sort_by(static_cast<std::size_t>(most - least) + 1,
          [&](const EdgeMesh::Face& f) { return static_cast<std::size_t>(f.stance - least); });
  return order;
}

void list_polygons(const EdgeMesh& edges, std::size_t cells, ConformingMesh& out, std::vector<Id>& half_edges) {
  const std::vector<std::uint32_t> order = sorted_faces(edges, cells);
  std::vector<std::uint32_t> number(edges.faces.size(), ConformingMesh::none);
  for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  out.polygons.reserve(order.size());
  for (const std::uint32_t f : order) {
    const EdgeMesh::Face& face = edges.faces[f];
    out.polygons.push_back({face.cell, face.stance, static_cast<std::uint32_t>(out.corners.size())});
    for (Id e = face.first;;) {
      out.corners.push_back(edges[e].from);
      half_edges.push_back(e);
      out.neighbours.push_back(edges[e].twin == ConformingMesh::none ? ConformingMesh::none
                                                                     : number[edges[edges[e].twin].face]);
      if ((e = edges[e].next) == face.first) break;
    }
  }
  out.facts.polygons = order.size();
}

// Rounds polygons of a navmesh and mends them. `at`: by point, the numbers that it is rounded to.
Mended mend(const NavMesh& mesh, EdgeMesh exact, std::vector<RoundedVertices::Position> at, const MendOptions& o) {
  constexpr unsigned most_attempts = 8;  // from both sides of each way to four numbers
  const std::vector<std::uint32_t> order = points_in_order(exact, mesh.points.size());
  const std::vector<double> areas = exact_areas(exact, mesh.points, order, o.threads);
  Reopener reopener(exact, mesh.points, o.grid, at);
  std::vector<RoundedVertices::Position> best;  // where the fewest ways are lost
  std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint8_t> whole_at_first;  // by face: needs no mending, as long as no corner of it is moved
  SplitCounter splits(mesh, o.wanted);
  bool final = false;
  EdgeMesh edges;  // of the round; keeps its memory
  for (unsigned attempt = 0;; ++attempt) {
    Mended out;
    ConformingFacts& facts = out.mesh.facts;
    edges = exact;
    for (std::uint32_t f = 0; f < edges.faces.size(); ++f) edges.faces[f].origin = f;
    RoundedVertices vertices(at);
    facts.inserted = edges.inserted;
    std::vector<std::uint8_t> whole = whole_at_first;
    if (attempt > 0) leave_out_moved(exact, reopener, whole, o.threads);
    out.vertex_of = number_vertices(edges, mesh.points.size(), order, whole, vertices, o.threads);
    const std::vector<std::uint32_t> rounded_vertex = out.vertex_of;
    FaceRepair repair(edges, vertices, facts, o.threads);
    // Begins another round? Points are moved to open the ways that are lost, or, once that does not help, are put back
    // to where the fewest were lost.
    bool counted = false;  // the islands of the mesh as it is now are known
    const auto reopen = [&] {
      const std::uint64_t split = final ? 0 : splits.count(edges);
      counted = !final && split == 0;
      if (split == 0) return false;
      if (split < fewest) fewest = split, best = at;
      if (attempt < most_attempts &&
          reopener.open({edges, vertices, repair, rounded_vertex, splits.islands()}, o.wanted.lowest_stance(), attempt))
        return true;
      final = true;
      if (at == best) return false;
      at = best;
      return true;
    };
    repair.mend_all(whole);
    if (attempt == 0) whole_at_first = std::move(whole);
    if (reopen()) continue;
    repair.limit_corners(o.most_corners);
    counted = false;
    if (o.separate && separate_edges(edges, vertices, o.grid, repair, o.threads, facts.divided) && reopen()) continue;
    count_islands(mesh, o.wanted, edges, exact, areas, vertices, rounded_vertex, counted ? &splits.islands() : nullptr,
                  facts);
    if (o.keep_exact) out.exact = std::move(exact);
    else std::exchange(exact, {});
    const double unit = o.grid.cell[0] * o.grid.cell[1];
    facts.area_left_out = facts.area_left_out * unit + facts.area_lost;
    facts.area_gained = area_gained(edges, vertices, areas, unit, o.threads);
    for (std::uint32_t& v : out.vertex_of)
      if (v != ConformingMesh::none) v = vertices.find(v);
    facts.moved = farthest_moved(mesh.points, out.vertex_of, vertices, o.grid, o.threads);
    list_polygons(edges, mesh.cells.size(), out.mesh, out.half_edges);
    out.mesh.vertices = vertices.all();
    out.edges = std::move(edges);
    return out;
  }
}

// The points of the mesh on the grid. A number beyond the grid's range becomes its first or last one.
std::vector<RoundedVertices::Position> positions(DerivedMesh& derived, const NumberGrid& grid) {
  if (!grid.whole && grid.origin != std::array<double, 3>{}) return derived.floats_from(grid.origin);
  std::vector<RoundedVertices::Position> all = derived.floats();
  for (auto& p : all)
    for (std::size_t axis = 0; axis < 3; ++axis) p[axis] = grid.nearest(grid.number(p[axis], axis), axis);
  return all;
}

// An edge at a step: the corner where it begins, and its range along the step.
struct StepEdge {
  std::uint32_t corner, polygon;
  float low, high;
};

class StepLinks {
 public:
  StepLinks(const NavMesh& mesh, Mended& mended) : mended_(mended), sides_(2 * mesh.portals.size()) {
    const ConformingMesh& m = mended.mesh;
    for (std::uint32_t p = 0; p < m.polygons.size(); ++p) {
      for (std::uint32_t i = m.polygons[p].first, end = i + static_cast<std::uint32_t>(m.ring(p).size()); i < end;
           ++i) {
        const EdgeMesh::Id e = mended.half_edges[i];
        const std::uint32_t way = mended.edges[e].way;
        if (way == ConformingMesh::none || mended.edges[e].twin != ConformingMesh::none) continue;
        const auto &from = m.vertices[mended.edges[e].from], &to = m.vertices[mended.edges.to(e)];
        const NavMesh::Portal& portal = mesh.portals[way / 2];
        const FilteredPoint a = bounds(mesh.points, portal.on_a[0]), b = bounds(mesh.points, portal.on_a[1]);
        const std::size_t axis = std::abs(b[1].low - a[1].low) > std::abs(b[0].low - a[0].low) ? 1 : 0;
        sides_[way].push_back({i, p, std::min(from[axis], to[axis]), std::max(from[axis], to[axis])});
      }
    }
  }

  // Makes neighbours of the polygons on both sides of a step. False if no edge of one side lies along one of the other.
  bool link(std::uint32_t portal) {
    const auto &a = sides_[2 * portal], &b = sides_[2 * portal + 1];
    return !a.empty() && !b.empty() && link(a, b) && link(b, a);
  }

 private:
  bool link(const std::vector<StepEdge>& from, const std::vector<StepEdge>& to) {
    bool any = false;
    for (const StepEdge& e : from) {
      const auto overlap = [&](const StepEdge& f) { return std::min(e.high, f.high) - std::max(e.low, f.low); };
      const auto best = std::max_element(to.begin(), to.end(),
                                         [&](const StepEdge& f, const StepEdge& g) { return overlap(f) < overlap(g); });
      if (overlap(*best) <= 0) continue;  // nothing of the other side lies along this edge
      mended_.mesh.neighbours[e.corner] = best->polygon;
      any = true;
    }
    return any;
  }

  Mended& mended_;
  std::vector<std::vector<StepEdge>> sides_;
};

// The cell that stands for one of which nothing may be left, and the greatest stance that gets from one to the other.
struct Heir {
  NavMesh::CellIndex cell = ConformingMesh::none;
  kernel::Label stance = std::numeric_limits<kernel::Label>::max();
};

// By cell: itself if something is left of it; else the cell that lies in its place; else the nearest over portals that
// are edges; else the nearest over all portals; or none.
class Heirs {
 public:
  Heirs(const NavMesh& mesh, const WantedCells& standing, const EdgeMesh& edges)
      : mesh_(mesh), standing_(standing), of_(mesh.cells.size()) {
    for (const EdgeMesh::Face& face : edges.faces)
      if (face.first != ConformingMesh::none) of_[face.cell].cell = face.cell;
    for (std::uint32_t f = 0; f < edges.faces.size(); ++f)
      if (Heir& heir = of_[edges.faces[f].cell]; heir.cell == ConformingMesh::none)
        if (const std::uint32_t left = edges.left_of(f); left != ConformingMesh::none)
          heir.cell = edges.faces[left].cell;
    spread([&](const NavMesh::Portal& p) { return is_edge(p); });
    for (const Heir& heir : of_) lost_.push_back(heir.cell == ConformingMesh::none);
    spread([](const NavMesh::Portal&) { return true; });
  }

  const Heir& operator[](NavMesh::CellIndex cell) const { return of_[cell]; }
  /// Whether a portal is an edge between two cells of which nothing is left, nor of any cell connected by edges.
  bool is_lost_edge(const NavMesh::Portal& p) const { return is_edge(p) && lost_[p.a] && lost_[p.b]; }

 private:
  bool is_edge(const NavMesh::Portal& p) const { return p.kind == PortalKind::flush && joins(mesh_, standing_, p); }

  // Gives heirs to the cells without one, breadth first over the portals wanted.
  template <class Wanted>
  void spread(Wanted&& wanted) {
    std::vector<std::vector<std::pair<NavMesh::CellIndex, kernel::Label>>> beyond(of_.size());
    for (const NavMesh::Portal& p : mesh_.portals) {
      if (!wanted(p)) continue;
      if (of_[p.a].cell == ConformingMesh::none) beyond[p.b].emplace_back(p.a, p.stance);
      if (of_[p.b].cell == ConformingMesh::none) beyond[p.a].emplace_back(p.b, p.stance);
    }
    std::vector<NavMesh::CellIndex> reached;
    for (NavMesh::CellIndex c = 0; c < of_.size(); ++c)
      if (of_[c].cell != ConformingMesh::none && !beyond[c].empty()) reached.push_back(c);
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const Heir from = of_[reached[i]];
      for (const auto& [cell, stance] : beyond[reached[i]]) {
        if (of_[cell].cell != ConformingMesh::none) continue;
        of_[cell] = {from.cell, std::min(from.stance, stance)};
        reached.push_back(cell);
      }
    }
  }

  const NavMesh& mesh_;
  const WantedCells& standing_;
  std::vector<Heir> of_;
  std::vector<bool> lost_;
};

// Adds a connection for each way that rounding closed, the highest stance first, as its connections serve lower ones
// too.
void connect_lost_ways(const NavMesh& mesh, const EdgeMesh& exact, const EdgeMesh& edges, kernel::Label highest,
                       std::vector<Connection>& out) {
  std::set<std::pair<NavMesh::CellIndex, NavMesh::CellIndex>> connected;
  for (kernel::Label s = highest; s >= 1; --s) {
    kernel::UnionFind islands = islands_of(edges, s);
    for (const LostWay& lost : lost_ways(exact, edges, mesh.points, s, islands)) {
      const NavMesh::CellIndex first = exact.faces[exact[lost.front()].face].cell,
                               last = exact.faces[exact[exact[lost.back()].twin].face].cell;
      if (first == last || !connected.insert(std::minmax(first, last)).second) continue;
      const std::uint32_t way = exact[*std::min_element(lost.begin(), lost.end(), [&](EdgeMesh::Id e, EdgeMesh::Id f) {
                                  return mesh.portals[exact[e].way / 2].stance < mesh.portals[exact[f].way / 2].stance;
                                })].way;
      const bool from_b = way % 2 == 1;
      out.push_back({way / 2, from_b ? last : first, from_b ? first : last, mesh.portals[way / 2].stance});
    }
  }
}

}  // namespace

std::pair<std::size_t, std::size_t> ConformingMesh::of(kernel::Label stance) const {
  const auto first = std::lower_bound(polygons.begin(), polygons.end(), stance,
                                      [](const Polygon&p, kernel::Label s) { return p.stance < s; }),
             end = std::upper_bound(first, polygons.end(), stance,
                                    [](kernel::Label s, const Polygon&p) { return s < p.stance; });
  return {static_cast<std::size_t>(first - polygons.begin()), static_cast<std::size_t>(end - polygons.begin())};
}

std::span<const ConformingMesh::VertexIndex> ConformingMesh::ring(std::size_t polygon) const {
  const std::size_t first = polygons[polygon].first,
                    end = polygon + 1 < polygons.size() ? polygons[polygon + 1].first : corners.size();
  return std::span(corners).subspan(first, end - first);
}

ConformingMesh conform(DerivedMesh& derived, const ConformOptions& o) {
  const NavMesh& mesh = derived.mesh();
  ConformingMesh made = mend(mesh, edge_mesh(derived, o.wanted, o.threads), positions(derived, o.grid),
                             {.wanted = o.wanted, .grid = o.grid, .most_corners = o.most_corners, .threads = o.threads})
                            .mesh;
  if (o.grid.whole)
    for (auto& v : made.vertices)
      for (std::size_t axis = 0; axis < 3; ++axis) v[axis] = static_cast<float>(o.grid.value(v[axis], axis));
  else made.origin = o.grid.origin;
  return made;
}

ConformingCells conform_cells(DerivedMesh& derived, std::vector<std::array<float, 3>> at, const NumberGrid& grid,
                              std::size_t most_corners, unsigned threads, std::span<const OuterEdge> outer) {
  const NavMesh& mesh = derived.mesh();
  const WantedCells standing{.lowest = 1, .highest = static_cast<kernel::Label>(mesh.info.stances.size())};
  CellMesh cells = cell_mesh(derived, standing, outer);
  Mended mended = mend(mesh, std::move(cells.edges), std::move(at),
                       {.wanted = standing,
                        .grid = grid,
                        .most_corners = most_corners,
                        .separate = false,
                        .keep_exact = true,
                        .threads = threads});
  StepLinks steps(mesh, mended);
  std::vector<std::uint32_t> portals = std::move(cells.connections);
  for (const std::uint32_t portal : cells.steps)
    if (!steps.link(portal)) portals.push_back(portal);
  const Heirs left(mesh, standing, mended.edges);
  for (std::uint32_t i = 0; i < mesh.portals.size(); ++i)
    if (left.is_lost_edge(mesh.portals[i])) portals.push_back(i);
  std::sort(portals.begin(), portals.end());
  std::vector<Connection> connections;
  for (const std::uint32_t portal : portals) {
    const Heir &a = left[mesh.portals[portal].a], &b = left[mesh.portals[portal].b];
    if (a.cell != ConformingMesh::none && b.cell != ConformingMesh::none && a.cell != b.cell)
      connections.push_back({portal, a.cell, b.cell, std::min({mesh.portals[portal].stance, a.stance, b.stance})});
  }
  connect_lost_ways(mesh, mended.exact, mended.edges, standing.highest, connections);
  std::sort(connections.begin(), connections.end(), [](const Connection& c, const Connection& d) {
    return std::tie(c.portal, c.a, c.b) < std::tie(d.portal, d.a, d.b);
  });
  return {std::move(mended.mesh), std::move(connections), std::move(mended.vertex_of)};
}

}  // namespace plumb::pipeline
