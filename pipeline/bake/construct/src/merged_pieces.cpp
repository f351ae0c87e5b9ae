// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces of merged cells as parts of a navmesh: their facets, and the portals between them, by names of points.
//
// 1. PieceFacets makes the facets of a piece. One that lies on one surface with one witness is its own outline
//    (add_outline()). Of any other, each cell is clipped to the piece (part_of()): only cuts part it from the rest of
//    its region. What is left of one surface with one witness is merged again where that is convex (merge_convex).
// 2. PortalCollector collects a portal for each half-edge and each cut between two pieces (add_flush()), and the steps
//    and welds of the graph (add_offmesh()), sorts them, and joins those that follow one another on a line in space.
//
// Cost: linear in the edges of pieces and cells, times the cuts of a piece; n log n for n portals. Memory: the list of
// facets of some pieces, and all portals.
// Exact: sides of corners and the order along a line, by doubles around the points, then exactly (PointPool). Points of
// cuts are named, not computed.
// Source: our own.
#include "merged_pieces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "plumb/kernel/convex_merge.h"
#include "plumb/pipeline/parallel.h"
#include "point_pool.h"

namespace plumb::pipeline {
namespace {

using Piece = MergedCells::Piece;
using Edge = MergedCells::Edge;
using Ring = std::vector<PoolCorner>;        // counter-clockwise
constexpr std::size_t pieces_at_once = 256;  // pieces

class PieceFacets {
 public:
  PieceFacets(PointPool& pool, const MergedCells& partition)
      : pool_(pool), map_(pool.level().map), graph_(pool.level().graph), partition_(partition) {}

  void add(const Piece& piece, FacetList& out) {
    const std::size_t before = out.facets.size();
    if (is_plain(piece)) add_outline(piece, out);
    else add_parts(piece, out);
    out.facets_of_cell.push_back(static_cast<std::uint32_t>(out.facets.size() - before));
  }

 private:
  // Of one surface, with one witness: then its outline says all.
  bool is_plain(const Piece& piece) const {
    const vcd::Cell& first = map_.table.cells[partition_.cells_of(piece).front()];
    return std::ranges::all_of(partition_.cells_of(piece), [&](CellId c) {
      return map_.table.cells[c].surface == first.surface && map_.table.cells[c].witness == first.witness;
    });
  }

  std::span<const HalfEdge> half_edges_of(CellId c) const {
    return std::span(graph_.half_edges)
        .subspan(graph_.first_half_edge[c], graph_.first_half_edge[c + 1] - graph_.first_half_edge[c]);
  }

  PoolCorner corner(VertexRef v) const { return {pool_, pool_.vertex(v)}; }

  // A cell of the graph, from its half-edges, which run clockwise. `strict`: of the corners where one ends and the next
  // goes on along its line only the first is there: where a ring begins shall not depend on them.
  Ring ring_of(CellId c, bool strict) const {
    Ring ring;
    const auto edges = half_edges_of(c);
    const std::size_t n = edges.size();
    ring.reserve(n);
    const auto add = [&](std::size_t i) {
      if (!strict || ring.empty() || edges[i].line != edges[i == 0 ? n - 1 : i - 1].line)
        ring.push_back(corner(edges[i].from));
    };
    const bool lines = map_.table.cells[c].line_count > 0;  // from the last corner on
    if (lines) add(0);
    for (std::size_t i = n; i-- > (lines ? 1 : 0);) add(i);
    return ring;
  }

  // An edge of a piece, as it runs around what lies in the piece, and the way along it.
  struct Side {
    Side(const PoolCorner& f, const PoolCorner& t) : from(f), to(t), x(t.ix - f.ix), y(t.iy - f.iy) {}

    // On which side of the edge a point is.
    kernel::Sign side_of(const PoolCorner& p) const {
      if (p.name == from.name || p.name == to.name) return kernel::Sign::zero;
      const auto near = kernel::formulas::determinant(x, y, p.ix - from.ix, p.iy - from.iy).sign();
      return near ? *near : kernel::orientation(from, to, p);
    }

