// SPDX-License-Identifier: GPL-3.0-or-later

/** What Plumb refuses. `message` is the text of the command. `code` is a word that does not change, such as "bad_index";
 * `status` the exit status that the command has then; `file` and `line` say where, if it is about a file. */
export class PlumbError extends Error {
  constructor(message, { code, status = 2, file, line } = {}) {
    super(message);
    this.name = "PlumbError";
    Object.assign(this, { code, status, file: file || undefined, line: line || undefined });
  }
}

/** An error that came from a worker. */
export function errorOf(sent) {
  if (sent.name === "PlumbError") return new PlumbError(sent.message, sent);
  return Object.assign(sent.name === "TypeError" ? new TypeError(sent.message) : new Error(sent.message), { name: sent.name, stack: sent.stack });
}

/** What a command that was run has refused: its last line, without its name. */
export function errorOfRun({ status, stderr }) {
  const text = stderr.trim().split("\n").at(-1).replace(/^plumb(-check)?: /, "");
  return new PlumbError(text || `exit status ${status}`, { code: status === 1 ? "no" : status === 2 ? "refused" : "internal", status });
}
