// SPDX-License-Identifier: LGPL-3.0-or-later
// The ledger's sums, in whatever numbers it makes them, against the same sums in plain fractions.
#include "plumb/kernel/area_ledger.h"

#include <map>

#include "plumb/kernel/formulas.h"
#include "support/property.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

constexpr LineSource anywhere{};
constexpr std::uint32_t accounts = 3;

// Every entry by itself, in the ledger's order.
class PlainLedger {
 public:
  explicit PlainLedger(const ImplicitPlan& plan) : plan_(plan) {}
  void add_edge(std::uint32_t account, LineId line, LineId from, LineId to, int times) {
    const auto entry = [&](LineId across) -> int& {
      return entries_[{{plan_.representative(line), plan_.representative(across)}, account}];
    };
    entry(to) += times;
    entry(from) -= times;
  }
  std::optional<mpq_class> doubled_area(std::uint32_t account, std::size_t limit_bits) const {
    std::vector<mpq_class> terms;
    for (const auto& [key, n] : entries_)
      if (key.second == account && n != 0) terms.push_back(n * value(key.first));
    return balanced_sum(0, terms.size(), limit_bits, [&](std::size_t i) { return std::optional(terms[i]); });
  }
  bool balances() const {
    mpq_class sum = 0;
    for (const auto& [key, n] : entries_) sum += n * value(key.first);
    return sum == 0;
  }

 private:
  using Key = std::pair<LineId, LineId>;
  mpq_class value(const Key& key) const {
    const auto l = plan_.exact(key.first), m = plan_.exact(key.second);
    const mpz_class w = formulas::meet_w(l, m);
    mpq_class v =
        l.b != 0 ? mpq_class(-l.c * formulas::meet_x(l, m), l.b * w) : mpq_class(l.c * formulas::meet_y(l, m), l.a * w);
    v.canonicalize();
    return v;
  }
  const ImplicitPlan& plan_;
  std::map<std::pair<Key, std::uint32_t>, int> entries_;
};

mpz_class drawn_integer(int bits) {
  mpz_class v = 0;
  for (int left = bits; left > 0; left -= 16) v = (v << std::min(left, 16)) + drawn(0, (1 << std::min(left, 16)) - 1);
  return v - (mpz_class(1) << (bits - 1));
}

// Points on a small grid, so that lines share points and run along the axes, at any size.
struct Scene {
  PointTable points;
  ImplicitPlan plan;
  std::vector<LineId> lines;

  explicit Scene(PointTable table, int bits) : points(std::move(table)), plan(points, 0) {
    const auto count = static_cast<int>(points.size());
    const auto point = [&] { return static_cast<PointId>(drawn(0, count - 1)); };
    for (int n = drawn(6, 14); n > 0; --n) {
      const PointId p = point(), q = point();
      const bool apart = points.integer(p, 0) != points.integer(q, 0) || points.integer(p, 1) != points.integer(q, 1);
      switch (drawn(0, 5)) {
        case 0: lines.push_back(plan.at_x(p)); break;
        case 1: lines.push_back(plan.at_y(p)); break;
        case 2:  // as where planes meet
          lines.push_back(
              plan.line(Coefficients<mpz_class>{drawn_integer(bits), drawn_integer(bits) | 1, drawn_integer(2 * bits)},
                        anywhere));
          break;
        case 3:
          if (drawn(0, 3) == 0)
            lines.push_back(
                plan.line(Coefficients<mpz_class>{mpz_class(drawn(1, 5)) << 900, 0, drawn_integer(1000)}, anywhere));
          break;
        default:
          if (apart) lines.push_back(reversed(plan.edge(p, q, anywhere)) ^ static_cast<LineId>(drawn(0, 1)));
      }
    }
  }
  LineId across(LineId l) const {  // one that is not parallel to it, if it is found
    for (int tries = 0; tries < 8; ++tries)
      if (const LineId m = lines[static_cast<std::size_t>(drawn(0, static_cast<int>(lines.size()) - 1))];
          plan.turn(l, m) != Sign::zero)
        return m;
    return no_line;
  }
};

Scene drawn_scene(int bits) {
  std::vector<mpz_class> xyz;
  const int grid = drawn(1, 6), loose = drawn(0, 2);
  for (int n = drawn(4, 9); n > 0; --n)
    for (int axis = 0; axis < 3; ++axis)
      xyz.push_back((mpz_class(drawn(-grid, grid)) << (bits - 4)) +
                    (loose == 0 ? drawn_integer(bits - 4) : mpz_class(0)));
  return Scene(PointTable::from_integers(std::move(xyz), 1), bits);
}

}  // namespace

