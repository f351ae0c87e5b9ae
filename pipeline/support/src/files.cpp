// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are read (MappedFile) and files that appear as a whole or not at all (AtomicFile).
//
// 1. AtomicFile::create() follows symbolic links to the file behind the path (file_behind), refuses what is no regular
//    file, and opens a new file in the same folder under another name.
// 2. write() collects bytes in a buffer of 1 MiB; flush() writes them, and keeps the first failure for close().
// 3. commit() renames the file. Until then its name stands in a slot of fixed storage, from which
//    remove_unfinished_files() unlinks it when a signal ends the process: a signal handler may neither allocate nor
//    lock.
// 4. MappedFile::open() opens a path without waiting for a pipe, refuses what is no regular file or only a pointer to
//    one, and maps it.
//
// Cost: linear in the bytes; the buffer.
#include "plumb/pipeline/files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cctype>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace plumb::pipeline {
namespace {

// What Git LFS puts in the place of a file until it is fetched.
constexpr std::string_view lfs_pointer = "version https://git-lfs.github.com/spec/";

constexpr std::size_t buffer_size = 1 << 20;

// Names of the files aside, in fixed storage: a signal handler may neither allocate nor lock.
struct Slot {
  std::atomic<bool> taken{false}, live{false};
  char name[PATH_MAX];
};
Slot slots[64];

int remember(const std::string& name) {
  if (name.size() >= PATH_MAX) return -1;
  for (int i = 0; i < 64; ++i) {
    if (slots[i].taken.exchange(true)) continue;
    std::memcpy(slots[i].name, name.c_str(), name.size() + 1);
    slots[i].live = true;
    return i;
  }
  return -1;
}

void forget(int slot) {
  if (slot < 0) return;
  slots[slot].live = false;
  slots[slot].taken = false;
}

Error cannot_open(const std::string& path, const std::string& what) {
  return {ErrorCode::cannot_open, what, path.empty() ? "(no name)" : path, 0};
}

std::string reason(int error) { return std::generic_category().message(error); }

}  // namespace

void remove_unfinished_files() noexcept {
  for (Slot& s : slots)
    if (s.live) ::unlink(s.name);
}

Error AtomicFile::failure(int cause) const {
  return {ErrorCode::cannot_write,
          std::string("cannot be written: ") + std::strerror(cause) +
              "; name a file in an existing folder with permission and room",
          path_, 0};
}

std::optional<std::string> file_behind(const std::string& path) {
  std::error_code error;
  std::filesystem::path file = std::filesystem::absolute(path, error);
  for (int links = 0; std::filesystem::is_symlink(std::filesystem::symlink_status(file, error)); ++links) {
    if (links == 40) return std::nullopt;
    file = file.parent_path() /
           std::filesystem::read_symlink(file, error);  // a link's own path, or relative to its folder
    if (error) return std::nullopt;
  }
  const auto full = std::filesystem::weakly_canonical(file, error);
  if (error) return std::nullopt;
  return full.string();
}

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  AtomicFile f;
  f.path_ = f.target_ = path;
  struct stat info;
  if (::lstat(path.c_str(), &info) == 0 && S_ISLNK(info.st_mode)) {
    const auto behind = file_behind(path);
    if (!behind) return f.failure(ELOOP);
    f.target_ = *behind;
  }
  if (::stat(f.target_.c_str(), &info) == 0 && !S_ISREG(info.st_mode))
    return f.failure(S_ISDIR(info.st_mode) ? EISDIR : EINVAL);
  f.aside_ = f.target_ + ".part-XXXXXX";
  f.descriptor_ = ::mkostemp(f.aside_.data(), O_CLOEXEC);
  if (f.descriptor_ < 0) {
    const int cause = errno;
    f.aside_.clear();
    return f.failure(cause);
  }
  f.slot_ = remember(f.aside_);
  // mkostemp makes private files; give this one the mode that any new file gets.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(f.descriptor_, 0666 & ~mask);
  f.buffer_.reserve(buffer_size);
  return Result<AtomicFile>(std::move(f));
}

AtomicFile::AtomicFile(AtomicFile&& o) noexcept
    : path_(std::move(o.path_)),
      target_(std::move(o.target_)),
      aside_(std::move(o.aside_)),
      buffer_(std::move(o.buffer_)),
      descriptor_(std::exchange(o.descriptor_, -1)),
      failed_(o.failed_),
      slot_(std::exchange(o.slot_, -1)) {
  o.aside_.clear();
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!aside_.empty()) ::unlink(aside_.c_str());
  forget(slot_);
}

void AtomicFile::write(std::string_view text) {
  buffer_.append(text);
  if (buffer_.size() < buffer_size) return;
  cancellation_point();
  flush();
}

void AtomicFile::flush() {
  const char* at = buffer_.data();
  std::size_t left = buffer_.size();
  while (left > 0 && failed_ == 0) {
    const ssize_t n = ::write(descriptor_, at, left);
    if (n < 0 && errno != EINTR) failed_ = errno;
    if (n > 0) {
      at += n;
      left -= static_cast<std::size_t>(n);
    }
  }
  buffer_.clear();
}

std::optional<Error> AtomicFile::close() {
  flush();
  if (descriptor_ >= 0 && ::close(std::exchange(descriptor_, -1)) != 0 && failed_ == 0) failed_ = errno;
  if (failed_ != 0) return failure(failed_);
  return std::nullopt;
}

std::optional<Error> AtomicFile::commit() {
  assert(descriptor_ < 0 && failed_ == 0);
  if (::rename(aside_.c_str(), target_.c_str()) != 0) return failure(errno);
  aside_.clear();
  forget(std::exchange(slot_, -1));
  return std::nullopt;
}

Result<MappedFile> MappedFile::open(const std::string& path) {
  // A path with a zero byte would open another file than the one named; O_NONBLOCK: a pipe must not hang.
  if (path.find('\0') != path.npos) return cannot_open(path.c_str(), "the path holds a zero byte; check the path");
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return cannot_open(path, "cannot open: " + reason(errno) + "; check the path and its permissions");
  struct stat info {};
  if (::fstat(file, &info) != 0) {
    const int error = errno;
    ::close(file);
    return cannot_open(path, "cannot read: " + reason(error) + "; check the file");
  }
  if (!S_ISREG(info.st_mode)) {
    ::close(file);
    return cannot_open(path, S_ISDIR(info.st_mode) ? "is a directory; name a file in it"
                                                   : "is no regular file; save its content to a file and name that");
  }
  const auto size = static_cast<std::size_t>(info.st_size);
  if (size == 0) {
    ::close(file);
    return MappedFile(nullptr, 0);
  }
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  const int error = errno;
  ::close(file);
  if (data == MAP_FAILED) return cannot_open(path, "cannot map: " + reason(error) + "; check the file");
  MappedFile mapped(data, size);
  if (mapped.text().starts_with(lfs_pointer))
    return cannot_open(path, "this is a Git LFS pointer, not the file itself; fetch it with git lfs pull");
  ::madvise(data, size, MADV_WILLNEED);
  return mapped;
}

MappedFile::~MappedFile() {
  if (data_) ::munmap(data_, size_);
}

std::string extension_of(const std::string& file) {
  std::string extension = std::filesystem::path(file).extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return extension;
}

}  // namespace plumb::pipeline
