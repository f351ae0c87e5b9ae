// SPDX-License-Identifier: GPL-3.0-or-later
import { writeFileSync } from "node:fs";
import { answerJobs, load } from "../javascript.mjs";

const { init, exportNavMesh, getNavMeshPositionsAndIndices } = await load("recast-navigation/index.mjs");
const { generateSoloNavMesh, generateTiledNavMesh } = await load("recast-navigation/generators.mjs");
await init();
await answerJobs((job, level) => {
  const generate = job.variant === "tiled" ? generateTiledNavMesh : generateSoloNavMesh;
  const { success, navMesh, error } = generate(level.positions, level.indices, job.options);
  if (!success) throw error;
  if (getNavMeshPositionsAndIndices(navMesh)[1].length === 0) throw "no polygon";
  writeFileSync(`${job.out}/navmesh.mset`, exportNavMesh(navMesh));
  navMesh.destroy();
});
