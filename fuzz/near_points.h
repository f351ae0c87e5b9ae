// SPDX-License-Identifier: GPL-3.0-or-later
// Arbitrary bytes as points in space on which predicates are hard to decide: numbers of every size, subnormal ones
// included; points that are equal, nearly equal, nearly on a line or in a plane with others; tables whose coordinates
// doubles do not hold, or that are long.
#pragma once
#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "bytes.h"
#include "plumb/kernel/points.h"

using ExactPlace = std::array<mpq_class, 3>;

/// A finite double, by a byte for its kind and those of the kind. Never -0, which a table does not hold.
inline double near_number(Bytes& bytes, const std::vector<double>& before) {
  const auto small = [&] { return static_cast<double>(bytes.below(33) - 16); };
  const auto earlier = [&] { return before.empty() ? 1.0 : before[static_cast<std::size_t>(bytes()) % before.size()]; };
  const auto finite = [](double v) { return std::isfinite(v) ? v + 0.0 : 0.0; };
  switch (bytes.below(9)) {
    case 0: return small();
    case 1: return finite(std::bit_cast<double>(bytes.word()));
    case 2: return finite(std::ldexp(small(), -1074 + bytes.below(60)));  // subnormal
    case 3: return finite(std::ldexp(small(), 960 + bytes.below(64)));    // products overflow
    case 4: return finite(std::ldexp(static_cast<double>(bytes.word() >> 11), bytes() - 128));
    case 5: return earlier();
    case 6: return finite(std::nextafter(earlier(), bytes.below(2) ? HUGE_VAL : -HUGE_VAL));
    case 7: return finite(earlier() + std::ldexp(small(), bytes() - 128));
    default: return small() / 16;
  }
}

/// A fraction in lowest terms.
inline mpq_class fraction(long numerator, long denominator) {
  mpq_class out(numerator, denominator);
  out.canonicalize();
  return out;
}

/// Points in input units, as fractions and as a table.
struct NearPoints {
  std::vector<ExactPlace> at;
  plumb::kernel::PointTable table;
};

/// Three to seven points.
inline NearPoints near_points(Bytes& bytes) {
  using plumb::kernel::PointTable;
  NearPoints out;
  const int form = bytes();
  const std::size_t count = 3 + static_cast<std::size_t>(form) % 5;
  std::vector<double> all;
  for (std::size_t i = 0; i < count; ++i) {
    const int choice = bytes(), kind = choice / 16 == 6 ? 4 : choice % 4;
    std::array<double, 3> p;
    const auto earlier = [&](int axis) {  // of any earlier point
      return all[3 * (static_cast<std::size_t>(bytes()) % i) + static_cast<std::size_t>(axis)];
    };
    if (kind == 0 || i < 2) {
      for (double& v : p) v = near_number(bytes, all);
    } else if (kind == 4) {  // beside an earlier point along an axis: three make a plane along it
      const std::size_t q = static_cast<std::size_t>(bytes()) % i;
      for (std::size_t k = 0; k < 3; ++k) p[k] = all[3 * q + k];
      p[static_cast<std::size_t>(bytes.below(3))] = near_number(bytes, all);
    } else {  // on the line through two points, or in the plane of three, but for roundings
      const std::array<std::size_t, 3> q{static_cast<std::size_t>(bytes()) % i, static_cast<std::size_t>(bytes()) % i,
                                         static_cast<std::size_t>(bytes()) % i};
      const double s = (bytes() - 128) / 16.0, t = kind == 1 ? 0 : (bytes() - 128) / 16.0;
      for (std::size_t k = 0; k < 3; ++k) {
        const double v = all[3 * q[0] + k] + s * (all[3 * q[1] + k] - all[3 * q[0] + k]) +
                         t * (all[3 * q[2] + k] - all[3 * q[0] + k]);
        p[k] = std::isfinite(v) ? v + 0.0 : earlier(static_cast<int>(k));
      }
      const int nudge = kind == 3 ? bytes.below(7) : 6;
      if (nudge < 6) {
        double& v = p[static_cast<std::size_t>(nudge % 3)];
        v = std::nextafter(v, nudge < 3 ? 0.0 : std::copysign(std::numeric_limits<double>::max(), v)) + 0.0;
      }
    }
    for (const double v : p) all.push_back(v);
  }
  for (std::size_t i = 0; i < count; ++i)
    out.at.push_back({mpq_class(all[3 * i]), mpq_class(all[3 * i + 1]), mpq_class(all[3 * i + 2])});
  if (form / 8 % 2 == 0) {
    out.table = PointTable::from_doubles(all);
  } else {  // times an odd number of up to 63 bits: integers that doubles do not hold
    const mpz_class odd = (mpz_class(1) << bytes.below(63)) + 2 * bytes() + 1;
    mpz_class unit = 1;
    for (const ExactPlace& p : out.at)
      for (const mpq_class& v : p) unit = lcm(unit, v.get_den());
    std::vector<mpz_class> integers;
    for (ExactPlace& p : out.at)
      for (mpq_class& v : p) {
        integers.push_back(v.get_num() * (unit / v.get_den()) * odd);
        v *= odd;
      }
    out.table = PointTable::from_integers(std::move(integers), unit);
  }
  // Long coordinates: thirds of all three, or sevenths of the height alone or of the place in plan.
  for (std::size_t i = 0; i < count && form / 16 % 4 == 0; ++i) {
    const int kind = bytes.below(4);
    if (kind == 0) continue;
    for (std::size_t k = 0; k < 3; ++k)
      if (kind == 1 || (kind == 2) == (k == 2)) out.at[i][k] += fraction(bytes.below(15) - 7, kind == 1 ? 3 : 7);
    out.table.set_long(static_cast<plumb::kernel::PointId>(i), out.at[i]);
  }
  if (form / 64 % 2 == 1) {  // one more, which may make the unit finer or be long
    ExactPlace p;
    for (std::size_t k = 0; k < 3; ++k) p[k] = out.at[0][k] + fraction(bytes.below(15) - 7, 1 + bytes.below(12));
    out.at.push_back(p);
    const std::span<const ExactPlace> one(&p, 1);
    if (form / 128 == 0) out.table.append(one);
    else out.table.append_long(one);
  }
  return out;
}
