// SPDX-License-Identifier: LGPL-3.0-or-later
// Tables of points that grow: one to which points are added bit by bit answers as one that was made of all at once.
#include "plumb/kernel/points.h"
#include "plumb/kernel/decimal.h"

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/int64.h"
#include "plumb/kernel/point_predicates.h"
#include "support/property.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

// All that a table answers, against one made at once over the same denominator.
std::string difference(const PointTable& grown, const std::vector<ExactPoint>& points) {
  if (grown.size() != points.size()) return "size";
  std::vector<mpz_class> xyz;
  for (const ExactPoint& p : points)
    for (const mpq_class& v : p) {
      if (grown.denominator() % v.get_den() != 0) return "denominator";
      xyz.push_back(v.get_num() * (grown.denominator() / v.get_den()));
    }
  if (grown.has_long()) return "long coordinates";
  const PointTable made = PointTable::from_integers(xyz, grown.denominator());
  if (grown.bits() != made.bits() || grown.fixed() != made.fixed() || grown.native() != made.native()) return "bits";
  if (grown.approx_is_exact() != made.approx_is_exact()) return "whether doubles are exact";
  for (PointId p = 0; p < points.size(); ++p) {
    if (exact_point(grown, p) != points[p]) return "a point";
    for (int k = 0; k < 3; ++k) {
      if (grown.integer(p, k) != xyz[3 * p + static_cast<std::size_t>(k)] || grown.approx(p, k) != made.approx(p, k))
        return "a coordinate";
      if (grown.fixed() && grown.fixed(p, k).to_mpz() != grown.integer(p, k)) return "a fixed coordinate";
      if (grown.fixed() && grown.difference(p, 0, k).to_mpz() != mpz_class(grown.integer(p, k) - grown.integer(0, k)))
        return "a difference";
      if (grown.native() &&
          to_gmp(grown.native_difference(p, 0, k)) != mpz_class(grown.integer(p, k) - grown.integer(0, k)))
        return "a machine difference";
    }
  }
  return "";
}

mpq_class power(unsigned base, unsigned exponent) {
  mpz_class p;
  mpz_ui_pow_ui(p.get_mpz_t(), base, exponent);
  return p;
}

}  // namespace

TEST_CASE("points: a finer point scales the table, and all points stay where they are") {
  PointTable points = PointTable::from_doubles({0.5, -2, 3});
  CHECK(points.denominator() == 2);
  std::vector<ExactPoint> all = {{mpq_class(1, 2), -2, 3}};
  const auto append = [&](const ExactPoint& p) {
    all.push_back(p);
    return points.append({&p, 1});
  };
  CHECK(append({1, 1, 1}) == 1);
  CHECK(points.denominator() == 2);
  CHECK(append({mpq_class(1, 3), 0, mpq_class(-1, 2)}) == 2);
  CHECK(points.denominator() == 6);
  CHECK(points.approx(0, 0) == 3);
  CHECK(difference(points, all) == "");
  append({power(2, 70) + 1, 0, 0});  // no double
  CHECK_FALSE(points.approx_is_exact());
  CHECK_FALSE(points.native());
  CHECK(points.fixed());
  CHECK(difference(points, all) == "");
  const mpz_class unit = points.denominator();
  append({0, power(3, 100), mpq_class(1, 2)});  // longer than the fixed stage
  CHECK(points.fixed());
  CHECK(points.has_long());
  CHECK(points.is_whole(4, 2));
  CHECK_FALSE(points.is_whole(4, 1));
  append({0, 0, mpq_class(1) / power(2, 1200)});  // beyond the range of doubles
  CHECK_FALSE(points.is_whole(5, 2));
  append({1, 2, mpq_class(1, 6)});
  CHECK(points.is_whole(6));
  CHECK(points.denominator() == unit);
  for (PointId p = 0; p < all.size(); ++p) CHECK(exact_point(points, p) == all[p]);
}

TEST_CASE("points: a table that is not in the fixed stage becomes finer by every point") {
  PointTable points = PointTable::from_integers({mpz_class(power(3, 100)), 0, 1}, 1);
  std::vector<ExactPoint> all = {{power(3, 100), 0, 1}, {0, 0, mpq_class(1) / power(2, 1200)}};
  points.append({&all.back(), 1});
  CHECK_FALSE(points.has_long());
  CHECK(points.denominator() == power(2, 1200));
  CHECK(std::isinf(points.approx(0, 0)));
  CHECK(difference(points, all) == "");
}

TEST_CASE("points: near the end of the fixed stage no number leaves it") {
  // 1 in units of 2^-k has k + 1 bits.
  for (const unsigned k : {124u, 125u, 126u}) {
    PointTable points = PointTable::from_doubles({1, 0, 0});
    const ExactPoint p{0, 0, mpq_class(1) / power(2, k)};
    points.append({&p, 1});
    CHECK(points.fixed());
    CHECK(points.has_long() == (k >= 124));
    CHECK(exact_point(points, 1) == p);
    CHECK(points.stays_fixed(1));
  }
}

TEST_CASE("points: a table that was empty, and nothing appended") {
  PointTable points;
  CHECK(points.append({}) == 0);
  CHECK(points.size() == 0);
  CHECK(points.append(std::vector<ExactPoint>{{mpq_class(1, 10), 0, 0}, {mpq_class(1, 4), 0, 0}}) == 0);
  CHECK(points.denominator() == 20);
  CHECK(points.size() == 2);
  points.rescale(1);
  CHECK(points.denominator() == 20);
  CHECK(points.append({}) == 2);
}

