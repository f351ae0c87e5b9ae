// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <optional>

#include "plumb/kernel/implicit_plan.h"

namespace plumb::kernel {

/// Where lines of a plan cross one of them, a x + b y + c = 0, for AreaLedger: multiples p / q of (-b, a) from a place
/// on the line that is the same for all. In the shortest numbers at hand, and in the caller's memory.
class LinePlaces {
 public:
  explicit LinePlaces(const ImplicitPlan& plan) : plan_(plan) {}

  /// Moves to a line.
  void enter(LineId line);
  /// Of the places' multiples, what an area takes: c, which is weight() / divisor(), positive or negative.
  const mpz_class& weight() const { return weight_; }
  const mpz_class& divisor() const { return divisor_; }
  /// Whether it takes nothing: c is zero.
  bool weightless() const { return sgn(weight_) == 0; }
  /// So many bits more than q suffice for the denominator where places are counted from the foot of an axis, -x / b or
  /// y / a.
  std::size_t foot_bits() const { return foot_bits_; }

  /// Where `across`, which is not parallel to the line, crosses it. q is not zero.
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
  std::optional<Coefficients<__int128>> native_;
  std::optional<Coefficients<LineInteger>> fixed_;
  std::optional<Coefficients<mpz_class>> exact_;
  mpz_class weight_, divisor_;
  std::size_t foot_bits_ = 0;
};

/// The bits that a factor adds to a product at most: none, if it is 1 or -1.
inline std::size_t factor_bits(const mpz_class& v) {
  return mpz_cmpabs_ui(v.get_mpz_t(), 1) == 0 ? 0 : mpz_sizeinbase(v.get_mpz_t(), 2);
}

}  // namespace plumb::kernel
