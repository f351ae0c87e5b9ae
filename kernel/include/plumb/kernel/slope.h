// SPDX-License-Identifier: LGPL-3.0-or-later
// The steepest slope that an agent can stand on, compared exactly with the normals of polygons; and slopes in degrees.
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
/// A plane with normal n is within it iff n.z^2 >= cos^2(limit) |n|^2, decided exactly. cos^2(x) = (1 + cos 2x) / 2
/// is rational for a rational number of degrees x only where 2x is a multiple of 60 or 90 degrees (Niven), here
/// x = 0, 30, 45, 60, and always for a rational tangent or cosine; then the comparison is one of integers. Elsewhere
/// n.z^2 / |n|^2, a rational, cannot equal cos^2, an irrational: their distance is positive, so MPFR enclosures
/// of cos^2 of doubling precision, whose width tends to 0, separate them after finitely many steps.
class SlopeLimit {
 public:
  /// None unless 0 <= degrees < 90.
  static std::optional<SlopeLimit> from_degrees(const mpq_class& degrees);
  /// The limit with this tangent, rise over run; none if it is negative.
  static std::optional<SlopeLimit> from_ratio(const mpq_class& tangent);
  /// The limit with this cosine, the height of the unit normal; none unless 0 < cosine <= 1.
  static std::optional<SlopeLimit> from_cosine(const mpq_class& cosine);
  /// The limit whose tangent has this square; none if it is negative.
  static std::optional<SlopeLimit> from_tan_squared(const mpq_class& square);

  /// Requires a normal other than zero. The sign of n does not matter; a vertical plane (n.z = 0) is never within.
  bool is_traversable(const ExactNormal& n) const;
  bool is_traversable(const FixedNormal& n) const;
  /// The double stage: an answer only if the normal's error bounds certify it.
  std::optional<bool> is_traversable_filtered(const FilteredNormal& n) const;

  /// Is the angle between two normals at most the limit: n.m > 0 and (n.m)^2 >= cos^2(limit) |n|^2 |m|^2. Decided
  /// exactly, as is_traversable(). Requires neither to be zero.
  bool within(const ExactNormal& n, const ExactNormal& m) const;
  /// The same of normals that lie between doubles, where these can tell.
  std::optional<bool> within(const std::array<Interval, 3>& n, const std::array<Interval, 3>& m) const;

  /// cos^2(limit) between two rationals at most 2^(4 - precision) apart; a single point where it is rational.
  RationalInterval cos_squared(int precision) const;
  bool cos_squared_is_rational() const { return rational_; }

  static constexpr ErrorBound slope_error{7};  ///< of both sides of the filter's comparison; derivation in slope.cpp

 private:
  explicit SlopeLimit(mpq_class degrees, std::optional<mpq_class> cos_squared);
  /// part >= cos^2(limit) all; requires both to be positive.
  bool is_share(const mpz_class& part, const mpz_class& all) const;

  mpq_class degrees_;  // used only where cos^2 is irrational
  bool rational_;
  RationalInterval first_;     // cos^2 itself, or its enclosure at the first precision
  double cos_low_, cos_high_;  // cos^2 and sin^2 = 1 - cos^2 rounded outward
  double sin_low_, sin_high_;
};

/// The angle to the horizontal, in degrees, whose tangent squared is given: between two rationals about 2^-120 apart,
/// relatively. One point where the angle is rational: 0, 30, 45, 60 (Niven: there are no others). Requires tan_squared
/// >= 0.
RationalInterval slope_degrees(const mpq_class& tan_squared);

/// tan^2 of a limit, where it is rational.
std::optional<mpq_class> tan_squared_of(const SlopeLimit& limit);

}  // namespace plumb::kernel
