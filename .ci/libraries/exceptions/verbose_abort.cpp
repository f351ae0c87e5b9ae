// SPDX-License-Identifier: GPL-3.0-or-later
// What libc++ calls in place of a throw, as Debian's is built without exceptions: "NAME was thrown in -fno-exceptions
// mode with message "%s"". A program may define it, and this one throws what was meant. The functions of the library
// that it leaves have nothing to release, or lose it.
#include <__verbose_abort>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string_view>

void std::__libcpp_verbose_abort(const char* format, ...) {
  const std::string_view text = format;
  std::va_list arguments;
  va_start(arguments, format);
  const char* const message = text.ends_with("with message \"%s\"") ? va_arg(arguments, const char*) : format;
  if (text.starts_with("out_of_range was")) throw std::out_of_range(message);
  if (text.starts_with("invalid_argument was")) throw std::invalid_argument(message);
  if (text.starts_with("length_error was")) throw std::length_error(message);
  if (text.starts_with("bad_array_new_length was")) throw std::bad_array_new_length();
  if (text.starts_with("bad_alloc was")) throw std::bad_alloc();
  std::vfprintf(stderr, format, arguments);
  std::abort();
}
