// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/filtered_point.h"

#include "support/property.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

// Thirds, which no double holds: many points are ends, on the line, or square to an end.
PlanPoint drawn_point() {
  PlanPoint out;
  for (mpq_class& v : out) {
    v = mpq_class(drawn(-4, 4), drawn(0, 1) == 0 ? 1 : 3);
    v.canonicalize();
  }
  return out;
}

}  // namespace

TEST_CASE("nearest_point: an end of the segment, or the foot of the perpendicular") {
  Met met({{"an end itself", 20}, {"before", 20}, {"beyond", 20}, {"square to an end", 20}, {"foot", 20}});
  CHECK(check_many("as by fractions", 500, met, [&] {
    const PlanPoint p = drawn_point(), q = drawn_point(), at = drawn_point();
    const mpq_class x = q[0] - p[0], y = q[1] - p[1], length = x * x + y * y,
                    along = (at[0] - p[0]) * x + (at[1] - p[1]) * y;
    PlanPoint right = p;
    if (length > 0 && along > 0) {
      const mpq_class share = std::min<mpq_class>(1, along / length);
      right = {p[0] + share * x, p[1] + share * y};
      RC_ASSERT(nearest_share(at, p, q) == share);
    } else {
      RC_ASSERT(nearest_share(at, p, q) == 0);
    }
    RC_ASSERT(nearest_point(at, p, q) == right);
    RC_ASSERT(squared_distance(p, q) == length);
    RC_ASSERT(gcd(squared_distance(p, q).get_num(), squared_distance(p, q).get_den()) == 1);
    ++met[at == p || at == q              ? "an end itself"
          : along == 0 || along == length ? "square to an end"
          : along < 0                     ? "before"
          : along > length                ? "beyond"
                                          : "foot"];
  }));
}
