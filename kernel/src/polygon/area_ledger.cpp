// SPDX-License-Identifier: LGPL-3.0-or-later
// Exact areas of cells as sums over lines.
//
// 1. add_edge() enters the two ends of an edge, each a pair of lines; settle() sorts the entries and erases those that
//    cancel. Nearly all do, so few fractions are ever computed.
// 2. doubled_area() adds what is left on an account: take_terms() computes a term n c t for each entry, where
//    LinePlaces says at which place t a line crosses another in the shortest numbers at hand. sum_of_terms() adds terms
//    of one point first, whose denominators are alike.
// 3. balances() adds the entries of all accounts on each line in the order of places (sum_on_line).
//
// Cost: n log n for n edges, and fractions for the ends that do not cancel. Where denominators would be longer than the
// caller allows, terms are added one by one until that shows.
// Exact: all of it; doubles order terms only.
// Source: ours; the sum over edges is Green's theorem.
#include "plumb/kernel/area_ledger.h"

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/implicit_plan.h"
#include "plumb/kernel/int128.h"
#include "plumb/kernel/int64.h"

namespace plumb::kernel {
namespace {

// Where lines of a plan cross one of them, a x + b y + c = 0, for AreaLedger: multiples p / q of (-b, a) from a place
// on the line that is the same for all. In the shortest numbers at hand, and in the caller's memory.
class LinePlaces {
 public:
  explicit LinePlaces(const ImplicitPlan& plan) : plan_(plan) {}

  // Moves to a line.
  void enter(LineId line);
  // Of the places' multiples, what an area takes: c, which is weight() / divisor(), positive or negative.
  const mpz_class& weight() const { return weight_; }
  const mpz_class& divisor() const { return divisor_; }
  // Whether it takes nothing: c is zero.
  bool weightless() const { return sgn(weight_) == 0; }
  // So many bits more than q suffice for the denominator where places are counted from the foot of an axis, -x / b or
  // y / a.
  std::size_t foot_bits() const { return foot_bits_; }

  // Where `across`, which is not parallel to the line, crosses it. q is not zero.
  void place(LineId across, mpz_class& p, mpz_class& q);

 private:
  const Coefficients<LineInteger>& fixed();
  const Coefficients<mpz_class>& exact();
  template <class N, class Local>
  void place_in(const Coefficients<N>& l, const Coefficients<N>& m, const Local& local, mpz_class& p,
                mpz_class& q) const;

