// SPDX-License-Identifier: LGPL-3.0-or-later
// Points by number; and KeyHash: keys that tables of the baker meet are spread over the last bits, which are those that
// tables use.
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "plumb/kernel/numbering.h"

using namespace plumb::kernel;

TEST_CASE("KeyHash: pairs of numbers in a row, and of multiples of any power of two, share few places of a table") {
  constexpr std::uint32_t side = 64, places = side * side;
  for (unsigned shift = 0; shift <= 26; ++shift)
    for (const std::uint32_t offset : {0u, 1u, 12345u}) {
      INFO("multiples of 2^" << shift << ", and " << offset);
      std::vector<int> count(places);
      for (std::uint32_t a = 0; a < side; ++a)
        for (std::uint32_t b = 0; b < side; ++b)
          ++count[KeyHash()(pair_key((a << shift) + offset, (b << shift) + offset)) % places];
      // Drawn at random, 4,096 keys leave about 1,507 of as many places empty, and 8 in one is rare.
      CHECK(std::ranges::count(count, 0) < 2200);
      CHECK(std::ranges::max(count) <= 16);
    }
}

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

TEST_CASE("start_anew: no entry is left, nor the memory of a much larger use") {
  PairMap<int> map;
  for (std::uint32_t i = 0; i < 100000; ++i) map[pair_key(i, i + 1)] = 1;
  const std::size_t large = map.bucket_count();
  start_anew(map);  // as many entries as it has: the memory stays
  CHECK((map.empty() && map.bucket_count() == large));
  map[pair_key(1, 2)] = 3;
  start_anew(map);
  CHECK((map.empty() && map.bucket_count() <= 128));
  map[pair_key(1, 2)] = 3;
  CHECK(map.size() == 1);
  // Memory for 128 entries is not much, however few there are.
  PairMap<int> small(128);
  const std::size_t places = small.bucket_count();
  REQUIRE(places == 128);
  start_anew(small);
  CHECK(small.bucket_count() == places);
  PairMap<int> more(256);
  start_anew(more);
  CHECK(more.bucket_count() < 256);
}
