// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan_frame.h"

namespace plumb::pipeline {
namespace {

// p / p_w - q / q_w, times both denominators.
mpz_class difference(const mpz_class& p, const mpz_class& p_w, const mpz_class& q, const mpz_class& q_w) {
  mpz_class out = p * q_w;
  mpz_submul(out.get_mpz_t(), q.get_mpz_t(), p_w.get_mpz_t());
  return out;
}

}  // namespace

PlanIntegers plan_integers(const kernel::ExactPoint& p) {
  PlanIntegers out;
  out.w = lcm(p[0].get_den(), p[1].get_den());
  out.x = p[0].get_num() * mpz_class(out.w / p[0].get_den());
  out.y = p[1].get_num() * mpz_class(out.w / p[1].get_den());
  return out;
}

// The product for p is over w(from) w(to) w(from) w(p), the squared length over (w(from) w(to))^2: w(to) over w(p) is left.
PlanFrame::PlanFrame(const PlanIntegers& from, const PlanIntegers& to)
    : from_(from), to_(to), x_(difference(to.x, to.w, from.x, from.w)), y_(difference(to.y, to.w, from.y, from.w)), whole_(x_ * x_ + y_ * y_) {}

mpz_class PlanFrame::product(const PlanIntegers& base, const PlanIntegers& p, bool turned) const {
  const mpz_class dx = difference(p.x, p.w, base.x, base.w), dy = difference(p.y, p.w, base.y, base.w);
  mpz_class out = turned ? mpz_class(x_ * dy) : mpz_class(x_ * dx);
  if (turned) mpz_submul(out.get_mpz_t(), y_.get_mpz_t(), dx.get_mpz_t());
  else mpz_addmul(out.get_mpz_t(), y_.get_mpz_t(), dy.get_mpz_t());
  return out;
}

}  // namespace plumb::pipeline
