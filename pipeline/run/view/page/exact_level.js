// SPDX-License-Identifier: GPL-3.0-or-later
// The polygons of the level in exact integers, made when a question first needs them.
// The text of the page has every coordinate as an integer in units of 1 / denominator; a few may be fractions of that
// unit. A polygon's own unit is finer by `scale`, in which all its corners are integers. A point in plan is
// { x, y, w }: x / w and y / w in units of 1 / denominator.
import { NearBorder } from "./near_border.js";
import * as Q from "./rational.js";

/** What a polygon is for an agent, in the order of the numbers in the page. */
export const footings = ["traversable", "too steep", "turned away", "vertical"];

export class ExactLevel {
  /** Of the page's model (model.js). */
  constructor(model) {
    this.model = model;
    this.denominator = BigInt(model.level.denominator);
    this.count = model.polygonFace.length;
    this.polygons = new Map();
    this.lines = null;
    this.grid = null;
    this.border = null;
  }

  /** The border of the level, for an agent with a radius (near_border.js). */
  get nearBorder() {
    this.border ??= new NearBorder(this.model);
    return this.border;
  }

  /** A point in plan, of two rational numbers in input units. */
  planPoint(x, y) {
    const w = x.d * y.d;
    return { x: x.n * y.d * this.denominator, y: y.n * x.d * this.denominator, w };
  }

  /** The rational coordinates of a scene's point, in units of 1 / denominator. */
  unitPoint(index) {
    this.lines ??= this.model.sceneExact.split("\n");
    return this.lines[index].split(" ").map((word) => Q.parse(word));
  }

  /** A polygon: its corners as integers, the scale of its unit, its upward normal and its verdict on slope. */
  polygon(id) {
    const known = this.polygons.get(id);
    if (known) return known;
    const points = this.model.ringOf(id).map((p) => this.unitPoint(p));
    let scale = 1n;
    for (const p of points) for (const v of p) if (scale % v.d !== 0n) scale *= v.d;
    const corners = points.map((p) => p.map((v) => (v.n * scale) / v.d));
    const made = {
      id,
      face: this.model.polygonFace[id],
      footing: this.model.polygonFooting[id],
      facesUp: (this.model.polygonFlags[id] & 1) !== 0,
      counts: (this.model.polygonFlags[id] & 2) !== 0,
      corners,
      scale,
      normal: upwardNormal(corners),
    };
    this.polygons.set(id, made);
    return made;
  }

  /** Whether a place is in the projection of a polygon that is not vertical, its boundary included. */
  contains(polygon, at) {
    const { corners, scale } = polygon;
    const x = at.x * scale;
    const y = at.y * scale;
    return corners.every((p, i) => {
      const q = corners[(i + 1) % corners.length];
      // Corners run clockwise: nothing of the polygon is on the left.
      return (q[0] - p[0]) * (y - p[1] * at.w) - (q[1] - p[1]) * (x - p[0] * at.w) <= 0n;
    });
  }

  /** The height of a polygon's plane at a place, in input units. Not of a vertical one. */
  height(polygon, at) {
    const [nx, ny, nz] = polygon.normal;
    const [px, py, pz] = polygon.corners[0];
    const rise = nx * (at.x * polygon.scale - px * at.w) + ny * (at.y * polygon.scale - py * at.w);
    return Q.ratio(pz * nz * at.w - rise, nz * at.w * this.denominator * polygon.scale);
  }

  /** The least and the greatest height at which a vertical polygon meets the vertical line; null if it does not. */
  heightsOnLine(polygon, at) {
    const { corners, scale } = polygon;
    const here = [at.x * scale, at.y * scale];
    let low = null;
    let high = null;
    const meet = (n, d) => {
      const z = Q.ratio(n, d * this.denominator * scale);
      if (low === null || Q.compare(z, low) < 0) low = z;
      if (high === null || Q.compare(z, high) > 0) high = z;
    };
    corners.forEach((p, i) => {
      const q = corners[(i + 1) % corners.length];
      if (p[0] * at.w === here[0] && p[1] * at.w === here[1]) meet(p[2], 1n);
      const axis = p[0] !== q[0] ? 0 : 1;
      const run = q[axis] - p[axis];
      const gone = here[axis] - p[axis] * at.w; // times w
      const inside = run > 0n ? gone > 0n && gone < run * at.w : run < 0n && gone < 0n && gone > run * at.w;
      if (!inside) return;
      const across = here[1 - axis] - p[1 - axis] * at.w;
      if ((q[1 - axis] - p[1 - axis]) * gone === across * run) meet(p[2] * run * at.w + (q[2] - p[2]) * gone, run * at.w);
    });
    return low === null ? null : { low, high };
  }

  /** The plane z = a x + b y + c of a polygon that is not vertical, in input units. */
  plane(polygon) {
    const [nx, ny, nz] = polygon.normal;
    return [
      Q.ratio(-nx, nz),
      Q.ratio(-ny, nz),
      this.height(polygon, { x: 0n, y: 0n, w: 1n }),
    ];
  }

  /** The square of the slope's tangent. */
  tanSquared(polygon) {
    const [nx, ny, nz] = polygon.normal;
    return Q.ratio(nx * nx + ny * ny, nz * nz);
  }

