// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/plane.h"

#include <cassert>
#include <cmath>
#include <limits>

#include "plumb/kernel/formulas.h"

namespace plumb::kernel {
namespace {

using Vector = std::array<FixedInteger<2>, 3>;
using BigVector = std::array<mpz_class, 3>;

Vector difference(const PointTable& points, PointId to, PointId from) {
  Vector d;
  for (int k = 0; k < 3; ++k) d[k] = points.difference(to, from, k);
  return d;
}
BigVector big_difference(const PointTable& points, PointId to, PointId from) {
  BigVector d;
  for (int k = 0; k < 3; ++k) d[k] = points.exact(to, k) - points.exact(from, k);
  return d;
}

std::array<FixedInteger<4>, 3> cross(const Vector& u, const Vector& v) {
  return {(u[1] * v[2] - u[2] * v[1]).narrow<4>(), (u[2] * v[0] - u[0] * v[2]).narrow<4>(), (u[0] * v[1] - u[1] * v[0]).narrow<4>()};
}
BigVector cross(const BigVector& u, const BigVector& v) {
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

Sign sign_of_number(const mpz_class& v) { return sign_of(sgn(v)); }
template <int C>
Sign sign_of_number(const FixedInteger<C>& v) { return v.sign(); }

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace

Levels::Levels(const PointTable& points, const std::vector<mpq_class>& stances, const mpq_class& step) {
  assert(!stances.empty() && stances.size() + 2 <= max_levels);
  const auto add = [&](mpq_class h) {
    h *= points.denominator();
    Level l{h.get_num(), h.get_den(), {}, {}, unknown};
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
      mpz_class q = shift >= 0 ? mpz_class((l.numerator << shift) / l.denominator) : mpz_class(l.numerator / (l.denominator << -shift));
      q |= 1;  // sticky
      l.approx = FixedInteger<2>::from_mpz(q).to_double(shift);
    }
    levels_.push_back(std::move(l));
  };
  add(0);
  for (const mpq_class& h : stances) add(h);
  add(step);
}

Plane::Plane(const PointTable& points, std::span<const PointId> corners) : anchor_(corners[0]), second_(corners[1]), third_(corners[2]) {
  // The first corner after the second that is not in line with both; two equal corners never follow each other.
  const auto choose = [&](auto zero) {
    for (std::size_t k = 2; k < corners.size(); ++k) {
      third_ = corners[k];
      if (!zero()) return;
    }
    assert(!"three non-collinear corners");
  };
  int length = 0;
  if (points.native()) {  // the same in machine integers
    std::array<__int128, 3> n{};
    const auto d = [&](PointId to, int k) { return static_cast<__int128>(points.native_difference(to, anchor_, k)); };
    const std::array<__int128, 3> u = {d(second_, 0), d(second_, 1), d(second_, 2)};
    choose([&] {
      const std::array<__int128, 3> v = {d(third_, 0), d(third_, 1), d(third_, 2)};
      n = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
      return n[0] == 0 && n[1] == 0 && n[2] == 0;
    });
    flipped_ = n[2] < 0;
    for (int k = 0; k < 3; ++k) {
      fixed_[k] = FixedInteger<4>::from_int128(flipped_ ? -n[k] : n[k]);
      approx_[k] = static_cast<double>(flipped_ ? -n[k] : n[k]);
    }
    assert(fixed_[2].sign() == Sign::positive);
  } else if (points.fixed()) {
    const Vector u = difference(points, second_, anchor_);
    choose([&] {
      fixed_ = cross(u, difference(points, third_, anchor_));
      return fixed_[0].size() + fixed_[1].size() + fixed_[2].size() == 0;
    });
    flipped_ = fixed_[2].sign() == Sign::negative;
    if (flipped_)
      for (auto& c : fixed_) c = -c;
    for (const auto& c : fixed_) length = std::max(length, c.bit_length());
    for (int k = 0; k < 3; ++k) approx_[k] = fixed_[k].to_double(length);
    assert(fixed_[2].sign() == Sign::positive);
  } else {
    BigVector n;
    const BigVector u = big_difference(points, second_, anchor_);
    choose([&] {
      n = cross(u, big_difference(points, third_, anchor_));
      return n[0] == 0 && n[1] == 0 && n[2] == 0;
    });
    flipped_ = n[2] < 0;
    assert(n[2] != 0);
    approx_.fill(unknown);  // beyond the fixed stage nothing is gained by a filter
  }
  if (length > 0)
    for (double& c : approx_)
      if (c != 0 && std::fabs(c) < 0x1p-200) approx_.fill(unknown);
}

std::array<mpz_class, 3> Plane::exact(const PointTable& points) const {
  BigVector n = cross(big_difference(points, second_, anchor_), big_difference(points, third_, anchor_));
  if (flipped_)
    for (auto& c : n) c = -c;
  return n;
}

// n . d - n.z h in doubles. A term n.x d.x has a rounded normal (u), a rounded difference (u), a product (u) and three sums
// (3u): (1 + u)^6, likewise n.z h. The bound is computed with as many roundings: 7u of the computed magnitudes suffices.
std::optional<Sign> rise_filtered(const PointTable& points, const Plane& plane, PointId p, double height) {
  if (!points.approx_is_exact()) return std::nullopt;
  const PointId o = plane.anchor();
  const auto& n = plane.approx();
  const double dx = points.approx(p, 0) - points.approx(o, 0), dy = points.approx(p, 1) - points.approx(o, 1),
               dz = points.approx(p, 2) - points.approx(o, 2);
  const double s = formulas::rise(n[0], n[1], n[2], dx, dy, dz, height, 1.0);
  const double bound = Plane::rise_error * (std::fabs(n[0] * dx) + std::fabs(n[1] * dy) + std::fabs(n[2] * dz) + std::fabs(n[2] * height));
  if (s > bound) return Sign::positive;
  if (s < -bound) return Sign::negative;
  if (bound == 0) return Sign::zero;
  return std::nullopt;
}

Sign rise(const PointTable& points, const Plane& plane, PointId p, const Levels& levels, std::uint32_t level, bool below, LadderCounts& counts) {
  if (level == 0 && p == plane.anchor()) {
    ++counts.combinatorial;
    return Sign::zero;
  }
  const Levels::Level& h = levels[level];
  if (const auto s = rise_filtered(points, plane, p, below ? -h.approx : h.approx)) {
    ++counts.filtered;
    return *s;
  }
  if (points.fixed() && levels.fixed()) {
    ++counts.fixed;
    const auto d = difference(points, p, plane.anchor());
    const auto& n = plane.fixed();
    const auto numerator = below ? -h.fixed_numerator : h.fixed_numerator;
    const auto s = formulas::rise(n[0], n[1], n[2], d[0], d[1], d[2], numerator, h.fixed_denominator);
    counts.max_bits = std::max(counts.max_bits, s.bit_length());
    return s.sign();
  }
  ++counts.exact;
  const auto d = big_difference(points, p, plane.anchor());
  const auto n = plane.exact(points);
  const mpz_class numerator = below ? mpz_class(-h.numerator) : h.numerator;
  const mpz_class s = formulas::rise(n[0], n[1], n[2], d[0], d[1], d[2], numerator, h.denominator);
  counts.max_bits = std::max(counts.max_bits, static_cast<int>(mpz_sizeinbase(s.get_mpz_t(), 2)));
  return sign_of_number(s);
}

namespace {

// z_B - z_T - h over the frame's origin, times n.z m.z and the height's denominator.
template <class C, class N, class D, class H>
Coefficients<C> slab(const N& n, const N& m, const D& q, const H& numerator, const auto& denominator) {
  const auto a = formulas::value((n[0] * m[2] - m[0] * n[2]) * denominator);
  const auto b = formulas::value((n[1] * m[2] - m[1] * n[2]) * denominator);
  const auto c = formulas::value((m[0] * q[0] + m[1] * q[1] + m[2] * q[2]) * n[2] * denominator - n[2] * m[2] * numerator);
  if constexpr (std::is_same_v<C, mpz_class>) return {a, b, c};
  else return {a.template narrow<C::capacity>(), b.template narrow<C::capacity>(), c.template narrow<C::capacity>()};
}

}  // namespace

std::optional<LineId> slab_line(Frame& frame, const Plane& surface, const Plane& blocker, const Levels& levels, std::uint32_t level,
                                LineSource source) {
  const PointTable& points = frame.points();
  const Levels::Level& h = levels[level];
  if (points.fixed() && levels.fixed()) {
    const auto q = difference(points, blocker.anchor(), frame.origin());
    const auto l = slab<LineInteger>(surface.fixed(), blocker.fixed(), q, h.fixed_numerator, h.fixed_denominator);
    if (l.a.sign() == Sign::zero && l.b.sign() == Sign::zero) return std::nullopt;
    return frame.line(l, source);
  }
  const auto n = surface.exact(points), m = blocker.exact(points);
  const auto q = big_difference(points, blocker.anchor(), frame.origin());
  const Coefficients<mpz_class> l = slab<mpz_class>(n, m, q, h.numerator, h.denominator);
  if (l.a == 0 && l.b == 0) return std::nullopt;
  return frame.line(l, source);
}

LineId crossing_line(Frame& frame, const Plane& surface, PointId p, PointId q, const Levels& levels, std::uint32_t level, bool along_x,
                     LineSource source) {
  const PointTable& points = frame.points();
  const Levels::Level& h = levels[level];
  const int axis = along_x ? 0 : 1;
  // At heights g over the level, the edge passes it at x = (x_q g_p - x_p g_q) / (g_p - g_q).
  const auto cross_at = [&]<class N>(const N& gp, const N& gq, const auto& xp, const auto& xq) {
    const auto slope = formulas::value(gp - gq);
    const auto offset = formulas::value(xp * gq - xq * gp);
    if constexpr (std::is_same_v<N, mpz_class>)
      return frame.line(Coefficients<mpz_class>{along_x ? slope : mpz_class(0), along_x ? mpz_class(0) : slope, offset}, source);
    else
      return frame.line(Coefficients<LineInteger>{along_x ? slope.template narrow<12>() : LineInteger(), along_x ? LineInteger() : slope.template narrow<12>(),
                                                  offset.template narrow<12>()}, source);
  };
  if (points.fixed() && levels.fixed()) {
    const auto height = [&](PointId i) {
      const auto d = difference(points, i, surface.anchor());
      const auto& n = surface.fixed();
      return formulas::rise(n[0], n[1], n[2], d[0], d[1], d[2], h.fixed_numerator, h.fixed_denominator).narrow<8>();
    };
    return cross_at(height(p), height(q), difference(points, p, frame.origin())[axis], difference(points, q, frame.origin())[axis]);
  }
  const auto n = surface.exact(points);
  const auto height = [&](PointId i) {
    const auto d = big_difference(points, i, surface.anchor());
    return formulas::rise(n[0], n[1], n[2], d[0], d[1], d[2], h.numerator, h.denominator);
  };
  return cross_at(height(p), height(q), big_difference(points, p, frame.origin())[axis], big_difference(points, q, frame.origin())[axis]);
}

}  // namespace plumb::kernel
