// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/area_ledger.h"

#include <algorithm>

#include "plumb/kernel/formulas.h"

namespace plumb::kernel {

void AreaLedger::add_edge(const Frame& frame, std::uint32_t account, LineId line, LineId from, LineId to, int times) {
  const std::uint64_t l = std::uint64_t{frame.representative(line)} << 32;
  entries_.push_back({l | frame.representative(to), account, times});
  entries_.push_back({l | frame.representative(from), account, -times});
}

void AreaLedger::settle() {
  std::ranges::sort(
      entries_, [](const Entry& a, const Entry& b) { return a.key != b.key ? a.key < b.key : a.account < b.account; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < entries_.size();) {
    Entry sum = entries_[i];
    for (++i; i < entries_.size() && entries_[i].key == sum.key && entries_[i].account == sum.account; ++i)
      sum.times += entries_[i].times;
    if (sum.times != 0) entries_[kept++] = sum;
  }
  entries_.resize(kept);
}

// n c t, with t measured by the coordinate that changes along the line: t = -x / b, or y / a where b is zero.
mpq_class AreaLedger::value(const Frame& frame, const Entry& e) {
  const auto l = frame.exact(static_cast<LineId>(e.key >> 32)), m = frame.exact(static_cast<LineId>(e.key));
  const mpz_class w = formulas::meet_w(l, m);
  mpq_class v =
      l.b != 0 ? mpq_class(-l.c * formulas::meet_x(l, m), l.b * w) : mpq_class(l.c * formulas::meet_y(l, m), l.a * w);
  v.canonicalize();
  return v * e.times;
}

std::optional<mpq_class> AreaLedger::doubled_area(const Frame& frame, std::uint32_t account,
                                                  std::size_t limit_bits) const {
  std::vector<const Entry*> mine;
  for (const Entry& e : entries_)
    if (e.account == account) mine.push_back(&e);
  return balanced_sum(0, mine.size(), limit_bits, [&](std::size_t i) { return value(frame, *mine[i]); });
}

// Line by line: where cells meet as they should, each line's positions cancel among themselves, and numbers stay short.
bool AreaLedger::balances(const Frame& frame) {
  mpq_class sum = 0, on_line = 0;
  for (std::size_t i = 0; i < entries_.size();) {
    Entry total = entries_[i];
    for (++i; i < entries_.size() && entries_[i].key == total.key; ++i) total.times += entries_[i].times;
    if (total.times != 0) on_line += value(frame, total);
    if (i == entries_.size() || entries_[i].key >> 32 != total.key >> 32) {
      sum += on_line;
      on_line = 0;
    }
  }
  return sum == 0;
}

}  // namespace plumb::kernel