    PoolCorner from, to;
    kernel::Interval x, y;
  };
  // The edges that are cuts, or all of them.
  void find_sides(const Piece& piece, bool all, std::vector<Side>& sides) const {
    sides.clear();
    const auto edges = partition_.edges_of(piece);
    for (auto e = edges.rbegin(); e != edges.rend(); ++e)
      if (all || e->half_edge == no_half_edge) sides.emplace_back(corner(e->to), corner(e->from));
  }

  // Doubles around a ring.
  struct Box {
    explicit Box(const Ring& ring) {
      for (const PoolCorner& c : ring) {
        low_x = std::min(low_x, c.ix.low), high_x = std::max(high_x, c.ix.high);
        low_y = std::min(low_y, c.iy.low), high_y = std::max(high_y, c.iy.high);
      }
    }
    double low_x = HUGE_VAL, high_x = -HUGE_VAL, low_y = HUGE_VAL, high_y = -HUGE_VAL;

    // All of it, as its corner is that is farthest to the right; along an axis on which doubles do not tell which of
    // two is, both are.
    bool is_left_of(const Side& side) const {
      const auto farthest = [](const kernel::Interval& way, double if_positive, double if_negative) {
        if (kernel::is_positive(way)) return kernel::Interval(if_positive);
        if (kernel::is_negative(way)) return kernel::Interval(if_negative);
        return kernel::Interval(std::min(if_positive, if_negative), std::max(if_positive, if_negative));
      };
      const kernel::Interval x = farthest(side.y, high_x, low_x), y = farthest(side.x, low_y, high_y);
      return kernel::is_positive(kernel::formulas::determinant(side.x, side.y, x - side.from.ix, y - side.from.iy));
    }
  };

  // The part of a cell in a piece. It is within the region of the piece, so nothing but cuts parts it from that: what
  // is beyond another edge of the piece is beyond a cut too (PieceWriter::enters). Clipped by all edges in their order,
  // a part may begin at another corner, if its first one goes and more than one cut takes something: then it is.
  Ring part_of(const Ring& cell, const Piece& piece, std::span<const Side> cuts) {
    const Box box(cell);
    Ring ring = cell;
    if (clip(ring, box, cuts) < 2 || ring.size() < 3 || ring.front().name == cell.front().name) return ring;
    if (all_sides_.empty()) find_sides(piece, true, all_sides_);
    ring = cell;
    clip(ring, box, all_sides_);
    return ring;
  }

  // Leaves of a ring what is to the left of all sides. Returns how many took something away.
  int clip(Ring& ring, const Box& box, std::span<const Side> sides) const {
    const auto cut = [&](const PoolCorner& p, const PoolCorner& q, const PoolCorner& from, const PoolCorner& to) {
      return PoolCorner(pool_, pool_.cut(p.name, q.name, from.name, to.name));
    };
    int taken = 0;
    for (const Side& side : sides) {
      if (ring.size() < 3) break;
      if (box.is_left_of(side)) continue;
      taken += kernel::keep_left_part(
          ring, side.from, side.to, [&](const PoolCorner& c) { return side.side_of(c); }, cut);
    }
    return taken;
  }

  // Of a piece on one surface: its outline. Half-edges of one line go straight on, others there do not.
  void add_outline(const Piece& piece, FacetList& out) const {
    const auto edges = partition_.edges_of(piece);
    const auto straight = [&](const Edge& e, const Edge& next) {
      if (e.half_edge != no_half_edge && next.half_edge != no_half_edge)
        return graph_.half_edges[e.half_edge].line == graph_.half_edges[next.half_edge].line;
      return kernel::orientation(corner(e.from), corner(e.to), corner(next.to)) == 0;
    };
    const std::size_t before = out.corners.size();
    for (std::size_t n = edges.size(), i = n; i-- > 0;)
      if (!straight(edges[i == 0 ? n - 1 : i - 1], edges[i])) out.corners.push_back(pool_.vertex(edges[i].from));
    const vcd::Cell& first = map_.table.cells[partition_.cells_of(piece).front()];
    out.facets.push_back({first.surface, first.witness, static_cast<std::uint32_t>(out.corners.size() - before)});
  }

