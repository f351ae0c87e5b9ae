// SPDX-License-Identifier: LGPL-3.0-or-later
// The files that a command reads and writes. What is read is copied, so that nobody who changes a file meanwhile ends
// the process; what is written appears as a whole at the end, or not at all.
#pragma once
#include <algorithm>
#include <deque>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// The destination of a writer. Errors of writing are reported by the code that made it.
class Output {
 public:
  virtual ~Output() = default;
  /// Appends bytes. May throw Cancelled.
  virtual void write(std::string_view bytes) = 0;
};

/// An Output to a stream, which must outlive it.
class StreamOutput : public Output {
 public:
  explicit StreamOutput(std::ostream& stream) : stream_(stream) {}
  void write(std::string_view bytes) override {
    cancellation_point();
    stream_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }

 private:
  std::ostream& stream_;
};

/// The full name of the file that a path leads to through symbolic links, whether or not it exists; none if the links
/// go round in a circle or cannot be read.
std::optional<std::string> file_behind(const std::string& path);
/// What all paths of one file have in common, whether or not it exists. It is compared, and opens no file.
std::string file_key(const std::string& path);

/// A file that appears whole or not at all: written under another name in the same folder, NAME.part-XXXXXX, then
/// renamed. Without commit() nothing is left behind, unless the process is killed: then the next one that calls
/// remove_abandoned_files() removes it. An existing file is replaced; through a symbolic link, the file behind it.
class AtomicFile : public Output {
 public:
  /// Opens the file aside. Errors: ErrorCode::cannot_write (no such folder, no permission, not a regular file).
  static Result<AtomicFile> create(const std::string& path);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile() override;

  /// Appends; buffered. A failure (a full disk) is kept and reported by close().
  void write(std::string_view text) override;
  /// Flushes. Nothing may be written afterwards.
  std::optional<Error> close();
  /// Gives the file its name; after close() without error.
  std::optional<Error> commit();
  const std::string& path() const { return path_; }

 private:
  AtomicFile() = default;
  bool open_aside();
  void flush();
  Error failure(int cause) const;

  std::string path_, target_, aside_, buffer_;
  int descriptor_ = -1;
  int lock_ = -1;   // the same file, locked as long as it is aside
  int failed_ = 0;  // errno of the first failure
  int slot_ = -1;   // in the list of files to remove when a signal ends the process
};

/// Removes every file still aside. Safe inside a signal handler.
void remove_unfinished_files() noexcept;

/// Removes the files aside in a folder whose writers have ended, of those whose final NAME is_ours(NAME) says so. A
/// writer that lives, on whichever machine, holds a lock on its file. Where the file system has no locks, all stay.
void remove_abandoned_files(const std::string& folder, const std::function<bool(std::string_view)>& is_ours);

/// The files that a command writes. Each appears as a whole or not at all: all are written under temporary names, and
/// renamed at the end.
class OutputFiles {
 public:
  using Through = std::function<Output&(const std::string& path, Output& file)>;
  /// `refused` is called at once with the error of a file whose content is refused, but not if the file cannot be
  /// written or the work was cancelled. What is written to a file goes through what `through` returns for it, if given.
  explicit OutputFiles(std::function<void(const Error&)> refused = {}, Through through = {})
      : refused_(std::move(refused)), through_(std::move(through)) {}

  /// Checks before the work that the files can be created, so that the user need not wait for that error.
  static std::optional<Error> check(const std::vector<std::string>& paths) {
    for (const std::string& path : paths)
      if (auto probe = AtomicFile::create(path); !probe) return probe.error();
    return std::nullopt;
  }

  /// Writes a file. If write(file) returns an error, this file does not appear, and the others may.
  template <class Write>
  void add(const std::string& path, Write&& write) {
    auto file = AtomicFile::create(path);
    std::optional<Error> wrong =
        file ? write(through_ ? through_(path, *file) : static_cast<Output&>(*file)) : file.error();
    if (!wrong) wrong = file->close();
    if (!wrong) return files_.push_back(std::move(*file));
    refuse(path, std::move(*wrong));
  }

  /// Records that a file will not appear, and why.
  void refuse(const std::string& path, Error why) {
    why.file = path;
    errors_.push_back(std::move(why));
    const ErrorCode code = errors_.back().code;
    if (refused_ && code != ErrorCode::cannot_write && code != ErrorCode::cancelled) refused_(errors_.back());
  }
  bool is_refused(const std::string& path) const {
    return std::ranges::any_of(errors_, [&](const Error& error) { return error.file == path; });
  }

  /// Writes a file and another one without which it is of no use: either both appear or none. An error is recorded for
  /// the first.
  template <class Write, class WriteOther>
  void add_pair(const std::string& path, Write&& write, const std::string& other, WriteOther&& write_other) {
    const std::size_t failed = errors_.size();
    add(path, write);
    if (errors_.size() > failed) return;
    add(other, write_other);
    if (errors_.size() == failed) return;
    files_.pop_back();
    errors_.back().message = other + " " + errors_.back().message;
    errors_.back().file = path;
  }

  /// The errors of the files that will not appear.
  const std::vector<Error>& errors() const { return errors_; }

  /// Calls announce(result), if there is such a function, and renames the files unless it returns an error.
  template <class T>
  std::optional<Error> commit(const T& result, const std::function<std::optional<Error>(const T&)>& announce) {
    std::optional<Error> error;
    if (announce) error = announce(result);
    for (AtomicFile& file : files_)
      if (!error) error = file.commit();
    return error;
  }

  std::vector<std::string> paths() const {
    std::vector<std::string> out;
    for (const AtomicFile& file : files_) out.push_back(file.path());
    return out;
  }

 private:
  std::function<void(const Error&)> refused_;
  Through through_;
  std::deque<AtomicFile> files_;
  std::vector<Error> errors_;
};

/// Reads a regular file from its beginning to the end that it has when it is opened: take(block), some bytes at a time.
/// Errors (cannot_open): missing, unreadable, a directory, a pipe or device; it got shorter meanwhile.
std::optional<Error> read_blocks(const std::string& path, const std::function<void(std::string_view)>& take);

/// A regular file's bytes, copied into memory of the process's own. If the file itself were mapped, whoever makes it
/// shorter would end the process by a signal.
class MappedFile {
 public:
  /// Errors: those of read_blocks(); no memory.
  static Result<MappedFile> open(const std::string& path);
  MappedFile(MappedFile&& o) noexcept : data_(o.data_), size_(o.size_) { o.data_ = nullptr; }
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile();

  std::string_view text() const { return {static_cast<const char*>(data_), size_}; }

 private:
  MappedFile(void* data, std::size_t size) : data_(data), size_(size) {}
  void* data_;  // null for an empty file
  std::size_t size_;
};

/// An empty folder of its own that is removed with its owner, and all that is in it by then.
class TemporaryFolder {
 public:
  /// Its name begins so.
  explicit TemporaryFolder(const std::string& name);
  TemporaryFolder(const TemporaryFolder&) = delete;
  ~TemporaryFolder();
  /// Empty if none could be made.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// ".obj" for "a/b.OBJ": the extension in lower case, empty when there is none.
std::string extension_of(const std::string& file);

}  // namespace plumb::pipeline
