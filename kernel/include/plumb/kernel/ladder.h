// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>

namespace plumb::kernel {

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
