// SPDX-License-Identifier: GPL-3.0-or-later
// Angles of slopes as `plumb explain` prints them: two decimals of fifteen digits, rounded outward. An angle is computed
// in whole multiples of a power of two, between two fractions whose distance is far below the last digit printed.
import * as Q from "./rational.js";

const errors = 1n << 60n; // above all errors of a computation below, which are some hundred units

const bitsOf = (v) => (v < 0n ? -v : v).toString(2).length;

function root(n) {
  if (n < 2n) return n;
  let x = 1n << BigInt(Math.ceil(bitsOf(n) / 2));
  for (;;) {
    const next = (x + n / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}

// atan of x / one in units of 1 / one, for 0 <= x <= one: halved four times, then Taylor's series.
function arctangent(x, one) {
  for (let i = 0; i < 4; ++i) x = (x * one) / (one + root(one * one + x * x));
  const square = (x * x) / one;
  let sum = 0n;
  let power = x;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += k % 4n === 1n ? power / k : -(power / k);
    power = (power * square) / one;
  }
  return sum * 16n;
}

/** The angle in degrees with this squared tangent: two rational numbers around it, equal where it is rational. */
export function slopeDegrees({ n, d }) {
  for (const [top, bottom, degrees] of [[0n, 1n, 0n], [1n, 3n, 30n], [1n, 1n, 45n], [3n, 1n, 60n]])
    if (n === top && d === bottom) return { low: Q.ratio(degrees), high: Q.ratio(degrees) };
  const one = 1n << BigInt(400 + Math.max(bitsOf(d) - bitsOf(n), 0)); // a small angle has as many digits as a large one
  const quarter = arctangent(one, one); // a quarter of pi
  const steep = n > d;
  const inner = arctangent(root((one * one * (steep ? d : n)) / (steep ? n : d)), one);
  const angle = steep ? 2n * quarter - inner : inner;
  return { low: Q.ratio(45n * (angle - errors), quarter + errors), high: Q.ratio(45n * (angle + errors), quarter - errors) };
}

// |n| / d in whole numbers, toward 0 or away from it.
function whole({ n, d }, away) {
  const size = n < 0n ? -n : n;
  return size / d + (away && size % d !== 0n ? 1n : 0n);
}

const power = (base, k) => (k >= 0 ? Q.ratio(base ** BigInt(k)) : Q.ratio(1n, base ** BigInt(-k)));

/** A rational number in fifteen digits, rounded down or up, as the command prints it by MPFR: from 160 bits. */
export function outwardDecimal(exact, down) {
  if (exact.n === 0n) return "0";
  const negative = exact.n < 0n;
  const away = down === negative;
  let shift = 160 - bitsOf(exact.n) + bitsOf(exact.d);
  if (bitsOf(whole(Q.mul(exact, power(2n, shift)), false)) > 160) shift -= 1;
  const size = Q.mul(Q.ratio(whole(Q.mul(exact, power(2n, shift)), away)), power(2n, -shift));
  let exponent = String(size.n).length - String(size.d).length;
  if (Q.compare(size, power(10n, exponent)) < 0) exponent -= 1;
  let digits = String(whole(Q.mul(size, power(10n, 14 - exponent)), away));
  exponent += digits.length - 15; // 999... may have become 1000...
  digits = digits.replace(/0+$/, "");
  const sign = negative ? "-" : "";
  const point = (at) => digits.slice(0, at).padEnd(at, "0") + (digits.length > at ? `.${digits.slice(at)}` : "");
  if (exponent < -4 || exponent >= 15) return `${sign}${point(1)}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  return sign + (exponent < 0 ? `0.${"0".repeat(-exponent - 1)}${digits}` : point(exponent + 1));
}

/** An interval as the command's JSON has it. */
export const intervalDecimals = ({ low, high }) => [outwardDecimal(low, true), outwardDecimal(high, false)];
