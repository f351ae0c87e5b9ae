// SPDX-License-Identifier: GPL-3.0-or-later
#include "floor_section.h"

#include <algorithm>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/half_plane.h"

namespace plumb::pipeline {
namespace {

using kernel::PlanPoint;

// Cuts to where sign * (above - height) >= 0.
void clip_at(std::vector<RaisedCorner>& corners, const mpq_class& height, int sign) {
  kernel::clip_half_plane(
      corners, [&](const RaisedCorner& c) { return mpq_class(sign * (c.above - height)); },
      [&](const RaisedCorner& p, const mpq_class& a, const RaisedCorner& q, const mpq_class& b) {
        return RaisedCorner{kernel::point_along(p.at, q.at, a / (a - b)), height};
      });
}

}  // namespace

std::vector<RaisedCorner> raised_corners(std::span<const kernel::ExactPoint> corners, const kernel::ExactPlane& floor) {
  std::vector<RaisedCorner> out;
  out.reserve(corners.size());
  for (const auto& [x, y, z] : corners) out.push_back({{x, y}, z - floor.height(x, y)});
  return out;
}

std::vector<RaisedCorner> part_between(std::vector<RaisedCorner> corners, const mpq_class& low, const mpq_class& high) {
  const auto [least, most] = std::minmax_element(corners.begin(), corners.end(),
                                                 [](const auto& p, const auto& q) { return p.above < q.above; });
  if (most->above <= low || least->above >= high) return {};
  clip_at(corners, low, 1);
  clip_at(corners, high, -1);
  return corners;
}

std::optional<PlanSegment> span_of(const std::vector<RaisedCorner>& corners) {
  if (corners.empty()) return std::nullopt;
  const auto [from, to] =
      std::minmax_element(corners.begin(), corners.end(), [](const auto& p, const auto& q) { return p.at < q.at; });
  if (from->at == to->at) return std::nullopt;
  return PlanSegment{from->at, to->at};
}

std::optional<PlanSegment> trace_of(std::vector<RaisedCorner> corners) {
  if (std::all_of(corners.begin(), corners.end(), [](const RaisedCorner& c) { return sgn(c.above) == 0; }))
    return std::nullopt;
  clip_at(corners, 0, 1);
  clip_at(corners, 0, -1);
  return span_of(corners);
}

std::optional<PlanSegment> clipped(const PlanSegment& s, const kernel::PlanRing& window) {
  const kernel::PlanRef from(s.from), to(s.to);
  bool whole = true;
  for (std::size_t i = 0; i < window.size(); ++i) {
    const kernel::PlanRef p(window[i]), q(window[i + 1 == window.size() ? 0 : i + 1]);
    const int from_side = kernel::orientation(p, q, from), to_side = kernel::orientation(p, q, to);
    if (from_side < 0 && to_side < 0) return std::nullopt;
    whole = whole && from_side >= 0 && to_side >= 0;
  }
  if (whole) return s;
  const PlanPoint run{s.to[0] - s.from[0], s.to[1] - s.from[1]};
  const auto span = kernel::part_over({0, 1}, s.from, run, window.size(),
                                      [&](std::size_t i) -> const PlanPoint& { return window[i]; });
  if (!span) return std::nullopt;
  return PlanSegment{kernel::point_along(s.from, s.to, span->from), kernel::point_along(s.from, s.to, span->to)};
}

bool strictly_inside(const PlanPoint& at, const kernel::PlanRing& convex) {
  for (std::size_t i = 0; i < convex.size(); ++i)
    if (sgn(kernel::orient2d(convex[i], convex[i + 1 == convex.size() ? 0 : i + 1], at)) <= 0) return false;
  return true;
}

kernel::PlanPoint left_of(const PlanSegment& s, const mpq_class& length) {
  const mpq_class dx = s.to[0] - s.from[0], dy = s.to[1] - s.from[1], squared = dx * dx + dy * dy;
  if (mpz_perfect_square_p(squared.get_num_mpz_t()) && mpz_perfect_square_p(squared.get_den_mpz_t())) {
    const mpq_class factor = length / mpq_class(sqrt(squared.get_num()), sqrt(squared.get_den()));
    return {-dy * factor, dx * factor};
  }
  // In steps of 2^-20 / 2^k, with 2^k >= the segment's length.
  mp_bitcnt_t k = 20;
  for (mpq_class reach = 1; reach * reach < squared; reach *= 2) ++k;
  // The least n with n^2 squared >= length^2 4^k.
  mpq_class wanted = length * length / squared;
  mpq_mul_2exp(wanted.get_mpq_t(), wanted.get_mpq_t(), 2 * k);
  mpz_class whole, n;
  mpz_cdiv_q(whole.get_mpz_t(), wanted.get_num_mpz_t(), wanted.get_den_mpz_t());
  mpz_sqrt(n.get_mpz_t(), whole.get_mpz_t());
  if (n * n < whole) ++n;
  mpq_class factor(n);
  mpq_div_2exp(factor.get_mpq_t(), factor.get_mpq_t(), k);
  return {-dy * factor, dx * factor};
}

}  // namespace plumb::pipeline
