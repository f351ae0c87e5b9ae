// SPDX-License-Identifier: GPL-3.0-or-later
// The legend, the scale and the axes that lie over the picture and are part of its PNG: the colours of areas that are shown, and
// how long a length of the level is there.
import { sixDigits } from "./dom.js";

const row = 18;
const most = 12; // rows; the panel has all

/** Draws both into a canvas of two dimensions, in CSS pixels: `height` is that of the picture. */
export function drawLegend(context, height, picture, camera, unit) {
  const { theme } = picture;
  const shown = picture.groups.filter((g) => g.on && g.count > 0 && g.pick && g.key !== "faces");
  const rows = shown.slice(0, most).map((g) => [g.colour, g.name.length > 40 ? `${g.name.slice(0, 39)}…` : g.name]);
  if (shown.length > most) rows.push([null, `and ${shown.length - most} more`]);
  context.font = "12px system-ui, sans-serif";
  context.textBaseline = "middle";
  const bar = scaleBar(camera, unit);
  const width = Math.max(bar.pixels, ...rows.map(([, name]) => context.measureText(name).width + row), context.measureText(bar.text).width) + 16;
  const tall = rows.length * row + 40;
  const top = height - tall - 8;
  context.globalAlpha = 0.85;
  context.fillStyle = theme.background;
  context.fillRect(8, top, width, tall);
  context.globalAlpha = 1;
  rows.forEach(([colour, name], i) => {
    const y = top + 8 + i * row + row / 2;
    if (colour) {
      context.fillStyle = colour;
      context.fillRect(16, y - 6, 12, 12);
      context.strokeStyle = theme.edge;
      context.strokeRect(16.5, y - 5.5, 11, 11);
    }
    context.fillStyle = theme.text;
    context.fillText(name, 16 + row, y);
  });
  const y = height - 18;
  context.strokeStyle = theme.text;
  context.beginPath();
  for (const [x0, y0, x1, y1] of [[16, y, 16 + bar.pixels, y], [16, y - 4, 16, y + 4], [16 + bar.pixels, y - 4, 16 + bar.pixels, y + 4]]) {
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
  }
  context.stroke();
  context.fillStyle = theme.text;
  context.fillText(bar.text, 16, y - 12);
}

/** Draws the axes of the file as they are seen, at the lower right. */
export function drawAxes(context, width, height, theme, camera, up) {
  const axes = up === "y" ? [["x", [1, 0, 0]], ["y", [0, 0, 1]], ["z", [0, -1, 0]]] : [["x", [1, 0, 0]], ["y", [0, 1, 0]], ["z", [0, 0, 1]]];
  const [x, y] = [width - 36, height - 36];
  context.strokeStyle = theme.text;
  context.fillStyle = theme.text;
  context.textAlign = "center";
  for (const [name, axis] of axes) {
    const [right, above] = camera.seen(axis);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + 18 * right, y - 18 * above);
    context.stroke();
    context.fillText(name, x + 27 * right, y - 27 * above);
  }
  context.textAlign = "start";
}

// A length of 1, 2 or 5 times a power of ten, between 60 and 150 pixels. In perspective it is that at the point that the
// camera looks at.
function scaleBar(camera, unit) {
  const perUnit = camera.pixelsPerUnit() * unit;
  const power = 10 ** Math.floor(Math.log10(150 / perUnit));
  const length = [5, 2, 1].map((k) => k * power).find((v) => v * perUnit <= 150) ?? power;
  return { pixels: length * perUnit, text: sixDigits(length) };
}
