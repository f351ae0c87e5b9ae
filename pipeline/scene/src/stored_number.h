// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace plumb::pipeline {

/// A number stored at `bytes` (sizeof(T) of them), of whatever alignment, in the given byte order.
template <class T>
T stored(const char* bytes, std::endian order = std::endian::little) {
  std::array<char, sizeof(T)> copy;
  std::memcpy(copy.data(), bytes, sizeof(T));
  if (order != std::endian::native) std::reverse(copy.begin(), copy.end());
  return std::bit_cast<T>(copy);
}

}  // namespace plumb::pipeline
