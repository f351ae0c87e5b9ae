// SPDX-License-Identifier: GPL-3.0-or-later
// What Engine starts under node.
import { Worker } from "node:worker_threads";

export const nodeWorker = (file) => (hear, fail) => {
  const worker = new Worker(file);
  worker.on("message", hear);
  worker.on("error", fail);
  return {
    post: (message) => worker.postMessage(message),
    end: () => void worker.terminate(),
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
  };
};
