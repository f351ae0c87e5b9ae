// SPDX-License-Identifier: GPL-3.0-or-later
// What compiled code calls and Debian's libraries for WASI lack: destructors of the only thread's objects, and the end
// of a program whose stack is broken, in functions of 128 bits that were built to look for that.
#include <cstdint>
#include <cstdlib>

extern "C" {
int __cxa_atexit(void (*destroy)(void*), void* object, void* program);
int __cxa_thread_atexit(void (*destroy)(void*), void* object, void* program) {
  return __cxa_atexit(destroy, object, program);
}
std::uintptr_t __stack_chk_guard = 0x595e9fbd;
void __stack_chk_fail() { std::abort(); }
}
