// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "offmesh/border_edges.h"
#include "offmesh/column_filter.h"

namespace plumb::pipeline {

/// A half-edge seen from another: what an outward perpendicular at u of the other meets. Linear in u over `range`.
struct FacingSegment {
  kernel::ExactInterval range;  ///< of u, within [0, 1]; distance >= 0 there
  kernel::Linear distance;      ///< v, as SegmentFrame has it
  kernel::Linear height;
  bool faces_back;  ///< its outward normal and that of the other turn towards one another
};
/// None if perpendiculars of the frame's segment meet the half-edge in a point at most.
std::optional<FacingSegment> facing(const kernel::PlanFrame& frame, const BorderEdges& edges, std::uint32_t other);
/// The parameter of the half-edge that is seen, 0 at its from, 1 at its to.
kernel::Linear parameter_seen(const kernel::PlanFrame& frame, const BorderEdges& edges, std::uint32_t other);

/// The height along a half-edge.
inline kernel::Linear height_along(const ExactPoint& from, const ExactPoint& to) { return {from[2], to[2] - from[2]}; }

/// A stretch of a half-edge and the greatest stance it admits.
struct StancePiece {
  kernel::ExactInterval range;
  kernel::Label stance = 0;
};
/// admitted(s) for s = top, ..., 1 says where stance s passes; a piece gets the greatest that does. Ascending.
template <class Admitted>
std::vector<StancePiece> pieces_by_stance(kernel::Label top, const kernel::ExactInterval& whole, Admitted&& admitted) {
  std::vector<StancePiece> out;
  kernel::IntervalSet rest = {whole};
  for (kernel::Label s = top; s >= 1 && !rest.empty(); --s) {
    const kernel::IntervalSet pass = common(admitted(s), rest);
    for (const kernel::ExactInterval& p : pass) out.push_back({p, s});
    rest = without(rest, pass);
  }
  std::ranges::sort(out, [](const StancePiece& p, const StancePiece& q) { return p.range.from < q.range.from; });
  return out;
}

/// The portal from u-range `range` of half-edge i to what lies across.
OffmeshPortal offmesh_portal(PortalKind kind, const BorderEdges& edges, std::uint32_t i, std::uint32_t j,
                             const kernel::SegmentFrame& frame, const FacingSegment& seen, const StancePiece& piece);

/// Appends the step portals from half-edge i to half-edge j, along i. Requires that their ends are made.
void add_step_portals(const BorderEdges& edges, const ColumnTest& test, const StanceMap& map, std::uint32_t i,
                      std::uint32_t j, std::vector<OffmeshPortal>& out);
/// Step portals, ascending by (a, b) and along a.
std::vector<OffmeshPortal> step_portals(BorderEdges& edges, const ColumnTest& test, const StanceMap& map,
                                        unsigned threads);

/// Which welds are asked for, from half-edge i to j; all, if it is empty.
using WeldWanted = std::function<bool(std::uint32_t i, std::uint32_t j)>;
/// Weld portals, in the same order. `pairs`: all of edges.pairs(reach, map.step, true, ...) that begin with the
/// half-edges looked from. `portals`: the graph's; its step portals count.
std::vector<OffmeshPortal> weld_portals(BorderEdges& edges, std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs,
                                        const ColumnTest& test, const ColumnFilter& column_filter, const StanceMap& map,
                                        const mpq_class& reach, const std::vector<OffmeshPortal>& portals,
                                        unsigned threads, const WeldWanted& wanted = {});

}  // namespace plumb::pipeline
