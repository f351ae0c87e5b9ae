// SPDX-License-Identifier: GPL-3.0-or-later
// Why a point can be stood on or not: what `plumb explain SCENE --at` says, in exact rational numbers.
//
// Problem. The page has to give the same fractions as the command, without the command. It has the level's polygons
// as the command sees them: convex, welded and classified, with the exact verdict on each slope.
// Steps, in the order of pipeline/ask/explain/src/explain.cpp:
// 1. The polygons on the vertical line through the point, from high to low, with their exact heights (findLine).
// 2. The point falls to the first polygon at or below it that is not vertical (findPlace).
// 3. The clearance is the distance to the lowest polygon strictly above (findClearance).
// 4. Each traversable polygon there is judged: covered by one of its plane with a lower number, inside of solids by
//    the winding number just beside the point, or the highest stance that fits (judge). The walls near by are listed.
// 5. With a radius the verdict falls to the greatest stance whose border is far enough (judgeByBorder).
// Polygons are closed: a point below the edge of a ceiling is below the ceiling.
// Cost. What the grid gives for a place and around it; with a radius a look at every stretch of border.
import { intervalDecimals, slopeDegrees } from "./angles.js";
import { footings } from "./exact_level.js";
import { nearWalls } from "./near_walls.js";
import * as Q from "./rational.js";

/** From the axes of the file to z up, and back. */
export const fromInput = (p, up) => (up === "y" ? [p[0], Q.negative(p[2]), p[1]] : [...p]);
export const toInput = (p, up) => (up === "y" ? [p[0], p[2], Q.negative(p[1])] : [...p]);

/**
 * Answers for one point, three rational numbers in the axes of the file. `settings`: { up, stances: [{ name, height }],
 * slopeLimit: tan^2 or null, slope: in degrees or null, step, radius, window, solids: boolean }; numbers are rational.
 * The answer has the names of the command's JSON, with rational numbers in place of their texts.
 */
export function explain(level, settings, point) {
  const p = fromInput(point, settings.up);
  const at = level.planPoint(p[0], p[1]);
  const line = findLine(level, p, at);
  const reach = settings.stances[settings.stances.length - 1].height;
  const out = { at: point, reach, line, place: null, drop: null, clearance: null, ceiling: [], grounds: [] };
  const rest = line.find((l) => l.is !== "vertical" && Q.compare(l.high, p[2]) <= 0);
  const height = rest ? rest.high : p[2];
  for (const l of line) l.place = Q.compare(l.low, height) > 0 ? "above" : Q.compare(l.high, height) < 0 ? "below" : "at";
  if (!rest) return out;
  out.drop = Q.sub(p[2], height);
  out.place = toInput([p[0], p[1], height], settings.up);
  findClearance(out, height);
  let there = line.filter((l) => l.is !== "vertical" && Q.equal(l.high, height));
  if (there.some((l) => l.is === "traversable")) there = there.filter((l) => l.is === "traversable");
  out.grounds = there.map((l) => judge(level, settings, out, l, there, p));
  return out;
}

function findLine(level, p, at) {
  const line = [];
  for (const id of level.candidates(p[0], p[1])) {
    const polygon = level.polygon(id);
    const is = footings[polygon.footing];
    if (is === "vertical") {
      const heights = level.heightsOnLine(polygon, at);
      if (heights) line.push({ polygon: id, face: polygon.face, is, ...heights });
    } else if (level.contains(polygon, at)) {
      const height = level.height(polygon, at);
      line.push({ polygon: id, face: polygon.face, is, low: height, high: height });
    }
  }
  return line.sort((a, b) => Q.compare(b.high, a.high) || Q.compare(b.low, a.low) || a.polygon - b.polygon);
}

function findClearance(out, height) {
  const above = out.line.filter((l) => l.is !== "vertical" && Q.compare(l.high, height) > 0);
  if (above.length === 0) return;
  const lowest = above[above.length - 1].high;
  out.ceiling = above.filter((l) => Q.equal(l.high, lowest)).map(({ polygon, face }) => ({ polygon, face }));
  out.clearance = Q.sub(lowest, height);
}

