// SPDX-License-Identifier: GPL-3.0-or-later
// The panels beside the picture: switches, slices, storeys, places, search, and the summary. Each function makes one,
// for an application (main.js) whose parts it reads and calls.
import { areaElement, areaText, lazySum, readArea, readJsonArea, sumAreas } from "./areas.js";
import { count, el, foreign, section, swatch } from "./dom.js";
import * as Q from "./rational.js";

const plural = (n, unit) => `${count(n)} ${unit}${n === 1 ? "" : unit === "stretch" ? "es" : "s"}`;

/** A switch for each group of the picture. */
export function switches(app) {
  const rows = app.picture.groups.map((group) => {
    const box = el("input", { type: "checkbox", "data-key": group.key, change: () => app.setOn(group.key, box.checked) });
    box.checked = group.on;
    const area = group.area === null ? null : typeof group.area === "string" ? readArea(group.area) : group.area;
    return el("label", { class: "switch" }, box, swatch(group.colour), el("span", { class: "name" }, foreign(group.name)),
      el("span", { class: "count" }, plural(group.count, group.unit)), area ? areaElement(area) : null);
  });
  return section("Show", true, ...rows);
}

/** The slice by two heights, and by a vertical plane. */
export function slices(app) {
  const { model, viewer } = app;
  const [low, high] = [model.low[2], model.high[2]];
  const steps = 1000;
  const heightOf = (value) => low + ((high - low) * value) / steps;
  const handle = (name, value) => {
    const input = el("input", { type: "range", min: 0, max: steps, value, "aria-label": name, id: `slice-${name}`, input: () => changed(name) });
    return input;
  };
  const inputs = { low: handle("low", 0), high: handle("high", steps) };
  const shown = el("output", { id: "slice-heights" });
  const show = () => {
    const [l, h] = [heightOf(Number(inputs.low.value)), heightOf(Number(inputs.high.value))];
    shown.textContent = `heights ${model.heightText(l)} to ${model.heightText(h)}`;
  };
  const changed = (name) => {
    const [l, h] = [Number(inputs.low.value), Number(inputs.high.value)];
    if (l > h) inputs[name === "low" ? "high" : "low"].value = inputs[name].value;
    app.setSlice(...app.heightsOfHandles(Number(inputs.low.value), Number(inputs.high.value), steps));
  };
  app.heightsOfHandles = (l, h) => [l === 0 ? low - 1 : heightOf(l), h === steps ? high + 1 : heightOf(h)];
  app.showSlice = () => {
    const share = (v) => Math.round((Math.min(Math.max(v, low), high) - low) / Math.max(high - low, 1e-9) * steps);
    inputs.low.value = share(viewer.slice.low);
    inputs.high.value = share(viewer.slice.high);
    show();
  };
  const size = Math.max(...model.high.map((v, k) => v - model.low[k]));
  const cutOn = el("input", { type: "checkbox", id: "cut", change: () => app.setCut({ on: cutOn.checked }) });
  const angle = el("input", { type: "range", min: 0, max: 359, value: 0, "aria-label": "angle of the vertical plane", id: "cut-angle", input: () => app.setCut({ on: true, angle: Number(angle.value) }) });
  const offset = el("input", { type: "range", min: -steps, max: steps, value: 0, "aria-label": "place of the vertical plane", id: "cut-offset", input: () => app.setCut({ on: true, offset: (Number(offset.value) / steps) * size * 0.75 }) });
  app.showCut = () => {
    cutOn.checked = viewer.cut.on;
    angle.value = viewer.cut.angle;
    offset.value = Math.round((viewer.cut.offset / (size * 0.75)) * steps);
  };
  show();
  return section("Slice", true, el("div", { class: "sliders" }, el("label", {}, "from ", inputs.low), el("label", {}, "to ", inputs.high)), shown, " ",
    el("button", { type: "button", id: "slice-all", click: () => app.showStorey(-1) }, "all heights"),
    el("label", { class: "switch" }, cutOn, "a vertical plane"), el("div", { class: "sliders" }, el("label", {}, "turn ", angle), el("label", {}, "move ", offset)));
}

