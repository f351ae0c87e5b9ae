// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a module of WebAssembly as a program of this machine, by what node itself has of WASI: node run.mjs MODULE [WORD...]
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [module, ...words] = process.argv.slice(2);
// WASI knows no current folder: plumb goes to that of PWD, and plumb-check sees the files below this one.
const isChecker = module.endsWith("plumb-check.wasm");
const wasi = new WASI({
  version: "preview1",
  args: [module, ...words],
  env: { ...process.env, PWD: process.cwd() },
  preopens: isChecker ? { ".": "." } : { "/": "/" },
});
// Node's own way, an exception that passes through the module, lets node 20 crash now and then.
wasi.wasiImport.proc_exit = (status) => process.exit(status);
const instance = await WebAssembly.instantiate(await WebAssembly.compile(readFileSync(module)), { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
