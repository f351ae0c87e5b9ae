// SPDX-License-Identifier: GPL-3.0-or-later
// Short coordinates for vertices beside steps.
// Problem. A step is a line in plan on which the boundaries of two floors lie. A corner of it has a vertex on each
// floor, at one place of the plan. If only one of them moved, the lines would part, and the step with them. Move both
// to one place, so that they stay on one line.
// 1. find_places() groups the vertices beside steps by their places in plan. A place is a corner if some vertex there
//    is one: if its two boundary edges are not both steps, straight on in plan.
// 2. stretches_of() follows the steps from a corner to the next corners. Other vertices there, which only one of the
//    floors need have, lie on the straight line between the two.
// 3. move_corner() moves all vertices of a corner to one place of the grid (ShortGrid), and the vertices on its
//    stretches to the new lines, at shares of them with few bits. It does so only if every stretch has a floor on both
//    sides. Border that is no step must move inward.
// 4. Heights are rounded to the grid: at a corner, that of the lowest floor up and that of the highest down, so that no
//    step gets higher there.
// 5. move_along() gives what is long still on a straight stretch a place on its line with a share of few bits. Where
//    the line itself is too long, its corners move first.
// 6. apply() moves one vertex after the other, by the rules of simplify.cpp: triangles face up, planes stay near, the
//    lost area is within the tolerance. If a rule forbids a move, it takes back what was moved with it.
// Cost. O(N log N) for the places of N vertices beside steps; a corner reads its stretches.
// Exactness. All by fractions, but for the shares and the direction in which a place of the grid is tried: doubles.
// Source: our own.
#include "corners/short_steps.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/elementary.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {
namespace {

using Index = surface::FanMesh::Index;
using kernel::orientation;
using kernel::PlanPoint;

class StepShortener {
 public:
  StepShortener(surface::QuadricMesh& mesh, BorderChains& chains, std::span<const Index> next,
                std::span<const Index> before, const ShortStepsOptions& options, const std::vector<bool>& frozen)
      : mesh_(mesh),
        chains_(chains),
        next_(next),
        before_(before),
        options_(options),
        frozen_(frozen),
        place_of_(mesh.vertex_count(), TriangleMesh::none) {}

  ShortSteps run() {
    find_places();
    for (const Place& p : places_)
      if (p.is_corner && std::ranges::any_of(p.vertices, [&](Index v) { return is_long(v); })) {
        cancellation_point();
        if (!lower(p)) move_corner(p);
      }
    for (const Place& p : places_)
      for (const Index v : p.vertices)
        if (is_long(v)) move_along(v);
    for (const Place& p : places_)
      for (const Index v : p.vertices) out_.still_long += is_long(v);
    return std::move(out_);
  }

 private:
  struct Place {
    std::vector<Index> vertices;
    bool is_corner = false;
  };
  // From a corner to the next one along steps.
  struct Stretch {
    std::vector<Index> inner;
    Index end = TriangleMesh::none;
  };
  struct Move {
    Index vertex;
    ExactPoint at;
  };

  bool is_long(Index v) const { return surface::coordinate_bits(mesh_.at(v)) > options_.long_bits; }
  bool is_long(const PlanPoint& p) const { return surface::coordinate_bits({p[0], p[1], 0}) > options_.long_bits; }
  PlanPoint plan(Index v) const { return {mesh_.at(v)[0], mesh_.at(v)[1]}; }

  // --- Places

