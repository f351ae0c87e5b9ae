// SPDX-License-Identifier: GPL-3.0-or-later
// The stage that removes vertices and corners within a tolerance (Sanchez 2021, 2.8.2 and 4.0.2; error measure of
// Garland and Heckbert 1997).
// Problem. Return a mesh with fewer triangles and fewer boundary corners, such that nothing is added in plan, nothing
// is lost that is farther in plan than the tolerance from what is left, no vertex ends farther than the tolerance from
// the planes that it stands for, and the numbers of components and holes stay.
// 1. Simplifier::plan() queues steps, those that lose least area first, then those with the least error: to collapse a
//    vertex, inner or on the boundary where that turns outward or is straight; and, for a tolerance above 0, to remove
//    a boundary edge of which at least one end points inward.
// 2. take_vertex() tries the neighbours of a vertex in the order of their error, by the rules of forbids(); on the
//    boundary BorderChains (border_chains.h) first tests whether all the original border that the two edges stand for
//    is within the tolerance of the new edge.
// 3. take_edge() extends the two edges beside an edge until they meet (meeting_place), tests the same with
//    BorderChains::may_extend, finds the height of the meeting point on the mesh, and moves both ends there.
// 4. Where a triangle would turn over in a flat region, an edge is flipped off the vertex and the step is tried again
//    (turn_off, make_room).
// 5. After a step the vertices around it get new steps; older steps of theirs are recognised by a change counter and
//    skipped. CollapseQueue plans refused vertices again as long as something was done.
// 6. With a tolerance, shorten_vertices() (short_vertices.h) moves vertices whose coordinates are long to a grid, by
//    the same rules. So numbers do not grow from stage to stage.
// Cost. O(N log N) steps for N vertices of bounded degree. A boundary step also reads the original border that it
// stands for, so very tolerant simplification of a long border is quadratic in its corners.
// Exactness. Doubles only order the steps. Whether a step is allowed is decided by intervals of doubles and, where
// these are not certain, by fractions; the meeting point is a fraction and is refused beyond position_bits.
// The source leaves boundaries as they are in 2.8.2; cutting corners inward is what its 4.0.2 proposes.
#include "plumb/pipeline/simplify.h"

#include <algorithm>
#include <tuple>

#include "corners/border_chains.h"
#include "corners/short_grid.h"
#include "corners/short_vertices.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/collapse_rule.h"
#include "plumb/pipeline/progress.h"
#include "plumb/surface/collapse_mesh.h"

namespace plumb::pipeline {
namespace {

using Index = surface::FanMesh::Index;
using Id = surface::FanMesh::Id;
using kernel::Interval;
using kernel::orientation;
using kernel::PlanPoint;

using PlanVector = std::array<Interval, 2>;

class Simplifier {
 public:
  Simplifier(const TriangleMesh& mesh, const SimplifyOptions& options)
      : mesh_(mesh),
        options_(options),
        limit_(options.tolerance * options.tolerance),
        chains_(mesh_, options.tolerance),
        changes_(mesh.points.size()) {}

  OperationFacts run() {
    if (limit_ > 0) grid_.emplace(mesh_, options_.tolerance);
    next_.assign(mesh_.vertex_count(), TriangleMesh::none);
    before_.assign(mesh_.vertex_count(), TriangleMesh::none);
    for (Id e = 0; e < mesh_.size(); ++e)
      if (mesh_.is_boundary(e)) connect(mesh_[e].from, mesh_.to(e));
    for (Index v = 0; v < mesh_.vertex_count(); ++v) plan(v);
    queue_.run(
        facts_.operations,
        [&](const Step& s) {
          cancellation_point();
          if (s.changes != changes_of(s.vertex, s.edge)) return;
          if (s.edge) take_edge(s.vertex);
          else take_vertex(s.vertex);
        },
        [&](Index v) { plan(v); });
    if (limit_ > 0) shorten_vertices(mesh_, chains_, next_, before_, *grid_, options_, facts_, lost_);
    facts_.gained = surface::sum_of({}, options_.exact_digits);
    facts_.lost = surface::sum_of(lost_, options_.exact_digits);
    return std::move(facts_);
  }
  TriangleMesh result() const { return mesh_.result(); }

 private:
  // A vertex to remove, or the boundary edge that starts there; outdated as soon as something around has changed.
  struct Step {
    double lost = 0, error = 0;  // roughly: they only order the steps
    Index vertex = 0;
    bool edge = false;
    std::uint64_t changes = 0;
    bool operator<(const Step& other) const {  // the first is on top
      return std::tie(other.lost, other.error, other.edge, other.vertex) < std::tie(lost, error, edge, vertex);
    }
  };

