// SPDX-License-Identifier: GPL-3.0-or-later
// The border that is nearest to a point, for an agent with a radius, as pipeline/ask/explain/src/near_border.cpp finds it.
//
// Problem. Any stretch of border of the level may be the nearest whose height is within the window.
// Steps. NearBorder has the ends of all stretches as doubles, about. find() takes the stretches of a stance in the order
// of how near they can be at all, and computes exactly until the next cannot be nearer. causeAt() finds what is beyond a
// stretch or on it there.
// Cost. Linear in the stretches of a stance, with a sort; exact arithmetic for a few of them.
// Exact. Every decision; doubles only leave out what is certainly too far, or certainly outside of the window.
import { none } from "./model.js";
import * as Q from "./rational.js";

const one = Q.ratio(1n);
const half = Q.ratio(1n, 2n);

export class NearBorder {
  constructor(model) {
    Object.assign(this, {
      model,
      denominator: Q.ratio(BigInt(model.level.denominator)),
      texts: model.borderEnds.split("\n"),
      shares: model.causeShare.split("\n"),
      count: model.stretches.length / 3,
    });
  }

  /** For inSlices (slices.js): what is known about the ends; itself. */
  *fill() {
    const unit = Q.toNumber(this.denominator);
    const about = (word) => {
      const at = word.indexOf("/");
      const value = at < 0 ? Number(word) : Number(word.slice(0, at)) / Number(word.slice(at + 1));
      return Number.isFinite(value) ? value / unit : Q.toNumber(Q.div(Q.parse(word), this.denominator));
    };
    const ends = this.texts.length - 1; // the text ends with a line's end
    this.near = new Float64Array(3 * ends);
    this.slack = 0;
    for (let i = 0; i < ends; ++i) {
      if (i % 1024 === 0) yield;
      this.texts[i].split(" ").forEach((word, k) => {
        this.near[3 * i + k] = about(word);
        this.slack = Math.max(this.slack, Math.abs(this.near[3 * i + k]));
      });
    }
    this.slack *= 2 ** -46; // above the error of every distance below
    return this;
  }

  /** An end, exactly, in input units, z up. */
  end(index) {
    return this.texts[index].split(" ").map((word) => Q.div(Q.parse(word), this.denominator));
  }

  /**
   * The border point of a stance that is nearest in plan to `at`, among those whose heights differ by less than the
   * window; null: there is none. Points have z up.
   */
  find(at, stance, window) {
    let best = null;
    let limit = Infinity;
    for (const [distance, stretch] of this.candidates(at, stance, window)) {
      if (distance > limit) break;
      const edge = [1, 2].map((k) => this.end(this.model.stretches[3 * stretch + k]));
      const nearest = nearestWithin(edge, at, window);
      if (!nearest) continue;
      const [dx, dy] = [Q.sub(nearest.point[0], at[0]), Q.sub(nearest.point[1], at[1])];
      const squared = Q.add(Q.mul(dx, dx), Q.mul(dy, dy));
      const order = best ? Q.compare(squared, best.squared) : -1;
      if (order > 0 || (order === 0 && stretch > best.stretch)) continue;
      best = { stretch, squared, edge, ...nearest };
      limit = Math.sqrt(Q.toNumber(squared)) * (1 + 2 ** -40) + this.slackAt(at);
    }
    if (!best) return null;
    const { model } = this;
    const polygon = model.stretches[3 * best.stretch];
    const cause = this.causeAt(best.stretch, best.share, stance);
    return {
      squared_distance: best.squared,
      nearest: best.point,
      edge: best.edge,
      polygon,
      face: model.polygonFace[polygon],
      cause,
      cause_face: cause === null ? null : model.polygonFace[cause],
    };
  }

  slackAt(at) {
    return this.slack + 2 ** -46 * Math.max(...at.map((v) => Math.abs(Q.toNumber(v))));
  }

