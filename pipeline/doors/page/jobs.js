// SPDX-License-Identifier: GPL-3.0-or-later
// The command line in workers: one that bakes, and one that answers questions meanwhile. A job that is no longer wanted
// ends with its worker; the module is compiled once.
import { browserWorker, Engine } from "../javascript/src/engine.js";

/** A command that has failed: what it has printed. */
export class Failed extends Error {
  constructor({ status, stderr }) {
    super(stderr.trim().replace(/^plumb: /gm, "") || `the command ended with status ${status}`);
    this.status = status;
  }
}

export class Program {
  /** `script`: the worker's, a text; `module`: compiled. */
  constructor(script, module) {
    this.module = module;
    this.url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.start();
  }

  // At once, so that the first command finds a worker that runs.
  start() {
    this.engine = new Engine(browserWorker(() => new Worker(this.url)), this.module);
  }

  /** Runs a command; `page`: the file among those that it writes whose data are wanted. Throws Failed. */
  async run(args, files, { page, mayEnd = [0] } = {}) {
    const done = await this.ask((engine) => engine.run(args, files, { options: { page } }));
    if (!mayEnd.includes(done.status)) throw new Failed(done);
    return done;
  }

  /** The polygons of another baker's navmesh: foreignOutlines() of foreign_outlines.js. */
  outlines(name, bytes, up) {
    return this.ask((engine) => engine.job({ outlines: { name, bytes, up } }));
  }

  async ask(job) {
    const { engine } = this;
    try {
      return await job(engine);
    } catch (error) {
      // An instance that broke leaves a worker that can go on; one that could not be started does not.
      if (engine.isEnded && this.engine === engine) this.start();
      throw error;
    }
  }

  /** Ends what runs: it fails with an AbortError. */
  cancel() {
    const { engine } = this;
    if (engine.jobs.size === 0) return;
    this.start();
    engine.end();
  }
}

export const isCancelled = (error) => error.name === "AbortError";