/** The storeys, one of which the slice can show. */
export function storeys(app) {
  if (app.storeys.length === 0) return null;
  const button = (index, name) => el("button", { type: "button", "data-storey": index, "aria-pressed": "false", click: () => app.showStorey(index) }, name);
  app.storeyButtons = [button(-1, "all"), ...app.storeys.map((s, i) => button(i, s.name)).reverse()];
  return section("Storeys (PgUp, PgDn)", true, el("div", { class: "column" }, ...app.storeyButtons));
}

/** The list of places, with filters. */
export function places(app) {
  if (app.places.length === 0) return null;
  const all = app.places;
  const list = el("ol", { class: "places", id: "places" });
  const choice = (name, values) =>
    el("label", {}, `${name} `, el("select", { "data-filter": name, change: () => fill() }, el("option", { value: "" }, "all"), ...values.map((v) => el("option", { value: v }, v))));
  const unique = (key) => [...new Set(all.map((p) => p[key]))].sort();
  const keys = all.some((p) => p.state) ? ["kind", "cause", "state"] : ["kind", "cause"];
  const filters = keys.map((key) => choice(key, unique(key)));
  const wanted = () => {
    const values = filters.map((f) => f.querySelector("select").value);
    return all.filter((p) => keys.every((key, i) => !values[i] || p[key] === values[i]));
  };
  const fill = () => {
    const groups = new Map();
    for (const place of wanted()) {
      if (!groups.has(place.group)) groups.set(place.group, []);
      groups.get(place.group).push(place);
    }
    const sums = [...groups].map(([name, own]) => ({ name, own, area: lazySum(own.map((p) => p.area)) })).sort((a, b) => b.area.about - a.area.about);
    app.shownPlaces = sums.flatMap((g) => g.own);
    list.replaceChildren(...sums.map((g) =>
      el("li", {}, el("span", { class: "group" }, foreign(g.name), " ", areaElement(g.area)), el("ul", {}, ...g.own.slice(0, 300).map((place) =>
        el("li", {}, el("button", { type: "button", class: "place", "data-place": all.indexOf(place), click: () => app.goTo(place) }, foreign(place.title), " ", areaText(place.area)))),
        g.own.length > 300 ? el("li", {}, `and ${count(g.own.length - 300)} smaller ones (n goes on)`) : null))));
  };
  fill();
  const name = app.documents.audits.length > 0 ? "Findings" : "Largest blocked regions";
  return section(`${name}: ${count(all.length)} (n, p)`, app.documents.audits.length > 0, el("div", { class: "filters" }, ...filters), list);
}

/** The audits: which one is shown, and their figures side by side. */
export function audits(app) {
  const { audits: list } = app.documents;
  if (list.length === 0) return null;
  const rows = [["truth", "truth"], ["found", "found"], ["missing", "missing"], ["excess", "excess"], ["overlap", "overlap"]];
  const buttons = list.map((a, i) => el("button", { type: "button", "aria-pressed": String(i === app.documents.audit), "data-audit": i, click: () => app.showAudit(i) }, `${i + 1} `, foreign(a.data.navmesh.file)));
  const cells = (name) => list.map((a) => el("td", {}, areaElement(readJsonArea(a.data.area[name]))));
  const counts = (name) => list.map((a) => el("td", {}, count(a.data.components[name].length)));
  const table = el("table", {}, el("tbody", {},
    ...rows.map(([key, word]) => el("tr", {}, el("th", { scope: "row" }, word), ...cells(key))),
    ...["lost", "spurious", "split", "merged"].map((word) => el("tr", {}, el("th", { scope: "row" }, word), ...counts(word))),
    el("tr", {}, el("th", { scope: "row" }, "findings"), ...list.map((a) => el("td", {}, count(a.data.findings.count))))));
  return section(list.length > 1 ? "Audits (1-9)" : "Audit", true, el("div", { class: "column" }, ...buttons), el("div", { class: "wide" }, table));
}

/** Links to the pages of the tiles beside a tile, and to that of all tiles. Where all are one page, that page wrote this one, and ?tile=I_J is its part. */
export function tiles(app) {
  const { tile } = app.documents;
  if (!tile) return null;
  const inOne = new URLSearchParams(window.location.search).has("tile");
  const link = (href, text) => el("p", {}, el("a", { href }, text));
  const beside = (t) => link(inOne ? `?tile=${t.tile.join("_")}` : t.page, `tile ${t.tile.join(" ")}`);
  return section("Tiles", true, link(inOne ? "?" : tile.index, "all tiles"), ...tile.beside.map(beside));
}

