// SPDX-License-Identifier: GPL-3.0-or-later
// The package of npm, installed from its tarball in an empty folder: its calls against the native command, byte for
// byte; its command line; its types; the example. PLUMB_PACKAGE: the folder of the package; PLUMB_NATIVE: the program.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const { PLUMB_PACKAGE: packed, PLUMB_NATIVE: native } = process.env;
const root = fileURLToPath(new URL("../../", import.meta.url));
const level = (name) => ({ name, bytes: readFileSync(join(root, "docs/examples", name)) });
const folder = mkdtempSync(join(tmpdir(), "plumb-npm-"));
const npm = (...args) => spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
let plumb, cli;

before(() => {
  const { stdout } = spawnSync("npm", ["pack", "--silent", "--pack-destination", folder, packed], { encoding: "utf8" });
  writeFileSync(join(folder, "package.json"), '{"private": true}');
  const installed = npm("install", "--offline", "--silent", stdout.trim().split("\n").at(-1));
  assert.equal(installed.status, 0, installed.stderr);
});
before(async () => {
  const at = join(folder, "node_modules/plumb-navmesh");
  plumb = await import(pathToFileURL(join(at, "index.js")));
  cli = join(folder, "node_modules/.bin/plumb-navmesh");
});
after(() => rmSync(folder, { recursive: true }));

// A command in a folder that has these files; what it has printed and written.
let rooms = 0;
function command(program, args, files = {}, options = {}) {
  const room = join(folder, `room${++rooms}`);
  mkdirSync(room);
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(room, name), bytes);
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: room, ...options });
  const written = Object.fromEntries(readdirSync(room).filter((name) => !(name in files)).map((name) => [name, readFileSync(join(room, name))]));
  return { status, stdout: String(stdout), stderr: String(stderr), files: written };
}
const withoutTimes = (key, value) => (["seconds", "stages", "peak_mb", "threads"].includes(key) ? undefined : value);
const same = (found, expected) => assert.equal(JSON.stringify(found, withoutTimes), JSON.stringify(JSON.parse(expected), withoutTimes));

const stances = ["--stance", "crouch=1.1", "--stance", "stand=1.8"];
const cases = [
  { name: "ruin.obj", options: { step: "0.4", radius: "0.3" }, from: "3,1,3", to: "6,1,6" },
  { name: "wall_in_room.obj", options: { up: "z", radius: "3/10" }, from: "1,1,1", to: "5,2,1" },
  { name: "staircase.obj", options: { up: "z", step: "1/4", weld: "1/8" }, from: "1/2,1/2,1", to: "5/2,1/2,3" },
];
const argumentsOf = (options) => [...stances, ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])];

