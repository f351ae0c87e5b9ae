// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a module of WebAssembly as a program of this machine, as the package of npm does: node run.mjs MODULE [WORD...]
// Node's own runtime of WASI would do as well; that of the package is what its users run.
import { readFileSync } from "node:fs";
import "../../pipeline/doors/javascript/src/node_crypto.js";
import { NodeFiles, nodeStreams, programPath } from "../../pipeline/doors/javascript/src/node_files.js";
import { runWith } from "../../pipeline/doors/javascript/src/run.js";

const here = programPath(process.cwd());
/** Files of where this runs, for plumb-check: WASI knows no current folder, and plumb alone goes to that of PWD. */
class FilesHere extends NodeFiles {
  path(path) {
    return super.path(here + "/" + path);
  }
}

const [module, ...words] = process.argv.slice(2);
process.exitCode = runWith(new WebAssembly.Module(readFileSync(module)), {
  args: [module, ...words],
  env: { ...process.env, PWD: here },
  files: module.endsWith("plumb-check.wasm") ? new FilesHere() : new NodeFiles(),
  streams: nodeStreams(),
});
