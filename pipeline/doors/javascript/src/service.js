// SPDX-License-Identifier: GPL-3.0-or-later
// What a worker does: it runs commands, and keeps one bake that it is asked about. engine.js talks to it.
// Messages to it: { module } once, a WebAssembly.Module or its bytes; then jobs, done one after the other:
//   { id, run: args, files, options }     a command line (run.js)
//   { id, ask: request, files }           a request of kept.js
// Messages of it, each with the job's `id`:
//   { progress: { done, stage } }         done: the share, 0 to 1
//   { stderr: text }                      of a command, as it is printed
//   { result }, { error: { name, message, code, ... } }   the end of the job
// Whoever wants to end a job ends the worker and makes another one.
import { Kept } from "./kept.js";
import { run } from "./run.js";

/** post(message, transferred) sends to who has made the worker. Returns what is to be called with its messages. */
export function service(post) {
  let module = null;
  let kept = null;

  function result(message) {
    const { id } = message;
    if (message.run) {
      const decoder = new TextDecoder();
      const onStderr = (bytes) => post({ id, stderr: decoder.decode(bytes, { stream: true }) });
      return run(module, message.run, message.files, { ...message.options, onStderr });
    }
    kept ??= new Kept(module, (progress) => post({ id: kept.job, progress }));
    kept.job = id;
    return kept.ask(message.ask, message.files);
  }

  return (message) => {
    if (message.module) {
      module = message.module instanceof WebAssembly.Module ? message.module : new WebAssembly.Module(message.module);
      return;
    }
    try {
      const found = result(message);
      post({ id: message.id, result: found }, buffersOf(found));
    } catch (error) {
      post({ id: message.id, error: { ...error, name: error.name, message: error.message, stack: error.stack } });
    }
  };
}

// The memory of results moves to who has asked.
function buffersOf(value, out = new Set()) {
  if (ArrayBuffer.isView(value)) out.add(value.buffer);
  else if (value instanceof Map) for (const member of value.values()) buffersOf(member, out);
  else if (value && typeof value === "object") for (const member of Object.values(value)) buffersOf(member, out);
  return [...out];
}
