// SPDX-License-Identifier: GPL-3.0-or-later
// What is within reach of a floor by less than doubles tell.
#include "plumb/pipeline/decompose.h"

#include <catch2/catch.hpp>

#include "support/bake_text.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

// A unit square, and another one over it.
std::string two_storeys(const std::string& floor, const std::string& ceiling) {
  std::string obj;
  for (const std::string& z : {floor, ceiling})
    for (const char* corner : {"0 0 ", "1 0 ", "1 1 ", "0 1 "}) obj += std::string("v ") + corner + z + "\n";
  return obj + "f 1 2 3 4\nf 5 6 7 8\n";
}

AreaByLabel baked(const std::string& obj, const mpq_class& height, pipeline::Numbers numbers) {
  BakeTextOptions o;
  o.stances = {{"stand", height}};
  o.numbers = numbers;
  return areas(bake_text(obj, o));
}

}  // namespace

TEST_CASE("decompose: a ceiling too low by less than the rounding of the height or of the floor is found") {
  const AreaByLabel blocked{{kernel::blocked, 1}, {1, 1}}, free{{1, 2}};
  // 17/10 is more than the double next to it by 4.4e-17; so much higher may a ceiling be than the sum of that and the
  // floor.
  CHECK(baked(two_storeys("-1.7", "4.1e-17"), mpq_class(17, 10), pipeline::Numbers::binary64) == blocked);
  CHECK(baked(two_storeys("-1.7", "4.5e-17"), mpq_class(17, 10), pipeline::Numbers::binary64) == free);
  // In units of 10^-20 the floor is rounded, down to -10^20.
  CHECK(baked(two_storeys("-0.99999999999999995000", "0.00000000000000004999"), 1, pipeline::Numbers::decimal) ==
        blocked);
  CHECK(baked(two_storeys("-0.99999999999999995000", "0.00000000000000005000"), 1, pipeline::Numbers::decimal) == free);
}
