// SPDX-License-Identifier: GPL-3.0-or-later
// The algorithm, seen: how a floor is cut by one polygon over it after the other.
//
// Problem. A bake shows the cells that come out, not how.
// Steps. Of the floor that is selected, the polygons over it that can cut it are those that lie above it somewhere and
// within its box in plan, the nearest first (over). A level of the floor and the first of them, and no other polygon, is
// baked by the program, with cells as they are cut: --optimise none (slice). Its coordinates are the integers of the page,
// so that lengths are multiplied by their denominator, and its polygons have no sides, as what the file says of them is not
// in the page.
// Cost. A small bake for each place of the slider.
import { count, el, section } from "../../run/view/page/dom.js";
import { readModel } from "../../run/view/page/model.js";
import * as Q from "../../run/view/page/rational.js";
import { isCancelled } from "./jobs.js";

const most = 400; // polygons over a floor
const lineColour = "#0a0a0a";
const polygonColour = "#e0007a";

export class Blockers {
  constructor(baking) {
    this.baking = baking;
    this.floor = null;
  }

  /** The part of an answer that starts it: for a place on a floor. */
  offer(answer) {
    const { model } = answer;
    const { first } = answer;
    const floor = first.facet !== null ? model.facetSurface[first.facet] : first.kind === "polygon" ? first.owner : null;
    if (floor === null || !model.level || floor >= model.polygonFace.length || model.polygonFooting[floor] !== 0) return null;
    return el("p", {}, el("button", { type: "button", id: "slice-floor", click: () => this.start(floor) }, "how this floor is sliced"));
  }

  start(floor) {
    const { viewer, model } = this.baking.app;
    const corners = model.ringOf(floor).map((p) => model.scenePoints.subarray(3 * p, 3 * p + 3));
    viewer.clearMarks();
    viewer.camera.flyTo(...[Math.min, Math.max].map((least) => [0, 1, 2].map((k) => least(...corners.map((p) => p[k])))), [0.3, -1, 1.5]);
    this.floor = floor;
    this.list = this.over(floor);
    this.taken = this.list.length;
    this.baking.app.fillPanels();
    return this.slice();
  }

  end() {
    this.floor = null;
    this.clear();
    this.baking.app.fillPanels();
  }

