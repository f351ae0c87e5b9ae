// SPDX-License-Identifier: GPL-3.0-or-later
#include "offmesh/offmesh_portals.h"

#include <algorithm>
#include <iterator>

#include "offmesh/facing_segments.h"
#include "plumb/pipeline/work_range.h"

namespace plumb::pipeline {

void add_offmesh_portals(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                         const StanceMap& map, const mpq_class& weld, unsigned threads, NavGraph& graph) {
  BorderEdges edges(points, set, index, map, graph);
  const ColumnTest test(points, set, index, map.step);
  std::vector<OffmeshPortal> steps, welds;
  if (sgn(map.step) > 0) {
    const WorkRange range(0, sgn(weld) > 0 ? 0.5 : 1);
    steps = step_portals(edges, test, map, threads);
  }
  const WorkRange range(sgn(map.step) > 0 ? 0.5 : 0, 1);
  if (sgn(weld) > 0)
    welds = weld_portals(edges, edges.pairs(weld, map.step, true, threads), test,
                         ColumnFilter(points, set, index, map, edges), map, weld, steps, threads);
  std::ranges::merge(steps, welds, std::back_inserter(graph.portals),
                     [](const OffmeshPortal& p, const OffmeshPortal& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
}

}  // namespace plumb::pipeline
