// SPDX-License-Identifier: GPL-3.0-or-later
#include "ramp_face.h"

#include <algorithm>

#include "plumb/kernel/formulas.h"

namespace plumb::pipeline {
namespace {

using kernel::PlanPoint;
constexpr mp_bitcnt_t run_bits = 21;

mpq_class dot(const PlanPoint& u, const PlanPoint& v) { return kernel::formulas::dot2d(u[0], u[1], v[0], v[1]); }
mpq_class cross(const PlanPoint& u, const PlanPoint& v) {
  return kernel::formulas::determinant(u[0], u[1], v[0], v[1]);
}

// The root of a number > 0 if that is a fraction; else the least multiple of 2^-run_bits that is not below it.
mpq_class root_rounded_up(const mpq_class& squared) {
  if (mpz_perfect_square_p(squared.get_num_mpz_t()) && mpz_perfect_square_p(squared.get_den_mpz_t()))
    return mpq_class(sqrt(squared.get_num()), sqrt(squared.get_den()));
  const mpq_class scaled = squared << (2 * run_bits);
  mpz_class root = sqrt(mpz_class(scaled.get_num() / scaled.get_den()));
  while (root * root < scaled) ++root;
  return mpq_class(root) >> run_bits;
}

// The vector scaled so that its longer coordinate is 1 or -1: equal for equal directions.
PlanPoint direction_of(const PlanPoint& v) {
  const mpq_class most = std::max<mpq_class>(abs(v[0]), abs(v[1]));
  return {v[0] / most, v[1] / most};
}

ExactPoint lowered(const ExactPoint& p, const PlanPoint& run, const mpq_class& step) {
  return {p[0] + run[0], p[1] + run[1], p[2] - step};
}

// Where the two lines that are square to the runs a and b at their ends meet: a . p = |a|^2 and b . p = |b|^2.
PlanPoint meet(const PlanPoint& a, const PlanPoint& b) {
  const mpq_class turn = cross(a, b), aa = dot(a, a), bb = dot(b, b);
  return {(aa * b[1] - bb * a[1]) / turn, (bb * a[0] - aa * b[0]) / turn};
}

// A run half way between two others, as long as the longer one.
PlanPoint middle_run(const PlanPoint& a, const PlanPoint& b) {
  const mpq_class aa = dot(a, a), bb = dot(b, b), longer = std::max(aa, bb);
  // Scaled so that both are nearly of one length: only the direction is rounded.
  const mpq_class la = root_rounded_up(aa), lb = root_rounded_up(bb);
  PlanPoint middle{a[0] / la + b[0] / lb, a[1] / la + b[1] / lb};
  if (sgn(dot(a, b)) < 0)  // the sum would be short; the middle is also square to the difference
    middle = {b[1] / lb - a[1] / la, a[0] / la - b[0] / lb};
  const PlanPoint direction = direction_of(middle);
  const mpq_class factor = root_rounded_up(longer / dot(direction, direction));
  return {direction[0] * factor, direction[1] * factor};
}

}  // namespace

std::vector<ExactPoint> RampFace::corners() const {
  if (is_corner()) return {from, base_from, base_to};
  return {to, from, base_from, base_to};
}
kernel::PlanRing RampFace::ring() const {
  kernel::PlanRing out;
  for (const ExactPoint& p : corners()) out.push_back({p[0], p[1]});
  return out;
}

std::optional<PlanPoint> ramp_run(const ExactPoint& from, const ExactPoint& to, const mpq_class& step,
                                  const kernel::SlopeLimit& limit) {
  const PlanPoint way{to[0] - from[0], to[1] - from[1]};
  if (sgn(way[0]) == 0 && sgn(way[1]) == 0) return std::nullopt;
  const mpq_class most = std::max<mpq_class>(abs(way[0]), abs(way[1])), rise = (to[2] - from[2]) / most;
  const PlanPoint direction = direction_of(way);
  // tan^2 or a little less: (step / f)^2 + rise^2 <= tan^2 |direction|^2 for a run of f times the direction, turned.
  constexpr int precision = 128;
  const mpq_class tan_squared = 1 / limit.cos_squared(precision).high - 1,
                  left = tan_squared * dot(direction, direction) - rise * rise;
  if (sgn(left) <= 0) return std::nullopt;
  const mpq_class factor = root_rounded_up(step * step / left);
  return PlanPoint{direction[1] * factor, -direction[0] * factor};
}

RampFace ramp_beside(const ExactPoint& from, const ExactPoint& to, const PlanPoint& run, const mpq_class& step) {
  return {.from = from, .to = to, .base_from = lowered(from, run, step), .base_to = lowered(to, run, step)};
}

std::vector<RampFace> corner_faces(const ExactPoint& at, const PlanPoint& first, const PlanPoint& second,
                                   const mpq_class& step, const mpq_class& miter) {
  // Opposite runs turn by half a circle, which is neither left nor right: the top ends there in a spike, and is filled.
  const int turn = sgn(cross(first, second));
  if (turn < 0 || (turn == 0 && sgn(dot(first, second)) > 0)) return {};
  std::vector<PlanPoint> bottom{first};
  const mpq_class longer = std::max<mpq_class>(dot(first, first), dot(second, second));
  std::optional<PlanPoint> meeting;
  if (turn > 0) meeting = meet(first, second);
  if (meeting && dot(*meeting, *meeting) <= miter * miter * longer) {
    bottom.push_back(*meeting);
  } else {
    const PlanPoint middle = middle_run(first, second);
    bottom.push_back(meet(first, middle));
    bottom.push_back(meet(middle, second));
  }
  bottom.push_back(second);
  std::vector<RampFace> out;
  for (std::size_t i = 0; i + 1 < bottom.size(); ++i) {
    if (sgn(cross(bottom[i], bottom[i + 1])) <= 0) return {};
    out.push_back(
        {.from = at, .to = at, .base_from = lowered(at, bottom[i], step), .base_to = lowered(at, bottom[i + 1], step)});
  }
  return out;
}

}  // namespace plumb::pipeline
