// SPDX-License-Identifier: GPL-3.0-or-later
#include "carry_portals.h"

#include <algorithm>
#include <optional>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval_set.h"
#include "plumb/pipeline/vertex_reader.h"

namespace plumb::pipeline {
namespace {

using kernel::ExactInterval;

// A half-edge of the new graph over part of a portal's side.
struct Part {
  HalfEdgeId half_edge;
  kernel::Label stance;
  ExactInterval range;  // of the portal's way from its first end to its second
};

ExactPoint at(const std::array<ExactPoint, 2>& ends, const mpq_class& u) {
  ExactPoint p;
  for (std::size_t k = 0; k < 3; ++k) p[k] = ends[0][k] + u * (ends[1][k] - ends[0][k]);
  return p;
}

class Carrier {
 public:
  Carrier(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const NavGraph& after)
      : map_(map), after_(after), exact_(points, set, map, after) {}

  // The half-edges of some cells that lie over a side of a portal, which a cell runs around clockwise if `forward`.
  std::vector<Part> parts(CellId first, CellId last, const std::array<ExactPoint, 2>& side, bool forward) {
    std::vector<Part> out;
    const int axis = side[0][0] != side[1][0] ? 0 : 1;
    for (HalfEdgeId e = after_.first_half_edge[first]; e < after_.first_half_edge[last]; ++e) {
      const HalfEdge& h = after_.half_edges[e];
      const ExactPoint &from = exact_[forward ? h.from : h.to], &to = exact_[forward ? h.to : h.from];
      if (kernel::formulas::orient2d(side[0], side[1], from) != 0 ||
          kernel::formulas::orient2d(side[0], side[1], to) != 0)
        continue;
      const auto parameter = [&](const ExactPoint& p) -> mpq_class {
        return (p[axis] - side[0][axis]) / (side[1][axis] - side[0][axis]);
      };
      ExactInterval range{parameter(from), parameter(to)};
      range.from = std::max<mpq_class>(range.from, 0);
      range.to = std::min<mpq_class>(range.to, 1);
      if (range.from < range.to) out.push_back({e, map_.table.cells[h.cell].label, std::move(range)});
    }
    return out;
  }

 private:
  const StanceMap& map_;
  const NavGraph& after_;
  VertexReader exact_;
};

}  // namespace

void carry_portals(const kernel::PointTable& points, const SurfaceSet& set, const NavGraph& before,
                   const StanceMap& map, const std::vector<CellId>& parent, NavGraph& after) {
  Carrier carrier(points, set, map, after);
  const auto children = [&](HalfEdgeId e) {
    const auto [first, last] = std::equal_range(parent.begin(), parent.end(), before.half_edges[e].cell);
    return std::pair(static_cast<CellId>(first - parent.begin()), static_cast<CellId>(last - parent.begin()));
  };
  std::vector<OffmeshPortal> out;
  for (const OffmeshPortal& p : before.portals) {
    const auto [first_a, last_a] = children(p.a);
    const auto [first_b, last_b] = children(p.b);
    const std::vector<Part> on_a = carrier.parts(first_a, last_a, p.on_a, true);
    const std::vector<Part> on_b = carrier.parts(first_b, last_b, p.on_b, false);
    for (const Part& a : on_a)
      for (const Part& b : on_b) {
        const mpq_class from = std::max(a.range.from, b.range.from), to = std::min(a.range.to, b.range.to);
        if (from >= to) continue;
        out.push_back({p.kind,
                       std::min({p.stance, a.stance, b.stance}),
                       a.half_edge,
                       b.half_edge,
                       {at(p.on_a, from), at(p.on_a, to)},
                       {at(p.on_b, from), at(p.on_b, to)}});
      }
  }
  std::ranges::stable_sort(
      out, [](const OffmeshPortal& p, const OffmeshPortal& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
  after.portals = std::move(out);
}

}  // namespace plumb::pipeline
