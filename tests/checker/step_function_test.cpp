// SPDX-License-Identifier: GPL-3.0-or-later
// Step functions by their jumps, against the same functions as arrays of numbers; and the intervals that they make.
#include "base/step_function.h"

#include <array>
#include <catch2/catch.hpp>
#include <random>

#include "base/interval.h"

namespace {

using namespace plumb::checker;
using Jumps = std::vector<Jump<int, Fraction>>;

constexpr int lines = 3, cells = 12;  // a function is constant between k/4 and (k + 1)/4

struct Function {
  Jumps jumps;
  std::array<std::array<std::int64_t, cells>, lines> values{};

  void add(int line, int from, int to, std::int64_t times) {
    add_stretch(jumps, line, Fraction(mpq_class(from) / 4), Fraction(mpq_class(to) / 4), times);
    for (int k = from; k < to; ++k) values[static_cast<std::size_t>(line)][static_cast<std::size_t>(k)] += times;
    for (int k = to; k < from; ++k) values[static_cast<std::size_t>(line)][static_cast<std::size_t>(k)] -= times;
  }
};

struct Random {
  std::mt19937 bits{7};
  int below(int n) { return static_cast<int>(bits() % static_cast<unsigned>(n)); }
  Function function(int stretches) {
    Function f;
    for (int i = 0; i < stretches; ++i) f.add(below(lines), below(cells + 1), below(cells + 1), below(5) - 2);
    return f;
  }
};

}  // namespace

TEST_CASE("Jumps are left just where a step function jumps, and stretches have its values", "[checker][steps]") {
  Random random;
  int jumping = 0, crossing_zero = 0;
  for (int round = 0; round < 300; ++round) {
    Function f = random.function(1 + random.below(12));
    add_up(f.jumps);
    std::size_t expected = 0;
    for (int line = 0; line < lines; ++line)
      for (int k = 0; k <= cells; ++k) {
        const auto& v = f.values[static_cast<std::size_t>(line)];
        const std::int64_t before = k == 0 ? 0 : v[static_cast<std::size_t>(k - 1)],
                           behind = k == cells ? 0 : v[static_cast<std::size_t>(k)];
        if (before == behind) continue;
        CHECK(f.jumps.at(expected).line == line);
        CHECK(f.jumps[expected].at == Fraction(mpq_class(k) / 4));
        CHECK(f.jumps[expected].by == behind - before);
        crossing_zero += before * behind < 0;
        ++expected;
      }
    CHECK(f.jumps.size() == expected);
    jumping += expected > 0;
    Function again;
    for_each_stretch(f.jumps, [&](int line, const Fraction& from, const Fraction& to, std::int64_t value) {
      CHECK(from < to);
      CHECK(value != 0);
      const auto cell = [](const Fraction& at) { return static_cast<int>(Fraction(at * 4).get_num().get_si()); };
      again.add(line, cell(from), cell(to), value);
    });
    CHECK(again.values == f.values);
  }
  CHECK(jumping > 200);
  CHECK(crossing_zero > 20);
}

TEST_CASE("Two sums of stretches are equal just if they are the same functions", "[checker][steps]") {
  Random random;
  for (int round = 0; round < 200; ++round) {
    const Function f = random.function(6);
    Function cut;  // the same, of shorter stretches, in another order
    for (std::size_t line = lines; line-- > 0;)
      for (std::size_t k = cells; k-- > 0;)
        cut.add(static_cast<int>(line), static_cast<int>(k), static_cast<int>(k + 1), f.values[line][k]);
    CHECK(are_equal(f.jumps, cut.jumps));
    Function other = cut;
    other.add(random.below(lines), random.below(cells), cells, 1);
    CHECK_FALSE(are_equal(f.jumps, other.jumps));
    CHECK_FALSE(are_equal(other.jumps, f.jumps));
  }
  CHECK(are_equal(Jumps{}, Jumps{}));
  Function point;
  point.add(0, 3, 3, 5);
  CHECK(are_equal(point.jumps, Jumps{}));
}

TEST_CASE("Places of one line may be equal under several names", "[checker][steps]") {
  // Places 0 and 5 are one, and so are 1 and 6.
  std::vector<Jump<int, int>> jumps;
  add_stretch(jumps, 0, 0, 1);
  add_stretch(jumps, 0, 6, 5);
  std::vector<Jump<int, int>> by_name = jumps;
  add_up(by_name);
  CHECK(by_name.size() == 4);
  add_up(jumps, [](const auto& j, const auto& k) { return j.at % 5 < k.at % 5; });
  CHECK(jumps.empty());
}

TEST_CASE("What is left of intervals without others", "[checker][steps]") {
  const auto at = [](int k) { return Fraction(mpq_class(k) / 4); };
  const std::vector<Interval> all{{at(0), at(4)}, {at(6), at(8)}};
  CHECK(without(all, {}) == all);
  CHECK(without(all, {{at(3), at(7)}}) == std::vector<Interval>{{at(0), at(3)}, {at(7), at(8)}});
  CHECK(without(all, {{at(1), at(2)}}) == std::vector<Interval>{{at(0), at(1)}, {at(2), at(4)}, {at(6), at(8)}});
  // Overlapping, touching, beyond.
  CHECK(without(all, {{at(1), at(2)}, {at(1), at(3)}, {at(3), at(4)}, {at(-4), at(-1)}}) ==
        std::vector<Interval>{{at(0), at(1)}, {at(6), at(8)}});
  CHECK(without(all, {{at(-4), at(12)}}).empty());
  CHECK(without({}, all).empty());

  Interval s{0, 4};
  CHECK(cut(s, {-1, 0}));  // u - 1
  CHECK(s == Interval{1, 4});
  CHECK(cut(s, {3, 2}));  // 3 - u
  CHECK(s == Interval{1, 3});
  CHECK_FALSE(cut(s, {-3, -2}));  // a point is left
}
