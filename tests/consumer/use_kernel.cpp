// SPDX-License-Identifier: GPL-3.0-or-later
// The installed kernel alone: headers found, library linked, numbers exact.
#include <plumb/kernel/points.h>

#include <cstdio>

int main() {
  using plumb::kernel::PointTable;
  const PointTable points = PointTable::from_doubles({0, 0, 0.5, 1, 0.25, 3});
  const bool right = points.size() == 2 && points.denominator() == 4 && points.integer(0, 2) == 2 &&
                     points.integer(1, 1) == 1 && points.integer(1, 2) == 12;
  std::puts(right ? "kernel: exact" : "kernel: wrong");
  return right ? 0 : 1;
}
