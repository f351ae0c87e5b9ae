// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/point_numbering.h"

#include <catch2/catch.hpp>

using namespace plumb::kernel;

TEST_CASE("PointNumbering: equal points have one number, from the first on") {
  std::vector<ExactPoint> points{{0, 0, 0}, {1, 0, 0}};
  PointNumbering number(points);
  const ExactPoint known{1, 0, 0}, fresh{mpq_class(1, 3), 0, 2};
  CHECK(number(known) == 1);
  CHECK(number(ExactPoint{0, 0, 0}) == 0);
  CHECK(points.size() == 2);
  CHECK(number(fresh) == 2);
  CHECK(number(ExactPoint{mpq_class(1, 3), 0, 2}) == 2);
  CHECK(number(ExactPoint{0, mpq_class(1, 3), 2}) == 3);
  CHECK(number(fresh) == 2);
  CHECK(points == std::vector<ExactPoint>{{0, 0, 0}, {1, 0, 0}, fresh, {0, mpq_class(1, 3), 2}});
}
