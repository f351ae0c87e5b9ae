// SPDX-License-Identifier: GPL-3.0-or-later
// The polygons of another baker's navmesh as its file has them, to be drawn beside an audit: of Detour's tiles (.bin) and
// sets of tiles (.mset), of Godot (.tres), of the JSON of plumb, and of .obj, .glb and .gltf with its data inside. Their
// corners are doubles, as a picture needs them; the audit reads the file itself. What is blocked in a drawing of plumb is
// no floor.
// Source: dtMeshHeader, dtPoly and dtNavMeshParams of Detour 1.6; the set of RecastDemo; NavigationMesh of Godot 4; glTF 2.0.

const tileMagic = 0x444e4156; // "DNAV"
const setMagic = 0x4d534554; // "MSET"
const glbMagic = 0x46546c67; // "glTF"
const headerBytes = 100;
const polygonBytes = 32;
const offMesh = 1; // the type of a polygon that is a link
const noFloor = new Set(["blocked", "covered", "inside", "too_close"]);

const turned = ([x, y, z]) => [x, -z, y]; // from y up to z up

/** The rings of a file, each a list of [x, y, z] with z up; null where its form is another one. `up`: of the scene. */
export function foreignRings(name, bytes, up) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = bytes.length >= 4 ? view.getUint32(0, true) : 0;
  if (first === tileMagic) return tileRings(view, 0);
  if (first === setMagic) return setRings(view);
  const text = () => new TextDecoder().decode(bytes);
  const ofScene = up === "y" ? turned : (p) => p;
  try {
    if (first === glbMagic) {
      const length = view.getUint32(12, true);
      return gltfRings(JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length))), bytes.subarray(28 + length));
    }
    if (/\.gltf$/i.test(name)) return gltfRings(JSON.parse(text()), null);
    if (/\.tres$/i.test(name)) return godotRings(text());
    if (/\.json$/i.test(name)) return plumbRings(JSON.parse(text()))?.map((ring) => ring.map(ofScene)) ?? null;
  } catch {
    return null; // the audit says what is wrong with it
  }
  return /\.obj$/i.test(name) ? objRings(text(), ofScene) : null;
}

/** The same as corners, three numbers each, and where in them each ring begins, and the last one ends; null as above. */
export function foreignOutlines(name, bytes, up) {
  const rings = foreignRings(name, bytes, up);
  if (!rings) return null;
  const begins = new Uint32Array(rings.length + 1);
  rings.forEach((ring, i) => { begins[i + 1] = begins[i] + ring.length; });
  const corners = new Float64Array(3 * begins[rings.length]);
  let next = 0;
  for (const ring of rings) for (const p of ring) for (let k = 0; k < 3; ++k) corners[next++] = p[k];
  return { corners, begins };
}

function setRings(view) {
  const rings = [];
  let at = 40; // the set's header: magic, version, count, parameters
  for (let tile = view.getUint32(8, true); tile > 0 && at + 8 <= view.byteLength; --tile) {
    const size = view.getUint32(at + 4, true);
    if (size === 0) break;
    rings.push(...tileRings(view, at + 8));
    at += 8 + size;
  }
  return rings;
}

function tileRings(view, begin) {
  const [polygons, vertices] = [view.getInt32(begin + 24, true), view.getInt32(begin + 28, true)];
  const firstPolygon = begin + headerBytes + 12 * vertices;
  const rings = [];
  if (polygons < 0 || vertices < 0 || firstPolygon + polygons * polygonBytes > view.byteLength) return rings;
  const corner = (v) => {
    return turned([0, 4, 8].map((k) => view.getFloat32(begin + headerBytes + 12 * v + k, true)));
  };
  for (let p = 0; p < polygons; ++p) {
    const at = firstPolygon + p * polygonBytes;
    const count = Math.min(view.getUint8(at + 30), 6);
    if (view.getUint8(at + 31) >> 6 === offMesh) continue;
    const own = Array.from({ length: count }, (_, i) => view.getUint16(at + 4 + 2 * i, true));
    if (own.every((v) => v < vertices)) rings.push(own.map(corner));
  }
  return rings;
}

