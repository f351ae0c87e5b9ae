// SPDX-License-Identifier: GPL-3.0-or-later
// What Engine starts under node.
import { Worker } from "node:worker_threads";

/** Of a worker: what the program calls within itself lies there, too. */
export const stackSize = { stackSizeMb: 64 };

export const nodeWorker = (file) => (hear, fail) => {
  const worker = new Worker(file, { resourceLimits: stackSize, execArgv: [] });
  worker.on("message", hear);
  worker.on("error", fail);
  return {
    post: (message) => worker.postMessage(message),
    end: () => void worker.terminate(),
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
  };
};
