// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/area_ledger.h"

#include <algorithm>
#include <cmath>

#include "line_places.h"
#include "plumb/kernel/formulas.h"

namespace plumb::kernel {
namespace {

constexpr std::size_t long_denominator = 1024;  // bits: common factors of longer numbers are looked for part by part

}  // namespace

void AreaLedger::add_edge(const ImplicitPlan& plan, std::uint32_t account, LineId line, LineId from, LineId to,
                          int times) {
  const std::uint64_t l = std::uint64_t{plan.representative(line)} << 32;
  entries_.push_back({l | plan.representative(to), account, times});
  entries_.push_back({l | plan.representative(from), account, -times});
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
mpq_class AreaLedger::value(const ImplicitPlan& plan, const Entry& e) {
  const auto l = plan.exact(static_cast<LineId>(e.key >> 32)), m = plan.exact(static_cast<LineId>(e.key));
  const mpz_class w = formulas::meet_w(l, m);
  mpq_class v =
      l.b != 0 ? mpq_class(-l.c * formulas::meet_x(l, m), l.b * w) : mpq_class(l.c * formulas::meet_y(l, m), l.a * w);
  v.canonicalize();
  return v * e.times;
}

// Neither the sum nor a part of it has a denominator longer than all denominators together; where that is too long, the
// sum is made one by one, to see.
std::optional<mpq_class> AreaLedger::doubled_area(const ImplicitPlan& plan, std::uint32_t account,
                                                  std::size_t limit_bits) {
  const std::size_t bits = take_terms(plan, account);
  if (!limit_bits || bits <= limit_bits) return sum_of_terms();
  std::vector<const Entry*> mine;
  for (const Entry& e : entries_)
    if (e.account == account) mine.push_back(&e);
  return balanced_sum(0, mine.size(), limit_bits, [&](std::size_t i) { return value(plan, *mine[i]); });
}

AreaLedger::Term& AreaLedger::next_term() {
  if (term_count_ == terms_.size()) terms_.emplace_back();
  return terms_[term_count_++];
}

// The terms of an account. @return the bits of all denominators together, counted once for each point.
std::size_t AreaLedger::take_terms(const ImplicitPlan& plan, std::uint32_t account) {
  LinePlaces places(plan);
  LineId line = no_line;
  std::size_t bits = 0;
  term_count_ = 0;
  by_point_.clear();
  for (const Entry& e : entries_) {
    if (e.account != account) continue;
    if (const auto l = static_cast<LineId>(e.key >> 32); l != line) {
      places.enter(line = l);
      if (!places.weightless()) bits += places.foot_bits();
    }
    if (places.weightless()) continue;
    const auto across = static_cast<LineId>(e.key);
    Term& t = next_term();
    places.place(across, t.value.p, t.value.q);
    t.crossing_bits = factor_bits(t.value.q);
    t.value.p *= places.weight();
    t.value.p *= e.times;
    t.value.q *= places.divisor();
    t.point = std::uint64_t{std::min(line, across)} << 32 | std::max(line, across);
    by_point_.emplace_back(t.point, static_cast<std::uint32_t>(term_count_ - 1));
  }
  std::ranges::sort(by_point_);
  for (std::size_t i = 0; i < by_point_.size();) {
    std::size_t longest = 0;
    for (const std::uint64_t point = by_point_[i].first; i < by_point_.size() && by_point_[i].first == point; ++i)
      longest = std::max(longest, terms_[by_point_[i].second].crossing_bits);
    bits += longest;
  }
  return bits;
}

// One division by common factors for many terms, and none of long numbers: what is divided is as long as all that it is
// made of.
mpq_class AreaLedger::sum_of_terms() {
  std::vector<mpq_class> parts;
  Fraction sum{0, 1};
  for (std::size_t i = 0; i < by_point_.size();) {
    Fraction& at_point = terms_[by_point_[i].second].value;
    const std::uint64_t point = by_point_[i].first;
    for (++i; i < by_point_.size() && by_point_[i].first == point; ++i)
      add_at_point(at_point, terms_[by_point_[i].second].value);
    if (sgn(at_point.p) == 0) continue;
    add(sum, at_point);
    if (mpz_sizeinbase(sum.q.get_mpz_t(), 2) < long_denominator) continue;
    parts.push_back(reduced(sum));
    sum.p = 0;
    sum.q = 1;
  }
  if (parts.empty()) return reduced(sum);
  parts.push_back(reduced(sum));
  return *balanced_sum(0, parts.size(), 0, [&](std::size_t i) { return std::optional(std::move(parts[i])); });
}

void AreaLedger::add(Fraction& sum, const Fraction& term) {
  if (const int sign = mpz_cmpabs(sum.q.get_mpz_t(), term.q.get_mpz_t()); sign == 0) {
    if (sgn(sum.q) == sgn(term.q)) sum.p += term.p;
    else sum.p -= term.p;
    return;
  }
  sum.p *= term.q;
  mpz_addmul(sum.p.get_mpz_t(), term.p.get_mpz_t(), sum.q.get_mpz_t());
  sum.q *= term.q;
}

// Of the places of one point on two lines, one denominator often is a multiple of the other.
void AreaLedger::add_at_point(Fraction& sum, Fraction& term) {
  if (mpz_cmpabs(sum.q.get_mpz_t(), term.q.get_mpz_t()) < 0) std::swap(sum, term);
  if (!mpz_divisible_p(sum.q.get_mpz_t(), term.q.get_mpz_t())) return add(sum, term);
  mpz_divexact(term.q.get_mpz_t(), sum.q.get_mpz_t(), term.q.get_mpz_t());
  mpz_addmul(sum.p.get_mpz_t(), term.p.get_mpz_t(), term.q.get_mpz_t());
}

mpq_class AreaLedger::reduced(const Fraction& f) {
  mpq_class v(f.p, f.q);
  v.canonicalize();
  return v;
}

// Line by line: where cells meet as they should, each line's positions cancel among themselves, and numbers stay short.
bool AreaLedger::balances(const ImplicitPlan& plan) {
  mpq_class sum = 0;
  totals_.clear();
  for (std::size_t i = 0; i < entries_.size();) {
    Entry total = entries_[i];
    for (++i; i < entries_.size() && entries_[i].key == total.key; ++i) total.times += entries_[i].times;
    if (total.times != 0) totals_.push_back(total);
    if (i < entries_.size() && entries_[i].key >> 32 == total.key >> 32) continue;
    if (!totals_.empty()) sum += sum_on_line(plan, totals_);
    totals_.clear();
  }
  return sum == 0;
}

// In their order along the line, nearly: entries of one place, which cancel, come one after another.
mpq_class AreaLedger::sum_on_line(const ImplicitPlan& plan, std::span<const Entry> totals) {
  LinePlaces places(plan);
  places.enter(static_cast<LineId>(totals[0].key >> 32));
  if (places.weightless()) return 0;
  term_count_ = 0;
  by_place_.clear();
  for (const Entry& e : totals) {
    Fraction& f = next_term().value;
    places.place(static_cast<LineId>(e.key), f.p, f.q);
    const double near = f.p.get_d() / f.q.get_d();
    by_place_.emplace_back(std::isfinite(near) ? near : 0, static_cast<std::uint32_t>(term_count_ - 1));
    f.p *= e.times;
  }
  std::ranges::sort(by_place_);
  Fraction sum{0, 1};
  for (const auto& [place, i] : by_place_) {
    add(sum, terms_[i].value);
    if (sgn(sum.p) == 0) sum.q = 1;
  }
  if (sgn(sum.p) == 0) return 0;
  sum.p *= places.weight();
  sum.q *= places.divisor();
  return reduced(sum);
}

}  // namespace plumb::kernel
