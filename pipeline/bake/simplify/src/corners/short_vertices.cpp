// SPDX-License-Identifier: GPL-3.0-or-later
// Short coordinates for the vertices of a simplified mesh.
// Problem. Vertices that were cut out of lines have coordinates of hundreds of bits, and each stage makes longer ones.
// Give them short ones, such that the mesh gains nothing in plan and loses nothing that is far from what is left.
// 1. run() looks at each vertex with long coordinates and asks short_place() for a place of the grid (ShortGrid), a
//    grid of powers of two finer than 2^-30 of the mesh. On the boundary the vertex may only move inward.
// 2. The place is refused if a triangle turns over, if it is too far from the planes that the vertex stands for, or if
//    original border gets too far from the new one (BorderChains::may_move). Then the next place inward is tried.
// 3. shorten_beside_steps() leaves vertices beside steps to short_steps.h, which moves both sides together. If a step
//    gets too high for that, so that a component falls apart, the vertices there go back and stay as they were.
// Cost. O(N) places for N vertices; one attempt beside steps, and one more for each that was taken back.
// Exactness. All by fractions, but for the direction in which a place of the grid is tried: doubles.
// Source: our own.
#include "corners/short_vertices.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "corners/short_steps.h"
#include "plumb/kernel/elementary.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/collapse_rule.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {

using Index = surface::FanMesh::Index;
using kernel::orientation;
using kernel::PlanPoint;

bool keeps_inside(const surface::FanMesh& mesh, Index from, Index to, const PlanPoint& at) {
  return orientation(mesh.place(from), mesh.place(to), kernel::PlanRef(at)) >= 0;
}

std::array<double, 2> inward_at(const surface::CollapseMesh& mesh, Index p, Index q, Index r, Index s) {
  std::array<double, 2> out{0, 0};
  for (const auto& [from, to] : {std::pair(p, q), std::pair(r, s)}) {
    const auto run = mesh.run_of(from, to);
    const double x = std::midpoint(run[0].low, run[0].high), y = std::midpoint(run[1].low, run[1].high);
    const double length = kernel::hypotenuse(x, y);
    if (length > 0) out[0] -= y / length, out[1] += x / length;
  }
  return out;
}

namespace {

class VertexShortener {
 public:
  VertexShortener(surface::QuadricMesh& mesh, BorderChains& chains, std::span<const Index> next,
                  std::span<const Index> before, const ShortGrid& grid, const SimplifyOptions& options,
                  OperationFacts& facts, std::vector<mpq_class>& lost)
      : mesh_(mesh),
        chains_(chains),
        next_(next),
        before_(before),
        grid_(grid),
        options_(options),
        limit_(options.tolerance * options.tolerance),
        facts_(facts),
        lost_(lost) {}

  void run() {
    bool any_beside_step = false;
    for (Index v = 0; v < mesh_.vertex_count(); ++v) {
      if (!mesh_.exists(v) || surface::coordinate_bits(mesh_.at(v)) <= options_.long_bits) continue;
      cancellation_point();
      mesh_.find_star(v, star_);
      if (!star_.closed && mesh_.is_beside_step(star_)) {
        if (options_.steps_stay) refuse(1);
        else any_beside_step = true;
      } else if (const auto at = short_place(v)) {
        move(v, *at);
      } else {
        refuse(1);
      }
    }
    if (any_beside_step) shorten_beside_steps();
  }

 private:
  void refuse(std::uint64_t count) { facts_.refused[text_of(CollapseRule::position_bits)] += count; }

  void move(Index v, const ExactPoint& at) {
    if (!star_.closed) {
      lost_.push_back((kernel::formulas::orient2d(mesh_.at(star_.before()), mesh_.at(v), at) +
                       kernel::formulas::orient2d(mesh_.at(v), mesh_.at(star_.next()), at)) /
                      2);
      chains_.move(v);
    }
    mesh_.move(v, at, star_);
    ++facts_.operations;
  }

