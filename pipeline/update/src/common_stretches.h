// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <vector>

#include "plumb/kernel/interval_set.h"

namespace plumb::pipeline {

/// Calls visit(one of a, one of b, begin, end) for every stretch that two lists of stretches of one line have in
/// common. from(s) and to(s) are the ends of a stretch; stretches of one list do not overlap. Sorts the lists.
template <class T, class From, class To, class Visit>
void each_common_stretch(std::vector<T>& a, std::vector<T>& b, From&& from, To&& to, Visit&& visit) {
  for (auto* list : {&a, &b}) std::ranges::sort(*list, [&](const T& s, const T& t) { return from(s) < from(t); });
  for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    const mpq_class &begin = std::max(from(a[i]), from(b[k])), &end = std::min(to(a[i]), to(b[k]));
    if (begin < end) visit(a[i], b[k], begin, end);
    ++(to(a[i]) <= to(b[k]) ? i : k);
  }
}
/// The same where the stretch is a member.
template <class T, class Visit>
void each_common_stretch(std::vector<T>& a, std::vector<T>& b, kernel::ExactInterval T::*stretch, Visit&& visit) {
  each_common_stretch(
      a, b, [&](const T& s) -> const mpq_class& { return (s.*stretch).from; },
      [&](const T& s) -> const mpq_class& { return (s.*stretch).to; }, visit);
}

}  // namespace plumb::pipeline
