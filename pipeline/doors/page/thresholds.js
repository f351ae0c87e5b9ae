// SPDX-License-Identifier: GPL-3.0-or-later
// The marks of sliders: where, exactly, the level changes. Those of heights, slopes and radii are those of plumb explain
// --thresholds. Steps and welds have none of a whole level but the one that would join large components, of the bake's
// report; and each parameter has what would join the two places that were asked about (reach.js).
import * as Q from "../../run/view/page/rational.js";
import { isCancelled } from "./jobs.js";
import { thresholdWord } from "./settings.js";

const most = 200; // marks of a slider: those where most is lost

const markOf = {
  height: (v) => ({ text: v.height, weight: Q.toNumber(Q.parse(v.lost)), title: `${v.lost} of area is lost above ${v.height}` }),
  radius: (v) => ({ text: v.exact_radius ?? v.radius[0], weight: v.passages.length, title: `${v.passages.length} passages close at ${v.exact_radius ?? v.radius[0]}` }),
  slope: (v) => ({ text: v.degrees[1], weight: Q.toNumber(Q.parse(v.area)), title: `${v.polygons.length} polygons are as steep as ${v.degrees[1]}°` }),
};

/** Finds the thresholds of a slider's word once a bake, and gives them to the settings. */
export function thresholds(baking, name) {
  const word = thresholdWord(name);
  if (!(word in markOf)) return null;
  if (!baking.marksAsked.has(word)) baking.marksAsked.set(word, find(baking, word, name));
  return baking.marksAsked.get(word);
}

/** The marks that a bake's report has. */
export function marksOfReport({ graph }) {
  const mark = (name, found) => [name, [{ text: found[name], weight: 1, title: `a ${name} of ${found[name]} would join large components` }]];
  return ["step", "weld"].filter((name) => graph[`joining_${name}`]).map((name) => mark(name, graph[`joining_${name}`]));
}

async function find(baking, word, name) {
  const { settings, level, marksAsked: asked } = baking;
  const range = word === "slope" ? "0,90" : `0,${settings.end(name)}`;
  const jumps = word === "radius" ? ["--jumps"] : [];
  const shown = baking.status.textContent;
  const sayAgain = () => baking.status.textContent.startsWith("looking") && baking.say(shown);
  try {
    baking.say(`looking for thresholds of ${word} …`);
    const { stdout } = await baking.asker.run(baking.command("explain", "--thresholds", word, "--range", range, ...jumps, "--json", "--quiet"), level.files);
    if (asked !== baking.marksAsked) return; // of another bake
    const marks = JSON.parse(stdout).values.map(markOf[word]);
    const heaviest = new Set([...marks].sort((a, b) => b.weight - a.weight).slice(0, most));
    settings.addMarks(word, marks.filter((m) => heaviest.has(m)));
    sayAgain();
  } catch (error) {
    asked.delete(word);
    if (isCancelled(error)) sayAgain();
    else baking.showError(error);
  }
}
