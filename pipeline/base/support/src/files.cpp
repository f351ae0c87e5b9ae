// SPDX-License-Identifier: LGPL-3.0-or-later
// Files that are read (MappedFile) and files that appear as a whole or not at all (AtomicFile).
//
// 1. AtomicFile::create() follows symbolic links to the file behind the path (file_behind), refuses what is no regular
//    file, and opens a new file in the same folder under another name, which it locks.
// 2. write() collects bytes in a buffer of 1 MiB; flush() writes them, and keeps the first failure for close().
// 3. commit() renames the file. From before it is made until then its name stands in a slot of fixed storage, from
//    which remove_unfinished_files() unlinks it when a signal ends the process: a signal handler may neither allocate
//    nor lock.
// 4. remove_abandoned_files() removes such a file if it can lock it: the system drops the lock of a process that ends,
//    however it ends. The name of a file that is being removed may be found by its writer before it could lock it; it
//    then takes another.
// 5. OpenFile opens a path without waiting for a pipe, refuses what is no regular file or only a pointer to one, and
//    reads it.
//
// Cost: linear in the bytes; the buffer.
#include "plumb/pipeline/files.h"

#include <atomic>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <random>
#include <span>
#include <system_error>

#include "plumb/pipeline/paths.h"
#include "plumb/pipeline/system.h"

namespace plumb::pipeline {
namespace {

using system::Kind;

// What Git LFS puts in the place of a file until it is fetched.
constexpr std::string_view lfs_pointer = "version https://git-lfs.github.com/spec/";

constexpr std::size_t buffer_size = 1 << 20;

// A file aside has the name of the file, this mark and so many letters.
constexpr std::string_view part_mark = ".part-";
constexpr std::size_t part_letters = 6;

constexpr std::size_t longest_path = 4096;

// Names of the files aside, in fixed storage: a signal handler may neither allocate nor lock.
struct Slot {
  std::atomic<bool> taken{false}, live{false};
  char name[longest_path];
};
Slot slots[64];

int remember(const std::string& name) {
  if (name.size() >= longest_path) return -1;
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
    // A path with a zero byte would open another file than the one named.
    if (path.find('\0') != path.npos) return cannot_open(path.c_str(), "the path holds a zero byte; check the path");
    OpenFile out(path, system::open_to_read(path));
    if (out.file_ < 0)
      return cannot_open(path, "cannot open: " + reason(errno) + "; check the path and its permissions");
    const system::Facts facts = system::facts_of(out.file_);
    if (facts.kind == Kind::none) return cannot_open(path, "cannot read: " + reason(errno) + "; check the file");
    if (facts.kind != Kind::regular)
      return cannot_open(path, facts.kind == Kind::folder
                                   ? "is a directory; name a file in it"
                                   : "is no regular file; save its content to a file and name that");
    out.size_ = facts.size;
    return Result<OpenFile>(std::move(out));
  }
  OpenFile(OpenFile&& o) noexcept : path_(std::move(o.path_)), file_(std::exchange(o.file_, -1)), size_(o.size_) {}
  OpenFile& operator=(OpenFile&&) = delete;
  ~OpenFile() {
    if (file_ >= 0) system::close(file_);
  }

