// SPDX-License-Identifier: GPL-3.0-or-later
#include "offmesh/offmesh_portals.h"

#include <algorithm>
#include <iterator>

#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {
namespace {

mpq_class fraction(const mpz_class& numerator, const mpz_class& denominator) {
  mpq_class q(numerator, denominator);
  q.canonicalize();
  return q;
}

}  // namespace

std::optional<FacingSegment> facing(const kernel::PlanFrame& frame, const BorderEdges& edges, std::uint32_t other) {
  const kernel::PlanIntegers &from = edges.plan_from(other), &to = edges.plan_to(other);
  const mpz_class v0 = frame.away(from), v1 = frame.away(to);
  if ((sgn(v0) < 0 && sgn(v1) <= 0) || (sgn(v0) <= 0 && sgn(v1) < 0)) return std::nullopt;
  const mpz_class u0 = frame.along(from), u1 = frame.along(to);
  if (sgn(u0) <= 0 && sgn(u1) <= 0) return std::nullopt;
  if (frame.beyond(from) >= 0 && frame.beyond(to) >= 0) return std::nullopt;
  // u1 - u0, over frame.whole() and both denominators
  const mpz_class run = u1 * from.w - u0 * to.w;
  if (sgn(run) == 0) return std::nullopt;
  const bool back = sgn(run) < 0;
  const auto u = [&](bool of_to) {
    return fraction((of_to ? u1 : u0) * frame.scale(), (of_to ? to.w : from.w) * frame.whole());
  };
  FacingSegment seen;
  seen.faces_back = back;
  seen.range = {sgn(back ? u1 : u0) <= 0 ? mpq_class(0) : u(back),
                frame.beyond(back ? from : to) >= 0 ? mpq_class(1) : u(!back)};
  seen.distance = {fraction(kernel::formulas::determinant(v0, v1, u0, u1) * frame.scale(), run * frame.whole()),
                   fraction(v1 * from.w - v0 * to.w, run)};
  if (!clip(seen.range, seen.distance)) return std::nullopt;
  const mpq_class &z0 = edges.from(other)[2], &z1 = edges.to(other)[2];
  if (z0 == z1) seen.height = {z0, 0};
  else
    seen.height = {(z0 * u1 * from.w - z1 * u0 * to.w) / run,
                   (z1 - z0) * fraction(from.w * to.w * frame.whole(), run * frame.scale())};
  return seen;
}

kernel::Linear parameter_seen(const kernel::PlanFrame& frame, const BorderEdges& edges, std::uint32_t other) {
  const kernel::PlanIntegers &from = edges.plan_from(other), &to = edges.plan_to(other);
  const mpz_class u0 = frame.along(from), u1 = frame.along(to), run = u1 * from.w - u0 * to.w;
  return {fraction(-u0 * to.w, run), fraction(from.w * to.w * frame.whole(), run * frame.scale())};
}

OffmeshPortal offmesh_portal(PortalKind kind, const BorderEdges& edges, std::uint32_t i, std::uint32_t j,
                             const kernel::SegmentFrame& frame, const FacingSegment& seen, const StancePiece& piece) {
  OffmeshPortal p;
  p.kind = kind;
  p.stance = piece.stance;
  p.a = edges.id(i);
  p.b = edges.id(j);
  const kernel::Linear floor = height_along(edges.from(i), edges.to(i));
  for (std::size_t end = 0; end < 2; ++end) {
    const mpq_class& u = end == 0 ? piece.range.from : piece.range.to;
    const kernel::PlanPoint on_a = frame.at(u, 0), on_b = frame.at(u, seen.distance(u));
    p.on_a[end] = {on_a[0], on_a[1], floor(u)};
    p.on_b[end] = {on_b[0], on_b[1], seen.height(u)};
  }
  return p;
}

void add_step_portals(const BorderEdges& edges, const ColumnCheck& test, const StanceMap& map, std::uint32_t i,
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

std::vector<OffmeshPortal> step_portals(BorderEdges& edges, const ColumnCheck& test, const StanceMap& map,
                                        unsigned threads) {
  constexpr std::size_t pairs_at_once = 64;
  auto pairs = edges.pairs(0, map.step, false, threads);
  std::erase_if(pairs, [](const auto& p) { return p.first > p.second; });
  edges.make_ends(pairs, threads);
  return parallel_list<OffmeshPortal>(pairs.size(), pairs_at_once, threads, [&](unsigned) {
    return [&](std::size_t k, std::vector<OffmeshPortal>& out) {
      add_step_portals(edges, test, map, pairs[k].first, pairs[k].second, out);
    };
  });
}

void add_offmesh_portals(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                         const StanceMap& map, const mpq_class& weld, unsigned threads, NavGraph& graph) {
  BorderEdges edges(points, set, index, map, graph);
  const ColumnCheck test(points, set, index, map.step);
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