TEST_CASE("area ledger: sums and balance are those of plain fractions, for coordinates of any length") {
  Met met({{"native", 50},
           {"fixed", 50},
           {"big", 50},
           {"balanced", 20},
           {"unbalanced", 50},
           {"given up", 50},
           {"within the limit", 50},
           {"whole", 20}});
  CHECK(check_many("ledger", 600, met, [&] {
    static constexpr int lengths[] = {8, 24, 40, 53, 90, 124, 160};
    const int bits = lengths[drawn(0, 6)];
    Scene scene = drawn_scene(bits);
    AreaLedger ledger;
    PlainLedger plain(scene.plan);
    const auto add = [&](std::uint32_t account, LineId line, LineId from, LineId to, int times) {
      ledger.add_edge(scene.plan, account, line, from, to, times);
      plain.add_edge(account, line, from, to, times);
    };
    for (int n = drawn(0, 12); n > 0 && !scene.lines.empty(); --n) {
      const LineId line = scene.across(scene.lines[0]);
      if (line == no_line) continue;
      const LineId from = scene.across(line), to = scene.across(line);
      if (from == no_line || to == no_line) continue;
      const auto account = static_cast<std::uint32_t>(drawn(0, accounts - 1));
      const int times = drawn(0, 3) == 0 ? -2 : 1;
      add(account, line, from, to, times);
      // The other side, to another line that often runs through the same point.
      const LineId other = scene.across(line);
      if (drawn(0, 2) != 0 && other != no_line) add((account + 1) % accounts, line, from, other, -times);
    }
    ledger.settle();
    const bool balanced = plain.balances();
    RC_ASSERT(ledger.balances(scene.plan) == balanced);
    ++met[balanced ? "balanced" : "unbalanced"];
    for (std::uint32_t a = 0; a < accounts; ++a) {
      const auto exact = plain.doubled_area(a, 0);
      RC_ASSERT(ledger.doubled_area(scene.plan, a, 0) == exact);
      if (*exact != 0 && exact->get_den() == 1) ++met["whole"];
      const std::size_t length = mpz_sizeinbase(exact->get_den_mpz_t(), 2);
      for (const std::size_t limit : {std::size_t{1}, length - (length > 1), length, 2 * length, 8 * length}) {
        const auto limited = plain.doubled_area(a, limit);
        RC_ASSERT(ledger.doubled_area(scene.plan, a, limit) == limited);
        ++met[limited ? "within the limit" : "given up"];
      }
    }
    ++met[scene.points.native() ? "native" : scene.points.fixed() ? "fixed" : "big"];
  }));
}

TEST_CASE("area ledger: cells around a point where three lines meet balance; a cell less does not") {
  const PointTable points = PointTable::from_doubles({0, 0, 0, 0, 7, 0, 7, 7, 0, 7, 0, 0, 3, 3, 0});
  ImplicitPlan plan(points, 0);
  const LineId west = plan.edge(0, 1, anywhere), north = plan.edge(1, 2, anywhere), east = plan.edge(2, 3, anywhere),
               south = plan.edge(3, 0, anywhere), rising = plan.edge(0, 2, anywhere), x = plan.at_x(4),
               y = plan.at_y(4);
  AreaLedger ledger;
  const auto add = [&](std::uint32_t account, std::vector<LineId> cell, int times) {
    for (std::size_t n = cell.size(), i = 0; i < n; ++i)
      ledger.add_edge(plan, account, cell[i], cell[(i + n - 1) % n], cell[(i + 1) % n], times);
  };
  add(1, {west, north, east, south}, -1);
  add(0, {west, north, reversed(x), reversed(rising)}, 1);  // left of the middle, above the diagonal
  add(0, {x, north, reversed(rising)}, 1);
  add(0, {rising, reversed(y), east, south}, 1);
  ledger.settle();
  CHECK_FALSE(ledger.balances(plan));
  add(0, {rising, east, y}, 1);
  ledger.settle();
  CHECK(ledger.balances(plan));
  CHECK(ledger.doubled_area(plan, 0, 1) == mpq_class(98));
  CHECK(ledger.doubled_area(plan, 1, 1) == mpq_class(-98));
  CHECK(ledger.doubled_area(plan, 2, 1) == mpq_class(0));
}
