// SPDX-License-Identifier: LGPL-3.0-or-later
// Functions of doubles that C libraries compute each in its own way, so that a last digit may differ: here they have
// one result on every machine. All else that the kernel does with doubles (sums, products, quotients, roots, ldexp,
// fma) is rounded once by IEEE 754, but for angles in kernel/plan, which a library rounds in its own way.
#pragma once

namespace plumb::kernel {

/// The length of (x, y), within one unit of the last digit, and never beyond the range on the way: Borges (2019), An
/// Improved Algorithm for hypot(a, b), without fma, which is what the GNU C library has. NaN, unless one is infinite.
double hypotenuse(double x, double y);
/// The same in space, within a few units of the last digit. Requires finite numbers.
double hypotenuse(double x, double y, double z);

/// floor(log2(x)), and the least n with x <= 2^n. Of positive finite numbers.
int floor_log2(double x);
int ceil_log2(double x);
/// The exponent of ten of the shortest decimal that is read as x: floor(log10(x)), or one more where x is the double
/// nearest to a power of ten, and below it. Of positive finite numbers.
int floor_log10(double x);
/// 10^exponent, rounded to nearest.
double power_of_ten(int exponent);

}  // namespace plumb::kernel
