// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the package that need no module: numbers, options, inputs, files in memory, and the engine's messages.
import assert from "node:assert/strict";
import { test } from "node:test";

const source = new URL("../../pipeline/doors/javascript/src/", import.meta.url);
const load = (name) => import(new URL(name, source));
const { Area, fractionOf, numberText, pointText } = await load("numbers.js");
const { optionTexts } = await load("options.js");
const { navmeshInput, sceneInput } = await load("inputs.js");
const { absolute, MemoryFiles } = await load("memory_files.js");
const { hostPath, programPath } = await load("node_files.js");
const { Engine } = await load("engine.js");
const { PlumbError } = await load("errors.js");

test("a number is the binary64 number that it is", () => {
  assert.equal(fractionOf(0.5), "1/2");
  assert.equal(fractionOf(-3), "-3");
  assert.equal(fractionOf(0.1), "3602879701896397/36028797018963968");
  assert.equal(fractionOf(5e-324), `1/${2n ** 1074n}`);
  assert.equal(fractionOf(2 ** 200), String(2n ** 200n));
  assert.equal(numberText({ numerator: 2n, denominator: 5n }), "2/5");
  assert.equal(numberText(7n), "7");
  for (const wrong of [NaN, Infinity, undefined, {}, [], true]) assert.throws(() => numberText(wrong), TypeError);
  assert.equal(pointText([1, "2/3", 0.5]), "1,2/3,1/2");
  assert.equal(pointText({ x: 1, y: 2, z: 3 }), "1,2,3");
  for (const wrong of [[1, 2], 5, null]) assert.throws(() => pointText(wrong), TypeError);
});

test("areas are fractions and numbers", () => {
  const area = new Area({ exact: "163/2", approx: 81.5 });
  assert.deepEqual([area.numerator, area.denominator, area.approx, String(area)], [163n, 2n, 81.5, "163/2"]);
  assert.equal(area.share(new Area({ exact: "163", approx: 163 }), 1), 0.5);
  assert.equal(area.share(new Area({ exact: "0", approx: 0 }), 1), 1);
  const long = new Area({ exact: `${10n ** 400n}/${3n * 10n ** 400n}`, approx: 1 / 3 });
  assert.equal(long.share(new Area({ exact: "1", approx: 1 }), 0), 1 / 3);
  assert.equal(new Area({ approx: 4 }).share(new Area({ exact: "8", approx: 8 }), 0), 0.5);
});

test("options become the text that commands read", () => {
  const texts = optionTexts({
    stances: { crouch: "1.1", stand: 1.5 }, radius: 0.25, step: undefined, one_surface: true, sides: "up", cell: [0.5, "0.2"], areas: [1, 2],
    fail_if: ["missing>3%", "lost>0"], seed_points: [1, 2, 3], leave_out: "*rail*", weights: { stand: 2 },
    agent: { radius: 0.5, stances: { stand: "1.8" } },
  });
  assert.deepEqual(texts, {
    stances: ["crouch=1.1", "stand=3/2"], radius: "1/4", one_surface: true, sides: "up", cell: "1/2,0.2", areas: "1,2", fail_if: "missing>3%,lost>0",
    seed_points: ["1,2,3"], leave_out: ["*rail*"], weights: ["stand=2"], agent: '{"radius":"1/2","stances":[{"name":"stand","height":"1.8"}]}',
  });
  assert.deepEqual(optionTexts({ seed_points: [[1, 2, 3], "4,5,6"] }), { seed_points: ["1,2,3", "4,5,6"] });
  assert.throws(() => optionTexts({ sides: 3 }), /^TypeError: sides: /);
  assert.throws(() => optionTexts({ radius: NaN }), /^TypeError: radius: /);
});

