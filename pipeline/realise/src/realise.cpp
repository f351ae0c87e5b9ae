// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/realise.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "plumb/kernel/convex_merge.h"
#include "plumb/kernel/point_numbering.h"
#include "plumb/pipeline/vertex_reader.h"

namespace plumb::pipeline {
namespace {

using Piece = NavPartition::Piece;
using Edge = NavPartition::Edge;

class Realiser {
 public:
  Realiser(const Scene& scene, const SurfaceSet& set, const StanceMap& map, const NavGraph& graph,
           const NavPartition& partition, NavMesh& mesh)
      : set_(set),
        map_(map),
        graph_(graph),
        partition_(partition),
        mesh_(mesh),
        geometry_(scene.points, set, map),
        vertices_(scene.points, set, map, graph),
        number_(mesh.points) {}

  void run() {
    make_vertices();
    polygons_.resize(map_.table.cells.size());
    for (const Piece& p : partition_.pieces) add_piece(p);
    polygons_ = {};
    for (const vcd::Cell& c : map_.table.cells)
      if (c.label <= kernel::blocked) add_unwalkable(c);
    add_portals();
    for (const vcd::Obstruction& o : map_.table.obstructions) {
      const auto [from, to] = geometry_.ends(o);
      const auto first = number_(from);
      mesh_.obstructions.push_back({o.surface, o.wall, first, number_(to), o.may_cross});
    }
  }

 private:
  struct Stretch {
    NavMesh::CellIndex a, b;
    PortalKind kind;
    kernel::Label stance;
    std::array<ExactPoint, 2> on_a, on_b;  // counter-clockwise around a
  };

  std::span<const Edge> edges_of(const Piece& p) const { return {partition_.edges.data() + p.first_edge, p.edges}; }

  // Of one surface, with one witness: then its outline says all.
  bool is_plain(const Piece& piece) const {
    const vcd::Cell& first = map_.table.cells[piece.cells.front()];
    return std::ranges::all_of(piece.cells, [&](CellId c) {
      return map_.table.cells[c].surface == first.surface && map_.table.cells[c].witness == first.witness;
    });
  }

  std::span<const HalfEdge> half_edges_of(CellId c) const {
    return std::span(graph_.half_edges)
        .subspan(graph_.first_half_edge[c], graph_.first_half_edge[c + 1] - graph_.first_half_edge[c]);
  }

  void make_vertices() {
    std::vector<VertexRef> used;
    for (const Edge& e : partition_.edges) used.push_back(e.from);
    for (const Piece& p : partition_.pieces)
      if (!is_plain(p))
        for (const CellId c : p.cells)
          for (const HalfEdge& s : half_edges_of(c)) used.push_back(s.from);
    vertices_.make(std::move(used));
  }

  // A cell of the graph, from its half-edges, which run clockwise: the vertices have been made. Ends of half-edges
  // within an edge are corners too.
  kernel::FacetPolygon polygon_of(CellId c) {
    kernel::FacetPolygon p;
    const auto edges = half_edges_of(c);
    for (auto s = edges.rbegin(); s != edges.rend(); ++s) p.emplace_back(vertices_[s->from]);
    if (map_.table.cells[c].line_count > 0) std::rotate(p.begin(), p.end() - 1, p.end());  // from the last corner on
    return p;
  }

  // Its edges run clockwise.
  kernel::FacetPolygon outline_of(const Piece& piece) {
    kernel::FacetPolygon outline;
    const auto edges = edges_of(piece);
    for (auto e = edges.rbegin(); e != edges.rend(); ++e) outline.emplace_back(vertices_[e->to]);
    drop_straight_corners(outline);
    return outline;
  }

  void add_facets(NavMesh::Cell& cell, kernel::PolygonId surface, kernel::PolygonId witness,
                  const std::vector<kernel::FacetPolygon>& polygons) {
    for (const kernel::FacetPolygon& p : polygons) {
      NavMesh::Facet& f = cell.facets.emplace_back();
      f.surface = surface;
      f.face = set_.surfaces[surface].face;
      f.witness = witness;
      for (const kernel::FacetCorner& corner : p) f.corners.push_back(number_(corner.at));
    }
  }

  void add_piece(const Piece& piece) {
    NavMesh::Cell& cell = mesh_.cells.emplace_back();
    cell.stance = piece.stance;
    if (is_plain(piece)) {
      const vcd::Cell& first = map_.table.cells[piece.cells.front()];
      kernel::FacetPolygon p;
      for (const Edge& e : edges_of(piece)) p.push_back(vertices_[e.from]);
      std::ranges::reverse(p);
      drop_straight_corners(p);
      return add_facets(cell, first.surface, first.witness, {std::move(p)});
    }
    // The parts of one surface with one witness stand together.
    std::map<std::pair<kernel::PolygonId, kernel::PolygonId>, std::vector<kernel::FacetPolygon>> parts;
    const kernel::FacetPolygon outline = piece.whole ? kernel::FacetPolygon{} : outline_of(piece);
    for (const CellId c : piece.cells) {
      const vcd::Cell& source = map_.table.cells[c];
      kernel::FacetPolygon& made = polygons_[c];
      if (made.empty()) made = polygon_of(c);
      kernel::FacetPolygon p = piece.whole ? std::move(made) : made;
      p = part_within(std::move(p), outline);
      if (p.size() >= 3) parts[{source.surface, source.witness}].push_back(std::move(p));
    }
    for (auto& [key, polygons] : parts) {
      merge_convex(polygons);
      add_facets(cell, key.first, key.second, polygons);
    }
  }

