#!/usr/bin/env node
// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: npx plumb-navmesh bake level.glb -o nav.bin.
import { readFileSync } from "node:fs";
import { NodeFiles, nodeStreams, programPath } from "./node_files.js";
import { runWith } from "./run.js";

const module = new WebAssembly.Module(readFileSync(new URL("./plumb.wasm", import.meta.url)));
process.exitCode = runWith(module, {
  args: ["plumb", ...process.argv.slice(2)],
  env: { ...process.env, PWD: programPath(process.cwd()) },
  files: new NodeFiles(),
  streams: nodeStreams(),
});