test("files and questions of a bake are the command's, byte for byte", async () => {
  for (const { name, options, from, to } of cases) {
    const scene = level(name);
    const files = { [name]: scene.bytes };
    const made = await plumb.bake(scene, { stances: { crouch: "1.1", stand: "1.8" }, ...options });
    const outputs = ["json", "obj", "glb", "svg", "tres", "csv"].map((ending) => `nav.${ending}`);
    const expected = command(native, ["bake", name, ...argumentsOf(options), "--quiet", "--report", "report.json", ...outputs.flatMap((file) => ["-o", file])], files);
    assert.equal(expected.status, 0, expected.stderr);
    const written = await made.files(outputs);
    assert.deepEqual([...written.keys()].sort(), [...outputs, "nav.mtl"].sort());
    for (const [file, bytes] of written) assert.ok(expected.files[file].equals(bytes), `${name}: ${file}`);
    const report = JSON.parse(expected.files["report.json"]);
    for (const part of ["area", "options"]) same(made.report[part], JSON.stringify(report[part]));
    for (const { code, text } of made.warnings) assert.ok(report.warnings.some((warning) => warning.code === code && warning.text === text), text);
    const printed = (...args) => command(native, [...args], files).stdout;
    const explained = [name, ...argumentsOf(options)];
    same(await made.explain(from), printed("explain", ...explained, "--at", from, "--json"));
    if (name !== "ruin.obj") same(await made.connect(from, to), printed("explain", ...explained, "--from", from, "--to", to, "--json"));
    const plain = await plumb.bake(scene, { stances: { crouch: "1.1", stand: "1.8" }, up: options.up });
    same(await plain.thresholds("slope"), printed("explain", name, ...argumentsOf(options.up ? { up: options.up } : {}), "--thresholds", "slope", "--json"));
    const navmesh = { "nav.json": written.get("nav.json") };
    const kept = await plumb.open({ name: "nav.json", bytes: written.get("nav.json") });
    same(await kept.route(from, to), command(native, ["route", "nav.json", "--from", from, "--to", to, "--json", "way.json"], navmesh).files["way.json"]);
    same(await kept.layers(), command(native, ["layers", "nav.json", "--json", "layers.json"], navmesh).files["layers.json"]);
    const other = await plumb.bake(scene, { stances: "1.8", ...options, step: "0" });
    const judged = await other.bytes("glb");
    const audited = await plumb.audit(made, { name: "other.glb", bytes: judged }, { stance: "stand" });
    same(audited.report, command(native, ["audit", name, "other.glb", ...argumentsOf(options), "--at-stance", "stand", "--json", "audit.json"],
      { ...files, "other.glb": judged }).files["audit.json"]);
    const two = { "a.json": written.get("nav.json"), "b.glb": judged };
    same(await plumb.diff({ name: "a.json", bytes: two["a.json"] }, { name: "b.glb", bytes: two["b.glb"] }, { up: made.up }),
      command(native, ["diff", "a.json", "b.glb", ...(options.up ? ["--up", options.up] : []), "--json", "diff.json"], two).files["diff.json"]);
    for (const one of [made, kept, other, plain]) one.free();
  }
});

