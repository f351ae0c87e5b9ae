// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/realise.h"

#include <algorithm>
#include <map>
#include <ranges>

#include "piece_portals.h"
#include "plumb/kernel/convex_merge.h"
#include "point_numbers.h"
#include "pool_corner.h"

namespace plumb::pipeline {
namespace {

using Piece = NavPartition::Piece;
using Edge = NavPartition::Edge;
using Ring = std::vector<PoolCorner>;  // counter-clockwise

class Realiser {
 public:
  Realiser(const LinkedLevel& level, const NavPartition& partition, NavMesh& mesh)
      : level_(level),
        map_(level.map),
        graph_(level.graph),
        partition_(partition),
        mesh_(mesh),
        frame_(level.scene.points, level.set, level.map),
        pool_(std::make_shared<PointPool>(level)),
        number_(*pool_, mesh.points) {
    mesh_.points = MeshPoints(pool_, pool_->unit());
  }

  void run() {
    mesh_.cells.reserve(partition_.pieces.size());
    rings_.resize(map_.table.cells.size());
    for (const Piece& p : partition_.pieces) add_piece(p);
    rings_ = {};
    name_corners();
    auto name = unwalkable_.cbegin();
    for (const vcd::Cell& c : map_.table.cells)
      if (c.label <= kernel::blocked) add_unwalkable(c, name);
    for (const PiecePortal& p : piece_portals(level_, partition_, *pool_)) {
      NavMesh::Portal& portal = mesh_.portals.emplace_back(NavMesh::Portal{p.a, p.b, p.kind, p.stance, {}, {}});
      for (std::size_t k = 0; k < 2; ++k) portal.on_a[k] = number_(p.on_a[k]);
      for (std::size_t k = 0; k < 2; ++k) portal.on_b[k] = number_(p.on_b[k]);
    }
    name = ends_.cbegin();
    for (const vcd::Obstruction& o : map_.table.obstructions) {
      const MeshPoints::Index from = number_(*name++), to = number_(*name++);
      mesh_.obstructions.push_back({o.surface, o.wall, from, to, o.may_cross});
    }
  }

 private:
  using Names = std::vector<PointPool::Name>;

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

  PoolCorner corner(VertexRef v) const { return {*pool_, pool_->vertex(v)}; }

  // A cell of the graph, from its half-edges, which run clockwise. `strict`: of the corners where one ends and the next
  // goes on along its line only the first is there: where a ring begins shall not depend on them.
  Ring ring_of(CellId c, bool strict) const {
    Ring ring;
    const auto edges = half_edges_of(c);
    const std::size_t n = edges.size();
    const auto add = [&](std::size_t i) {
      if (!strict || ring.empty() || edges[i].line != edges[i == 0 ? n - 1 : i - 1].line) ring.push_back(corner(edges[i].from));
    };
    const bool lines = map_.table.cells[c].line_count > 0;  // from the last corner on
    if (lines) add(0);
    for (std::size_t i = n; i-- > (lines ? 1 : 0);) add(i);
    return ring;
  }

  // The part of a cell in a piece. It is within the region of the piece, so nothing but cuts parts it from that: what
  // is beyond another edge of the piece is beyond a cut too (PieceWriter::enters). Clipped by all edges in their order,
  // a part may begin at another corner, if its first one goes and more than one cut takes something: then it is.
  Ring part_of(const Ring& cell, const Piece& piece) const {
    Ring ring = cell;
    int cuts = 0;
    for (const Edge& e : std::views::reverse(edges_of(piece)))
      if (e.half_edge == no_half_edge) cuts += clip(ring, e);
    if (cuts < 2 || ring.size() < 3 || ring.front().name == cell.front().name) return ring;
    ring = cell;
    for (const Edge& e : std::views::reverse(edges_of(piece))) clip(ring, e);
    return ring;
  }

  // Whether an edge of a piece, run the other way, takes something away.
  bool clip(Ring& ring, const Edge& edge) const {
    if (ring.size() < 3) return false;
    const auto cut = [&](const PoolCorner& p, const PoolCorner& q, const PoolCorner& from, const PoolCorner& to) {
      return PoolCorner(*pool_, pool_->cut(p.name, q.name, from.name, to.name));
    };
    Ring left = kernel::left_part(ring, corner(edge.to), corner(edge.from), cut);
    const bool less = !std::ranges::equal(ring, left, {}, &PoolCorner::name, &PoolCorner::name);
    ring = std::move(left);
    return less;
  }

  static PointPool::Name name_of(const PoolCorner& corner) { return corner.name; }
  static PointPool::Name name_of(PointPool::Name name) { return name; }

  // `ring`: corners or their names.
  template <class Ring>
  void add_facet(NavMesh::Cell& cell, kernel::PolygonId surface, kernel::PolygonId witness, const Ring& ring) {
    NavMesh::Facet& f = cell.facets.emplace_back();
    f.surface = surface;
    f.face = level_.set.surfaces[surface].face;
    f.witness = witness;
    f.corners.reserve(ring.size());
    for (const auto& corner : ring) f.corners.push_back(number_(name_of(corner)));
  }

