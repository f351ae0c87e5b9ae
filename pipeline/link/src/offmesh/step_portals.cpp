// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "offmesh/facing_segments.h"
#include "plumb/pipeline/parallel.h"

namespace plumb::pipeline {

void add_step_portals(const BorderEdges& edges, const ColumnTest& test, const StanceMap& map, std::uint32_t i,
                      std::uint32_t j, std::vector<OffmeshPortal>& out) {
  const kernel::PlanFrame plan = edges.plan_frame(i);
  if (sgn(plan.away(edges.plan_from(j))) != 0 || sgn(plan.away(edges.plan_to(j))) != 0) return;
  const auto seen = facing(plan, edges, j);
  if (!seen || !seen->faces_back) return;
  const ExactPoint &from = edges.from(i), &to = edges.to(i);
  const kernel::Linear floor = height_along(from, to), rise = seen->height - floor;
  if (sgn(rise.at) == 0 && sgn(rise.slope) == 0) return;
  kernel::ExactInterval range = seen->range;
  if (!clip(range, kernel::Linear{map.step, 0} - rise) || !clip(range, rise + map.step)) return;
  const kernel::SegmentFrame frame({from[0], from[1]}, {to[0], to[1]});
  const Crossing crossing{frame, plan, range, floor, seen->height, seen->distance};
  const auto pieces = pieces_by_stance(std::min(edges.stance(i), edges.stance(j)), range, [&](kernel::Label s) {
    return without({range}, test.stopped(crossing, map.stances[static_cast<std::size_t>(s) - 1].height, Stops::walls));
  });
  for (const StancePiece& p : pieces) out.push_back(offmesh_portal(PortalKind::step, edges, i, j, frame, *seen, p));
}

std::vector<OffmeshPortal> step_portals(BorderEdges& edges, const ColumnTest& test, const StanceMap& map,
                                        unsigned threads) {
  constexpr std::size_t chunk = 64;
  auto pairs = edges.pairs(0, map.step, false, threads);
  std::erase_if(pairs, [](const auto& p) { return p.first > p.second; });
  edges.make_ends(pairs, threads);
  std::vector<std::vector<OffmeshPortal>> parts((pairs.size() + chunk - 1) / chunk);
  parallel_chunks(parts.size(), threads, [&](unsigned) {
    return [&](std::size_t c) {
      for (std::size_t k = c * chunk; k < std::min(pairs.size(), (c + 1) * chunk); ++k)
        add_step_portals(edges, test, map, pairs[k].first, pairs[k].second, parts[c]);
    };
  });
  std::vector<OffmeshPortal> out;
  for (std::vector<OffmeshPortal>& part : parts) std::ranges::move(part, std::back_inserter(out));
  return out;
}

}  // namespace plumb::pipeline
