// SPDX-License-Identifier: GPL-3.0-or-later
// Triangles and lines in chunks by storey and tile, so that what is out of sight is not drawn.
//
// Problem. A level of 100,000 polygons is looked at in parts; one mesh of all would be drawn whole each time. A mesh for
// each cell would take as many calls as there are cells.
// Steps. The primitives are halved at the middle of the longest extent of their middles, height or plan, until a chunk
// has at most `most` of them, or has been halved `deepest` times. Each chunk is an index into the common positions.
// Cost. Linear in primitives for each halving; at most 2^deepest chunks, so as many draw calls.

const most = 20_000;
const deepest = 3;

/** Splits an index with `corners` numbers a primitive; a list of indices. Few primitives stay together. */
export function splitIndex(index, corners, positions) {
  const count = index.length / corners;
  if (count <= most) return [index];
  const middles = new Float32Array(3 * count);
  for (let i = 0; i < index.length; ++i) {
    const [to, from] = [3 * Math.floor(i / corners), 3 * index[i]];
    middles[to] += positions[from] / corners;
    middles[to + 1] += positions[from + 1] / corners;
    middles[to + 2] += positions[from + 2] / corners;
  }
  const halve = (list, depth) => {
    if (list.length <= most || depth === deepest) return [list];
    const { low, high } = boxOf(list, middles);
    const axis = [0, 1, 2].reduce((a, b) => (high[b] - low[b] > high[a] - low[a] ? b : a));
    const at = (low[axis] + high[axis]) / 2;
    const parts = [list.filter((i) => middles[3 * i + axis] < at), list.filter((i) => middles[3 * i + axis] >= at)];
    return parts.filter((part) => part.length > 0).flatMap((part) => halve(part, depth + 1));
  };
  return halve(new Uint32Array(count).map((_, i) => i), 0).map((list) => {
    const out = new Uint32Array(corners * list.length);
    for (let at = 0; at < out.length; ++at) out[at] = index[corners * list[Math.floor(at / corners)] + (at % corners)];
    return out;
  });
}

function boxOf(numbers, positions) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < numbers.length; ++i) {
    for (let k = 0; k < 3; ++k) {
      const v = positions[3 * numbers[i] + k];
      if (v < low[k]) low[k] = v;
      if (v > high[k]) high[k] = v;
    }
  }
  return { low, high };
}

/** The middle of the box of an index's points, and how far from it the farthest is: [x, y, z, radius]. */
export function sphereOf(index, positions) {
  const { low, high } = boxOf(index, positions);
  const middle = low.map((v, k) => (v + high[k]) / 2);
  return [...middle, Math.hypot(...high.map((v, k) => v - middle[k]))];
}
