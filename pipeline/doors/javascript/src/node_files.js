// SPDX-License-Identifier: GPL-3.0-or-later
// The real files, for programs that run under node.
import * as fs from "node:fs";
import { isatty } from "node:tty";
import { fileError } from "./errno.js";

/** The path of the system for one of the program. On Windows "/C:/levels" is "C:/levels", and so is what ends in a path
 * with a drive, because the program takes that for one from where it is. */
export function hostPath(path, platform = process.platform) {
  return platform === "win32" ? /^.*\/([A-Za-z]:([/\\].*)?)$/.exec(path)?.[1] ?? path : path;
}
/** The path of the program for one of the system. */
export function programPath(path, platform = process.platform) {
  return platform === "win32" ? "/" + path.replaceAll("\\", "/") : path;
}

const typeOf = (stat) => (stat.isDirectory() ? "folder" : stat.isFile() ? "file" : stat.isSymbolicLink() ? "link" : stat.isCharacterDevice() ? "terminal" : "unknown");
const described = (stat) => ({ type: typeOf(stat), size: stat.size, inode: stat.ino, modified: stat.mtimeMs });

class OpenFile {
  constructor(fd) {
    this.fd = fd;
    const { type } = this.stat();
    this.searched = type === "file"; // else it is read and written in its own order
  }
  read(out, position) {
    return fs.readSync(this.fd, out, 0, out.length, this.searched ? position : null);
  }
  write(bytes, position) {
    return fs.writeSync(this.fd, bytes, 0, bytes.length, this.searched ? position : null);
  }
  resize(size) {
    fs.ftruncateSync(this.fd, size);
  }
  stat() {
    return described(fs.fstatSync(this.fd));
  }
  sync() {
    fs.fsyncSync(this.fd);
  }
  close() {
    fs.closeSync(this.fd);
  }
}

export class NodeFiles {
  /** tell: is told of each file before it is made anew, { begun }, and when it has its final name or is removed, { ended }. */
  constructor(tell = () => {}) {
    this.tell = tell;
  }
  /** The system follows "..": behind a link to a folder it leads out of that folder. */
  path(path) {
    return path.replace(/\/(?:\.?\/)*/g, "/");
  }
  open(path, { create, exclusive, truncate, folder, read, write }) {
    const c = fs.constants;
    const flags = (write ? (read ? c.O_RDWR : c.O_WRONLY) : c.O_RDONLY) | (create && c.O_CREAT) | (exclusive && c.O_EXCL) | (truncate && c.O_TRUNC);
    if (folder && typeOf(fs.statSync(hostPath(path))) !== "folder") throw fileError("ENOTDIR", path);
    if (create && exclusive) this.tell({ begun: hostPath(path) });
    return new OpenFile(fs.openSync(hostPath(path), flags, 0o666));
  }
  stat(path, follow = true) {
    return described(follow ? fs.statSync(hostPath(path)) : fs.lstatSync(hostPath(path)));
  }
  list(path) {
    return fs.readdirSync(hostPath(path), { withFileTypes: true }).map((entry) => ({ name: entry.name, type: typeOf(entry), inode: 0 }));
  }
  makeFolder(path) {
    fs.mkdirSync(hostPath(path));
  }
  removeFolder(path) {
    fs.rmdirSync(hostPath(path));
  }
  remove(path) {
    fs.unlinkSync(hostPath(path));
    this.tell({ ended: hostPath(path) });
  }
  rename(from, to) {
    fs.renameSync(hostPath(from), hostPath(to));
    this.tell({ ended: hostPath(from) });
  }
  link(from, to) {
    fs.linkSync(hostPath(from), hostPath(to));
  }
  readLink(path) {
    return fs.readlinkSync(hostPath(path));
  }
}

/** The streams of the process, each as long as its other end is open. */
export function nodeStreams() {
  const again = (job) => {
    for (;;)
      try {
        return job();
      } catch (error) {
        if (error.code === "EOF") return 0; // a closed pipe of Windows
        if (error.code !== "EAGAIN") throw error; // one that is not ready: who reads it is slower
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      }
  };
  return [0, 1, 2].map((fd) => ({
    terminal: isatty(fd),
    read: (bytes) => again(() => fs.readSync(fd, bytes)),
    write: (bytes) => again(() => fs.writeSync(fd, bytes)),
  }));
}
