// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn, in groups that can be switched on and off.
//
// Problem. A level of 100,000 faces has to be drawn in few calls, and each kind of thing has to be found again by a
// click. So each group is a mesh of triangles or of lines over the common positions, in a few chunks (chunks.js) where
// it is large.
// Steps. cellGroups() makes a mesh of each verdict, faceGroups() the level's faces and edges, lineGroups() outlines,
// border, walls and portals. What several files say besides is added by documents.js with addGroup().
// A group: { key, name, colour, count, area, objects, on, pick }; pick: { index, owners, kind } for groups of triangles
// that a click can hit: owners[t] is the facet or polygon of triangle t.
// Cost. Linear in corners; eight draw calls at most for the triangles of a group, and eight for its lines.
import * as THREE from "three";
import { sphereOf, splitIndex } from "./chunks.js";
import { lights } from "./graphics.js";
import { borderColours } from "./palette.js";
import * as Q from "./rational.js";
import { finish, inSlices } from "./slices.js";

const mostLines = 5_000; // of a group that is shown at first: more of them hide what lies between them, and take long

const atOnce = 1024; // polygons or cells

export class Picture {
  constructor(model, theme) {
    this.model = model;
    this.theme = theme;
    this.second = false; // the palette
    this.scene = new THREE.Scene();
    this.groups = [];
    this.byKey = new Map();
    this.meshPoints = new THREE.BufferAttribute(model.points, 3);
    this.levelPoints = model.level ? new THREE.BufferAttribute(model.scenePoints, 3) : null;
    this.scene.add(...lights());
  }

  /** The picture of a model, made in slices. */
  static async make(model, theme) {
    const picture = new Picture(model, theme);
    for (const groups of [picture.faceGroups(), picture.cellGroups(), picture.lineGroups()]) await inSlices(groups);
    return picture;
  }

  /** The colours of areas in the palette that is shown. */
  get palette() {
    return this.model.header.palettes[Number(this.second)];
  }
  verdictColour(verdict) {
    return verdict.colours[Number(this.second)];
  }
  get faceColour() {
    return this.palette[this.theme.face];
  }

  addGroup(group) {
    const made = { count: 0, area: null, pick: null, on: true, title: "", ...group };
    for (const object of made.objects) {
      object.visible = made.on;
      object.frustumCulled = Boolean(object.geometry.boundingSphere); // that of a chunk
      object.renderOrder = this.groups.length + made.objects.indexOf(object) / 1000; // or else the order of coplanar ones depends on what was shown before
      this.scene.add(object);
    }
    this.groups.push(made);
    this.byKey.set(made.key, made);
    return made;
  }

  /** Gives back what the graphics hold of it. */
  dispose() {
    this.removeGroups("");
  }

  removeGroups(prefix) {
    for (const group of this.groups.filter((g) => g.key.startsWith(prefix))) {
      for (const object of group.objects) {
        this.scene.remove(object);
        object.geometry.dispose();
        object.material.dispose();
      }
      this.byKey.delete(group.key);
    }
    this.groups = this.groups.filter((g) => !g.key.startsWith(prefix));
  }

  setOn(key, on) {
    const group = this.byKey.get(key);
    if (!group) return;
    group.on = on;
    for (const object of group.objects) object.visible = on;
  }

  /** For inSlices: the same as triangles() and lines(), in chunks where there are many. */
  triangleChunks(positions, index, colour, depth, options = {}) {
    return this.chunks(positions, index, 3, (part) => this.triangles(positions, part, colour, depth, options));
  }
  lineChunks(positions, index, colour) {
    return this.chunks(positions, Uint32Array.from(index), 2, (part) => this.lines(positions, part, colour));
  }
  *chunks(positions, index, corners, make) {
    const parts = yield* splitIndex(index, corners, positions.array);
    if (parts.length === 1) return [make(index)];
    const out = [];
    for (const part of parts) {
      yield;
      const object = make(part);
      const [x, y, z, radius] = sphereOf(part, positions.array);
      object.geometry.boundingSphere = new THREE.Sphere(new THREE.Vector3(x, y, z), radius);
      out.push(object);
    }
    return out;
  }

  /** Positions, three numbers each, as the functions below take them. */
  attribute(positions) {
    return new THREE.BufferAttribute(positions, 3);
  }