  // The parts of one surface with one witness stand together.
  void add_parts(const Piece& piece, FacetList& out) {
    std::map<std::pair<kernel::PolygonId, kernel::PolygonId>, std::vector<Ring>> parts;
    all_sides_.clear();
    if (!piece.whole) find_sides(piece, false, cuts_);
    for (const CellId c : partition_.cells_of(piece)) {
      const vcd::Cell& source = map_.table.cells[c];
      // To be cut with all corners: both sides of an edge are cut between the same ones.
      Ring ring = piece.whole ? ring_of(c, true) : part_of(ring_of(c, false), piece, cuts_);
      if (ring.size() >= 3) parts[{source.surface, source.witness}].push_back(std::move(ring));
    }
    for (auto& [key, rings] : parts) {
      kernel::merge_convex(rings);
      for (const Ring& ring : rings) add_facet(key.first, key.second, ring, out);
    }
  }

  static void add_facet(kernel::PolygonId surface, kernel::PolygonId witness, const Ring& ring, FacetList& out) {
    out.facets.push_back({surface, witness, static_cast<std::uint32_t>(ring.size())});
    for (const PoolCorner& corner : ring) out.corners.push_back(corner.name);
  }

  PointPool& pool_;
  const StanceMap& map_;
  const NavGraph& graph_;
  const MergedCells& partition_;
  std::vector<Side> cuts_, all_sides_;  // of a piece; none so far
};

using Ends = std::array<PointPool::Name, 2>;
constexpr std::uint32_t no_line = PiecePortal{}.line;

auto ways(const PiecePortal& p) { return std::tie(p.a, p.b, p.kind, p.stance); }

class PortalCollector {
 public:
  PortalCollector(const MergedCells& partition, const PointPool& pool)
      : graph_(pool.level().graph), partition_(partition), pool_(pool) {}

  std::vector<PiecePortal> run() {
    name_pieces();
    for (std::uint32_t e = 0; e < partition_.edges.size(); ++e) add_flush(e);
    for (std::size_t i = 0; i < graph_.portals.size(); ++i) add_offmesh(i);
    std::ranges::sort(portals_, [](const PiecePortal& s, const PiecePortal& t) { return ways(s) < ways(t); });
    std::vector<PiecePortal> out;
    for (auto i = portals_.begin(); i != portals_.end();) {
      auto end = i + 1;
      while (end != portals_.end() && ways(*end) == ways(*i)) ++end;
      join({i, end}, out);
      i = end;
    }
    return out;
  }

 private:
  void name_pieces() {
    piece_of_half_edge_.assign(graph_.half_edges.size(), no_half_edge);
    piece_of_edge_.assign(partition_.edges.size(), no_half_edge);
    for (NavMesh::CellIndex i = 0; i < partition_.pieces.size(); ++i) {
      const MergedCells::Piece& p = partition_.pieces[i];
      for (std::uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
        piece_of_edge_[e] = i;
        if (partition_.edges[e].half_edge != no_half_edge) piece_of_half_edge_[partition_.edges[e].half_edge] = i;
      }
    }
  }

  void add_flush(std::uint32_t e) {
    const MergedCells::Edge& edge = partition_.edges[e];
    const NavMesh::CellIndex a = piece_of_edge_[e];
    NavMesh::CellIndex b = no_half_edge;
    kernel::Label stance = partition_.pieces[a].stance;
    if (edge.half_edge == no_half_edge) {
      b = piece_of_edge_[edge.twin];
    } else if (const HalfEdgeId twin = graph_.half_edges[edge.half_edge].twin; twin != no_half_edge) {
      b = piece_of_half_edge_[twin];
      stance = graph_.stance_through(edge.half_edge);
    }
    if (b == no_half_edge || b < a || stance < 1) return;
    const Ends on{pool_.vertex(edge.to), pool_.vertex(edge.from)};
    portals_.push_back({a, b, PortalKind::flush, stance, on, on,
                        edge.half_edge == no_half_edge ? no_line : graph_.half_edges[edge.half_edge].line});
  }

  // Counter-clockwise around a.
  void add_offmesh(std::size_t i) {
    const OffmeshPortal& p = graph_.portals[i];
    const auto ends = [&](bool on_b) { return Ends{pool_.portal_end(i, on_b, 1), pool_.portal_end(i, on_b, 0)}; };
    PiecePortal s{piece_of_half_edge_[p.a], piece_of_half_edge_[p.b], p.kind, p.stance, ends(false), ends(true)};
    if (s.kind == PortalKind::step && s.b < s.a) {  // counter-clockwise around the other
      std::swap(s.a, s.b);
      std::swap(s.on_a, s.on_b);
      std::swap(s.on_a[0], s.on_a[1]);
      std::swap(s.on_b[0], s.on_b[1]);
    }
    portals_.push_back(s);
  }

