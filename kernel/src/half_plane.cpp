// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/half_plane.h"

#include <algorithm>

namespace plumb::kernel {
namespace {

HalfPlane in_lowest_terms(mpz_class a, mpz_class b, mpz_class c) {
  const mpz_class g = gcd(gcd(a, b), c);
  for (mpz_class* v : {&a, &b, &c}) mpz_divexact(v->get_mpz_t(), v->get_mpz_t(), g.get_mpz_t());
  return {std::move(a), std::move(b), std::move(c)};
}

}  // namespace

HalfPlane half_plane(const std::array<mpq_class, 3>& x, const mpz_class& unit) {
  const mpz_class &d = x[0].get_den(), &e = x[1].get_den(), &f = x[2].get_den(), all = lcm(lcm(d, e), f);
  return in_lowest_terms(x[0].get_num() * (all / d), x[1].get_num() * (all / e), x[2].get_num() * (all / f) * unit);
}

std::vector<HalfPlane> sides_of(const PlanRing& ring, const mpz_class& unit) {
  std::vector<std::array<mpz_class, 3>> places;  // x, y, w
  places.reserve(ring.size());
  for (const PlanPoint& p : ring) {
    const mpz_class &d = p[0].get_den(), &e = p[1].get_den(), w = d == e ? d : lcm(d, e);
    places.push_back({p[0].get_num() * (unit * (w / d)), p[1].get_num() * (unit * (w / e)), w});
  }
  std::vector<HalfPlane> out;
  out.reserve(ring.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto l = formulas::cross(places[i], places[i + 1 == places.size() ? 0 : i + 1]);
    out.push_back(in_lowest_terms(l[0], l[1], l[2]));
  }
  return out;
}

namespace {

bool is_on_grid(const mpq_class& v, const mpz_class& unit) {
  return mpz_cmp_ui(v.get_den_mpz_t(), 1) == 0 || v.get_den() == unit ||
         mpz_divisible_p(unit.get_mpz_t(), v.get_den_mpz_t()) != 0;
}

}  // namespace

bool is_on_grid(const PlanRing& ring, const mpz_class& unit) {
  return std::ranges::all_of(ring,
                             [&](const PlanPoint& p) { return is_on_grid(p[0], unit) && is_on_grid(p[1], unit); });
}

bool is_on_grid(std::span<const PlanRef> corners, const mpz_class& unit) {
  return std::ranges::all_of(corners,
                             [&](const PlanRef& p) { return is_on_grid(p.x(), unit) && is_on_grid(p.y(), unit); });
}

bool has_inside(const HalfPlane& h, std::span<const PlanRef> corners, const mpz_class& unit) {
  const Interval one = interval_of(unit), a = interval_of(h.a) * one, b = interval_of(h.b) * one, c = interval_of(h.c);
  const auto near = [&](const PlanRef& p) { return formulas::dot2d(a, b, p.ix, p.iy) + c; };
  if (std::ranges::any_of(corners, [&](const PlanRef& p) { return near(p).low > 0; })) return true;
  return std::ranges::any_of(corners, [&](const PlanRef& p) {
    if (near(p).high <= 0) return false;
    const mpz_class &d = p.x().get_den(), &e = p.y().get_den();
    return unit * (h.a * p.x().get_num() * e + h.b * p.y().get_num() * d) + h.c * d * e > 0;
  });
}

}  // namespace plumb::kernel
