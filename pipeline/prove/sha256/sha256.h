// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace plumb::checker {

/// The SHA-256 digest (FIPS 180-4) of a text that is told piece by piece.
class Sha256 {
 public:
  void add(std::string_view piece);
  /// Of all that was added, as 64 lower-case hexadecimal digits.
  std::string hex() const;

 private:
  std::array<std::uint32_t, 8> sum_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::string rest_;  // less than a block of 64 bytes
  std::uint64_t size_ = 0;
};

/// That of a text.
std::string sha256_hex(std::string_view text);

}  // namespace plumb::checker
