// SPDX-License-Identifier: GPL-3.0-or-later
// A second picture beside the first, with another of the audits: two bakers side by side. Both are looked at by one camera.
import { dress, el, foreign } from "../../run/view/page/dom.js";
import { Documents } from "../../run/view/page/documents.js";
import { makeRenderer, prepare } from "../../run/view/page/graphics.js";
import { Picture } from "../../run/view/page/picture.js";
import { Viewer } from "../../run/view/page/viewer.js";

export class Beside {
  /** `drawOwn(picture, number)`: adds what is drawn of a navmesh besides. */
  constructor(app, drawOwn) {
    this.app = app;
    this.drawOwn = drawOwn;
    this.runs = 0;
    const renderer = makeRenderer();
    this.prepared = prepare(renderer);
    this.canvas = dress(renderer.domElement, { id: "canvas-beside", tabindex: "0", role: "img", "aria-label": "The level with another audit, seen as in the first picture." });
    const legend = el("canvas", { class: "legend", "aria-hidden": "true" });
    this.choice = el("select", { id: "audit-beside", "aria-label": "the audit that is shown here", change: () => this.show(Number(this.choice.value)) });
    this.stage = el("div", { id: "beside" }, this.canvas, legend, this.choice);
    app.canvas.parentElement.after(this.stage);
    this.viewer = new Viewer(renderer, legend);
    this.viewer.onClick = (hit, more) => app.click(hit && hit.group.pick.kind !== "finding" ? hit : null, more);
    new ResizeObserver(() => this.picture && this.viewer.resize()).observe(this.stage);
    app.viewer.onChange(() => this.follow(app.viewer, this.viewer));
    this.viewer.onChange(() => this.follow(this.viewer, app.viewer));
  }

  /** Shows one of the audits of what the page shows now. */
  async show(number) {
    const run = ++this.runs;
    const { model, documents, theme } = this.app;
    const picture = await Picture.make(model, this.app.picture.theme);
    await this.prepared;
    if (run !== this.runs || !this.stage.isConnected || this.app.model !== model) {
      picture.dispose();
      return;
    }
    this.picture?.dispose();
    this.picture = picture;
    this.picture.restyle(this.app.picture.theme, this.app.picture.second);
    new Documents(model, this.picture).showAudit(number); // their places are found already
    this.drawOwn(this.picture, number);
    for (const { key, on } of this.app.picture.groups) this.picture.setOn(key, on);
    this.choice.replaceChildren(...documents.audits.map((audit, i) => el("option", { value: i, selected: i === number }, foreign(audit.data.navmesh.file).textContent)));
    this.stage.dataset.theme = theme;
    this.viewer.show(model, this.picture);
    this.follow(this.app.viewer, this.viewer);
  }

  // Looks as another viewer does.
  follow(leader, follower) {
    if (!this.stage.isConnected || !this.picture) return;
    const state = leader.camera.state();
    const same = state.join() === follower.camera.state().join() && leader.slice.low === follower.slice.low && leader.slice.high === follower.slice.high;
    if (same) return;
    follower.slice = { ...leader.slice };
    follower.camera.restore(state);
  }

  end() {
    this.picture?.dispose();
    this.picture = null;
    this.viewer.renderer.dispose();
    this.stage.remove();
  }
}
