// SPDX-License-Identifier: LGPL-3.0-or-later
// The shortest way through gates: worked out by hand where it is straight, bends, or runs along a gate; and, for random
// gates, taut: it bends at ends of gates only, and around them.
#include "plumb/kernel/funnel.h"

#include <cmath>
#include <limits>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/formulas.h"
#include "support/property.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

using Way = std::vector<PlanPoint>;
const mpq_class third(1, 3);

// Upright gates, crossed to the right: at x, from y = low to y = high.
Gate upright(const mpq_class& x, const mpq_class& low, const mpq_class& high) { return {{x, high}, {x, low}}; }

mpq_class side(const PlanPoint& a, const PlanPoint& b, const PlanPoint& c) { return orient2d(a, b, c); }

bool is_on(const PlanPoint& p, const Gate& gate) {
  if (side(gate.left, gate.right, p) != 0) return false;
  for (std::size_t k = 0; k < 2; ++k)
    if (p[k] < std::min(gate.left[k], gate.right[k]) || p[k] > std::max(gate.left[k], gate.right[k])) return false;
  return true;
}

PlanPoint run(const PlanPoint& from, const PlanPoint& to) { return {to[0] - from[0], to[1] - from[1]}; }

// Whether the directions from a corner turn by half a turn at least in all: counter-clockwise, or clockwise. Requires
// that each is less than half a turn from the one before; the second may be half a turn from the first.
bool wraps(const std::vector<PlanPoint>& directions, bool counter) {
  const PlanPoint& first = directions.front();
  return std::any_of(directions.begin() + 1, directions.end(), [&](const PlanPoint& d) {
    const int turn = sgn(formulas::determinant(first[0], first[1], d[0], d[1])) * (counter ? 1 : -1);
    return turn < 0 || (turn == 0 && formulas::dot2d(first[0], first[1], d[0], d[1]) < 0);
  });
}

// Whether the way is nowhere slack: where it crosses gates at a left end of theirs, it turns around that by half a turn
// at least, so that it cannot be pulled away from it; likewise around right ends; and elsewhere it runs straight on.
bool is_taut(const PlanPoint& start, const std::vector<Gate>& gates, const PlanPoint& goal, const Way& way, Met& met) {
  PlanPoint before = start;
  for (std::size_t i = 0; i < way.size();) {
    const PlanPoint corner = way[i];
    std::vector<PlanPoint> directions{run(corner, before)};
    bool left = false, right = false;
    for (; i < way.size() && way[i] == corner; ++i) {
      left = left || corner == gates[i].left;
      right = right || corner == gates[i].right;
      directions.push_back(run(corner, corner == gates[i].left ? gates[i].right : gates[i].left));
    }
    const PlanPoint& after = i < way.size() ? way[i] : goal;
    directions.push_back(run(corner, after));
    if (left || right) {
      if (left != right && !wraps(directions, left)) return false;
      ++met[left ? "left ends" : "right ends"];
    } else {
      if (side(before, corner, after) != 0) return false;
      ++met["straight"];
    }
    before = corner;
  }
  return true;
}

}  // namespace

TEST_CASE("funnel: no gates, and gates that the straight way crosses") {
  CHECK(shortest_crossings({0, 0}, {}, {3, 4}).empty());
  CHECK(shortest_crossings({0, 0}, {upright(2, -1, 2), upright(4, 0, 3)}, {6, 3}) == Way{{2, 1}, {4, 2}});
  CHECK(shortest_crossings({0, 0}, {upright(0, -1, 1)}, {0, 0}) == Way{{0, 0}});
  CHECK(shortest_crossings({0, 1}, {upright(1, 0, 2), upright(2, 0, 2)}, {3, 0}) == Way{{1, 2 * third}, {2, third}});
}

