// SPDX-License-Identifier: LGPL-3.0-or-later
// `new` and `delete` of plumb-check: blocks of the lists that GMP's come from (program_memory.h). A block begins with
// its size, as not every `delete` says it.
#include <cstddef>
#include <cstdint>
#include <new>

#include "program_memory.h"

namespace {
constexpr std::size_t head = alignof(std::max_align_t);
static_assert(sizeof(std::size_t) <= head);
}  // namespace

void* operator new(std::size_t size) {
  if (size > PTRDIFF_MAX - head) throw std::bad_alloc();
  void* block = plumb::checker::take_block(head + size);
  new (block) std::size_t(head + size);
  return static_cast<std::byte*>(block) + head;
}

void operator delete(void* memory) noexcept {
  if (!memory) return;
  void* block = static_cast<std::byte*>(memory) - head;
  plumb::checker::give_back_block(block, *static_cast<std::size_t*>(block));
}

void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

// The C++ library for WebAssembly does not make this one of that above, and std::stable_sort takes its memory from it.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
