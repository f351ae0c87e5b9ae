// SPDX-License-Identifier: GPL-3.0-or-later
// Coplanar polygon cutting on arbitrary small-integer convex polygons, in both decompositions, with shared and own
// points, coplanar in space or not. The pieces must be a partition of the traversable into convex cells; areas are
// checked against a clipping in fractions that shares nothing with the kernel.
//
// Bytes: the first chooses the grid and how many points the traversable is the hull of; then one byte for each
// coordinate.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "../kernel/tests/support/polygon_pair.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumb::tests;
  if (size < 13) return 0;
  const int grid = 2 + data[0] % 14;
  const std::size_t points = std::min<std::size_t>((size - 1) / 2, 40);
  const std::size_t of_traversable = 3 + data[0] / 14 % (points - 5);
  Outline t, b;
  for (std::size_t i = 0; i < points; ++i)
    (i < of_traversable ? t : b).push_back({data[1 + 2 * i] % (grid + 1), data[2 + 2 * i] % (grid + 1)});
  t = hull(t);
  b = hull(b);
  if (t.empty() || b.empty()) return 0;
  for (const bool shared : {false, true})
    for (const bool swap : {false, true})
      if (const std::string v = swap ? cut_violation(b, t, shared) : cut_violation(t, b, shared); !v.empty()) {
        std::fprintf(stderr, "violated: %s\n", v.c_str());
        std::abort();
      }
  return 0;
}
