// SPDX-License-Identifier: LGPL-3.0-or-later
// The memory of the two programs. GMP asks for millions of small blocks: a thread serves them from lists of its own,
// one list for each size, which are cut from slabs and given back to a pool when the thread ends. All else is malloc's,
// with as many heaps as cores.
//
// Why no library. mimalloc (Debian's 2.0.9) was linked in place of this file and measured beside it on city_10k, with a
// .glb: 1.03 of its processor time and 1.2 of its memory. With two threads and an address space of 80 or 90 MB, where
// this file does, it aborts in place of saying that memory ran out ("app: two threads do with the address space that
// does for one").
#include "program_memory.h"

#include <gmp.h>
#include <malloc.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <thread>
#include <type_traits>
#include <utility>

namespace plumb::checker {
namespace {

constexpr std::size_t step = 16, classes = 33;  // blocks of up to 512 bytes
constexpr std::size_t slab_bytes = 64 * 1024, batch_bytes = 2048;

void (*no_memory)() = nullptr;

void* fresh(std::size_t size) {
  if (void* memory = std::malloc(size)) return memory;
  if (no_memory) no_memory();
  std::abort();
}

// One that nobody uses.
struct Block {
  Block* next;
  Block* next_list;  // of the first of a list that is left over
};

// Blocks of no bytes are of class 0, which has no list.
std::size_t class_of(std::size_t size) { return (size + step - 1) / step; }

// Where threads get lists of blocks of one class, and leave them when they end. Blocks are cut from slabs, which costs
// less memory and time than malloc, and stay until the program ends. Numbers may outlive it: it is never destroyed.
class Pool {
 public:
  Block* take(std::size_t c) {
    const std::lock_guard lock(mutex_);
    if (Block* list = left_[c]) {
      left_[c] = list->next_list;
      return list;
    }
    const std::size_t size = c * step;
    if (free_ < size) {
      slab_ = static_cast<std::byte*>(fresh(slab_bytes));
      free_ = slab_bytes;
    }
    Block* list = nullptr;
    const std::size_t count = std::max<std::size_t>(1, std::min(free_, batch_bytes) / size);
    for (std::size_t n = count; n > 0; --n) list = new (slab_ + (n - 1) * size) Block{list, nullptr};
    slab_ += count * size;
    free_ -= count * size;
    return list;
  }
  void leave(std::size_t c, Block* list) {
    const std::lock_guard lock(mutex_);
    list->next_list = left_[c];
    left_[c] = list;
  }

 private:
  std::mutex mutex_;
  Block* left_[classes] = {};
  std::byte* slab_ = nullptr;
  std::size_t free_ = 0;
};
static_assert(std::is_trivially_destructible_v<Pool>);
Pool pool;

// Set when this thread's lists have gone: numbers may outlive them. Never destroyed itself, for it is trivial.
thread_local constinit bool gone = false;

// This thread's lists by class, empty once they have gone. Trivial, so that to use them takes no look at whether they
// are made.
thread_local constinit Block* lists[classes] = {};

// Leaves them when the thread ends, once it had any: asked for where a list begins.
void leave_at_end() {
  struct Leave {
    ~Leave() {
      gone = true;
      for (std::size_t c = 1; c < classes; ++c)
        if (Block* list = std::exchange(lists[c], nullptr)) pool.leave(c, list);
    }
  };
  thread_local const Leave leave;
}

// Where this thread's list is empty. Those without bytes are of the first class that has lists.
void* allocate(std::size_t size);
void release(void* memory, std::size_t size);
[[gnu::noinline]] void* allocate_first(std::size_t c) {
  if (c == 0) return allocate(1);
  Block* list = pool.take(c);
  if (gone) {
    if (list->next) pool.leave(c, list->next);
    return list;
  }
  leave_at_end();
  lists[c] = list->next;
  return list;
}
[[gnu::noinline]] void release_first(void* memory, std::size_t c) {
  if (c == 0) return release(memory, 1);
  Block* block = new (memory) Block{nullptr, nullptr};
  if (gone) return pool.leave(c, block);
  leave_at_end();
  lists[c] = block;
}

void* allocate(std::size_t size) {
  const std::size_t c = class_of(size);
  if (c >= classes) return fresh(c * step);  // reallocate() counts on all of the class
  Block* const first = lists[c];
  if (!first) return allocate_first(c);
  lists[c] = first->next;
  return first;
}

void release(void* memory, std::size_t size) {
  const std::size_t c = class_of(size);
  if (c >= classes) return std::free(memory);
  Block* const first = lists[c];
  if (!first) return release_first(memory, c);
  lists[c] = new (memory) Block{first, nullptr};
}

void* reallocate(void* old, std::size_t old_size, std::size_t size) {
  if (class_of(old_size) == class_of(size)) return old;
  void* memory = allocate(size);
  std::memcpy(memory, old, std::min(old_size, size));
  release(old, old_size);
  return memory;
}

}  // namespace

void* take_block(std::size_t size) { return allocate(size); }
void give_back_block(void* memory, std::size_t size) { release(memory, size); }

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

}  // namespace plumb::checker
