// SPDX-License-Identifier: GPL-3.0-or-later
// The answer to a click: why one can stand there or not, which cell it is, and the command that says more.
import { areaElement, readArea } from "./areas.js";
import { count, el, foreign, section, shellWord, sixDigits, swatch } from "./dom.js";
import { ExactLevel } from "./exact_level.js";
import { explain, fromInput, toInput } from "./explain.js";
import { none } from "./model.js";
import { boxOfCells } from "./places.js";
import { profile } from "./profile.js";
import * as Q from "./rational.js";

/** A rational number: a decimal, and the fraction on hover. */
export function number(value) {
  const about = Q.toNumber(value);
  const exact = Q.compare(Q.parse(String(about)) ?? Q.zero, value) === 0;
  return el("span", { class: "number", title: Q.text(value) }, exact ? String(about) : `${sixDigits(about)}…`);
}

export class Answer {
  constructor(model, viewer, pane, documents) {
    this.model = model;
    this.documents = documents;
    this.viewer = viewer;
    this.pane = pane;
    this.level = model.level ? new ExactLevel(model) : null;
    this.first = null; // what was clicked last
    this.second = null;
  }

  /** Shows what a click hit; with `more`, a height profile from the click before to this one. */
  click(hit, more) {
    if (!hit) return;
    const spot = this.spotOf(hit.group.pick.kind, hit.owner, hit.point);
    if (more && this.first) {
      this.second = spot;
      this.showProfile();
    } else this.select(spot);
  }

  /**
   * What is asked about: the cell or polygon hit, and the exact point of its surface over the nearest dyadic place.
   * `point` is in the picture.
   */
  spotOf(kind, owner, point) {
    const facet = kind === "facet" ? owner : null;
    const surface = facet !== null ? this.model.facetSurface[facet] : kind === "polygon" ? owner : null;
    const spot = { kind, owner, facet, cell: facet === null ? null : this.model.cellOf(facet), point };
    if (!this.level) return spot;
    const polygon = surface === null || surface === none ? null : this.level.polygon(surface);
    const bits = 20 + Math.max(0, Math.log2(this.model.unit) - 10);
    const [x, y, z] = this.model.toLevel(point).map((v) => Q.nearestDyadic(v, bits));
    spot.exact = toInput([x, y, z], this.model.up);
    if (!polygon || polygon.footing === 3) return spot;
    const [px, py] = this.placeInside(polygon, x, y, bits);
    spot.exact = toInput([px, py, this.level.height(polygon, this.level.planPoint(px, py))], this.model.up);
    return spot;
  }

  // The place itself; where rounding has moved it off the polygon, the nearest on the way to the polygon's middle.
  placeInside(polygon, x, y, bits) {
    if (this.level.contains(polygon, this.level.planPoint(x, y))) return [x, y];
    const corners = this.level.corners(polygon);
    const middle = [0, 1].map((k) => corners.reduce((sum, c) => sum + Q.toNumber(c[k]), 0) / corners.length);
    const [fx, fy] = [Q.toNumber(x), Q.toNumber(y)];
    for (let step = 2 ** -20; step <= 1; step *= 2) {
      const moved = [fx + (middle[0] - fx) * step, fy + (middle[1] - fy) * step].map((v) => Q.nearestDyadic(v, bits));
      if (this.level.contains(polygon, this.level.planPoint(...moved))) return moved;
    }
    return [x, y];
  }

  select(spot) {
    this.first = spot;
    this.second = null;
    const answer = this.level && spot.exact ? explain(this.level, this.model.settings, spot.exact) : null;
    this.answer = answer;
    this.markSpot(spot, answer);
    this.pane.replaceChildren(
      ...[
        answer ? this.verdictOf(spot, answer) : null,
        spot.cell !== null ? this.cellFacts(spot) : null,
        spot.kind === "polygon" ? this.polygonFacts(spot.owner) : null,
        answer ? this.lineTable(answer) : null,
        answer ? this.commandFor(spot.exact) : el("p", { class: "hint" }, "The page has no scene, so it knows the cell's facts alone. Write the page with --scene to ask why."),
      ].filter((part) => part),
    );
    this.show();
  }