  // --- What to try

  std::uint64_t changes_of(Index v, bool edge) const {
    return changes_[v] + (edge && next_[v] != TriangleMesh::none ? changes_[next_[v]] : 0);
  }
  void connect(Index v, Index w) {
    next_[v] = w;
    before_[w] = v;
  }
  PlanVector run_of(Index from, Index to) const { return mesh_.run_of(from, to); }
  static double middle_of(const Interval& i) { return i.low + (i.high - i.low) / 2; }
  static Interval cross(const PlanVector& a, const PlanVector& b) {
    return kernel::formulas::determinant(a[0], a[1], b[0], b[1]);
  }

  void plan(Index v) {
    if (!mesh_.exists(v)) return;
    plan_vertex(v);
    if (next_[v] == TriangleMesh::none || limit_ == 0) return;
    plan_edge(before_[v]);
    plan_edge(v);
  }
  void plan_vertex(Index v) {
    mesh_.find_star(v, star_);
    Step step{.vertex = v, .changes = changes_of(v, false)};
    if (!star_.closed) {
      const Interval turn = cross(run_of(star_.before(), v), run_of(v, star_.next()));
      if (turn.high < 0 || (turn.low > 0 && limit_ == 0)) return;
      step.lost = std::max(middle_of(turn), 0.0);
    }
    step.error = mesh_.plane_of(star_) != TriangleMesh::none ? 0 : roughly_best(v);
    queue_.push(step);
  }
  double roughly_best(Index v) const {
    double best = HUGE_VAL;
    star_.each_goal([&](Index w) { best = std::min(best, mesh_.rough_error(v, w)); });
    return best;
  }
  void plan_edge(Index v) {
    const Index w = next_[v], before = before_[v], after = next_[w];
    if (before == after) return;
    const PlanVector in = run_of(before, v), along = run_of(v, w), back = run_of(after, w);
    // Positive where an end points inward. Where both do, the neighbours meet if they converge.
    const Interval from_v = cross(along, in), from_w = cross(along, back), both = cross(in, back);
    const bool inward_v = from_v.high > 0, inward_w = from_w.high > 0;
    if (inward_v == inward_w ? !inward_v || both.high <= 0 : both.low >= 0) return;
    // Twice the area of the triangle that the edge forms with the extended neighbours.
    const double lost = std::abs(middle_of(from_v) * middle_of(from_w) / middle_of(both));
    queue_.push({.lost = lost, .vertex = v, .edge = true, .changes = changes_of(v, true)});
  }
  void touch(Index v) { touched_.push_back(v); }
  void plan_touched() {
    std::ranges::sort(touched_);
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    for (const Index v : touched_) ++changes_[v];
    for (const Index v : touched_) plan(v);
    touched_.clear();
  }
  void refuse(CollapseRule rule, Index v) {
    ++facts_.refused[text_of(rule)];
    if (rule == CollapseRule::link) queue_.plan_later(v);
  }

  // --- Vertices

  void take_vertex(Index v) {
    if (!mesh_.exists(v)) return;
    mesh_.find_star(v, star_);
    kernel::Sign turn = kernel::Sign::zero;
    if (!star_.closed) {
      turn = orientation(mesh_.place(star_.before()), mesh_.place(v), mesh_.place(star_.next()));
      if (turn < 0 || (turn == 0 && turns_back(star_.before(), v, star_.next()))) return;
      if (mesh_.is_beside_step(star_) && (turn > 0 || !mesh_.has_one_class(star_)))
        return refuse(CollapseRule::edge_class, v);
      const bool is_far = turn > 0 && limit_ == 0;
      if (is_far || !chains_.may_straighten(star_.before(), v, star_.next())) return refuse(CollapseRule::far, v);
    }
    for (;;) {
      CollapseRule last = CollapseRule::error;
      bool more_room = false;
      for (const Index w : goals(v)) {
        const auto rule = forbids(v, w);
        if (!rule) return collapse(v, w, turn);
        last = *rule;
        more_room |= last != CollapseRule::error;
      }
      const auto allowed = [&](std::size_t i) { return mesh_.is_flat(star_, i); };
      if (!more_room || mesh_.turn_off(v, star_, allowed) == surface::FanMesh::none) return refuse(last, v);
      mesh_.find_star(v, star_);
    }
  }

