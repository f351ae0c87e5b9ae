// SPDX-License-Identifier: GPL-3.0-or-later
// Large groups are drawn in few chunks by storey and tile, without losing or doubling a triangle: node chunks.mjs MODULES,
// where MODULES is the folder of the page's modules.
import assert from "node:assert";
import { pathToFileURL } from "node:url";

const { splitIndex, sphereOf } = await import(pathToFileURL(`${process.argv[2]}/chunks.js`));
const { finish } = await import(pathToFileURL(`${process.argv[2]}/slices.js`));

// Two storeys of squares side by side, each of two triangles.
function squares(side) {
  const positions = [];
  const index = [];
  for (let z = 0; z < 2; ++z) {
    for (let x = 0; x < side; ++x) {
      for (let y = 0; y < side; ++y) {
        const first = positions.length / 3;
        for (const [dx, dy] of [[0, 0], [1, 0], [1, 1], [0, 1]]) positions.push(x + dx, y + dy, 3 * side * z);
        index.push(first, first + 1, first + 2, first, first + 2, first + 3);
      }
    }
  }
  return { positions: Float32Array.from(positions), index: Uint32Array.from(index) };
}

const triangles = (index) => Array.from({ length: index.length / 3 }, (_, t) => index.slice(3 * t, 3 * t + 3).join(" "));

for (const [side, least, most] of [[50, 1, 1], [120, 2, 8], [300, 8, 8]]) {
  const { positions, index } = squares(side);
  const parts = finish(splitIndex(index, 3, positions));
  assert(parts.length >= least && parts.length <= most, `${index.length / 3} triangles are in ${parts.length} chunks`);
  assert.deepEqual(parts.flatMap(triangles).sort(), triangles(index).sort());
  const heights = parts.map((part) => new Set(Array.from(part, (p) => positions[3 * p + 2])));
  if (parts.length > 1) assert(heights.every((own) => own.size === 1), "a chunk has parts of both storeys");
  for (const part of parts) {
    const [x, y, z, radius] = sphereOf(part, positions);
    for (const p of part) assert(Math.hypot(positions[3 * p] - x, positions[3 * p + 1] - y, positions[3 * p + 2] - z) <= radius * (1 + 1e-6));
  }
  console.log(`${index.length / 3} triangles in ${parts.length} chunks`);
}
