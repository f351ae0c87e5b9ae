// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a level: makes the picture and the panels, and joins them with keys and the address. What is shown can be
// replaced by another bake of the level, or by another level; see App.load().
/*! The picture is drawn by three.js, which is bundled below.
 * three.js: The MIT License. Copyright © 2010-2019 three.js authors.
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
 * documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
 * rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
 * persons to whom the Software is furnished to do so, subject to the following conditions:
 * The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
 * Software.
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
 * WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
 * COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
 * OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */
import { Answer } from "./answer.js";
import { readArea } from "./areas.js";
import { Documents } from "./documents.js";
import { copyButton, download, dress, el } from "./dom.js";
import { ExactLevel } from "./exact_level.js";
import { explain, fromInput, withTexts } from "./explain.js";
import { layerColour, themes } from "./palette.js";
import { openingHeight } from "./opening.js";
import { modelOf } from "./model.js";
import * as panels from "./panels.js";
import { Picture } from "./picture.js";
import { blockedRegions, boxOfCells, insideOfCell } from "./places.js";
import * as Q from "./rational.js";
import { inSlices, pause } from "./slices.js";
import * as state from "./state.js";
import { findStoreys } from "./storeys.js";
import { Viewer } from "./viewer.js";

const preferredTheme = () => (window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

/** What App shows, made of the bytes of the page's data, in parts between which the browser answers. */
export async function make(buffer) {
  const model = await inSlices(modelOf(buffer));
  await pause();
  const picture = await Picture.make(model, themes[preferredTheme()]);
  const documents = new Documents(model, picture);
  if (documents.audits.length > 0) {
    await inSlices(documents.findPlaces());
    documents.showAudit(0);
    await pause();
  }
  const storeys = await inSlices(findStoreys(model, documents.layerOfCell ? documents.layers : null));
  const places = documents.places ?? (await inSlices(blockedRegions(model)));
  const opening = await inSlices(openingHeight(model, picture));
  const level = model.level ? new ExactLevel(model) : null;
  if (level) await inSlices(level.prepare());
  await pause();
  return { model, level, picture, documents, storeys, places, opening };
}

export class App {
  /**
   * `made`: of make(). `renderer`: of graphics.js. `more`: what a page has besides, all of it optional: before, an element beside the picture; compared(answer), an
   * element over two places; selected(answer), one below one place; panels(), a list of them; audited(number), called
   * when another audit is shown; state(), texts for the address.
   */
  constructor(made, renderer, more = {}) {
    this.more = more;
    this.theme = preferredTheme();
    this.isComparing = false;
    this.build(renderer.domElement);
    this.viewer = new Viewer(renderer, this.legend);
    this.viewer.onClick = (hit, more) => this.click(hit, more || this.isComparing);
    this.viewer.onLoss = (lost) => this.showLoss(lost);
    this.viewer.onChange(() => this.writeState());
    this.show(made);
    this.applyTheme();
    document.getElementById("palette").setAttribute("aria-pressed", "false");
    this.listen();
    this.restore(state.read(window.location.hash));
  }

  /** Shows what make() has made in place of what is shown. */
  show({ model, level, picture, documents, storeys, places, opening }) {
    const second = this.picture?.second ?? false;
    this.picture?.dispose();
    Object.assign(this, { model, picture, documents, storeys, storey: -1, places, place: -1 });
    picture.restyle(themes[this.theme], second);
    this.defaults = new Map(picture.groups.map((g) => [g.key, g.on]));
    this.viewer.show(model, picture);
    this.answer = new Answer(model, level, this.viewer, this.answerPane, documents, this.more);
    this.answer.changed = () => this.writeState();
    this.title.textContent = model.header.title;
    this.whole = { ...this.viewer.slice };
    this.opening = { low: this.whole.low, high: opening ?? this.whole.high };
    this.fillPanels();
  }

  /**
   * Shows another bake. `keep`: of the same level; camera, switches, slices and selection stay, by place where cells have
   * other numbers.
   */
  load(made, keep) {
    const before = this.model;
    const { model } = made;
    const parts = this.state();
    const spots = [this.answer.first, this.answer.second].map((spot) => spot?.exact ?? null);
    this.answer.clear();
    this.show(made);
    if (!keep) {
      this.viewer.camera.view("iso");
      this.restore({ d: this.theme, p: parts.p });
      return;
    }
    const moved = (v, k) => (((v / before.unit + before.middleNumbers[k]) - model.middleNumbers[k]) * model.unit);
    const scale = model.unit / before.unit;
    const [parallel, px, py, pz, tx, ty, tz, zoom, half] = parts.c.split(",").map(Number);
    const c = [parallel, ...[px, py, pz].map(moved), ...[tx, ty, tz].map(moved), zoom, half * scale].join(",");
    const heights = state.numbers(parts.z, 2);
    this.restore({ ...parts, c, z: heights ? heights.map((v) => moved(v, 2)).join(",") : parts.z, o: "", q: "", f: "" });
    const [first, second] = spots.map((exact) => exact && this.spotAt(exact));
    if (first) this.answer.select(first);
    if (first && second) this.answer.compare(second);
    this.viewer.draw();
  }

  build(canvas) {
    this.canvas = dress(canvas, { tabindex: "0", id: "canvas", "aria-label": "The level in three dimensions. Arrows turn it, shift with arrows moves it, plus and minus zoom, Enter asks about the middle.", role: "img" });
    this.legend = el("canvas", { id: "legend", "aria-hidden": "true" });
    this.lost = el("p", { id: "lost", class: "message", role: "status", hidden: true }, "The browser has taken the graphics away. The picture comes back when it gives them again; if it does not, load the page again.");
    this.answerPane = el("section", { id: "answer", "aria-live": "polite", hidden: true });
    this.panelPane = el("div", { id: "panels" });
    const button = (name, action, id, pressed) => el("button", { type: "button", id, title: name, click: action, ...(pressed === undefined ? {} : { "aria-pressed": String(pressed) }) }, name);
    this.toolbar = el("div", { id: "toolbar", role: "toolbar", "aria-label": "view" },
      ...["top", "front", "side", "iso", "whole"].map((name) => button(name, () => this.viewer.camera.view(name), `view-${name}`)),
      button("parallel", () => this.setParallel(!this.viewer.camera.isParallel), "parallel", false),
      button("two places", () => this.setComparing(!this.isComparing), "compare", false),
      button("colours", () => this.setSecondPalette(!this.picture.second), "palette", false),
      button("dark", () => this.setTheme(this.theme === "dark" ? "light" : "dark"), "theme", this.theme === "dark"),
      button("PNG", () => this.savePng(), "png"),
      ...copyButton("copy link", () => this.link(), { id: "link", title: "copy link" }));
    this.toolbar.querySelector("#compare").title = "the next click is a second place: what separates it from the first";
    this.toolbar.querySelector("#palette").title = "colours for people who do not tell red from green";
    this.title = el("h1");
    const side = el("aside", { id: "side" }, this.title, this.answerPane, this.panelPane);
    const stage = el("div", { id: "stage" }, this.canvas, this.legend, el("div", { id: "aim", "aria-hidden": "true" }), this.lost);
    document.getElementById("app").replaceChildren(this.toolbar, el("div", { id: "both" }, ...[this.more.before, stage, side].filter((part) => part)));
  }

  fillPanels() {
    const parts = [...(this.more.panels?.() ?? []), panels.search(this), panels.audits(this), panels.stages(this), panels.tiles(this), panels.switches(this), panels.storeys(this), panels.slices(this), panels.places(this), ...panels.updates(this), panels.summary(this)];
    const name = (details) => details.firstChild.textContent.replace(/[:(].*/, "");
    const known = new Map(Array.from(this.panelPane.children, (details) => [name(details), details.open]));
    for (const part of parts) if (part && known.has(name(part))) part.open = known.get(name(part));
    this.panelPane.replaceChildren(...parts.filter((part) => part));
    this.showSlice();
  }

  setOn(key, on) {
    this.picture.setOn(key, on);
    const box = this.panelPane.querySelector(`input[data-key="${CSS.escape(key)}"]`);
    if (box) box.checked = on;
    this.viewer.draw();
  }

  setSlice(low, high) {
    this.viewer.setSlice(low, high);
    this.showSlice();
  }

  setCut(change) {
    Object.assign(this.viewer.cut, change);
    this.showCut();
    this.viewer.draw();
  }

  /** Shows one storey, with its layers alone where it has any; -1: all. */
  showStorey(index) {
    this.storey = index;
    const storey = this.storeys[index];
    const { low, high } = storey ?? this.whole;
    this.setSlice(low, high);
    if (this.documents.layerOfCell) {
      const wanted = (i) => !storey || !storey.layers || storey.layers.includes(i);
      this.documents.layers.layers.forEach((_, i) => this.setOn(`layer${i}`, wanted(i)));
      this.documents.showSmallerLayers(wanted);
    }
    for (const button of this.storeyButtons ?? []) button.setAttribute("aria-pressed", String(Number(button.dataset.storey) === index));
  }

  showAudit(number) {
    if (number >= this.documents.audits.length) return;
    this.documents.showAudit(number);
    this.places = this.documents.places;
    this.place = -1;
    for (const g of this.picture.groups) if (!this.defaults.has(g.key)) this.defaults.set(g.key, g.on);
    this.more.audited?.(number);
    this.fillPanels();
    this.viewer.draw();
  }

  /** Shows a stage of the bake in place of the navmesh; 0: the navmesh again, with what was shown before. */
  showStage(number) {
    const ofNavmesh = (key) => /^(v-?\d+|outlines|border\d+|walls|flush|step|weld|drop|leap)$/.test(key);
    if (this.documents.stage === 0 && number > 0) this.beforeStage = this.picture.groups.filter((g) => g.on && ofNavmesh(g.key)).map((g) => g.key);
    this.documents.showStage(number);
    for (const g of this.picture.groups) if (ofNavmesh(g.key)) this.picture.setOn(g.key, number === 0 && this.beforeStage.includes(g.key));
    this.defaults.set("stage", true);
    this.fillPanels();
    this.viewer.draw();
  }

  setParallel(on) {
    this.viewer.camera.setParallel(on);
    document.getElementById("parallel").setAttribute("aria-pressed", String(on));
  }

  /** Whether the next click is on a second place. */
  setComparing(on) {
    this.isComparing = on;
    document.getElementById("compare").setAttribute("aria-pressed", String(on));
  }

  showLoss(lost) {
    this.lost.hidden = !lost;
  }

  setSecondPalette(on) {
    this.picture.restyle(themes[this.theme], on);
    document.getElementById("palette").setAttribute("aria-pressed", String(on));
    this.fillPanels();
    this.answer.refresh();
    this.viewer.draw();
  }

  setTheme(theme) {
    this.theme = theme;
    this.applyTheme();
    this.fillPanels();
    this.viewer.draw();
  }

  applyTheme() {
    document.documentElement.dataset.theme = this.theme;
    document.getElementById("theme").setAttribute("aria-pressed", String(this.theme === "dark"));
    this.picture.restyle(themes[this.theme], this.picture.second);
  }

  click(hit, more) {
    if (hit?.group.pick.kind === "finding") this.goTo(this.places.find((p) => p.number === hit.owner), false);
    else if (hit) this.answer.click(hit, more);
    else this.answer.clear();
    // Without a first place the click has been on that.
    if (this.isComparing && this.answer.second) this.setComparing(false);
  }

  /** Flies to a place and asks about it. */
  goTo(place, fly = true) {
    this.place = this.shownPlaces.indexOf(place);
    const inside = place.cell === undefined ? null : insideOfCell(this.model, place.cell);
    const middle = place.point ?? inside.point;
    // Its point inside is in the middle of the picture, with as much of the rest as leaves narrow strips to be seen.
    const most = 1.5 * Q.toNumber(this.model.stances[this.model.stances.length - 1].height) * this.model.unit;
    const reach = middle.map((v, k) => Math.min(Math.max(v - place.low[k], place.high[k] - v), most));
    if (fly) this.viewer.camera.flyTo(middle.map((v, k) => v - reach[k]), middle.map((v, k) => v + reach[k]));
    if (inside) this.answer.select(this.answer.spotOf("facet", inside.facet, inside.point));
    else if (place.point) {
      const below = this.viewer.hitFromAbove(place.point);
      const isThere = below && Math.abs(below.point[2] - place.point[2]) < 0.5;
      this.answer.select(isThere ? this.answer.spotOf("facet", below.owner, below.point) : this.answer.spotOf("point", null, place.point), place);
      this.viewer.clearMarks();
      this.viewer.markRings(place.rings, this.picture.byKey.get(place.key).colour);
    }
    for (const button of this.panelPane.querySelectorAll("button.place")) {
      const isThis = this.places[Number(button.dataset.place)] === place;
      button.setAttribute("aria-current", String(isThis));
      if (!isThis) continue;
      button.closest("details").open = true;
      button.scrollIntoView({ block: "nearest" });
    }
  }

  nextPlace(step) {
    const list = this.shownPlaces ?? [];
    if (list.length === 0) return;
    this.goTo(list[(this.place + step + list.length) % list.length]);
  }

  selectCell(cell) {
    const { facet, point } = insideOfCell(this.model, cell);
    const { low, high } = boxOfCells(this.model, [cell]);
    this.viewer.camera.flyTo(low, high);
    this.answer.select(this.answer.spotOf("facet", facet, point));
  }

  /** Flies to a layer, and selects its largest cell. */
  selectLayer({ cells }) {
    const area = (c) => readArea(this.model.cellAreas[c]).about;
    this.selectCell(cells.reduce((a, b) => (area(b) > area(a) ? b : a)));
    const { low, high } = boxOfCells(this.model, cells);
    this.viewer.camera.flyTo(low, high);
  }

  selectPolygon(polygon) {
    const ring = this.model.ringOf(polygon);
    const at = (k) => ring.map((p) => this.model.scenePoints[3 * p + k]);
    const box = (best) => [0, 1, 2].map((k) => best(...at(k)));
    this.viewer.camera.flyTo(box(Math.min), box(Math.max));
    const middle = [0, 1, 2].map((k) => at(k).reduce((a, b) => a + b) / ring.length);
    this.answer.select(this.answer.spotOf("polygon", polygon, middle));
  }

  /** Asks about a point of the file, three rational numbers. */
  selectPoint(exact) {
    const spot = this.spotAt(exact);
    if (this.isComparing && this.answer.first) {
      this.answer.compare(spot);
      this.setComparing(false);
      return;
    }
    this.viewer.camera.flyTo(spot.point, spot.point);
    this.answer.select(spot);
  }

  /** A point of the file, and the cell that it is over. */
  spotAt(exact) {
    const point = this.model.toPicture(fromInput(exact, this.model.up));
    const below = this.viewer.hitFromAbove(point);
    return { kind: "point", owner: null, facet: below?.owner ?? null, cell: below ? this.model.cellOf(below.owner) : null, point, exact };
  }

  /** Carries out what was searched for; what is wrong, if anything is. */
  find(text) {
    const { model } = this;
    const named = /^(cell|face|polygon|layer)\s+(\d+)$/i.exec(text);
    if (named) {
      const [, word, digits] = named;
      const wanted = Number(digits);
      const kind = word.toLowerCase();
      if (kind === "cell") {
        if (wanted >= model.cellCount) return `There are cells 0 to ${model.cellCount - 1}.`;
        this.selectCell(wanted);
        return null;
      }
      if (kind === "layer") {
        const layer = this.documents.layers?.layers[wanted];
        if (!layer?.cells) return this.documents.layerOfCell ? `There are layers 0 to ${this.documents.layers.layers.length - 1}.` : "The page has no layers.";
        this.selectLayer(layer);
        return null;
      }
      if (!model.level) return "The page has no scene.";
      const polygon = kind === "polygon" ? wanted : model.polygonOfFace(wanted);
      if (polygon < 0 || polygon >= model.polygonFace.length) return kind === "face" ? `No polygon is of face ${wanted}.` : `There is no polygon ${wanted}.`;
      this.selectPolygon(polygon);
      return kind === "face" && model.polygonFace[polygon] !== wanted ? `Face ${wanted} was welded to face ${model.polygonFace[polygon]}.` : null;
    }
    const point = text.split(/\s*,\s*/).map((word) => Q.parse(word));
    if (point.length !== 3 || point.some((v) => v === null)) return "Write cell 12, face 34, polygon 5, or x,y,z.";
    this.selectPoint(point);
    return null;
  }

  listen() {
    new ResizeObserver(() => this.viewer.resize()).observe(this.canvas.parentElement);
    window.addEventListener("hashchange", () => {
      if (window.location.hash !== this.written) this.restore(state.read(window.location.hash));
    });
    window.addEventListener("keydown", (e) => this.key(e));
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) && e.target.type !== "checkbox";
    if (typing) return;
    const { camera } = this.viewer;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const views = { t: "top", f: "front", s: "side", i: "iso", w: "whole" };
    if (arrows[e.key]) {
      const [x, y] = arrows[e.key];
      if (e.shiftKey) camera.pan(x * 0.08, y * 0.08);
      else camera.turn(x * 0.12, y * 0.12);
    } else if (e.key === "+" || e.key === "=") camera.zoom(1.2);
    else if (e.key === "-") camera.zoom(1 / 1.2);
    else if (views[e.key]) camera.view(views[e.key]);
    else if (e.key === "PageUp" || e.key === "PageDown") {
      if (this.storeys.length === 0) return;
      const step = e.key === "PageUp" ? 1 : -1;
      this.showStorey(Math.min(Math.max(this.storey + step, -1), this.storeys.length - 1));
    } else if (e.key === "n") this.nextPlace(1);
    else if (e.key === "p") this.nextPlace(-1);
    else if (/^[1-9]$/.test(e.key)) this.showAudit(Number(e.key) - 1);
    else if (e.key === "m") this.setComparing(!this.isComparing);
    else if (e.key === "Escape") {
      this.setComparing(false);
      this.answer.clear();
    }
    else if (e.key === "Enter" && e.target === this.canvas) {
      const { clientWidth, clientHeight } = this.canvas;
      this.click(this.viewer.hit(clientWidth / 2, clientHeight / 2), e.shiftKey || this.isComparing);
    }
    else if (e.key === "/") document.getElementById("search").focus();
    else return;
    e.preventDefault();
  }

  /** The state of the view as texts. */
  state() {
    const { viewer, answer } = this;
    const changed = this.picture.groups.filter((g) => this.defaults.get(g.key) !== g.on).map((g) => `${g.on ? "+" : "-"}${g.key}`);
    const { slice, cut } = viewer;
    const isSlice = ({ low, high }) => slice.low === low && slice.high === high;
    const spot = answer.first;
    const exactText = (place) => (place?.kind === "point" && place.exact ? panels.pointText(place.exact) : "");
    return {
      c: viewer.camera.state().join(","),
      s: changed.join("!"),
      z: isSlice(this.opening) ? "" : isSlice(this.whole) ? "all" : [slice.low, slice.high].join(","),
      v: cut.on ? [cut.angle, cut.offset].join(",") : "",
      t: this.storey >= 0 ? String(this.storey) : "",
      a: this.documents.audit > 0 ? String(this.documents.audit) : "",
      g: this.documents.stage > 0 ? String(this.documents.stage) : "",
      p: this.picture.second ? "1" : "",
      d: this.theme,
      o: spot ? [spot.kind, spot.owner ?? -1, ...spot.point].join(",") : "",
      e: exactText(spot),
      q: answer.second ? [answer.second.kind, answer.second.owner ?? -1, ...answer.second.point].join(",") : "",
      r: exactText(answer.second),
      f: answer.finding ? String(answer.finding.number) : "",
      ...this.more.state?.(),
    };
  }

  writeState() {
    if (this.restoring) return;
    const fragment = `#${state.write(this.state())}`;
    if (fragment === this.written) return;
    this.written = fragment;
    clearTimeout(this.writing);
    // A browser refuses hundreds of changes a second.
    this.writing = setTimeout(() => window.history.replaceState(null, "", fragment), 150);
  }

  restore(parts) {
    this.restoring = true;
    if ((parts.d === "dark" || parts.d === "light") && parts.d !== this.theme) this.setTheme(parts.d);
    if ((parts.p === "1") !== this.picture.second) this.setSecondPalette(parts.p === "1");
    const audit = /^\d+$/.test(parts.a ?? "") ? Number(parts.a) : 0;
    if (audit !== this.documents.audit) this.showAudit(audit);
    for (const group of this.picture.groups) this.setOn(group.key, this.defaults.get(group.key));
    this.setSlice(this.opening.low, this.opening.high);
    if (/^\d+$/.test(parts.t ?? "") && Number(parts.t) < this.storeys.length) this.showStorey(Number(parts.t));
    if (/^\d+$/.test(parts.g ?? "0") && Number(parts.g ?? 0) <= this.documents.stages.length && Number(parts.g ?? 0) !== this.documents.stage) this.showStage(Number(parts.g ?? 0));
    for (const word of (parts.s ?? "").split("!")) if (/^[+-]./.test(word)) this.setOn(word.slice(1), word[0] === "+");
    const slice = state.numbers(parts.z, 2);
    if (slice) this.setSlice(...slice);
    else if (parts.z === "all") this.setSlice(this.whole.low, this.whole.high);
    const cut = state.numbers(parts.v, 2);
    if (cut) this.setCut({ on: true, angle: cut[0], offset: cut[1] });
    this.restoreSelection(parts);
    const camera = state.numbers(parts.c, 9);
    if (camera) this.viewer.camera.restore(camera);
    if (/^[^,]+,[^,]+,[^,]+$/.test(parts.at ?? "")) this.find(parts.at); // a link to a point, as --sarif writes it
    document.getElementById("parallel").setAttribute("aria-pressed", String(this.viewer.camera.isParallel));
    this.restoring = false;
    this.viewer.draw();
  }

  restoreSelection({ o, e, q, r, f }) {
    const finding = /^\d+$/.test(f ?? "") && this.documents.audits.length > 0 ? this.places.find((p) => p.number === Number(f)) : null;
    if (finding) {
      this.goTo(finding, false);
      return;
    }
    const first = this.spotOfText(o, e);
    if (first?.kind === "point") this.viewer.camera.flyTo(first.point, first.point);
    if (first) this.answer.select(first);
    const second = first ? this.spotOfText(q, r) : null;
    if (second) this.answer.compare(second);
  }

  // A place that a link names, of a point with its exact text; null if there is none.
  spotOfText(text, exact) {
    const [kind, ...rest] = (text ?? "").split(",");
    const list = state.numbers(rest.join(","), 4);
    if (!list) return null;
    const [owner, ...point] = list;
    if (kind === "point") {
      const numbers = (exact ?? "").split(",").map((word) => Q.parse(word));
      return numbers.length === 3 && numbers.every((v) => v) ? this.spotAt(numbers) : null;
    }
    const count = kind === "facet" ? this.model.facetCount : kind === "polygon" && this.model.level ? this.model.polygonFace.length : 0;
    return Number.isInteger(owner) && owner >= 0 && owner < count ? this.answer.spotOf(kind, owner, point) : null;
  }

  async savePng() {
    download(await this.viewer.png(), `${this.model.header.title.replace(/[^\w.-]+/g, "_").slice(0, 80) || "level"}.png`);
  }

  /** The address of the page with the state of the view. */
  link() {
    return `${window.location.href.split("#")[0]}#${state.write(this.state())}`;
  }
}

// What tests read: the state, places of points in the canvas, and answers. Nothing here changes the page.
export function handle(app) {
  return {
    ready: true,
    state: () => app.state(),
    drawn: () => app.viewer.drawn,
    waiting: () => app.viewer.waiting,
    project: (p) => app.viewer.camera.project(app.model.toPicture(fromInput(p.map((v) => Q.parse(v)), app.model.up))),
    hit: (x, y) => {
      const hit = app.viewer.hit(x, y);
      return hit ? { kind: hit.group.pick.kind, owner: hit.owner, point: hit.point, group: hit.group.key } : null;
    },
    explain: (p) => withTexts(explain(app.answer.level, app.model.settings, p.map((v) => Q.parse(v)))),
    groups: () => app.picture.groups.map(({ key, name, colour, count, on }) => ({ key, name, colour, count, on })),
    places: () => app.places.map(({ title, kind, cause, area }) => ({ title, kind, cause, area: area.exact ? Q.text(area.exact) : null })),
    storeys: () => app.storeys.map(({ name, low, high, layers }) => ({ name, low, high, layers })),
    selection: () => (app.answer.first ? { kind: app.answer.first.kind, cell: app.answer.first.cell, exact: app.answer.first.exact?.map(Q.text) ?? null, witness: app.answer.witness ?? null } : null),
    facetPoints: (facet) => Array.from(app.model.facetRing(facet), (p) => Array.from(app.model.points.subarray(3 * p, 3 * p + 3))),
    projectPicture: (p) => app.viewer.camera.project(p),
    drawCalls: () => app.viewer.renderer.info.render.calls,
    walls: () => Array.from(app.model.wallMayCross, (mayCross, i) => ({ mayCross, ends: [2, 3].map((k) => Array.from(app.model.points.subarray(3 * app.model.walls[4 * i + k], 3 * app.model.walls[4 * i + k] + 3))) })),
    layerColour,
    palette: () => app.picture.palette,
    height: (z) => app.model.heightText(z),
    png: () => app.viewer.png(),
    cellsOf: (key) => [...new Set(Array.from(app.picture.byKey.get(key).pick.owners, (facet) => app.model.cellOf(facet)))],
    number: (text) => Q.parse(text),
    bounds: () => ({ low: app.model.low, high: app.model.high }),
  };
}
