// SPDX-License-Identifier: GPL-3.0-or-later
// Where a level is cut when it is opened, so that one sees what is walkable and not the roofs over it.
//
// Problem. Roofs can be stood upon as well, so no verdict tells them apart. But nobody gets there: the largest component
// of the highest stance is where people walk.
// Steps. Some points of that component, spread by area, are looked at from above: at which height is the next face? Of
// the heights just below those, the one that leaves most of the points to be seen is where the level is cut, if that
// shows a quarter of them more than no cut does.
// Cost. As many rays as points, each a look at every triangle of the level's faces.
import { pick } from "./pick.js";
import { insideOfCell } from "./places.js";

const samples = 32;

/** The height of the picture above which the level is cut; null: nowhere. */
export function openingHeight(model, faces) {
  if (!faces) return null;
  const points = pointsOfLargestComponent(model);
  const ways = points.map((p) => {
    const ray = { from: [p[0], p[1], p[2] + 1e-3], direction: [0, 0, 1] };
    const hit = pick([{ ...faces, on: true }], ray, []);
    return { floor: p[2], roof: hit ? hit.point[2] : Infinity };
  });
  const seen = (height) => ways.filter(({ floor, roof }) => floor < height && height <= roof).length;
  const heights = ways.filter(({ roof }) => Number.isFinite(roof)).map(({ floor, roof }) => roof - Math.min(0.02, (roof - floor) / 4));
  const best = heights.reduce((a, b) => (a === null || seen(b) > seen(a) || (seen(b) === seen(a) && b > a) ? b : a), null);
  return best !== null && seen(best) - seen(Infinity) >= points.length / 4 ? best : null;
}

// In the picture.
function pointsOfLargestComponent(model) {
  const stance = model.stances.length;
  const areas = new Map(); // by component
  const own = new Float64Array(model.cellCount);
  for (let cell = 0; cell < model.cellCount; ++cell) {
    const component = model.componentOf(cell, stance);
    if (component === null) continue;
    own[cell] = model.planArea(cell);
    areas.set(component, (areas.get(component) ?? 0) + own[cell]);
  }
  if (areas.size === 0) return [];
  const [largest, whole] = [...areas].reduce((a, b) => (b[1] > a[1] ? b : a));
  const points = [];
  let before = 0;
  for (let cell = 0; cell < model.cellCount; ++cell) {
    if (model.componentOf(cell, stance) !== largest) continue;
    before += own[cell];
    if (before * samples < (points.length + 0.5) * whole) continue;
    const inside = insideOfCell(model, cell).point;
    while (before * samples >= (points.length + 0.5) * whole && points.length < samples) points.push(inside);
  }
  return points;
}
