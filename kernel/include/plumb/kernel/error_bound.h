// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "Plumb's headers are exact by IEEE 754: compile what includes them without -ffast-math and its parts"
#endif

/// The one form of what exact answers rest on when they come from doubles. Such a constant is declared as one of these
/// types, or is one of the steps below, and its derivation stands beside it:
///
///     constexpr ErrorBound turn_error{5};
///
/// tests/check_sources.py finds constants in any other form. tests/mutants/bounds.py finds every declaration and every
/// step, weakens them one by one, and fails where no test notices.
namespace plumb::kernel {

/// u, half a unit in the last place of 1. A sum, difference, product, quotient or square root, and a number rounded to
/// nearest, is within u of the exact one, relatively; a product or a quotient that underflows is off by 2^-1075 at most
/// besides. Rounding keeps order: a double is never on the other side of a double than the number that it was rounded
/// from.
inline constexpr double unit_roundoff = 0x1p-53;

/// A bound on an error, in roundings of u, relative to the magnitude that it is multiplied by: the least whole number
/// that serves.
struct ErrorBound {
  int roundings;
  constexpr operator double() const { return roundings * unit_roundoff; }
};

/// A bound on what underflow takes, or on what may have lost digits to it: 2^exponent.
struct UnderflowBound {
  int exponent;
  constexpr operator double() const {
    return std::bit_cast<double>(exponent < -1022 ? std::uint64_t{1} << (exponent + 1074)
                                                  : static_cast<std::uint64_t>(exponent + 1023) << 52);
  }
};

/// Numbers from 2^-exponent to 2^exponent, and 0: few enough of them are multiplied that nothing overflows or
/// underflows.
struct SafeRange {
  int exponent;
  constexpr operator int() const { return exponent; }
};

/// No bound: a number that steers a search, or chooses between ways that all lead to the right answer. None depends on
/// it.
struct Hint {
  double value;
  constexpr operator double() const { return value; }
};

/// What a sum of bounds loses when it is computed itself, in fourteen roundings at most.
inline constexpr ErrorBound evaluation_error{16};
/// A bound from one that was computed in doubles, roundings of its terms' factors and a comparison with it included.
constexpr double enlarged(double computed) { return computed + evaluation_error * computed; }

/// A step outward: the next double (or float), which is beyond whatever was rounded to this one.
inline double step_down(double v) { return std::nextafter(v, -HUGE_VAL); }
inline double step_up(double v) { return std::nextafter(v, HUGE_VAL); }
inline float step_down(float v) { return std::nextafter(v, -HUGE_VALF); }
inline float step_up(float v) { return std::nextafter(v, HUGE_VALF); }

}  // namespace plumb::kernel
