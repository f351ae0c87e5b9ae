// SPDX-License-Identifier: GPL-3.0-or-later
import { Area } from "./numbers.js";

const countOf = (value) => (Array.isArray(value) ? value.length : value);

/** What an audit has found. Areas are in plan; shares are 0 to 1. `report` is the JSON of `plumb audit --json`. */
export class Audit {
  constructor(reply) {
    this.report = reply.json;
    this.text = reply.text;
    this.passes = reply.passes;
    this.failures = reply.failures;
    this.area = Object.fromEntries(Object.entries(reply.json.area).filter(([, value]) => value && "approx" in value).map(([name, value]) => [name, new Area(value)]));
    const c = reply.json.components;
    this.components = Object.fromEntries(["truth", "found", "lost", "spurious", "split", "merged"].map((name) => [name, countOf(c[name])]));
    this.missingRegions = regions(reply, "missing");
    this.excessRegions = regions(reply, "excess");
  }
  /** The share of the true floor that is covered, and that is not; 1 and 0 where there is no floor. */
  get coverage() {
    return this.area.covered.share(this.area.truth, 1);
  }
  get missing() {
    return this.area.missing.share(this.area.truth, 0);
  }
  /** The share of the navmesh's floor that is no true floor. */
  get excess() {
    return this.area.excess.share(this.area.found, 0);
  }
}

// Convex pieces, the largest first.
function regions(reply, kind) {
  const offsets = reply[`${kind}_offsets`];
  const one = new Area({ exact: "1", approx: 1 });
  const areaOf = (text) => new Area({ exact: text, approx: new Area({ exact: text, approx: 0 }).share(one, 0) });
  return reply[`${kind}_regions`]
    .map(({ area, cause, below_grid }, i) => ({
      ring: reply[`${kind}_corners`].subarray(3 * offsets[i], 3 * offsets[i + 1]),
      area: areaOf(area),
      cause,
      belowGrid: below_grid,
    }))
    .sort((a, b) => b.area.approx - a.area.approx);
}
