// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the page that bakes: a level, options, and what the command makes of them.
//
// Problem. Who moves a slider wants to see the level as it would be, and goes on looking while it is baked.
// Steps. Each change starts a bake in a worker and ends the one that runs (bake). The command writes a page of plumb view,
// whose data the picture takes as plumb view's own pages do, and the navmesh, which questions are asked about. Until it
// has ended the page shows the bake before. Navmeshes of other bakers that were dropped are audited after each bake.
// Cost. That of the commands; what is shown is changed once, when they have ended.
import { App, handle, make } from "../../run/view/page/app.js";
import { count, el, foreign, section } from "../../run/view/page/dom.js";
import { makeRenderer, prepare } from "../../run/view/page/graphics.js";
import { pause } from "../../run/view/page/slices.js";
import * as state from "../../run/view/page/state.js";
import { Audits } from "./audits.js";
import { Blockers } from "./blockers.js";
import { exportsOf } from "./exports.js";
import { isCancelled } from "./jobs.js";
import { inside, isScene, Level, sceneExtensions } from "./level.js";
import { Reach } from "./reach.js";
import { readValues, Settings } from "./settings.js";
import { Shades } from "./shades.js";
import { marksOfReport, thresholds } from "./thresholds.js";

const wait = 150; // milliseconds after a slider has moved
const outputs = ["-o", "plumb_page.html", "-o", "plumb_navmesh.json", "--report", "plumb_report.json", "--quiet"];
const shown = { page: "plumb_page.html" };

export class Baking {
  /** `baker`, `asker`: programs (jobs.js). */
  constructor(baker, asker) {
    Object.assign(this, { baker, asker, level: null, navmesh: null, app: null, baked: 0, number: 0 });
    this.settings = new Settings({
      changed: (isSliding) => this.changed(isSliding),
      wantMarks: (name) => (this.navmesh ? thresholds(this, name) : null),
      say: (text) => this.say(text),
    });
    this.audits = new Audits(this);
    this.reach = new Reach(this);
    this.shades = new Shades(this);
    this.blockers = new Blockers(this);
    this.status = el("p", { id: "baking", role: "status" });
    this.errors = el("div", { id: "errors", role: "alert" });
    this.warnings = el("div", { id: "warnings" });
    this.heading = el("h1", {}, "Plumb");
    this.exports = exportsOf(this);
    this.renderer = makeRenderer();
    this.prepared = prepare(this.renderer);
    this.pane = el("aside", { id: "bake", "aria-label": "level and agent" },
      section("Level", true, this.levelPane()), this.status, this.errors, this.warnings,
      section("Agent", true, this.settings.element), this.exports);
    this.listenForDrops();
  }

  /** What the page shows before there is a level. */
  showStart() {
    const stage = el("div", { id: "stage" }, el("p", { class: "message", id: "invitation" },
      `Drop a level here (${sceneExtensions.map((e) => `.${e}`).join(", ")}), or choose one at the left. It is baked in this page; nothing is sent anywhere.`));
    document.getElementById("app").replaceChildren(el("div", { id: "both" }, this.pane, stage));
  }

  /** Bakes a level that nobody sees, while a level is sought: what the browser compiles for that, the first bake finds. */
  async warmUp() {
    const level = await Level.ofPage(inside[0].file);
    await this.asker.run(["bake", level.scene, ...this.settings.arguments(), ...outputs], level.files, shown);
  }

  levelPane() {
    const choice = el("select", { id: "inside", "aria-label": "a level that is inside", change: async () => {
      const chosen = inside.find((level) => level.file === choice.value);
      if (chosen) this.open(await Level.ofPage(chosen.file), chosen.options);
    } }, el("option", { value: "" }, "choose a level …"), ...inside.map((level) => el("option", { value: level.file }, level.title)));
    const input = (id, words, opened) => {
      const field = el("input", { type: "file", multiple: true, id, change: async () => {
        await this.reading(opened([...field.files]));
        field.value = "";
      } });
      return el("label", { class: "file" }, words, field);
    };
    this.choice = choice;
    return el("div", { class: "column" }, choice, input("open-level", "a level of yours ", (files) => this.drop(files)), input("open-navmesh", "a navmesh to audit ", (files) => this.audits.add(files)), this.audits.element);
  }

  // Files that are dropped: on the right half, where a level is there, navmeshes to audit; else a level.
  listenForDrops() {
    const veil = el("div", { id: "veil", hidden: true }, el("p", {}, "a level"), el("p", {}, "a navmesh to audit"));
    document.body.append(veil);
    window.addEventListener("dragover", (e) => {
      e.preventDefault();
      veil.hidden = false;
      veil.lastChild.hidden = !this.level;
    });
    window.addEventListener("dragleave", (e) => {
      if (!e.relatedTarget) veil.hidden = true;
    });
    window.addEventListener("drop", (e) => {
      e.preventDefault();
      veil.hidden = true;
      const files = [...e.dataTransfer.files];
      if (files.length > 0) this.reading(this.drop(files, this.level && e.clientX > window.innerWidth / 2));
    });
  }

  // A folder, or what is too large for the browser, is told.
  reading(taken) {
    return taken.catch((error) => this.showError(new Error(`This cannot be read: ${error.message}`)));
  }

