// SPDX-License-Identifier: GPL-3.0-or-later
// The polygons that the page draws of another baker's navmesh are those of its file: they cover the floor that was baked.
//   outlines.mjs ROOT PLUMB
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [root, plumb] = process.argv.slice(2);
const { foreignRings } = await import(join(root, "pipeline/doors/page/foreign_outlines.js"));

const area = (ring) => Math.abs(ring.reduce((sum, [x, y], i) => {
  const [u, v] = ring[(i + 1) % ring.length];
  return sum + x * v - u * y;
}, 0)) / 2;

const folder = mkdtempSync(join(tmpdir(), "plumb_outlines_"));
try {
  for (const [level, up] of [["crates", "z"], ["ruin", "y"]]) {
    const files = Object.fromEntries(["bin", "mset", "csv", "obj", "json", "glb", "tres"].map((word) => [word, join(folder, `${level}.${word}`)]));
    execFileSync(plumb, ["bake", join(root, `docs/examples/${level}.obj`), `--up=${up}`, "--sides=up", "--quiet", ...Object.values(files).flatMap((file) => ["-o", file])]);
    const [head, first] = readFileSync(files.csv, "utf8").split("\n").map((line) => line.split(","));
    const floor = Number(first[head.indexOf("area")]);
    const rings = Object.fromEntries(["bin", "mset", "obj", "json", "glb", "tres"].map((word) => [word, foreignRings(files[word], readFileSync(files[word]), up)]));
    const covered = (word) => rings[word].reduce((sum, ring) => sum + area(ring), 0);
    for (const word of Object.keys(rings)) {
      assert(Math.abs(covered(word) - floor) < 0.03 * floor, `${level}.${word}: the polygons cover ${covered(word)}, the floor is ${floor}`);
      const points = rings[word].flat();
      const scene = readFileSync(join(root, `docs/examples/${level}.obj`), "utf8").split("\n").filter((line) => line.startsWith("v ")).map((line) => line.split(/\s+/).slice(1).map(Number));
      const inside = (k, sign) => [Math.min, Math.max].map((least) => scene.reduce((a, p) => least(a, sign * p[k]), least(Infinity, -Infinity) * -1));
      const [[x0, x1], [y0, y1]] = up === "z" ? [inside(0, 1), inside(1, 1)] : [inside(0, 1), inside(2, -1)];
      assert(points.every(([x, y]) => x >= x0 - 1 && x <= x1 + 1 && y >= y0 - 1 && y <= y1 + 1), `${level}.${word}: polygons lie beside the level`);
    }
  }
  // A node's place: turned by a quarter about y and moved, by numbers or by a matrix.
  const corners = Buffer.from(Float32Array.from([0, 0, 0, 1, 0, 0, 0, 0, 1]).buffer).toString("base64");
  for (const place of [{ rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2], translation: [5, 6, 7] }, { matrix: [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 5, 6, 7, 1] }]) {
    const document = { asset: { version: "2.0" }, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0, ...place }], meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      buffers: [{ byteLength: 36, uri: `data:;base64,${corners}` }], bufferViews: [{ buffer: 0, byteLength: 36 }], accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3" }] };
    const [ring] = foreignRings("a.gltf", new TextEncoder().encode(JSON.stringify(document)), "z");
    assert.deepStrictEqual(ring.map((p) => p.map((v) => Math.round(v * 1e6) / 1e6 + 0)), [[5, -7, 6], [5, -6, 6], [6, -7, 6]]);
  }
  // Without a scene the nodes that are no children; strips, fans and sparse corners are not drawn.
  const gltf = (mode, accessor) => foreignRings("a.gltf", new TextEncoder().encode(JSON.stringify({
    asset: { version: "2.0" }, nodes: [{ mesh: 0 }, { translation: [1, 0, 0], children: [0] }], meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode }] }],
    buffers: [{ byteLength: 36, uri: `data:;base64,${corners}` }], bufferViews: [{ buffer: 0, byteLength: 36 }], accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", ...accessor }] })), "z");
  assert.deepStrictEqual(gltf(4).map((ring) => ring.map((p) => p.map((v) => v + 0))), [[[1, 0, 0], [2, 0, 0], [1, -1, 0]]]);
  for (const nothing of [gltf(5), gltf(6), gltf(4, { sparse: { count: 1 } })]) assert.strictEqual(nothing, null);
  assert.strictEqual(foreignRings("a.json", new TextEncoder().encode("{}"), "z"), null);
  assert.deepStrictEqual(foreignRings("a.bin", Uint8Array.from([0x56, 0x41, 0x4e, 0x44, ...Array(120).fill(0xff)]), "z"), []);
} finally {
  rmSync(folder, { recursive: true });
}
