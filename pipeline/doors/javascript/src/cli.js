#!/usr/bin/env node
// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: npx plumb-navmesh bake level.glb -o nav.bin. It runs in a worker, so that a signal is heard here,
// which ends it and removes the files that it has begun.
import { rmSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { stackSize } from "./node_engine.js";

const worker = new Worker(new URL("./cli_worker.js", import.meta.url), { argv: process.argv.slice(2), resourceLimits: stackSize, execArgv: [] });
const unfinished = new Set();
worker.on("message", ({ begun, ended, status }) => {
  if (begun !== undefined) unfinished.add(begun);
  if (ended !== undefined) unfinished.delete(ended);
  if (status !== undefined) process.exitCode = status;
});
worker.on("error", (error) => {
  console.error(`plumb: internal check failed: ${error.message}`);
  process.exitCode = 3;
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.once(signal, async () => {
    await worker.terminate();
    for (const file of unfinished) rmSync(file, { force: true });
    process.kill(process.pid, signal);
  });