function judge(level, settings, out, l, there, p) {
  const polygon = level.polygon(l.polygon);
  const tan = level.tanSquared(polygon);
  const degrees = slopeDegrees(tan);
  const ground = {
    polygon: l.polygon,
    face: l.face,
    is: l.is,
    slope: {
      tan_squared: tan,
      within: l.is === "traversable" || l.is === "turned away",
      slack: settings.slopeLimit ? Q.sub(settings.slopeLimit, tan) : null,
      degrees: intervalDecimals(degrees),
      slack_degrees: settings.slope ? intervalDecimals({ low: Q.sub(settings.slope, degrees.high), high: Q.sub(settings.slope, degrees.low) }) : null,
    },
    verdict: null,
    stance: null,
    owner: null,
    binds: l.is === "too steep" ? "slope" : "side",
  };
  if (l.is !== "traversable") return ground;
  const plane = level.plane(polygon);
  const owner = there
    .filter((other) => other.polygon < l.polygon)
    .find((other) => level.plane(level.polygon(other.polygon)).every((v, k) => Q.equal(v, plane[k])));
  if (settings.solids) ground.bodies_above = { up: 0, down: 0 };
  if (owner) return { ...ground, verdict: "covered", stance: -1, owner: owner.polygon, binds: "owner" };
  if (settings.solids) {
    ground.bodies_above = countBodies(level, out.line, polygon, plane, p);
    if (ground.bodies_above.up > ground.bodies_above.down)
      return { ...ground, verdict: "inside", stance: -2, binds: "solid" };
  }
  ground.stances = settings.stances.map(({ name, height }) => ({
    name,
    height,
    fits: out.clearance === null || Q.compare(height, out.clearance) <= 0,
    slack: out.clearance === null ? null : Q.sub(out.clearance, height),
  }));
  ground.stance = ground.stances.filter((s) => s.fits).length;
  ground.verdict = ground.stance > 0 ? settings.stances[ground.stance - 1].name : "blocked";
  ground.binds = ground.stance < settings.stances.length ? "clearance" : null;
  const resting = [p[0], p[1], l.high];
  ground.walls = nearWalls(level, settings, polygon, resting, out.reach).map((w) => ({ ...w, nearest: toInput(w.nearest, settings.up) }));
  if (settings.radius.n !== 0n) judgeByBorder(level, settings, ground, resting);
  return ground;
}

// Lowers the verdict to the greatest stance that is not too close to its border, with the true disc.
function judgeByBorder(level, settings, ground, at) {
  const squaredRadius = Q.mul(settings.radius, settings.radius);
  const toFile = (p) => toInput(p, settings.up);
  ground.borders = settings.stances.slice(0, ground.stance).map(({ name }, i) => {
    const near = level.nearBorder.find(at, i + 1, settings.window);
    if (!near) return { stance: name, squared_distance: null, too_close: false };
    const tooClose = Q.compare(near.squared_distance, squaredRadius) < 0;
    return { stance: name, ...near, too_close: tooClose, nearest: toFile(near.nearest), edge: near.edge.map(toFile) };
  });
  if (ground.borders.length === 0) return;
  const clear = ground.borders.map((border) => border.too_close).lastIndexOf(false);
  ground.stance = clear < 0 ? -3 : clear + 1;
  ground.verdict = clear < 0 ? "too_close" : settings.stances[clear].name;
  if (ground.stance < ground.borders.length) ground.binds = "border";
}

// The polygons of bodies above a point just beside the place, inside of the polygon: at an edge of a body the winding
// number is not defined. The point is moved by an infinitely small step towards the middle of the polygon, by a smaller
// one along x, and by a still smaller one along y.
function countBodies(level, line, floor, floorPlane, p) {
  const corners = level.corners(floor);
  const middle = [0, 1].map((k) =>
    Q.div(corners.reduce((sum, c) => Q.add(sum, c[k]), Q.zero), Q.ratio(BigInt(corners.length))),
  );
  const moves = [[Q.sub(middle[0], p[0]), Q.sub(middle[1], p[1])], [Q.ratio(1n), Q.zero], [Q.zero, Q.ratio(1n)]];
  const signAt = (a, b, c) => {
    const values = [Q.add(Q.add(Q.mul(a, p[0]), Q.mul(b, p[1])), c)];
    for (const [x, y] of moves) values.push(Q.add(Q.mul(a, x), Q.mul(b, y)));
    return Q.sign(values.find((v) => v.n !== 0n) ?? Q.zero);
  };
  const isOver = (ring) =>
    ring.every((q, i) => {
      const r = ring[(i + 1) % ring.length];
      const a = Q.sub(r[1], q[1]);
      const b = Q.sub(q[0], r[0]); // positive on the right: corners run clockwise
      return signAt(a, b, Q.negative(Q.add(Q.mul(a, q[0]), Q.mul(b, q[1])))) > 0;
    });
  const counts = { up: 0, down: 0 };
  for (const l of line) {
    const polygon = level.polygon(l.polygon);
    if (l.polygon === floor.id || l.is === "vertical" || !polygon.counts) continue;
    const plane = level.plane(polygon);
    const higher = plane.map((v, k) => Q.sub(v, floorPlane[k]));
    if (isOver(level.corners(polygon)) && signAt(...higher) > 0) counts[polygon.facesUp ? "up" : "down"] += 1;
  }
  return counts;
}

/** The answer with texts in place of rational numbers, as the command's JSON has them. */
export function withTexts(value) {
  if (value === null || typeof value !== "object") return value;
  if (typeof value.n === "bigint") return Q.text(value);
  if (Array.isArray(value)) return value.map(withTexts);
  return Object.fromEntries(Object.entries(value).map(([key, v]) => [key, withTexts(v)]));
}
