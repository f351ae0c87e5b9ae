// SPDX-License-Identifier: GPL-3.0-or-later
// The package under node.
import { readFile } from "node:fs/promises";
import { makeCalls } from "./api.js";
import { nodeWorker } from "./node_engine.js";

let compiled;
/** The module of the package, compiled once. */
const module = () => (compiled ??= readFile(new URL("./plumb.wasm", import.meta.url)).then((bytes) => WebAssembly.compile(bytes)));

export const { agent, audit, bake, check, diff, explain, generate, layers, minimise, open, route, run } = makeCalls({
  module,
  makeWorker: nodeWorker(new URL("./node_worker.js", import.meta.url)),
});
export { PlumbError } from "./errors.js";
export { Area } from "./numbers.js";
