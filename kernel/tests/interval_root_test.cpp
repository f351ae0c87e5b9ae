// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/interval_root.h"

#include <gmpxx.h>
#include <catch2/catch.hpp>

using namespace plumb::kernel;

TEST_CASE("interval root: the root is between the ends", "[bounds]") {
  for (const double square : {2.0, 3.0, 5.0, 6.0, 7.0, 1e300, 1e-300, 0x1p-1074}) {
    CAPTURE(square);
    const Interval r = root(Interval(square));
    CHECK(mpq_class(r.low) * r.low < square);
    CHECK(mpq_class(r.high) * r.high > square);
  }
  CHECK(is_zero(root(Interval(0.0))));
  CHECK(root(Interval(-1, 4)).low == 0);
  CHECK(root(Interval(-1, 4)).high >= 2);
}