const square = { vertices: [[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], indices: [[0, 1, 2, 3]], up: "z" };

test("arrays come in flat or as lists, and go out typed", async () => {
  const flat = { vertices: new Float32Array(square.vertices.flat()), indices: new Uint32Array([0, 1, 2, 0, 2, 3]), up: "z" };
  for (const scene of [square, flat]) {
    const made = await plumb.bake(scene, { stances: { crouch: 1, stand: 2 } });
    assert.equal(made.area.stand.exact, "16");
    assert.equal(made.area.stand.numerator, 16n);
    const mesh = await made.mesh();
    assert.ok(mesh.vertices instanceof Float32Array && mesh.corners instanceof Uint32Array);
    assert.equal(mesh.areas.reduce((sum, area) => sum + area, 0), 16);
    assert.equal(mesh.triangles().length % 3, 0);
    const own = await plumb.audit(made, mesh);
    assert.deepEqual([own.coverage, own.missing, own.excess, own.components.lost], [1, 0, 0, 0]);
    const moved = await plumb.audit(made, { vertices: square.vertices.map(([x, y, z]) => [x + 1, y, z]), indices: square.indices, up: "z" }, { fail_if: "missing>20%" });
    assert.deepEqual([moved.coverage, moved.excess, moved.passes, moved.missingRegions[0].area.exact], [0.75, 0.25, false, "4"]);
    assert.equal(moved.missingRegions[0].ring.length, 12);
    const again = await plumb.audit(made, { vertices: square.vertices.map(([x, y, z]) => [x + 1, y, z]), indices: square.indices, up: "z" }, { baseline: moved });
    assert.equal(again.passes, true);
    const { bytes, level: text } = await made.certificate();
    assert.match(await plumb.check(text, bytes), /^Every record holds/);
    const refuted = String(Buffer.from(bytes)).replace(/^cell \d -$/gm, "cell 0 -"); // blocked, it says, by nothing
    await assert.rejects(plumb.check(text, refuted), { name: "PlumbError", status: 1, code: "refuted" });
    const files = await made.files(["nav.cert"]);
    assert.deepEqual([...files.keys()], ["nav.cert", "nav.scene.obj"]);
    assert.match(await plumb.check(files.get("nav.scene.obj"), files.get("nav.cert")), /^Every record holds/);
    made.free();
    await assert.rejects(made.mesh(), /it was freed/);
  }
});

test("what is refused is told in the command's words", async () => {
  const scene = level("ruin.obj");
  for (const [options, args] of [[{ step: "-1" }, ["--step", "-1"]], [{ sides: "down" }, ["--sides", "down"]], [{ stances: "0" }, ["--stance", "stand=0"]]]) {
    const { stderr } = command(native, ["bake", "ruin.obj", ...args], { "ruin.obj": scene.bytes });
    await assert.rejects(plumb.bake(scene, options), { name: "PlumbError", code: "bad_option", status: 2, message: stderr.trim().replace("plumb: ", "") });
  }
  const broken = { name: "broken.obj", bytes: "v 0 0 0\nv 1 0 zero\n" };
  const { stderr } = command(native, ["bake", "broken.obj"], { "broken.obj": broken.bytes });
  await assert.rejects(plumb.bake(broken), { code: "bad_number", file: "broken.obj", line: 2, message: stderr.trim().replace("plumb: ", "") });
  await assert.rejects(plumb.bake(scene, { radiuss: 1 }), { code: "bad_option" });
  await assert.rejects(plumb.bake({ vertices: [0, 0, 0], indices: [0, 1, 2] }), { code: "bad_index" });
  await assert.rejects(plumb.bake("ruin.obj"), TypeError);
});

test("long jobs tell how far they are, and are aborted", async () => {
  const scene = level("ruin.obj");
  const told = [];
  const made = await plumb.bake(scene, { onProgress: ({ done, stage }) => told.push([done, stage]) });
  assert.ok(told.length > 3 && told.every(([done], i) => i === 0 || done >= told[i - 1][0]), JSON.stringify(told));
  const stop = new AbortController();
  await assert.rejects(plumb.bake(scene, { signal: stop.signal, onProgress: () => stop.abort() }), { name: "AbortError" });
  await assert.rejects(plumb.bake(scene, { signal: stop.signal }), { name: "AbortError" });
  const second = new AbortController();
  const asked = made.explain([3, 1, 3], {}, { signal: second.signal });
  second.abort(new Error("enough"));
  await assert.rejects(asked, /enough/);
  assert.equal((await made.explain([3, 1, 3])).grounds.length > 0, true); // baked again
  made.free();
  for (let i = 0; i < 20; ++i) (await plumb.bake(square)).free();
});

test("scenes are generated, made smaller, checked", async () => {
  const scene = await plumb.generate("door", { seed: 7 });
  const expected = command(native, ["generate", "door", "--seed", "7", "-o", "scene.obj", "--expect", "expected.json"]);
  assert.ok(expected.files["scene.obj"].equals(scene.bytes));
  same(scene.expected, String(expected.files["expected.json"]));
  await assert.rejects(plumb.generate("nothing"), { name: "PlumbError", status: 2 });
  const smaller = await plumb.minimise(level("wall_in_room.obj"), (obj, run) => run(["bake", "x.obj", "--up", "z", "--quiet"], { "x.obj": obj }).status === 0);
  assert.equal(smaller.minimal, true);
  assert.equal(smaller.obj.match(/^f /gm).length, 1);
  const hero = await plumb.agent({ radius: "2/5", stances: { stand: "1.8" }, up: "z" });
  assert.equal(hero.radius, "0.4");
});

test("ES modules and CommonJS both find it", () => {
  const script = (load) => `${load}.then(async ({ bake, PlumbError }) => { const b = await bake(${JSON.stringify(square)}); console.log(b.area.stand.exact, typeof PlumbError); })`;
  const run = (kind, load) => execFileSync(process.execPath, [`--input-type=${kind}`, "-e", script(load)], { cwd: folder, encoding: "utf8" });
  assert.equal(run("module", 'import("plumb-navmesh")'), "16 function\n");
  assert.equal(run("commonjs", 'Promise.resolve(require("plumb-navmesh"))'), "16 function\n");
});

test("what the documents show runs", () => {
  symlinkSync(join(root, "docs"), join(folder, "docs"));
  for (const [document, shown] of [["docs/guide/javascript.md", /\btrue\b/], ["pipeline/doors/javascript/README.md", /^9\n0 0 0\n$/]]) {
    const text = readFileSync(join(root, document), "utf8");
    writeFileSync(join(folder, "shown.mjs"), [...text.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code).join("\n"));
    const ran = spawnSync(process.execPath, ["shown.mjs"], { cwd: folder, encoding: "utf8" });
    assert.equal(ran.status, 0, ran.stderr);
    assert.match(ran.stdout, shown);
  }
});

test("the command line has the command's output, files and exit statuses", () => {
  const files = { "ruin.obj": level("ruin.obj").bytes, "no.obj": "v 0 0 zero\n", "ä b.obj": level("wall_in_room.obj").bytes };
  for (const args of [["bake", "ruin.obj", "-o", "nav.json", "-o", "plan.svg", "--quiet"], ["bake", "ä b.obj", "--up", "z", "-o", "ö ü.glb", "--quiet"], ["bake", "no.obj"],
    ["bake", "none.obj"], ["bake", "ruin.obj", "-o", "none/x.obj"], ["explain", "ruin.obj", "--at", "3,1,3"], ["explain", "ruin.obj", "--at", "999,0,0"], ["--version"], ["bake", "--help"],
    ["bake", "ruin.obj", "--fail-if", "stand<100%", "--quiet"], ["check", "ruin.obj", "no.obj"], ["generate", "--list"], ["layers", "ruin.obj", "--json", "l.json"], []]) {
    const [found, expected] = [command(cli, args, files), command(native, args, files)];
    assert.deepEqual([found.status, found.stdout.replace(/\d+\.\d+ s\b/g, ""), found.stderr], [expected.status, expected.stdout.replace(/\d+\.\d+ s\b/g, ""), expected.stderr], args.join(" "));
    assert.deepEqual(Object.keys(found.files), Object.keys(expected.files));
    for (const [name, bytes] of Object.entries(found.files)) if (!name.endsWith("l.json")) assert.ok(bytes.equals(expected.files[name]), name);
  }
  const absolute = join(folder, "absolute.svg");
  assert.equal(command(cli, ["bake", join(root, "docs/examples/ruin.obj"), "--quiet", "-o", absolute]).status, 0);
  assert.ok(existsSync(absolute));
  // Behind a link to a folder, ".." leads out of that folder.
  symlinkSync(join(root, "docs/examples/adversary"), join(folder, "link"));
  assert.equal(command(cli, ["bake", join(folder, "link") + "/../ruin.obj", "--quiet"]).status, 0);
});

test("what is not there is refused by name", () => {
  for (const args of [["fuzz", "--seconds", "1", "--", "true"], ["minimise", "ruin.obj", "-o", "x.obj", "--", "true"]]) {
    const { status, stderr } = command(cli, args, { "ruin.obj": level("ruin.obj").bytes });
    assert.equal(status, 2, stderr);
    assert.match(stderr, /^plumb: [^\n]*\n$/);
  }
});

test("a signal ends the command line, and leaves no unfinished file", async () => {
  const room = join(folder, "signal");
  mkdirSync(room);
  const running = spawn(cli, ["bake", join(root, "docs/examples/ruin.obj"), "--radius", "0.3", "-o", "nav.obj"], { cwd: room, stdio: "ignore" });
  await new Promise((resolve) => setTimeout(resolve, 400));
  running.kill("SIGINT");
  const [, signal] = await new Promise((resolve) => running.on("exit", (...how) => resolve(how)));
  assert.equal(signal, "SIGINT");
  assert.deepEqual(readdirSync(room), []);
});

const fromRegistry = (...packages) => npm("install", "--silent", "--no-audit", "--no-fund", ...packages).status === 0;

test("its types hold under --strict", (t) => {
  if (!fromRegistry("typescript@5.4.5")) return t.skip("typescript cannot be installed here");
  cpSync(join(root, "tests/javascript/types.ts"), join(folder, "types.mts"));
  cpSync(join(root, "tests/javascript/types.ts"), join(folder, "types.cts"));
  for (const [module, resolution, file] of [["nodenext", "nodenext", "types.mts"], ["nodenext", "nodenext", "types.cts"], ["esnext", "bundler", "types.mts"]]) {
    const checked = spawnSync("npx", ["tsc", "--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom", "--module", module, "--moduleResolution", resolution, file],
      { cwd: folder, encoding: "utf8" });
    assert.equal(checked.status, 0, checked.stdout);
  }
});

test("the example passes, and fails with a wall moved by 2^-20", (t) => {
  const example = join(folder, "example");
  cpSync(join(root, "pipeline/doors/javascript/examples"), example, { recursive: true });
  const install = (...args) => spawnSync("npm", [...args, "--silent", "--no-audit", "--no-fund"], { cwd: example, encoding: "utf8" });
  if (install("ci").status !== 0) return t.skip("the bakers cannot be installed here");
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  assert.equal(install("install", "--no-save", join(folder, tarball)).status, 0);
  const run = () => spawnSync(process.execPath, ["--test"], { cwd: example, encoding: "utf8", env: { ...process.env, NODE_TEST_CONTEXT: undefined } });
  const passed = run();
  assert.equal(passed.status, 0, passed.stdout);
  const file = join(example, "level.js");
  writeFileSync(file, readFileSync(file, "utf8").replace("const wall = 7;", "const wall = 7 + 2 ** -20;"));
  const failed = run();
  assert.equal(failed.status, 1, failed.stdout);
  assert.match(failed.stdout, /pass 0[\s\S]*fail 2/);
  assert.match(failed.stdout, /1 lost/);
});

const room = (width) => ({ vertices: [[0, 0, 0], [width, 0, 0], [width, 4, 0], [0, 4, 0]], indices: [[0, 1, 2, 3]] });
test("what is asked of one bake does not change what is asked of it next, or beside it", async () => {
  const made = await plumb.bake(room(4), { up: "z" });
  assert.equal(made.area.stand.exact, "16");
  await assert.rejects(plumb.bake({ ...room(4), up: "z" }, { up: "y" }), TypeError);
  // A reason may be anything; the next question, and the one beside, are answered.
  for (const reason of [0, null, undefined]) {
    const ending = new AbortController();
    const ended = made.explain([1, 1, 0], {}, { signal: ending.signal });
    const beside = made.explain([2, 2, 0]);
    ending.abort(reason);
    await assert.rejects(ended, (error) => reason === undefined || error === reason);
    assert.equal((await beside).grounds[0].verdict, "stand");
    assert.equal((await made.explain([1, 1, 0])).grounds[0].verdict, "stand");
  }
  await assert.rejects(made.mesh({ stance: () => 1 }));
  const wide = await plumb.bake(room(3), { up: "z", fail_if: "stand<101%" });
  assert.equal(wide.passes, false);
  assert.equal((await wide.certificate()).bytes.length > 0, true);
  const difference = await plumb.diff(await made.mesh(), await wide.mesh());
  assert.equal(difference.same, false);
  const bytes = await made.bytes("json");
  await assert.rejects(plumb.diff({ name: "nav.json", bytes }, { name: "nav.json", bytes }), TypeError);
  made.free();
  wide.free();
});