function objRings(text, ofScene) {
  const points = [];
  const rings = [];
  const isByPlumb = text.startsWith("# plumb ");
  let isFloor = true;
  for (const line of text.split("\n")) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === "v") points.push(ofScene(rest.map(Number)));
    else if (word === "g" || word === "o") isFloor = !(isByPlumb && noFloor.has(rest[0]));
    else if (word === "f" && isFloor) {
      const ring = rest.map((part) => parseInt(part, 10)).map((i) => points[i < 0 ? points.length + i : i - 1]);
      if (ring.every((p) => p)) rings.push(ring);
    }
  }
  return rings;
}

function plumbRings({ cells }) {
  const value = (text) => text.split("/").map(Number).reduce((n, d) => n / d);
  return cells?.filter((cell) => cell.stance > 0).flatMap((cell) => cell.facets.map(({ vertices }) => vertices.map((p) => p.map(value)))) ?? null;
}

function godotRings(text) {
  const list = /vertices\s*=\s*PackedVector3Array\(([^)]*)\)/.exec(text);
  const polygons = /polygons\s*=\s*\[(.*?)\]/s.exec(text);
  if (!list || !polygons) return null;
  const numbers = list[1].split(",").map(Number);
  const ring = (part) => part[1].split(",").map((i) => turned(numbers.slice(3 * i, 3 * i + 3)));
  return [...polygons[1].matchAll(/PackedInt32Array\(([^)]*)\)/g)].map(ring);
}

// The triangles of a glTF document; `rest`: the binary chunk of a .glb. Its axes have y up. Null where they are compressed;
// throws where they are strips or fans, or some corners are given apart (sparse).
function gltfRings(document, rest) {
  if (document.extensionsRequired?.length > 0) return null;
  const isByPlumb = document.asset?.generator?.startsWith("plumb ");
  const bytesOf = ({ uri }) => (uri === undefined ? rest : Uint8Array.from(atob(uri.split(",")[1]), (c) => c.charCodeAt(0)));
  const buffers = document.buffers.map(bytesOf);
  const read = { 5121: ["getUint8", 1], 5123: ["getUint16", 2], 5125: ["getUint32", 4], 5126: ["getFloat32", 4] };
  const elements = (number, width) => {
    const accessor = document.accessors[number];
    if (accessor.sparse) throw new Error("sparse");
    const part = document.bufferViews[accessor.bufferView];
    const buffer = buffers[part.buffer];
    const view = new DataView(buffer.buffer, buffer.byteOffset + (part.byteOffset ?? 0) + (accessor.byteOffset ?? 0));
    const [get, size] = read[accessor.componentType];
    const stride = part.byteStride ?? size * width;
    return Array.from({ length: accessor.count }, (_, i) => Array.from({ length: width }, (_, k) => view[get](i * stride + k * size, true)));
  };
  const rings = [];
  const walk = (number, place) => {
    const node = document.nodes[number];
    const at = (p) => place(placed(node, p));
    for (const { attributes, indices, mode = 4 } of document.meshes[node.mesh]?.primitives ?? []) {
      if (mode === 5 || mode === 6) throw new Error("strips or fans");
      if (mode !== 4 || (isByPlumb && [node.name, document.meshes[node.mesh].name].some((word) => noFloor.has(word)))) continue;
      const points = elements(attributes.POSITION, 3).map((p) => turned(at(p)));
      const index = indices === undefined ? [...points.keys()] : elements(indices, 1).flat();
      for (let i = 0; i + 2 < index.length; i += 3) rings.push([0, 1, 2].map((k) => points[index[i + k]]));
    }
    for (const child of node.children ?? []) walk(child, at);
  };
  const children = new Set(document.nodes.flatMap((node) => node.children ?? []));
  const roots = document.scenes?.length > 0 ? document.scenes[document.scene ?? 0].nodes ?? [] : [...document.nodes.keys()].filter((number) => !children.has(number));
  for (const root of roots) walk(root, (p) => p);
  return rings;
}

// A point of a node in its parent: by its matrix, in columns, or its scale, rotation and translation.
function placed({ matrix: m, scale = [1, 1, 1], rotation: [x, y, z, w] = [0, 0, 0, 1], translation = [0, 0, 0] }, p) {
  if (m) return [0, 1, 2].map((k) => m[k] * p[0] + m[4 + k] * p[1] + m[8 + k] * p[2] + m[12 + k]);
  const [a, b, c] = p.map((v, k) => v * scale[k]);
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  const rotated = [a + w * tx + (y * tz - z * ty), b + w * ty + (z * tx - x * tz), c + w * tz + (x * ty - y * tx)];
  return rotated.map((v, k) => v + translation[k]);
}
