// SPDX-License-Identifier: GPL-3.0-or-later
// The two bakers, with their settings in the words that each has for them.
import { generateSoloNavMesh as generateByRecast } from "@recast-navigation/generators";
import { generateSoloNavMesh as generateByNavcat } from "navcat/blocks";
import { getNavMeshPositionsAndIndices, init } from "recast-navigation";

const cells = (length, cell) => Math.ceil(length / cell);

export async function bakeByNavcat({ vertices, indices }, { radius, height, cell }) {
  const { navMesh } = generateByNavcat({ positions: vertices, indices }, {
    cellSize: cell, cellHeight: 0.1, borderSize: 0, minRegionArea: 8, mergeRegionArea: 20, maxSimplificationError: 1.3, maxEdgeLength: 12,
    maxVerticesPerPoly: 5, detailSampleDistance: 6 * cell, detailSampleMaxError: 0.1, walkableSlopeAngleDegrees: 45,
    walkableRadiusWorld: radius, walkableRadiusVoxels: cells(radius, cell), walkableHeightWorld: height, walkableHeightVoxels: cells(height, 0.1),
    walkableClimbWorld: 0, walkableClimbVoxels: 0,
  });
  return { name: "navmesh.json", bytes: JSON.stringify(navMesh) };
}

export async function bakeByRecast({ vertices, indices }, { radius, height, cell }) {
  await init();
  const made = generateByRecast(vertices, indices, {
    cs: cell, ch: 0.1, walkableRadius: cells(radius, cell), walkableHeight: cells(height, 0.1), walkableClimb: 0,
  });
  const [positions, triangles] = getNavMeshPositionsAndIndices(made.navMesh);
  return { vertices: positions, indices: triangles };
}
