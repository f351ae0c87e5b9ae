// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of areas are those of a balanced tree, and give up with it.
#include "area_sums.h"

#include <catch2/catch.hpp>

#include <random>

#include "plumb/kernel/area_ledger.h"

#include "plumb/kernel/int128.h"

using namespace plumb::pipeline;

namespace {

std::optional<mpq_class> plain_sum(const std::vector<mpq_class>& terms, std::size_t limit_bits) {
  return plumb::kernel::balanced_sum(0, terms.size(), limit_bits,
                                     [&](std::size_t i) { return std::optional(terms[i]); });
}

// Mostly whole numbers; fractions whose denominators cancel now and then.
std::vector<mpq_class> drawn_terms(std::mt19937_64& random, std::size_t count) {
  std::vector<mpq_class> terms;
  while (terms.size() < count) {
    const auto n = static_cast<long>(random() % 2001) - 1000;
    mpq_class v(n, random() % 3 ? 1 : 1 + random() % 60);
    v.canonicalize();
    if (random() % 16 == 0 && !terms.empty()) v = -terms.back();
    terms.push_back(v);
  }
  return terms;
}

}  // namespace

TEST_CASE("area sums: with whole numbers aside, a sum is that of all terms in a tree, and ends where it does") {
  std::mt19937_64 random(1);
  int given_up = 0, known = 0;
  AreaSum sum;
  for (int i = 0; i < 3000; ++i) {
    sum.clear();
    std::vector<mpq_class> terms;
    for (const mpq_class& v : drawn_terms(random, random() % 40)) {
      if (v.get_den() == 1 && random() % 8) sum.add(plumb::kernel::Int128{v.get_num().get_si()});
      else sum.add(v);
      if (v != 0) terms.push_back(v);
    }
    for (const std::size_t limit : {0, 1, 6, 20, 60}) {
      const auto expected = plain_sum(terms, limit);
      REQUIRE(sum.sum(limit) == expected);
      ++(expected ? known : given_up);
    }
  }
  CHECK(given_up > 1000);
  CHECK(known > 1000);
}

TEST_CASE("area sums: whole numbers of 127 bits do not overflow") {
  const plumb::kernel::Int128 largest = ~(static_cast<plumb::kernel::Int128>(1) << 127);
  AreaSum sum;
  for (int i = 0; i < 64; ++i) sum.add(i == 0 ? -largest - 1 : largest);
  CHECK(*sum.sum(1) == 62 * (mpz_class(1) << 127) - 63);
}

TEST_CASE("area sums: terms in any order make one tree, which is given up as soon as a part of it is too long") {
  std::mt19937_64 random(2);
  int early = 0, known = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::vector<mpq_class> terms = drawn_terms(random, random() % 20);
    const std::size_t limit = random() % 3 ? random() % 30 : 0;
    std::vector<std::size_t> order(terms.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    if (random() % 2) std::shuffle(order.begin(), order.end(), random);
    RunningSum sum(terms.size(), limit);
    CHECK(sum.sum().has_value() == terms.empty());
    bool goes_on = true;
    std::size_t added = 0;
    for (; added < order.size() && goes_on; ++added) goes_on = sum.add(order[added], terms[order[added]]);
    const auto expected = plain_sum(terms, limit);
    REQUIRE(goes_on == expected.has_value());
    REQUIRE(sum.sum() == expected);
    early += added < order.size();
    known += goes_on;
  }
  CHECK(early > 200);
  CHECK(known > 200);
}
