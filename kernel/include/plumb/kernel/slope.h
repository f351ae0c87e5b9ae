// SPDX-License-Identifier: LGPL-3.0-or-later
// This header has the steepest slope that an agent can stand on, which is compared exactly with the normals of polygons
// (SlopeLimit), and slopes in degrees (slope_degrees).
#pragma once
#include <gmpxx.h>

#include <array>
#include <optional>
#include <string>

#include "plumb/kernel/interval.h"
#include "plumb/kernel/plane.h"
#include "plumb/kernel/real_interval.h"

namespace plumb::kernel {

/// The steepest angle to the horizontal that an agent can stand on, 0 <= limit < 90 degrees (Budde & Kausch, 4.4).
///
/// A plane with normal n is within the limit iff n.z^2 >= cos^2(limit) |n|^2. This is decided exactly:
/// - cos^2(limit) is rational for a limit with a rational tangent or cosine. For a rational number of degrees x,
///   cos^2(x) = (1 + cos 2x) / 2 is rational only where 2x is a multiple of 60 or 90 degrees (Niven): in the range,
///   at x = 0, 30, 45 and 60. Where it is rational, integers are compared.
/// - Otherwise cos^2(limit) is irrational and cannot equal n.z^2 / |n|^2, which is rational. MPFR encloses cos^2(limit)
///   with a precision that is doubled until the enclosure does not contain the quotient. This takes finitely many
///   steps, as the width of the enclosure tends to 0.
///
/// A limit does not change once it is made, so any threads may use it at once.
class SlopeLimit {
 public:
  /// The limit of so many degrees; none unless 0 <= degrees < 90.
  static std::optional<SlopeLimit> from_degrees(const mpq_class& degrees);
  /// The limit with this tangent, which is the rise over the run; none if it is negative.
  static std::optional<SlopeLimit> from_ratio(const mpq_class& tangent);
  /// The limit with this cosine, which is the z of the unit normal; none unless 0 < cosine <= 1.
  static std::optional<SlopeLimit> from_cosine(const mpq_class& cosine);
  /// The limit whose tangent has this square; none if it is negative.
  static std::optional<SlopeLimit> from_tan_squared(const mpq_class& square);

  /// Whether a plane with normal n is within the limit. Requires a normal other than zero. The sign of n does not
  /// matter. A vertical plane (n.z = 0) is never within the limit.
  bool is_traversable(const ExactNormal& n) const;
  bool is_traversable(const FixedNormal& n) const;
  /// The same in doubles. It gives an answer only if the error bounds of the normal prove it.
  std::optional<bool> is_traversable_filtered(const FilteredNormal& n) const;

  /// Whether the angle between two normals is at most the limit: n.m > 0 and (n.m)^2 >= cos^2(limit) |n|^2 |m|^2. This
  /// is decided exactly, in the same way. Requires that neither is zero.
  bool within(const ExactNormal& n, const ExactNormal& m) const;
  /// The same for normals that are known to lie between doubles; none where these do not decide.
  std::optional<bool> within(const std::array<Interval, 3>& n, const std::array<Interval, 3>& m) const;

  /// An interval around cos^2(limit) between two rationals at most 2^(4 - precision) apart, or cos^2(limit) itself
  /// where it is rational. Requires precision >= 2.
  RationalInterval cos_squared(int precision) const;
  bool cos_squared_is_rational() const { return rational_; }

  /// The bound on the error of either side of the comparison in doubles. slope.cpp derives it.
  static constexpr ErrorBound slope_error{7};

 private:
  explicit SlopeLimit(mpq_class degrees, std::optional<mpq_class> cos_squared);
  /// Whether part >= cos^2(limit) all. Requires that both are positive.
  bool is_at_least_cos_squared_of(const mpz_class& part, const mpz_class& all) const;

  mpq_class degrees_;  // used only where cos^2 is irrational
  bool rational_;
  RationalInterval first_;  // cos^2 itself, or its enclosure at the first precision
  // cos^2 and sin^2 = 1 - cos^2, rounded outward.
  double cos_squared_low_, cos_squared_high_;
  double sin_squared_low_, sin_squared_high_;
};

/// The angle to the horizontal whose squared tangent is given, in degrees: an interval between two rationals. Its
/// width, divided by the angle, is below 2^-150. It is one point where the angle is a rational number of degrees, which
/// is only so at 0, 30, 45 and 60 (Niven). Requires tan_squared >= 0.
RationalInterval slope_degrees(const mpq_class& tan_squared);

/// tan^2 of a limit if that is rational; none otherwise.
std::optional<mpq_class> tan_squared_of(const SlopeLimit& limit);

}  // namespace plumb::kernel
