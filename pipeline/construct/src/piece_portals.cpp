// SPDX-License-Identifier: GPL-3.0-or-later
#include "piece_portals.h"

#include <algorithm>
#include <tuple>

#include "pool_corner.h"

namespace plumb::pipeline {
namespace {

using Ends = std::array<PointPool::Name, 2>;
constexpr std::uint32_t no_line = PiecePortal{}.line;

auto ways(const PiecePortal& p) { return std::tie(p.a, p.b, p.kind, p.stance); }

class Collector {
 public:
  Collector(const MergedCells& partition, const PointPool& pool)
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

std::vector<PiecePortal> piece_portals(const MergedCells& partition, const PointPool& pool) {
  return Collector(partition, pool).run();
}

}  // namespace plumb::pipeline
