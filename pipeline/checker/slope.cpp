// SPDX-License-Identifier: LGPL-3.0-or-later
#include "slope.h"

namespace plumb::checker {
namespace {

Integer floor_of(const Integer& a, const Integer& b) {
  Integer q;
  mpz_fdiv_q(q.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return q;
}
Integer ceiling_of(const Integer& a, const Integer& b) {
  Integer q;
  mpz_cdiv_q(q.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return q;
}

// A number of 0 or more between low / one and high / one, where one = 2^bits.
struct Enclosure {
  Integer low, high;
};
Enclosure times(const Enclosure& a, const Integer& above, const Integer& below) {
  return {floor_of(a.low * above, below), ceiling_of(a.high * above, below)};
}

// t0 - t1 + t2 - ... up to a term of less than one unit: terms fall, so the rest is at most the first one left out.
template <class Next>
Enclosure alternating(Enclosure term, Next&& next) {
  Enclosure sum{0, 0};
  bool plus = true;
  for (unsigned k = 0; term.high > 1; ++k, plus = !plus) {
    if (plus) sum = {sum.low + term.low, sum.high + term.high};
    else sum = {sum.low - term.high, sum.high - term.low};
    term = next(term, k);
  }
  return {sum.low - term.high, sum.high + term.high};
}

// arctan(1 / m) = 1/m - 1/(3 m^3) + 1/(5 m^5) - ...
Enclosure arctan_of_one_over(unsigned long m, const Integer& one) {
  Enclosure power{floor_of(one, m), ceiling_of(one, m)};
  return alternating(power, [&](const Enclosure&, unsigned k) {
    power = times(power, 1, m * m);
    return times(power, 1, 2 * k + 3);
  });
}

}  // namespace

// cos^2 x = (1 + cos 2x) / 2 with 2x = degrees / 90 * pi in (0, pi) and pi = 16 arctan 1/5 - 4 arctan 1/239 (Machin).
// cos y = 1 - y^2/2! + y^4/4! - ...: from the third term on terms fall, as y^2 < 10 < 5 * 6.
void SlopeLimit::enclose(unsigned bits) const {
  const Integer one = Integer(1) << bits;
  const Enclosure a = arctan_of_one_over(5, one), b = arctan_of_one_over(239, one);
  const Enclosure pi{16 * a.low - 4 * b.high, 16 * a.high - 4 * b.low};
  const Enclosure y = times(pi, degrees_.get_num(), 90 * degrees_.get_den());
  const Enclosure square{floor_of(y.low * y.low, one), ceiling_of(y.high * y.high, one)};
  Enclosure cosine = alternating({one, one}, [&](const Enclosure& t, unsigned k) {
    const Integer below = one * (2 * k + 1) * (2 * k + 2);
    return Enclosure{floor_of(t.low * square.low, below), ceiling_of(t.high * square.high, below)};
  });
  low_ = Fraction(one + cosine.low, 2 * one);
  high_ = Fraction(one + cosine.high, 2 * one);
  low_.canonicalize();
  high_.canonicalize();
  if (sgn(low_) < 0) low_ = 0;
  bits_ = bits;
}

SlopeLimit SlopeLimit::degrees(const Fraction& degrees) {
  SlopeLimit limit;
  limit.degrees_ = degrees;
  // The only rational ones (Niven).
  if (degrees == 0) limit.low_ = limit.high_ = 1;
  else if (degrees == 30) limit.low_ = limit.high_ = Fraction(3, 4);
  else if (degrees == 45) limit.low_ = limit.high_ = Fraction(1, 2);
  else if (degrees == 60) limit.low_ = limit.high_ = Fraction(1, 4);
  else limit.enclose(128);
  return limit;
}

SlopeLimit SlopeLimit::ratio(const Fraction& tangent) {
  SlopeLimit limit;
  limit.low_ = limit.high_ = 1 / (1 + tangent * tangent);
  return limit;
}

SlopeLimit SlopeLimit::cosine(const Fraction& cosine) {
  SlopeLimit limit;
  limit.low_ = limit.high_ = cosine * cosine;
  return limit;
}

bool SlopeLimit::allows(const Plane& n) const {
  const Integer up = n.nz * n.nz, all = n.nx * n.nx + n.ny * n.ny + up;
  if (sgn(up) == 0) return false;
  const auto reaches = [&](const Fraction& cos2) { return up * cos2.get_den() >= cos2.get_num() * all; };
  for (;; enclose(2 * bits_)) {
    if (reaches(high_)) return true;
    if (!reaches(low_)) return false;
  }
}

}  // namespace plumb::checker
