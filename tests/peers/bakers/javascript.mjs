// SPDX-License-Identifier: GPL-3.0-or-later
// What the bakers of JavaScript have in common: reading an OBJ, and answering jobs line by line (adapter.py's Javascript asks).
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

// The file of a package below node_modules, the program's first argument.
export const load = (file) => import(pathToFileURL(`${process.argv[2]}/${file}`));

// Triangles with y up: positions and indices.
export function readLevel(path, up) {
  const positions = [], indices = [];
  for (const line of readFileSync(path, "utf8").replaceAll("\\\n", " ").split("\n")) {
    const words = line.split("#")[0].trim().split(/\s+/);
    if (words[0] === "v") {
      const [x, y, z] = words.slice(1, 4).map(Number);
      if (up === "z") positions.push(x, z, -y);
      else positions.push(x, y, z);
    } else if (words[0] === "f") {
      const corners = words.slice(1).map((w) => parseInt(w)).map((i) => (i > 0 ? i - 1 : positions.length / 3 + i));
      for (let i = 2; i < corners.length; ++i) indices.push(corners[0], corners[i - 1], corners[i]);
    }
  }
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices) };
}

// bake(job, level) writes the navmesh, or throws an error with the baker's own words. What JavaScript or WebAssembly
// throws by itself is a crash.
export async function answerJobs(bake) {
  for await (const line of createInterface({ input: process.stdin })) {
    const job = JSON.parse(line), before = process.cpuUsage();
    let error = null, crashed = false;
    try {
      await bake(job, readLevel(job.scene, job.up));
    } catch (thrown) {
      error = String(thrown?.stack ?? thrown);
      crashed = [TypeError, RangeError, ReferenceError, WebAssembly.RuntimeError].some((kind) => thrown instanceof kind);
    }
    const used = process.cpuUsage(before);
    console.log(JSON.stringify({ error, crashed, processor_seconds: (used.user + used.system) / 1e6, peak_bytes: process.resourceUsage().maxRSS * 1024 }));
  }
}
