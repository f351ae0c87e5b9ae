// SPDX-License-Identifier: GPL-3.0-or-later
#include "piece_facets.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "plumb/kernel/convex_merge.h"
#include "plumb/pipeline/parallel_parts.h"
#include "pool_corner.h"

namespace plumb::pipeline {
namespace {

using Piece = MergedCells::Piece;
using Edge = MergedCells::Edge;
using Ring = std::vector<PoolCorner>;  // counter-clockwise
constexpr std::size_t chunk = 256;     // pieces

class FacetMaker {
 public:
  FacetMaker(PointPool& pool, const MergedCells& partition)
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
    int side_of(const PoolCorner& p) const {
      if (p.name == from.name || p.name == to.name) return 0;
      const auto near = kernel::formulas::determinant(x, y, p.ix - from.ix, p.iy - from.iy).sign();
      return near ? static_cast<int>(*near) : kernel::orientation(from, to, p);
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

}  // namespace

void for_piece_facets(PointPool& pool, const MergedCells& partition, unsigned threads,
                      const std::function<void(const FacetList&)>& take) {
  const auto& pieces = partition.pieces;
  parallel_parts<FacetList>((pieces.size() + chunk - 1) / chunk, threads,
                            [&](unsigned) {
                              return [&, maker = FacetMaker(pool, partition)](std::size_t c, FacetList& list) mutable {
                                for (std::size_t i = c * chunk; i < std::min((c + 1) * chunk, pieces.size()); ++i)
                                  maker.add(pieces[i], list);
                              };
                            },
                            take);
}

}  // namespace plumb::pipeline