  // The stretches of a stance, each with a distance that it is at least away, the nearest first.
  candidates(at, stance, window) {
    const { model, near } = this;
    const slack = this.slackAt(at);
    const [x, y, z] = at.map(Q.toNumber);
    const reach = Q.toNumber(window) * (1 + 2 ** -40) + slack;
    const found = [];
    let most = Infinity; // at least one stretch is not farther
    for (let i = 0; i < this.count; ++i) {
      if (stance < model.stretchStances[2 * i] || model.stretchStances[2 * i + 1] < stance) continue;
      const a = 3 * model.stretches[3 * i + 1];
      const b = 3 * model.stretches[3 * i + 2];
      const [low, high] = near[a + 2] < near[b + 2] ? [near[a + 2], near[b + 2]] : [near[b + 2], near[a + 2]];
      if (low > z + reach || high < z - reach) continue;
      const [dx, dy] = [near[b] - near[a], near[b + 1] - near[a + 1]];
      const length = dx * dx + dy * dy;
      const share = length > 0 ? Math.min(Math.max(((x - near[a]) * dx + (y - near[a + 1]) * dy) / length, 0), 1) : 0;
      const distance = Math.hypot(near[a] + share * dx - x, near[a + 1] + share * dy - y);
      if (distance - slack > most) continue;
      const isWithin = low > z - reach + 2 * slack + reach * 2 ** -38 && high < z + reach - 2 * slack - reach * 2 ** -38;
      if (isWithin) most = Math.min(most, distance + slack);
      found.push([distance - slack, i]);
    }
    return found.filter(([distance]) => distance <= most).sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  }

  // The polygon that makes a stretch border there: that of a cell beyond where less stands, or else a wall on the line;
  // null: the polygon ends. An end of two cells belongs to the one nearer to the middle of the stretch.
  causeAt(stretch, share, stance) {
    const { model } = this;
    const forward = Q.compare(share, half) <= 0;
    for (const isWall of [0, 1]) {
      for (let i = model.causeBegin[stretch]; i < model.causeBegin[stretch + 1]; ++i) {
        if (model.causeIsWall[i] !== isWall || model.causeStands[i] >= stance) continue;
        const [from, to] = this.shares[i] ? this.shares[i].split(" ").map(Q.parse) : [Q.zero, one];
        const [after, before] = [Q.compare(share, from), Q.compare(to, share)];
        const isThere = isWall ? after >= 0 && before >= 0 : forward ? after >= 0 && before > 0 : after > 0 && before >= 0;
        if (isThere) return model.causePolygon[i] === none ? null : model.causePolygon[i];
      }
    }
    return null;
  }
}

// The point of a stretch that is nearest in plan to `at` where heights differ by less than the window, and its share of
// the stretch; null: no point is within.
function nearestWithin([from, to], at, window) {
  let low = Q.zero;
  let high = one;
  const run = [0, 1, 2].map((k) => Q.sub(to[k], from[k]));
  const below = Q.sub(at[2], from[2]);
  if (run[2].n === 0n) {
    if (Q.compare(below.n < 0n ? Q.negative(below) : below, window) >= 0) return null;
  } else {
    const ends = [Q.div(Q.sub(below, window), run[2]), Q.div(Q.add(below, window), run[2])];
    if (Q.compare(ends[0], ends[1]) > 0) ends.reverse();
    if (Q.compare(ends[0], low) > 0) low = ends[0];
    if (Q.compare(ends[1], high) < 0) high = ends[1];
    if (Q.compare(low, high) >= 0) return null;
  }
  const dot = (p, q) => Q.add(Q.mul(p[0], q[0]), Q.mul(p[1], q[1]));
  let share = Q.div(dot(run, [Q.sub(at[0], from[0]), Q.sub(at[1], from[1])]), dot(run, run));
  if (Q.compare(share, low) < 0) share = low;
  if (Q.compare(share, high) > 0) share = high;
  return { share, point: from.map((v, k) => Q.add(v, Q.mul(share, run[k]))) };
}