  // The answer from its beginning; where all panels scroll together, they are scrolled up to it.
  show() {
    this.pane.hidden = false;
    this.pane.scrollTop = 0;
    this.pane.parentElement.scrollTop = 0;
    this.changed?.();
  }

  // The polygon that decides: the one that ends the clearance or, of a cell, its witness.
  markSpot(spot, answer) {
    const ground = answer?.grounds.find((g) => this.isOn(spot, g)) ?? answer?.grounds[0];
    let witness = spot.facet !== null ? this.model.facetWitness[spot.facet] : none;
    if (ground?.binds === "clearance" && answer.ceiling.length > 0) witness = answer.ceiling[0].polygon;
    this.witness = witness === none || !this.level ? null : witness;
    let line = null;
    if (this.witness !== null && answer?.place) {
      const place = fromInput(answer.place, this.model.up);
      const on = answer.line.find((l) => l.polygon === this.witness);
      if (on) line = [this.model.toPicture(place), this.model.toPicture([place[0], place[1], on.high])];
    }
    const polygon = spot.kind === "polygon" ? spot.owner : null;
    this.viewer.mark({ cell: spot.cell, polygon, witness: this.witness, points: [spot.point], line });
  }

  isOn(spot, ground) {
    return spot.facet !== null ? this.model.facetSurface[spot.facet] === ground.polygon : spot.owner === ground.polygon;
  }

  polygonName(polygon) {
    const face = this.model.polygonFace[polygon];
    const name = this.model.nameOf(face);
    return el("span", {}, `polygon ${polygon} (face ${face}${name ? ", " : ""}`, name ? foreign(name) : null, ")");
  }

