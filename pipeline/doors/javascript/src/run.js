// SPDX-License-Identifier: GPL-3.0-or-later
// One command, run to its end in an instance of its own: its memory is free afterwards.
import { MemoryFiles } from "./memory_files.js";
import { Exit, Wasi } from "./wasi.js";

const encoder = new TextEncoder();

// Output that is kept.
function kept(tell) {
  const parts = [];
  return {
    parts,
    read: () => 0,
    write(bytes) {
      const part = bytes.slice();
      parts.push(part);
      tell?.(part);
      return part.length;
    },
    bytes() {
      const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
      let at = 0;
      for (const part of parts) {
        out.set(part, at);
        at += part.length;
      }
      return out;
    },
  };
}

// Input that is known.
function known(content) {
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  let at = 0;
  return {
    read(out) {
      const part = bytes.subarray(at, at + out.length);
      out.set(part);
      at += part.length;
      return part.length;
    },
    write: () => 0,
  };
}

/** An instance of a module, which sees these files and streams. */
export function instantiate(module, options) {
  const wasi = new Wasi(options);
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.imports });
  wasi.attach(instance);
  return { wasi, instance };
}

/** Runs job(), which calls an instance, and says with which status it ended. */
export function statusOf(job) {
  try {
    job();
    return 0;
  } catch (error) {
    if (error instanceof Exit) return error.status;
    throw error;
  }
}

/** Runs a command with real files and streams (node_files.js); its exit status. */
export function runWith(module, options) {
  const { wasi, instance } = instantiate(module, options);
  try {
    return statusOf(() => instance.exports._start());
  } finally {
    wasi.close();
  }
}

/** Runs the command line of `module`, a WebAssembly.Module, with files in memory: run(module, ["bake", "level.obj", "-o",
 * "nav.glb"], { "level.obj": bytes }). Returns
 *   status   its exit status
 *   stdout, stderr   what it has printed, as text
 *   output   what it has printed to stdout, as bytes
 *   files    a Map with the bytes of each file that it has made or changed, by path
 * stdin: text or bytes that it may read. onStderr(bytes): called while it runs. */
export function run(module, args, files = {}, { name = "plumb", stdin = "", env = {}, onStderr } = {}) {
  const memory = files instanceof MemoryFiles ? files : new MemoryFiles(files);
  const out = kept();
  const err = kept(onStderr);
  const status = runWith(module, {
    args: [name, ...args],
    env: { PWD: "/", ...env },
    files: memory,
    streams: [known(stdin), out, err],
  });
  const output = out.bytes();
  const text = (bytes) => new TextDecoder().decode(bytes);
  return { status, stdout: text(output), stderr: text(err.bytes()), output, files: memory.changed() };
}
