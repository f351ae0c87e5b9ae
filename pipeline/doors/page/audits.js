// SPDX-License-Identifier: GPL-3.0-or-later
// Navmeshes of other bakers, which the page audits against the level's true floor after each bake. Their own polygons are
// drawn with the differences, and two of them side by side.
import { el, foreign } from "../../run/view/page/dom.js";
import { Beside } from "./beside.js";

const ownColour = "#7b1fa2";

export class Audits {
  constructor(baking) {
    this.baking = baking;
    this.navmeshes = []; // { name, bytes }, and once audited { up, outlines }: the polygons with this axis up
    this.element = el("div", {});
    this.beside = null;
  }

  async add(files) {
    if (!this.baking.level) return this.baking.showError(new Error("An audit needs a level: drop it first."));
    const all = await Promise.all(files.map(async (file) => [file, new Uint8Array(await file.arrayBuffer())]));
    for (const [file, bytes] of all) {
      let name = file.name.replace(/^-/, "_");
      while (name in this.baking.level.files || this.navmeshes.some((other) => other.name === name)) name = `other_${name}`;
      this.navmeshes.push({ name, bytes });
    }
    this.fill();
    return this.baking.bake();
  }

  clear() {
    this.navmeshes = [];
    this.fill();
  }

  fill() {
    const without = (navmesh) => el("button", { type: "button", "aria-label": `without ${navmesh.name}`, click: () => {
      this.navmeshes = this.navmeshes.filter((other) => other !== navmesh);
      this.fill();
      this.baking.bake();
    } }, "×");
    const both = el("button", { type: "button", id: "side-by-side", "aria-pressed": String(Boolean(this.beside)), click: () => this.setBeside(!this.beside) }, "two side by side");
    this.element.replaceChildren(el("ul", { class: "navmeshes" }, ...this.navmeshes.map((navmesh) => el("li", {}, foreign(navmesh.name), " ", without(navmesh)))), ...(this.navmeshes.length > 1 ? [both] : []));
  }

  /** Shows a second picture, of another audit, or ends it. */
  setBeside(on) {
    this.beside?.end();
    this.beside = on ? new Beside(this.baking.app, (picture, number) => this.drawOwn(picture, number)) : null;
    this.beside?.show(this.baking.app.documents.audit === 1 ? 0 : 1);
    this.fill();
  }

  /** After each bake: what is drawn besides. */
  draw() {
    const { app } = this.baking;
    this.audited(app.documents.audit);
    if (this.beside && app.documents.audits.length < 2) this.setBeside(false);
    this.beside?.show(this.beside.choice.value === "0" ? 0 : 1);
  }

  /** Another audit is shown: the polygons of its navmesh are drawn. */
  audited(number) {
    const { app } = this.baking;
    if (!app || number >= this.navmeshes.length) return;
    app.picture.removeGroups("own ");
    this.drawOwn(app.picture, number);
    app.fillPanels();
  }

  // The polygons of a navmesh, as its file has them.
  drawOwn(picture, number) {
    const { model } = this.baking.app;
    const navmesh = this.navmeshes[number];
    if (!navmesh.outlines) return;
    const { corners, begins } = navmesh.outlines;
    const positions = new Float32Array(corners.length);
    for (let i = 0; i < corners.length; ++i) positions[i] = (corners[i] - model.middleNumbers[i % 3]) * model.unit;
    const ends = new Uint32Array((corners.length / 3) * 2);
    for (let ring = 0; ring + 1 < begins.length; ++ring) {
      for (let i = begins[ring]; i < begins[ring + 1]; ++i) {
        ends[2 * i] = i;
        ends[2 * i + 1] = i + 1 < begins[ring + 1] ? i + 1 : begins[ring];
      }
    }
    const lines = picture.seenThrough(picture.lines(picture.attribute(positions), ends, ownColour));
    picture.addGroup({ key: `own ${number}`, name: `polygons of ${navmesh.name}`, colour: ownColour, count: begins.length - 1, unit: "polygon", objects: [lines] });
  }

  /** The data of a page with an audit of each navmesh; null if there is none. `navmesh`: of the bake with these options. */
  async data(navmesh, options) {
    if (this.navmeshes.length === 0) return null;
    const { baker, level, settings: { values: { up } } } = this.baking;
    const files = { ...level.files, "plumb_navmesh.json": navmesh };
    const audits = [];
    for (const [i, own] of this.navmeshes.entries()) {
      const { name, bytes } = own;
      const { files: written } = await baker.run(["audit", level.scene, ...options, name, "--json", "plumb_audit.json", "--quiet"], { ...level.files, [name]: bytes }, { mayEnd: [0, 1] });
      audits.push(`plumb_audit${i}.json`);
      files[audits[i]] = written.get("plumb_audit.json");
      if (own.up !== up) Object.assign(own, { up, outlines: await baker.outlines(name, bytes, up) });
    }
    const { data } = await baker.run(["view", "plumb_navmesh.json", ...audits, "--scene", level.scene, "-o", "plumb_page.html", "--quiet"], files, { page: "plumb_page.html" });
    return data;
  }
}
