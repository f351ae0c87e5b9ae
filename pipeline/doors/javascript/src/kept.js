// SPDX-License-Identifier: GPL-3.0-or-later
// A level that is kept and asked: the other side of the door (module_wasi.cpp), in an instance of its own.
import { PlumbError } from "./errors.js";
import { absolute, MemoryFiles } from "./memory_files.js";
import { instantiate, statusOf } from "./run.js";

// 1 or 0. A promise would always count as true.
function truth(value) {
  if (typeof value !== "boolean") throw new TypeError("interesting() has to return true or false");
  return value ? 1 : 0;
}

const arrays = { Float32Array, Float64Array, Uint8Array, Int16Array, Uint32Array };

export class Kept {
  /** onProgress({ done, stage }): while the door works. isInteresting(obj): of the job "minimise". */
  constructor(module, onProgress, isInteresting) {
    this.files = new MemoryFiles();
    this.errors = "";
    this.ended = null;
    const decoder = new TextDecoder();
    let line = "";
    let answer = 0;
    const said = (text) => {
      const message = JSON.parse(text);
      if (message.interesting) answer = truth(isInteresting?.(new TextDecoder().decode(this.files.get(message.interesting))));
      else onProgress?.(message);
    };
    const streams = [
      {
        read(out) {
          out[0] = answer;
          return 1;
        },
        write: () => 0,
      },
      {
        read: () => 0,
        write(bytes) {
          const lines = (line + decoder.decode(bytes.slice(), { stream: true })).split("\n");
          line = lines.pop();
          lines.forEach(said);
          return bytes.length;
        },
      },
      {
        read: () => 0,
        write: (bytes) => {
          this.errors += new TextDecoder().decode(bytes.slice());
          return bytes.length;
        },
      },
    ];
    const { instance } = instantiate(module, { args: ["plumb"], files: this.files, streams });
    this.exports = instance.exports;
    this.call(() => this.exports.plumb_open());
  }

  /** Answers { job, ... }, with typed arrays for arrays, and `files`, a Map, of those that it has written. files: those
   * that it reads; they stay, and files that are written do not. */
  ask(request, files = {}) {
    for (const [path, content] of files instanceof Map ? files : Object.entries(files)) this.files.put(path, content);
    const text = new TextEncoder().encode(JSON.stringify(request));
    let reply;
    try {
      reply = this.call(() => {
        const to = this.exports.plumb_request(text.length) >>> 0;
        new Uint8Array(this.exports.memory.buffer, to, text.length).set(text);
        const size = this.exports.plumb_answer() >>> 0;
        return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, this.exports.plumb_reply() >>> 0, size).slice());
      });
    } finally {
      // The next question has files of its own.
      for (const path of files instanceof Map ? files.keys() : Object.keys(files)) {
        const at = absolute(path);
        if (this.files.contents.get(at)?.changed === false) this.files.contents.delete(at);
      }
    }
    const found = JSON.parse(reply);
    if (found.error) throw new PlumbError(found.error.text, found.error);
    for (const [name, value] of Object.entries(found))
      if (value?.kind && arrays[value.kind]) found[name] = new arrays[value.kind](this.exports.memory.buffer, value.at, value.count).slice();
    found.files = this.files.changed();
    for (const path of found.files.keys()) this.files.remove("/" + path);
    return found;
  }

  // An instance that has ended, because there was no memory or for a bug, is of no use any more.
  call(job) {
    if (this.ended) throw this.ended;
    let value;
    const fail = (status, message) => {
      this.ended = new PlumbError(message, { code: status === 2 ? "out_of_memory" : "internal", status });
      return this.ended;
    };
    try {
      const status = statusOf(() => {
        value = job();
      });
      if (status !== 0) throw fail(status, this.errors.trim().replace(/^plumb: /, ""));
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
        throw fail(3, `the module was ended: ${error.message}${this.errors && `; ${this.errors.trim()}`}`);
      throw error;
    }
    return value;
  }
}
