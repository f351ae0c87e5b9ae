// SPDX-License-Identifier: GPL-3.0-or-later
// What the other files say: audits, layers, routes, updates and stages; and what lies beside a tile. Each adds groups to the picture; an audit adds places to
// the list as well. Points in these files are exact texts in the axes of the level's file.
import * as THREE from "three";
import { readJsonArea, sumAreas, readArea } from "./areas.js";
import { layerColour, routeColour } from "./palette.js";
import * as Q from "./rational.js";
import { finish } from "./slices.js";
import { drawStage, stageName } from "./stages.js";
import { drawWay } from "./way.js";

const mostLayers = 24; // with a switch each

/** "0, 1, 2", the first ones of many. */
const polygonList = (list) => list.slice(0, 4).join(", ") + (list.length > 4 ? " ..." : "");

/** The word in front of a place that is new against a baseline. */
const newWord = (place) => (place.state === "new" ? "new: " : "");

export class Documents {
  constructor(model, picture) {
    this.model = model;
    this.picture = picture;
    this.audits = model.documents.filter((d) => d.kind === "audit");
    this.layers = model.documents.find((d) => d.kind === "layers")?.data ?? null;
    this.routes = model.documents.filter((d) => d.kind === "route");
    this.updates = model.documents.filter((d) => d.kind === "update");
    this.tile = model.documents.find((d) => d.kind === "tile")?.data ?? null;
    this.audit = 0;
    this.layerOfCell = null;
    if (this.layers) this.addLayers();
    this.routes.forEach((route, i) => this.addRoute(route.data, i));
    if (this.tile) this.addBeside();
    if (this.updates.length > 0 || model.cellBlockedBy.some((v) => v !== 0)) this.addUpdated();
    this.stages = model.documents.filter((d) => d.kind === "stage").map((d) => ({ name: stageName(d.file), document: d }));
    this.stage = 0; // 0: the navmesh, 1 and up: a stage
    this.places = null; // of the audit that is shown
  }

  /** A point of a file in the picture. */
  place(point) {
    const { model } = this;
    const [x, y, z] = point.map(Q.about);
    return (model.up === "y" ? [x, -z, y] : [x, y, z]).map((v, k) => (v - model.middleNumbers[k]) * model.unit);
  }

  addLayers() {
    const { model, picture, layers } = this;
    const byCell = layers.layers.every((layer) => layer.cells);
    if (!byCell) return; // layers of polygons have no cells of this navmesh
    this.layerOfCell = new Int32Array(model.cellCount).fill(-1);
    layers.layers.forEach((layer, i) => layer.cells.forEach((c) => { this.layerOfCell[c] = i; }));
    // The largest have a switch each, all others one together: parts that nothing joins are layers of their own.
    const bySize = layers.layers.map((_, i) => i).sort((a, b) => layers.layers[b].cells.length - layers.layers[a].cells.length || a - b);
    const own = bySize.slice(0, mostLayers).sort((a, b) => a - b);
    own.forEach((i) => this.addLayerGroup(`layer${i}`, `layer ${i}`, layerColour(i), [i]));
    const rest = bySize.slice(mostLayers);
    this.smaller = rest;
    if (rest.length > 0) this.addSmallerLayers(rest);
    const ends = layers.transfers.flatMap((t) => [[t.on_a, t.on_b]]).map(([a, b]) => [...a, ...b].map((p) => this.place(p)));
    this.addSegments("transfers", "transfers between layers", "#d00000", ends.flatMap(([a, b, c, d]) => [a, b, c, d]), layers.transfers.length, "transfer");
  }

  addLayerGroup(key, name, colour, numbers) {
    const { model, picture } = this;
    const wanted = new Set(numbers);
    const { index, owners } = finish(picture.facetTriangles((c) => wanted.has(this.layerOfCell[c])));
    const cells = numbers.flatMap((i) => this.layers.layers[i].cells);
    picture.addGroup({
      key,
      name,
      colour,
      count: cells.length,
      unit: "cell",
      area: sumAreas(cells.map((c) => readArea(model.cellAreas[c]))),
      objects: finish(picture.triangleChunks(picture.meshPoints, index, colour, 0.5)),
      pick: { kind: "facet", index, owners, positions: model.points, bias: -1 },
    });
  }