TEST_CASE("funnel: the way bends at ends of gates") {
  const Way below{{1, -1}, {2, -1}}, over{{1, 1}, {2, 1}};
  CHECK(shortest_crossings({0, 0}, {upright(1, -3, -1), upright(2, -3, -1)}, {3, 0}) == below);
  CHECK(shortest_crossings({0, 0}, {upright(1, 1, 3), upright(2, 1, 3)}, {3, 0}) == over);
  // One way, then the other.
  CHECK(shortest_crossings({0, 0}, {upright(1, 1, 2), upright(2, -2, -1)}, {3, 0}) == Way{{1, 1}, {2, -1}});
  // The last gate alone is in the way; those before it are crossed on the line to its end.
  CHECK(shortest_crossings({0, 0}, {upright(1, -5, 5), upright(2, -4, 4), upright(3, 1, 2)}, {4, 0}) ==
        Way{{1, third}, {2, 2 * third}, {3, 1}});
  // The first gate alone.
  CHECK(shortest_crossings({0, 0}, {upright(1, 1, 2), upright(2, -4, 4), upright(3, -5, 5)}, {4, 0}) ==
        Way{{1, 1}, {2, 2 * third}, {3, third}});
  // A gate that is a point.
  CHECK(shortest_crossings({0, 0}, {upright(1, 1, 1)}, {2, 0}) == Way{{1, 1}});
}

TEST_CASE("funnel: around a corner that all gates share") {
  // Counter-clockwise around (0, 0), which is the left end of all gates: by three quarters of a turn.
  const PlanPoint corner{0, 0};
  const std::vector<Gate> gates{{corner, {2, -2}}, {corner, {2, 2}}, {corner, {-2, 2}}};
  CHECK(shortest_crossings({0, -1}, gates, {-1, 0}) == Way{corner, corner, corner});
  CHECK(shortest_crossings({0, -1}, {gates[0], gates[1]}, {1, 1}) == Way{{mpq_class(1, 3), -third}, {1, 1}});
  // The same clockwise.
  const std::vector<Gate> back{{{-2, 2}, corner}, {{2, 2}, corner}, {{2, -2}, corner}};
  CHECK(shortest_crossings({-1, 0}, back, {0, -1}) == Way{corner, corner, corner});
}

TEST_CASE("funnel: a gate along the way is crossed as soon as it is met") {
  // Crossed upward: the left end is that with the lesser x.
  const Gate level{{1, 0}, {3, 0}};
  CHECK(shortest_crossings({0, 0}, {level}, {4, 0}) == Way{{1, 0}});
  CHECK(shortest_crossings({4, 0}, {level}, {0, 0}) == Way{{3, 0}});
  CHECK(shortest_crossings({2, 0}, {level}, {4, 0}) == Way{{2, 0}});
  CHECK(shortest_crossings({2, 0}, {level}, {0, 0}) == Way{{2, 0}});
  const Gate high = upright(0, 1, 3);
  CHECK(shortest_crossings({0, 0}, {high}, {0, 4}) == Way{{0, 1}});
  CHECK(shortest_crossings({0, 4}, {high}, {0, 0}) == Way{{0, 3}});
}

TEST_CASE("funnel: a gate that is a point holds the way, though the next one lies on it and reaches back") {
  const PlanPoint narrow{2, 0};
  const std::vector<Gate> gates{{{1, 1}, narrow}, {narrow, narrow}, {narrow, {1, 0}}, {narrow, {1, -1}}};
  CHECK(shortest_crossings({0, 0}, gates, {1, -5}) == Way{narrow, narrow, narrow, narrow});
  // The same to the left, and the other way along the axis.
  const std::vector<Gate> left{{narrow, {1, -1}}, {narrow, narrow}, {{1, 0}, narrow}, {{1, 1}, narrow}};
  CHECK(shortest_crossings({0, 0}, left, {1, 5}) == Way{narrow, narrow, narrow, narrow});
  const PlanPoint west{-2, 0};
  const std::vector<Gate> westward{{west, {-1, 1}}, {west, west}, {{-1, 0}, west}, {{-1, -1}, west}};
  CHECK(shortest_crossings({0, 0}, westward, {-1, -5}) == Way{west, west, west, west});
}

TEST_CASE("funnel: gates on one line lead to and fro") {
  // As on stairs of three flights, whose openings are all on the line y = 0.
  const auto opening = [](int low, int high) { return Gate{{low, 0}, {high, 0}}; };
  const std::vector<Gate> gates{opening(0, 1), opening(5, 6), opening(0, 1), opening(5, 6)};
  CHECK(shortest_crossings({6, -1}, gates, {6, 1}) == Way{{1, 0}, {5, 0}, {1, 0}, {5, 0}});
  CHECK(shortest_crossings({6, -1}, {opening(0, 1), opening(3, 6), opening(2, 4), opening(0, 6)}, {6, 1}) ==
        Way{{1, 0}, {3, 0}, {3, 0}, {3, 0}});
}