  // Whether the boundary turns back where it does not turn aside: at the end of a slit, which must stay there.
  bool turns_back(Index before, Index v, Index next) const {
    return kernel::before(mesh_.place(before), mesh_.place(v)) != kernel::before(mesh_.place(v), mesh_.place(next));
  }

  // The neighbours into which a vertex may be collapsed, those of the least error first.
  std::vector<Index> goals(Index v) {
    std::vector<std::tuple<double, double, Index>> found;
    const bool flat = mesh_.plane_of(star_) != TriangleMesh::none;
    star_.each_goal([&](Index w) {
      const PlanVector run = run_of(v, w);
      found.emplace_back(flat ? 0 : mesh_.rough_error(v, w), run[0].low * run[0].low + run[1].low * run[1].low, w);
    });
    std::ranges::sort(found);
    std::vector<Index> out;
    for (const auto& [error, distance, w] : found) out.push_back(w);
    return out;
  }
  std::optional<CollapseRule> forbids(Index v, Index w) {
    const bool on_step = !star_.closed && mesh_.is_beside_step(star_);
    if (!mesh_.leaves_surface(star_, w) && (on_step || !mesh_.is_within(v, w, mesh_.place_in_space(w), limit_)))
      return CollapseRule::error;
    if (!mesh_.face_up(star_, w, mesh_.place(w))) return CollapseRule::flip;
    if (!mesh_.may_join(v, w, star_)) return CollapseRule::link;
    return std::nullopt;
  }

  void collapse(Index v, Index w, kernel::Sign turn) {
    const Index before = star_.before(), next = star_.next();
    surface::FanTag tag;
    if (!star_.closed) {
      const surface::FanTag &in = mesh_[mesh_[star_.out.back()].prev], &on = mesh_[star_.out.front()];
      tag = same_class(in, on) || squared_length(before, v) > squared_length(v, next) ? in : on;
      if (turn > 0) lost_.push_back(kernel::formulas::orient2d(mesh_.at(before), mesh_.at(v), mesh_.at(next)) / 2);
      chains_.straighten(before, v, next, turn == 0);
    }
    mesh_.collapse(v, w, star_);
    if (!star_.closed) {
      connect(before, next);
      next_[v] = before_[v] = TriangleMesh::none;
      mesh_.set_class(mesh_.boundary_from(before), tag);
    }
    ++facts_.operations;
    touch(v);
    std::ranges::for_each(star_.ring, [&](Index n) { touch(n); });
    plan_touched();
  }
  mpq_class squared_length(Index v, Index w) const {
    const ExactPoint &p = mesh_.at(v), &q = mesh_.at(w);
    const ExactPoint d{q[0] - p[0], q[1] - p[1], q[2] - p[2]};
    return kernel::formulas::dot(d, d);
  }

  // --- Edges of the boundary

  void take_edge(Index v) {
    if (!mesh_.exists(v)) return;
    const Index w = next_[v], before = before_[v], after = next_[w];
    auto meet = meeting_place(before, v, w, after);
    if (!meet) return;
    if (surface::coordinate_bits({(*meet)[0], (*meet)[1], 0}) > options_.long_bits) {
      const auto allowed = [&](const PlanPoint& aim) {
        return keeps_inside(mesh_, before, v, aim) && keeps_inside(mesh_, w, after, aim);
      };
      meet = grid_->place(*meet, inward_at(mesh_, before, v, w, after), allowed);
      if (!meet) return refuse(CollapseRule::position_bits, v);
    }
    auto split = chains_.may_extend(before, v, w, after, *meet);
    if (!split) return refuse(CollapseRule::far, v);
    mesh_.find_star(v, star_);
    mesh_.find_star(w, other_star_);
    if (mesh_.is_beside_step(star_) || mesh_.is_beside_step(other_star_)) return refuse(CollapseRule::edge_class, v);
    const auto height = mesh_.height_at(v, star_, w, other_star_, *meet);
    if (!height) return refuse(CollapseRule::flip, v);
    ExactPoint at{(*meet)[0], (*meet)[1], *height};
    if (surface::coordinate_bits(at) > options_.long_bits) at[2] = grid_->rounded(at[2]);
    if (surface::coordinate_bits(at) > options_.position_bits) return refuse(CollapseRule::position_bits, v);
    for (;;) {
      const auto rule = forbids(v, w, at);
      if (!rule) return extend(v, w, at, std::move(*split));
      if (*rule != CollapseRule::flip || (!make_room(v, star_, w, at) && !make_room(w, other_star_, v, at)))
        return refuse(*rule, v);
      mesh_.find_star(v, star_);
      mesh_.find_star(w, other_star_);
    }
  }

