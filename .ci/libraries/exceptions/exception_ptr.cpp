// SPDX-License-Identifier: GPL-3.0-or-later
// std::exception_ptr, which ends the program in a libc++ without exceptions. All that one source of that library
// defines, so that it is not linked.
#include <exception>

namespace __cxxabiv1 {
extern "C" {
void __cxa_increment_exception_refcount(void*) noexcept;
void __cxa_decrement_exception_refcount(void*) noexcept;
void* __cxa_current_primary_exception() noexcept;
void __cxa_rethrow_primary_exception(void*);
unsigned int __cxa_uncaught_exceptions() noexcept;
}
}  // namespace __cxxabiv1

namespace std {
exception_ptr::exception_ptr(const exception_ptr& other) noexcept : __ptr_(other.__ptr_) {
  __cxxabiv1::__cxa_increment_exception_refcount(__ptr_);
}
exception_ptr& exception_ptr::operator=(const exception_ptr& other) noexcept {
  __cxxabiv1::__cxa_increment_exception_refcount(other.__ptr_);
  __cxxabiv1::__cxa_decrement_exception_refcount(__ptr_);
  __ptr_ = other.__ptr_;
  return *this;
}
exception_ptr::~exception_ptr() noexcept { __cxxabiv1::__cxa_decrement_exception_refcount(__ptr_); }
exception_ptr current_exception() noexcept {
  exception_ptr result;
  *reinterpret_cast<void**>(&result) = __cxxabiv1::__cxa_current_primary_exception();
  return result;
}
void rethrow_exception(exception_ptr pointer) {
  __cxxabiv1::__cxa_rethrow_primary_exception(*reinterpret_cast<void**>(&pointer));
  terminate();
}
nested_exception::nested_exception() noexcept : __ptr_(current_exception()) {}
nested_exception::~nested_exception() noexcept {}
void nested_exception::rethrow_nested() const {
  if (!__ptr_) terminate();
  rethrow_exception(__ptr_);
}
int uncaught_exceptions() noexcept { return static_cast<int>(__cxxabiv1::__cxa_uncaught_exceptions()); }
bool uncaught_exception() noexcept { return uncaught_exceptions() > 0; }
}  // namespace std