  // All in one mesh, each in a colour of its own: thousands of meshes would take as many calls.
  addSmallerLayers(numbers) {
    const { model, picture } = this;
    this.addLayerGroup("layers", `${numbers.length} smaller layers`, "#8a8f98", numbers);
    const group = picture.byKey.get("layers");
    const { index, owners } = group.pick;
    const positions = new Float32Array(3 * index.length);
    const colours = new Float32Array(3 * index.length);
    const colour = new THREE.Color();
    index.forEach((p, i) => {
      positions.set(model.points.subarray(3 * p, 3 * p + 3), 3 * i);
      if (i % 3 === 0) colour.set(layerColour(this.layerOfCell[model.cellOf(owners[i / 3])]));
      colours.set([colour.r, colour.g, colour.b], 3 * i);
    });
    const mesh = picture.triangles(new THREE.BufferAttribute(positions, 3), Uint32Array.from(index, (_, i) => i), "#ffffff", 0.5, { material: { vertexColors: THREE.VertexColors } });
    mesh.geometry.setAttribute("color", new THREE.BufferAttribute(colours, 3));
    mesh.frustumCulled = false;
    for (const object of group.objects) picture.scene.remove(object);
    mesh.renderOrder = group.objects[0].renderOrder;
    picture.scene.add(mesh);
    Object.assign(group, { objects: [mesh], pick: { ...group.pick, positions, index: mesh.geometry.index.array } });
    this.smallerTriangles = { index: group.pick.index, owners };
  }

  /** Draws of the smaller layers those that are wanted. */
  showSmallerLayers(wanted) {
    if (!this.smallerTriangles) return;
    const group = this.picture.byKey.get("layers");
    const all = this.smallerTriangles;
    const index = [];
    const owners = [];
    all.owners.forEach((owner, t) => {
      if (!wanted(this.layerOfCell[this.model.cellOf(owner)])) return;
      index.push(all.index[3 * t], all.index[3 * t + 1], all.index[3 * t + 2]);
      owners.push(owner);
    });
    Object.assign(group.pick, { index: Uint32Array.from(index), owners: Uint32Array.from(owners) });
    group.objects[0].geometry.setIndex(new THREE.BufferAttribute(group.pick.index, 1));
  }

  /** Shows a stage instead of the navmesh; 0: the navmesh again. */
  showStage(number) {
    this.stage = number;
    this.picture.removeGroups("stage");
    if (number === 0) return;
    const { name, document } = this.stages[number - 1];
    const { objects, triangles } = drawStage(document, this.model, this.picture);
    this.picture.addGroup({ key: "stage", name: `stage ${name}`, colour: "#7a8fa6", count: triangles, unit: "triangle", objects });
  }

  addSegments(key, name, colour, points, count, unit) {
    this.picture.addGroup({ key, name, colour, count, unit, objects: [this.picture.bars(points, 0.1, colour)] });
  }

  addRoute(route, i) {
    const { model, picture } = this;
    const points = route.line.map((p) => this.place(p.point ?? p));
    const radius = route.options?.radius ? Q.toNumber(Q.parse(route.options.radius)) * model.unit : 0;
    const objects = drawWay(points, radius, picture);
    const name = radius > 0 ? `route ${i + 1} of a disc of radius ${route.options.radius}` : `route ${i + 1}`;
    picture.addGroup({ key: `route${i}`, name, colour: routeColour, count: points.length, unit: "corner", objects });
  }

  /** The border of the floor in the tiles beside this one. */
  addBeside() {
    const points = this.tile.beside.flatMap((t) => t.border.map((p) => this.place(p)));
    if (points.length === 0) return;
    const positions = new THREE.BufferAttribute(Float32Array.from(points.flat()), 3);
    const colour = "#7a7f87";
    this.picture.addGroup({
      key: "beside", name: "border in the tiles beside", colour, count: points.length / 2, unit: "stretch",
      objects: finish(this.picture.lineChunks(positions, points.keys(), colour)),
    });
  }

  addUpdated() {
    const { model, picture } = this;
    const { index, owners } = finish(picture.facetTriangles((c) => model.cellBlockedBy[c] !== 0));
    const colour = picture.palette.updated;
    const cells = Array.from(model.cellBlockedBy.keys()).filter((c) => model.cellBlockedBy[c] !== 0);
    picture.addGroup({
      key: "updated", name: "blocked by updates", colour, unit: "cell",
      count: cells.length,
      area: sumAreas(cells.map((c) => readArea(model.cellAreas[c]))),
      objects: [picture.triangles(picture.meshPoints, index, colour, 0.5)],
      pick: { kind: "facet", index, owners, positions: model.points, bias: -1 },
    });
  }

