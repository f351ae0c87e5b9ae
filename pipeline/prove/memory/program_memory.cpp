// SPDX-License-Identifier: LGPL-3.0-or-later
// The memory of the two programs. GMP asks for millions of small blocks: a thread serves them from lists of its own,
// two for each size, which are cut from slabs. Often one thread frees what another one asked for: so a thread that has
// two full lists gives one back to a pool, and gives back all when it ends. All else is malloc's, with as many heaps as
// cores.
//
// Why no library. mimalloc (Debian's 2.0.9) was linked in place of this file and measured beside it on city_10k, with a
// .glb: 1.03 of its processor time and 1.2 of its memory. With two threads and an address space of 80 or 90 MB, where
// this file does, it aborts in place of saying that memory ran out ("app: two threads do with the address space that
// does for one").
#include "program_memory.h"

#include <gmp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

#include "system_memory.h"

namespace plumb::checker {
namespace {

constexpr std::size_t step = 16, classes = 33;  // blocks of up to 512 bytes
constexpr std::size_t slab_bytes = 64 * 1024, list_bytes = 8 * 1024;
constexpr std::size_t new_list_bytes = 2 * 1024;  // less than a full one, for a thread may need no more

void (*no_memory)() = nullptr;

void* fresh(std::size_t size) {
  if (void* memory = std::malloc(size)) return memory;
  if (no_memory) no_memory();
  std::abort();
}

// One that nobody uses.
struct Block {
  Block* next;
  Block* next_list;  // of the first of a full list in the pool
};

// Unused blocks of one class.
struct List {
  Block* first = nullptr;
  std::size_t count = 0;

  void push(void* memory) {
    first = new (memory) Block{first, nullptr};
    ++count;
  }
  Block* pop() {
    Block* const block = first;
    first = block->next;
    __builtin_prefetch(first, 1);  // blocks were freed in any order, so the next one is seldom in a cache
    --count;
    return block;
  }
};

// Blocks of no bytes are of class 0, which has no list.
std::size_t class_of(std::size_t size) { return (size + step - 1) / step; }

// How many blocks a full list has, by class. A table, for each block that is freed looks.
constexpr auto full = [] {
  std::array<std::size_t, classes> counts{};
  for (std::size_t c = 1; c < classes; ++c) counts[c] = list_bytes / (c * step);
  return counts;
}();

// Where threads get lists of blocks of one class, and leave those that they do not need. Blocks are cut from slabs,
// which costs less memory and time than malloc, and stay until the program ends. Numbers may outlive it: it is never
// destroyed.
class Pool {
 public:
  List take(std::size_t c) {
    const std::lock_guard<PoolMutex> lock(mutex_);
    if (Block* const first = full_[c]) {
      full_[c] = first->next_list;
      return {first, full[c]};
    }
    if (rest_[c].first) return std::exchange(rest_[c], List());
    const std::size_t size = c * step;
    if (free_ < size) {
      slab_ = static_cast<std::byte*>(fresh(slab_bytes));
      free_ = slab_bytes;
    }
    List list;
    const std::size_t count = std::max<std::size_t>(1, std::min(free_, new_list_bytes) / size);
    for (std::size_t n = count; n > 0; --n) list.push(slab_ + (n - 1) * size);
    slab_ += count * size;
    free_ -= count * size;
    return list;
  }
  void leave_full(std::size_t c, Block* first) {
    const std::lock_guard<PoolMutex> lock(mutex_);
    add_full(c, first);
  }
  void leave(std::size_t c, List list) {
    const std::lock_guard<PoolMutex> lock(mutex_);
    while (list.first) {
      rest_[c].push(list.pop());
      if (rest_[c].count == full[c]) add_full(c, std::exchange(rest_[c], List()).first);
    }
  }

 private:
  void add_full(std::size_t c, Block* first) {
    first->next_list = full_[c];
    full_[c] = first;
  }

  PoolMutex mutex_;
  Block* full_[classes] = {};
  List rest_[classes];
  std::byte* slab_ = nullptr;
  std::size_t free_ = 0;
};
static_assert(std::is_trivially_destructible_v<Pool>);
constinit Pool pool;

// Set when this thread's lists have gone: numbers may outlive them. Never destroyed itself, for it is trivial.
thread_local constinit bool gone = false;

// This thread's lists by class, empty once they have gone, and full ones beside them, or none. Trivial, so that to use
// them takes no look at whether they are made.
thread_local constinit List lists[classes];
thread_local constinit Block* spare[classes] = {};

// Leaves them when the thread ends, once it had any: asked for where a list begins.
void leave_at_end() {
  struct Leave {
    ~Leave() {
      gone = true;
      for (std::size_t c = 1; c < classes; ++c) {
        pool.leave(c, std::exchange(lists[c], List()));
        if (Block* first = std::exchange(spare[c], nullptr)) pool.leave_full(c, first);
      }
    }
  };
  thread_local const Leave leave;
}

// Where this thread's list is empty. Those without bytes are of the first class that has lists.
void* allocate(std::size_t size);
void release(void* memory, std::size_t size);
[[gnu::noinline]] void* allocate_first(std::size_t c) {
  if (c == 0) return allocate(1);
  Block* const full_list = std::exchange(spare[c], nullptr);
  List list = full_list ? List{full_list, full[c]} : pool.take(c);
  void* const memory = list.pop();
  if (gone) {
    pool.leave(c, list);
  } else {
    leave_at_end();
    lists[c] = list;
  }
  return memory;
}

// Where this thread's list is empty or full.
[[gnu::noinline]] void release_first(void* memory, std::size_t c) {
  if (c == 0) return release(memory, 1);
  List list;
  list.push(memory);
  if (gone) return pool.leave(c, list);
  leave_at_end();
  const List before = std::exchange(lists[c], list);
  if (!before.first) return;
  if (Block* const first = std::exchange(spare[c], before.first)) pool.leave_full(c, first);
}

void* allocate(std::size_t size) {
  const std::size_t c = class_of(size);
  if (c >= classes) return fresh(c * step);  // reallocate() counts on all of the class
  List& list = lists[c];
  return list.first ? list.pop() : allocate_first(c);
}

void release(void* memory, std::size_t size) {
  const std::size_t c = class_of(size);
  if (c >= classes) return std::free(memory);
  List& list = lists[c];
  if (!list.first || list.count == full[c]) return release_first(memory, c);
  list.push(memory);
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
  limit_heaps();
}

}  // namespace plumb::checker
