// SPDX-License-Identifier: LGPL-3.0-or-later
// On which side of a line do two other lines meet? Exactly, where doubles guess.
//
// The lines x = 3 y and x + 7 y = 7 meet in (2.1, 0.7), which no double is. A third line goes from (2, 0) to (3, 7 + k
// / 2^50): through that very point for k = 0, beside it by a few parts in 10^17 for others.
#include <plumb/kernel/implicit_plan.h>

#include <cmath>
#include <cstdio>

using namespace plumb::kernel;

int main() {
  bool right = true;
  int wrong_doubles = 0;
  std::puts("  k  exact  doubles");
  for (int k = -3; k <= 3; ++k) {
    const double end = 7 + std::ldexp(k, -50);
    const PointTable points = PointTable::from_doubles({0, 0, 0, 3, 1, 0, 7, 0, 0, 0, 1, 0, 2, 0, 0, 3, end, 0});
    ImplicitPlan plan(points, 0);
    const LineId first = plan.edge(0, 1, {}), second = plan.edge(2, 3, {}), third = plan.edge(4, 5, {});

    // The point is the pair of lines: nobody computes where it is. It takes lines in an order in which they turn right.
    const bool turns_right = plan.turn(first, second) == Sign::negative;
    const VertexId meet = plan.vertex(first, turns_right ? second : reversed(second));
    const int exact = static_cast<int>(plan.side(meet, third));  // positive: to the right of the way from (2, 0)

    // The same in doubles.
    const double x = 2.1, y = 0.7, doubles = end * (x - 2) - 1 * y;
    std::printf("%3d  %5d  %g\n", k, exact, doubles);
    right = right && exact == (k > 0) - (k < 0);
    wrong_doubles += ((doubles > 0) - (doubles < 0)) != exact;
  }
  std::printf("doubles are wrong %d times\n", wrong_doubles);
  return right && wrong_doubles > 0 ? 0 : 1;
}