  /** The corners in input units, as rational numbers. */
  corners(polygon) {
    return polygon.corners.map((p) => p.map((v) => Q.ratio(v, polygon.scale * this.denominator)));
  }

  /** The numbers of all polygons that may lie over or under a place, ascending. `x` and `y` are rational. */
  candidates(x, y) {
    this.grid ??= new PlanGrid(this.model);
    const [mx, my] = this.model.middle;
    return this.grid.find(Q.toNumber(Q.sub(x, mx)), Q.toNumber(Q.sub(y, my)));
  }

  /** The numbers of all vertical polygons that may come as near to a place in plan as `reach`. */
  verticalsNear(x, y, reach) {
    this.grid ??= new PlanGrid(this.model);
    const [mx, my] = this.model.middle;
    const around = this.grid.find(Q.toNumber(Q.sub(x, mx)), Q.toNumber(Q.sub(y, my)), Q.toNumber(reach));
    return around.filter((id) => footings[this.model.polygonFooting[id]] === "vertical");
  }
}

// The area vector of a polygon, turned so that it points up; [0, 0, 0] never: the level has no such polygon.
function upwardNormal(corners) {
  const n = [0n, 0n, 0n];
  const o = corners[0];
  for (let i = 1; i + 1 < corners.length; ++i) {
    const a = corners[i].map((v, k) => v - o[k]);
    const b = corners[i + 1].map((v, k) => v - o[k]);
    n[0] += a[1] * b[2] - a[2] * b[1];
    n[1] += a[2] * b[0] - a[0] * b[2];
    n[2] += a[0] * b[1] - a[1] * b[0];
  }
  return n[2] < 0n ? n.map((v) => -v) : n;
}

// A grid over the plan with the polygons whose boxes meet each square. Boxes come from rounded positions, and are wider
// than the roundings, so nothing is missed.
class PlanGrid {
  constructor(model) {
    const { scenePointsRaw: at, polygonBegin, polygonCorners } = model;
    const count = model.polygonFace.length;
    let far = 0;
    for (let i = 0; i < at.length; ++i) far = Math.max(far, Math.abs(at[i]));
    this.slack = far * 2 ** -20 + Number.MIN_VALUE;
    this.side = Math.max(1, Math.min(256, Math.ceil(Math.sqrt(count))));
    this.far = far + this.slack;
    this.boxes = new Float64Array(4 * count);
    const squares = new Uint8Array(4 * count); // from a column and a row to a column and a row
    for (let id = 0; id < count; ++id) {
      let [lowX, lowY, highX, highY] = [Infinity, Infinity, -Infinity, -Infinity];
      for (let i = polygonBegin[id]; i < polygonBegin[id + 1]; ++i) {
        const p = 3 * polygonCorners[i];
        lowX = Math.min(lowX, at[p] - this.slack);
        lowY = Math.min(lowY, at[p + 1] - this.slack);
        highX = Math.max(highX, at[p] + this.slack);
        highY = Math.max(highY, at[p + 1] + this.slack);
      }
      this.boxes.set([lowX, lowY, highX, highY], 4 * id);
      for (let k = 0; k < 4; ++k) squares[4 * id + k] = this.square(this.boxes[4 * id + k]);
    }
    const isLarge = (i) => (squares[i + 2] - squares[i] + 1) * (squares[i + 3] - squares[i + 1] + 1) > 256;
    this.large = [];
    this.begin = new Uint32Array(this.side * this.side + 1); // of each square in `ids`
    for (let i = 0; i < squares.length; i += 4) {
      if (isLarge(i)) this.large.push(i / 4);
      else for (let y = squares[i + 1]; y <= squares[i + 3]; ++y) for (let x = squares[i]; x <= squares[i + 2]; ++x) this.begin[y * this.side + x + 1] += 1;
    }
    for (let square = 1; square < this.begin.length; ++square) this.begin[square] += this.begin[square - 1];
    this.ids = new Uint32Array(this.begin[this.begin.length - 1]);
    const next = this.begin.slice();
    for (let i = 0; i < squares.length; i += 4) {
      if (isLarge(i)) continue;
      for (let y = squares[i + 1]; y <= squares[i + 3]; ++y) for (let x = squares[i]; x <= squares[i + 2]; ++x) this.ids[next[y * this.side + x]++] = i / 4;
    }
  }

  square(v) {
    const at = Math.floor(((v + this.far) / (2 * this.far)) * this.side);
    return Math.max(0, Math.min(this.side - 1, at));
  }

  // The polygons whose boxes come as near as `reach` to a place, ascending.
  find(x, y, reach = 0) {
    const far = reach * (1 + 2 ** -40) + this.slack;
    const found = new Set(this.large);
    for (let row = this.square(y - far); row <= this.square(y + far); ++row) {
      const [first, last] = [x - far, x + far].map((v) => row * this.side + this.square(v));
      for (let i = this.begin[first]; i < this.begin[last + 1]; ++i) found.add(this.ids[i]);
    }
    const inBox = (id) => {
      const b = this.boxes.subarray(4 * id, 4 * id + 4);
      return b[0] - far <= x && x <= b[2] + far && b[1] - far <= y && y <= b[3] + far;
    };
    return [...found].filter(inBox).sort((a, b) => a - b);
  }
}
