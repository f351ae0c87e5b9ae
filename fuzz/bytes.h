// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>

/// Reads the bytes of an input one after another; behind the end they are 0.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool at_end() const { return next_ >= size_; }
  int operator()() { return at_end() ? 0 : data_[next_++]; }
  /// From 0 to `count` - 1. Requires 0 < count <= 256.
  int below(int count) { return (*this)() % count; }
  /// The next eight bytes, the lowest first.
  std::uint64_t word() {
    std::uint64_t out = 0;
    for (int k = 0; k < 8; ++k) out |= static_cast<std::uint64_t>((*this)()) << 8 * k;
    return out;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_, next_ = 0;
};
