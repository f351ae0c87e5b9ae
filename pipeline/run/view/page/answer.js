// SPDX-License-Identifier: GPL-3.0-or-later
// The answer to a click: why one can stand there or not, which cell it is, and the command that says more.
import { areaElement, readArea, readJsonArea } from "./areas.js";
import { copyButton, count, el, exactNumber, foreign, section, shellWord, sixDigits, swatch } from "./dom.js";
import { explain, fromInput, toInput } from "./explain.js";
import { none } from "./model.js";
import { boxOfCells } from "./places.js";
import { profile } from "./profile.js";
import * as Q from "./rational.js";
import { nearestApproach } from "./two_places.js";

const mostWalls = 8;

/** A rational number: a decimal, with the fraction at hand. */
export function number(value) {
  const about = Q.toNumber(value);
  const exact = Q.compare(Q.parse(String(about)) ?? Q.zero, value) === 0;
  return exactNumber(exact ? String(about) : `${sixDigits(about)}…`, Q.text(value));
}

const words = (name) => name.replaceAll("_", " ");
const row = (name, ...value) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, ...value));
const table = (...rows) => el("table", {}, el("tbody", {}, ...rows));

export class Answer {
  /** `level`: an ExactLevel, or null; `more`: as App has it. */
  constructor(model, level, viewer, pane, documents, more = {}) {
    this.model = model;
    this.more = more;
    this.documents = documents;
    this.viewer = viewer;
    this.pane = pane;
    this.level = level;
    this.first = null; // what was clicked last
    this.second = null; // the other one, where two places were asked for
    this.finding = null; // of an audit, if one was asked about
  }

