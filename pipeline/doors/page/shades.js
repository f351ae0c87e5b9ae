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
import { inSlices } from "../../run/view/page/slices.js";

const mostTriangles = 24_000;
const atOnce = 1024; // cells, polygons or stretches
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
    const { picture } = app;
    const run = ++this.number;
    picture.removeGroups("shade ");
    // The verdicts, which it lies over, are not shown meanwhile.
    if (this.by !== "verdict") this.hidden ??= picture.groups.filter((g) => g.on && /^v[1-9]/.test(g.key)).map((g) => g.key);
    for (const key of this.hidden ?? []) app.setOn(key, this.by === "verdict");
    if (this.by === "verdict") this.hidden = null;
    app.viewer.draw();
    if (this.by !== "verdict") {
      this.said.textContent = "measuring …";
      const groups = await inSlices(this.groups(), () => run === this.number && app.picture === picture);
      if (!groups) return;
      for (const group of groups) picture.addGroup(group);
      this.said.textContent = "";
    }
    app.fillPanels();
    app.viewer.draw();
  }

  // These yield where they may be interrupted.
  *groups() {
    const { picture } = this.baking.app;
    const out = [];
    for (const { name, colour, positions, index, owners, count, unit } of yield* (this.by === "component" ? this.components() : this.measured())) {
      const objects = yield* picture.triangleChunks(picture.attribute(positions), index, colour, 0.5);
      out.push({ key: `shade ${name}`, name, colour, count, unit, objects, pick: { kind: "facet", index, owners, positions, bias: -1 } });
    }
    return out;
  }

  // A group for each of the largest components of the stance, and one for all others.
  *components() {
    const { model, picture } = this.baking.app;
    const label = this.stance + 1;
    const parts = new Map(); // by component: its area and how many cells it has
    for (let cell = 0; cell < model.cellCount; ++cell) {
      if (cell % atOnce === 0) yield;
      const component = model.componentOf(cell, label);
      if (component === null) continue;
      if (!parts.has(component)) parts.set(component, { component, area: 0, cells: 0 });
      const part = parts.get(component);
      part.area += model.planArea(cell);
      part.cells += 1;
    }
    const sorted = [...parts.values()].sort((a, b) => b.area - a.area || a.component - b.component);
    const groups = sorted.slice(0, mostComponents).map(({ component, cells }, i) => ({ name: `component ${component}`, colour: layerColour(i), cells, isOf: (other) => other === component }));
    const own = new Set(sorted.slice(0, mostComponents).map(({ component }) => component));
    const rest = sorted.slice(mostComponents);
    if (rest.length > 0) groups.push({ name: `${rest.length} smaller components`, colour: "#8a8f98", cells: rest.reduce((sum, { cells }) => sum + cells, 0), isOf: (other) => other !== null && !own.has(other) });
    const out = [];
    for (const { name, colour, cells, isOf } of groups) {
      out.push({ name, colour, count: cells, unit: "cell", positions: model.points, ...yield* picture.facetTriangles((cell) => isOf(model.componentOf(cell, label))) });
    }
    return out;
  }

  // A group for each sixth of the values.
  *measured() {
    const { model } = this.baking.app;
    const small = yield* smallTriangles(model, this.stance + 1);
    const measure = yield* (this.by === "clearance" ? ceilings(model) : distances(model, this.stance));
    const values = new Float64Array(small.owners.length);
    const middle = (t, k) => (small.positions[9 * t + k] + small.positions[9 * t + 3 + k] + small.positions[9 * t + 6 + k]) / 3;
    for (let t = 0; t < values.length; ++t) {
      if (t % 64 === 0) yield;
      values[t] = measure(middle(t, 0), middle(t, 1), middle(t, 2));
    }
    const sorted = values.filter(Number.isFinite).sort();
    const high = sorted.length > 0 ? sorted[Math.floor(0.95 * (sorted.length - 1))] : 0; // some single places would take all colours
    const most = this.by === "clearance" ? Math.min(high, 3 * Q.toNumber(model.stances[this.stance].height) * model.unit) : high;
    const text = (share) => sixDigits(Number(((share * most) / model.unit).toPrecision(3)));
    const kind = (v) => Math.min(Math.floor((v / (most || 1)) * ramp.length), ramp.length - 1);
    const own = ramp.map(() => []);
    values.forEach((value, t) => own[kind(value)].push(t));
    const out = [];
    for (const [i, colour] of ramp.entries()) {
      yield;
      const positions = new Float32Array(9 * own[i].length);
      own[i].forEach((t, j) => positions.set(small.positions.subarray(9 * t, 9 * t + 9), 9 * j));
      const name = `${this.by} ${text(i / ramp.length)} ${i + 1 < ramp.length ? `to ${text((i + 1) / ramp.length)}` : "and more"}`;
      out.push({ name, colour, count: own[i].length, unit: "piece", positions, index: Uint32Array.from({ length: 3 * own[i].length }, (_, k) => k), owners: Uint32Array.from(own[i], (t) => small.owners[t]) });
    }
    return out.filter((group) => group.count > 0);
  }
}

