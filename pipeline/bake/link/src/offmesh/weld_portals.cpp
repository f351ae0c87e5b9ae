// SPDX-License-Identifier: GPL-3.0-or-later
// Welds: portals across small gaps. From each point of a border half-edge one looks outward, square to it, in plan;
// what is met first within a step in height and faces back is welded to, if it is not farther than the reach and
// nothing stands between.
//
// weld_portals() shares out the half-edges with their pairs (BorderEdges::pairs) to threads; Welder::weld(i), for one:
// 1. find_candidates() keeps the half-edges that perpendiculars of i may meet, in doubles, and in integers where
//    doubles cannot tell (is_across). ColumnFilter proves from which stance on a wall stops a weld. If no candidate is
//    left that may weld, i is done; what is certainly met behind all that may weld is erased.
// 2. in_reach() makes the exact range in which i sees each candidate, clipped to a step in height.
// 3. weld_stance(), for each stance: the stretches of candidates that are border for it (Borders) are obstacles, and
//    lower_envelope() finds which is met first. Stretches that face back are clipped to the reach, and ColumnCheck cuts
//    out those where a polygon over the gap stops the stance.
// 4. pieces_by_stance() gives each stretch the greatest stance that passes, within_reach() rounds its irrational ends
//    inward on the line of i, and offmesh_portal() makes the portal.
//
// Cost: for a half-edge with k candidates, k^2 interval tests at most and about k log k exact steps for each stance,
// and a column check for each stretch that is left. Memory: the pairs, and the candidates of one half-edge for each
// thread.
// Exact: what is met first, heights, distances and what stops a stance. Doubles only reject; only ends that are
// irrational are rounded, inward.
// Source: our own; docs/theory/definitions.md, "The navigation graph", defines welds.
#include <algorithm>

#include "offmesh/offmesh_portals.h"
#include "plumb/kernel/interval_set.h"
#include "plumb/pipeline/parallel.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t pairs_at_once = 64;
const kernel::IntervalSet& whole_edge() {
  static const kernel::IntervalSet whole = {{0, 1}};
  return whole;
}

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Where half-edges are border for a stance: no flush or step portal that admits it is there.
class Borders {
 public:
  // Of the half-edges of these pairs.
  Borders(const BorderEdges& edges, const Pairs& pairs, const std::vector<OffmeshPortal>& portals)
      : edges_(edges), steps_(edges.size()), asked_(edges.size()) {
    for (const auto& [i, j] : pairs) asked_[i] = asked_[j] = true;
    for (const OffmeshPortal& p : portals) {
      if (p.kind != PortalKind::step) continue;
      add(p.a, p.on_a, p.stance);
      add(p.b, p.on_b, p.stance);
    }
  }
  bool any(std::uint32_t i, kernel::Label s) const { return edges_.stance_through(i) < s && s <= edges_.stance(i); }
  kernel::IntervalSet of(std::uint32_t i, kernel::Label s) const {
    if (!any(i, s)) return {};
    kernel::IntervalSet stepped;
    for (const StancePiece& p : steps_[i])
      if (p.stance >= s) stepped.push_back(p.range);
    return without(whole_edge(), united(std::move(stepped)));
  }

 private:
  void add(HalfEdgeId id, const std::array<ExactPoint, 2>& ends, kernel::Label stance) {
    const std::uint32_t i = edges_.index_of(id);
    if (!asked_[i]) return;
    const ExactPoint &from = edges_.from(i), &to = edges_.to(i);
    mpq_class t0 = kernel::share_along(from, to, ends[0]), t1 = kernel::share_along(from, to, ends[1]);
    if (t0 > t1) swap(t0, t1);
    steps_[i].push_back({{std::move(t0), std::move(t1)}, stance});
  }

  const BorderEdges& edges_;
  std::vector<std::vector<StancePiece>> steps_;
  std::vector<bool> asked_;
};

bool is_wanted(const WeldWanted& wanted, std::uint32_t i, std::uint32_t j) { return !wanted || wanted(i, j); }

// All pairs of the half-edges i that have a wanted pair (i, j).
Pairs with_wanted(Pairs pairs, const WeldWanted& wanted) {
  if (!wanted) return pairs;
  auto kept = pairs.begin();
  for (auto at = pairs.begin(); at != pairs.end();) {
    const auto end = std::find_if(at, pairs.end(), [&](const auto& p) { return p.first != at->first; });
    if (std::any_of(at, end, [&](const auto& p) { return wanted(p.first, p.second); })) kept = std::move(at, end, kept);
    at = end;
  }
  pairs.erase(kept, pairs.end());
  return pairs;
}

// Finds the welds of one half-edge after another.
class Welder {
 public:
  Welder(const BorderEdges& edges, const ColumnCheck& test, ColumnFilter column_filter, const StanceMap& map,
         const mpq_class& reach, const kernel::IntervalReach& interval_reach, const Borders& borders,
         const WeldWanted& wanted)
      : edges_(edges),
        test_(test),
        sure_stop_(std::move(column_filter)),
        map_(map),
        reach_(reach),
        near_reach_(interval_reach),
        borders_(borders),
        wanted_(wanted) {}