  verdictOf(spot, answer) {
    const parts = [el("h2", {}, "Why")];
    if (!answer.place) {
      return el("div", {}, ...parts, el("p", {}, "The point is above nothing."));
    }
    const row = (name, ...value) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, ...value));
    if (answer.drop.n !== 0n) parts.push(el("p", {}, "Nothing to stand on at the point itself: it falls by ", number(answer.drop), "."));
    for (const ground of answer.grounds) {
      const bound = (name) => (ground.binds === name ? el("strong", { class: "binds" }, " ← binds") : null);
      const label = ground.verdict === null ? null : this.model.verdictOf(ground.stance);
      const rows = [row("point", ...answer.place.flatMap((v, i) => (i > 0 ? [", ", number(v)] : [number(v)])))];
      const tan = Q.toNumber(ground.slope.tan_squared);
      const degrees = sixDigits((Math.atan(Math.sqrt(tan)) * 180) / Math.PI);
      const slack = ground.slope.slack;
      rows.push(row("slope", "tan² ", number(ground.slope.tan_squared), `, about ${degrees}°`, slack ? el("span", {}, "; ", number(slack), slack.n < 0n ? " too much" : " to spare") : null, bound("slope"), bound("side")));
      if (ground.owner !== null) rows.push(row("owner", this.polygonName(ground.owner), bound("owner")));
      if (ground.bodies_above) rows.push(row("winding", `${ground.bodies_above.up} up − ${ground.bodies_above.down} down = ${ground.bodies_above.up - ground.bodies_above.down}`, bound("solid")));
      if (ground.stances) {
        const ceiling = answer.clearance === null ? ["the sky is free"] : [number(answer.clearance), " under ", this.polygonName(answer.ceiling[0].polygon)];
        rows.push(row("clearance", ...ceiling, bound("clearance")));
        for (const s of ground.stances) {
          const end = s.slack === null ? "no end" : el("span", {}, number(s.slack.n < 0n ? Q.negative(s.slack) : s.slack), s.slack.n < 0n ? " short" : " to spare");
          rows.push(row(s.name, s.fits ? "fits" : "does not fit", ", needs ", number(s.height), ": ", end));
        }
      }
      const verdict = ground.verdict ?? (ground.binds === "slope" ? "nobody stands here: too steep" : "nobody stands here: turned away");
      parts.push(
        el("p", { class: "verdict" }, label ? swatch(label.colour) : null, el("strong", { id: "verdict" }, verdict.replace("_", " ")), " on ", this.polygonName(ground.polygon)),
        el("table", {}, el("tbody", {}, ...rows)),
      );
    }
    if (Q.parse(this.model.header.radius).n !== 0n) parts.push(el("p", { class: "hint" }, "This is the verdict without the agent's radius; the command below adds the border near by."));
    return el("div", {}, ...parts);
  }

  cellFacts({ cell, facet }) {
    const { model } = this;
    const label = model.cellStance[cell];
    const row = (name, ...value) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, ...value));
    const surface = model.facetSurface[facet];
    const witness = model.facetWitness[facet];
    const polygon = (id) => (id === none ? "none" : this.level ? this.polygonName(id) : `polygon ${id}`);
    const rows = [
      row("stance", swatch(model.verdictOf(label).colour), model.verdictOf(label).name.replace("_", " ")),
      ...model.stances.map((s, i) => [s, model.componentOf(cell, i + 1)]).filter(([, c]) => c !== null).map(([s, c]) => row(`component of ${s.name}`, String(c))),
      row("surface", polygon(surface)),
      row("witness", polygon(witness)),
      row("area", areaElement(readArea(model.cellAreas[cell]))),
    ];
    const layer = this.documents.layerOfCell?.[cell] ?? -1;
    if (layer >= 0) rows.push(row("layer", String(layer)));
    if (model.cellBlockedBy[cell] !== 0) rows.push(row("blocked by", `update ${model.cellBlockedBy[cell]}`));
    return el("div", {}, el("h2", { id: "cell" }, `Cell ${cell}`), el("table", {}, el("tbody", {}, ...rows)));
  }

  polygonFacts(polygon) {
    const words = ["traversable", "too steep", "turned away", "vertical: a wall"];
    return el("p", {}, this.polygonName(polygon), ` — ${words[this.model.polygonFooting[polygon]]}`);
  }

  lineTable(answer) {
    const rows = answer.line.map((l) => {
      const heights = Q.equal(l.low, l.high) ? [number(l.high)] : [number(l.low), " to ", number(l.high)];
      const here = l.place === "at" && l.is !== "vertical";
      return el("tr", here ? { class: "here" } : {}, el("td", {}, here ? "▸" : ""), el("td", {}, ...heights), el("td", { title: this.model.nameOf(l.face) || null }, `${l.polygon} (face ${l.face})`), el("td", {}, l.is));
    });
    const head = el("tr", {}, el("td", {}), el("th", { scope: "col" }, "height"), el("th", { scope: "col" }, "polygon"), el("th", { scope: "col" }, "is"));
    return section(`On the vertical line: ${count(answer.line.length)}`, true, el("div", { class: "wide" }, el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows))));
  }

  /** The command for a point, as a shell takes it. */
  command(point) {
    return [...this.model.level.explain, "--at", point.map(Q.text).join(",")].map(shellWord).join(" ");
  }

  commandFor(point) {
    const text = this.command(point);
    const copy = el("button", { type: "button", click: () => navigator.clipboard?.writeText(text) }, "Copy");
    return el("div", {}, el("p", { class: "hint" }, "With the walls near by:"), el("pre", { id: "command", tabindex: "0" }, text), copy);
  }

  showProfile() {
    const { model, first, second } = this;
    const joined = model.stances.map((s, i) => {
      const [a, b] = [first, second].map((spot) => (spot.cell === null ? null : model.componentOf(spot.cell, i + 1)));
      const word = a === null || b === null ? "one of the places is not walkable" : a === b ? `yes, component ${a}` : `no, components ${a} and ${b}`;
      return el("tr", {}, el("th", { scope: "row" }, s.name), el("td", {}, word));
    });
    this.pane.replaceChildren(
      el("h2", {}, "From one place to the other"),
      this.level ? profile(model, first.point, second.point) : el("p", { class: "hint" }, "The page has no scene, so there is no height profile."),
      el("p", {}, "In one component?"),
      el("table", { id: "joined" }, el("tbody", {}, ...joined)),
    );
    this.viewer.mark({ points: [first.point, second.point], line: [first.point, second.point] });
    this.show();
  }

  clear() {
    this.first = null;
    this.second = null;
    this.pane.replaceChildren();
    this.pane.hidden = true;
    this.viewer.clearMarks();
    this.viewer.draw();
    this.changed?.();
  }

  /** Where to fly to see a cell. */
  boxOf(cell) {
    return boxOfCells(this.model, [cell]);
  }
}
