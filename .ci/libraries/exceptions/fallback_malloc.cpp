// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for what is thrown. libc++abi keeps some apart for when there is none; here the program then ends.
#include "fallback_malloc.h"
#include <cstdlib>

namespace __cxxabiv1 {
void* __aligned_malloc_with_fallback(size_t size) { return std::malloc(size ? size : 1); }
void* __calloc_with_fallback(size_t count, size_t size) { return std::calloc(count, size); }
void __aligned_free_with_fallback(void* pointer) { std::free(pointer); }
void __free_with_fallback(void* pointer) { std::free(pointer); }
}  // namespace __cxxabiv1
