// SPDX-License-Identifier: GPL-3.0-or-later
// What Detour calls in place of qsort(), whose order of equal things each C library has for itself: that of Debian's,
// which is stable, so that a .bin has the same bytes everywhere.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

extern "C" void detour_qsort(void* items, std::size_t count, std::size_t size,
                             int (*compare)(const void*, const void*)) {
  char* const first = static_cast<char*>(items);
  const std::vector<char> before(first, first + count * size);
  std::vector<const char*> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = before.data() + i * size;
  std::stable_sort(order.begin(), order.end(), [&](const char* a, const char* b) { return compare(a, b) < 0; });
  for (std::size_t i = 0; i < count; ++i) std::memcpy(first + i * size, order[i], size);
}
