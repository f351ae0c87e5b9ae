// SPDX-License-Identifier: GPL-3.0-or-later
// The walls near a point that stop somebody who crosses them, as pipeline/ask/explain/src/explain.cpp finds them: vertical
// polygons that reach, over the polygon stood upon, above the step and below the height of a stance.
import * as Q from "./rational.js";

/** The walls whose nearest point is at most `reach` away, nearest first; points have z up. */
export function nearWalls(level, settings, floor, p, reach) {
  const corners = level.corners(floor);
  const plane = level.plane(floor);
  const walls = [];
  for (const id of level.verticalsNear(p[0], p[1], reach)) {
    const wall = stretchesOf(level.corners(level.polygon(id)), corners, plane, settings);
    if (!wall) continue;
    const near = nearestOn(wall, p);
    if (Q.compare(near.squared, Q.mul(reach, reach)) > 0) continue;
    const height = Q.add(Q.add(Q.mul(plane[0], near.point[0]), Q.mul(plane[1], near.point[1])), plane[2]);
    walls.push({ polygon: id, face: level.polygon(id).face, squared_distance: near.squared, nearest: [...near.point, height], may_cross: near.mayCross });
  }
  return walls.sort((a, b) => Q.compare(a.squared_distance, b.squared_distance) || a.polygon - b.polygon);
}

const min = (a, b) => (Q.compare(b, a) < 0 ? b : a);
const max = (a, b) => (Q.compare(a, b) < 0 ? b : a);
const cross = (a, b) => Q.sub(Q.mul(a[0], b[1]), Q.mul(a[1], b[0]));
const minus = (a, b) => [Q.sub(a[0], b[0]), Q.sub(a[1], b[1])];

// The trace base + t run of a wall on a floor, 0 <= t <= 1, and by stance the part in which the wall stops it; null: it
// stops nobody there.
function stretchesOf(wall, floor, plane, settings) {
  const order = (p, q) => Q.compare(p[0], q[0]) || Q.compare(p[1], q[1]);
  const first = wall.reduce((a, b) => (order(b, a) < 0 ? b : a));
  const last = wall.reduce((a, b) => (order(b, a) > 0 ? b : a));
  const base = first.slice(0, 2);
  const run = minus(last, first);
  const axis = run[0].n !== 0n ? 0 : 1;
  const corners = wall.map((c) => ({
    t: Q.div(Q.sub(c[axis], base[axis]), run[axis]),
    over: Q.sub(c[2], Q.add(Q.add(Q.mul(plane[0], c[0]), Q.mul(plane[1], c[1])), plane[2])),
  }));
  const ofStance = settings.stances.map(({ height }) => {
    const part = between(corners, settings.step, height);
    return part && Q.compare(part.from, part.to) < 0 ? partOver(part, base, run, floor) : null;
  });
  return ofStance.some((part) => part) ? { base, run, ofStance } : null;
}

// The projection of the part of a wall between two heights; null if it does not reach strictly between them.
function between(corners, low, high) {
  if (!corners.some((c) => Q.compare(c.over, low) > 0) || !corners.some((c) => Q.compare(c.over, high) < 0)) return null;
  const above = clip(corners, (c) => Q.sub(c.over, low));
  const shares = clip(above, (c) => Q.sub(high, c.over)).map((c) => c.t);
  return { from: shares.reduce(min), to: shares.reduce(max) };
}

function clip(ring, sideOf) {
  const side = ring.map(sideOf);
  return ring.flatMap((p, i) => {
    const j = (i + 1) % ring.length;
    const kept = side[i].n >= 0n ? [p] : [];
    if (Q.sign(side[i]) * Q.sign(side[j]) < 0) {
      const share = Q.div(side[i], Q.sub(side[i], side[j]));
      const q = ring[j];
      kept.push({ t: Q.add(p.t, Q.mul(share, Q.sub(q.t, p.t))), over: Q.add(p.over, Q.mul(share, Q.sub(q.over, p.over))) });
    }
    return kept;
  });
}

// The part of a trace over a convex floor, whose corners run clockwise; null if it is empty or a point.
function partOver({ from, to }, base, run, floor) {
  for (let i = 0; i < floor.length; ++i) {
    const p = floor[i];
    const side = minus(floor[(i + 1) % floor.length], p);
    const at = Q.negative(cross(side, minus(base, p))); // not negative: not outside
    const rise = Q.negative(cross(side, run));
    if (rise.n === 0n) {
      if (at.n < 0n) return null;
      continue;
    }
    const t = Q.div(Q.negative(at), rise);
    if (rise.n > 0n) from = max(from, t);
    else to = min(to, t);
    if (Q.compare(from, to) >= 0) return null;
  }
  return { from, to };
}

// The point of a wall that is nearest in plan, and the greatest stance that may cross there.
function nearestOn({ base, run, ofStance }, p) {
  const dot = (a, b) => Q.add(Q.mul(a[0], b[0]), Q.mul(a[1], b[1]));
  const longest = ofStance[ofStance.length - 1];
  const t = min(max(Q.div(dot(minus(p, base), run), dot(run, run)), longest.from), longest.to);
  const point = [0, 1].map((k) => Q.add(base[k], Q.mul(t, run[k])));
  const away = minus(p, point);
  const stops = (part) => part && Q.compare(t, part.from) >= 0 && Q.compare(t, part.to) <= 0;
  return { point, squared: dot(away, away), mayCross: ofStance.findIndex(stops) };
}