TEST_CASE("property: a table that grows is one made at once, and answers as fractions do") {
  Met met({{"on the grid", 50}, {"finer", 100}, {"native", 50}, {"fixed", 30}, {"long", 50}, {"big", 50}});
  CHECK(check_many("growing tables", 900, met, [&] {
    std::vector<ExactPoint> all;
    PointTable points;
    if (drawn(0, 1)) {
      points = PointTable::from_doubles({1, 2, 0.25, -7, 0, 1e300});
      all = {{1, 2, mpq_class(1, 4)}, {-7, 0, mpq_class(1e300)}};
    }
    const auto coordinate = [&] {
      mpq_class v(drawn(-9, 9), drawn(1, 6));
      v.canonicalize();
      switch (drawn(0, 12)) {
        case 0: v *= power(2, static_cast<unsigned>(drawn(1, 200))); break;
        case 1: v /= power(2, static_cast<unsigned>(drawn(1, 200))); break;
        case 2: v += power(3, static_cast<unsigned>(drawn(1, 80))); break;
        default: break;
      }
      return v;
    };
    for (int step = drawn(1, 6); step > 0; --step) {
      const mpz_class before = points.denominator();
      if (drawn(0, 5) == 0) {
        points.rescale(drawn(1, 12));
      } else {
        std::vector<ExactPoint> more(static_cast<std::size_t>(drawn(0, 3)));
        for (ExactPoint& p : more) {
          p = {coordinate(), coordinate(), coordinate()};
          if (!all.empty() && drawn(0, 4) == 0) p = all.front();  // again
        }
        RC_ASSERT(points.append(more) == all.size());
        all.insert(all.end(), more.begin(), more.end());
        ++met[points.denominator() == before ? "on the grid" : "finer"];
      }
      if (points.has_long())
        for (PointId p = 0; p < all.size(); ++p) RC_ASSERT(exact_point(points, p) == all[p]);
      else RC_ASSERT(difference(points, all) == "");
      if (all.empty()) continue;
      for (int k = 0; k < 4; ++k) {
        PointId p[4];
        for (PointId& q : p) q = static_cast<PointId>(drawn(0, static_cast<int>(all.size()) - 1));
        const auto component = [&](int of, int axis) { return mpq_class(all[p[of]][axis] - all[p[0]][axis]); };
        mpq_class volume_of = 0;
        for (int axis = 0; axis < 3; ++axis) {
          const int i = (axis + 1) % 3, j = (axis + 2) % 3;
          const mpq_class normal = component(1, i) * component(2, j) - component(1, j) * component(2, i);
          RC_ASSERT(orientation(points, axis, p[0], p[1], p[2]) == sign_of(sgn(normal)));
          RC_ASSERT((compare(points, axis, p[0], p[1]) < 0) == (all[p[0]][axis] < all[p[1]][axis]));
          volume_of += normal * component(3, axis);
        }
        RC_ASSERT(volume(points, p[0], p[1], p[2], p[3]) == sign_of(sgn(volume_of)));
      }
      if (points.has_long()) ++met["long"];
      else if (points.native()) ++met["native"];
      else if (points.fixed()) ++met["fixed"];
      else ++met["big"];
    }
  }));
}

TEST_CASE("nearest_double of a coordinate: one division where both are doubles, else rounded once from the fraction") {
  const PointTable quarters = PointTable::from_integers({3, -7, 0}, 4);
  CHECK((nearest_double(quarters, 0, 0) == 0.75 && nearest_double(quarters, 0, 1) == -1.75 &&
         nearest_double(quarters, 0, 2) == 0));
  const PointTable thirds = PointTable::from_integers({1, 2, -4}, 3);
  CHECK((nearest_double(thirds, 0, 0) == 1.0 / 3 && nearest_double(thirds, 0, 2) == -4.0 / 3));
  // An integer that is no double, and a unit that is none: rounded twice, both would be a tie.
  const mpz_class odd = (mpz_class(1) << 54) + 2;  // halfway between two doubles, plus what follows
  const PointTable longer = PointTable::from_integers({(odd << 60) + 1, 0, 0}, mpz_class(1) << 60);
  CHECK(nearest_double(longer, 0, 0) == 0x1p54 + 4);
  const mpz_class unit = (mpz_class(1) << 60) + 1;
  const PointTable odd_unit = PointTable::from_integers({1, 3, 0}, unit);
  CHECK(nearest_double(odd_unit, 0, 0) == nearest_double(mpq_class(1, unit)));
  CHECK(nearest_double(odd_unit, 0, 1) == nearest_double(mpq_class(3, unit)));
  PointTable with_long = quarters;
  with_long.set_long(0, {mpq_class(1, 3), mpq_class(-7, 4), 0});
  CHECK(nearest_double(with_long, 0, 0) == 1.0 / 3);
  CHECK(nearest_double(with_long, 0, 1) == -1.75);
  CHECK(exact_corners(quarters, std::vector<PointId>{0, 0}) ==
        std::vector<ExactPoint>(2, {mpq_class(3, 4), mpq_class(-7, 4), 0}));
}

TEST_CASE("stays_fixed: up to 125 bits, the factor's included") {
  const PointTable points = PointTable::from_integers({mpz_class(1) << 99, 3, -7}, 1);
  REQUIRE(points.bits() == 100);
  CHECK(points.stays_fixed(1));
  CHECK(points.stays_fixed((mpz_class(1) << 25) - 1));
  CHECK_FALSE(points.stays_fixed(mpz_class(1) << 25));
  CHECK(PointTable::from_integers({0, 0, 0}, 1).stays_fixed(mpz_class(1) << 500));
}
