// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/elementary.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/error_bound.h"

namespace plumb::kernel {
namespace {

// A square of less than this part of another one is less than half a unit of its last digit.
constexpr Hint negligible{0x1p-54};
// Squares of numbers from `tiny` to `large` are normal numbers; others are scaled.
constexpr Hint tiny{0x1p-459};
constexpr Hint downwards{0x1p-600};
constexpr double large = 0x1p511, upwards = 0x1p600;

// Requires a >= b. The root of the rounded sum, and a correction by what it lacks of the exact one.
double corrected_root(double a, double b) {
  const double root = std::sqrt(a * a + b * b);
  double first, second;
  if (root <= 2 * b) {
    const double beyond = root - b;
    first = a * (2 * beyond - a);
    second = (beyond - 2 * (a - b)) * beyond;
  } else {
    const double beyond = root - a;
    first = 2 * beyond * (a - 2 * b);
    second = (4 * beyond - b) * b + beyond * beyond;
  }
  return root - (first + second) / (2 * root);
}

}  // namespace

double hypotenuse(double x, double y) {
  if (std::isinf(x) || std::isinf(y)) return HUGE_VAL;
  double a = std::fabs(x), b = std::fabs(y);
  if (a < b) std::swap(a, b);
  if (a >= b / negligible || std::isnan(a + b)) return a + b;
  if (a > large) return corrected_root(a * downwards, b * downwards) * upwards;
  if (b < tiny) return corrected_root(a * upwards, b * upwards) * downwards;
  return corrected_root(a, b);
}

double hypotenuse(double x, double y, double z) {
  const double most = std::max({std::fabs(x), std::fabs(y), std::fabs(z)});
  if (most == 0) return 0;
  const double a = x / most, b = y / most, c = z / most;
  return most * std::sqrt(a * a + b * b + c * c);
}

int floor_log2(double x) { return std::ilogb(x); }

int ceil_log2(double x) {
  int exponent = 0;
  return std::frexp(x, &exponent) == 0.5 ? exponent - 1 : exponent;
}

int floor_log10(double x) {
  char text[32];
  *std::to_chars(text, text + sizeof text - 1, x, std::chars_format::scientific).ptr = 0;
  const char* const at = std::strchr(text, 'e');
  return at == nullptr ? 0 : std::atoi(at + 1);
}

double power_of_ten(int exponent) {
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned>(std::abs(exponent)));
  return exponent < 0 ? nearest_double(mpq_class(1, power)) : nearest_double(mpq_class(power));
}

}  // namespace plumb::kernel
