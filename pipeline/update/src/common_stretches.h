// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <vector>

#include "plumb/kernel/interval_set.h"

namespace plumb::pipeline {

/// What two lists of stretches of one line have in common: visit(one of a, one of b, the stretch). Stretches of one
/// list overlap nowhere. Sorts the lists.
template <class T, class Visit>
void each_common_stretch(std::vector<T>& a, std::vector<T>& b, kernel::ExactInterval T::*stretch, Visit&& visit) {
  for (auto* list : {&a, &b})
    std::ranges::sort(*list, {}, [&](const T& s) -> const mpq_class& { return (s.*stretch).from; });
  for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    const kernel::ExactInterval &s = a[i].*stretch, &t = b[k].*stretch;
    const kernel::ExactInterval both{std::max(s.from, t.from), std::min(s.to, t.to)};
    if (both.from < both.to) visit(a[i], b[k], both);
    ++(s.to <= t.to ? i : k);
  }
}

}  // namespace plumb::pipeline