  /** The panel with the slider, while a floor is chosen. */
  panel() {
    if (this.floor === null) return null;
    const said = el("output", { id: "blockers-said" });
    const show = () => { said.textContent = `${count(this.taken)} of ${count(this.list.length)} polygons over polygon ${this.floor}`; };
    const slider = el("input", { type: "range", id: "blockers", min: 0, max: this.list.length, "aria-label": "polygons over the floor", input: () => {
      this.taken = Number(slider.value);
      show();
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.slice(), 60);
    } });
    slider.value = this.taken;
    show();
    return section("Blockers", true, el("div", { class: "sliders" }, slider), said, " ", el("button", { type: "button", id: "blockers-end", click: () => this.end() }, "end"));
  }

  // The polygons that lie over a floor, the nearest first.
  over(floor) {
    const { model } = this.baking.app;
    const bound = (polygon, least, k) => {
      let out = model.scenePoints[3 * model.polygonCorners[model.polygonBegin[polygon]] + k];
      for (let i = model.polygonBegin[polygon] + 1; i < model.polygonBegin[polygon + 1]; ++i) out = least(out, model.scenePoints[3 * model.polygonCorners[i] + k]);
      return out;
    };
    const [low, high] = [Math.min, Math.max].map((least) => [0, 1, 2].map((k) => bound(floor, least, k)));
    const isApart = (polygon, k) => bound(polygon, Math.min, k) > high[k] || bound(polygon, Math.max, k) < low[k];
    const out = [];
    for (let polygon = 0; polygon < model.polygonFace.length; ++polygon) {
      if (polygon === floor || isApart(polygon, 0) || isApart(polygon, 1) || bound(polygon, Math.max, 2) <= low[2]) continue;
      out.push({ polygon, height: bound(polygon, Math.min, 2) });
    }
    return out.sort((a, b) => a.height - b.height || a.polygon - b.polygon).slice(0, most).map(({ polygon }) => polygon);
  }

  // A level of the floor and the polygons taken, z up, in integers.
  level() {
    const { model } = this.baking.app;
    const lines = model.sceneExact.split("\n");
    let vertices = "";
    let faces = "";
    let next = 1;
    for (const polygon of [this.floor, ...this.list.slice(0, this.taken)]) {
      const ring = model.ringOf(polygon);
      for (const p of ring) vertices += `v ${lines[p]}\n`;
      faces += `f ${ring.map(() => next++).join(" ")}\n`;
    }
    return vertices + faces;
  }

  async slice() {
    const { app, asker, settings } = this.baking;
    const { model } = app;
    const { floor, taken } = this;
    const denominator = Q.parse(model.level.denominator);
    const stances = model.stances.map((s) => `--stance=${s.name}=${Q.text(Q.mul(s.height, denominator))}`);
    asker.cancel();
    try {
      const args = ["bake", "floor.obj", "--up=z", "--numbers=decimal", "--sides=both", `--slope=${settings.values.slope}`, ...stances, "--optimise", "none", "-o", "plumb_page.html", "--quiet"];
      const { data } = await asker.run(args, { "floor.obj": this.level() }, { page: "plumb_page.html" });
      if (this.floor === floor && this.taken === taken && app.model === model) this.draw(readModel(data), Q.toNumber(denominator));
    } catch (error) {
      if (!isCancelled(error)) this.baking.showError(error);
    }
  }

  clear() {
    const { app } = this.baking;
    app.picture.removeGroups("sliced");
    for (const key of this.hidden ?? []) app.setOn(key, true);
    this.hidden = null;
    app.viewer.draw();
  }

  // The cells of the floor in the colours of their verdicts, the lines that cut, and the outlines of what lies over them;
  // all else is not shown meanwhile.
  draw(sliced, denominator) {
    const { app } = this.baking;
    const { model, picture } = app;
    this.hidden ??= picture.groups.filter((g) => g.on && !g.key.startsWith("sliced")).map((g) => g.key);
    for (const key of this.hidden) app.setOn(key, false);
    picture.removeGroups("sliced");
    const positions = new Float32Array(sliced.points.length);
    for (let i = 0; i < positions.length; ++i)
      positions[i] = ((sliced.pointsRaw[i] + sliced.middleNumbers[i % 3]) / denominator - model.middleNumbers[i % 3]) * model.unit;
    const points = picture.attribute(positions);
    const ofFloor = (cell) => sliced.facetSurface[sliced.facetBegin[cell]] === 0;
    const lines = [];
    for (const verdict of sliced.verdicts) {
      const index = [];
      for (let cell = 0; cell < sliced.cellCount; ++cell) {
        if (sliced.cellStance[cell] !== verdict.label || !ofFloor(cell)) continue;
        const [first, end] = sliced.facetsOf(cell);
        for (let facet = first; facet < end; ++facet) {
          const ring = sliced.facetRing(facet);
          for (let i = 0; i < ring.length; ++i) {
            lines.push(ring[i], ring[(i + 1) % ring.length]);
            if (i > 0 && i + 1 < ring.length) index.push(ring[0], ring[i], ring[i + 1]);
          }
        }
      }
      const own = model.verdictOf(verdict.label) ?? verdict;
      const colour = picture.verdictColour(own);
      const cells = [...Array(sliced.cellCount).keys()].filter((c) => sliced.cellStance[c] === verdict.label && ofFloor(c)).length;
      if (cells > 0) picture.addGroup({ key: `sliced${verdict.label}`, name: `sliced: ${own.name}`, colour, count: cells, unit: "cell", objects: [picture.triangles(points, Uint32Array.from(index), colour, 1)], pick: { kind: "sliced", index: new Uint32Array(0), owners: new Uint32Array(0), positions, bias: 0 } });
    }
    picture.addGroup({ key: "sliced lines", name: "lines that cut", colour: lineColour, count: lines.length / 2, unit: "edge", objects: [picture.lines(points, lines, picture.theme.mark)] });
    const over = this.list.slice(0, this.taken).flatMap((polygon) => {
      const ring = model.ringOf(polygon);
      return ring.flatMap((p, i) => [p, ring[(i + 1) % ring.length]]);
    });
    picture.addGroup({ key: "sliced by", name: "polygons over the floor", colour: polygonColour, count: this.taken, unit: "polygon", objects: [picture.lines(picture.levelPoints, over, polygonColour)] });
    app.fillPanels();
    app.viewer.draw();
  }
}