  bool ahead(const PiecePortal& s) const { return pool_.compare(s.on_a[0], s.on_a[1]) < 0; }

  // Those of one pair of cells, kind and stance: they lie along one line, as a pair of convex cells meets along one.
  void join(std::span<PiecePortal> portals, std::vector<PiecePortal>& out) const {
    if (portals.size() == 1) return out.push_back(portals[0]);
    std::ranges::sort(portals, [&](const PiecePortal& s, const PiecePortal& t) {
      const int order = pool_.compare(s.on_a[ahead(s) ? 0 : 1], t.on_a[ahead(t) ? 0 : 1]);
      if (order != 0) return order < 0;
      const int first = pool_.compare(s.on_b[0], t.on_b[0]);
      return first != 0 ? first < 0 : pool_.compare(s.on_b[1], t.on_b[1]) < 0;
    });
    out.push_back(portals[0]);
    for (const PiecePortal& s : portals.subspan(1)) {
      PiecePortal& last = out.back();
      const std::size_t end = ahead(s) ? 1 : 0;
      if (ahead(last) == ahead(s) && pool_.same(last.on_a[end], s.on_a[1 - end]) &&
          pool_.same(last.on_b[end], s.on_b[1 - end]) && straight(last, s)) {
        last.on_a[end] = s.on_a[end];
        last.on_b[end] = s.on_b[end];
        if (last.line != s.line) last.line = no_line;
      } else {
        out.push_back(s);
      }
    }
  }

  // A line of a surface is straight in space.
  bool straight(const PiecePortal& s, const PiecePortal& t) const {
    return (s.line != no_line && s.line == t.line) || (straight(s.on_a, t.on_a) && straight(s.on_b, t.on_b));
  }

  bool straight(const Ends& s, const Ends& t) const {
    const PoolCorner p(pool_, s[0]), q(pool_, s[1]), u(pool_, t[0]), v(pool_, t[1]);
    if (kernel::orientation(p, q, u) != 0 || kernel::orientation(p, q, v) != 0) return false;
    const std::size_t axis = kernel::compare_x(p, q) != 0 ? 0 : 1;
    const auto slopes_differ = [&](const auto& at) {
      const auto run = [&](const Ends& e, std::size_t k) { return at(e[1], k) - at(e[0], k); };
      return kernel::formulas::determinant(run(s, axis), run(s, 2), run(t, axis), run(t, 2));
    };
    const auto near = [&](PointPool::Name name, std::size_t k) { return pool_.near(name)[k]; };
    if (const auto sign = slopes_differ(near).sign()) return *sign == kernel::Sign::zero;
    const auto exact = [&](PointPool::Name name, std::size_t k) -> const mpq_class& { return pool_.exact(name)[k]; };
    return sgn(slopes_differ(exact)) == 0;
  }

  const NavGraph& graph_;
  const MergedCells& partition_;
  const PointPool& pool_;
  std::vector<NavMesh::CellIndex> piece_of_half_edge_, piece_of_edge_;
  std::vector<PiecePortal> portals_;
};

}  // namespace

void for_piece_facets(PointPool& pool, const MergedCells& partition, unsigned threads,
                      const std::function<void(const FacetList&)>& take) {
  const auto& pieces = partition.pieces;
  parallel_parts<FacetList>(
      (pieces.size() + pieces_at_once - 1) / pieces_at_once, threads,
      [&](unsigned) {
        return [&, facets_of = PieceFacets(pool, partition)](std::size_t c, FacetList& list) mutable {
          for (std::size_t i = c * pieces_at_once; i < std::min((c + 1) * pieces_at_once, pieces.size()); ++i)
            facets_of.add(pieces[i], list);
        };
      },
      take);
}

std::vector<PiecePortal> piece_portals(const MergedCells& partition, const PointPool& pool) {
  return PortalCollector(partition, pool).run();
}

}  // namespace plumb::pipeline
