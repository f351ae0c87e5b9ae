// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what pipeline/run/view/src/view_data.cpp has written: the header and the arrays behind it.
import { sixDigits } from "./dom.js";
import * as Q from "./rational.js";
import { finish } from "./slices.js";

const arrays = { f32: Float32Array, u32: Uint32Array, u8: Uint8Array, i8: Int8Array };
/** The number that stands for "none" in arrays. */
export const none = 0xffffffff;

/** The model of the bytes: an ArrayBuffer that has been decompressed. */
export const readModel = (buffer) => finish(modelOf(buffer));

/** The same for inSlices (slices.js). */
export function* modelOf(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const sections = {};
  let at = 4 + length;
  for (const [name, type, bytes] of header.sections) {
    yield;
    const part = buffer.slice(at, at + bytes);
    sections[name] = type === "text" ? new TextDecoder().decode(part) : new arrays[type](part);
    at += bytes;
  }
  yield;
  return new Model(header, sections);
}

class Model {
  constructor(header, s) {
    Object.assign(this, {
      header,
      level: header.level,
      up: header.up,
      verdicts: header.verdicts,
      documents: header.documents,
      stances: header.stances.map((v) => ({ name: v.name, height: Q.parse(v.height) })),
      middle: header.middle.map((v) => Q.parse(v)),
      pointsRaw: s.points,
      cellStance: s.cell_stance,
      cellBlockedBy: s.cell_blocked_by,
      facetBegin: s.facet_begin,
      ringBegin: s.ring_begin,
      corners: s.corners,
      facetSurface: s.facet_surface,
      facetFace: s.facet_face,
      facetWitness: s.facet_witness,
      cellAreas: s.cell_area.split("\n"),
      components: s.component,
      borderBegin: s.border_begin,
      border: s.border,
      portals: s.portals,
      portalStance: s.portal_stance,
      portalKind: s.portal_kind,
      oneWayPointsRaw: s.one_way_points ?? [], // of drops and leaps, four each
      oneWayKind: s.one_way_kind ?? [],
      walls: s.walls,
      wallMayCross: s.wall_may_cross,
    });
    this.cellCount = this.cellStance.length;
    this.facetCount = this.facetSurface.length;
    if (this.level) {
      Object.assign(this, {
        scenePointsRaw: s.scene_points,
        sceneExact: s.scene_exact,
        polygonBegin: s.polygon_begin,
        polygonCorners: s.polygon_corners,
        polygonFace: s.polygon_face,
        partBegin: s.part_begin,
        partFaces: s.part_faces,
        polygonFooting: s.polygon_footing,
        polygonFlags: s.polygon_flags,
        // Of an agent with a radius:
        borderEnds: s.border_ends,
        stretches: s.stretches,
        stretchStances: s.stretch_stances,
        causeBegin: s.cause_begin,
        causePolygon: s.cause_polygon,
        causeStands: s.cause_stands,
        causeIsWall: s.cause_is_wall,
        causeShare: s.cause_share,
      });
      this.settings = {
        up: this.up,
        stances: this.stances,
        slopeLimit: this.level.slope_limit === null ? null : Q.parse(this.level.slope_limit),
        slope: this.level.slope === null ? null : Q.parse(this.level.slope),
        step: Q.parse(header.step),
        radius: Q.parse(header.radius),
        window: Q.parse(this.level.window),
        solids: this.level.solids,
      };
    }
    this.scaleForPicture();
  }