  /** Shows what a click hit; with `more`, what separates it from the click before. */
  click(hit, more) {
    if (!hit) return;
    const spot = this.spotOf(hit.group.pick.kind, hit.owner, hit.point);
    if (more && this.first) this.compare(spot);
    else this.select(spot);
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

  /** Shows why one can stand in a place or not. `finding`: of an audit, that is there. */
  select(spot, finding = null) {
    this.first = spot;
    this.second = null;
    this.finding = finding;
    const answer = this.level && spot.exact ? explain(this.level, this.model.settings, spot.exact) : null;
    this.answer = answer;
    this.markSpot(spot, answer);
    this.pane.replaceChildren(
      ...[
        finding ? this.findingFacts(finding) : null,
        answer ? this.verdictOf(spot, answer) : null,
        spot.cell !== null ? this.cellFacts(spot) : null,
        spot.kind === "polygon" ? this.polygonFacts(spot.owner) : null,
        answer ? this.lineTable(answer) : null,
        this.more.selected?.(this) ?? null,
        answer ? this.commandFor(spot.exact) : el("p", { class: "hint" }, "The page has no scene, so it knows the cell's facts alone. Write the page with --scene to ask why."),
      ].filter((part) => part),
    );
    this.show();
  }

  /** The same answer again, in the colours that are shown now. */
  refresh() {
    if (this.second) this.compare(this.second);
    else if (this.first) this.select(this.first, this.finding);
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
    const border = ground?.binds === "border" ? ground.borders[Math.max(ground.stance, 0)] : null;
    if (border) witness = border.cause ?? none;
    this.witness = witness === none || !this.level ? null : witness;
    let line = null;
    if (border) line = [answer.place, border.nearest].map((p) => this.model.toPicture(fromInput(p, this.model.up)));
    else if (this.witness !== null && answer?.place) {
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
    if (answer.drop.n !== 0n) parts.push(el("p", {}, "Nothing to stand on at the point itself: it falls by ", number(answer.drop), "."));
    for (const ground of answer.grounds) {
      const bound = (name) => (ground.binds === name ? el("strong", { class: "binds" }, " ← binds") : null);
      const label = ground.verdict === null ? null : this.model.verdictOf(ground.stance);
      const rows = [row("point", ...answer.place.flatMap((v, i) => (i > 0 ? [", ", number(v)] : [number(v)])))];
      rows.push(row("slope", "tan² ", number(ground.slope.tan_squared), `, ${[...new Set(ground.slope.degrees)].join(" to ")}°; `, ...this.slopeSlack(ground.slope), bound("slope"), bound("side")));
      if (ground.owner !== null) rows.push(row("owner", this.polygonName(ground.owner), bound("owner")));
      if (ground.bodies_above) rows.push(row("winding", `${ground.bodies_above.up} up − ${ground.bodies_above.down} down = ${ground.bodies_above.up - ground.bodies_above.down}`, bound("solid")));
      if (ground.stances) {
        const ceiling = answer.clearance === null ? ["the sky is free"] : [number(answer.clearance), " under ", this.polygonName(answer.ceiling[0].polygon)];
        rows.push(row("clearance", ...ceiling, bound("clearance")));
        for (const s of ground.stances) {
          const end = s.slack === null ? "no end" : el("span", {}, number(Q.size(s.slack)), s.slack.n < 0n ? " short" : " to spare");
          rows.push(row(s.name, s.fits ? "fits" : "does not fit", ", needs ", number(s.height), ": ", end));
        }
      }
      if (ground.borders) rows.push(...this.borderRows(ground, bound));
      const verdict = ground.verdict ?? (ground.binds === "slope" ? "nobody stands here: too steep" : "nobody stands here: turned away");
      parts.push(
        el("p", { class: "verdict" }, label ? swatch(this.viewer.picture.verdictColour(label)) : null, el("strong", { id: "verdict" }, words(verdict)), " on ", this.polygonName(ground.polygon)),
        table(...rows),
      );
      if (ground.walls) parts.push(this.wallTable(ground));
      if (this.isJudgedOtherwise(spot, ground)) parts.push(el("p", { class: "hint", id: "otherwise" }, "The cell has another verdict: regions have no edges, and keep away from the border by a polygon in place of the true disc."));
    }
    return el("div", {}, ...parts);
  }

  // Of the polygon hit, at the point itself: whether the cell says something else.
  isJudgedOtherwise(spot, ground) {
    return spot.cell !== null && ground.stance !== null && this.isOn(spot, ground) && ground.stance !== this.model.cellStance[spot.cell];
  }

  slopeSlack({ slack, within, slack_degrees }) {
    const end = within ? " to spare" : " too much";
    if (slack) return [number(Q.size(slack)), end];
    const rest = slack_degrees.map((text) => text.replace(/^-/, ""));
    return [`${(within ? rest : rest.reverse()).join(" to ")}°`, end];
  }

  // For each stance that fits, the highest first: how far its border is, against the radius, and what makes it border.
  borderRows(ground, bound) {
    const { radius } = this.model.settings;
    const binding = ground.binds === "border" ? Math.max(ground.stance, 0) : -1;
    return ground.borders.map((b, i) => {
      const name = `border of ${b.stance}`;
      if (b.squared_distance === null) return row(name, "none near");
      const end = b.cause === null ? ", where it ends" : el("span", {}, ", by ", this.polygonName(b.cause));
      return row(name, "squared distance ", number(b.squared_distance), b.too_close ? ", too close: " : ", far enough: ", "the radius squared is ", number(Q.mul(radius, radius)),
        "; of ", this.polygonName(b.polygon), end, i === binding ? bound("border") : null);
    }).reverse();
  }

  wallTable({ walls }) {
    const reach = number(this.answer.reach);
    if (walls.length === 0) return el("p", {}, "No wall within a distance of ", reach, " stops anyone.");
    const head = el("tr", {}, ...["polygon", "squared distance", "may cross there"].map((word) => el("th", { scope: "col" }, word)));
    const rows = walls.slice(0, mostWalls).map((w) => el("tr", {}, el("td", {}, `${w.polygon} (face ${w.face})`), el("td", {}, number(w.squared_distance)), el("td", {}, w.may_cross === 0 ? "nobody" : this.model.stances[w.may_cross - 1].name)));
    const more = walls.length > mostWalls ? el("p", {}, `and ${count(walls.length - mostWalls)} more.`) : null;
    return section(`Walls near by that stop someone: ${count(walls.length)}`, false, el("p", { class: "hint" }, "Within a distance of ", reach, ", nearest first."), el("div", { class: "wide" }, el("table", { class: "walls" }, el("thead", {}, head), el("tbody", {}, ...rows))), more);
  }

  // What an audit says of the place.
  findingFacts(finding) {
    const { navmesh, baker } = this.documents.audits[this.documents.audit].data;
    const settings = Object.entries(baker).filter(([, value]) => value !== null).map(([key, value]) => `${words(key)} ${value}`).join(", ");
    const rows = [
      row("is", finding.component === undefined ? finding.title : `${finding.kind} floor, of component ${finding.component}`),
      row("area", areaElement(finding.area)),
      ...finding.causes.map((c) => row("cause", words(c.cause), ", ", areaElement(readJsonArea(c.area)))),
      row("navmesh", foreign(navmesh.file)),
      row("baker", settings || "its settings are not known"),
    ];
    if (finding.faces.length > 0) rows.push(row("faces", finding.faces.slice(0, 12).join(", ") + (finding.faces.length > 12 ? ` and ${finding.faces.length - 12} more` : "")));
    return el("div", { id: "finding" }, el("h2", {}, "Finding"), table(...rows));
  }

  cellFacts({ cell, facet }) {
    const { model } = this;
    const label = model.cellStance[cell];
    const surface = model.facetSurface[facet];
    const witness = model.facetWitness[facet];
    const polygon = (id) => (id === none ? "none" : this.level ? this.polygonName(id) : `polygon ${id}`);
    const rows = [
      row("stance", swatch(this.viewer.picture.verdictColour(model.verdictOf(label))), words(model.verdictOf(label).name)),
      ...model.stances.map((s, i) => [s, model.componentOf(cell, i + 1)]).filter(([, c]) => c !== null).map(([s, c]) => row(`component of ${s.name}`, String(c))),
      row("surface", polygon(surface)),
      row("witness", polygon(witness)),
      row("area", areaElement(readArea(model.cellAreas[cell]))),
    ];
    const layer = this.documents.layerOfCell?.[cell] ?? -1;
    if (layer >= 0) rows.push(row("layer", String(layer)));
    if (model.cellBlockedBy[cell] !== 0) rows.push(row("blocked by", `update ${model.cellBlockedBy[cell]}`));
    return el("div", {}, el("h2", { id: "cell" }, `Cell ${cell}`), table(...rows));
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
    return this.commandBlock("The command that says the same:", this.command(point));
  }

  commandBlock(hint, text) {
    return el("div", {}, el("p", { class: "hint" }, hint), el("pre", { id: "command", tabindex: "0" }, text), ...copyButton("Copy", () => text));
  }

  /** Shows what separates a place from the one that was asked about before. */
  compare(spot) {
    this.second = spot;
    this.finding = null;
    const { model, first, second } = this;
    const marks = { points: [first.point, second.point], line: [first.point, second.point] };
    const reasons = [];
    const joined = model.stances.map(({ name }, i) => {
      const [a, b] = [first, second].map((place) => (place.cell === null ? null : model.componentOf(place.cell, i + 1)));
      if (a !== null && a === b) return row(name, `yes, component ${a}`);
      if (a !== null && b !== null) {
        reasons.push(this.separation(i + 1, a, b));
        return row(name, `no, components ${a} and ${b}`);
      }
      const wrong = [["the first", a], ["the second", b]].filter(([, component]) => component === null).map(([which]) => which);
      return row(name, `no: ${wrong.join(" and ")} place is not part of it`);
    });
    const verdicts = [["first", first], ["second", second]].map(([which, place]) => row(`${which} place`, this.shortVerdict(place)));
    this.pane.replaceChildren(
      el("h2", {}, "From one place to the other"),
      ...[this.more.compared?.(this)].filter((part) => part),
      this.level ? profile(model, first.point, second.point) : el("p", { class: "hint" }, "The page has no scene, so there is no height profile."),
      table(...verdicts, this.apart(first.point, second.point)),
      el("p", {}, "In one component?"),
      el("table", { id: "joined" }, el("tbody", {}, ...joined)),
      ...reasons.filter((r) => r),
      ...(first.exact && second.exact ? [this.commandBlock("The command that finds which height, radius, step, slope or weld would join them:", this.commandBetween(first.exact, second.exact))] : []),
    );
    this.viewer.mark(marks);
    this.show();
  }

  // How far two places are from one another.
  apart(from, to) {
    const [x, y, z] = to.map((v, k) => (v - from[k]) / this.model.unit);
    return row("apart", `${sixDigits(Math.hypot(x, y, z))}; in plan ${sixDigits(Math.hypot(x, y))}, ${sixDigits(Math.abs(z))} ${z < 0 ? "down" : "up"}`);
  }

  shortVerdict(place) {
    const answer = this.level && place.exact ? explain(this.level, this.model.settings, place.exact) : null;
    const ground = answer?.grounds.find((g) => this.isOn(place, g)) ?? answer?.grounds[0];
    if (answer && !ground) return "above nothing";
    const verdict = ground ? ground.verdict ?? ground.is : place.cell !== null ? this.model.verdictOf(this.model.cellStance[place.cell]).name : "not walkable";
    return words(verdict) + (ground?.binds ? `, kept from more by its ${ground.binds}` : "");
  }

  // Where two components of a stance come nearest to each other, and what is between.
  separation(stance, a, b) {
    const { model } = this;
    const name = model.stances[stance - 1].name;
    const found = nearestApproach(model, stance, a, b);
    if (!found) return el("p", { class: "hint" }, `Components ${a} and ${b} of ${name} have too much border to look for where they come nearest.`);
    const [across, up] = [Math.hypot(found.from[0] - found.to[0], found.from[1] - found.to[1]), found.to[2] - found.from[2]].map((v) => v / model.unit);
    const middle = found.from.map((v, k) => (v + found.to[k]) / 2);
    const between = across * model.unit > 1e-5 ? this.shortVerdict(this.spotOf("point", null, [middle[0], middle[1], Math.max(found.from[2], found.to[2])])) : null;
    const step = Q.toNumber(Q.parse(model.header.step));
    const rise = Math.abs(up) > 1e-6 / model.unit ? `${sixDigits(Math.abs(up))} ${up > 0 ? "up" : "down"}, with a step of ${sixDigits(step)}` : "at one height";
    const fly = el("button", { type: "button", class: "approach", click: () => {
      const low = found.from.map((v, k) => Math.min(v, found.to[k]) - 1);
      this.viewer.camera.flyTo(low, found.from.map((v, k) => Math.max(v, found.to[k]) + 1));
      this.viewer.mark({ points: [found.from, found.to], line: [found.from, found.to] });
    } }, "show");
    return el("p", { class: "separation" }, `For ${name}, components ${a} and ${b} come nearest where about ${sixDigits(across)} are between them in plan, and it is ${rise}`, between ? `; between them: ${between}. ` : ". ", fly);
  }

  /** The command for two points. */
  commandBetween(from, to) {
    return [...this.model.level.explain, "--from", from.map(Q.text).join(","), "--to", to.map(Q.text).join(",")].map(shellWord).join(" ");
  }

  clear() {
    this.first = null;
    this.second = null;
    this.finding = null;
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
