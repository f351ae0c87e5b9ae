// SPDX-License-Identifier: GPL-3.0-or-later
// Files in memory, for programs that run where there are none: by path, such as "/levels/ruin.obj". Folders are implied
// by the paths of files, and may be made by themselves.
import { fileError } from "./errno.js";

const empty = new Uint8Array(0);

/** A path from the root, without ".", ".." and doubled slashes. */
export function absolute(path) {
  const out = [];
  for (const part of path.split("/"))
    if (part === "..") out.pop();
    else if (part !== "" && part !== ".") out.push(part);
  return "/" + out.join("/");
}

const folderOf = (path) => path.slice(0, Math.max(path.lastIndexOf("/"), 1));

// The bytes of a file, in an array that is longer than the file while it grows.
class Content {
  constructor(bytes, inode) {
    this.bytes = bytes;
    this.size = bytes.length;
    this.inode = inode;
    this.shared = true; // with whom gave the bytes: they are copied before the first change
    this.changed = false;
  }
  resize(size) {
    if (this.shared || size > this.bytes.length) {
      let grown;
      try {
        grown = new Uint8Array(size > this.size ? Math.max(size, Math.min(2 * this.size, this.size + 2 ** 28)) : this.size);
      } catch {
        throw fileError("ENOSPC");
      }
      grown.set(this.bytes.subarray(0, Math.min(this.size, grown.length)));
      this.bytes = grown;
      this.shared = false;
    }
    if (size < this.size) this.bytes.fill(0, size, this.size);
    this.size = size;
    this.changed = true;
  }
  read(out, position) {
    const part = this.bytes.subarray(Math.min(position, this.size), Math.min(position + out.length, this.size));
    out.set(part);
    return part.length;
  }
  write(bytes, position) {
    if (this.shared || position + bytes.length > this.size) this.resize(Math.max(this.size, position + bytes.length));
    this.bytes.set(bytes, position);
    this.changed = true;
    return bytes.length;
  }
}

class OpenFile {
  constructor(content) {
    this.content = content;
  }
  read(out, position) {
    return this.content.read(out, position);
  }
  write(bytes, position) {
    return this.content.write(bytes, position);
  }
  resize(size) {
    this.content.resize(size);
  }
  stat() {
    return { type: "file", size: this.content.size, inode: this.content.inode };
  }
  sync() {}
  close() {}
}

export class MemoryFiles {
  /** files: a Map, or an object, of bytes or text by path. Paths that do not start with "/" start in the root. */
  constructor(files = {}) {
    this.contents = new Map();
    this.folders = new Map([["/", 1]]); // with their numbers
    this.inodes = 1;
    for (const [path, content] of files instanceof Map ? files : Object.entries(files)) this.put(path, content);
  }
  put(path, content) {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : viewOf(content);
    path = absolute(path);
    this.imply(folderOf(path));
    this.contents.set(path, new Content(bytes, ++this.inodes));
  }
  /** What the other functions take, for a path from the root that the program has put together. */
  path(path) {
    return absolute(path);
  }
  /** The bytes of a file, or undefined. They are valid until the file is changed. */
  get(path) {
    const content = this.contents.get(absolute(path));
    return content && content.bytes.subarray(0, content.size);
  }
  /** The files that were made or changed, by path without the first "/". */
  changed() {
    const out = new Map();
    for (const [path, content] of this.contents)
      if (content.changed) out.set(path.slice(1), content.bytes.slice(0, content.size));
    return out;
  }
  imply(folder) {
    for (; !this.folders.has(folder); folder = folderOf(folder)) {
      if (this.contents.has(folder)) throw fileError("ENOTDIR", folder);
      this.folders.set(folder, ++this.inodes);
    }
  }

  // What wasi.js asks of files.
  open(path, { create = false, exclusive = false, truncate = false, folder = false }) {
    if (this.folders.has(path)) throw fileError("EISDIR", path);
    let content = this.contents.get(path);
    if (content && exclusive) throw fileError("EEXIST", path);
    if (content && folder) throw fileError("ENOTDIR", path);
    if (!content) {
      if (!create) throw this.absent(path);
      this.parent(path);
      content = new Content(empty, ++this.inodes);
      content.changed = true;
      this.contents.set(path, content);
    }
    if (truncate) content.resize(0);
    return new OpenFile(content);
  }
  stat(path) {
    const content = this.contents.get(path);
    if (content) return new OpenFile(content).stat();
    if (this.folders.has(path)) return { type: "folder", size: 0, inode: this.folders.get(path) };
    throw this.absent(path);
  }
  list(path) {
    if (!this.folders.has(path)) throw fileError("ENOTDIR", path);
    const start = path === "/" ? "/" : path + "/";
    const within = (name) => name !== path && name.startsWith(start) && !name.includes("/", start.length);
    const of = (names, type) =>
      [...names].filter(within).map((name) => ({ name: name.slice(start.length), type, inode: this.stat(name).inode }));
    return [...of(this.folders.keys(), "folder"), ...of(this.contents.keys(), "file")];
  }
  makeFolder(path) {
    if (this.contents.has(path) || this.folders.has(path)) throw fileError("EEXIST", path);
    this.parent(path);
    this.folders.set(path, ++this.inodes);
  }
  removeFolder(path) {
    if (this.list(path).length > 0 || path === "/") throw fileError("ENOTEMPTY", path);
    this.folders.delete(path);
  }
  remove(path) {
    if (this.folders.has(path)) throw fileError("EISDIR", path);
    if (!this.contents.delete(path)) throw this.absent(path);
  }
  rename(from, to) {
    const content = this.contents.get(from);
    if (!content) throw this.folders.has(from) ? fileError("ENOTSUP", from) : this.absent(from);
    if (this.folders.has(to)) throw fileError("EISDIR", to);
    this.parent(to);
    this.contents.delete(from);
    content.changed = true; // under its new name
    this.contents.set(to, content);
  }
  link(from, to) {
    if (this.contents.has(to) || this.folders.has(to)) throw fileError("EEXIST", to);
    const { content } = this.open(from, {});
    this.parent(to);
    content.changed = true;
    this.contents.set(to, content);
  }
  readLink(path) {
    this.stat(path);
    throw fileError("EINVAL", path);
  }

  // Throws unless the folder of a path is there.
  parent(path) {
    if (!this.folders.has(folderOf(path))) throw this.absent(path);
  }
  absent(path) {
    for (let folder = folderOf(path); folder !== "/"; folder = folderOf(folder))
      if (this.contents.has(folder)) return fileError("ENOTDIR", path);
    return fileError("ENOENT", path);
  }
}

function viewOf(content) {
  if (content instanceof ArrayBuffer || (typeof SharedArrayBuffer !== "undefined" && content instanceof SharedArrayBuffer))
    return new Uint8Array(content);
  if (ArrayBuffer.isView(content)) return new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
  throw new TypeError("the content of a file is bytes (Uint8Array, ArrayBuffer) or text");
}
