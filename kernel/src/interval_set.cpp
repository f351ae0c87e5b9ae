// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/interval_set.h"

#include <algorithm>
#include <utility>

namespace plumb::kernel {

IntervalSet united(std::vector<ExactInterval> intervals) {
  std::ranges::sort(intervals, [](const ExactInterval& a, const ExactInterval& b) {
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  });
  IntervalSet out;
  for (ExactInterval& s : intervals) {
    if (!out.empty() && s.from <= out.back().to) {
      if (s.to > out.back().to) out.back().to = std::move(s.to);
    } else {
      out.push_back(std::move(s));
    }
  }
  return out;
}

IntervalSet without(const IntervalSet& a, const IntervalSet& b) {
  IntervalSet out;
  auto next = b.begin();
  for (const ExactInterval& s : a) {
    mpq_class from = s.from;
    while (next != b.end() && next->to <= from) ++next;
    for (auto hole = next; hole != b.end() && hole->from < s.to; ++hole) {
      if (from < hole->from) out.push_back({from, hole->from});
      from = hole->to;
    }
    if (from < s.to) out.push_back({std::move(from), s.to});
  }
  return out;
}

IntervalSet common(const IntervalSet& a, const IntervalSet& b) {
  IntervalSet out;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    const mpq_class &from = std::max(i->from, j->from), &to = std::min(i->to, j->to);
    if (from < to) out.push_back({from, to});
    if (i->to < j->to) ++i;
    else ++j;
  }
  return out;
}

Linear operator+(const Linear& f, const Linear& g) { return {f.at + g.at, f.slope + g.slope}; }
Linear operator-(const Linear& f, const Linear& g) { return {f.at - g.at, f.slope - g.slope}; }
Linear operator+(const Linear& f, const mpq_class& c) { return {f.at + c, f.slope}; }

bool clip(ExactInterval& interval, const Linear& f) {
  if (sgn(f.slope) == 0) return sgn(f.at) >= 0;
  mpq_class zero = -f.at / f.slope;
  if (sgn(f.slope) > 0) {
    if (zero > interval.from) interval.from = std::move(zero);
  } else if (zero < interval.to) {
    interval.to = std::move(zero);
  }
  return interval.from < interval.to;
}

}  // namespace plumb::kernel