  std::optional<ExactPoint> short_place(Index v) {
    const ExactPoint& p = mesh_.at(v);
    std::optional<ExactPoint> at;
    std::array<double, 2> inward{0, 0};
    if (!star_.closed) inward = inward_at(mesh_, star_.before(), v, v, star_.next());
    grid_.place({p[0], p[1]}, inward, [&](const PlanPoint& aim) { return (at = allowed_place(v, aim)).has_value(); });
    return at;
  }
  std::optional<ExactPoint> allowed_place(Index v, const PlanPoint& aim) {
    if (!star_.closed && (!keeps_inside(mesh_, star_.before(), v, aim) || !keeps_inside(mesh_, v, star_.next(), aim) ||
                          !chains_.may_move(star_.before(), v, star_.next(), aim)))
      return std::nullopt;
    const auto height = mesh_.height_at(v, star_, v, star_, aim);
    if (!height) return std::nullopt;
    const ExactPoint at{aim[0], aim[1], grid_.rounded(*height)};
    const kernel::IntervalPoint near = kernel::interval_point(at);
    if (!mesh_.is_within(v, v, {at, near}, limit_)) return std::nullopt;
    if (!mesh_.face_up(star_, surface::FanMesh::none, kernel::PlanRef(at, near[0], near[1]))) return std::nullopt;
    return at;
  }

  void shorten_beside_steps() {
    const auto parted = [&] { return options_.parted ? options_.parted(mesh_.result()) : std::vector<PlanStretch>{}; };
    const std::size_t apart_before = parted().size();
    std::vector<bool> frozen(mesh_.vertex_count());
    for (;;) {
      ShortSteps found = shorten_steps(mesh_, chains_, next_, before_, {grid_, limit_, options_.long_bits}, frozen);
      const std::vector<PlanStretch> apart = parted();
      if (apart.size() <= apart_before) {
        lost_.insert(lost_.end(), found.lost.begin(), found.lost.end());
        facts_.operations += found.moved;
        if (found.still_long > 0) refuse(found.still_long);
        return;
      }
      // If nothing is found there, all stays.
      bool any = false;
      for (Index v = 0; v < frozen.size(); ++v)
        if (mesh_.exists(v) && !frozen[v] && lies_on(v, apart)) any = frozen[v] = true;
      if (!any) frozen.assign(frozen.size(), true);
      for (std::size_t i = found.places_before.size(); i-- > 0;) {
        const auto& [v, place] = found.places_before[i];
        mesh_.find_star(v, star_);
        mesh_.move(v, place, star_);
      }
    }
  }
  bool lies_on(Index v, const std::vector<PlanStretch>& stretches) const {
    const ExactPoint& p = mesh_.at(v);
    return std::ranges::any_of(stretches, [&](const PlanStretch& s) {
      return orientation(kernel::PlanRef(s[0]), kernel::PlanRef(s[1]), mesh_.place(v)) == 0 &&
             sgn(mpq_class((p[0] - s[0][0]) * (p[0] - s[1][0]) + (p[1] - s[0][1]) * (p[1] - s[1][1]))) <= 0;
    });
  }

  surface::QuadricMesh& mesh_;
  BorderChains& chains_;
  std::span<const Index> next_, before_;
  const ShortGrid& grid_;
  const SimplifyOptions& options_;
  mpq_class limit_;
  OperationFacts& facts_;
  std::vector<mpq_class>& lost_;
  surface::Star star_;  // kept for its memory
};

}  // namespace

void shorten_vertices(surface::QuadricMesh& mesh, BorderChains& chains, std::span<const Index> next,
                      std::span<const Index> before, const ShortGrid& grid, const SimplifyOptions& options,
                      OperationFacts& facts, std::vector<mpq_class>& lost) {
  VertexShortener(mesh, chains, next, before, grid, options, facts, lost).run();
}

}  // namespace plumb::pipeline
