// SPDX-License-Identifier: GPL-3.0-or-later
// Options of calls as the door takes them: their names are those of the command line with _ for -, and their values
// text, lists of text and booleans.
import { numberText, pointText } from "./numbers.js";

const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value);

function word(value) {
  if (typeof value === "string") return value;
  throw new TypeError(`${typeof value} is no text`);
}
function flag(value) {
  if (typeof value === "boolean") return value;
  throw new TypeError(`${typeof value} is neither true nor false`);
}
const several = (read) => (value) => (Array.isArray(value) ? value.map(read) : [read(value)]);
const joined = (read) => (value) => (isList(value) ? Array.from(value, read).join(",") : read(value));

function stances(value) {
  if (Array.isArray(value)) return value.map(word);
  if (typeof value === "object" && value !== null && !("numerator" in value)) return Object.entries(value).map(([name, height]) => `${name}=${numberText(height)}`);
  return [`stand=${numberText(value)}`];
}
function points(value) {
  const isOne = typeof value === "string" || (isList(value) && !isList(value[0]) && !(typeof value[0] === "string" && value[0].includes(",")));
  return isOne ? [pointText(value)] : value.map(pointText);
}
function agent(value) {
  if (typeof value === "string") return value;
  const numbers = new Set(["radius", "step", "weld", "window", "slope", "slope_ratio", "slope_cos", "disc"]);
  const out = { ...value };
  for (const [name, member] of Object.entries(value))
    if (numbers.has(name)) out[name] = numberText(member);
    else if (name === "stances" && !Array.isArray(member)) out[name] = Object.entries(member).map(([stance, height]) => ({ name: stance, height: numberText(height) }));
  return JSON.stringify(out);
}

const words = ["unit", "preset", "sides", "solids", "clearance", "bad_faces", "decomposition", "method", "optimise", "planner", "cost", "search", "checks", "reference",
  "surface", "edges", "stance", "resource", "numbers", "up", "scene_up", "ask", "node_rotation", "gltf_scene", "baseline", "until"];
const flags = ["one_surface", "polygons", "bound", "no_bound"];
const readers = {
  agent, stances, seed_points: points, from: pointText, to: pointText, more_goals: points, goals: points, cell: joined(numberText), leap: joined(numberText), transform: joined(numberText),
  areas: joined(numberText), fail_if: joined(word), leave_out: several(word), more_files: several(word), only: joined(word), range: joined(numberText),
  weights: (value) => Object.entries(value).map(([stance, weight]) => `${stance}=${numberText(weight)}`),
  ...Object.fromEntries(words.map((name) => [name, word])),
  ...Object.fromEntries(flags.map((name) => [name, flag])),
};

/** One value; its errors name the option. */
export function optionText(name, value) {
  try {
    return (readers[name] ?? numberText)(value);
  } catch (error) {
    if (error instanceof TypeError) error.message = `${name}: ${error.message}`;
    throw error;
  }
}

/** All, without those that are not given. */
export function optionTexts(options = {}) {
  const out = {};
  for (const [name, value] of Object.entries(options)) if (value !== undefined && value !== null) out[name] = optionText(name, value);
  return out;
}