  // The picture has its own unit, a power of two, in which every level is about as large: 32 at most from the middle.
  scaleForPicture() {
    let far = 0;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (const list of [this.pointsRaw, this.scenePointsRaw ?? []]) {
      for (let i = 0; i < list.length; ++i) {
        far = Math.max(far, Math.abs(list[i]));
        low[i % 3] = Math.min(low[i % 3], list[i]);
        high[i % 3] = Math.max(high[i % 3], list[i]);
      }
    }
    this.unit = far > 0 ? 2 ** (5 - Math.ceil(Math.log2(far))) : 1;
    const scaled = (list) => list.map((v) => v * this.unit);
    this.points = scaled(this.pointsRaw);
    this.oneWayPoints = scaled(this.oneWayPointsRaw);
    this.scenePoints = this.level ? scaled(this.scenePointsRaw) : null;
    this.low = low.map((v) => (Number.isFinite(v) ? v * this.unit : -1));
    this.high = high.map((v) => (Number.isFinite(v) ? v * this.unit : 1));
    this.middleNumbers = this.middle.map((v) => Q.toNumber(v));
  }

  /** The corners of a polygon of the level, by number of scene point. */
  ringOf(polygon) {
    return Array.from(this.polygonCorners.subarray(this.polygonBegin[polygon], this.polygonBegin[polygon + 1]));
  }

  /** The first polygon that has a part of a face; -1: none has. */
  polygonOfFace(face) {
    const part = this.partFaces.indexOf(face);
    if (part < 0) return -1;
    let polygon = 0;
    while (this.partBegin[polygon + 1] <= part) ++polygon;
    return polygon;
  }

  /** The corners of a facet, by number of point. */
  facetRing(facet) {
    return this.corners.subarray(this.ringBegin[facet], this.ringBegin[facet + 1]);
  }

  /** The first facet of a cell and the one behind its last. */
  facetsOf(cell) {
    return [this.facetBegin[cell], this.facetBegin[cell + 1]];
  }

  /** About the area of a cell in plan, in squared units of the picture. */
  planArea(cell) {
    let doubled = 0;
    for (let facet = this.facetBegin[cell]; facet < this.facetBegin[cell + 1]; ++facet) {
      const ring = this.facetRing(facet);
      for (let i = 0; i < ring.length; ++i) {
        const [a, b] = [3 * ring[i], 3 * ring[(i + 1) % ring.length]];
        doubled += this.points[a] * this.points[b + 1] - this.points[a + 1] * this.points[b];
      }
    }
    return Math.abs(doubled) / 2;
  }

  /** The cell of a facet. */
  cellOf(facet) {
    let low = 0;
    let high = this.cellCount;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.facetBegin[middle] <= facet) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The component of a cell in the graph of a stance, from 1; null if the cell is not part of it. */
  componentOf(cell, stance) {
    const component = this.components[(stance - 1) * this.cellCount + cell];
    return component === none ? null : component;
  }

  verdictOf(label) {
    return this.verdicts.find((v) => v.label === label);
  }

  /** From the picture to numbers in the level's unit, z up, and back. */
  toLevel(p) {
    return p.map((v, k) => v / this.unit + this.middleNumbers[k]);
  }
  toPicture(p) {
    return p.map((v, k) => Q.toNumber(Q.sub(v, this.middle[k])) * this.unit);
  }

  /**
   * A height of the picture in the level's unit, in as many digits as binary32 has of it: an exact 0 far from the middle
   * is no 0 in the picture.
   */
  heightText(height, digits = 6) {
    const value = height / this.unit + this.middleNumbers[2];
    const error = (Math.abs(height) / this.unit) * 2 ** -22 + Math.abs(this.middleNumbers[2]) * 2 ** -50;
    const decimals = error > 0 ? Math.floor(-Math.log10(error)) : 15;
    const rounded = decimals > 0 ? Number(value.toFixed(Math.min(decimals, 20))) : Math.round(value);
    return sixDigits(rounded === 0 ? 0 : Number(rounded.toPrecision(digits)));
  }

  /** The names of a face: of its object and group, or "". */
  nameOf(face) {
    let found = null;
    for (const group of this.level?.groups ?? []) {
      if (group[0] > face) break;
      found = group;
    }
    return found ? [found[1], found[2]].filter((v) => v).join("/") : "";
  }
}

export function bytesOfBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** The bytes of the page's data: base64 of gzip. */
export async function unpack(text) {
  const stream = new Blob([bytesOfBase64(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
