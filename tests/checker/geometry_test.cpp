// SPDX-License-Identifier: GPL-3.0-or-later
// The filter of the checker's geometry: its error bounds recomputed, and lines and vertices that doubles alone
// misjudge.
#include "geometry.h"

#include <catch2/catch.hpp>

#include <random>

#include "support/rounding_count.h"

using namespace plumb::checker;
using plumb::tests::is_least;
using plumb::tests::power;
using plumb::tests::serves;
using plumb::tests::u;

namespace {

// Of the exact value, a double that it was truncated to is at least this part, and at most the whole.
const mpq_class truncated = 1 - 2 * u;
// The quotient of two such, rounded.
const mpq_class quotient_low = truncated * (1 - u), quotient_high = (1 + u) / truncated;

std::mt19937_64 random_bits(3);
Integer draw(int bits) {
  Integer v = 0;
  for (int have = 0; have < bits; have += 32) v = (v << 32) + static_cast<unsigned long>(random_bits() >> 32);
  v >>= static_cast<unsigned long>((bits + 31) / 32 * 32 - bits);
  return random_bits() % 2 ? v : Integer(-v);
}

Fraction truncated_to_double(const Fraction& v) { return Fraction(v.get_d()); }

}  // namespace

TEST_CASE("checker: the filter's bounds cover truncated inputs and the roundings after them", "[bounds][derived]") {
  // What a term makes of the computed sum is at least this part of the exact term: a coefficient, a quotient, their
  // product and two sums; the magnitudes are rounded by as many sums, and with the bound.
  const mpq_class of_side = truncated * quotient_low * power(1 - u, 3);
  CHECK(is_least(side_error, (1 / of_side - 1) * power(1 + u, 2) / power(1 - u, 3)));
  const mpq_class of_turn = truncated * truncated * power(1 - u, 2);
  CHECK(is_least(turn_error, (1 / of_turn - 1) * (1 + u) / power(1 - u, 2)));
  // The slack is rounded itself; moving by it keeps order.
  CHECK(is_least(place_error, (1 - truncated / quotient_high) / (1 - u)));  // inward, what is truncated too
  CHECK(serves(place_error, (1 / quotient_low - 1) / (1 - u)));             // outward
  CHECK(serves(place_error, (1 / truncated - 1 + u) / power(1 - u, 2)));    // a sum of two
}

TEST_CASE("checker: sides and turns are exact where doubles cannot tell", "[bounds]") {
  int near = 0;
  for (int round = 0; round < 4000; ++round) {
    // A vertex of a line, and lines through it but for one unit.
    const int bits = 20 + static_cast<int>(random_bits() % 180);
    const Integer x = draw(bits), y = draw(bits), w = abs(draw(bits)) + 1, a = draw(bits), b = draw(bits);
    const Integer c = -(a * x + b * y) / w + static_cast<int>(random_bits() % 3) - 1;
    const Line line(a, b, c);
    const Vertex vertex(x, y, w);
    const Integer value = a * x + b * y + c * w;
    REQUIRE(side(line, vertex) == sgn(value));
    near += abs(value) <= 2 * w;
    const Integer factor = draw(bits);
    const Line other(a * factor + static_cast<int>(random_bits() % 3) - 1,
                     b * factor + static_cast<int>(random_bits() % 3) - 1, c);
    REQUIRE(turn(line, other) == sgn(Integer(a * other.b - b * other.a)));
  }
  CHECK(near == 4000);
}

TEST_CASE("checker: what is moved outward is beyond what it stands for, and beyond that truncated", "[bounds]") {
  for (int round = 0; round < 20000; ++round) {
    const int bits = 60 + static_cast<int>(random_bits() % 60);
    const Vertex v(draw(bits), 0, abs(draw(bits)) + 1);
    const Fraction x = quotient(v.x, v.w), low(v.fx - slack(v.fx)), high(v.fx + slack(v.fx));
    REQUIRE(low <= x);
    REQUIRE(x <= high);
    REQUIRE(low <= truncated_to_double(x));
    REQUIRE(truncated_to_double(x) <= high);
    // A height and a reach over it.
    const Fraction top = draw(bits), reach = abs(draw(bits));
    const double t = top.get_d(), r = reach.get_d();
    REQUIRE(truncated_to_double(top + reach) <= Fraction(t + r + (slack(t) + slack(r))));
    REQUIRE(truncated_to_double(top - reach) >= Fraction(t - r - (slack(t) + slack(r))));
  }
}