// The floor of a stance in triangles, the longest halved until there are enough.
function* smallTriangles(model, stance) {
  const queue = [];
  let area = 0;
  for (let cell = 0; cell < model.cellCount; ++cell) {
    if (model.componentOf(cell, stance) === null) continue;
    area += model.planArea(cell);
    const [first, end] = model.facetsOf(cell);
    for (let facet = first; facet < end; ++facet) {
      if (facet % atOnce === 0) yield;
      const ring = Array.from(model.facetRing(facet), (p) => Array.from(model.points.subarray(3 * p, 3 * p + 3)));
      for (let i = 1; i + 1 < ring.length; ++i) queue.push({ facet, corners: [ring[0], ring[i], ring[i + 1]] });
    }
  }
  const longest = 2 * Math.sqrt(area / mostTriangles);
  const positions = [];
  const owners = [];
  while (queue.length > 0) {
    if (queue.length % 64 === 0) yield;
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
  yield;
  return { positions: Float32Array.from(positions), owners };
}

// What lies in each square of a grid in plan over the level: add(low, high, item), column(x, 0), column(y, 1) and
// at(column, column); edge(column, k) is where a column begins.
function planGrid(model) {
  const size = 96;
  const scale = [0, 1].map((k) => size / Math.max(model.high[k] - model.low[k], 1e-9));
  const column = (v, k) => Math.min(Math.max(Math.floor((v - model.low[k]) * scale[k]), 0), size - 1);
  const squares = Array.from({ length: size * size }, () => []);
  return {
    size,
    column,
    edge: (i, k) => model.low[k] + i / scale[k],
    add(lowX, lowY, highX, highY, item) {
      for (let i = column(lowX, 0); i <= column(highX, 0); ++i)
        for (let j = column(lowY, 1); j <= column(highY, 1); ++j) squares[i * size + j].push(item);
    },
    at: (i, j) => squares[i * size + j],
  };
}

// A function that measures how far the level's next polygon over a point is; without one, Infinity.
function* ceilings(model) {
  const grid = planGrid(model);
  if (!model.level) return () => Infinity;
  const p = model.scenePoints;
  for (let polygon = 0; polygon < model.polygonFace.length; ++polygon) {
    if (polygon % atOnce === 0) yield;
    const [a, ...rest] = model.ringOf(polygon).map((corner) => 3 * corner);
    for (let i = 0; i + 1 < rest.length; ++i) {
      const [b, c] = [rest[i], rest[i + 1]];
      grid.add(Math.min(p[a], p[b], p[c]), Math.min(p[a + 1], p[b + 1], p[c + 1]), Math.max(p[a], p[b], p[c]), Math.max(p[a + 1], p[b + 1], p[c + 1]), [a, b, c]);
    }
  }
  return (x, y, z) => {
    let nearest = Infinity;
    for (const [a, b, c] of grid.at(grid.column(x, 0), grid.column(y, 1))) {
      const [bx, by, cx, cy] = [p[b] - p[a], p[b + 1] - p[a + 1], p[c] - p[a], p[c + 1] - p[a + 1]];
      const whole = bx * cy - by * cx;
      const [u, v] = [((x - p[a]) * cy - (y - p[a + 1]) * cx) / whole, (bx * (y - p[a + 1]) - by * (x - p[a])) / whole];
      if (!(u >= 0 && v >= 0 && u + v <= 1)) continue;
      const height = p[a + 2] + u * (p[b + 2] - p[a + 2]) + v * (p[c + 2] - p[a + 2]) - z;
      if (height > 1e-4 && height < nearest) nearest = height;
    }
    return nearest;
  };
}

// A function that measures how far the nearest border of a stance is in plan, of border at about its height. It looks at
// squares around the point, ever farther ones, until what it has not seen is farther than what it has found.
function* distances(model, stance) {
  const reach = Q.toNumber(model.stances[stance].height) * model.unit;
  const p = model.points;
  const grid = planGrid(model);
  for (let i = model.borderBegin[stance]; i < model.borderBegin[stance + 1]; ++i) {
    if (i % atOnce === 0) yield;
    const [a, b] = [3 * model.border[3 * i + 1], 3 * model.border[3 * i + 2]];
    grid.add(Math.min(p[a], p[b]), Math.min(p[a + 1], p[b + 1]), Math.max(p[a], p[b]), Math.max(p[a + 1], p[b + 1]), [a, b]);
  }
  return (x, y, z) => {
    let least = Infinity;
    const look = (list) => {
      for (const [a, b] of list) {
        const [dx, dy] = [p[b] - p[a], p[b + 1] - p[a + 1]];
        const share = Math.min(Math.max(((x - p[a]) * dx + (y - p[a + 1]) * dy) / (dx * dx + dy * dy || 1), 0), 1);
        const [ex, ey] = [p[a] + share * dx - x, p[a + 1] + share * dy - y];
        const squared = ex * ex + ey * ey;
        if (squared < least && Math.abs(p[a + 2] + share * (p[b + 2] - p[a + 2]) - z) < reach) least = squared;
      }
    };
    const [i, j] = [grid.column(x, 0), grid.column(y, 1)];
    for (let ring = 0; ring < grid.size; ++ring) {
      const [left, right, low, high] = [Math.max(i - ring, 0), Math.min(i + ring, grid.size - 1), Math.max(j - ring, 0), Math.min(j + ring, grid.size - 1)];
      for (let column = left; column <= right; ++column) {
        const isSide = Math.abs(column - i) === ring;
        for (let row = low; row <= high; ++row) if (isSide || Math.abs(row - j) === ring) look(grid.at(column, row));
      }
      const seen = Math.min(x - grid.edge(i - ring, 0), grid.edge(i + ring + 1, 0) - x, y - grid.edge(j - ring, 1), grid.edge(j + ring + 1, 1) - y);
      if (least <= seen * seen) break;
    }
    return Math.sqrt(least);
  };
}
