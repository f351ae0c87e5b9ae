// SPDX-License-Identifier: GPL-3.0-or-later
// The package in browsers.
import { makeCalls } from "./api.js";
import { browserWorker } from "./engine.js";

let compiled;
async function load() {
  const answer = await fetch(new URL("./plumb.wasm", import.meta.url));
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${answer.statusText}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}
/** The module of the package, compiled once; what failed is tried again. */
const module = () =>
  (compiled ??= load().catch((error) => {
    compiled = undefined;
    throw error;
  }));

export const { agent, audit, bake, check, diff, explain, generate, layers, minimise, open, route, run } = makeCalls({
  module,
  makeWorker: browserWorker(() => new Worker(new URL("./worker.js", import.meta.url), { type: "module" })),
});
export { PlumbError } from "./errors.js";
export { Area } from "./numbers.js";
