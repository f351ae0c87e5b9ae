// SPDX-License-Identifier: GPL-3.0-or-later
// A worker as its maker sees it (service.js has the messages). Its jobs are done one after the other.

import { errorOf } from "./errors.js";

/** make(hear, fail): starts a worker, and returns its { post(message), end(), hold(busy) }. It calls hear(message) with
 * each message, and fail(error) if the worker breaks. `hold` says whether it keeps a process of node alive. */
export class Engine {
  constructor(make, module) {
    this.jobs = new Map();
    this.ended = null;
    this.number = 0;
    this.worker = make(
      (message) => this.hear(message),
      (error) => this.end(error),
    );
    this.worker.hold(false);
    this.worker.post({ module });
  }

  /** Runs a command line; what run() of run.js returns. onStderr(text), onProgress: as it runs. */
  run(args, files = {}, { options, ...heard } = {}) {
    return this.job({ run: args, files, options }, heard);
  }
  /** A request of kept.js. onProgress({ done, stage }). */
  ask(request, { files = {}, ...heard } = {}) {
    return this.job({ ask: request, files }, heard);
  }
  /** Ends the worker; jobs that are not done fail with `error`. */
  end(error = Object.assign(new Error("it was cancelled"), { name: "AbortError", code: "cancelled" })) {
    if (this.isEnded) return;
    this.isEnded = true; // a signal's reason may be null or 0
    this.ended = error;
    this.worker.end();
    for (const { reject } of this.jobs.values()) reject(error);
    this.jobs.clear();
  }

  job(message, heard) {
    if (this.isEnded) return Promise.reject(this.ended);
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.jobs.set(id, { resolve, reject, ...heard });
      this.worker.hold(true);
      try {
        this.worker.post({ id, ...message });
      } catch (error) {
        this.jobs.delete(id);
        if (this.jobs.size === 0) this.worker.hold(false);
        throw error;
      }
    });
  }
  hear({ id, progress, stderr, result, error }) {
    const job = this.jobs.get(id);
    if (!job) return;
    if (progress) job.onProgress?.(progress);
    else if (stderr !== undefined) job.onStderr?.(stderr);
    else {
      this.jobs.delete(id);
      if (this.jobs.size === 0) this.worker.hold(false);
      if (error) job.reject(errorOf(error));
      else job.resolve(result);
    }
  }
}

/** For Engine: a worker of browsers, of new Worker(...), such as one of a blob with the bundle of worker.js. */
export const browserWorker = (start) => (hear, fail) => {
  const worker = start();
  worker.onmessage = (event) => hear(event.data);
  worker.onerror = (event) => fail(new Error(event.message || "the worker cannot be started"));
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate(), hold() {} };
};
