// SPDX-License-Identifier: GPL-3.0-or-later
// The stage that turns stairs into slopes (Sanchez 2021, 2.8.1).
// Problem. With ramps over its steps a stair is a row of ramps and treads. Make one slope of them, and do not tilt what
// the stair leads to.
// 1. RampFlattener::plan() queues collapses of a vertex into a higher neighbour along an edge of a ramp, those of the
//    least error first (planes that a vertex stands for, as in simplify.cpp). The error only orders them.
// 2. forbids() tests a collapse: a boundary vertex stays on its line; triangles face up and are not too steep; what the
//    collapse would tilt lies near a ramp as it was before the stage (NearRamps); no place rises or sinks too far from
//    where it was (SurfaceBounds).
// 3. raise() collapses. Triangles that get another slope become part of the ramp, so that the next ramp can be
//    collapsed into it; each triangle knows which triangles of the mesh before it lies over or under.
// 4. flatten_ramps() asks whether a component has fallen apart. If so, the boundary there is frozen, and all is done
//    again; if that does not help, nothing is flattened.
// 5. Before that it cuts the lowest treads of stairs off what lies beside them (crack_tips.h), so that no strip of them
//    stays level. Where a cut was of no use, all is done again without it.
// Cost. O(N log N) collapses for N vertices; each clips the triangles around a vertex against those they stand for.
// Exactness. Doubles order the collapses; fractions and intervals allow or refuse them.
// Source: Sanchez bounds the quadric error by the step, and not how far from a ramp floor is tilted; the rest is ours.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "decimate/crack_tips.h"
#include "decimate/near_ramps.h"
#include "decimate/surface_bounds.h"
#include "plumb/pipeline/collapse_rule.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/wedge_stages.h"
#include "plumb/surface/collapse_mesh.h"

namespace plumb::pipeline {
namespace {

using Index = surface::FanMesh::Index;
using Id = surface::FanMesh::Id;

class RampFlattener {
 public:
  /// frozen: boundary that stays.
  RampFlattener(const TriangleMesh& mesh, const FlattenRampsOptions& options, const NearRamps& ramps,
                const SurfaceBounds& bounds, const std::vector<PlanStretch>& frozen)
      : mesh_(mesh),
        options_(options),
        ramps_(ramps),
        frozen_(frozen),
        bounds_(bounds),
        changes_(mesh.points.size()),
        stands_for_(mesh.triangles.size()) {
    for (Index t = 0; t < stands_for_.size(); ++t) stands_for_[t] = {t};
  }

  OperationFacts run() {
    for (Index v = 0; v < mesh_.vertex_count(); ++v) plan(v);
    queue_.run(
        facts_.operations,
        [&](const Step& s) {
          cancellation_point();
          if (mesh_.exists(s.vertex) && s.changes == changes_[s.vertex]) raise(s);
        },
        [&](Index v) { plan(v); });
    facts_.gained = facts_.lost = surface::sum_of({}, options_.exact_digits);
    facts_.farthest = std::sqrt(farthest_.get_d());
    return std::move(facts_);
  }
  TriangleMesh result() const { return mesh_.result(); }

 private:
  // A vertex and where it may go; outdated once something around it has changed.
  struct Step {
    double error = 0;  // roughly: it only says what comes first
    Index vertex = 0, goal = 0;
    std::uint64_t changes = 0;
    bool operator<(const Step& other) const {  // the first is on top
      return std::tie(other.error, other.vertex, other.goal) < std::tie(error, vertex, goal);
    }
  };

  // The neighbours into which the vertex may be collapsed: higher ones, along edges of ramps.
  void plan(Index v) {
    if (!mesh_.exists(v)) return;
    mesh_.find_star(v, star_);
    const auto is_ramp = [&](std::size_t i) { return mesh_.triangle(star_.out[i]).ramp != TriangleMesh::none; };
    for (std::size_t i = 0; i < star_.ring.size(); ++i) {
      const bool after = i < star_.size() && is_ramp(i),
                 before = (star_.closed || i > 0) && is_ramp(star_.index_before(i));
      const Index w = star_.ring[i];
      if ((after || before) && mesh_.at(w)[2] > mesh_.at(v)[2])
        queue_.push({mesh_.rough_error(v, w), v, w, changes_[v]});
    }
  }