  // Whether the boundary edge that starts at a vertex is a step.
  bool is_step(Index v) const { return mesh_[mesh_.boundary_from(v)].edge_class == EdgeClass::step; }
  bool is_straight(Index v) const {
    if (!is_step(before_[v]) || !is_step(v) ||
        orientation(mesh_.place(before_[v]), mesh_.place(v), mesh_.place(next_[v])) != 0)
      return false;
    const ExactPoint &p = mesh_.at(before_[v]), &q = mesh_.at(v), &r = mesh_.at(next_[v]);
    return sgn(mpq_class((q[0] - p[0]) * (r[0] - q[0]) + (q[1] - p[1]) * (r[1] - q[1]))) > 0;  // not back again
  }
  void find_places() {
    std::vector<Index> beside;
    for (Index v = 0; v < mesh_.vertex_count(); ++v)
      if (mesh_.exists(v) && mesh_.on_boundary(v) && (is_step(v) || is_step(before_[v]))) beside.push_back(v);
    const auto order = [&](Index v, Index w) {
      const int x = cmp(mesh_.at(v)[0], mesh_.at(w)[0]);
      return x != 0 ? x : cmp(mesh_.at(v)[1], mesh_.at(w)[1]);
    };
    std::ranges::stable_sort(beside, [&](Index v, Index w) { return order(v, w) < 0; });
    for (const Index v : beside) {
      if (places_.empty() || order(places_.back().vertices.front(), v) != 0) places_.emplace_back();
      place_of_[v] = static_cast<Index>(places_.size() - 1);
      places_.back().vertices.push_back(v);
      places_.back().is_corner |= !is_straight(v);
    }
  }
  // Along the boundary, forward or back; none if there is no corner.
  template <class Follow>
  std::optional<Stretch> stretch(Index v, Follow&& follow) const {
    Stretch out;
    for (out.end = follow(v); !places_[place_of_[out.end]].is_corner; out.end = follow(out.end)) {
      if (out.end == v) return std::nullopt;
      out.inner.push_back(out.end);
    }
    return out;
  }
  std::optional<Stretch> after(Index v) const {
    return stretch(v, [&](Index w) { return next_[w]; });
  }
  std::optional<Stretch> back(Index v) const {
    return stretch(v, [&](Index w) { return before_[w]; });
  }
  // The stretches from a corner, if each has floors on both sides.
  std::optional<std::vector<Stretch>> stretches_of(const Place& p) const {
    std::vector<Stretch> out;
    std::vector<Index> left, right;
    for (const Index v : p.vertices) {
      if (is_step(v)) {
        auto s = after(v);
        if (!s) return std::nullopt;
        left.push_back(place_of_[s->end]);
        out.push_back(std::move(*s));
      }
      if (is_step(before_[v])) {
        auto s = back(v);
        if (!s) return std::nullopt;
        right.push_back(place_of_[s->end]);
        out.push_back(std::move(*s));
      }
    }
    std::ranges::sort(left);
    std::ranges::sort(right);
    if (left != right || std::ranges::find(left, place_of_[p.vertices.front()]) != left.end()) return std::nullopt;
    return out;
  }

  // --- Moves

  // Gives the vertices of a place short heights, if that is all that they need.
  bool lower(const Place& p) {
    if (is_long(plan(p.vertices.front()))) return false;
    apply(moves_to(p, plan(p.vertices.front())));
    return true;
  }

  void move_corner(const Place& p) {
    const auto stretches = stretches_of(p);
    if (!stretches) return;
    std::vector<Move> moves;
    const auto allowed = [&](const PlanPoint& aim) {
      if (!stays_inside(p, aim)) return false;
      moves = moves_to(p, aim);
      for (const Stretch& s : *stretches)
        for (const Index v : s.inner) moves.push_back(move_to_line(v, plan(p.vertices.front()), plan(s.end), aim));
      return apply(moves);
    };
    options_.grid.place(plan(p.vertices.front()), inward_at(p), allowed);
  }

  // What lies straight between two corners stays on their line. Where that needs long numbers, the corners move, too.
  void move_along(Index v) {
    if (!is_straight(v) || places_[place_of_[v]].is_corner) return;
    const auto one = back(v), other = after(v);
    if (!one || !other || place_of_[one->end] == place_of_[other->end]) return;
    const auto place = [&] { return move_to_line(v, plan(one->end), plan(other->end), plan(one->end)); };
    Move move = place();
    if (surface::coordinate_bits(move.at) > options_.long_bits) {
      for (const Index end : {one->end, other->end})
        if (!options_.grid.holds(plan(end))) move_corner(places_[place_of_[end]]);
      move = place();
    }
    if (is_long(v) && surface::coordinate_bits(move.at) <= options_.long_bits) apply({std::move(move)});
  }

