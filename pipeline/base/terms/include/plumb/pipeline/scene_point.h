// SPDX-License-Identifier: LGPL-3.0-or-later
// Points as programs give and get them, and the exact numbers that they are made of. This header includes little, for
// programs that only ask: GMP's C++ interface alone has 33,000 lines.
#pragma once
#include <gmp.h>

#include <compare>
#include <concepts>
#include <cstdint>
#include <iosfwd>  // declares std::string, too
#include <type_traits>
#include <utility>

namespace plumb {

/// An exact number: a fraction in lowest terms. Whatever has the denominator 0, an infinity or a NaN, is no number; no
/// call takes one. With gmpxx.h, an mpq_class becomes a Fraction by itself, and `mpq_class(fraction.get())` is the way
/// back, for those who compute.
class Fraction {
 public:
  Fraction() { mpq_init(value_); }
  /// The integer; of a float or double the number that it is.
  template <class Number>
    requires std::is_arithmetic_v<Number> Fraction(Number number) : Fraction() {
      if constexpr (std::is_floating_point_v<Number>) set_double(number);
      else if constexpr (std::is_signed_v<Number>) set_ratio(number, 1);
      else set_whole(number);
    }
    Fraction(std::int64_t numerator, std::int64_t denominator) : Fraction() { set_ratio(numerator, denominator); }
    template <class Number>  // an mpq_class
      requires requires(const Number& n) {
        { n.get_mpq_t() } -> std::convertible_to<mpq_srcptr>;
      }
    Fraction(const Number& number) : Fraction() { set(number.get_mpq_t()); }
    Fraction(const Fraction& other) : Fraction() { mpq_set(value_, other.value_); }
    Fraction(Fraction&& other) noexcept : Fraction() { mpq_swap(value_, other.value_); }
    Fraction& operator=(Fraction other) noexcept {
      mpq_swap(value_, other.value_);
      return *this;
    }
    ~Fraction() { mpq_clear(value_); }

    bool is_number() const { return mpz_sgn(mpq_denref(value_)) != 0; }
    mpq_srcptr get() const { return value_; }
    /// The nearest double; a NaN if it is no number.
    double to_double() const;
    /// "7/2"; "none" if it is no number.
    std::string text() const;

    friend bool operator==(const Fraction& a, const Fraction& b) { return mpq_equal(a.value_, b.value_) != 0; }
    /// Requires numbers.
    friend std::strong_ordering operator<=>(const Fraction& a, const Fraction& b) {
      return mpq_cmp(a.value_, b.value_) <=> 0;
    }

   private:
    void set_double(double number);
    void set_whole(std::uint64_t number);
    void set_ratio(std::int64_t numerator, std::int64_t denominator);
    void set(mpq_srcptr number);

    mpq_t value_;
};

/// A point in the axes and units of the scene as it was given: with y up, y is the height. All points of public calls
/// are of this type. A navmesh itself has z up; scene_frame.h has the conversion.
template <class Number>  // Fraction, or double
struct ScenePointOf {
  Number x{}, y{}, z{};
  bool operator==(const ScenePointOf&) const = default;
};
using ScenePoint = ScenePointOf<Fraction>;
/// The same in doubles, for those who ask at each frame. They are taken as the numbers that they are.
using ScenePointF = ScenePointOf<double>;

namespace pipeline {

/// Which input axis is up. Inside, z is up: with `y`, (x, y, z) is read as (x, -z, y).
enum class UpAxis { y, z };
/// How an agent gets from one cell to another (docs/theory/definitions.md, The navigation graph).
enum class PortalKind : std::uint8_t { flush, step, weld };
/// How an agent gets from one cell to another and not always back (docs/theory/definitions.md, Drops and leaps).
enum class OneWayKind : std::uint8_t { drop, leap };

}  // namespace pipeline
}  // namespace plumb
