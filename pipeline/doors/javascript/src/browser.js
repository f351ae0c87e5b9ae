// SPDX-License-Identifier: GPL-3.0-or-later
// The package in browsers.
import { makeCalls } from "./api.js";
import { browserWorker } from "./engine.js";

let compiled;
const module = () => (compiled ??= fetch(new URL("./plumb.wasm", import.meta.url)).then((answer) => answer.arrayBuffer()).then((bytes) => WebAssembly.compile(bytes)));

export const { agent, audit, bake, check, diff, explain, generate, layers, minimise, open, route, run } = makeCalls({
  module,
  makeWorker: browserWorker(() => new Worker(new URL("./worker.js", import.meta.url), { type: "module" })),
});
export { PlumbError } from "./errors.js";
export { Area } from "./numbers.js";
