// SPDX-License-Identifier: LGPL-3.0-or-later
// Sets of exact intervals, the lower envelope of linear functions, and the part of an interval within a distance.
//
// 1. united() sorts intervals and joins those that touch; without() and common() walk along two sets at once.
// 2. clip() cuts an interval at the zero of a linear function.
// 3. lower_envelope() halves the list of functions, and lower() merges the two envelopes stop by stop; where two
//    functions cross between stops, append_lower() puts the crossing in.
// 4. clip_to_distance() cuts an interval where distance * length = reach. That place is a root: if it is irrational,
//    last_below() finds the last multiple of 2^-64 before it, or of 2^-128, 2^-192, ... where that leaves nothing.
//
// Cost: n log n for n intervals, n log^2 n for an envelope of n functions; the root takes as many bits as leave an
// interval.
// Exact: all of it is in fractions, but for irrational ends, which are rounded as the caller asks.
// Source: textbook (divide and conquer).
#include "plumb/kernel/interval_set.h"

#include <algorithm>
#include <iterator>
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

namespace {

using Envelope = std::vector<EnvelopeStretch>;

void append(Envelope& out, const mpq_class& from, const mpq_class& to, const Linear& distance,
            std::vector<std::uint32_t> ids) {
  if (from >= to) return;
  if (!out.empty() && out.back().range.to == from && out.back().distance == distance && out.back().ids == ids)
    out.back().range.to = to;
  else out.push_back({{from, to}, distance, std::move(ids)});
}

// The lower of two stretches between from and to, where both are.
void append_lower(Envelope& out, const mpq_class& from, const mpq_class& to, const EnvelopeStretch& a,
                  const EnvelopeStretch& b) {
  const Linear above = b.distance - a.distance;
  const int first = sgn(above(from)), last = sgn(above(to));
  if (first == 0 && last == 0) {
    std::vector<std::uint32_t> both;
    std::ranges::set_union(a.ids, b.ids, std::back_inserter(both));
    append(out, from, to, a.distance, std::move(both));
  } else if (first * last < 0) {
    const mpq_class crossing = -above.at / above.slope;
    const EnvelopeStretch &before = first > 0 ? a : b, &after = first > 0 ? b : a;
    append(out, from, crossing, before.distance, before.ids);
    append(out, crossing, to, after.distance, after.ids);
  } else {
    const EnvelopeStretch& lower = first + last > 0 ? a : b;
    append(out, from, to, lower.distance, lower.ids);
  }
}

Envelope lower(const Envelope& a, const Envelope& b) {
  std::vector<mpq_class> stops;
  for (const Envelope* e : {&a, &b})
    for (const EnvelopeStretch& s : *e) {
      stops.push_back(s.range.from);
      stops.push_back(s.range.to);
    }
  std::ranges::sort(stops);
  stops.erase(std::unique(stops.begin(), stops.end()), stops.end());
  Envelope out;
  std::size_t i = 0, j = 0;
  for (std::size_t k = 0; k + 1 < stops.size(); ++k) {
    const mpq_class &from = stops[k], &to = stops[k + 1];
    while (i < a.size() && a[i].range.to <= from) ++i;
    while (j < b.size() && b[j].range.to <= from) ++j;
    const bool in_a = i < a.size() && a[i].range.from <= from, in_b = j < b.size() && b[j].range.from <= from;
    if (in_a && in_b) append_lower(out, from, to, a[i], b[j]);
    else if (in_a) append(out, from, to, a[i].distance, a[i].ids);
    else if (in_b) append(out, from, to, b[j].distance, b[j].ids);
  }
  return out;
}

}  // namespace

std::vector<EnvelopeStretch> lower_envelope(std::span<const LinearPiece> pieces) {
  if (pieces.empty()) return {};
  if (pieces.size() == 1) return {{pieces[0].range, pieces[0].distance, {pieces[0].id}}};
  const std::size_t half = pieces.size() / 2;
  return lower(lower_envelope(pieces.first(half)), lower_envelope(pieces.subspan(half)));
}

namespace {

constexpr mp_bitcnt_t digits = 64;

mpq_class exact_power_of_two(mp_bitcnt_t exponent) {
  mpz_class p = 1;
  p <<= exponent;
  return p;
}

mpz_class floor_of(const mpq_class& q) {
  mpz_class f;
  mpz_fdiv_q(f.get_mpz_t(), q.get_num().get_mpz_t(), q.get_den().get_mpz_t());
  return f;
}

// The root, if it is rational.
std::optional<mpq_class> exact_root(const mpq_class& square) {
  if (mpz_perfect_square_p(square.get_num().get_mpz_t()) == 0 ||
      mpz_perfect_square_p(square.get_den().get_mpz_t()) == 0)
    return std::nullopt;
  return mpq_class(sqrt(square.get_num()), sqrt(square.get_den()));
}

// At most 2^-bits below the root.
mpq_class root_below(const mpq_class& square, mp_bitcnt_t bits) {
  const mpz_class scaled = floor_of(square * exact_power_of_two(2 * bits));
  return mpq_class(sqrt(scaled)) / exact_power_of_two(bits);
}

// The greatest multiple of 2^-bits, u, with f(u) <= the irrational root of `square`. f ascends.
mpq_class last_below(const Linear& f, const mpq_class& square, mp_bitcnt_t bits) {
  const auto below = [&](const mpq_class& u) {
    const mpq_class y = f(u);
    return sgn(y) <= 0 || y * y < square;
  };
  // Precise enough that the first guess is at most one step too low.
  const mpz_class steepness = floor_of(1 / f.slope) + 1;
  const mpq_class root = root_below(square, bits + mpz_sizeinbase(steepness.get_mpz_t(), 2));
  const mpq_class step = 1 / exact_power_of_two(bits);
  mpq_class u = mpq_class(floor_of((root - f.at) / f.slope / step)) * step;
  while (below(u + step)) u += step;
  return u;
}

}  // namespace

std::optional<ExactInterval> clip_to_distance(const ExactInterval& range, const Linear& distance,
                                              const mpq_class& squared_length, const mpq_class& reach,
                                              Rounding rounding) {
  const mpq_class square = reach * reach / squared_length;
  const auto near = [&](const mpq_class& u) {
    const mpq_class d = distance(u);
    return cmp(d * d, square);
  };
  const int first = near(range.from), last = near(range.to);
  if (first <= 0 && last <= 0) return range;
  if (first >= 0 && last >= 0) return std::nullopt;
  // One end is strictly within reach, the other beyond.
  const bool ascends = first < 0;
  if (const auto root = exact_root(square)) {
    const mpq_class end = (*root - distance.at) / distance.slope;
    return ascends ? ExactInterval{range.from, end} : ExactInterval{end, range.to};
  }
  const mpq_class outward = rounding == Rounding::outward ? 1 / exact_power_of_two(digits) : mpq_class(0);
  for (mp_bitcnt_t bits = digits;; bits += digits) {
    if (ascends) {
      mpq_class end = last_below(distance, square, bits) + outward;
      if (end > range.from) return ExactInterval{range.from, std::min(end, range.to)};
    } else {
      mpq_class start = -last_below({distance.at, -distance.slope}, square, bits) - outward;
      if (start < range.to) return ExactInterval{std::max(start, range.from), range.to};
    }
  }
}

}  // namespace plumb::kernel