  // Appends the portals from half-edge i; pairs are those of i.
  void weld(std::span<const Pairs::value_type> pairs, std::vector<OffmeshPortal>& out) {
    const std::uint32_t i = pairs.front().first;
    find_candidates(pairs);
    if (candidates_.empty()) return;
    const ExactPoint &from = edges_.from(i), &to = edges_.to(i);
    const kernel::SegmentFrame frame({from[0], from[1]}, {to[0], to[1]});
    const kernel::PlanFrame plan = edges_.plan_frame(i);
    const kernel::Linear floor = height_along(from, to);
    std::vector<Target> targets;
    for (const Candidate& c : candidates_)
      if (auto seen = in_reach(frame, plan, floor, c))
        targets.push_back({c.edge, c.below, c.seen.near, std::move(*seen), {}});
    if (std::ranges::none_of(targets, [](const Target& t) { return t.seen.faces_back; })) return;
    const kernel::Label top = edges_.stance(i);
    for (kernel::Label s = top; s >= 1; --s) weld_stance(i, s, frame, plan, floor, targets);
    for (const Target& t : targets)
      for (StancePiece& p : pieces_by_stance(top, {0, 1}, [&](kernel::Label s) { return t.of(s); })) {
        if (!t.near) {  // cut last, so that a rounded end is no end of another stance's piece
          auto near = within_reach(frame, p.range, t.seen.distance, reach_);
          if (!near) continue;
          p.range = std::move(*near);
        }
        out.push_back(offmesh_portal(PortalKind::weld, edges_, i, t.edge, frame, t.seen, p));
      }
  }

 private:
  struct Candidate {
    std::uint32_t edge;
    kernel::Label below;  // stances from here on certainly do not weld
    kernel::IntervalFacing seen;
  };
  struct Target {
    std::uint32_t edge;
    kernel::Label below;
    bool near;  // certainly
    FacingSegment seen;
    std::vector<std::pair<kernel::Label, kernel::IntervalSet>> welds;
    kernel::IntervalSet of(kernel::Label s) const {
      for (const auto& [stance, intervals] : welds)
        if (stance == s) return intervals;
      return {};
    }
  };

  // Finds the half-edges that may be welded to, and those that perpendiculars may meet before them. It makes no
  // fraction, and most half-edges are done with it.
  void find_candidates(std::span<const Pairs::value_type> pairs) {
    candidates_.clear();
    const std::uint32_t i = pairs.front().first;
    live_.clear();
    for (const auto& [_, j] : pairs)
      if (is_wanted(wanted_, i, j)) add_candidate(i, j, true);
    for (const Candidate& c : candidates_)
      if (c.below > 0) live_.push_back(c.seen);
    if (live_.empty()) return candidates_.clear();
    if (wanted_) {
      for (const auto& [_, j] : pairs)
        if (!wanted_(i, j)) add_candidate(i, j, false);
      std::ranges::sort(candidates_, {}, &Candidate::edge);
    }
    std::erase_if(candidates_, [this](const Candidate& c) {
      return std::ranges::all_of(
          live_, [&](const kernel::IntervalFacing& live) { return certainly_not_before(live, c.seen); });
    });
  }

  // `may_weld`: a weld to j is wanted. Else j is only what perpendiculars may meet first.
  void add_candidate(std::uint32_t i, std::uint32_t j, bool may_weld) {
    Candidate c{j, 0, {}};
    if (!interval_facing(edges_.near(i), edges_.near(j), near_reach_, c.seen) ||
        !is_across(edges_.plan_frame(i), j, c.seen))
      return;
    const kernel::Label top = std::min(edges_.stance(i), edges_.stance(j)),
                        through = std::max(edges_.stance_through(i), edges_.stance_through(j));
    if (may_weld && c.seen.may_face_back && through < top) {
      c.below = std::min<kernel::Label>(sure_stop_.stopped_from(i, j), top + 1);
      if (c.below <= through + 1) c.below = 0;
    }
    candidates_.push_back(std::move(c));
  }

  // Do perpendiculars meet more than a point of half-edge j, at a distance above 0? Doubles often cannot tell that of
  // half-edges that continue one another, or are about at right angles.
  bool is_across(const kernel::PlanFrame& plan, std::uint32_t j, const kernel::IntervalFacing& seen) const {
    const kernel::PlanIntegers &from = edges_.plan_from(j), &to = edges_.plan_to(j);
    if (!is_positive(seen.away[0]) && !is_positive(seen.away[1]) && sgn(plan.away(from)) <= 0 &&
        sgn(plan.away(to)) <= 0)
      return false;
    if (!is_positive(seen.along[0]) && !is_positive(seen.along[1]) && sgn(plan.along(from)) <= 0 &&
        sgn(plan.along(to)) <= 0)
      return false;
    return is_negative(seen.beyond[0]) || is_negative(seen.beyond[1]) || plan.beyond(from) < 0 || plan.beyond(to) < 0;
  }

