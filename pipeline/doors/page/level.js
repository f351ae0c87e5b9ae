// SPDX-License-Identifier: GPL-3.0-or-later
// The level of the page: its files, from a drop, a choice or a link, and which of them is the scene.
import { unpack } from "../../run/view/page/model.js";

export const sceneExtensions = ["obj", "gltf", "glb", "off", "ply", "stl", "tscn"];
const mostInLink = 12_000; // characters of a level in a link
const extension = (name) => name.slice(name.lastIndexOf(".") + 1).toLowerCase();
export const isScene = (name) => sceneExtensions.includes(extension(name));

/** The levels that are inside of the page, with the options that they are baked with at first. */
export const inside = [
  { file: "ruin.obj", title: "a ruin", options: { sides: "up", stances: [["crawl", "0.5"], ["crouch", "1.1"], ["stand", "1.8"]] } },
  { file: "doorways.obj", title: "three doorways", options: { up: "z", sides: "up", numbers: "decimal", step: "0.25", stances: [["crawl", "0.5"], ["crouch", "1"], ["stand", "1.8"]] } },
  { file: "crates.obj", title: "crates", options: { up: "z", sides: "up", stances: [["crawl", "0.5"], ["stand", "1.8"]] } },
  { file: "spiral.obj", title: "a spiral stair", options: { up: "z", step: "0.5" } },
  { file: "multi_storey_building.obj", title: "a building of three storeys", options: { up: "z", radius: "0.3" } },
].map((level) => ({ ...level, options: { ...level.options, ...(level.options.stances ? { stances: level.options.stances.map(([name, height]) => ({ name, height })) } : {}) } }));

/** A level: `scene` is the name of its file, `files` the bytes of this and of those that it needs, by name. */
export class Level {
  /** `home`: "inside" or "saved" where the page has it. */
  constructor(scene, files, home = null) {
    Object.assign(this, { scene, files, isInside: home === "inside" });
    this.link = home ? `${home}:${scene}` : null; // null: not known yet; "": too long
  }

  /** One that is inside of the page; null if none has this name. */
  static async ofPage(name) {
    const part = [...document.querySelectorAll("script[data-level]")].find((p) => p.dataset.level === name);
    return part ? new Level(name, { [name]: new Uint8Array(await unpack(part.textContent)) }, "inside") : null;
  }

  /** The level with which the page was saved (save_page.js), and its options; null if it was not. */
  static async saved() {
    const parts = [...document.querySelectorAll("script[data-saved]")]; // the first is the scene
    if (parts.length === 0) return null;
    const files = {};
    for (const part of parts) files[part.dataset.saved] = new Uint8Array(await unpack(part.textContent));
    return { level: new Level(parts[0].dataset.saved, files, "saved"), options: parts[0].dataset.options };
  }

  /** Of a list of files as a browser gives them; null if no scene is among them. */
  static async ofFiles(list) {
    const scene = list.find((file) => isScene(file.name) && extension(file.name) !== "bin");
    if (!scene) return null;
    const name = scene.name.replace(/^-/, "_"); // no option
    const files = {};
    for (const file of list) files[file === scene ? name : file.name] = new Uint8Array(await file.arrayBuffer());
    return new Level(name, files);
  }

  /** Of the text in a link; null if it is none. */
  static async ofLink(text) {
    const [kind, ...rest] = text.split(":");
    if (kind === "saved") {
      const level = (await Level.saved())?.level;
      return level?.link === text ? level : null;
    }
    if (kind === "inside") return Level.ofPage(rest.join(":"));
    if (kind !== "file") return null;
    const packed = rest.pop();
    const name = rest.join(":");
    if (!isScene(name)) return null;
    const level = new Level(name, { [name]: new Uint8Array(await unpack(packed.replaceAll("-", "+").replaceAll("_", "/"))) });
    level.link = text;
    return level;
  }

  /** The level as the text of a link; "" where it is too long, or has several files. */
  async findLink() {
    if (this.link !== null) return this.link;
    const files = Object.values(this.files);
    this.link = "";
    if (files.length !== 1 || files[0].length > 2 ** 20) return "";
    const stream = new Blob(files).stream().pipeThrough(new CompressionStream("gzip"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    if (bytes.length * 4 > mostInLink * 3) return "";
    const base64 = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    this.link = `file:${this.scene}:${base64}`;
    return this.link;
  }
}

/** The bytes of a part of the page, unpacked. */
export const partOfPage = async (id) => unpack(document.getElementById(id).textContent);