  void raise(const Step& step) {
    const Index v = step.vertex, w = step.goal;
    mesh_.find_star(v, star_);
    if (const auto rule = forbids(v, w)) {
      ++facts_.refused[text_of(*rule)];
      if (*rule == CollapseRule::link) queue_.plan_later(v);
      return;
    }
    draw_into_ramp(w);
    for (std::size_t i = 0; i < star_.size(); ++i)
      if (star_.ring[i] != w && star_.after(i) != w) stands_for_[mesh_[star_.out[i]].triangle] = std::move(covered_[i]);
    mesh_.collapse(v, w, star_);
    ++facts_.operations;
    ++changes_[v];
    for (const Index n : star_.ring) ++changes_[n];
    const std::vector<Index> around = star_.ring;
    for (const Index n : around) plan(n);
  }

  // Before v is collapsed into w: triangles whose slope that changes become part of the ramp beside them, of several
  // ramps of that with the lowest number.
  void draw_into_ramp(Index w) {
    const TriangleMesh::Triangle* ramp = nullptr;
    for (const Id e : star_.out)
      if (const auto& t = mesh_.triangle(e); t.ramp != TriangleMesh::none && (ramp == nullptr || t.ramp < ramp->ramp))
        ramp = &t;
    for (std::size_t i = 0; i < star_.size(); ++i) {
      TriangleMesh::Triangle& t = mesh_.triangle(star_.out[i]);
      if (t.ramp != TriangleMesh::none || star_.ring[i] == w || star_.after(i) == w ||
          mesh_.is_on_plane(star_.out[i], w))
        continue;
      farthest_ = ramps_.squared_distance(mesh_.corners(star_.out[i]), farthest_);
      t.ramp = ramp->ramp;
      t.plateau = ramp->plateau;
    }
  }

  // Whether all floor that the collapse would tilt is near a ramp.
  bool is_near_ramps(Index w) {
    for (std::size_t i = 0; i < star_.size(); ++i) {
      if (mesh_.triangle(star_.out[i]).ramp != TriangleMesh::none || star_.ring[i] == w || star_.after(i) == w ||
          mesh_.is_on_plane(star_.out[i], w))
        continue;
      if (!ramps_.reach(mesh_.corners(star_.out[i]))) return false;
    }
    return true;
  }
  bool is_frozen(Index v) const {
    const ExactPoint& p = mesh_.at(v);
    return std::ranges::any_of(frozen_, [&](const PlanStretch& s) {
      return kernel::orientation(kernel::PlanRef(s[0]), kernel::PlanRef(s[1]), mesh_.place(v)) == 0 &&
             sgn(mpq_class((p[0] - s[0][0]) * (p[0] - s[1][0]) + (p[1] - s[0][1]) * (p[1] - s[1][1]))) <= 0;
    });
  }

  std::optional<CollapseRule> forbids(Index v, Index w) {
    if (!star_.closed) {
      if (is_frozen(v)) return CollapseRule::parts;
      if (w != star_.next() && w != star_.before()) return CollapseRule::inward;
      if (!mesh_.is_straight(v, star_)) return CollapseRule::corner;
      if (!mesh_.has_one_class(star_)) return CollapseRule::edge_class;
    }
    if (!mesh_.face_up(star_, w, mesh_.place(w))) return CollapseRule::flip;
    if (gets_steep(w)) return CollapseRule::steep;
    if (!mesh_.may_join(v, w, star_)) return CollapseRule::link;
    if (!is_near_ramps(w)) return CollapseRule::reach;
    if (!stays_near(w)) return CollapseRule::error;
    return std::nullopt;
  }
  // Whether no place sinks or rises too far. Finds what the new triangles stand for.
  bool stays_near(Index w) {
    std::vector<Index> all;
    for (const Id e : star_.out) {
      const std::vector<Index>& some = stands_for_[mesh_[e].triangle];
      all.insert(all.end(), some.begin(), some.end());
    }
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    covered_.assign(star_.size(), {});
    for (std::size_t i = 0; i < star_.size(); ++i) {
      const Index p = star_.ring[i], q = star_.after(i);
      if (p == w || q == w) continue;
      auto found = bounds_.covered({w, p, q}, all);
      if (!found) return false;
      covered_[i] = std::move(*found);
    }
    return true;
  }
  bool gets_steep(Index w) {
    const std::array up{kernel::Interval(0.0), kernel::Interval(0.0), kernel::Interval(1.0)};
    for (std::size_t i = 0; i < star_.size(); ++i) {
      const Index p = star_.ring[i], q = star_.after(i);
      if (p == w || q == w || mesh_.is_on_plane(star_.out[i], w)) continue;
      auto fits = options_.slope.within(mesh_.near_normal(w, p, q), up);
      if (!fits)
        fits = options_.slope.is_traversable(
            surface::normal_of(kernel::exact_plane(mesh_.at(w), mesh_.at(p), mesh_.at(q))));
      if (!*fits) return true;
    }
    return false;
  }

