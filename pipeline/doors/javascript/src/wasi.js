// SPDX-License-Identifier: GPL-3.0-or-later
// The functions that a program compiled for WASI preview 1 imports, over files in memory (memory_files.js) or real ones
// (node_files.js).
// Problem. Browsers have no WASI, and node:wasi is experimental and lets a program see real files alone.
// 1. Descriptors 0 to 2 are streams, 3 is the folder "/", the only one that is opened beforehand. All paths of the
//    program are from there; `PWD` in its environment tells it where it is.
// 2. guarded() makes what a function throws its error number. What is no error of files passes through the program,
//    as Exit does, by which it ends.
// 3. Views of the memory are made for each call, as memory grows; pointers are unsigned, as memory may have 4 GiB.
// Cost. A few microseconds a call; files are read and written in place.
// Source. The documents of WASI preview 1 at https://github.com/WebAssembly/WASI.
import { errnoOf, fileError } from "./errno.js";

/** The end of a program, with its status. */
export class Exit extends Error {
  constructor(status) {
    super(`exit status ${status}`);
    this.status = status;
  }
}

const types = { unknown: 0, terminal: 2, folder: 3, file: 4, link: 7 };
const rightRead = 1n << 1n;
const rightSeek = (1n << 2n) | (1n << 5n);
const rightWrite = 1n << 6n;
const allRights = (1n << 29n) - 1n;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

// A stream: read(bytes) and write(bytes) return how many bytes they took. A terminal cannot be searched.
const streamOf = (stream) => ({ stream, position: 0 });

/** args: the program's name and arguments. env: an object of texts. files: what MemoryFiles or NodeFiles are.
 * streams: three of { read, write, terminal }. */
export class Wasi {
  constructor({ args, env = {}, files, streams }) {
    this.args = args.map((text) => encoder.encode(text + "\0"));
    this.env = Object.entries(env).map(([name, value]) => encoder.encode(`${name}=${value}\0`));
    this.files = files;
    this.open = new Map(streams.map((stream, number) => [number, streamOf(stream)]));
    this.open.set(3, { folder: "/", name: "/" });
    this.memory = null;
    this.imports = {};
    for (const name of functions) this.imports[name] = (...values) => this.guarded(name, values);
    this.imports.proc_exit = (status) => {
      throw new Exit(status);
    };
  }
  /** To be called with the instance before anything of it runs. */
  attach(instance) {
    this.memory = instance.exports.memory;
  }
  /** Closes what the program has left open. */
  close() {
    for (const { file } of this.open.values()) file?.close();
    this.open.clear();
  }

  guarded(name, values) {
    this.view = new DataView(this.memory.buffer);
    try {
      this[name](...values.map((v) => (typeof v === "number" ? v >>> 0 : v)));
      return 0;
    } catch (error) {
      return errnoOf(error);
    }
  }
  bytes(at, size) {
    return new Uint8Array(this.memory.buffer, at, size);
  }
  text(at, size) {
    return decoder.decode(this.bytes(at, size).slice());
  }
  path(fd, at, size) {
    const folder = this.descriptor(fd).folder;
    if (folder === undefined) throw fileError("ENOTDIR");
    return this.files.path(folder + "/" + this.text(at, size));
  }
  descriptor(fd) {
    const found = this.open.get(fd);
    if (!found) throw fileError("EBADF");
    return found;
  }
  file(fd) {
    const found = this.descriptor(fd);
    if (!found.file) throw fileError(found.stream ? "ESPIPE" : "EISDIR");
    return found;
  }

  texts(list, pointers, at) {
    for (const bytes of list) {
      this.view.setUint32(pointers, at, true);
      this.bytes(at, bytes.length).set(bytes);
      pointers += 4;
      at += bytes.length;
    }
  }
  sizes(list, count, size) {
    this.view.setUint32(count, list.length, true);
    this.view.setUint32(size, list.reduce((sum, bytes) => sum + bytes.length, 0), true);
  }
  args_get(pointers, at) {
    this.texts(this.args, pointers, at);
  }
  args_sizes_get(count, size) {
    this.sizes(this.args, count, size);
  }
  environ_get(pointers, at) {
    this.texts(this.env, pointers, at);
  }
  environ_sizes_get(count, size) {
    this.sizes(this.env, count, size);
  }
  clock_res_get(_clock, at) {
    this.view.setBigUint64(at, 1000n, true);
  }
  clock_time_get(clock, _precision, at) {
    const milliseconds = clock === 0 ? Date.now() : performance.now();
    this.view.setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
  }
  random_get(at, size) {
    for (let begin = 0; begin < size; begin += 65536) {
      const part = new Uint8Array(Math.min(65536, size - begin));
      globalThis.crypto.getRandomValues(part);
      this.bytes(at + begin, part.length).set(part);
    }
  }
  sched_yield() {}
  // Of clocks alone: the program goes on at once, for who runs it may not wait.
  poll_oneoff(subscriptions, events, count, found) {
    for (let i = 0; i < count; ++i) {
      const from = subscriptions + 48 * i;
      const to = events + 32 * i;
      this.bytes(to, 32).fill(0);
      this.view.setBigUint64(to, this.view.getBigUint64(from, true), true);
      this.view.setUint8(to + 10, this.view.getUint8(from + 8));
    }
    this.view.setUint32(found, count, true);
  }