  void add_unwalkable(const vcd::Cell& c) {
    NavMesh::Cell& cell = mesh_.cells.emplace_back();
    cell.stance = c.label;
    kernel::FacetPolygon p;
    auto clockwise = geometry_.vertices(c);
    for (auto v = clockwise.rbegin(); v != clockwise.rend(); ++v) p.emplace_back(std::move(*v));
    add_facets(cell, c.surface, c.witness, {std::move(p)});
  }

  void add_portals() {
    std::vector<NavMesh::CellIndex> piece_of_half_edge(graph_.half_edges.size(), no_half_edge),
        piece_of_edge(partition_.edges.size(), no_half_edge);
    for (NavMesh::CellIndex i = 0; i < partition_.pieces.size(); ++i) {
      const Piece& p = partition_.pieces[i];
      for (std::uint32_t e = p.first_edge; e < p.first_edge + p.edges; ++e) {
        piece_of_edge[e] = i;
        if (partition_.edges[e].half_edge != no_half_edge) piece_of_half_edge[partition_.edges[e].half_edge] = i;
      }
    }
    std::vector<Stretch> stretches;
    for (std::uint32_t e = 0; e < partition_.edges.size(); ++e) {
      const Edge& edge = partition_.edges[e];
      const NavMesh::CellIndex a = piece_of_edge[e];
      NavMesh::CellIndex b = no_half_edge;
      kernel::Label stance = partition_.pieces[a].stance;
      if (edge.half_edge == no_half_edge) {
        b = piece_of_edge[edge.twin];
      } else if (const HalfEdgeId twin = graph_.half_edges[edge.half_edge].twin; twin != no_half_edge) {
        b = piece_of_half_edge[twin];
        stance = graph_.stance_through(edge.half_edge);
      }
      if (b == no_half_edge || b < a || stance < 1) continue;
      const std::array<ExactPoint, 2> on{vertices_[edge.to], vertices_[edge.from]};
      stretches.push_back({a, b, PortalKind::flush, stance, on, on});
    }
    for (const OffmeshPortal& p : graph_.portals) {
      Stretch s{piece_of_half_edge[p.a], piece_of_half_edge[p.b], p.kind, p.stance,
                {p.on_a[1], p.on_a[0]},  {p.on_b[1], p.on_b[0]}};
      if (s.kind == PortalKind::step && s.b < s.a) {  // counter-clockwise around the other
        std::swap(s.a, s.b);
        std::swap(s.on_a, s.on_b);
        std::swap(s.on_a[0], s.on_a[1]);
        std::swap(s.on_b[0], s.on_b[1]);
      }
      stretches.push_back(std::move(s));
    }
    join(stretches);
    for (const Stretch& s : stretches) {
      NavMesh::Portal p{s.a, s.b, s.kind, s.stance, {}, {}};
      for (std::size_t k = 0; k < 2; ++k) p.on_a[k] = number_(s.on_a[k]);
      for (std::size_t k = 0; k < 2; ++k) p.on_b[k] = number_(s.on_b[k]);
      mesh_.portals.push_back(p);
    }
  }

  // Stretches of one portal that follow on each other along a line become one. A pair of convex cells meets along one
  // line.
  static void join(std::vector<Stretch>& stretches) {
    const auto ahead = [](const Stretch& s) { return s.on_a[0] < s.on_a[1]; };
    const auto low = [&](const Stretch& s) -> const ExactPoint& { return s.on_a[ahead(s) ? 0 : 1]; };
    std::ranges::sort(stretches, [&](const Stretch& s, const Stretch& t) {
      return std::tie(s.a, s.b, s.kind, s.stance, low(s), s.on_b) <
             std::tie(t.a, t.b, t.kind, t.stance, low(t), t.on_b);
    });
    std::vector<Stretch> out;
    for (Stretch& s : stretches) {
      if (!out.empty()) {
        Stretch& last = out.back();
        const std::size_t end = ahead(s) ? 1 : 0;
        const auto straight = [&](const std::array<ExactPoint, 2>& p, const std::array<ExactPoint, 2>& q) {
          return sgn(kernel::orient2d(p[0], p[1], q[0])) == 0 && sgn(kernel::orient2d(p[0], p[1], q[1])) == 0 &&
                 kernel::formulas::parallel(along(p), p[1][2] - p[0][2], along(q), q[1][2] - q[0][2]);
        };
        if (std::tie(last.a, last.b, last.kind, last.stance) == std::tie(s.a, s.b, s.kind, s.stance) &&
            ahead(last) == ahead(s) && last.on_a[end] == s.on_a[1 - end] && last.on_b[end] == s.on_b[1 - end] &&
            straight(last.on_a, s.on_a) && straight(last.on_b, s.on_b)) {
          last.on_a[end] = s.on_a[end];
          last.on_b[end] = s.on_b[end];
          continue;
        }
      }
      out.push_back(std::move(s));
    }
    stretches = std::move(out);
  }

  // A signed length in plan, comparable along one line.
  static mpq_class along(const std::array<ExactPoint, 2>& s) {
    return s[0][0] != s[1][0] ? s[1][0] - s[0][0] : s[1][1] - s[0][1];
  }

  const SurfaceSet& set_;
  const StanceMap& map_;
  const NavGraph& graph_;
  const NavPartition& partition_;
  NavMesh& mesh_;
  CellGeometry geometry_;
  VertexReader vertices_;
  kernel::PointNumbering number_;
  std::vector<kernel::FacetPolygon> polygons_;  // by cell, as far as made: a cell may be in several pieces
};

}  // namespace

NavMesh realise(NavMeshInfo info, const Scene& scene, const SurfaceSet& set, const StanceMap& map,
                const NavGraph& graph, const NavPartition& partition) {
  NavMesh mesh;
  mesh.info = std::move(info);
  mesh.denominator = scene.points.denominator();
  Realiser(scene, set, map, graph, partition, mesh).run();
  return mesh;
}

}  // namespace plumb::pipeline
