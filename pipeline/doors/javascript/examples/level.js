// SPDX-License-Identifier: GPL-3.0-or-later
// A room of 16 x 16, and in it a closet without a door, as wide as an agent of radius 0.5: floor of no area is left in it.
const wall = 7;

const vertices = [0, 0, 0, 0, 0, 16, 16, 0, 16, 16, 0, 0];
const indices = [0, 1, 2, 0, 2, 3];

function addWalls(x0, z0, x1, z1) {
  const corners = [[x0, z0], [x1, z0], [x1, z1], [x0, z1]];
  corners.forEach(([x, z], i) => {
    const n = vertices.length / 3;
    const [toX, toZ] = corners[(i + 1) % 4];
    vertices.push(x, 0, z, toX, 0, toZ, toX, 3, toZ, x, 3, z);
    indices.push(n, n + 1, n + 2, n, n + 2, n + 3);
  });
}
addWalls(0, 0, 16, 16);
addWalls(6, 4, wall, 12);

export const level = { vertices: new Float32Array(vertices), indices: new Uint32Array(indices) };
