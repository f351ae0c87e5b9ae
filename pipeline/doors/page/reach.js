// SPDX-License-Identifier: GPL-3.0-or-later
// What leads from one place to another, by stance: the way and its length, or what is between them and which value of
// which option would join them.
//
// Problem. "Why can the agent not get from here to there, and what would change it" is a search of a hundred bakes.
// Steps. Whether both places are in one component is known from the bake. If they are, plumb route finds the way, on the
// bake's navmesh; if not, plumb explain --from --to is asked for one option after the other, so that each answer is shown
// when it is there; of heights, as if there were no other stances, between which it would look else. A button sets the
// option to the value found; where no option alone is enough, another one asks for two together.
// Exact. The numbers are the command's. Where it says that places are joined below or above a value and not at it, the
// button sets a value 2^-20 beyond; where it has two decimals around a limit, that at which the places are joined.
import { intervalDecimals, slopeDegrees } from "../../run/view/page/angles.js";
import { number } from "../../run/view/page/answer.js";
import { copyButton, el, foreign, shellWord, sixDigits } from "../../run/view/page/dom.js";
import { fromInput } from "../../run/view/page/explain.js";
import * as Q from "../../run/view/page/rational.js";
import { finish } from "../../run/view/page/slices.js";
import { drawWay } from "../../run/view/page/way.js";
import { isCancelled } from "./jobs.js";

const parameters = ["height", "step", "slope", "weld", "radius"]; // the radius takes longest
const isLess = (parameter) => parameter === "height" || parameter === "radius"; // a smaller one is looser
const beyond = Q.ratio(1n, 1n << 20n);
const componentColours = ["#e69f00", "#56b4e9"];

/** The value of an option at which a limit of the command joins the places, as a text. */
export function valueThatJoins({ parameter, value, attained }) {
  const [low, high] = value.map((v) => Q.parse(v));
  if (parameter === "slope") {
    const steeper = attained ? high : Q.add(high, beyond);
    return intervalDecimals(slopeDegrees(steeper))[1];
  }
  if (isLess(parameter)) return Q.text(attained || !Q.equal(low, high) ? low : Q.sub(low, beyond));
  return Q.text(attained || !Q.equal(low, high) ? high : Q.add(high, beyond));
}

export class Reach {
  constructor(baking) {
    this.baking = baking;
    this.parameters = parameters;
    this.key = null;
  }

  /** After a bake answers are no longer true. */
  forget() {
    this.key = this.element = null;
    this.isDone = false;
  }

  /** An element with the answers for the two places of an Answer; they come into it one by one. */
  compared(answer) {
    const { first, second } = answer;
    if (!first.exact || !second.exact) return null;
    const points = [first, second].map((spot) => spot.exact.map(Q.text).join(","));
    const key = points.join(" ");
    this.answer = answer;
    if (this.key !== key) {
      this.key = key;
      this.drawn = [];
      this.found = []; // by stance: { stance, route } or { stance, limits }, of the command's JSON
      this.isDone = false;
      const element = this.element = el("div", { id: "reach" });
      this.baking.asker.cancel();
      this.find(element, points, first, second).catch((error) => {
        if (!isCancelled(error)) element.append(el("p", { class: "warning" }, foreign(error.message)));
        else if (this.element === element) {
          this.key = null; // so that the same places may be asked about again
          element.append(el("p", { class: "warning" }, "Stopped, since something else was asked: choose the second place again."));
        }
      });
    }
    queueMicrotask(() => this.draw());
    return this.element;
  }

  // What was found, over the marks that the answer makes.
  draw() {
    const { viewer } = this.answer;
    for (const make of this.drawn ?? []) for (const object of make()) viewer.marks.add(Object.assign(object, { frustumCulled: false, renderOrder: 1500 }));
    viewer.draw();
  }

  async find(element, points, first, second) {
    await null; // a link is answered while the page is made
    const { model } = this.baking.app;
    const parts = model.stances.map((stance) => el("div", { class: "reached", "data-stance": stance.name }, el("h3", {}, foreign(stance.name)), el("p", { class: "soft" }, "…")));
    element.append(...parts);
    for (const [i, stance] of model.stances.entries()) {
      if (this.element !== element) return;
      const components = [first, second].map((place) => (place.cell === null ? null : model.componentOf(place.cell, i + 1)));
      if (components[0] !== null && components[0] === components[1]) await this.findWay(parts[i], points, stance);
      else await this.findLimits(parts[i], points, stance, i, components);
    }
    this.isDone = this.element === element;
  }

  async findWay(part, [from, to], stance) {
    const { asker, navmesh, app } = this.baking;
    const args = ["route", "plumb_navmesh.json", `--from=${from}`, `--to=${to}`, "--at-stance", stance.name, "--json", "plumb_route.json", "--quiet"];
    const { files, stderr } = await asker.run(args, { "plumb_navmesh.json": navmesh }, { mayEnd: [0, 1] });
    const written = files.get("plumb_route.json");
    if (!written) {
      part.lastChild.replaceWith(el("p", { class: "warning" }, foreign(stderr.trim())));
      return;
    }
    const route = JSON.parse(new TextDecoder().decode(written));
    this.found.push({ stance: stance.name, route });
    const { model, picture } = app;
    const line = route.line.map((p) => model.toPicture(fromInput(p.map((v) => Q.parse(v)), model.up)));
    this.drawn.push(() => drawWay(line, 0, picture));
    this.draw();
    part.lastChild.replaceWith(el("p", { class: "length" }, "gets there. Length of the way: between ", el("span", { class: "low" }, route.length[0]), " and ", el("span", { class: "high" }, route.length[1])));
  }

