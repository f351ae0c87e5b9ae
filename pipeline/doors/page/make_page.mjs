// SPDX-License-Identifier: GPL-3.0-or-later
// Writes plumb.html of its parts:  make_page.mjs OUTPUT TEMPLATE MODULE SCRIPT WORKER STYLE... -- LEVEL...
// The module and the levels are in the page compressed, in base64. The content security policy names the script and the
// style by their hashes; the script may compile WebAssembly and start a worker of a blob, which is in the page as well.
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";

const [output, template, module, script, worker, ...rest] = process.argv.slice(2);
const styles = rest.slice(0, rest.indexOf("--"));
const levels = rest.slice(styles.length + 1);

const packed = (file) => zlib.gzipSync(fs.readFileSync(file), { level: 9 }).toString("base64");
const text = (file) => fs.readFileSync(file, "utf8");
const hash = (content) => `'sha256-${crypto.createHash("sha256").update(content).digest("base64")}'`;

const style = styles.map(text).join("");
const code = text(script);
const parts = {
  policy: `default-src 'none'; script-src ${hash(code)} 'wasm-unsafe-eval'; style-src ${hash(style)}; worker-src blob:`,
  style,
  module: packed(module),
  levels: levels.map((file) => `<script type="application/gzip+base64" data-level="${path.basename(file)}">${packed(file)}</script>`).join("\n"),
  worker: text(worker),
  script: code,
};
for (const name of ["worker", "script"]) if (/<\/script/i.test(parts[name])) throw new Error(`the ${name} has text that ends a script`);
fs.writeFileSync(output, text(template).replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]));
