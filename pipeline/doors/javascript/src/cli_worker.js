// SPDX-License-Identifier: GPL-3.0-or-later
import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import "./node_crypto.js";
import { NodeFiles, nodeStreams, programPath } from "./node_files.js";
import { runWith } from "./run.js";

const status = runWith(new WebAssembly.Module(readFileSync(new URL("./plumb.wasm", import.meta.url))), {
  args: ["plumb", ...process.argv.slice(2)],
  env: { ...process.env, PWD: programPath(process.cwd()) },
  files: new NodeFiles((message) => parentPort.postMessage(message)),
  streams: nodeStreams(),
});
parentPort.postMessage({ status });
