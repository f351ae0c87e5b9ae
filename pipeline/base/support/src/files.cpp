// SPDX-License-Identifier: LGPL-3.0-or-later
// Files that are read (MappedFile) and files that appear as a whole or not at all (AtomicFile).
//
// 1. AtomicFile::create() follows symbolic links to the file behind the path (file_behind), refuses what is no regular
//    file, and opens a new file in the same folder under another name, which it locks.
// 2. write() collects bytes in a buffer of 1 MiB; flush() writes them, and keeps the first failure for close().
// 3. commit() renames the file. Until then its name stands in a slot of fixed storage, from which
//    remove_unfinished_files() unlinks it when a signal ends the process: a signal handler may neither allocate nor
//    lock.
// 4. remove_abandoned_files() removes such a file if it can lock it: the system drops the lock of a process that ends,
//    however it ends. The name of a file that is being removed may be found by its writer before it could lock it; it
//    then takes another.
// 5. OpenFile opens a path without waiting for a pipe, refuses what is no regular file or only a pointer to one, and
//    reads it.
//
// Cost: linear in the bytes; the buffer.
#include "plumb/pipeline/files.h"

#include <fcntl.h>
#include <sys/file.h>
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
#include <span>
#include <system_error>

namespace plumb::pipeline {
namespace {

// What Git LFS puts in the place of a file until it is fetched.
constexpr std::string_view lfs_pointer = "version https://git-lfs.github.com/spec/";

constexpr std::size_t buffer_size = 1 << 20;

// A file aside has the name of the file, this mark and so many letters.
constexpr std::string_view part_mark = ".part-";
constexpr std::size_t part_letters = 6;

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

// A regular file that is read from its beginning.
class OpenFile {
 public:
  static Result<OpenFile> open(const std::string& path) {
    // A path with a zero byte would open another file than the one named; O_NONBLOCK: a pipe must not hang.
    if (path.find('\0') != path.npos) return cannot_open(path.c_str(), "the path holds a zero byte; check the path");
    OpenFile out(path, ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (out.file_ < 0)
      return cannot_open(path, "cannot open: " + reason(errno) + "; check the path and its permissions");
    struct stat info {};
    if (::fstat(out.file_, &info) != 0) return cannot_open(path, "cannot read: " + reason(errno) + "; check the file");
    if (!S_ISREG(info.st_mode))
      return cannot_open(path, S_ISDIR(info.st_mode) ? "is a directory; name a file in it"
                                                     : "is no regular file; save its content to a file and name that");
    out.size_ = static_cast<std::size_t>(info.st_size);
    return Result<OpenFile>(std::move(out));
  }
  OpenFile(OpenFile&& o) noexcept : path_(std::move(o.path_)), file_(std::exchange(o.file_, -1)), size_(o.size_) {}
  OpenFile& operator=(OpenFile&&) = delete;
  ~OpenFile() {
    if (file_ >= 0) ::close(file_);
  }

  std::size_t size() const { return size_; }
  /// Fills this with the bytes that follow.
  std::optional<Error> read(const std::span<char> bytes) {
    for (std::span<char> to = bytes; !to.empty();) {
      const ssize_t n = ::read(file_, to.data(), to.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return cannot_open(path_, "cannot read: " + reason(errno) + "; check the file");
      if (n == 0) return cannot_open(path_, "got shorter while it was read; read it when nobody writes it");
      to = to.subspan(static_cast<std::size_t>(n));
    }
    if (std::exchange(begins_, false) && std::string_view(bytes.data(), bytes.size()).starts_with(lfs_pointer))
      return cannot_open(path_, "this is a Git LFS pointer, not the file itself; fetch it with git lfs pull");
    return std::nullopt;
  }

 private:
  OpenFile(std::string path, int file) : path_(std::move(path)), file_(file) {}
  std::string path_;
  int file_;
  std::size_t size_ = 0;
  bool begins_ = true;  // nothing was read
};

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
  while (!f.open_aside())
    if (f.failed_ != 0) return f.failure(f.failed_);
  f.slot_ = remember(f.aside_);
  // mkostemp makes private files; give this one the mode that any new file gets.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(f.descriptor_, 0666 & ~mask);
  f.buffer_.reserve(buffer_size);
  return Result<AtomicFile>(std::move(f));
}

// Opens and locks a new file. False, with failed_ set if there can be none, and without if remove_abandoned_files() of
// another process has found it before it was locked: there may be another one. Where no file can be locked, none is.
bool AtomicFile::open_aside() {
  aside_ = target_ + std::string(part_mark) + std::string(part_letters, 'X');
  descriptor_ = ::mkostemp(aside_.data(), O_CLOEXEC);
  if (descriptor_ < 0) {
    failed_ = errno;
    aside_.clear();
    return false;
  }
  lock_ = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  struct stat info {};
  const bool taken = ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (!taken && ::fstat(descriptor_, &info) == 0 && info.st_nlink > 0) return true;
  ::close(std::exchange(descriptor_, -1));
  ::close(std::exchange(lock_, -1));
  return false;
}

AtomicFile::AtomicFile(AtomicFile&& o) noexcept
    : path_(std::move(o.path_)),
      target_(std::move(o.target_)),
      aside_(std::move(o.aside_)),
      buffer_(std::move(o.buffer_)),
      descriptor_(std::exchange(o.descriptor_, -1)),
      lock_(std::exchange(o.lock_, -1)),
      failed_(o.failed_),
      slot_(std::exchange(o.slot_, -1)) {
  o.aside_.clear();
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!aside_.empty()) ::unlink(aside_.c_str());
  if (lock_ >= 0) ::close(lock_);
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
  if (lock_ >= 0) ::close(std::exchange(lock_, -1));
  forget(std::exchange(slot_, -1));
  return std::nullopt;
}

void remove_abandoned_files(const std::string& folder, const std::function<bool(std::string_view)>& is_ours) {
  std::error_code failed;
  std::vector<std::string> aside;
  for (std::filesystem::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    const std::size_t mark = name.size() - std::min(name.size(), part_mark.size() + part_letters);
    if (name.compare(mark, part_mark.size(), part_mark) == 0 && is_ours(std::string_view(name).substr(0, mark)))
      aside.push_back(at->path().string());
  }
  for (const std::string& path : aside) {
    const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) continue;
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
    ::close(file);
  }
}

std::optional<Error> read_blocks(const std::string& path, const std::function<void(std::string_view)>& take) {
  auto file = OpenFile::open(path);
  if (!file) return file.error();
  std::string block;
  for (std::size_t left = file->size(); left > 0; left -= block.size()) {
    cancellation_point();
    block.resize(std::min(left, buffer_size));
    if (auto error = file->read(block)) return error;
    take(block);
  }
  return std::nullopt;
}

Result<MappedFile> MappedFile::open(const std::string& path) {
  auto file = OpenFile::open(path);
  if (!file) return file.error();
  const std::size_t size = file->size();
  if (size == 0) return MappedFile(nullptr, 0);
  void* data = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED)
    return cannot_open(path, "cannot be read: " + reason(errno) + "; use a machine with more memory");
  MappedFile out(data, size);
  if (auto error = file->read({static_cast<char*>(data), size})) return *error;
  return Result<MappedFile>(std::move(out));
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