  /** For inSlices: the places of all audits, once, each audit's in the order of its file. */
  *findPlaces() {
    for (const audit of this.audits) {
      if (audit.places) continue;
      const { findings, overlaps, structure } = audit.data;
      const places = [];
      for (const [list, placeOf] of [[findings.listed, this.placeOf], [overlaps?.listed ?? [], this.overlapOf], [structure.edges3, this.edgeOf]]) {
        for (const found of list) {
          yield;
          places.push(Object.assign(placeOf.call(this, found), { number: places.length }));
        }
      }
      audit.places = places;
    }
  }

  /** Shows one of the audits, after findPlaces(): a group for each cause of its findings. */
  showAudit(number) {
    this.audit = number;
    this.places = this.audits[number].places;
    this.picture.removeGroups("cause ");
    const causes = [...new Set(this.places.map((p) => p.key))];
    causes.forEach((key, i) => {
      const own = this.places.filter((p) => p.key === key);
      this.addFindings(key, this.picture.causeColour(i), own);
    });
  }

  /** A box in the picture around points. */
  boxAround(points) {
    const along = (least) => [0, 1, 2].map((k) => least(...points.map((p) => p[k])));
    return { low: along(Math.min), high: along(Math.max) };
  }

  /** A place where the navmesh lies over itself. */
  overlapOf(overlap) {
    return {
      title: `${newWord(overlap)}overlap: polygons ${polygonList(overlap.polygons)}`,
      state: overlap.state,
      kind: "overlap",
      cause: "overlap",
      key: "cause overlap",
      group: "overlap",
      area: readJsonArea(overlap.area),
      ...this.boxAround([this.place(overlap.low), this.place(overlap.high)]),
      point: this.place(overlap.inside),
      rings: overlap.rings.map((ring) => ring.map((p) => this.place(p))),
      faces: [],
      causes: [],
    };
  }

  /** An edge of three polygons or more, drawn as a line. */
  edgeOf(edge) {
    const ends = [this.place(edge.from), this.place(edge.to)];
    return {
      title: `${newWord(edge)}edge of polygons ${polygonList(edge.polygons)}`,
      state: edge.state,
      kind: "structure",
      cause: "edges of three polygons",
      key: "cause edges of three polygons",
      group: "edges of three polygons",
      area: readJsonArea({ exact: "0", approx: 0 }),
      ...this.boxAround(ends),
      point: [0, 1, 2].map((k) => (ends[0][k] + ends[1][k]) / 2),
      rings: [],
      line: ends,
      faces: [],
      causes: [],
    };
  }

  placeOf(finding) {
    const cause = finding.causes.reduce((a, b) => (b.area.approx > a.area.approx ? b : a)).cause;
    return {
      title: `${newWord(finding)}${finding.difference}: ${cause.replaceAll("_", " ")}`,
      state: finding.state,
      kind: finding.difference,
      cause,
      key: `cause ${finding.difference}: ${cause}`,
      component: finding.component,
      group: `${finding.difference}, component ${finding.component}`,
      area: readJsonArea(finding.area),
      ...this.boxAround([this.place(finding.low), this.place(finding.high)]),
      point: this.place(finding.inside),
      rings: finding.rings.map((ring) => ring.map((p) => this.place(p))),
      faces: finding.faces ?? [],
      causes: finding.causes,
    };
  }

  addFindings(key, colour, places) {
    const points = [];
    const index = [];
    const owners = [];
    for (const place of places) {
      for (const ring of place.rings) {
        const first = points.length / 3;
        for (const [x, y, z] of ring) points.push(x, y, z);
        for (let i = 1; i + 1 < ring.length; ++i) {
          index.push(first, first + i, first + i + 1);
          owners.push(place.number);
        }
      }
    }
    const positions = Float32Array.from(points);
    const lines = places.flatMap((p) => p.line ?? []);
    const objects = [];
    if (index.length > 0) objects.push(this.picture.triangles(new THREE.BufferAttribute(positions, 3), Uint32Array.from(index), colour, -2));
    if (lines.length > 0) objects.push(this.picture.bars(lines, 0.1, colour));
    this.picture.addGroup({
      key,
      name: key.slice("cause ".length).replaceAll("_", " "),
      colour,
      count: places.length,
      unit: "place",
      area: sumAreas(places.map((p) => p.area)),
      objects,
      pick: { kind: "finding", index: Uint32Array.from(index), owners: Uint32Array.from(owners), positions, bias: -2 },
    });
  }
}
