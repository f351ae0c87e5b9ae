// SPDX-License-Identifier: GPL-3.0-or-later
// Loaded before a program (LD_PRELOAD), by tiles_killed.py and tiles_shorter.py, this counts the calls by which the
// program changes files: write, rename, and the removal of a name. What is written to the standard streams is no file.
//   KILL_AT=N      the program is killed in place of call N; of a write, when half is written
//   CALLS_TO=FILE  where the number of calls is written at the end
//   SHORTEN=FILE   that file loses its second half
//   SHORTEN_AT=N   once the program has asked for its size, read from it or mapped it N times
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

std::atomic<long> calls{0}, reads{0};

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool is_last_call() {
  static const char* const at = std::getenv("KILL_AT");
  return ++calls == (at ? std::atol(at) : 0);
}

void die() { raise(SIGKILL); }

int size_of(int file, struct stat* out) {
  static const auto real = next<int(int, struct stat*)>("fstat");
  return real(file, out);
}

void was_read(int file) {
  static const char *const path = std::getenv("SHORTEN"), *const at = std::getenv("SHORTEN_AT");
  struct stat of_path {
  }, of_file{};
  if (!path || ::stat(path, &of_path) != 0 || size_of(file, &of_file) != 0 || of_path.st_ino != of_file.st_ino) return;
  if (++reads == (at ? std::atol(at) : 1) && ::truncate(path, of_path.st_size / 2) != 0) std::abort();
}

struct Teller {
  ~Teller() {
    const char* const path = std::getenv("CALLS_TO");
    if (!path) return;
    std::FILE* const file = std::fopen(path, "w");
    std::fprintf(file, "%ld\n", calls.load());
    std::fclose(file);
  }
} teller;

}  // namespace

extern "C" {

ssize_t write(int file, const void* bytes, size_t count) {
  static const auto real = next<ssize_t(int, const void*, size_t)>("write");
  if (file > STDERR_FILENO && is_last_call()) {
    real(file, bytes, count / 2);
    die();
  }
  return real(file, bytes, count);
}

int rename(const char* from, const char* to) noexcept {
  static const auto real = next<int(const char*, const char*)>("rename");
  if (is_last_call()) die();
  return real(from, to);
}

int remove(const char* path) noexcept {
  static const auto real = next<int(const char*)>("remove");
  if (is_last_call()) die();
  return real(path);
}

int unlink(const char* path) noexcept {
  static const auto real = next<int(const char*)>("unlink");
  if (is_last_call()) die();
  return real(path);
}

int fstat(int file, struct stat* out) noexcept {
  const int failed = size_of(file, out);
  was_read(file);
  return failed;
}

ssize_t read(int file, void* bytes, size_t count) {
  static const auto real = next<ssize_t(int, void*, size_t)>("read");
  const ssize_t got = real(file, bytes, count);
  was_read(file);
  return got;
}

ssize_t pread(int file, void* bytes, size_t count, off_t place) {
  static const auto real = next<ssize_t(int, void*, size_t, off_t)>("pread");
  const ssize_t got = real(file, bytes, count, place);
  was_read(file);
  return got;
}

void* mmap(void* at, size_t size, int protection, int flags, int file, off_t place) noexcept {
  static const auto real = next<void*(void*, size_t, int, int, int, off_t)>("mmap");
  void* const out = real(at, size, protection, flags, file, place);
  if (file >= 0) was_read(file);
  return out;
}

}  // extern "C"