  fd_advise() {}
  fd_allocate(fd, offset, size) {
    const { file } = this.file(fd);
    const end = Number(offset) + Number(size);
    if (file.stat().size < end) file.resize(end);
  }
  fd_close(fd) {
    this.descriptor(fd).file?.close();
    this.open.delete(fd);
  }
  fd_sync(fd) {
    this.descriptor(fd).file?.sync();
  }
  fd_datasync(fd) {
    this.fd_sync(fd);
  }
  fd_renumber(from, to) {
    const moved = this.descriptor(from);
    this.descriptor(to).file?.close();
    this.open.set(to, moved);
    this.open.delete(from);
  }
  fd_fdstat_get(fd, at) {
    const { stream, folder, file, append } = this.descriptor(fd);
    const type = folder !== undefined ? types.folder : file ? types[file.stat().type] : stream.terminal ? types.terminal : types.unknown;
    this.bytes(at, 24).fill(0);
    this.view.setUint8(at, type);
    this.view.setUint16(at + 2, append ? 1 : 0, true);
    this.view.setBigUint64(at + 8, stream ? allRights & ~rightSeek : allRights, true);
    this.view.setBigUint64(at + 16, allRights, true);
  }
  fd_fdstat_set_flags(fd, flags) {
    this.descriptor(fd).append = (flags & 1) !== 0;
  }
  fd_prestat_get(fd, at) {
    const { name } = this.descriptor(fd);
    if (name === undefined) throw fileError("EBADF");
    this.view.setUint32(at, 0, true);
    this.view.setUint32(at + 4, name.length, true);
  }
  fd_prestat_dir_name(fd, at, size) {
    this.bytes(at, size).set(encoder.encode(this.descriptor(fd).name).subarray(0, size));
  }

  setStat({ type, size, inode, modified = 0 }, at) {
    this.bytes(at, 64).fill(0);
    this.view.setBigUint64(at, 1n, true);
    this.view.setBigUint64(at + 8, BigInt(inode), true);
    this.view.setUint8(at + 16, types[type]);
    this.view.setBigUint64(at + 24, 1n, true);
    this.view.setBigUint64(at + 32, BigInt(size), true);
    for (const time of [40, 48, 56]) this.view.setBigUint64(at + time, BigInt(Math.round(modified)) * 1000000n, true);
  }
  fd_filestat_get(fd, at) {
    const { stream, folder, file } = this.descriptor(fd);
    if (stream) this.setStat({ type: stream.terminal ? "terminal" : "unknown", size: 0, inode: fd }, at);
    else this.setStat(file ? file.stat() : this.files.stat(folder), at);
  }
  fd_filestat_set_size(fd, size) {
    this.file(fd).file.resize(Number(size));
  }
  fd_filestat_set_times() {}
  fd_seek(fd, offset, whence, at) {
    const open = this.file(fd);
    const to = Number(offset) + [0, open.position, open.file.stat().size][whence];
    if (!(to >= 0)) throw fileError("EINVAL");
    open.position = to;
    this.view.setBigUint64(at, BigInt(to), true);
  }
  fd_tell(fd, at) {
    this.view.setBigUint64(at, BigInt(this.file(fd).position), true);
  }

