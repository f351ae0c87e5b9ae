// SPDX-License-Identifier: GPL-3.0-or-later
// What a click hits: the foremost triangle that is drawn. Every triangle is tried; that takes some hundredths of a
// second in a level of a million, and needs no index.

/**
 * The first hit of a ray { from, direction } among groups that are on, or null:
 * { group, owner, point, distance }. `clips`: planes [a, b, c, d] that keep a x + b y + c z + d >= 0.
 * Coplanar triangles are told apart as they are drawn: a lesser bias comes first.
 */
export function pick(groups, ray, clips) {
  let best = null;
  for (const group of groups) {
    if (!group.on || !group.pick) continue;
    const found = nearest(group.pick, ray, clips, best);
    if (found) best = { group, ...found };
  }
  return best;
}

function nearest({ index, owners, positions: p, bias }, { from, direction }, clips, before) {
  const [ox, oy, oz] = from;
  const [dx, dy, dz] = direction;
  const near = 1e-4; // how far apart coplanar triangles may be found, in units of the picture
  let best = null;
  let limit = before ? before.distance + near : Infinity;
  for (let t = 0; t < owners.length; ++t) {
    const a = 3 * index[3 * t];
    const b = 3 * index[3 * t + 1];
    const c = 3 * index[3 * t + 2];
    const e1x = p[b] - p[a];
    const e1y = p[b + 1] - p[a + 1];
    const e1z = p[b + 2] - p[a + 2];
    const e2x = p[c] - p[a];
    const e2y = p[c + 1] - p[a + 1];
    const e2z = p[c + 2] - p[a + 2];
    const hx = dy * e2z - dz * e2y;
    const hy = dz * e2x - dx * e2z;
    const hz = dx * e2y - dy * e2x;
    const det = e1x * hx + e1y * hy + e1z * hz;
    if (det === 0) continue;
    const sx = ox - p[a];
    const sy = oy - p[a + 1];
    const sz = oz - p[a + 2];
    const u = (sx * hx + sy * hy + sz * hz) / det;
    if (!(u >= 0 && u <= 1)) continue;
    const qx = sy * e1z - sz * e1y;
    const qy = sz * e1x - sx * e1z;
    const qz = sx * e1y - sy * e1x;
    const v = (dx * qx + dy * qy + dz * qz) / det;
    if (!(v >= 0 && u + v <= 1)) continue;
    const distance = (e2x * qx + e2y * qy + e2z * qz) / det;
    if (!(distance > 0 && distance < limit)) continue;
    const point = [ox + distance * dx, oy + distance * dy, oz + distance * dz];
    if (clips.some(([ca, cb, cc, cd]) => ca * point[0] + cb * point[1] + cc * point[2] + cd < 0)) continue;
    const rival = best ?? before;
    if (rival) {
      const gap = distance - rival.distance;
      if (gap >= -near && (bias > rival.bias || (bias === rival.bias && gap >= 0))) continue;
    }
    best = { owner: owners[t], point, distance, bias };
    limit = distance + near;
  }
  return best;
}