  // Where the edges beside an edge meet when they are extended, or one of them meets the other; none if that is not
  // within the mesh.
  std::optional<PlanPoint> meeting_place(Index before, Index v, Index w, Index after) const {
    if (before == after) return std::nullopt;
    const auto [p, a, b, q] = std::array{mesh_.place(before), mesh_.place(v), mesh_.place(w), mesh_.place(after)};
    const kernel::Sign at_v = orientation(p, a, b), at_w = orientation(a, b, q);
    if (at_v == 0 || at_w == 0 || (at_v > 0 && at_w > 0)) return std::nullopt;
    if (at_v < 0 && at_w < 0 && kernel::orientation_of_vectors(p, a, q, b) <= 0) return std::nullopt;
    if (at_v > 0 && orientation(b, q, p) <= 0) return std::nullopt;
    if (at_w > 0 && orientation(p, a, q) <= 0) return std::nullopt;
    const PlanPoint start{p.x(), p.y()}, corner{a.x(), a.y()};
    const mpq_class share = kernel::formulas::turn2d(mesh_.at(v), mesh_.at(w), mesh_.at(after), mesh_.at(w)) /
                            kernel::formulas::turn2d(mesh_.at(before), mesh_.at(v), mesh_.at(after), mesh_.at(w));
    return kernel::point_along(start, corner, 1 + share);
  }
  std::optional<CollapseRule> forbids(Index v, Index w, const ExactPoint& at) const {
    const std::array near{kernel::interval_of(at[0]), kernel::interval_of(at[1]), kernel::interval_of(at[2])};
    if (!mesh_.is_within(v, w, {at, near}, limit_)) return CollapseRule::error;
    const kernel::PlanRef place(at, near[0], near[1]);
    if (!mesh_.face_up(star_, w, place) || !mesh_.face_up(other_star_, v, place)) return CollapseRule::flip;
    if (!mesh_.may_join(v, w, star_)) return CollapseRule::link;
    return std::nullopt;
  }

  // Flips an edge away from one end, so that the new place sees the edge that is then opposite to it; not on to the
  // other end, where it would be flipped back.
  bool make_room(Index v, const surface::Star& star, Index other, const ExactPoint& at) {
    const kernel::PlanRef place(at);
    const auto allowed = [&](std::size_t i) {
      const Index before = star.ring[star.index_before(i)], after = star.after(i);
      return before != other && after != other && mesh_.is_flat(star, i) &&
             orientation(place, mesh_.place(before), mesh_.place(after)) > 0;
    };
    return mesh_.turn_off(v, star, allowed) != surface::FanMesh::none;
  }

  void extend(Index v, Index w, const ExactPoint& at, BorderChains::Split split) {
    const Index before = before_[v];
    // A place on the grid is not quite on the lines of the edges beside.
    const Index after = next_[w];
    lost_.push_back((kernel::formulas::orient2d(mesh_.at(before), mesh_.at(v), at) +
                     kernel::formulas::orient2d(mesh_.at(v), mesh_.at(w), at) +
                     kernel::formulas::orient2d(mesh_.at(w), mesh_.at(after), at)) /
                    2);
    mesh_.bring(v, w, at, star_, other_star_);
    chains_.extend(before, w, std::move(split));
    connect(before, w);
    next_[v] = before_[v] = TriangleMesh::none;
    ++facts_.operations;
    touch(v);
    for (const surface::Star* star : {&star_, &other_star_})
      std::ranges::for_each(star->ring, [&](Index n) { touch(n); });
    plan_touched();
  }

  surface::QuadricMesh mesh_;
  const SimplifyOptions& options_;
  mpq_class limit_;
  std::optional<ShortGrid> grid_;  // with a tolerance
  BorderChains chains_;
  std::vector<Index> next_, before_;  // by vertex, on the boundary
  std::vector<std::uint64_t> changes_;
  surface::CollapseQueue<Step> queue_;
  std::vector<Index> touched_;
  std::vector<mpq_class> lost_;
  OperationFacts facts_;
  surface::Star star_, other_star_;  // kept for their memory
};

}  // namespace

OperationFacts simplify(TriangleMesh& mesh, const SimplifyOptions& options) {
  Simplifier simplifier(mesh, options);
  OperationFacts facts = simplifier.run();
  mesh = simplifier.result();
  return facts;
}

}  // namespace plumb::pipeline