  surface::QuadricMesh mesh_;
  const FlattenRampsOptions& options_;
  const NearRamps& ramps_;
  const std::vector<PlanStretch>& frozen_;
  const SurfaceBounds& bounds_;
  mpq_class farthest_ = 0;
  std::vector<std::uint64_t> changes_;
  std::vector<std::vector<Index>> stands_for_;  // by triangle: those of the mesh before that it shares an area with
  std::vector<std::vector<Index>> covered_;     // the same of the star's triangles after a collapse
  surface::CollapseQueue<Step> queue_;
  OperationFacts facts_;
  surface::Star star_;  // kept for its memory
};

}  // namespace

OperationFacts flatten_ramps(TriangleMesh& mesh, const FlattenRampsOptions& options) {
  OperationFacts facts;
  if (sgn(options.squared_reach) == 0) return facts;
  const auto ramp_areas = [](const TriangleMesh& m) {
    std::vector<mpq_class> out;
    for (const auto& [corners, surface, plateau, ramp, component] : m.triangles)
      if (ramp != TriangleMesh::none)
        out.push_back(kernel::formulas::orient2d(m.points[corners[0]], m.points[corners[1]], m.points[corners[2]]) / 2);
    return out;
  };
  const auto parted = [&](const TriangleMesh& m) {
    return options.parted ? options.parted(m) : std::vector<PlanStretch>{};
  };
  // What was apart before may stay so.
  const std::size_t before = parted(mesh).size();
  const auto count_of_place = [](const TriangleMesh& m, const ExactPoint& p) {
    return std::ranges::count(m.points, p);
  };
  std::vector<PlanStretch> frozen;
  std::vector<CrackTip> tips = crack_tips(mesh);
  for (;;) {
    const TriangleMesh cut = torn(mesh, tips);
    const NearRamps ramps(cut, options.squared_reach, options.step);
    const SurfaceBounds bounds(cut, options.step / 4, options.step);
    RampFlattener flattener(cut, options, ramps, bounds, frozen);
    facts = flattener.run();
    TriangleMesh flat = flattener.result();
    const std::vector<PlanStretch> apart = parted(flat);
    if (apart.size() <= before) {
      // A cut was of use if the point that it added has been collapsed.
      if (std::erase_if(tips, [&](const CrackTip& tip) {
            const ExactPoint& place = mesh.points[tip.tip];
            return count_of_place(flat, place) > count_of_place(mesh, place);
          }) > 0)
        continue;
      facts.moved = surface::sum_of(ramp_areas(flat), options.exact_digits) -
                    surface::sum_of(ramp_areas(mesh), options.exact_digits);
      mesh = std::move(flat);
      return facts;
    }
    const std::size_t known = frozen.size();
    for (const PlanStretch& s : apart)
      if (std::ranges::find(frozen, s) == frozen.end()) frozen.push_back(s);
    if (frozen.size() == known) break;
  }
  facts = {};
  facts.refused[text_of(CollapseRule::parts)] = 1;
  return facts;
}

}  // namespace plumb::pipeline
