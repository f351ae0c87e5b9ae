// SPDX-License-Identifier: LGPL-3.0-or-later
#include "stretch.h"

#include <algorithm>

namespace plumb::checker {

Linear linear_through(const Stretch& positions, const Fraction& at_from, const Fraction& at_to) {
  const Fraction slope = (at_to - at_from) / (positions.to - positions.from);
  return {at_from - slope * positions.from, at_from + slope * (1 - positions.from)};
}

bool cut(Stretch& s, const Linear& f) {
  const Fraction from = f(s.from), to = f(s.to);
  if (sgn(from) < 0 && sgn(to) < 0) return false;
  if (sgn(from) * sgn(to) < 0) (sgn(from) < 0 ? s.from : s.to) = f.at_0 / (f.at_0 - f.at_1);
  else if (sgn(from) < 0) s.from = s.to;
  else if (sgn(to) < 0) s.to = s.from;
  return s.from < s.to;
}

void take_away(std::vector<Stretch>& from, const Stretch& taken) {
  std::vector<Stretch> left;
  for (const Stretch& s : from) {
    if (s.from < taken.from) left.push_back({s.from, std::min(s.to, taken.from)});
    if (taken.to < s.to) left.push_back({std::max(s.from, taken.to), s.to});
  }
  from.swap(left);
}

Stretch common(const Stretch& s, const Stretch& t) { return {std::max(s.from, t.from), std::min(s.to, t.to)}; }

}  // namespace plumb::checker