  // The vertices of a place at another one, with short heights.
  std::vector<Move> moves_to(const Place& p, const PlanPoint& aim) const {
    const auto height = [&](Index v) -> const mpq_class& { return mesh_.at(v)[2]; };
    const auto [low, high] = std::ranges::minmax(p.vertices, [&](Index v, Index w) { return height(v) < height(w); });
    const bool apart = height(high) - height(low) >= 2 * options_.grid.unit();
    std::vector<Move> out;
    for (const Index v : p.vertices) {
      mpq_class z = height(v);
      if (surface::coordinate_bits({0, 0, z}) > options_.long_bits) {
        if (apart && z == height(low)) z = options_.grid.ceiling(z);
        else if (apart && z == height(high)) z = options_.grid.floor(z);
        else z = options_.grid.rounded(z);
      }
      out.push_back({v, {aim[0], aim[1], std::move(z)}});
    }
    return out;
  }
  // A vertex of the line from p to q on the line from p2 to q, at about the same share of it.
  Move move_to_line(Index v, const PlanPoint& p, const PlanPoint& q, const PlanPoint& p2) const {
    const std::size_t k = abs(q[0] - p[0]) >= abs(q[1] - p[1]) ? 0 : 1;
    const mpq_class share = (mesh_.at(v)[k] - p[k]) / (q[k] - p[k]), length = abs(q[k] - p[k]);
    mpq_class unit = 1;
    while (unit * length > options_.grid.unit()) unit /= 2;
    mpz_class whole;
    const mpq_class scaled = share / unit + mpq_class(1, 2);
    mpz_fdiv_q(whole.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
    const PlanPoint at = kernel::point_along(p2, q, mpq_class(whole) * unit);
    mpq_class z = mesh_.at(v)[2];
    if (surface::coordinate_bits({0, 0, z}) > options_.long_bits) z = options_.grid.rounded(z);
    return {v, {at[0], at[1], std::move(z)}};
  }

  // Whether no border at a place but its steps moves outward.
  bool stays_inside(const Place& p, const PlanPoint& aim) const {
    const auto inside = [&](Index from, Index to) {
      return orientation(mesh_.place(from), mesh_.place(to), kernel::PlanRef(aim)) >= 0;
    };
    return std::ranges::all_of(p.vertices, [&](Index v) {
      return (is_step(v) || inside(v, next_[v])) && (is_step(before_[v]) || inside(before_[v], v));
    });
  }
  // Roughly the direction in which border at a place that is no step moves inward.
  std::array<double, 2> inward_at(const Place& p) const {
    std::array<double, 2> out{0, 0};
    const auto add = [&](Index from, Index to) {
      const auto &a = mesh_.vertex(from).near, &b = mesh_.vertex(to).near;
      const double x = b[0].low - a[0].low, y = b[1].low - a[1].low, length = kernel::hypotenuse(x, y);
      if (length > 0) out[0] -= y / length, out[1] += x / length;
    };
    for (const Index v : p.vertices) {
      if (!is_step(v)) add(v, next_[v]);
      if (!is_step(before_[v])) add(before_[v], v);
    }
    return out;
  }

  // Makes all moves, or none.
  bool apply(const std::vector<Move>& moves) {
    std::vector<Move> done;
    std::vector<mpq_class> lost;
    std::uint64_t shorter = 0;
    const auto try_all = [&] {
      for (const Move& m : moves) {
        if (mesh_.at(m.vertex) == m.at) continue;
        if (frozen_[m.vertex]) return false;
        const kernel::IntervalPoint near = kernel::interval_point(m.at);
        mesh_.find_star(m.vertex, star_);
        if (!mesh_.is_within(m.vertex, m.vertex, {m.at, near}, options_.squared_tolerance) ||
            !mesh_.face_up(star_, TriangleMesh::none, kernel::PlanRef(m.at, near[0], near[1])))
          return false;
        lost.push_back((kernel::formulas::orient2d(mesh_.at(star_.before()), mesh_.at(m.vertex), m.at) +
                        kernel::formulas::orient2d(mesh_.at(m.vertex), mesh_.at(star_.next()), m.at)) /
                       2);
        shorter += is_long(m.vertex) && surface::coordinate_bits(m.at) <= options_.long_bits;
        done.push_back({m.vertex, mesh_.at(m.vertex)});
        mesh_.move(m.vertex, m.at, star_);
      }
      return std::ranges::all_of(done, [&](const Move& m) {
        return chains_.may_move(before_[m.vertex], m.vertex, next_[m.vertex], plan(m.vertex));
      });
    };
    if (!try_all()) {
      for (std::size_t i = done.size(); i-- > 0;) {
        mesh_.find_star(done[i].vertex, star_);
        mesh_.move(done[i].vertex, done[i].at, star_);
      }
      return false;
    }
    for (Move& m : done) {
      chains_.move(m.vertex);
      out_.places_before.emplace_back(m.vertex, std::move(m.at));
    }
    out_.lost.insert(out_.lost.end(), lost.begin(), lost.end());
    out_.moved += shorter;
    return true;
  }

  surface::QuadricMesh& mesh_;
  BorderChains& chains_;
  std::span<const Index> next_, before_;
  const ShortStepsOptions& options_;
  const std::vector<bool>& frozen_;
  std::vector<Place> places_;
  std::vector<Index> place_of_;  // by vertex beside a step
  ShortSteps out_;
  surface::Star star_;  // kept for its memory
};

}  // namespace

ShortSteps shorten_steps(surface::QuadricMesh& mesh, BorderChains& chains, std::span<const Index> next,
                         std::span<const Index> before, const ShortStepsOptions& options,
                         const std::vector<bool>& frozen) {
  return StepShortener(mesh, chains, next, before, options, frozen).run();
}

}  // namespace plumb::pipeline