TEST_CASE("funnel: through random gates on one line the way is no longer than any that turns at their ends") {
  Met met({{"turns back", 300}, {"straight on", 50}});
  CHECK(check_many("line", 600, met, [&] {
    std::vector<Gate> gates;
    std::vector<mpq_class> stops;  // where a shortest way may turn, or pass the line
    for (int count = drawn(1, 6); count > 0; --count) {
      const int low = drawn(0, 10), high = low + drawn(0, 3);
      gates.push_back({{low, 0}, {high, 0}});
      stops.insert(stops.end(), {low, high});
    }
    const PlanPoint start{drawn(0, 12), -drawn(1, 3)}, goal{drawn(0, 12), drawn(1, 3)};
    stops.push_back(point_along(start, goal, mpq_class(start[1] / (start[1] - goal[1])))[0]);
    const Way way = shortest_crossings(start, gates, goal);
    RC_ASSERT(way.size() == gates.size());
    const auto length = [](const PlanPoint& a, const PlanPoint& b) {
      return std::hypot(mpq_class(a[0] - b[0]).get_d(), mpq_class(a[1] - b[1]).get_d());
    };
    double found = length(start, way.front()) + length(way.back(), goal);
    bool back = false;
    for (std::size_t i = 0; i < gates.size(); ++i) {
      RC_ASSERT(is_on(way[i], gates[i]));
      if (i > 0) found += length(way[i - 1], way[i]);
      if (i > 1) back = back || (way[i][0] - way[i - 1][0]) * (way[i - 1][0] - way[i - 2][0]) < 0;
    }
    // Brute force: by stop, the least length to it through the gates so far.
    std::vector<double> least(stops.size());
    for (std::size_t k = 0; k < stops.size(); ++k) least[k] = length(start, {stops[k], 0});
    for (const Gate& gate : gates) {
      std::vector<double> next(stops.size(), std::numeric_limits<double>::infinity());
      for (std::size_t k = 0; k < stops.size(); ++k)
        if (is_on({stops[k], 0}, gate))
          for (std::size_t j = 0; j < stops.size(); ++j)
            next[k] = std::min(next[k], least[j] + std::abs(mpq_class(stops[k] - stops[j]).get_d()));
      least = std::move(next);
    }
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < stops.size(); ++k) best = std::min(best, least[k] + length({stops[k], 0}, goal));
    RC_ASSERT(found <= best + 1e-9);
    RC_ASSERT(found >= best - 1e-9);
    ++met[back ? "turns back" : "straight on"];
  }));
}

TEST_CASE("funnel: through random triangles the way is taut") {
  Met met({{"left ends", 300}, {"right ends", 300}, {"straight", 300}, {"gates", 1000}});
  CHECK(check_many("taut", 600, met, [&] {
    const auto point = [] { return PlanPoint{mpq_class(drawn(-6, 6)), mpq_class(drawn(-6, 6))}; };
    // A point on one side of a gate: ahead, or where one comes from.
    const auto beside = [&](const Gate& gate, bool ahead) {
      for (;;) {
        PlanPoint p = point();
        const int s = sgn(side(gate.right, gate.left, p));
        if (ahead ? s < 0 : s > 0) return p;
      }
    };
    // Whether points of the grid lie ahead.
    const auto goes_on = [](const Gate& g) {
      for (const int x : {-6, 6})
        for (const int y : {-6, 6})
          if (side(g.right, g.left, {x, y}) < 0) return true;
      return false;
    };
    Gate gate{point(), point()};
    if (!goes_on(gate) || !goes_on({gate.right, gate.left})) return;
    const PlanPoint start = beside(gate, false);
    std::vector<Gate> gates{gate};
    for (int count = drawn(0, 8); count > 0; --count) {
      Gate next = gate;
      (drawn(0, 1) == 0 ? next.left : next.right) = beside(gate, true);
      if (!goes_on(next)) break;
      gates.push_back(gate = next);
    }
    const PlanPoint goal = beside(gate, true);
    const Way way = shortest_crossings(start, gates, goal);
    RC_ASSERT(way.size() == gates.size());
    for (std::size_t i = 0; i < gates.size(); ++i) RC_ASSERT(is_on(way[i], gates[i]));
    RC_ASSERT(is_taut(start, gates, goal, way, met));
    met["gates"] += static_cast<int>(gates.size());
  }));
}
