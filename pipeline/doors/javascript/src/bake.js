// SPDX-License-Identifier: GPL-3.0-or-later
// A baked level, kept in a worker of its own.
import { PlumbError } from "./errors.js";
import { FloatMesh } from "./float_mesh.js";
import { Area, pointText } from "./numbers.js";
import { optionText, optionTexts } from "./options.js";

/** A worker that does one job after another, and is started again when one was aborted: then `first` is asked anew. */
export class Session {
  constructor(start, first) {
    this.start = start;
    this.first = first;
    this.running = null;
    this.isFree = false; // then no question starts a worker again
  }
  async ask(request, { files = {}, signal, onProgress } = {}) {
    signal?.throwIfAborted();
    if (!this.running) {
      const engine = this.start();
      const begun = engine.then((e) => (this.first ? aborted(e, this.first, { signal, onProgress }) : undefined));
      this.running = { engine, begun };
    }
    const { running } = this;
    const { engine, begun } = running;
    try {
      const made = await begun;
      return request ? await aborted(await engine, { request, files }, { signal, onProgress }) : made;
    } catch (error) {
      const e = await engine.catch(() => null);
      const over = error?.code === "out_of_memory" || error?.code === "internal"; // so has its instance ended
      const isOver = over || e === null || e.isEnded || (await begun.then(() => false, () => true));
      if (isOver && this.running === running) this.end(over ? error : undefined); // and not one that was begun meanwhile
      if (e?.wasAborted && !signal?.aborted && !this.isFree) return this.ask(request, { files, signal, onProgress }); // by another question's signal
      throw error;
    }
  }
  end(error) {
    this.running?.engine.then((engine) => engine.end(error), () => {});
    this.running = null;
  }
}

// A job of an engine, which a signal ends.
async function aborted(engine, { request, files }, { signal, onProgress }) {
  const abort = () => {
    engine.wasAborted = true;
    engine.end(signal.reason);
  };
  signal?.addEventListener("abort", abort, { once: true });
  try {
    signal?.throwIfAborted();
    return await engine.ask(request, { files, onProgress });
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

const left = new FinalizationRegistry((session) => session.end());

/** What a baked level and a navmesh of a file answer: the JSON of the commands. The last argument of each call has
 * { signal, onProgress }. */
export class Navmesh {
  constructor(session, reply) {
    this._session = session;
    this._reply = reply;
    left.register(this, session, session);
  }
  async _ask(request, heard) {
    return this._session.ask(request, heard);
  }
  /** What cannot be asked about, such as off-mesh connections. */
  get leftOut() {
    return this._reply.left_out ?? "";
  }
  /** A way, as `plumb route` finds it. */
  async route(from, to, options = {}, heard) {
    return (await this._ask({ job: "route", options: optionTexts({ from, to, ...options }) }, heard)).json;
  }
  /** What engines ask of a navmesh: `plumb route --ask`. question: "nearest", "raycast", "move", "border", "random",
   * "within", "reachable" or "components". */
  async places(question, options = {}, heard) {
    return (await this._ask({ job: "places", options: optionTexts({ ask: question, ...options }) }, heard)).json;
  }
  /** Layers, as `plumb layers` finds them. */
  async layers({ stance, method } = {}, heard) {
    return (await this._ask({ job: "layers", stance, method }, heard)).json;
  }
  /** Ends its worker, which frees its memory now; else that is done once nobody has it any more. */
  free() {
    left.unregister(this._session);
    this._session.isFree = true;
    this._session.end();
    this._session = { ask: () => Promise.reject(new PlumbError("it was freed", { code: "bad_option" })), end() {} };
  }
}

export class Bake extends Navmesh {
  /** The report of `plumb bake --report`; that of the navmesh's polygons comes with the first question about them. */
  get report() {
    return this._reply.report;
  }
  get summary() {
    return this._reply.summary;
  }
  /** What looks wrong: { code, text }. */
  get warnings() {
    return this._reply.warnings;
  }
  /** Whether no threshold of fail_if is exceeded. */
  get passes() {
    return this._reply.passes;
  }
  /** Heights by name, lowest first, as fractions. */
  get stances() {
    return Object.fromEntries(this._reply.stances.map(({ name, height }) => [name, height]));
  }
  get up() {
    return this._reply.up;
  }
  /** Areas by verdict: each stance (where it fits and no higher one), "blocked", "covered" and so on. */
  get area() {
    const { stances, ...others } = this.report.area;
    const out = Object.fromEntries(stances.map(({ name, area }) => [name, new Area(area)]));
    for (const [name, value] of Object.entries(others)) if (value !== null && typeof value === "object" && "approx" in value) out[name] = new Area(value);
    return out;
  }
  /** Where a stance fits (default: the lowest), in plain arrays. */
  async mesh({ stance, origin = [0, 0, 0], most_corners } = {}, heard) {
    const [x, y, z] = origin;
    return new FloatMesh(await this._ask({ job: "mesh", stance, most_corners, origin: { x, y, z } }, heard), origin, this.up);
  }
  /** Files as `plumb bake -o` writes them, by name: a Map of bytes. stance: that of a .tres; links: whether steps and
   * welds are polygons; tile: the width of tiles of an .mset. */
  async files(names, { stance, links, tile } = {}, heard) {
    const certificates = names.filter((name) => name.endsWith(".cert"));
    const others = names.filter((name) => !name.endsWith(".cert"));
    const out = new Map();
    if (others.length > 0) {
      const request = { job: "write", files: others, stance, links, tile: tile === undefined ? undefined : optionText("tile", tile) };
      const { files, ...reply } = await this._ask(request, heard);
      this._reply = reply;
      for (const [name, bytes] of files) out.set(name, bytes);
    }
    for (const name of certificates) {
      const { bytes, scene } = await this._certify(heard);
      out.set(name, bytes);
      if (scene) out.set(name.replace(/cert$/, "scene.obj"), scene);
    }
    return out;
  }
  /** One of them, in the format of this ending: "glb", "json", "bin", ... */
  async bytes(format, options, heard) {
    const name = `navmesh.${format}`;
    return (await this.files([name], options, heard)).get(name);
  }
  /** { bytes, level }: a certificate, and the .obj file that it is of, which check() is given. */
  async certificate(heard) {
    const { bytes, level } = await this._certify(heard);
    return { bytes, level };
  }
  /** Why one can stand at a place or not: the JSON of `plumb explain --at`. */
  async explain(at, { reach } = {}, heard) {
    return (await this._ask({ job: "explain", at: pointText(at), reach: reach === undefined ? undefined : optionText("reach", reach) }, heard)).json;
  }
  /** At which values the level changes: `plumb explain --thresholds`. of: "height", "slope" or "radius". */
  async thresholds(of, { range, jumps } = {}, heard) {
    return (await this._ask({ job: "thresholds", of, jumps, range: range === undefined ? undefined : optionText("range", range) }, heard)).json;
  }
  /** What joins two places, or parts them: `plumb explain --from --to`. */
  async connect(from, to, { stance, only, bakes } = {}, heard) {
    const request = { job: "connect", from: pointText(from), to: pointText(to), stance, only: only === undefined ? undefined : optionText("only", only) };
    return (await this._ask({ ...request, bakes: bakes === undefined ? undefined : String(bakes) }, heard)).json;
  }
}
