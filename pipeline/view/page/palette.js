// SPDX-License-Identifier: GPL-3.0-or-later
// Colours. Those of verdicts and portals are the other exports' (verdict_style.h) and come with the page. The second
// palette is for people who do not tell red from green: Okabe and Ito's colours, in the same order.

const okabeIto = { blocked: "#d55e00", covered: "#999999", inside: "#40301f", too_close: "#b04a86" };
const okabeStances = ["#e69f00", "#f0e442", "#56b4e9"];
const okabeHighest = "#0072b2";

/** Of the level's faces and of the background, by theme. */
export const themes = {
  light: { background: "#ffffff", face: "#d7dade", edge: "#9aa1a9", outline: "#4b5a4b", text: "#1c2126", mark: "#0a0a0a" },
  dark: { background: "#14171b", face: "#4a5058", edge: "#7d8590", outline: "#d5dfd5", text: "#e8ebee", mark: "#ffffff" },
};
/** Of what is selected, its witness, a route, and what a disc covers on it. */
export const selectedColour = "#00c2e0";
export const witnessColour = "#e0007a";
export const routeColour = "#00308f";
export const capsuleColour = "#9fb9ee";
/** Of the border by stance, from the lowest. */
export const borderColours = ["#002f6c", "#5b2a86", "#7a4b00", "#004d40"];

/** The colours of the causes of an audit, in the order of their first appearance. */
export const causeColours = [
  "#b2182b", "#2166ac", "#e08214", "#542788", "#01665e", "#8c510a", "#c51b7d", "#4d9221", "#636363", "#1b7837", "#d6604d", "#4393c3",
];

/** Colours of layers that differ well: hues by the golden angle. */
export function layerColour(index) {
  return hslHex((index * 137.508) % 360, 0.55, 0.55 + 0.12 * (Math.floor(index / 7) % 2));
}

function hslHex(hue, saturation, lightness) {
  const a = saturation * Math.min(lightness, 1 - lightness);
  const part = (n) => {
    const k = (n + hue / 30) % 12;
    const v = lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * v).toString(16).padStart(2, "0");
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

/** The colour of a verdict: the exports' own, or that of the second palette. */
export function verdictColour(verdict, stanceCount, second) {
  if (!second) return verdict.colour;
  if (verdict.label <= 0) return okabeIto[verdict.name] ?? "#555555";
  if (verdict.label === stanceCount) return okabeHighest;
  return okabeStances[Math.min(verdict.label - 1, okabeStances.length - 1)];
}
