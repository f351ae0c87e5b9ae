// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <tuple>

#include "decimate/collapse_mesh.h"
#include "plumb/pipeline/wedge_stages.h"

namespace plumb::pipeline {
namespace {

using Index = GapMesh::Index;
using Id = GapMesh::Id;
constexpr Index none = TriangleMesh::none;

class RampFlattener {
 public:
  RampFlattener(const TriangleMesh& mesh, const FlattenRampsOptions& options)
      : mesh_(mesh), options_(options), limit_(options.step * options.step), changes_(mesh.points.size()) {}

  OperationFacts run() {
    for (Index v = 0; v < mesh_.vertex_count(); ++v) plan(v);
    queue_.run(
        facts_.operations,
        [&](const Step& s) {
          if (mesh_.exists(s.vertex) && s.changes == changes_[s.vertex]) raise(s);
        },
        [&](Index v) { plan(v); });
    facts_.gained = facts_.lost = sum_of({}, options_.exact_digits);
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
    const auto is_ramp = [&](std::size_t i) { return mesh_.triangle(star_.out[i]).ramp != none; };
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
      if (const auto& t = mesh_.triangle(e); t.ramp != none && (ramp == nullptr || t.ramp < ramp->ramp)) ramp = &t;
    for (std::size_t i = 0; i < star_.size(); ++i) {
      TriangleMesh::Triangle& t = mesh_.triangle(star_.out[i]);
      if (t.ramp != none || star_.ring[i] == w || star_.after(i) == w || mesh_.is_on_plane(star_.out[i], w)) continue;
      t.ramp = ramp->ramp;
      t.plateau = ramp->plateau;
    }
  }

  std::optional<CollapseRule> forbids(Index v, Index w) {
    if (!star_.closed) {
      if (w != star_.next() && w != star_.before()) return CollapseRule::inward;
      if (!mesh_.is_straight(v, star_)) return CollapseRule::corner;
      if (!mesh_.has_one_class(star_)) return CollapseRule::edge_class;
    }
    if (!mesh_.leaves_surface(star_, w) && !mesh_.is_within(v, w, mesh_.place_in_space(w), limit_))
      return CollapseRule::error;
    if (!mesh_.face_up(star_, w, mesh_.place(w))) return CollapseRule::flip;
    if (gets_steep(w)) return CollapseRule::steep;
    if (!mesh_.may_join(v, w, star_)) return CollapseRule::link;
    return std::nullopt;
  }
  bool gets_steep(Index w) {
    const std::array up{kernel::Interval(0.0), kernel::Interval(0.0), kernel::Interval(1.0)};
    for (std::size_t i = 0; i < star_.size(); ++i) {
      const Index p = star_.ring[i], q = star_.after(i);
      if (p == w || q == w || mesh_.is_on_plane(star_.out[i], w)) continue;
      auto fits = options_.slope.within(mesh_.near_normal(w, p, q), up);
      if (!fits)
        fits = options_.slope.is_traversable(normal_of(kernel::exact_plane(mesh_.at(w), mesh_.at(p), mesh_.at(q))));
      if (!*fits) return true;
    }
    return false;
  }

  QuadricMesh mesh_;
  const FlattenRampsOptions& options_;
  mpq_class limit_;
  std::vector<std::uint64_t> changes_;
  CollapseQueue<Step> queue_;
  OperationFacts facts_;
  Star star_;  // kept for its memory
};

}  // namespace

OperationFacts flatten_ramps(TriangleMesh& mesh, const FlattenRampsOptions& options) {
  RampFlattener flattener(mesh, options);
  OperationFacts facts = flattener.run();
  mesh = flattener.result();
  return facts;
}

}  // namespace plumb::pipeline
