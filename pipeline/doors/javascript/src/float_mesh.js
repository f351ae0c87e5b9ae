// SPDX-License-Identifier: GPL-3.0-or-later

/** A navmesh in plain arrays, as an engine loads them: docs/guide/library.md, FloatMesh. */
export class FloatMesh {
  constructor(reply, origin, up) {
    this.up = up;
    this.vertices = reply.vertices;
    this.origin = origin;
    this.offsets = reply.offsets;
    this.corners = reply.corners;
    this.neighbours = reply.neighbours;
    this.stances = reply.stances;
    this.areas = reply.areas;
    this.cells = reply.cells;
    this.links = { polygons: reply.link_polygons, stances: reply.link_stances, welds: reply.link_welds, segments: reply.link_segments };
    this.lostLinks = reply.lost_links;
  }
  /** How many polygons. */
  get length() {
    return this.cells.length;
  }
  /** The corners of each polygon. */
  polygons() {
    return Array.from(this.cells, (_, i) => this.corners.subarray(this.offsets[i], this.offsets[i + 1]));
  }
  /** Three corners for each triangle: fans of the polygons, which are convex. */
  triangles() {
    const out = new Uint32Array(3 * (this.corners.length - 2 * this.length));
    let at = 0;
    for (const polygon of this.polygons())
      for (let i = 2; i < polygon.length; ++i) {
        out.set([polygon[0], polygon[i - 1], polygon[i]], at);
        at += 3;
      }
    return out;
  }
}