  void add_piece(const Piece& piece) {
    NavMesh::Cell& cell = mesh_.cells.emplace_back();
    cell.stance = piece.stance;
    if (is_plain(piece)) {
      const vcd::Cell& first = map_.table.cells[piece.cells.front()];
      return add_facet(cell, first.surface, first.witness, outline_of(piece));
    }
    // The parts of one surface with one witness stand together.
    std::map<std::pair<kernel::PolygonId, kernel::PolygonId>, std::vector<Ring>> parts;
    for (const CellId c : piece.cells) {
      const vcd::Cell& source = map_.table.cells[c];
      Ring ring;
      if (piece.whole) {
        ring = ring_of(c, true);
      } else {
        // With all corners: both sides of an edge are cut between the same ones.
        if (rings_[c].empty()) rings_[c] = ring_of(c, false);
        ring = part_of(rings_[c], piece);
      }
      if (ring.size() >= 3) parts[{source.surface, source.witness}].push_back(std::move(ring));
    }
    for (auto& [key, rings] : parts) {
      kernel::merge_convex(rings);
      for (const Ring& ring : rings) add_facet(cell, key.first, key.second, ring);
    }
  }

  // Of a piece on one surface. Half-edges of one line go straight on, others there do not.
  Ring outline_of(const Piece& piece) const {
    const auto edges = edges_of(piece);
    const auto straight = [&](const Edge& e, const Edge& next) {
      if (e.half_edge != no_half_edge && next.half_edge != no_half_edge)
        return graph_.half_edges[e.half_edge].line == graph_.half_edges[next.half_edge].line;
      return kernel::orientation(corner(e.from), corner(e.to), corner(next.to)) == 0;
    };
    Ring ring;
    for (std::size_t n = edges.size(), i = n; i-- > 0;)
      if (!straight(edges[i == 0 ? n - 1 : i - 1], edges[i])) ring.push_back(corner(edges[i].from));
    return ring;
  }

  // The corners of cells where nobody stands, and the ends of obstructions: both lists ascend by surface.
  void name_corners() {
    const auto& obstructions = map_.table.obstructions;
    auto o = obstructions.begin();
    const auto name_ends_before = [&](kernel::PolygonId surface) {
      for (; o != obstructions.end() && o->surface < surface; ++o) name_ends(*o);
    };
    for (const vcd::Cell& c : map_.table.cells) {
      name_ends_before(c.surface);
      if (c.label <= kernel::blocked) name_cell(c);
    }
    name_ends_before(kernel::no_polygon);
  }

  void name_cell(const vcd::Cell& c) {
    frame_.enter(c.surface);
    const auto sources = map_.table.lines_of(c);
    if (sources.empty())
      for (const kernel::PointId p : frame_.corners(c.surface)) unwalkable_.push_back(pool_->input_point(p));
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const kernel::VertexId v = frame_.corner(sources[i], sources[i + 1 == sources.size() ? 0 : i + 1]);
      unwalkable_.push_back(pool_->corner(frame_, v));
    }
  }

  void name_ends(const vcd::Obstruction& o) {
    frame_.enter(o.surface);
    const kernel::LineId line = frame_.line(o.line);
    for (const kernel::LineSource& end : {o.from, o.to})
      ends_.push_back(pool_->corner(frame_, frame_.meet(line, frame_.line(end))));
  }

  void add_unwalkable(const vcd::Cell& c, Names::const_iterator& name) {
    NavMesh::Cell& cell = mesh_.cells.emplace_back();
    cell.stance = c.label;
    const std::size_t n = c.line_count > 0 ? c.line_count : frame_.corners(c.surface).size();
    add_facet(cell, c.surface, c.witness, std::vector(std::reverse_iterator(name + n), std::reverse_iterator(name)));
    name += static_cast<std::ptrdiff_t>(n);
  }

  const LinkedLevel& level_;
  const StanceMap& map_;
  const NavGraph& graph_;
  const NavPartition& partition_;
  NavMesh& mesh_;
  SurfaceFrame frame_;
  std::shared_ptr<PointPool> pool_;
  PointNumbers number_;
  Names unwalkable_, ends_;  // of corners, cell by cell, clockwise; of ends, obstruction by obstruction
  std::vector<Ring> rings_;  // by cell, as far as made: a cell may be in several pieces
};

}  // namespace

NavMesh realise(NavMeshInfo info, const LinkedLevel& level, const NavPartition& partition) {
  NavMesh mesh;
  mesh.info = std::move(info);
  mesh.denominator = level.scene.points.denominator();
  Realiser(level, partition, mesh).run();
  return mesh;
}

CellGraph cell_graph(const LinkedLevel& level, const NavPartition& partition) {
  CellGraph out;
  out.stances.reserve(partition.pieces.size());
  for (const Piece& p : partition.pieces) out.stances.push_back(p.stance);
  for (const PiecePortal& p : piece_portals(level, partition, PointPool(level)))
    out.arcs.push_back({p.a, p.b, p.kind, p.stance});
  return out;
}

}  // namespace plumb::pipeline
