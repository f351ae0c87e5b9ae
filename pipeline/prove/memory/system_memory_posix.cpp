// SPDX-License-Identifier: LGPL-3.0-or-later
#include "system_memory.h"

#include <malloc.h>
#include <sys/resource.h>

#include <algorithm>
#include <thread>

namespace plumb::checker {

void limit_heaps() {
  // More heaps than cores make nothing faster, and each takes 64 MB of address space: where that is limited, all
  // threads share one. A thread that got none would take a page for each block.
  rlimit address_space{};
  const bool limited = ::getrlimit(RLIMIT_AS, &address_space) == 0 && address_space.rlim_cur != RLIM_INFINITY;
  ::mallopt(M_ARENA_MAX, limited ? 1 : static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
  // Left to itself, malloc takes ever larger blocks from its heaps, which keep what is freed in their midst.
  ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 1 << 20);
}

}  // namespace plumb::checker
