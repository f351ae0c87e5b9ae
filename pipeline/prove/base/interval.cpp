// SPDX-License-Identifier: LGPL-3.0-or-later
#include "base/interval.h"

#include "base/step_function.h"

namespace plumb::checker {

Linear linear_through(const Interval& positions, const Fraction& at_from, const Fraction& at_to) {
  const Fraction slope = (at_to - at_from) / (positions.to - positions.from);
  return {at_from - slope * positions.from, at_from + slope * (1 - positions.from)};
}

bool cut(Interval& s, const Linear& f) {
  const Fraction from = f(s.from), to = f(s.to);
  if (sgn(from) < 0 && sgn(to) < 0) return false;
  if (sgn(from) * sgn(to) < 0) (sgn(from) < 0 ? s.from : s.to) = f.at_0 / (f.at_0 - f.at_1);
  else if (sgn(from) < 0) s.from = s.to;
  else if (sgn(to) < 0) s.to = s.from;
  return s.from < s.to;
}

Interval common(const Interval& s, const Interval& t) { return {std::max(s.from, t.from), std::min(s.to, t.to)}; }

std::vector<Interval> without(std::vector<Interval> intervals, const std::vector<Interval>& taken) {
  if (taken.empty()) return intervals;
  std::vector<Jump<int, const Fraction*>> jumps;
  for (const Interval& s : intervals) add_stretch(jumps, 0, &s.from, &s.to);
  for (const Interval& s : taken) add_stretch(jumps, 0, &s.from, &s.to, -1);
  add_up(jumps, [](const auto& j, const auto& k) { return *j.at < *k.at; });
  std::vector<Interval> left;
  for_each_stretch(jumps, [&](int, const Fraction* from, const Fraction* to, std::int64_t value) {
    if (value > 0) left.push_back({*from, *to});
  });
  return left;
}

}  // namespace plumb::checker
