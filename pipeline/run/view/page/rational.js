// SPDX-License-Identifier: GPL-3.0-or-later
// Exact rational numbers: a numerator and a positive denominator, both BigInt, in lowest terms. Every decision of the
// page's answers is made with them; toNumber() is for the picture and for people.

function gcd(a, b) {
  if (a < 0n) a = -a;
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** n / d in lowest terms. Requires d other than 0. */
export function ratio(n, d = 1n) {
  if (d < 0n) [n, d] = [-n, -d];
  if (d === 1n) return { n, d };
  const common = gcd(d, n < 0n ? -n : n);
  return common === 1n ? { n, d } : { n: n / common, d: d / common };
}

export const zero = ratio(0n);

export const add = (a, b) => (a.d === b.d ? ratio(a.n + b.n, a.d) : ratio(a.n * b.d + b.n * a.d, a.d * b.d));
export const sub = (a, b) => (a.d === b.d ? ratio(a.n - b.n, a.d) : ratio(a.n * b.d - b.n * a.d, a.d * b.d));
export const mul = (a, b) => ratio(a.n * b.n, a.d * b.d);
export const div = (a, b) => ratio(a.n * b.d, a.d * b.n);
export const negative = (a) => ({ n: -a.n, d: a.d });
/** |a| */
export const size = (a) => (a.n < 0n ? negative(a) : a);

/** The sign of a: -1, 0 or 1. */
export const sign = (a) => (a.n > 0n ? 1 : a.n < 0n ? -1 : 0);

/** The sign of a - b. */
export function compare(a, b) {
  const l = a.n * b.d;
  const r = b.n * a.d;
  return l < r ? -1 : l > r ? 1 : 0;
}

export const equal = (a, b) => a.n === b.n && a.d === b.d;

/** "p/q" in lowest terms, or "p": what plumb writes into JSON. */
export const text = (a) => (a.d === 1n ? String(a.n) : `${a.n}/${a.d}`);

/** Reads "p", "p/q" or a decimal, with an exponent too; null if the text is none of these. */
export function parse(word) {
  const fraction = /^([+-]?\d+)\/(\d+)$/.exec(word);
  if (fraction) return BigInt(fraction[2]) === 0n ? null : ratio(BigInt(fraction[1]), BigInt(fraction[2]));
  const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(word);
  if (!decimal || (!decimal[2] && !decimal[3])) return null;
  const [, minus, whole, part = "", exponent = "0"] = decimal;
  const shift = Number(exponent) - part.length;
  if (Math.abs(shift) > 10000) return null;
  const digits = BigInt(whole + part) * (minus === "-" ? -1n : 1n);
  return shift < 0 ? ratio(digits, 10n ** BigInt(-shift)) : ratio(digits * 10n ** BigInt(shift));
}

/** A finite double, exactly. */
export function fromNumber(value) {
  let shift = 0;
  while (!Number.isInteger(value)) {
    value *= 2;
    shift += 1;
  }
  return ratio(BigInt(value), 1n << BigInt(shift));
}

/** About a, within a few roundings, whatever the length of its numbers. */
export function toNumber(a) {
  const bits = (v) => (v < 0n ? -v : v).toString(16).length * 4;
  const high = bits(a.n);
  const low = bits(a.d);
  if (high < 1000 && low < 1000) return Number(a.n) / Number(a.d);
  const up = Math.max(high - 120, 0);
  const down = Math.max(low - 120, 0);
  return (Number(a.n >> BigInt(up)) / Number(a.d >> BigInt(down))) * 2 ** (up - down);
}

/** About what parse() reads, within a few roundings; far faster where the numbers are not long. */
export function about(word) {
  const at = word.indexOf("/");
  const value = at < 0 ? Number(word) : Number(word.slice(0, at)) / Number(word.slice(at + 1));
  return Number.isFinite(value) ? value : toNumber(parse(word));
}

/** The multiple of 2^-bits nearest to a number. */
export function nearestDyadic(value, bits) {
  const scaled = Math.round(value * 2 ** bits);
  return ratio(BigInt(scaled), 1n << BigInt(bits));
}
