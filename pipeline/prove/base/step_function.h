// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

namespace plumb::checker {

/// A place of a line where a step function jumps, and by how much. Each line, or anything else that is named there, has
/// a function of its own, constant between its jumps and 0 far out: such is a sum of directed stretches
/// (docs/theory/certificate.md, lemma 1).
template <class Line, class Place>
struct Jump {
  Line line;
  Place at;
  std::int64_t by;
  bool operator<(const Jump& o) const { return std::tie(line, at) < std::tie(o.line, o.at); }
};

/// Adds `times` from one place of a line to another; backward, it is taken away.
template <class Line, class Place>
void add_stretch(std::vector<Jump<Line, Place>>& jumps, const Line& line, const Place& from, const Place& to,
                 std::int64_t times = 1) {
  jumps.push_back({line, from, times});
  jumps.push_back({line, to, -times});
}

/// Sorts jumps and adds up those of which neither is before the other; where the sum is 0, there is none. `before`:
/// a strict weak order, by line and place. Then all functions are 0 everywhere if and only if no jump is left.
template <class Jump, class Before = std::less<>>
void add_up(std::vector<Jump>& jumps, const Before& before = {}) {
  if (!std::is_sorted(jumps.begin(), jumps.end(), before)) std::sort(jumps.begin(), jumps.end(), before);
  auto kept = jumps.begin();
  for (auto i = jumps.begin(); i != jumps.end();) {
    auto first = i;
    while (++i != jumps.end() && !before(*first, *i)) first->by += i->by;
    if (first->by == 0) continue;
    if (kept != first) *kept = std::move(*first);
    ++kept;
  }
  jumps.erase(kept, jumps.end());
}

/// Whether two sums are the same functions: with the jumps of one taken away from those of the other, none is left.
template <class Jump, class Before = std::less<>>
bool are_equal(std::vector<Jump> functions, std::vector<Jump> others, const Before& before = {}) {
  for (Jump& jump : others) {
    jump.by = -jump.by;
    functions.push_back(std::move(jump));
  }
  add_up(functions, before);
  return functions.empty();
}

/// Of jumps that were added up: calls visit(line, from, to, value) for each longest stretch on which a function has one
/// value other than 0, in their order.
template <class Jump, class Visit>
void for_each_stretch(const std::vector<Jump>& jumps, const Visit& visit) {
  std::int64_t value = 0;
  for (std::size_t i = 0; i + 1 < jumps.size(); ++i) {
    value += jumps[i].by;
    if (value != 0) visit(jumps[i].line, jumps[i].at, jumps[i + 1].at, value);
  }
}

}  // namespace plumb::checker
