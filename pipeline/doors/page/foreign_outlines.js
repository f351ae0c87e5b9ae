// SPDX-License-Identifier: GPL-3.0-or-later
// The polygons of another baker's navmesh as its file has them, to be drawn beside an audit: of Detour's tiles (.bin) and
// sets of tiles (.mset), and of .obj. Their corners are doubles, as a picture needs them; the audit reads the file itself.
// Source: dtMeshHeader, dtPoly and dtNavMeshParams of Detour 1.6; the set of RecastDemo.

const tileMagic = 0x444e4156; // "DNAV"
const setMagic = 0x4d534554; // "MSET"
const headerBytes = 100;
const polygonBytes = 32;
const offMesh = 1; // the type of a polygon that is a link

/** The rings of a file, each a list of [x, y, z] with z up; null where its form is another one. `up`: of the scene. */
export function foreignRings(name, bytes, up) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = bytes.length >= 4 ? view.getUint32(0, true) : 0;
  if (first === tileMagic) return tileRings(view, 0);
  if (first === setMagic) return setRings(view);
  return /\.obj$/i.test(name) ? objRings(new TextDecoder().decode(bytes), up) : null;
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
    const [x, y, z] = [0, 4, 8].map((k) => view.getFloat32(begin + headerBytes + 12 * v + k, true));
    return [x, -z, y];
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

function objRings(text, up) {
  const points = [];
  const rings = [];
  for (const line of text.split("\n")) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === "v") {
      const [x, y, z] = rest.map(Number);
      points.push(up === "y" ? [x, -z, y] : [x, y, z]);
    } else if (word === "f") {
      const ring = rest.map((part) => parseInt(part, 10)).map((i) => points[i < 0 ? points.length + i : i - 1]);
      if (ring.every((p) => p)) rings.push(ring);
    }
  }
  return rings;
}
