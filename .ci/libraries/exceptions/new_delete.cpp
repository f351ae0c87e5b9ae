// SPDX-License-Identifier: GPL-3.0-or-later
// operator new that throws std::bad_alloc: libc++abi's ends the program, being built without exceptions. Weak, as a
// program may have others.
#include <cstdlib>
#include <new>

#define WEAK __attribute__((weak))

namespace {
template <class Allocate>
void* or_throw(Allocate&& allocate) {
  for (;;) {
    if (void* const p = allocate()) return p;
    const std::new_handler handler = std::get_new_handler();
    if (!handler) throw std::bad_alloc();
    handler();
  }
}
void* aligned(std::size_t size, std::align_val_t alignment) {
  void* p = nullptr;
  return posix_memalign(&p, static_cast<std::size_t>(alignment), size ? size : 1) == 0 ? p : nullptr;
}
}  // namespace

WEAK void* operator new(std::size_t size) {
  return or_throw([&] { return std::malloc(size ? size : 1); });
}
WEAK void* operator new[](std::size_t size) { return operator new(size); }
WEAK void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size ? size : 1); }
WEAK void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size ? size : 1); }
WEAK void* operator new(std::size_t size, std::align_val_t alignment) {
  return or_throw([&] { return aligned(size, alignment); });
}
WEAK void* operator new[](std::size_t size, std::align_val_t alignment) { return operator new(size, alignment); }
WEAK void operator delete(void* p) noexcept { std::free(p); }
WEAK void operator delete[](void* p) noexcept { std::free(p); }
WEAK void operator delete(void* p, std::size_t) noexcept { std::free(p); }
WEAK void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
WEAK void operator delete(void* p, const std::nothrow_t&) noexcept { std::free(p); }
WEAK void operator delete[](void* p, const std::nothrow_t&) noexcept { std::free(p); }
WEAK void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
WEAK void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
WEAK void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
WEAK void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
