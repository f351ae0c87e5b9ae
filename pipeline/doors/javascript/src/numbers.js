// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as the text that options are read from, exactly, and areas as they come back.

const isObject = (value) => typeof value === "object" && value !== null;

/** A double as the fraction that it is: 0.5 is "1/2", and 0.1 is a little more than "1/10". */
export function fractionOf(value) {
  if (!Number.isFinite(value)) throw new TypeError(`${value} is no number: give a finite number, or text such as "0.4" or "2/5"`);
  let denominator = 1n;
  while (!Number.isInteger(value)) {
    value *= 2;
    denominator *= 2n;
  }
  return denominator === 1n ? `${BigInt(value)}` : `${BigInt(value)}/${denominator}`;
}

/** Text stays as it is, "0.4" or "2/5"; a number is the binary64 number that it is; a BigInt and { numerator, denominator }
 * of BigInts are exact. */
export function numberText(value) {
  if (typeof value === "string") return value;
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return fractionOf(value);
  if (isObject(value) && typeof value.numerator === "bigint" && typeof value.denominator === "bigint") return `${value.numerator}/${value.denominator}`;
  throw new TypeError(`${typeof value} is no number: give a number, a BigInt, { numerator, denominator }, or text such as "0.4" or "2/5"`);
}

/** Three numbers, an object of x, y and z, or text "x,y,z". */
export function pointText(value) {
  if (typeof value === "string") return value;
  const list = isObject(value) && "x" in value ? [value.x, value.y, value.z] : value;
  if (!isObject(list) || typeof list[Symbol.iterator] !== "function") throw new TypeError('a point is three numbers, or text "x,y,z"');
  const numbers = [...list];
  if (numbers.length !== 3) throw new TypeError(`a point has three coordinates, not ${numbers.length}`);
  return numbers.map(numberText).join(",");
}

// The quotient of positive integers of any length, as the nearest double or its neighbour.
function quotient(a, b) {
  const bits = (n) => n.toString(16).length * 4;
  const shift = Math.max(0, 70 + bits(b) - bits(a));
  const half = Math.floor(shift / 2); // 2 ** shift may be none
  return (Number((a << BigInt(shift)) / b) / 2 ** half) / 2 ** (shift - half);
}

/** An area in plan. `exact`: the fraction as text, or null where it is longer than the bake's exact_digits. */
export class Area {
  constructor({ exact = null, approx }) {
    this.exact = exact;
    this.approx = approx === null ? Infinity : Number(approx);
  }
  get numerator() {
    return this.exact === null ? null : BigInt(this.exact.split("/")[0]);
  }
  get denominator() {
    return this.exact === null ? null : BigInt(this.exact.split("/")[1] ?? 1);
  }
  /** The share of another area that this is, 0 to 1; `otherwise` of one that is 0. */
  share(of, otherwise) {
    if (this.exact === null || of.exact === null) return of.approx ? this.approx / of.approx : otherwise;
    const whole = of.numerator * this.denominator;
    return whole === 0n ? otherwise : quotient(this.numerator * of.denominator, whole);
  }
  toString() {
    return this.exact ?? String(this.approx);
  }
  toJSON() {
    return { exact: this.exact, approx: this.approx };
  }
}
