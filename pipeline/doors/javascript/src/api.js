// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of the package, over a platform: how workers are started, and where the module comes from.
import { Audit } from "./audit.js";
import { Bake, Navmesh, Session } from "./bake.js";
import { Engine } from "./engine.js";
import { errorOfRun, PlumbError } from "./errors.js";
import { navmeshInput, sceneInput } from "./inputs.js";
import { Kept } from "./kept.js";
import { numberText } from "./numbers.js";
import { optionTexts } from "./options.js";
import { run as runModule } from "./run.js";

/** module(): a promise of the WebAssembly.Module. makeWorker: what Engine is given. */
export function makeCalls({ module, makeWorker }) {
  const start = async () => new Engine(makeWorker, await module());

  // A job that nothing is kept of.
  async function once(request, files, { signal, onProgress } = {}) {
    const session = new Session(start, null);
    try {
      return await session.ask(request, { files, signal, onProgress });
    } finally {
      session.end();
    }
  }

  async function run(args, files = {}, { signal, onStderr, ...options } = {}) {
    signal?.throwIfAborted();
    const engine = await start();
    const abort = () => engine.end(signal.reason);
    signal?.addEventListener("abort", abort, { once: true });
    try {
      return await engine.run(args, files, { options, onStderr });
    } finally {
      signal?.removeEventListener("abort", abort);
      engine.end();
    }
  }
  async function runWell(args, files, heard) {
    const result = await run(args, files, heard);
    if (result.status !== 0) throw errorOfRun(result);
    return result;
  }

  async function bake(scene, { onProgress, signal, ...options } = {}) {
    const texts = optionTexts(options);
    const { request, files } = await sceneInput(scene);
    if (request.vertices && texts.up !== undefined) {
      if (request.up !== undefined && request.up !== texts.up) throw new TypeError(`up: the arrays say "${request.up}", the options "${texts.up}"`);
      request.up = texts.up;
    }
    const session = new Session(start, { request: { job: "bake", ...request, options: texts }, files });
    const made = new Bake(session, await session.ask(null, { signal, onProgress }));
    made._certify = (heard) => certificate(request, files, texts, made, heard);
    return made;
  }

  // `level`: what it is of. An .obj file's is of that file; another level is written as `scene`.
  async function certificate(request, files, texts, made, heard) {
    let name = request.file;
    let scene;
    texts = { ...texts, fail_if: undefined }; // a bake that fails it has a certificate, too
    if (!name) {
      name = "level.obj";
      scene = (await made._ask({ job: "scene_text", to: name }, heard)).files.get(name);
      files = { [name]: scene };
      texts = { ...texts, up: made.up, numbers: "decimal" };
    }
    const { files: written } = await runWell(["bake", name, ...argumentsOf(texts), "--quiet", "-o", "level.cert"], files, heard);
    scene ??= written.get("level.scene.obj");
    return { bytes: written.get("level.cert"), level: scene ?? files[name], scene };
  }

  async function open(navmesh, options = {}, heard = {}) {
    const { request, files } = await navmeshInput({ ...navmesh, options: { ...navmesh.options, ...options } });
    if (!request.file) throw new TypeError("a navmesh that is asked by itself is { name, bytes } of a file");
    const session = new Session(start, { request: { ...request, job: "load" }, files });
    return new Navmesh(session, await session.ask(null, heard));
  }
  // What is made for one question alone is freed after it.
  async function using(level, kind, make, job) {
    if (level instanceof kind) return job(level);
    const made = await make(level);
    try {
      return await job(made);
    } finally {
      made.free();
    }
  }

  async function audit(level, navmesh, { onProgress, signal, ...options } = {}) {
    return using(level, Bake, (scene) => bake(scene, { onProgress, signal }), async (made) => {
      const { request, files } = await navmeshInput(navmesh, made.up);
      if (options.baseline instanceof Audit) {
        files[".baseline.json"] = JSON.stringify(options.baseline.report);
        options = { ...options, baseline: ".baseline.json" };
      }
      return new Audit(await made._ask({ job: "audit", navmesh: request, options: optionTexts(options) }, { files, onProgress, signal }));
    });
  }

  async function diff(a, b, { onProgress, signal, up = "y", ...options } = {}) {
    const first = await navmeshInput(a, up, ".a");
    const second = await navmeshInput(b, up, ".b");
    const both = Object.keys(second.files).find((name) => name in first.files);
    if (both !== undefined) throw new TypeError(`two files are called "${both}": give one another name`);
    const request = { job: "diff", a: first.request, b: second.request, options: optionTexts(options) };
    return (await once(request, { ...first.files, ...second.files }, { onProgress, signal })).json;
  }

  const explain = (level, { at, from, to, thresholds, ...options }, heard) =>
    using(level, Bake, (scene) => bake(scene, heard), (made) => {
      if (at !== undefined) return made.explain(at, options, heard);
      return thresholds === undefined ? made.connect(from, to, options, heard) : made.thresholds(thresholds, options, heard);
    });
  const route = (level, { from, to, ...options }, heard) => using(level, Navmesh, (navmesh) => open(navmesh, {}, heard), (asked) => asked.route(from, to, options, heard));
  const layers = (level, options, heard) => using(level, Navmesh, (navmesh) => open(navmesh, {}, heard), (asked) => asked.layers(options, heard));

  async function generate(family, { seed = 0, cell } = {}, heard) {
    const args = ["generate", family, "--seed", String(seed), ...(cell ? ["--cell", Array.from(cell, numberText).join(",")] : [])];
    const { files } = await runWell([...args, "-o", "scene.obj", "--expect", "expected.json"], {}, heard);
    const text = (name) => new TextDecoder().decode(files.get(name));
    return { name: `${family}-${seed}.obj`, bytes: files.get("scene.obj"), expected: JSON.parse(text("expected.json")) };
  }

  async function check(level, certificate, heard) {
    if (certificate === undefined) ({ level, bytes: certificate } = level);
    const found = await once({ job: "check", level: "level.obj", certificate: "level.cert" }, { "level.obj": level, "level.cert": certificate }, heard);
    if (!found.holds)
      throw new PlumbError(found.text, { code: found.refuted ? "refuted" : "syntax", status: found.refuted ? 1 : 2, file: found.of_level ? "level" : "certificate", line: found.line });
    return found.text;
  }

  async function minimise(scene, interesting, { seconds, onProgress } = {}) {
    const { request, files } = await sceneInput(scene);
    if (!request.file) throw new TypeError("what is made smaller is { name, bytes } of a file");
    const compiled = await module();
    const command = (args, more = {}) => runModule(compiled, args, more);
    const kept = new Kept(compiled, onProgress, (obj) => interesting(obj, command));
    const { obj, minimal, trials } = kept.ask({ job: "minimise", file: request.file, seconds }, files);
    return { obj, minimal, trials };
  }

  async function agent(options) {
    const { json, text, notes } = await once({ job: "agent", options: optionTexts(options) });
    return { ...json, text, notes };
  }

  return { agent, audit, bake, check, diff, explain, generate, layers, minimise, open, route, run };
}

// Options as the command line has them.
function argumentsOf(texts) {
  const names = { stances: "stance", seed_points: "seed-point", gltf_scene: "scene" };
  const out = [];
  for (const [key, value] of Object.entries(texts)) {
    const name = `--${names[key] ?? key.replaceAll("_", "-")}`;
    if (value === true) out.push(name);
    else if (value !== false && value !== undefined) for (const text of [value].flat()) out.push(name, text);
  }
  return out;
}
