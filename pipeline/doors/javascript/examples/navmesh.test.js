// SPDX-License-Identifier: GPL-3.0-or-later
// Two bakers are held to the exact floor of a level: no more than 3 % of it missing, no connected part lost.
import assert from "node:assert/strict";
import test from "node:test";
import { audit, bake } from "plumb-navmesh";
import { level } from "./level.js";
import { bakeByNavcat, bakeByRecast } from "./bakers.js";

for (const baker of [bakeByNavcat, bakeByRecast])
  test(baker.name, async () => {
    const truth = await bake(level, { radius: "0.5", stances: "1.8" });
    const found = await audit(truth, await baker(level, { radius: 0.5, height: 1.8, cell: 0.0625 }));
    assert.ok(found.missing < 0.03, found.text);
    assert.equal(found.components.lost, 0, found.text);
  });