  // A half-edge as an obstacle to perpendiculars, clipped to where it is met within a step in height. None if that is
  // nowhere, or everywhere farther than the reach.
  std::optional<FacingSegment> in_reach(const kernel::SegmentFrame& frame, const kernel::PlanFrame& plan,
                                        const kernel::Linear& floor, const Candidate& c) const {
    auto seen = facing(plan, edges_, c.edge);
    if (!seen) return std::nullopt;
    if (!c.seen.level) {
      const kernel::Linear rise = seen->height - floor;
      if (!clip(seen->range, kernel::Linear{map_.step, 0} - rise) || !clip(seen->range, rise + map_.step))
        return std::nullopt;
    }
    if (!c.seen.near) {
      const mpq_class nearest = std::min(seen->distance(seen->range.from), seen->distance(seen->range.to));
      if (nearest * nearest * frame.squared_length > reach_ * reach_) return std::nullopt;
    }
    return seen;
  }

  void weld_stance(std::uint32_t i, kernel::Label s, const kernel::SegmentFrame& frame, const kernel::PlanFrame& plan,
                   const kernel::Linear& floor, std::vector<Target>& targets) const {
    const kernel::IntervalSet border = borders_.of(i, s);
    if (border.empty()) return;
    std::vector<kernel::LinearPiece> obstacles;
    for (std::uint32_t k = 0; k < targets.size(); ++k) {
      const FacingSegment& seen = targets[k].seen;
      const kernel::IntervalSet intervals = borders_.of(targets[k].edge, s);
      if (intervals == whole_edge()) {
        obstacles.push_back({seen.range, seen.distance, k});
        continue;
      }
      if (intervals.empty()) continue;
      const kernel::Linear parameter = parameter_seen(plan, edges_, targets[k].edge);
      for (const kernel::ExactInterval& interval : intervals) {
        mpq_class u0 = (interval.from - parameter.at) / parameter.slope,
                  u1 = (interval.to - parameter.at) / parameter.slope;
        if (u0 > u1) swap(u0, u1);
        for (kernel::ExactInterval& range : kernel::common({{std::move(u0), std::move(u1)}}, {seen.range}))
          obstacles.push_back({std::move(range), seen.distance, k});
      }
    }
    std::vector<kernel::IntervalSet> met(targets.size());
    for (const kernel::EnvelopeStretch& stretch : lower_envelope(obstacles))
      for (const std::uint32_t k : stretch.ids)
        if (targets[k].seen.faces_back) met[k].push_back(stretch.range);
    for (std::uint32_t k = 0; k < targets.size(); ++k) {
      if (s >= targets[k].below) continue;
      const FacingSegment& seen = targets[k].seen;
      kernel::IntervalSet welded;
      for (const kernel::ExactInterval& interval : kernel::common(united(std::move(met[k])), border)) {
        const auto near = targets[k].near ? interval
                                          : clip_to_distance(interval, seen.distance, frame.squared_length, reach_,
                                                             kernel::Rounding::outward);
        if (!near) continue;
        const Crossing crossing{frame, plan, *near, floor, seen.height, seen.distance};
        for (kernel::ExactInterval& free : without(
                 {*near}, test_.stopped(crossing, map_.stances[static_cast<std::size_t>(s) - 1].height, Stops::all)))
          welded.push_back(std::move(free));
      }
      if (!welded.empty()) targets[k].welds.push_back({s, std::move(welded)});
    }
  }

  const BorderEdges& edges_;
  const ColumnCheck& test_;
  ColumnFilter sure_stop_;
  const StanceMap& map_;
  const mpq_class& reach_;
  const kernel::IntervalReach near_reach_;
  const Borders& borders_;
  const WeldWanted& wanted_;
  std::vector<Candidate> candidates_;
  std::vector<kernel::IntervalFacing> live_;  // of candidates
};

}  // namespace

std::vector<OffmeshPortal> weld_portals(BorderEdges& edges, Pairs all, const ColumnCheck& test,
                                        const ColumnFilter& column_filter, const StanceMap& map, const mpq_class& reach,
                                        const std::vector<OffmeshPortal>& portals, unsigned threads,
                                        const WeldWanted& wanted) {
  const Pairs pairs = with_wanted(std::move(all), wanted);
  edges.make_ends(pairs, threads);
  std::vector<std::size_t> starts;
  for (std::size_t k = 0; k < pairs.size(); ++k)
    if (k == 0 || pairs[k].first != pairs[k - 1].first) starts.push_back(k);
  const std::size_t groups = starts.size();
  starts.push_back(pairs.size());
  const Borders borders(edges, pairs, portals);
  const kernel::IntervalReach interval_reach = edges.interval_reach(reach, map.step);
  return parallel_list<OffmeshPortal>(groups, pairs_at_once, threads, [&](unsigned) {
    return [&, welder = Welder(edges, test, column_filter, map, reach, interval_reach, borders, wanted)](
               std::size_t g, std::vector<OffmeshPortal>& out) mutable {
      welder.weld(std::span(pairs).subspan(starts[g], starts[g + 1] - starts[g]), out);
    };
  });
}

}  // namespace plumb::pipeline
