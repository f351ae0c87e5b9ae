// SPDX-License-Identifier: LGPL-3.0-or-later
// The answer of every predicate, and what the stages of the filter ladder that finds it count.
#pragma once
#include <compare>
#include <cstdint>

namespace plumb::kernel {

/// The answer of every predicate that asks "which side". Zero is an answer: it is never used for
/// "cannot tell" (a filter that cannot tell returns std::nullopt).
enum class Sign : std::int8_t { negative = -1, zero = 0, positive = 1 };

constexpr Sign operator-(Sign s) { return static_cast<Sign>(-static_cast<int>(s)); }
constexpr Sign operator*(Sign a, Sign b) { return static_cast<Sign>(static_cast<int>(a) * static_cast<int>(b)); }
/// What a literal 0 becomes beside a Sign: s < 0 means that s is negative. Nothing but a literal 0 converts to it.
struct ZeroLiteral {
  consteval ZeroLiteral(ZeroLiteral*) {}
};
constexpr bool operator==(Sign s, ZeroLiteral) { return s == Sign::zero; }
constexpr std::strong_ordering operator<=>(Sign s, ZeroLiteral) { return static_cast<int>(s) <=> 0; }

constexpr Sign sign_of(int v) { return static_cast<Sign>((v > 0) - (v < 0)); }

/// What each stage of the filter ladder decided.
struct LadderCounts {
  std::uint64_t combinatorial = 0;  ///< equal ids: no arithmetic
  std::uint64_t filtered = 0;       ///< doubles with a derived error bound
  std::uint64_t interval = 0;       ///< intervals of doubles, where the bound overflows or underflows
  std::uint64_t fixed = 0;          ///< fixed-width integers on the stack
  std::uint64_t exact = 0;          ///< GMP integers
  int max_bits = 0;                 ///< longest integer that the fixed or exact stage took a sign of

  std::uint64_t predicates() const { return combinatorial + filtered + interval + fixed + exact; }
  LadderCounts& operator+=(const LadderCounts& o) {
    combinatorial += o.combinatorial;
    filtered += o.filtered;
    interval += o.interval;
    fixed += o.fixed;
    exact += o.exact;
    max_bits = max_bits > o.max_bits ? max_bits : o.max_bits;
    return *this;
  }
};

}  // namespace plumb::kernel