  async findLimits(part, points, stance, index, components) {
    const rows = new Map(this.parameters.map((name) => [name, el("tr", { "data-parameter": name }, el("th", { scope: "row" }, name), el("td", {}, "…"))]));
    part.lastChild.replaceWith(el("p", {}, el("strong", {}, "does not get there."), " One of these alone would let it:"), el("table", {}, el("tbody", {}, ...rows.values())));
    if (components[0] !== null && components[1] !== null) this.paintComponents(index + 1, components);
    const limits = [];
    this.found.push({ stance: stance.name, limits });
    for (const name of this.parameters) {
      const { stdout } = await this.explain(points, stance, name === "height", "--only", name);
      if (part.parentElement !== this.element) return; // other places were chosen, or baked
      const found = JSON.parse(stdout);
      if (name === this.parameters[0]) part.firstChild.after(...this.whyNotThere(found));
      const limit = found.limits[0];
      if (limit) limits.push(limit);
      if (limit?.kind === "at") this.baking.settings.addMarks(name, [{ text: valueThatJoins(limit), weight: 1, title: `joins the two places for ${stance.name}` }]);
      rows.get(name).replaceChildren(el("th", { scope: "row" }, name), ...this.limitCells(limit, index));
    }
    if (limits.every((limit) => limit.kind === "never")) part.append(this.together(points, stance, index));
    part.append(this.command(points, stance));
  }

  // `alone`: as if there were no other stances, below which no height is tried.
  explain([from, to], stance, alone, ...more) {
    const { asker, level, settings } = this.baking;
    const own = settings.values.stances.filter((s) => s.name === stance.name);
    const args = ["explain", level.scene, ...settings.arguments(alone ? own : undefined), `--from=${from}`, `--to=${to}`, "--at-stance", stance.name, ...more, "--json", "--quiet"];
    return asker.run(args, level.files, { mayEnd: [0, 1] });
  }

  // The places at which the stance cannot stand, and by what.
  whyNotThere(found) {
    return [["first", found.from], ["second", found.to]].filter(([, place]) => !place.standing || place.blocked).map(([which, { standing, blocked }]) =>
      el("p", { class: "blocked" }, `It cannot stand at the ${which} place: `, standing ? `${blocked.by}` : "the place is above nothing", blocked?.polygon ? `, polygon ${blocked.polygon.polygon}` : ""));
  }

  limitCells(limit, index) {
    if (!limit) return [el("td", {}, "not asked: the level lies in one plane")];
    const { parameter, kind, value, attained, settled, place, polygons } = limit;
    if (kind === "never") return [el("td", { class: "soft" }, "none joins them")];
    if (kind === "always") return [el("td", {}, "any")];
    const words = isLess(parameter) ? (attained === false ? "below " : "at most ") : attained === false ? "above " : "at least ";
    const [low, high] = value.map((v) => Q.parse(v));
    const shown = parameter === "slope" ? `${sixDigits(Q.toNumber(slopeDegrees(high).high))}°` : Q.equal(low, high) ? number(low) : number(isLess(parameter) ? low : high);
    const text = valueThatJoins(limit);
    const set = el("button", { type: "button", class: "set", "data-value": text, title: `bake with ${parameter} ${text}`, click: () => this.baking.settings.take([[parameter, text]], index) }, "set");
    const show = place ? el("button", { type: "button", class: "show", click: () => this.show(place, polygons) }, "where") : null;
    const by = polygons.length > 0 ? el("span", { class: "soft" }, ` by ${polygons.map((p) => `polygon ${p.polygon}`).join(", ")}`) : null;
    return [el("td", {}, words, shown, settled ? "" : " (not settled)", " ", set, " ", show, by)];
  }

  // Flies to the place at which a way ends, and marks what ends it.
  show(place, polygons) {
    const { model, viewer } = this.baking.app;
    const point = model.toPicture(fromInput(place.map((v) => Q.parse(v)), model.up));
    viewer.camera.flyTo(point, point);
    viewer.mark({ points: [point], witness: polygons.length > 0 ? polygons[0].polygon : null });
    this.draw();
  }

  together(points, stance, index) {
    const list = el("ul", {});
    const ask = el("button", { type: "button", class: "together", click: async () => {
      ask.disabled = true;
      list.replaceChildren(el("li", {}, "…"));
      try {
        const { pairs } = JSON.parse((await this.explain(points, stance, false)).stdout);
        list.replaceChildren(...(pairs.length > 0 ? pairs.map((pair) => this.pairItem(pair, index)) : [el("li", {}, "No two of them do.")]));
      } catch (error) {
        list.replaceChildren(isCancelled(error) ? "" : foreign(error.message));
      }
    } }, "would two of them together?");
    return el("div", {}, ask, list);
  }

  pairItem(pair, index) {
    const { settings } = this.baking;
    const set = el("button", { type: "button", class: "set", click: () => {
      settings.take(pair.map((limit) => [limit.parameter, valueThatJoins(limit)]), index);
    } }, "set both");
    return el("li", {}, pair.map((limit) => `${limit.parameter} ${valueThatJoins(limit)}`).join(" with "), " ", set);
  }

  // Both components in colour.
  paintComponents(stance, components) {
    const { model, picture } = this.baking.app;
    this.drawn.push(() => components.map((component, i) => {
      const { index } = finish(picture.facetTriangles((cell) => model.componentOf(cell, stance) === component));
      return picture.triangles(picture.meshPoints, index, componentColours[i], -1, { material: { transparent: true, opacity: 0.6 } });
    }));
    this.draw();
  }

  command([from, to], stance) {
    const words = ["plumb", ...this.baking.command("explain", `--from=${from}`, `--to=${to}`, "--at-stance", stance.name)];
    const text = words.map(shellWord).join(" ");
    return el("div", {}, el("pre", { tabindex: "0" }, text), ...copyButton("Copy", () => text));
  }
}
