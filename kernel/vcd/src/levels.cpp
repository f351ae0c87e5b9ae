// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/vcd/levels.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "plumb/kernel/bounded_double.h"
#include "plumb/kernel/interval_of.h"
#include "rise_filter.h"

namespace plumb::vcd {
using namespace kernel;

Levels::Levels(const PointTable& points, const std::vector<mpq_class>& stances, const mpq_class& step) {
  assert(!stances.empty() && stances.size() + 2 <= max_levels);
  const auto add = [&](mpq_class h) {
    h *= points.denominator();
    Level l{h.get_num(), h.get_den(), {}, {}, std::numeric_limits<double>::quiet_NaN()};
    const auto bits = [](const mpz_class& v) { return mpz_sizeinbase(v.get_mpz_t(), 2); };
    if (bits(l.numerator) <= 126 && bits(l.denominator) <= 60) {
      l.fixed_numerator = FixedInteger<2>::from_mpz(l.numerator);
      l.fixed_denominator = FixedInteger<1>::from_mpz(l.denominator);
    } else {
      fixed_ = false;
    }
    // Within one rounding of exact: a quotient rounded down from 80 bits, then to nearest.
    if (sgn(h) == 0) {
      l.approx = 0;
    } else if (bits(l.numerator) < 200 && bits(l.denominator) < 200) {
      const int shift = 80 + static_cast<int>(bits(l.denominator)) - static_cast<int>(bits(l.numerator));
      mpz_class q = shift >= 0 ? mpz_class((l.numerator << shift) / l.denominator)
                               : mpz_class(l.numerator / (l.denominator << -shift));
      q |= 1;  // sticky
      l.approx = FixedInteger<2>::from_mpz(q).to_double(shift);
    }
    levels_.push_back(std::move(l));
  };
  add(0);
  for (const mpq_class& h : stances) add(h);
  add(step);
}

namespace {

bool is_whole(const PointTable& points, const Plane& plane, PointId p) {
  return plane.is_whole() && points.is_whole(p);
}

// The double stage where long coordinates are part of it: in intervals around what is rounded.
std::optional<Sign> rise_in_intervals(const PointTable& points, const Plane& plane, PointId p, double height) {
  // A normal and a height are rounded once; all numbers, where nothing is known of them.
  const auto near = [](double at) { return at == 0 ? Interval(0.0) : around(at, enlarged(rounded(at).error)); };
  std::array<Interval, 3> n, d;
  for (std::size_t k = 0; k < 3; ++k) {
    const int axis = static_cast<int>(k);
    n[k] = near(plane.approx()[k]);
    d[k] = interval_of(points, p, axis) - interval_of(points, plane.anchor(), axis);
  }
  return (formulas::side_of_plane(n, d) - n[2] * near(height)).sign();
}

// n . d * denominator - n.z * numerator over a scale of d.
mpz_class exact_rise(const PointTable& points, const Plane& plane, const std::array<mpz_class, 3>& n, PointId p,
                     const mpz_class& numerator, const mpz_class& denominator) {
  const auto [d, scale] = scaled_difference(points, p, plane.anchor());
  if (scale == 1) return rise_formula(n, d, numerator, denominator);
  return rise_formula(n, d, mpz_class(numerator * scale), denominator);
}

}  // namespace

std::optional<Sign> rise_filtered(const PointTable& points, const Plane& plane, PointId p, double height) {
  if (points.has_long() && !is_whole(points, plane, p)) return rise_in_intervals(points, plane, p, height);
  if (!points.doubles_are_exact()) return std::nullopt;
  const RiseFilter filter(points, plane);
  const auto rise = RiseFilter::rise(filter.point(p), filter.height(height));
  return rise.known ? std::optional(rise.sign) : std::nullopt;
}

Sign rise(const PointTable& points, const Plane& plane, PointId p, const Levels& levels, std::uint32_t level,
          bool below, LadderCounts& counts) {
  if (level == 0 && p == plane.anchor()) {
    ++counts.combinatorial;
    return Sign::zero;
  }
  const Levels::Level& h = levels[level];
  if (const auto s = rise_filtered(points, plane, p, below ? -h.approx : h.approx)) {
    ++counts.filtered;
    return *s;
  }
  if (points.fixed() && levels.fixed() && is_whole(points, plane, p)) {
    ++counts.fixed;
    const auto numerator = below ? -h.fixed_numerator : h.fixed_numerator;
    const auto s =
        rise_formula(plane.fixed(), fixed_difference(points, p, plane.anchor()), numerator, h.fixed_denominator);
    counts.max_bits = std::max(counts.max_bits, s.bit_length());
    return s.sign();
  }
  ++counts.exact;
  const mpz_class numerator = below ? mpz_class(-h.numerator) : h.numerator;
  const mpz_class s = exact_rise(points, plane, plane.exact(points), p, numerator, h.denominator);
  counts.max_bits = std::max(counts.max_bits, static_cast<int>(mpz_sizeinbase(s.get_mpz_t(), 2)));
  return sign_of(sgn(s));
}

namespace {

// z_B - z_T - h over the plan's origin, times n.z m.z and the height's denominator.
template <class C, class N, class D, class H>
Coefficients<C> slab(const N& n, const N& m, const D& q, const H& numerator, const auto& denominator) {
  const auto a = formulas::value(formulas::determinant(n[0], m[0], n[2], m[2]) * denominator);
  const auto b = formulas::value(formulas::determinant(n[1], m[1], n[2], m[2]) * denominator);
  const auto c = formulas::value(formulas::side_of_plane(m, q) * n[2] * denominator - n[2] * m[2] * numerator);
  if constexpr (std::is_same_v<C, mpz_class>) return {a, b, c};
  else return {a.template narrow<C::capacity>(), b.template narrow<C::capacity>(), c.template narrow<C::capacity>()};
}

}  // namespace

std::optional<LineId> slab_line(ImplicitPlan& plan, const Plane& surface, const Plane& blocker, const Levels& levels,
                                std::uint32_t level, LineSource source) {
  const PointTable& points = plan.points();
  const Levels::Level& h = levels[level];
  const bool whole = surface.is_whole() && blocker.is_whole() && points.is_whole(plan.origin());
  if (whole && points.fixed() && levels.fixed()) {
    const auto q = fixed_difference(points, blocker.anchor(), plan.origin());
    const auto l = slab<LineInteger>(surface.fixed(), blocker.fixed(), q, h.fixed_numerator, h.fixed_denominator);
    if (l.a.sign() == Sign::zero && l.b.sign() == Sign::zero) return std::nullopt;
    return plan.line(l, source);
  }
  const auto n = surface.exact(points), m = blocker.exact(points);
  const auto [q, scale] = scaled_difference(points, blocker.anchor(), plan.origin());
  Coefficients<mpz_class> l = slab<mpz_class>(n, m, q, mpz_class(h.numerator * scale), h.denominator);
  l.a *= scale;
  l.b *= scale;
  if (l.a == 0 && l.b == 0) return std::nullopt;
  return plan.line(l, source);
}

LineId crossing_line(ImplicitPlan& plan, const Plane& surface, PointId p, PointId q, const Levels& levels,
                     std::uint32_t level, bool along_x, LineSource source) {
  const PointTable& points = plan.points();
  const Levels::Level& h = levels[level];
  const int axis = along_x ? 0 : 1;
  // At heights g over the level, the edge passes it at x = (x_q g_p - x_p g_q) / (g_p - g_q).
  if (points.fixed() && levels.fixed() && points.is_whole(plan.origin()) && is_whole(points, surface, p) &&
      points.is_whole(q)) {
    const auto height = [&](PointId i) {
      return rise_formula(surface.fixed(), fixed_difference(points, i, surface.anchor()), h.fixed_numerator,
                          h.fixed_denominator)
          .narrow<8>();
    };
    const auto gp = height(p), gq = height(q);
    const auto offset = formulas::determinant(fixed_difference(points, p, plan.origin())[axis],
                                              fixed_difference(points, q, plan.origin())[axis], gp, gq);
    const LineInteger slope = (gp - gq).narrow<12>();
    return plan.line(Coefficients<LineInteger>{along_x ? slope : LineInteger(), along_x ? LineInteger() : slope,
                                               offset.narrow<12>()},
                     source);
  }
  const auto n = surface.exact(points);
  // Both heights over one scale, and so are both places.
  const mpz_class over_anchor = common_scale(points, std::array{p, q, surface.anchor()}),
                  from_origin = common_scale(points, std::array{p, q, plan.origin()});
  const auto away = [&](PointId i, PointId from, int k, const mpz_class& scale) -> mpz_class {
    return points.scaled(i, k, scale) - points.scaled(from, k, scale);
  };
  const auto height = [&](PointId i) {
    const std::array<mpz_class, 3> d = {away(i, surface.anchor(), 0, over_anchor),
                                        away(i, surface.anchor(), 1, over_anchor),
                                        away(i, surface.anchor(), 2, over_anchor)};
    return rise_formula(n, d, mpz_class(h.numerator * over_anchor), h.denominator);
  };
  const mpz_class gp = height(p), gq = height(q), along = (gp - gq) * from_origin,
                  offset = formulas::determinant(away(p, plan.origin(), axis, from_origin),
                                                 away(q, plan.origin(), axis, from_origin), gp, gq);
  return plan.line(Coefficients<mpz_class>{along_x ? along : mpz_class(0), along_x ? mpz_class(0) : along, offset},
                   source);
}

}  // namespace plumb::vcd
