// SPDX-License-Identifier: GPL-3.0-or-later
// The package under node.
import { readFile } from "node:fs/promises";
import { makeCalls } from "./api.js";
import { nodeWorker } from "./node_engine.js";

let compiled;
const load = async () => WebAssembly.compile(await readFile(new URL("./plumb.wasm", import.meta.url)));
/** The module of the package, compiled once; what failed is tried again. */
const module = () =>
  (compiled ??= load().catch((error) => {
    compiled = undefined;
    throw error;
  }));

export const { agent, audit, bake, check, diff, explain, generate, layers, minimise, open, route, run } = makeCalls({
  module,
  makeWorker: nodeWorker(new URL("./node_worker.js", import.meta.url)),
});
export { PlumbError } from "./errors.js";
export { Area } from "./numbers.js";
