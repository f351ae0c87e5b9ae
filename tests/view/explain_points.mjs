// SPDX-License-Identifier: GPL-3.0-or-later
// Runs explain.js of the page outside of a browser: node explain_points.mjs PAGE.html MODULES <POINTS, where MODULES is
// the folder of the page's modules and POINTS has a point a line, x,y,z. Prints a line of JSON for each.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [page, modules] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${modules}/${name}`));
const { readModel, unpack } = await load("model.js");
const { ExactLevel } = await load("exact_level.js");
const { explain, withTexts } = await load("explain.js");
const { parse } = await load("rational.js");

const data = /<script type="application\/gzip\+base64" id="data">([^<]*)</.exec(readFileSync(page, "utf8"))[1];
const model = readModel(await unpack(data));
const level = new ExactLevel(model);
for (const line of readFileSync(0, "utf8").split("\n").filter((l) => l)) {
  console.log(JSON.stringify(withTexts(explain(level, model.settings, line.split(",").map(parse)))));
}