/** The stages of the bake, one of which the slider shows in place of the navmesh. */
export function stages(app) {
  const { stages: list, stage } = app.documents;
  if (list.length === 0) return null;
  const slider = el("input", { type: "range", min: 0, max: list.length, id: "stage-slider", "aria-label": "stage", change: () => app.showStage(Number(slider.value)) });
  slider.value = stage;
  return section("Stages", true, el("div", { class: "sliders" }, slider), el("output", { id: "stage-name" }, stage === 0 ? "the navmesh" : foreign(list[stage - 1].name)));
}

/** The updates of a file, an entry a row; a click on one flies to what it blocks. */
function updateTable(app, update) {
  const { model } = app;
  const cells = (number) => Array.from(model.cellBlockedBy.keys()).filter((c) => model.cellBlockedBy[c] === number);
  const row = (e) => {
    const blocked = e.update === undefined ? [] : cells(e.update);
    const area = blocked.length > 0 ? areaElement(sumAreas(blocked.map((c) => readArea(model.cellAreas[c])))) : "-";
    const number = e.update ?? e.obstacle ?? "";
    const name = blocked.length > 0 ? el("button", { type: "button", "data-update": number, click: () => app.selectCell(blocked[0]) }, `${e.entry} ${number}`) : `${e.entry} ${number}`;
    return el("tr", {}, el("td", {}, name), el("td", {}, count(e.met ?? 0)), el("td", {}, area));
  };
  const head = el("tr", {}, ...["entry", "cells met", "area blocked"].map((word) => el("th", { scope: "col" }, word)));
  return section(`Updates: ${count(update.entries.length)}, ${count(update.live)} in force`, true,
    el("div", { class: "wide" }, el("table", { class: "updates" }, el("thead", {}, head), el("tbody", {}, ...update.entries.map(row)))));
}

export const updates = (app) => app.documents.updates.map((u) => updateTable(app, u.data));

/** The search for a cell, a face, a polygon or a point. */
export function search(app) {
  const input = el("input", { type: "search", id: "search", placeholder: "cell 12, face 34, polygon 5, x,y,z", "aria-label": "search" });
  const said = el("output", { id: "search-said", role: "status" });
  const form = el("form", { submit: (e) => {
    e.preventDefault();
    said.textContent = app.find(input.value.trim()) ?? "";
  } }, input, el("button", { type: "submit" }, "Go"));
  return section("Search (/)", true, form, said);
}

/** The scene, its options, and the table of areas. */
export function summary(app) {
  const { model } = app;
  const total = sumAreas(model.verdicts.map((v) => readArea(v.area)));
  const share = (area) => (total.about > 0 ? `${((100 * area.about) / total.about).toFixed(2)} %` : "-");
  const row = (name, height, area, cells) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, height), el("td", {}, areaElement(area)), el("td", {}, share(area)), el("td", {}, count(cells)));
  const head = el("tr", {}, ...["verdict", "height", "area", "share", "cells"].map((word) => el("th", { scope: "col" }, word)));
  const rows = model.verdicts.map((v) => row(v.name.replace("_", " "), v.height ?? "", readArea(v.area), v.cells));
  rows.push(row("traversable", "", total, model.cellCount));
  const facts = [el("p", {}, "Scene: ", foreign(model.header.scene || "not named"))];
  if (model.level) facts.push(el("p", {}, foreign(model.level.options)));
  for (const d of model.documents.filter((document) => document.kind !== "stage")) facts.push(el("p", {}, `${d.kind}: `, foreign(d.file)));
  for (const r of app.documents.routes) facts.push(el("p", {}, `Length of the route: between ${r.data.length[0]} and ${r.data.length[1]}`));
  if (app.documents.layers) {
    const l = app.documents.layers;
    facts.push(el("p", {}, `${plural(l.layers.length, "layer")}, ${plural(l.transfers.length, "transfer")}${l.proved_fewest ? ", proved to be the fewest" : ""}`));
  }
  return section("Summary", false, ...facts, el("div", { class: "wide" }, el("table", { id: "areas" }, el("thead", {}, head), el("tbody", {}, ...rows))),
    el("p", { class: "hint" }, `Areas are of the plan, in squared units of the level; a tap or a click on one shows its fraction. Written by plumb ${model.header.plumb}.`));
}

/** The text of a rational number for the search's answer. */
export const pointText = (p) => p.map(Q.text).join(",");
