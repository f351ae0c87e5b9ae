// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/perturbed_point.h"

namespace plumb::kernel {

PerturbedPoint plan_spot(PlanPoint at) { return {std::move(at), {{1, 0}, {0, 1}}}; }

int sign_at(const mpq_class& a, const mpq_class& b, const mpq_class& c, const PerturbedPoint& spot) {
  int s = sgn(formulas::linear(a, b, c, spot.at[0], spot.at[1]));
  for (std::size_t i = 0; s == 0 && i < spot.moves.size(); ++i)
    s = sgn(mpq_class(a * spot.moves[i][0] + b * spot.moves[i][1]));
  return s;
}

bool over_spot(const std::vector<ExactPoint>& corners, const PerturbedPoint& spot) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const ExactPoint &p = corners[i], &q = corners[i + 1 == corners.size() ? 0 : i + 1];
    const mpq_class a = q[1] - p[1], b = p[0] - q[0];  // positive on the right: corners run clockwise
    if (sign_at(a, b, -(a * p[0] + b * p[1]), spot) <= 0) return false;
  }
  return true;
}

bool above_at(const ExactPlane& plane, const ExactPlane& floor, const PerturbedPoint& spot) {
  return sign_at(plane.x[0] - floor.x[0], plane.x[1] - floor.x[1], plane.x[2] - floor.x[2], spot) > 0;
}

}  // namespace plumb::kernel