  std::uint64_t size() const { return size_; }
  /// Fills this with the bytes that follow.
  std::optional<Error> read(const std::span<char> bytes) {
    for (std::span<char> to = bytes; !to.empty();) {
      const std::int64_t n = system::read(file_, to);
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
  std::uint64_t size_ = 0;
  bool begins_ = true;  // nothing was read
};

}  // namespace

void remove_unfinished_files() noexcept {
  for (Slot& s : slots)
    if (s.live) system::remove_file(s.name);
}

Error AtomicFile::failure(int cause) const {
  return {ErrorCode::cannot_write,
          std::string("cannot be written: ") + std::strerror(cause) +
              "; name a file in an existing folder with permission and room",
          path_, 0};
}

std::string file_key(const std::string& path) { return system::folded(file_behind(path).value_or(path)); }

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  AtomicFile f;
  f.path_ = f.target_ = path;
  if (system::is_link(path)) {
    const auto behind = file_behind(path);
    if (!behind) return f.failure(ELOOP);
    f.target_ = *behind;
  }
  const Kind kind = system::kind_of(f.target_);
  if (kind != Kind::none && kind != Kind::regular) return f.failure(kind == Kind::folder ? EISDIR : EINVAL);
  while (!f.open_aside())
    if (f.failed_ != 0) return f.failure(f.failed_);
  f.buffer_.reserve(buffer_size);
  return Result<AtomicFile>(std::move(f));
}

// Opens and locks a new file. False, with failed_ set if there can be none, and without if there may be one of another
// name: a file has this one, or remove_abandoned_files() of another process has found it before it was locked. Where no
// file can be locked, none is.
bool AtomicFile::open_aside() {
  static constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  static_assert(letters.size() == 64);
  aside_ = target_ + std::string(part_mark);
  std::uint64_t drawn = std::random_device()() | std::uint64_t{std::random_device()()} << 32;
  for (std::size_t i = 0; i < part_letters; ++i, drawn >>= 6) aside_ += letters[drawn % 64];
  slot_ = remember(aside_);  // first: the process may be ended at any time
  descriptor_ = system::create_new(aside_);
  if (descriptor_ < 0) {
    if (errno != EEXIST) failed_ = errno;
    aside_.clear();
    forget(std::exchange(slot_, -1));
    return false;
  }
  lock_ = system::duplicate(descriptor_);
  if (system::lock(descriptor_) && system::facts_of(descriptor_).has_name) return true;
  system::close(std::exchange(descriptor_, -1));
  if (lock_ >= 0) system::close(std::exchange(lock_, -1));
  forget(std::exchange(slot_, -1));
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
  if (descriptor_ >= 0) system::close(descriptor_);
  if (!aside_.empty()) system::remove_file(aside_.c_str());
  if (lock_ >= 0) system::close(lock_);
  forget(slot_);
}

void AtomicFile::write(std::string_view text) {
  buffer_.append(text);
  if (buffer_.size() < buffer_size) return;
  cancellation_point();
  flush();
}

void AtomicFile::flush() {
  if (failed_ == 0 && !system::write(descriptor_, buffer_)) failed_ = errno;
  buffer_.clear();
}

std::optional<Error> AtomicFile::close() {
  flush();
  if (descriptor_ >= 0 && !system::close(std::exchange(descriptor_, -1)) && failed_ == 0) failed_ = errno;
  if (failed_ != 0) return failure(failed_);
  return std::nullopt;
}

std::optional<Error> AtomicFile::commit() {
  assert(descriptor_ < 0 && failed_ == 0);
  if (!system::rename(aside_, target_)) return failure(errno);
  aside_.clear();
  if (lock_ >= 0) system::close(std::exchange(lock_, -1));
  forget(std::exchange(slot_, -1));
  return std::nullopt;
}

void remove_abandoned_files(const std::string& folder, const std::function<bool(std::string_view)>& is_ours) {
  for (const std::string& name : system::names_in(folder)) {
    const std::size_t mark = name.size() - std::min(name.size(), part_mark.size() + part_letters);
    if (name.compare(mark, part_mark.size(), part_mark) == 0 && is_ours(std::string_view(name).substr(0, mark)))
      system::remove_if_unlocked(folder + "/" + name);
  }
}

std::optional<Error> read_blocks(const std::string& path, const std::function<void(std::string_view)>& take) {
  auto file = OpenFile::open(path);
  if (!file) return file.error();
  std::string block;
  for (std::uint64_t left = file->size(); left > 0; left -= block.size()) {
    cancellation_point();
    block.resize(std::min<std::uint64_t>(left, buffer_size));
    if (auto error = file->read(block)) return error;
    take(block);
  }
  return std::nullopt;
}

Result<MappedFile> MappedFile::open(const std::string& path) {
  auto file = OpenFile::open(path);
  if (!file) return file.error();
  const std::uint64_t size = file->size();
  if (size == 0) return MappedFile(nullptr, 0);
  void* data = size > PTRDIFF_MAX ? nullptr : std::malloc(size);
  if (data == nullptr)
    return cannot_open(path, "cannot be read: " + reason(ENOMEM) + "; use a machine with more memory");
  MappedFile out(data, size);
  if (auto error = file->read({static_cast<char*>(data), out.size_})) return *error;
  return Result<MappedFile>(std::move(out));
}

MappedFile::~MappedFile() { std::free(data_); }

TemporaryFolder::TemporaryFolder(const std::string& name) : path_(system::make_temporary_folder(name)) {}

TemporaryFolder::~TemporaryFolder() {
  if (!path_.empty()) system::remove_all(path_);
}

std::string extension_of(const std::string& file) {
  std::string extension = name_of(file).substr(stem_of(file).size());
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return extension;
}

}  // namespace plumb::pipeline
