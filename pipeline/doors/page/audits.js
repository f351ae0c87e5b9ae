// SPDX-License-Identifier: GPL-3.0-or-later
// Navmeshes of other bakers, which the page audits against the level's true floor after each bake.
import { el, foreign } from "../../run/view/page/dom.js";

export class Audits {
  constructor(baking) {
    this.baking = baking;
    this.navmeshes = []; // { name, bytes }
    this.element = el("ul", { class: "navmeshes" });
  }

  async add(files) {
    if (!this.baking.level) return this.baking.showError(new Error("An audit needs a level: drop it first."));
    for (const file of files) this.navmeshes.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
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
    this.element.replaceChildren(...this.navmeshes.map((navmesh) => el("li", {}, foreign(navmesh.name), " ", without(navmesh))));
  }

  /** The data of a page with an audit of each navmesh; null if there is none. `navmesh`: of the bake. */
  async data(navmesh) {
    if (this.navmeshes.length === 0) return null;
    const { baker, level } = this.baking;
    const files = { ...level.files, "plumb_navmesh.json": navmesh };
    const audits = [];
    for (const [i, { name, bytes }] of this.navmeshes.entries()) {
      const audited = `plumb_${i}/${name}`;
      const { files: written } = await baker.run(this.baking.command("audit", audited, "--json", "plumb_audit.json", "--quiet"), { ...level.files, [audited]: bytes }, { mayEnd: [0, 1] });
      audits.push(`plumb_audit${i}.json`);
      files[audits[i]] = written.get("plumb_audit.json");
    }
    const { data } = await baker.run(["view", "plumb_navmesh.json", ...audits, "--scene", level.scene, "-o", "plumb_page.html", "--quiet"], files, { page: "plumb_page.html" });
    return data;
  }
}
