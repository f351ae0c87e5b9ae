// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/interval_set.h"

#include <algorithm>
#include <utility>

namespace plumb::kernel {

Spans united(std::vector<Span> spans) {
  std::ranges::sort(spans, [](const Span& a, const Span& b) { return a.from != b.from ? a.from < b.from : a.to < b.to; });
  Spans out;
  for (Span& s : spans) {
    if (!out.empty() && s.from <= out.back().to) {
      if (s.to > out.back().to) out.back().to = std::move(s.to);
    } else {
      out.push_back(std::move(s));
    }
  }
  return out;
}

Spans without(const Spans& a, const Spans& b) {
  Spans out;
  auto next = b.begin();
  for (const Span& s : a) {
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

Spans common(const Spans& a, const Spans& b) {
  Spans out;
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

bool clip(Span& span, const Linear& f) {
  if (sgn(f.slope) == 0) return sgn(f.at) >= 0;
  mpq_class zero = -f.at / f.slope;
  if (sgn(f.slope) > 0) {
    if (zero > span.from) span.from = std::move(zero);
  } else if (zero < span.to) {
    span.to = std::move(zero);
  }
  return span.from < span.to;
}

}  // namespace plumb::kernel
