// SPDX-License-Identifier: GPL-3.0-or-later
// Levels and navmeshes as they are given: files of the worker's memory, and the part of a request that names them.
import { optionTexts } from "./options.js";

const isFlat = (list) => ArrayBuffer.isView(list) || list.length === 0 || !(Array.isArray(list[0]) || ArrayBuffer.isView(list[0]));
const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value);

function coordinates(vertices) {
  if (!isList(vertices)) throw new TypeError("vertices: give a Float32Array, a Float64Array, or a list of numbers or of points");
  if (vertices instanceof Float32Array || vertices instanceof Float64Array) return vertices;
  if (!isFlat(vertices)) {
    const wrong = vertices.findIndex((point) => point.length !== 3);
    if (wrong >= 0) throw new TypeError(`vertices: point ${wrong} has ${vertices[wrong].length} coordinates, not three`);
  }
  return Float64Array.from(isFlat(vertices) ? vertices : vertices.flatMap((point) => [...point]));
}

function wholeNumbers(list) {
  const out = Uint32Array.from(list);
  const wrong = out.findIndex((index, i) => index !== list[i]);
  if (wrong >= 0) throw new TypeError(`indices: ${list[wrong]} is no index`);
  return out;
}

// Polygons: triangles of a flat list, or one polygon a list.
function corners(indices) {
  if (!isList(indices)) throw new TypeError("indices: give a Uint32Array or a list of numbers, three a triangle, or a list of polygons");
  if (!isFlat(indices)) return { corners: wholeNumbers(indices.flatMap((polygon) => [...polygon])), sizes: Uint32Array.from(indices, (polygon) => polygon.length) };
  if (indices.length % 3 !== 0) throw new TypeError(`indices: ${indices.length} are no triangles; give three for each, or a list of polygons`);
  return { corners: wholeNumbers(indices), sizes: new Uint32Array(indices.length / 3).fill(3) };
}

function arrays({ vertices, indices, up, name }, prefix) {
  const xyz = coordinates(vertices);
  if (xyz.length % 3 !== 0) throw new TypeError(`vertices: ${xyz.length} numbers are no points; give three for each`);
  const polygons = corners(indices);
  const path = (part) => `${prefix}.${part}`;
  return {
    request: { vertices: path("vertices"), corners: path("corners"), sizes: path("sizes"), wide: xyz instanceof Float64Array, up, name },
    files: { [path("vertices")]: xyz, [path("corners")]: polygons.corners, [path("sizes")]: polygons.sizes },
  };
}

/** `what` for messages. { vertices, indices, up, name }, { name, bytes, files }, or a File. */
async function input(given, what, prefix) {
  if (typeof Blob !== "undefined" && given instanceof Blob) given = { name: given.name, bytes: new Uint8Array(await given.arrayBuffer()) };
  if (given?.vertices !== undefined) return arrays(given, prefix);
  if (given?.bytes === undefined) throw new TypeError(`${what} is { vertices, indices }, or { name, bytes } of a file, or a File`);
  if (typeof given.name !== "string" || given.name === "") throw new TypeError(`${what} needs a name, whose ending tells the format, such as "level.glb"`);
  return { request: { file: given.name }, files: { ...given.files, [given.name]: given.bytes } };
}

export async function sceneInput(scene) {
  return input(scene, "a level", ".scene");
}

/** A navmesh to judge; `up` is that of its level. options: how a file is read (reading options of `plumb audit`). */
export async function navmeshInput(navmesh, up, prefix = ".navmesh") {
  const plain = navmesh?.offsets && navmesh?.corners ? { vertices: placed(navmesh), indices: navmesh.polygons(), up: navmesh.up ?? up, name: "arrays" } : navmesh;
  const { request, files } = await input(plain, "a navmesh", prefix);
  return { request: { up, ...without(request), options: optionTexts({ scene_up: up, ...navmesh.options }) }, files };
}

const without = (request) => Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));

// The vertices of a FloatMesh in the level, whatever its origin.
function placed({ vertices, origin }) {
  return origin.every((o) => o === 0) ? vertices : Float64Array.from(vertices, (v, i) => v + origin[i % 3]);
}
