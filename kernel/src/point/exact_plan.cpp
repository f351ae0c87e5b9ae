// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/exact_plan.h"

namespace plumb::kernel {
namespace {

// b - a = numerator / (a's denominator * b's), or over the one denominator that they share.
struct ExactDifference {
  mpz_class numerator, denominator;
  void set(const mpq_class& a, const mpq_class& b) {
    if (mpz_cmp(a.get_den_mpz_t(), b.get_den_mpz_t()) == 0) {
      mpz_sub(numerator.get_mpz_t(), b.get_num_mpz_t(), a.get_num_mpz_t());
      mpz_set(denominator.get_mpz_t(), a.get_den_mpz_t());
      return;
    }
    mpz_mul(numerator.get_mpz_t(), b.get_num_mpz_t(), a.get_den_mpz_t());
    mpz_submul(numerator.get_mpz_t(), a.get_num_mpz_t(), b.get_den_mpz_t());
    mpz_mul(denominator.get_mpz_t(), a.get_den_mpz_t(), b.get_den_mpz_t());
  }
};

}  // namespace

Sign orientation_of_vectors_exact(const mpq_class& ax, const mpq_class& ay, const mpq_class& bx, const mpq_class& by,
                                  const mpq_class& cx, const mpq_class& cy, const mpq_class& dx, const mpq_class& dy) {
  ExactDifference run_x, run_y, to_x, to_y;
  run_x.set(ax, bx);
  run_y.set(ay, by);
  to_x.set(cx, dx);
  to_y.set(cy, dy);
  // run_x to_y - run_y to_x, times all denominators.
  run_x.numerator *= to_y.numerator;
  run_y.numerator *= to_x.numerator;
  const int left = sgn(run_x.numerator), right = sgn(run_y.numerator);
  if (left != right || left == 0) return sign_of(left - right);
  run_x.numerator *= run_y.denominator;
  run_x.numerator *= to_x.denominator;
  run_y.numerator *= run_x.denominator;
  run_y.numerator *= to_y.denominator;
  return sign_of(cmp(run_x.numerator, run_y.numerator));
}

}  // namespace plumb::kernel