  // Calls job(bytes) for each buffer of a list, until one is not used up; how many bytes all have used.
  buffers(list, count, job) {
    let used = 0;
    for (let i = 0; i < count; ++i) {
      const size = this.view.getUint32(list + 8 * i + 4, true);
      if (size === 0) continue;
      const done = job(this.bytes(this.view.getUint32(list + 8 * i, true), size));
      used += done;
      if (done < size) break;
    }
    return used;
  }
  fd_read(fd, list, count, at) {
    const open = this.descriptor(fd);
    if (open.folder !== undefined) throw fileError("EISDIR");
    if (open.stream) this.view.setUint32(at, this.buffers(list, count, (bytes) => open.stream.read(bytes)), true);
    else {
      const used = this.buffers(list, count, (bytes) => {
        const done = open.file.read(bytes, open.position);
        open.position += done;
        return done;
      });
      this.view.setUint32(at, used, true);
    }
  }
  fd_write(fd, list, count, at) {
    const open = this.descriptor(fd);
    if (open.folder !== undefined) throw fileError("EISDIR");
    const used = this.buffers(list, count, (bytes) => {
      if (open.stream) return open.stream.write(bytes);
      if (open.append) open.position = open.file.stat().size;
      const done = open.file.write(bytes, open.position);
      open.position += done;
      return done;
    });
    this.view.setUint32(at, used, true);
  }
  fd_pread(fd, list, count, offset, at) {
    const { file } = this.file(fd);
    let position = Number(offset);
    const used = this.buffers(list, count, (bytes) => {
      const done = file.read(bytes, position);
      position += done;
      return done;
    });
    this.view.setUint32(at, used, true);
  }
  fd_pwrite(fd, list, count, offset, at) {
    const { file } = this.file(fd);
    let position = Number(offset);
    const used = this.buffers(list, count, (bytes) => {
      const done = file.write(bytes, position);
      position += done;
      return done;
    });
    this.view.setUint32(at, used, true);
  }
  // The names in a folder, from the one that `cookie` counts: the last one is cut off where the buffer ends.
  fd_readdir(fd, buffer, size, cookie, at) {
    const open = this.descriptor(fd);
    if (open.folder === undefined) throw fileError("ENOTDIR");
    if (cookie === 0n || !open.names)
      open.names = [...[".", ".."].map((name) => ({ name, type: "folder", inode: 0 })), ...this.files.list(open.folder)];
    const out = this.bytes(buffer, size);
    let used = 0;
    for (let i = Number(cookie); i < open.names.length && used < size; ++i) {
      const name = encoder.encode(open.names[i].name);
      const entry = new Uint8Array(24 + name.length);
      const view = new DataView(entry.buffer);
      view.setBigUint64(0, BigInt(i + 1), true);
      view.setBigUint64(8, BigInt(open.names[i].inode), true);
      view.setUint32(16, name.length, true);
      view.setUint8(20, types[open.names[i].type]);
      entry.set(name, 24);
      out.set(entry.subarray(0, size - used), used);
      used = Math.min(size, used + entry.length);
    }
    this.view.setUint32(at, used, true);
  }

  path_open(fd, _lookup, path, pathSize, how, rights, _inheriting, flags, at) {
    const where = this.path(fd, path, pathSize);
    const wanted = { create: (how & 1) !== 0, folder: (how & 2) !== 0, exclusive: (how & 4) !== 0, truncate: (how & 8) !== 0 };
    const write = (rights & rightWrite) !== 0n;
    let open;
    if (!write && !wanted.create && this.isFolder(where)) open = { folder: where };
    else
      open = {
        file: this.files.open(where, { ...wanted, read: (rights & rightRead) !== 0n, write }),
        position: 0,
        append: (flags & 1) !== 0,
      };
    let number = 3;
    while (this.open.has(number)) ++number;
    this.open.set(number, open);
    this.view.setUint32(at, number, true);
  }
  isFolder(path) {
    try {
      return this.files.stat(path).type === "folder";
    } catch (error) {
      errnoOf(error);
      return false;
    }
  }
  path_filestat_get(fd, lookup, path, size, at) {
    this.setStat(this.files.stat(this.path(fd, path, size), (lookup & 1) !== 0), at);
  }
  path_filestat_set_times() {}
  path_create_directory(fd, path, size) {
    this.files.makeFolder(this.path(fd, path, size));
  }
  path_remove_directory(fd, path, size) {
    this.files.removeFolder(this.path(fd, path, size));
  }
  path_unlink_file(fd, path, size) {
    this.files.remove(this.path(fd, path, size));
  }
  path_rename(fd, path, size, toFd, to, toSize) {
    this.files.rename(this.path(fd, path, size), this.path(toFd, to, toSize));
  }
  path_link(fd, _lookup, path, size, toFd, to, toSize) {
    this.files.link(this.path(fd, path, size), this.path(toFd, to, toSize));
  }
  path_symlink() {
    throw fileError("ENOTSUP");
  }
  path_readlink(fd, path, size, buffer, bufferSize, at) {
    const target = encoder.encode(this.files.readLink(this.path(fd, path, size))).subarray(0, bufferSize);
    this.bytes(buffer, target.length).set(target);
    this.view.setUint32(at, target.length, true);
  }
}

const functions = Object.getOwnPropertyNames(Wasi.prototype).filter((name) => /^(args|environ|clock|fd|path|random)_|^(sched_yield|poll_oneoff)$/.test(name));
