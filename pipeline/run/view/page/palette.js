// SPDX-License-Identifier: GPL-3.0-or-later
// Colours. Those of areas that may lie side by side come with the page, in two palettes (verdict_style.h); the second is
// for people who do not tell red from green. Here are those of lines, marks and layers.

/** Of the background, of lines and of marks, by theme; `face`: the name of the palette's colour of the level's faces. */
export const themes = {
  light: { background: "#ffffff", face: "light_face", edge: "#9aa1a9", outline: "#4b5a4b", text: "#1c2126", mark: "#0a0a0a" },
  dark: { background: "#14171b", face: "dark_face", edge: "#7d8590", outline: "#d5dfd5", text: "#e8ebee", mark: "#ffffff" },
};
/** Of what is selected, its witness, a route, and what a disc covers on it. */
export const selectedColour = "#00c2e0";
export const witnessColour = "#e0007a";
export const routeColour = "#00308f";
export const capsuleColour = "#9fb9ee";
/** Of the border by stance, from the lowest. */
export const borderColours = ["#002f6c", "#5b2a86", "#7a4b00", "#004d40"];

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
