// SPDX-License-Identifier: GPL-3.0-or-later
// Storeys: groups of layers by height where a file of layers is given, else the heights of horizontal floors that have
// the most area. A storey: { name, low, high, layers } with heights in the picture.
import { readArea } from "./areas.js";
import { boxOfCells } from "./places.js";
import * as Q from "./rational.js";

const atOnce = 256; // cells

/** For inSlices (slices.js): from the lowest, with all that lies below it, to the highest; empty where there is but one. */
export function* findStoreys(model, layers) {
  const found = layers ? layersByHeight(model, layers) : yield* floorsByHeight(model);
  return found.length > 1 ? found : [];
}

// Layers whose heights overlap by half of the lower one's are one storey.
function layersByHeight(model, layers) {
  const boxes = layers.layers
    .map((layer, i) => ({ i, ...boxOfCells(model, layer.cells ?? []) }))
    .filter((b) => b.low[2] <= b.high[2])
    .sort((a, b) => a.low[2] + a.high[2] - b.low[2] - b.high[2]);
  const storeys = [];
  for (const box of boxes) {
    const last = storeys[storeys.length - 1];
    const [low, high] = [box.low[2], box.high[2]];
    const overlap = last ? Math.min(last.high, high) - Math.max(last.low, low) : -1;
    const isSame = last && overlap >= 0 && overlap * 2 >= Math.min(last.high - last.low, high - low);
    if (isSame) {
      last.layers.push(box.i);
      last.low = Math.min(last.low, low);
      last.high = Math.max(last.high, high);
    } else storeys.push({ low, high, layers: [box.i] });
  }
  return named(model, storeys, 1e-3);
}

// Each height of a horizontal floor with its area, the largest first; another one is a storey of its own if it is as far
// from those before as somebody needs to stand, and has a twentieth of the largest area.
function* floorsByHeight(model) {
  const areas = new Map();
  for (let cell = 0; cell < model.cellCount; ++cell) {
    if (cell % atOnce === 0) yield;
    if (model.cellStance[cell] <= 0) continue;
    const { low, high } = boxOfCells(model, [cell]);
    if (low[2] !== high[2]) continue;
    areas.set(low[2], (areas.get(low[2]) ?? 0) + readArea(model.cellAreas[cell]).about);
  }
  const apart = Q.toNumber(model.stances[0].height) * model.unit;
  const all = [...areas].sort((a, b) => b[1] - a[1]);
  const heights = [];
  for (const [height, area] of all)
    if (area * 20 >= all[0][1] && heights.every((h) => Math.abs(h - height) >= apart)) heights.push(height);
  heights.sort((a, b) => a - b);
  const storeys = heights.map((low, i) => ({ low, high: heights[i + 1] ?? model.high[2], layers: null }));
  // A storey ends a little below the next floor.
  storeys.forEach((s, i) => { if (i + 1 < storeys.length) s.high -= 0.02; });
  return named(model, storeys, 0.01);
}

const listed = (numbers) => numbers.slice(0, 6).join(", ") + (numbers.length > 6 ? ` and ${numbers.length - 6} more` : "");

function named(model, storeys, slack) {
  return storeys.map((s, i) => {
    const layers = s.layers ? `, layer${s.layers.length > 1 ? "s" : ""} ${listed(s.layers.sort((a, b) => a - b))}` : "";
    return { ...s, low: i === 0 ? model.low[2] - 1 : s.low - slack, high: s.high + (s.layers ? slack : 0), name: `${i + 1}: from height ${model.heightText(s.low, 4)}${layers}` };
  });
}
