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
const atOnce = 8192; // primitives

/** For inSlices (slices.js): splits an index with `corners` numbers a primitive; a list of indices. Few primitives stay together. */
export function* splitIndex(index, corners, positions) {
  const count = index.length / corners;
  if (count <= most) return [index];
  const middles = new Float32Array(3 * count);
  for (let i = 0; i < count; ++i) {
    if (i % atOnce === 0) yield;
    for (let c = 0; c < corners; ++c) for (let k = 0; k < 3; ++k) middles[3 * i + k] += positions[3 * index[corners * i + c] + k] / corners;
  }
  let lists = [new Uint32Array(count).map((_, i) => i)];
  for (let depth = 0; depth < deepest; ++depth) {
    const parts = [];
    for (const list of lists) {
      yield;
      if (list.length <= most) parts.push(list);
      else parts.push(...halves(list, middles).filter((part) => part.length > 0));
    }
    lists = parts;
  }
  const out = [];
  for (const list of lists) {
    yield;
    const part = new Uint32Array(corners * list.length);
    for (let i = 0; i < list.length; ++i) for (let c = 0; c < corners; ++c) part[corners * i + c] = index[corners * list[i] + c];
    out.push(part);
  }
  return out;
}

// On both sides of the middle of the longest extent.
function halves(list, middles) {
  const { low, high } = boxOf(list, middles);
  const axis = [0, 1, 2].reduce((a, b) => (high[b] - low[b] > high[a] - low[a] ? b : a));
  const at = (low[axis] + high[axis]) / 2;
  return [list.filter((i) => middles[3 * i + axis] < at), list.filter((i) => middles[3 * i + axis] >= at)];
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
