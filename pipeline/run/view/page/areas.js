// SPDX-License-Identifier: GPL-3.0-or-later
// Areas as the page has them: the text of a fraction, or "~" and a decimal where the fraction is too long.
import { el, exactNumber, sixDigits } from "./dom.js";
import * as Q from "./rational.js";

/** { exact: rational number or null, about: number } */
export function readArea(text) {
  if (text.startsWith("~")) return { exact: null, about: Number(text.slice(1)) };
  const exact = Q.parse(text);
  return { exact, about: Q.toNumber(exact) };
}

/** The same of the JSON of plumb: { exact, approx }. */
export function readJsonArea(area) {
  const exact = area.exact === null ? null : Q.parse(area.exact);
  return { exact, about: exact ? Q.toNumber(exact) : area.approx };
}

/** The sum; exact if all are. As a balanced tree, so that operands stay short. */
export function sumAreas(areas) {
  if (areas.length === 0) return { exact: Q.zero, about: 0 };
  if (areas.length === 1) return areas[0];
  const half = areas.length >> 1;
  const [a, b] = [sumAreas(areas.slice(0, half)), sumAreas(areas.slice(half))];
  const exact = a.exact && b.exact ? Q.add(a.exact, b.exact) : null;
  return { exact, about: exact ? Q.toNumber(exact) : a.about + b.about };
}

/** The same, exact only when somebody asks: a thousand fractions without a common denominator take seconds to add. */
export function lazySum(areas) {
  let sum = null;
  return {
    about: areas.reduce((total, a) => total + a.about, 0),
    get exact() {
      sum ??= sumAreas(areas);
      return sum.exact;
    },
    isLazy: true,
  };
}

export const fractionOf = (area) => (area.exact ? Q.text(area.exact) : "a fraction of more than 1,000 characters");

/** The area in six digits, with its fraction at hand. */
export const areaElement = (area) => exactNumber(sixDigits(area.about), area.isLazy ? () => fractionOf(area) : fractionOf(area));

/** The same as mere text, for what is a button itself. */
export const areaText = (area) => el("span", { title: area.isLazy ? null : fractionOf(area) }, sixDigits(area.about));
