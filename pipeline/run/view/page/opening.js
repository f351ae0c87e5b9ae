// SPDX-License-Identifier: GPL-3.0-or-later
// Where a level is cut when it is opened, so that one sees what is walkable and not the roofs over it.
//
// Problem. Roofs can be stood upon as well, so no verdict tells them apart. Here a place of the highest stance is a roof
// if nothing is above it, and what is below it is floor of another component: nobody gets from one to the other.
// Steps. Some places, spread by area, are looked at from above and below. At the height just below the next face over a
// place, the cut shows it. Of these heights the one that shows most places that are no roofs is where the level is cut,
// if it shows a quarter of them more than no cut does.
// Cost. Two rays a place, each a look at every triangle of the level's faces or of the stance's cells.
import { pick } from "./pick.js";
import { insideOfCell } from "./places.js";

const samples = 48;
const atOnce = 256; // cells

/** For inSlices (slices.js): the height of the picture above which the level is cut; null: nowhere. */
export function* openingHeight(model, picture) {
  const faces = picture.byKey.get("faces");
  const floor = picture.byKey.get(`v${model.stances.length}`);
  if (!faces) return null;
  const look = (group, p, up) => pick([{ ...group, on: true }], { from: [p[0], p[1], p[2] + up * 1e-3], direction: [0, 0, up] }, []);
  const component = (cell) => model.componentOf(cell, model.stances.length);
  const places = [];
  for (const { cell, point } of yield* spreadPlaces(model)) {
    yield;
    const roof = look(faces, point, 1);
    const below = roof ? null : look(floor, point, -1);
    if (below && component(model.cellOf(below.owner)) !== component(cell)) continue;
    places.push({ floor: point[2], roof: roof ? roof.point[2] : Infinity });
  }
  const seen = (height) => places.filter(({ floor: low, roof }) => low < height && height <= roof).length;
  const heights = places.filter(({ roof }) => Number.isFinite(roof)).map(({ floor: low, roof }) => roof - Math.min(0.02, (roof - low) / 4));
  const best = heights.reduce((a, b) => (a === null || seen(b) > seen(a) || (seen(b) === seen(a) && b > a) ? b : a), null);
  return best !== null && seen(best) - seen(Infinity) >= places.length / 4 ? best : null;
}

// Places in cells of the highest stance, each for an equal share of their area.
function* spreadPlaces(model) {
  const areas = new Float64Array(model.cellCount);
  for (let cell = 0; cell < model.cellCount; ++cell) {
    if (cell % atOnce === 0) yield;
    if (model.cellStance[cell] === model.stances.length) areas[cell] = model.planArea(cell);
  }
  const whole = areas.reduce((a, b) => a + b, 0);
  const places = [];
  let before = 0;
  for (let cell = 0; cell < model.cellCount && places.length < samples; ++cell) {
    if (areas[cell] === 0) continue;
    before += areas[cell];
    const isNext = () => places.length < samples && before * samples >= (places.length + 0.5) * whole;
    if (!isNext()) continue;
    yield;
    const { point } = insideOfCell(model, cell);
    while (isNext()) places.push({ cell, point });
  }
  return places;
}