  /** Takes files: a level with what belongs to it, or navmeshes, where no level is among them or they are said to be. */
  async drop(files, areNavmeshes = false) {
    if (this.level && (areNavmeshes || !files.some((file) => isScene(file.name)))) return this.audits.add(files);
    const level = await Level.ofFiles(files);
    if (!level) return this.showError(new Error(`No level is among these files: its name ends in ${sceneExtensions.map((e) => `.${e}`).join(", ")}.`));
    this.choice.value = "";
    return this.open(level, { ...this.settings.changes(), ...(/\.(gltf|glb|tscn)$/i.test(level.scene) ? { up: "y" } : {}) });
  }

  /** Shows another level, baked with these options. */
  open(level, options) {
    this.level = level;
    this.shown = null;
    this.link = "";
    this.isKept = false;
    this.audits.clear();
    if (level.isInside) this.choice.value = level.scene;
    this.settings.set(options);
    this.settings.clearMarks();
    return this.bake();
  }

  changed(isSliding) {
    this.number += 1; // what is baked now is no longer wanted
    this.baker.cancel();
    clearTimeout(this.waiting);
    if (!this.level) return;
    this.say("changed …");
    this.waiting = setTimeout(() => this.bake(), isSliding ? wait : 0);
  }

  say(text) {
    this.status.textContent = text;
    this.pane.setAttribute("aria-busy", String(text.endsWith("…")));
  }

  showError(error) {
    this.errors.replaceChildren(el("p", {}, foreign(error.message)));
    this.say("");
  }

  /** A command about what is shown: the name of the scene, and the options with which it was baked. */
  command(verb, ...more) {
    return [verb, this.level.scene, ...(this.shown ?? this.settings.arguments()), ...more];
  }

  /** Bakes the level with the options as they are, and shows it. */
  async bake() {
    clearTimeout(this.waiting);
    this.baker.cancel();
    this.asker.cancel();
    const { level } = this;
    const number = ++this.number;
    const began = performance.now();
    this.say("baking …");
    this.errors.replaceChildren();
    const options = this.settings.arguments();
    try {
      const done = await this.baker.run(["bake", level.scene, ...options, ...outputs], level.files, shown);
      const navmesh = done.files.get("plumb_navmesh.json");
      let unaudited = null; // what an audit said that failed; the bake is shown all the same
      const audited = await this.audits.data(navmesh, options).catch((error) => {
        if (isCancelled(error)) throw error;
        unaudited = error;
      });
      const made = await make(audited ?? done.data);
      const link = await level.findLink();
      await this.prepared;
      if (number !== this.number) {
        made.picture.dispose();
        return;
      }
      this.asker.cancel(); // what was asked meanwhile was about the bake before
      this.navmesh = navmesh;
      this.report = JSON.parse(new TextDecoder().decode(done.files.get("plumb_report.json")));
      this.link = link;
      this.shown = options;
      this.marksAsked = new Map();
      this.settings.clearMarks();
      for (const [word, marks] of marksOfReport(this.report)) this.settings.addMarks(word, marks);
      this.reach.forget();
      await this.show(made);
      this.showWarnings(done.stderr);
      this.baked += 1;
      if (number !== this.number) return;
      if (unaudited) this.showError(unaudited);
      this.say(`baked in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    } catch (error) {
      if (!isCancelled(error)) this.showError(error);
    }
  }

  async show(made) {
    this.blockers.floor = null;
    if (this.app) this.app.load(made, this.isKept);
    else {
      this.app = new App(made, this.renderer, {
        before: this.pane,
        compared: (answer) => this.reach.compared(answer),
        selected: (answer) => this.blockers.offer(answer),
        panels: () => (this.app ? [this.blockers.panel(), this.shades.panel()] : []),
        audited: (number) => this.audits.audited(number),
        state: () => this.state(),
      });
      this.app.fillPanels();
      window.plumb = handle(this.app);
      window.plumb.baking = this;
    }
    this.isKept = true;
    await pause();
    this.audits.draw();
    this.shades.hidden = null;
    if (this.shades.by !== "verdict") this.shades.show();
  }

  // Warnings, each with a button that takes what it advises where that is one of our options.
  showWarnings(said) {
    const parts = this.report.warnings.map(({ text, option }) => {
      const advised = [...(option ?? "").matchAll(/--(\w+) (\S+)/g)].map(([, name, value]) => [name, value]);
      const canTake = advised.length > 0 && advised.every(([name]) => typeof this.settings.values[name] === "string");
      return el("p", { class: "warning" }, foreign(text), " ", canTake ? el("button", { type: "button", click: () => this.settings.take(advised) }, option) : null);
    });
    if (said.trim()) parts.push(el("p", { class: "warning" }, foreign(said.trim())));
    this.warnings.replaceChildren(...(parts.length > 0 ? [section(`Warnings: ${count(parts.length)}`, true, ...parts)] : []));
  }

  /** What the address holds besides the view. */
  state() {
    const changes = this.settings.changes();
    return { l: this.link || "none", b: Object.keys(changes).length > 0 ? JSON.stringify(changes) : "" };
  }

  /** Opens what an address holds, or without a level in it, even "none", that with which the page was saved; false: nothing. */
  async restore(fragment) {
    const parts = state.read(fragment);
    if (!/[#&]l=./.test(fragment)) {
      const saved = await Level.saved().catch((error) => this.showError(new Error(`The level in this page cannot be read: ${error.message}`)));
      if (saved) await this.open(saved.level, readValues(saved.options));
      return Boolean(saved);
    }
    if (parts.l === "none") return false;
    const level = parts.l ? await Level.ofLink(parts.l).catch(() => null) : null;
    if (!level) {
      this.showError(new Error("The link holds no level that can be read: it is damaged, or of another page."));
      return false;
    }
    await this.open(level, readValues(parts.b ?? "{}"));
    return true;
  }
}