test("levels are arrays, flat or lists, or bytes with a name", async () => {
  const flat = await sceneInput({ vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] });
  const lists = await sceneInput({ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], indices: [[0, 1, 2]], up: "z" });
  assert.deepEqual(flat.files, lists.files);
  assert.equal(flat.request.wide, true);
  assert.equal(lists.request.up, "z");
  assert.equal((await sceneInput({ vertices: new Float32Array(9), indices: new Uint16Array(3) })).request.wide, false);
  const file = await sceneInput(new File(["v 0 0 0\n"], "level.obj"));
  assert.equal(file.request.file, "level.obj");
  const mesh = await navmeshInput({ name: "nav.json", bytes: "{}", options: { areas: [1] } }, "z");
  assert.deepEqual(mesh.request.options, { scene_up: "z", areas: "1" });
  for (const wrong of [undefined, {}, "level.obj", { bytes: "x" }, { vertices: [1, 2], indices: [0, 1, 2] }, { vertices: [[1, 2]], indices: [] },
    { vertices: [], indices: [0, 1] }, { vertices: [], indices: [0, 1, -1] }, { vertices: [], indices: [0, 1, 0.5] }, { vertices: [] }])
    await assert.rejects(sceneInput(wrong), TypeError);
});

test("files in memory behave as real ones", () => {
  const files = new MemoryFiles({ "a/b.txt": "text", "/c": new Uint8Array([1, 2, 3]) });
  assert.equal(absolute("x/../a//./b.txt"), "/a/b.txt");
  assert.equal(absolute("../../etc"), "/etc");
  const given = new Uint8Array([1, 2, 3]);
  files.put("d", given);
  const open = files.open("/d", {});
  open.write(new Uint8Array([9]), 5);
  assert.deepEqual([...files.get("d")], [1, 2, 3, 0, 0, 9]);
  assert.deepEqual([...given], [1, 2, 3]);
  open.resize(2);
  open.resize(4);
  assert.deepEqual([...files.get("d")], [1, 2, 0, 0]);
  files.rename("/d", "/a/e");
  assert.deepEqual([...files.changed().keys()], ["a/e"]);
  assert.deepEqual(files.list("/").map((entry) => entry.name).sort(), ["a", "c"]);
  const code = (job) => { try { job(); } catch (error) { return error.code; } };
  assert.equal(code(() => files.open("/none", {})), "ENOENT");
  assert.equal(code(() => files.open("/none/x", { create: true })), "ENOENT");
  assert.equal(code(() => files.open("/c/x", { create: true })), "ENOTDIR");
  assert.equal(code(() => files.open("/a", { create: true })), "EISDIR");
  assert.equal(code(() => files.open("/c", { create: true, exclusive: true })), "EEXIST");
  assert.equal(code(() => files.removeFolder("/a")), "ENOTEMPTY");
  assert.equal(code(() => files.put("c/y", "")), "ENOTDIR");
  assert.throws(() => files.put("n", 5), TypeError);
  files.remove("/a/e");
  files.remove("/a/b.txt");
  files.removeFolder("/a");
  assert.equal(code(() => files.stat("/a")), "ENOENT");
});

test("paths of Windows are paths of the program, and back", () => {
  assert.equal(programPath("C:\\levels\\x", "win32"), "/C:/levels/x");
  assert.equal(hostPath("/C:/levels/x", "win32"), "C:/levels/x");
  assert.equal(hostPath("/C:/levels/D:\\other\\x.obj", "win32"), "D:\\other\\x.obj");
  assert.equal(hostPath("/C:/levels/a.obj", "linux"), "/C:/levels/a.obj");
});

test("an engine's jobs end with its worker, and errors keep what they say", async () => {
  const sent = [];
  let hear, fail, ended = 0, held;
  const engine = new Engine((h, f) => {
    [hear, fail] = [h, f];
    return { post: (message) => sent.push(message), end: () => ++ended, hold: (busy) => (held = busy) };
  }, "module");
  const told = [];
  const first = engine.run(["bake"], {}, { onStderr: (text) => told.push(text) });
  assert.equal(held, true);
  hear({ id: sent[1].id, stderr: "x" });
  hear({ id: sent[1].id, result: { status: 0 } });
  assert.deepEqual([await first, told, held], [{ status: 0 }, ["x"], false]);
  const second = engine.ask({ job: "bake" });
  hear({ id: sent[2].id, error: { name: "PlumbError", message: "no", code: "bad_option", status: 2 } });
  await assert.rejects(second, (error) => error instanceof PlumbError && error.code === "bad_option" && error.message === "no");
  const third = engine.ask({ job: "bake" });
  fail(new Error("broken"));
  await assert.rejects(third, /broken/);
  await assert.rejects(engine.ask({ job: "bake" }), /broken/);
  assert.equal(ended, 1);
});
