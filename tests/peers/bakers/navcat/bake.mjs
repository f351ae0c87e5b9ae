// SPDX-License-Identifier: GPL-3.0-or-later
import { writeFileSync } from "node:fs";
import { answerJobs, load } from "../javascript.mjs";

const { generateSoloNavMesh, generateTiledNavMesh } = await load("navcat/dist/blocks.js");
await answerJobs((job, level) => {
  const generate = job.variant === "tiled" ? generateTiledNavMesh : generateSoloNavMesh;
  const { navMesh } = generate(level, job.options);
  if (Object.values(navMesh.tiles).every((tile) => tile.polys.length === 0)) throw "no polygon";
  writeFileSync(`${job.out}/navmesh.json`, JSON.stringify(navMesh));
});
