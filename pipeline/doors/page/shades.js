// SPDX-License-Identifier: GPL-3.0-or-later
// Colours of the floor by something else than its verdict: by component, by clearance, or by the distance to the border.
//
// Problem. Clearance and distance differ from point to point of a cell.
// Steps. The floor of a stance is cut into small triangles (smallTriangles); of the middle of each the value is measured,
// in doubles, as this is for people: the clearance by the polygons over it, which a grid in plan finds (ceilings); the
// distance in plan by the stretches of border (distances). Triangles of like values are a group of the picture, which the
// legend names.
// Cost. Triangles times what is measured of each, in slices that let the page answer between them.
import { el, section, sixDigits } from "../../run/view/page/dom.js";
import { layerColour } from "../../run/view/page/palette.js";
import * as Q from "../../run/view/page/rational.js";

const mostTriangles = 24_000;
const slice = 25; // milliseconds
const ramp = ["#440154", "#414487", "#2a788e", "#22a884", "#7ad151", "#fde725"];
const mostComponents = 12; // with a colour each

export class Shades {
  constructor(baking) {
    this.baking = baking;
    this.by = "verdict";
    this.stance = 0;
    this.number = 0;
  }

  /** The panel that chooses. */
  panel() {
    const { model } = this.baking.app;
    this.stance = Math.min(this.stance, model.stances.length - 1);
    const choice = (id, label, list, chosen, take) => {
      const select = el("select", { id, "aria-label": label, change: () => {
        take(select.value);
        this.show();
      } }, ...list.map(([value, words]) => el("option", { value, selected: String(value) === String(chosen) }, words)));
      return el("label", {}, `${label} `, select);
    };
    this.said = el("span", { role: "status", class: "said", id: "shading" });
    return section("Colour", false, el("div", { class: "filters" },
      choice("shade-by", "by", ["verdict", "component", "clearance", "distance to the border"].map((v) => [v, v]), this.by, (v) => { this.by = v; }),
      choice("shade-stance", "of", model.stances.map((s, i) => [i, s.name]), this.stance, (v) => { this.stance = Number(v); })), this.said);
  }

  /** Draws the groups of what is chosen, in place of those before. */
  async show() {
    const { app } = this.baking;
    const run = ++this.number;
    app.picture.removeGroups("shade ");
    // The verdicts, which it lies over, are not shown meanwhile.
    if (this.by !== "verdict") this.hidden ??= app.picture.groups.filter((g) => g.on && /^v[1-9]/.test(g.key)).map((g) => g.key);
    for (const key of this.hidden ?? []) app.setOn(key, this.by === "verdict");
    if (this.by === "verdict") this.hidden = null;
    app.viewer.draw();
    if (this.by !== "verdict") {
      this.said.textContent = "measuring …";
      const groups = this.by === "component" ? this.components() : await this.measured(() => run === this.number);
      if (run !== this.number || !groups) return;
      for (const group of groups) this.add(group);
      this.said.textContent = "";
    }
    app.fillPanels();
    app.viewer.draw();
  }

  add({ name, colour, positions, index, owners, count, unit }) {
    const { picture } = this.baking.app;
    const points = picture.attribute(positions);
    picture.addGroup({ key: `shade ${name}`, name, colour, count, unit, objects: picture.triangleChunks(points, index, colour, 0.5), pick: { kind: "facet", index, owners, positions, bias: -1 } });
  }

  // A group for each of the largest components of the stance, and one for all others.
  components() {
    const { model, picture } = this.baking.app;
    const label = this.stance + 1;
    const cells = new Map();
    for (let cell = 0; cell < model.cellCount; ++cell) {
      const component = model.componentOf(cell, label);
      if (component === null) continue;
      if (cells.has(component)) cells.get(component).push(cell);
      else cells.set(component, [cell]);
    }
    const area = (list) => list.reduce((sum, cell) => sum + model.planArea(cell), 0);
    const sorted = [...cells].map(([component, list]) => ({ component, list, area: area(list) })).sort((a, b) => b.area - a.area || a.component - b.component);
    const own = sorted.slice(0, mostComponents).map(({ component, list }, i) => ({ name: `component ${component}`, colour: layerColour(i), list }));
    const rest = sorted.slice(mostComponents).flatMap(({ list }) => list);
    if (rest.length > 0) own.push({ name: `${sorted.length - mostComponents} smaller components`, colour: "#8a8f98", list: rest });
    return own.map(({ name, colour, list }) => {
      const wanted = new Set(list);
      return { name, colour, count: list.length, unit: "cell", positions: model.points, ...picture.facetTriangles((cell) => wanted.has(cell)) };
    });
  }

  // A group for each sixth of the values.
  async measured(isWanted) {
    const { model } = this.baking.app;
    const small = smallTriangles(model, this.stance + 1);
    const measure = this.by === "clearance" ? ceilings(model) : distances(model, this.stance);
    const values = new Float64Array(small.owners.length);
    let began = performance.now();
    for (let t = 0; t < values.length; ++t) {
      if (performance.now() - began > slice) {
        await new Promise((resolve) => setTimeout(resolve));
        if (!isWanted()) return null;
        began = performance.now();
      }
      const at = [0, 1, 2].map((k) => (small.positions[9 * t + k] + small.positions[9 * t + 3 + k] + small.positions[9 * t + 6 + k]) / 3);
      values[t] = measure(at);
    }
    const sorted = values.filter(Number.isFinite).sort();
    const high = sorted.length > 0 ? sorted[Math.floor(0.95 * (sorted.length - 1))] : 0; // some single places would take all colours
    const most = this.by === "clearance" ? Math.min(high, 3 * Q.toNumber(model.stances[this.stance].height) * model.unit) : high;
    const text = (share) => sixDigits(Number(((share * most) / model.unit).toPrecision(3)));
    const kind = (v) => Math.min(Math.floor((v / (most || 1)) * ramp.length), ramp.length - 1);
    return ramp.map((colour, i) => {
      const own = [...values.keys()].filter((t) => kind(values[t]) === i);
      const positions = new Float32Array(9 * own.length);
      own.forEach((t, j) => positions.set(small.positions.subarray(9 * t, 9 * t + 9), 9 * j));
      const name = `${this.by} ${text(i / ramp.length)} ${i + 1 < ramp.length ? `to ${text((i + 1) / ramp.length)}` : "and more"}`;
      return { name, colour, count: own.length, unit: "piece", positions, index: Uint32Array.from({ length: 3 * own.length }, (_, k) => k), owners: Uint32Array.from(own, (t) => small.owners[t]) };
    }).filter((group) => group.count > 0);
  }
}

