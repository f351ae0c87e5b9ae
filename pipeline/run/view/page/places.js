// SPDX-License-Identifier: GPL-3.0-or-later
// The list of places to look at: findings of an audit, or the largest blocked regions of a bake.
// A place: { title, kind, cause, group, area, low, high, point, show } in the picture's coordinates, largest first.
import { readArea, sumAreas } from "./areas.js";

const atOnce = 256; // cells

/** For inSlices (slices.js): the blocked regions of a bake, blocked cells that have a corner in common together. */
export function* blockedRegions(model) {
  const parent = new Map();
  const root = (c) => {
    while (parent.get(c) !== c) {
      parent.set(c, parent.get(parent.get(c)));
      c = parent.get(c);
    }
    return c;
  };
  const at = new Map(); // corner -> cell
  for (let cell = 0; cell < model.cellCount; ++cell) {
    if (cell % atOnce === 0) yield;
    if (model.cellStance[cell] !== 0) continue;
    parent.set(cell, cell);
    const [first, end] = model.facetsOf(cell);
    for (let i = model.ringBegin[first]; i < model.ringBegin[end]; ++i) {
      const corner = model.corners[i];
      if (at.has(corner)) parent.set(root(cell), root(at.get(corner)));
      else at.set(corner, cell);
    }
  }
  const regions = new Map();
  for (const cell of parent.keys()) {
    const own = regions.get(root(cell));
    if (own) own.push(cell);
    else regions.set(root(cell), [cell]);
  }
  const areas = new Map();
  for (const cell of parent.keys()) {
    if (areas.size % atOnce === 0) yield;
    areas.set(cell, readArea(model.cellAreas[cell]));
  }
  const about = (cells) => cells.reduce((sum, c) => sum + areas.get(c).about, 0);
  const sorted = [...regions.values()].map((cells) => ({ cells, about: about(cells) })).sort((a, b) => b.about - a.about || a.cells[0] - b.cells[0]);
  const places = [];
  for (const { cells } of sorted.slice(0, 1000)) {
    yield;
    const largest = cells.reduce((a, b) => (areas.get(b).about > areas.get(a).about ? b : a));
    places.push({
      title: cells.length === 1 ? `cell ${cells[0]}` : `${cells.length} cells from cell ${cells[0]}`,
      kind: "blocked",
      cause: "clearance",
      group: "blocked regions",
      area: sumAreas(cells.map((c) => areas.get(c))),
      ...boxOfCells(model, cells),
      cell: largest,
    });
  }
  return places;
}

/** The box of cells in the picture. */
export function boxOfCells(model, cells) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const cell of cells) {
    const [first, end] = model.facetsOf(cell);
    for (let i = model.ringBegin[first]; i < model.ringBegin[end]; ++i) {
      for (let k = 0; k < 3; ++k) {
        const v = model.points[3 * model.corners[i] + k];
        low[k] = Math.min(low[k], v);
        high[k] = Math.max(high[k], v);
      }
    }
  }
  return { low, high };
}

/** A point inside of a cell, in the picture: the middle of its largest triangle. */
export function insideOfCell(model, cell) {
  const [first, end] = model.facetsOf(cell);
  const p = model.points;
  let best = null;
  let most = -1;
  for (let facet = first; facet < end; ++facet) {
    const ring = model.facetRing(facet);
    for (let i = 1; i + 1 < ring.length; ++i) {
      const [a, b, c] = [3 * ring[0], 3 * ring[i], 3 * ring[i + 1]];
      const area = Math.abs((p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[b + 1] - p[a + 1]) * (p[c] - p[a]));
      if (area <= most) continue;
      most = area;
      best = { facet, corners: [a, b, c] };
    }
  }
  return best && { facet: best.facet, point: [0, 1, 2].map((k) => best.corners.reduce((sum, corner) => sum + p[corner + k], 0) / 3) };
}