  /** A mesh of triangles: an index into positions. `depth`: the greater, the farther back among coplanar ones. */
  triangles(positions, index, colour, depth, options = {}) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", positions);
    geometry.setIndex(new THREE.BufferAttribute(index, 1));
    const settings = {
      color: colour,
      side: THREE.DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: depth,
      polygonOffsetUnits: depth,
      ...options.material,
    };
    const material = options.lit
      ? new THREE.MeshPhongMaterial({ ...settings, shininess: 0, specular: 0x000000, flatShading: true })
      : new THREE.MeshBasicMaterial(settings);
    return new THREE.Mesh(geometry, material);
  }

  /** Straight lines between pairs of points. */
  lines(positions, index, colour, dash = 0) {
    const geometry = new THREE.BufferGeometry();
    if (dash > 0) {
      const own = new Float32Array(3 * index.length);
      index.forEach((p, i) => own.set(positions.array.subarray(3 * p, 3 * p + 3), 3 * i));
      geometry.setAttribute("position", new THREE.BufferAttribute(own, 3));
    } else {
      geometry.setAttribute("position", positions);
      geometry.setIndex(new THREE.BufferAttribute(Uint32Array.from(index), 1));
    }
    const material = dash > 0
      ? new THREE.LineDashedMaterial({ color: colour, dashSize: dash, gapSize: dash })
      : new THREE.LineBasicMaterial({ color: colour });
    const lines = new THREE.LineSegments(geometry, material);
    if (dash > 0) lines.computeLineDistances();
    return lines;
  }

  // These make their groups in parts, and yield after each.
  *cellGroups() {
    const { model } = this;
    for (const verdict of model.verdicts) {
      yield;
      const { index, owners } = yield* this.facetTriangles((cell) => model.cellStance[cell] === verdict.label);
      const colour = this.verdictColour(verdict);
      this.addGroup({
        key: `v${verdict.label}`,
        name: verdict.name.replace("_", " "),
        colour,
        count: verdict.cells,
        unit: "cell",
        area: verdict.area,
        objects: yield* this.triangleChunks(this.meshPoints, index, colour, verdict.label === -1 ? 1.5 : 1),
        pick: { kind: "facet", index, owners, positions: model.points, bias: verdict.label === -1 ? 1 : 0 },
        verdict,
      });
    }
  }

  /** For inSlices: the triangles of the facets of the cells wanted in a range: fans, as facets are convex. */
  *facetTriangles(wanted, from = 0, to = this.model.cellCount) {
    const { model } = this;
    const index = [];
    const owners = [];
    for (let cell = from; cell < to; ++cell) {
      if (!wanted(cell)) continue;
      const [first, end] = model.facetsOf(cell);
      for (let facet = first; facet < end; ++facet) {
        if (facet % atOnce === 0) yield;
        const ring = model.facetRing(facet);
        for (let i = 1; i + 1 < ring.length; ++i) {
          index.push(ring[0], ring[i], ring[i + 1]);
          owners.push(facet);
        }
      }
    }
    return { index: Uint32Array.from(index), owners: Uint32Array.from(owners) };
  }

  *faceGroups() {
    const { model } = this;
    if (!model.level) return;
    const index = [];
    const owners = [];
    const edges = [];
    const drawn = new Set();
    for (let polygon = 0; polygon < model.polygonFace.length; ++polygon) {
      if (polygon % atOnce === 0) yield;
      const ring = model.ringOf(polygon);
      for (let i = 0; i < ring.length; ++i) {
        if (i > 0 && i + 1 < ring.length) {
          index.push(ring[0], ring[i], ring[i + 1]);
          owners.push(polygon);
        }
        const [a, b] = [ring[i], ring[(i + 1) % ring.length]].sort((p, q) => p - q);
        const key = a * 2 ** 26 + b;
        if (drawn.has(key)) continue;
        drawn.add(key);
        edges.push(a, b);
      }
    }
    const pick = { kind: "polygon", index: Uint32Array.from(index), owners: Uint32Array.from(owners), positions: model.scenePoints, bias: 2 };
    yield;
    const faces = yield* this.triangleChunks(this.levelPoints, pick.index, this.faceColour, 2, { lit: true });
    this.addGroup({ key: "faces", name: "faces of the level", colour: this.faceColour, count: model.polygonFace.length, unit: "polygon", objects: faces, pick });
    yield;
    this.addGroup({ key: "edges", name: "their edges", colour: this.theme.edge, count: edges.length / 2, unit: "edge", on: edges.length / 2 <= mostLines, objects: yield* this.lineChunks(this.levelPoints, edges, this.theme.edge) });
  }

  *lineGroups() {
    const { model } = this;
    const edges = [];
    this.outlineBegin = new Uint32Array(model.cellCount + 1); // of each cell in `outlines`
    for (let cell = 0; cell < model.cellCount; ++cell) {
      yield* this.outlineEdges(cell, edges);
      this.outlineBegin[cell + 1] = edges.length;
    }
    yield;
    this.outlines = Uint32Array.from(edges);
    this.addGroup({ key: "outlines", name: "outlines of cells", colour: this.theme.outline, count: model.cellCount, unit: "cell", on: edges.length / 2 <= mostLines, objects: yield* this.lineChunks(this.meshPoints, this.outlines, this.theme.outline) });
    for (const [s, stance] of model.stances.entries()) {
      yield;
      const edges = [];
      for (let i = model.borderBegin[s]; i < model.borderBegin[s + 1]; ++i) edges.push(model.border[3 * i + 1], model.border[3 * i + 2]);
      const colour = borderColours[s % borderColours.length];
      this.addGroup({ key: `border${s + 1}`, name: `border of ${stance.name}`, colour, count: edges.length / 2, unit: "stretch", on: s === 0 && edges.length / 2 <= mostLines, objects: yield* this.lineChunks(this.meshPoints, edges, colour) });
    }
    yield;
    yield* this.wallGroup();
    for (const [kind, name] of ["flush", "step", "weld"].entries()) {
      yield;
      yield* this.portalGroup(name, kind);
    }
    for (const [kind, name] of ["drop", "leap"].entries()) {
      yield;
      if (model.oneWayKind.includes(kind)) yield* this.oneWayGroup(name, kind);
    }
  }

  // Adds the edges of a cell: those of its facets but for edges between two of them.
  *outlineEdges(cell, edges) {
    const { model } = this;
    const [first, end] = model.facetsOf(cell);
    const own = new Map();
    for (let facet = first; facet < end; ++facet) {
      if (facet % atOnce === 0) yield;
      const ring = model.facetRing(facet);
      for (let i = 0; i < ring.length; ++i) {
        const a = ring[i];
        const b = ring[(i + 1) % ring.length];
        if (!own.delete(b * 2 ** 26 + a)) own.set(a * 2 ** 26 + b, [a, b]);
      }
    }
    for (const [a, b] of own.values()) edges.push(a, b);
  }

  *wallGroup() {
    const { model } = this;
    const stops = [];
    const lets = [];
    for (let i = 0; i < model.wallMayCross.length; ++i)
      (model.wallMayCross[i] > 0 ? lets : stops).push(model.walls[4 * i + 2], model.walls[4 * i + 3]);
    const colour = model.header.wall_colour;
    const objects = yield* this.lineChunks(this.meshPoints, stops, colour);
    const dash = 0.15 * Q.toNumber(model.stances[model.stances.length - 1].height) * model.unit;
    if (lets.length > 0) objects.push(this.lines(this.meshPoints, lets, colour, dash));
    this.addGroup({ key: "walls", name: "walls (dashed: some may cross)", colour, count: model.wallMayCross.length, unit: "stretch", on: model.wallMayCross.length <= mostLines, objects });
  }

  // Drops or leaps: where they begin, and a strip to where they lead.
  *oneWayGroup(name, kind) {
    const { model } = this;
    const points = new THREE.BufferAttribute(model.oneWayPoints, 3);
    const edges = [];
    const strips = [];
    for (let i = 0; i < model.oneWayKind.length; ++i) {
      if (model.oneWayKind[i] !== kind) continue;
      const at = 4 * i;
      edges.push(at, at + 1);
      strips.push(at, at + 1, at + 3, at, at + 3, at + 2);
    }
    const colour = model.header.one_way_colours[kind];
    const objects = yield* this.lineChunks(points, edges, colour);
    objects.push(...yield* this.triangleChunks(points, Uint32Array.from(strips), colour, 0, { material: { transparent: true, opacity: 0.6, depthWrite: false } }));
    this.addGroup({ key: name, name: `${name}s, one-way`, colour, count: edges.length / 2, unit: "link", objects });
  }

  *portalGroup(name, kind) {
    const { model } = this;
    const edges = [];
    const strips = [];
    let count = 0;
    for (let i = 0; i < model.portalKind.length; ++i) {
      if (model.portalKind[i] !== kind) continue;
      const [, , a0, a1, b0, b1] = model.portals.subarray(6 * i, 6 * i + 6);
      count += 1;
      edges.push(a0, a1);
      if (kind === 0) continue;
      edges.push(b0, b1);
      strips.push(a0, a1, b1, a0, b1, b0);
    }
    const colour = model.header.portal_colours[kind];
    const objects = yield* this.lineChunks(this.meshPoints, edges, colour);
    if (strips.length > 0) objects.push(...yield* this.triangleChunks(this.meshPoints, Uint32Array.from(strips), colour, 0, { material: { transparent: true, opacity: 0.6, depthWrite: false } }));
    this.addGroup({ key: name, name: `${name} portals`, colour, count, unit: "portal", on: kind !== 0, objects });
  }

  /** Gives the level and its lines the colours of a theme and of a palette. */
  restyle(theme, second) {
    this.theme = theme;
    this.second = second;
    this.recolour("faces", this.faceColour);
    this.recolour("edges", theme.edge);
    this.recolour("outlines", theme.outline);
    this.recolour("updated", this.palette.updated);
    for (const verdict of this.model.verdicts) this.recolour(`v${verdict.label}`, this.verdictColour(verdict));
    const causes = this.groups.filter((g) => g.key.startsWith("cause "));
    causes.forEach((group, i) => this.recolour(group.key, this.causeColour(i)));
  }

  /** The colour of a cause, by the order of its first appearance; when they are used up, all others have the last. */
  causeColour(index) {
    return this.palette.causes[Math.min(index, this.palette.causes.length - 1)];
  }

  recolour(key, colour) {
    const group = this.byKey.get(key);
    if (!group) return;
    group.colour = colour;
    for (const object of group.objects) object.material.color.set(colour);
  }

  /** The facets of a cell in a colour of their own, a little in front of the others. */
  cellMesh(cell, colour) {
    const { index } = finish(this.facetTriangles(() => true, cell, cell + 1));
    return this.triangles(this.meshPoints, index, colour, -1, { material: { transparent: true, opacity: 0.65 } });
  }

  /** The outlines of a cell, and of a polygon of the level, that are seen through what lies before them. */
  cellOutline(cell, colour) {
    return this.seenThrough(this.lines(this.meshPoints, this.outlines.subarray(this.outlineBegin[cell], this.outlineBegin[cell + 1]), colour));
  }
  polygonOutline(polygon, colour) {
    const ring = this.model.ringOf(polygon);
    return this.seenThrough(this.lines(this.levelPoints, ring.flatMap((p, i) => [p, ring[(i + 1) % ring.length]]), colour));
  }
  seenThrough(object) {
    Object.assign(object.material, { depthTest: false, transparent: true }); // what is transparent is drawn last
    return object;
  }

  /** Bars of a square section along pairs of points, in one mesh. */
  bars(points, half, colour) {
    const positions = [];
    const index = [];
    for (let i = 0; i < points.length; i += 2) {
      const [a, b] = [points[i], points[i + 1]].map((p) => new THREE.Vector3(...p));
      const along = b.clone().sub(a);
      if (along.length() === 0) continue;
      const side = new THREE.Vector3(0, 0, 1).cross(along);
      if (side.length() < 1e-6 * along.length()) side.set(1, 0, 0);
      side.setLength(half);
      const up = along.clone().cross(side).setLength(half);
      const first = positions.length / 3;
      for (const end of [a, b]) for (const [s, u] of [[1, 1], [-1, 1], [-1, -1], [1, -1]]) positions.push(...end.clone().addScaledVector(side, s).addScaledVector(up, u).toArray());
      for (let k = 0; k < 4; ++k) {
        const [p, q] = [first + k, first + ((k + 1) % 4)];
        index.push(p, q, q + 4, p, q + 4, p + 4);
      }
    }
    return this.triangles(new THREE.BufferAttribute(Float32Array.from(positions), 3), Uint32Array.from(index), colour, -1);
  }

  /** A polygon of the level in a colour of its own, as a cell. */
  polygonMesh(polygon, colour) {
    const ring = this.model.ringOf(polygon);
    const index = [];
    for (let i = 1; i + 1 < ring.length; ++i) index.push(ring[0], ring[i], ring[i + 1]);
    return this.triangles(this.levelPoints, Uint32Array.from(index), colour, -1, { material: { transparent: true, opacity: 0.65 } });
  }
}