// The floor of a stance in triangles, the longest halved until there are enough.
function smallTriangles(model, stance) {
  const queue = [];
  for (let cell = 0; cell < model.cellCount; ++cell) {
    if (model.componentOf(cell, stance) === null) continue;
    const [first, end] = model.facetsOf(cell);
    for (let facet = first; facet < end; ++facet) {
      const ring = Array.from(model.facetRing(facet), (p) => Array.from(model.points.subarray(3 * p, 3 * p + 3)));
      for (let i = 1; i + 1 < ring.length; ++i) queue.push({ facet, corners: [ring[0], ring[i], ring[i + 1]] });
    }
  }
  const area = queue.reduce((sum, { corners: [a, b, c] }) => sum + Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2, 0);
  const longest = 2 * Math.sqrt(area / mostTriangles);
  const positions = [];
  const owners = [];
  while (queue.length > 0) {
    const { facet, corners } = queue.pop();
    const lengths = corners.map((p, i) => Math.hypot(...p.map((v, k) => v - corners[(i + 1) % 3][k])));
    const i = lengths.indexOf(Math.max(...lengths));
    if (lengths[i] <= longest || owners.length + queue.length > 4 * mostTriangles) {
      positions.push(...corners.flat());
      owners.push(facet);
      continue;
    }
    const [p, q, r] = [corners[i], corners[(i + 1) % 3], corners[(i + 2) % 3]];
    const middle = p.map((v, k) => (v + q[k]) / 2);
    queue.push({ facet, corners: [p, middle, r] }, { facet, corners: [middle, q, r] });
  }
  return { positions: Float32Array.from(positions), owners };
}

// What lies in each square of a grid in plan over the level: add(low, high, item), at(x, y).
function planGrid(model) {
  const size = 96;
  const [x0, y0] = model.low;
  const scale = [0, 1].map((k) => size / Math.max(model.high[k] - model.low[k], 1e-9));
  const column = (v, k) => Math.min(Math.max(Math.floor((v - (k === 0 ? x0 : y0)) * scale[k]), 0), size - 1);
  const squares = Array.from({ length: size * size }, () => []);
  return {
    add(low, high, item) {
      for (let i = column(low[0], 0); i <= column(high[0], 0); ++i)
        for (let j = column(low[1], 1); j <= column(high[1], 1); ++j) squares[i * size + j].push(item);
    },
    at: (x, y) => squares[column(x, 0) * size + column(y, 1)],
  };
}

// A function that measures how far the level's next polygon over a point is; without one, Infinity.
function ceilings(model) {
  const grid = planGrid(model);
  if (!model.level) return () => Infinity;
  for (let polygon = 0; polygon < model.polygonFace.length; ++polygon) {
    const ring = model.ringOf(polygon).map((p) => Array.from(model.scenePoints.subarray(3 * p, 3 * p + 3)));
    for (let i = 1; i + 1 < ring.length; ++i) {
      const triangle = [ring[0], ring[i], ring[i + 1]];
      const bound = (least) => [0, 1].map((k) => least(...triangle.map((p) => p[k])));
      grid.add(bound(Math.min), bound(Math.max), triangle);
    }
  }
  return ([x, y, z]) => {
    let nearest = Infinity;
    for (const [a, b, c] of grid.at(x, y)) {
      const whole = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
      const [u, v] = [((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / whole, ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / whole];
      if (!(u >= 0 && v >= 0 && u + v <= 1)) continue;
      const height = a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2]) - z;
      if (height > 1e-4 && height < nearest) nearest = height;
    }
    return nearest;
  };
}

// A function that measures how far the nearest border of a stance is in plan, of border at about its height.
function distances(model, stance) {
  const reach = Q.toNumber(model.stances[stance].height) * model.unit;
  const p = model.points;
  const stretches = [];
  for (let i = model.borderBegin[stance]; i < model.borderBegin[stance + 1]; ++i) stretches.push([3 * model.border[3 * i + 1], 3 * model.border[3 * i + 2]]);
  return ([x, y, z]) => {
    let least = Infinity;
    for (const [a, b] of stretches) {
      const [dx, dy] = [p[b] - p[a], p[b + 1] - p[a + 1]];
      const share = Math.min(Math.max(((x - p[a]) * dx + (y - p[a + 1]) * dy) / (dx * dx + dy * dy || 1), 0), 1);
      const [ex, ey] = [p[a] + share * dx - x, p[a + 1] + share * dy - y];
      const squared = ex * ex + ey * ey;
      if (squared < least && Math.abs(p[a + 2] + share * (p[b + 2] - p[a + 2]) - z) < reach) least = squared;
    }
    return Math.sqrt(least);
  };
}
