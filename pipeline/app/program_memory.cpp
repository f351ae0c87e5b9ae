// SPDX-License-Identifier: GPL-3.0-or-later
#include "program_memory.h"

#include <gmp.h>
#include <malloc.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>

namespace plumb::app {
namespace {

constexpr std::size_t step = 16, classes = 33;  // blocks of up to 512 bytes

void (*no_memory)() = nullptr;

struct Block {
  Block* next;
};

// Set when this thread's lists have gone: numbers may outlive them. Never destroyed itself, for it is trivial.
thread_local bool gone = false;
// The main thread's lists go with the program, block by block would only take time.
const std::thread::id main_thread = std::this_thread::get_id();

struct Lists {
  std::array<Block*, classes> first{};
  ~Lists() {
    gone = true;
    if (std::this_thread::get_id() == main_thread) return;
    for (Block* block : first)
      while (block) std::free(std::exchange(block, block->next));
  }
};
thread_local Lists lists;

std::size_t class_of(std::size_t size) { return (size + step - 1) / step; }

void* fresh(std::size_t size) {
  if (void* memory = std::malloc(size)) return memory;
  no_memory();
  std::abort();
}

void* allocate(std::size_t size) {
  const std::size_t c = class_of(size);
  if (c >= classes || gone) return fresh(std::max(c * step, step));
  Block*& first = lists.first[c];
  if (!first) return fresh(std::max(c * step, step));
  return std::exchange(first, first->next);
}

void release(void* memory, std::size_t size) {
  const std::size_t c = class_of(size);
  if (c >= classes || gone) return std::free(memory);
  Block* block = static_cast<Block*>(memory);
  block->next = lists.first[c];
  lists.first[c] = block;
}

void* reallocate(void* old, std::size_t old_size, std::size_t size) {
  if (class_of(old_size) == class_of(size)) return old;
  void* memory = allocate(size);
  std::memcpy(memory, old, std::min(old_size, size));
  release(old, old_size);
  return memory;
}

}  // namespace

void prepare_memory(void (*out_of_memory)()) {
  no_memory = out_of_memory;
  mp_set_memory_functions(allocate, reallocate, release);
  // More heaps than cores make nothing faster, and each takes 64 MB of address space: where that is limited, all
  // threads share one. A thread that got none would take a page for each block.
  rlimit address_space{};
  const bool limited = ::getrlimit(RLIMIT_AS, &address_space) == 0 && address_space.rlim_cur != RLIM_INFINITY;
  ::mallopt(M_ARENA_MAX, limited ? 1 : static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
  // Left to itself, malloc takes ever larger blocks from its heaps, which keep what is freed in their midst.
  ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 1 << 20);
}

}  // namespace plumb::app
