// SPDX-License-Identifier: GPL-3.0-or-later
// What separates two places: whether both lie in one component, by stance, and where the border of one component comes
// nearest to that of the other. For people, in doubles; the command that is shown finds exactly what would join them.

const mostPairs = 20_000_000;

/**
 * Where the border of one component of a stance comes nearest to that of another: { from, to } in the picture; null
 * where there are too many stretches to look at, or none.
 */
export function nearestApproach(model, stance, one, other) {
  const stretches = (component) => {
    const out = [];
    for (let i = model.borderBegin[stance - 1]; i < model.borderBegin[stance]; ++i)
      if (model.componentOf(model.border[3 * i], stance) === component) out.push(3 * model.border[3 * i + 1], 3 * model.border[3 * i + 2]);
    return out;
  };
  const [a, b] = [stretches(one), stretches(other)];
  if (a.length * b.length > 4 * mostPairs) return null;
  const p = model.points;
  let best = null;
  for (let i = 0; i < a.length; i += 2) {
    for (let j = 0; j < b.length; j += 2) {
      const limit = best ? best.squared : Infinity;
      if (boxDistance(p, a[i], a[i + 1], b[j], b[j + 1]) >= limit) continue;
      const found = nearestPoints(p, a[i], a[i + 1], b[j], b[j + 1]);
      if (found.squared < limit) best = found;
    }
  }
  return best;
}

// The square of the distance of the boxes of two segments.
function boxDistance(p, a, b, c, d) {
  let sum = 0;
  for (let k = 0; k < 3; ++k) {
    const gap = Math.max(Math.min(p[a + k], p[b + k]) - Math.max(p[c + k], p[d + k]), Math.min(p[c + k], p[d + k]) - Math.max(p[a + k], p[b + k]), 0);
    sum += gap * gap;
  }
  return sum;
}

// The nearest points of two segments in space: of an end and the other segment, or where their lines come nearest.
function nearestPoints(p, a, b, c, d) {
  const at = (i) => [p[i], p[i + 1], p[i + 2]];
  const [pa, pb, pc, pd] = [a, b, c, d].map(at);
  const minus = (u, v) => u.map((x, k) => x - v[k]);
  const dot = (u, v) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const along = (u, v, t) => u.map((x, k) => x + t * (v[k] - x));
  const clamp = (t) => (Number.isFinite(t) ? Math.min(Math.max(t, 0), 1) : 0);
  const onto = (u, v, w) => along(u, v, clamp(dot(minus(w, u), minus(v, u)) / dot(minus(v, u), minus(v, u))));
  const pairs = [[pa, onto(pc, pd, pa)], [pb, onto(pc, pd, pb)], [onto(pa, pb, pc), pc], [onto(pa, pb, pd), pd]];
  const [u, v, w] = [minus(pb, pa), minus(pd, pc), minus(pa, pc)];
  const [uu, uv, vv, uw, vw] = [dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)];
  const whole = uu * vv - uv * uv;
  if (whole > 0) {
    const from = along(pa, pb, clamp((uv * vw - vv * uw) / whole));
    pairs.push([from, onto(pc, pd, from)]);
  }
  const measured = pairs.map(([from, to]) => ({ from, to, squared: dot(minus(from, to), minus(from, to)) }));
  return measured.reduce((x, y) => (y.squared < x.squared ? y : x));
}
