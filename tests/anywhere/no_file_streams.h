// SPDX-License-Identifier: GPL-3.0-or-later
// Streams of files that open none. The C++ library for WASI has no such streams, and Catch2, whose main() could print
// into one, has to be compiled.
#pragma once
#include <sstream>

namespace std {

template <>
class basic_ifstream<char> : public istringstream {
 public:
  explicit basic_ifstream(const char*) { setstate(failbit); }
  bool is_open() const { return false; }
};
template <>
class basic_ofstream<char> : public ostringstream {
 public:
  void open(const char*) { setstate(failbit); }
};

}  // namespace std