  const ImplicitPlan& plan_;
  LineId line_ = no_line;
  PointId from_ = no_point;  // the place that multiples are counted from; else the foot of an axis
  PointId to_ = no_point;    // another point of the line, at steps_
  std::int64_t steps_ = 1;
  bool steep_ = false;  // b is zero
  // The line, in the numbers that were asked for; the first two times a power of two.
  std::optional<Coefficients<Int128>> native_;
  std::optional<Coefficients<LineInteger>> fixed_;
  std::optional<Coefficients<mpz_class>> exact_;
  mpz_class weight_, divisor_;
  std::size_t foot_bits_ = 0;
};

// The bits that a factor adds to a product at most: none, if it is 1 or -1.
std::size_t factor_bits(const mpz_class& v) {
  return mpz_cmpabs_ui(v.get_mpz_t(), 1) == 0 ? 0 : mpz_sizeinbase(v.get_mpz_t(), 2);
}

void assign(mpz_class& to, Int128 v) { FixedInteger<2>::from_int128(v).to_mpz(to); }
template <int C>
void assign(mpz_class& to, const FixedInteger<C>& v) {
  v.to_mpz(to);
}
void assign(mpz_class& to, const mpz_class& v) { to = v; }

bool is_zero(Int128 v) { return v == 0; }
template <int C>
bool is_zero(const FixedInteger<C>& v) {
  return v.sign() == Sign::zero;
}
bool is_zero(const mpz_class& v) { return sgn(v) == 0; }

Coefficients<LineInteger> widened(const Coefficients<Int128>& l) {
  return {LineInteger::from_int128(l.a), LineInteger::from_int128(l.b), LineInteger::from_int128(l.c)};
}

void LinePlaces::enter(LineId line) {
  line_ = line;
  const LineRecord& r = plan_.record(line);
  const PointTable& points = plan_.points();
  // The coefficients of a line through long coordinates were reduced: they are not the way between its points.
  const bool whole = r.from != no_point && plan_.is_whole(r.from) && plan_.is_whole(r.to);
  from_ = whole ? r.from : no_point;
  to_ = whole ? r.to : no_point;
  steps_ = 1;
  native_ = plan_.native(line);
  fixed_.reset();
  exact_.reset();
  const auto know = [&](const auto& l) {
    steep_ = is_zero(l.b);
    assign(divisor_, steep_ ? l.a : l.b);
    foot_bits_ = factor_bits(divisor_);
    assign(weight_, l.c);
    if (from_ != no_point) divisor_ = 1;
    else if (!steep_) weight_ = -weight_;
  };
  if (native_) {
    if (from_ != to_)
      steps_ = native_->b == 0 ? points.native_difference(to_, from_, 1) / static_cast<std::int64_t>(native_->a)
                               : -points.native_difference(to_, from_, 0) / static_cast<std::int64_t>(native_->b);
    know(*native_);
  } else if (r.numbers == LineRecord::Numbers::big) {
    know(exact());
  } else {
    know(fixed());
  }
}

// A place is p + t (-b, a), or the line's point (-b t, y), where m is zero: t = -m(p) / (a m.b - b m.a).
template <class N, class Local>
void LinePlaces::place_in(const Coefficients<N>& l, const Coefficients<N>& m, const Local& local, mpz_class& p,
                          mpz_class& q) const {
  assign(q, formulas::meet_w(l, m));
  if (from_ == no_point) assign(p, steep_ ? formulas::meet_y(l, m) : formulas::meet_x(l, m));
  else assign(p, -formulas::linear(m.a, m.b, m.c, local(0), local(1)));
}

void LinePlaces::place(LineId across, mpz_class& p, mpz_class& q) {
  const LineRecord& m = plan_.record(across);
  if (from_ != no_point) {
    const auto ends = [&](PointId point) { return m.from == point || m.to == point; };
    const bool at_from = ends(from_);
    if (at_from || ends(to_)) {
      p = to_gmp(at_from ? 0 : steps_);
      q = 1;
      return;
    }
  }
  const PointTable& points = plan_.points();
  const auto difference = [&](int axis) { return points.difference(from_, plan_.origin(), axis); };
  const auto m_native = plan_.native(across);
  if (native_ && m_native) {
    place_in(
        *native_, *m_native, [&](int axis) { return Int128{points.native_difference(from_, plan_.origin(), axis)}; }, p,
        q);
  } else if (m.numbers != LineRecord::Numbers::big && plan_.record(line_).numbers != LineRecord::Numbers::big) {
    place_in(fixed(), m_native ? widened(*m_native) : plan_.fixed(across), difference, p, q);
  } else {
    place_in(
        exact(), plan_.exact(across),
        [&](int axis) { return mpz_class(points.integer(from_, axis) - points.integer(plan_.origin(), axis)); }, p, q);
  }
}

const Coefficients<LineInteger>& LinePlaces::fixed() {
  if (!fixed_) fixed_ = native_ ? widened(*native_) : plan_.fixed(line_);
  return *fixed_;
}

const Coefficients<mpz_class>& LinePlaces::exact() {
  if (!exact_) {
    if (native_) exact_ = {fixed().a.to_mpz(), fixed().b.to_mpz(), fixed().c.to_mpz()};
    else exact_ = plan_.exact(line_);
  }
  return *exact_;
}

constexpr std::size_t long_denominator = 1024;  // bits: common factors of longer numbers are looked for part by part

}  // namespace

void drop_longer(std::optional<mpq_class>& exact, std::uint64_t digits) {
  if (!exact || digits == 0) return;
  // A decimal digit stands for more than three bits. Each number may have one digit more, and there are a sign and a
  // slash.
  const auto bits = mpz_sizeinbase(exact->get_num_mpz_t(), 2) + mpz_sizeinbase(exact->get_den_mpz_t(), 2);
  if (bits / 3 + 4 > digits && exact->get_str().size() > digits) exact.reset();
}

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
