// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of files by their names in POSIX, as node:fs has them, and their numbers in WASI preview 1.

const numbers = {
  EACCES: 2, EBADF: 8, EBUSY: 10, EEXIST: 20, EFBIG: 22, EINVAL: 28, EIO: 29, EISDIR: 31, ELOOP: 32, EMFILE: 33, ENAMETOOLONG: 37,
  ENOENT: 44, ENOMEM: 48, ENOSPC: 51, ENOSYS: 52, ENOTDIR: 54, ENOTEMPTY: 55, ENOTSUP: 58, EPERM: 63, EPIPE: 64, EROFS: 69, ESPIPE: 70,
  ETXTBSY: 74, EXDEV: 75,
};

/** What the functions of files throw. */
export function fileError(code, path = "") {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}

/** The number of what was thrown; what is no error of a file is thrown again. */
export function errnoOf(error) {
  if (typeof error?.code === "string" && error.code in numbers) return numbers[error.code];
  if (typeof error?.syscall === "string") return numbers.EIO; // node:fs, of a code that WASI does not have
  throw error;
}
