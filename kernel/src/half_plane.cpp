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

bool is_on_grid(const PlanRing& ring, const mpz_class& unit) {
  return std::ranges::all_of(ring, [&](const PlanPoint& p) {
    return std::ranges::all_of(
        p, [&](const mpq_class& v) { return mpz_divisible_p(unit.get_mpz_t(), v.get_den_mpz_t()) != 0; });
  });
}

}  // namespace plumb::kernel
