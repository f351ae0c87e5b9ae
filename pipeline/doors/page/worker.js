// SPDX-License-Identifier: GPL-3.0-or-later
// What the page's workers do: they run the command line, one job after the other (engine.js has their maker's side).
// { module } comes once; then { id, run: arguments, files, options: { page } }. Of the file `page`, a page of plumb view
// that the command has written, the data that it holds are taken and unpacked: they are the result's `data`. Or
// { id, outlines: { name, bytes, up } }, which foreignOutlines() answers.
import { unpack } from "../../run/view/page/model.js";
import { foreignOutlines } from "./foreign_outlines.js";
import { run } from "../javascript/src/run.js";

let module = null;

// The data of a page, as its own script would read them.
function dataOf(page) {
  const text = new TextDecoder().decode(page);
  const begin = text.indexOf(">", text.indexOf('id="data"')) + 1;
  return unpack(text.slice(begin, text.indexOf("<", begin)));
}

async function job({ id, run: args, files, options, outlines }) {
  if (outlines) {
    const result = foreignOutlines(outlines.name, outlines.bytes, outlines.up);
    globalThis.postMessage({ id, result }, result ? [result.corners.buffer, result.begins.buffer] : []);
    return;
  }
  const { status, stdout, stderr, files: written } = run(module, args, files);
  const page = written.get(options?.page);
  written.delete(options?.page);
  const data = page ? await dataOf(page) : null;
  const buffers = new Set([...written.values()].map((bytes) => bytes.buffer));
  if (data) buffers.add(data);
  globalThis.postMessage({ id, result: { status, stdout, stderr, files: written, data } }, [...buffers]);
}

globalThis.onmessage = async ({ data: message }) => {
  if (message.module) {
    module = message.module;
    return;
  }
  try {
    await job(message);
  } catch (error) {
    globalThis.postMessage({ id: message.id, error: { name: error.name, message: error.message } });
  }
};
