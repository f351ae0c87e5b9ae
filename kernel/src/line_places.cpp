// SPDX-License-Identifier: LGPL-3.0-or-later
#include "line_places.h"

#include "plumb/kernel/formulas.h"

namespace plumb::kernel {
namespace {

void assign(mpz_class& to, __int128 v) { FixedInteger<2>::from_int128(v).to_mpz(to); }
template <int C>
void assign(mpz_class& to, const FixedInteger<C>& v) {
  v.to_mpz(to);
}
void assign(mpz_class& to, const mpz_class& v) { to = v; }

bool is_zero(__int128 v) { return v == 0; }
template <int C>
bool is_zero(const FixedInteger<C>& v) {
  return v.sign() == Sign::zero;
}
bool is_zero(const mpz_class& v) { return sgn(v) == 0; }

Coefficients<LineInteger> widened(const Coefficients<__int128>& l) {
  return {LineInteger::from_int128(l.a), LineInteger::from_int128(l.b), LineInteger::from_int128(l.c)};
}

}  // namespace

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
      p = at_from ? 0 : steps_;
      q = 1;
      return;
    }
  }
  const PointTable& points = plan_.points();
  const auto difference = [&](int axis) { return points.difference(from_, plan_.origin(), axis); };
  const auto m_native = plan_.native(across);
  if (native_ && m_native) {
    place_in(
        *native_, *m_native, [&](int axis) { return __int128{points.native_difference(from_, plan_.origin(), axis)}; },
        p, q);
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

}  // namespace plumb::kernel
