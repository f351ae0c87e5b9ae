// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "plumb/pipeline/output.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// The full name of the file that a path leads to through symbolic links, whether or not it exists; none if the links
/// go round in a circle or cannot be read.
std::optional<std::string> file_behind(const std::string& path);

/// A file that appears whole or not at all: written under another name in the same folder, then renamed.
/// Without commit() nothing is left behind. An existing file is replaced; through a symbolic link, the file behind it.
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
  void flush();
  Error failure(int cause) const;

  std::string path_, target_, aside_, buffer_;
  int descriptor_ = -1;
  int failed_ = 0;  // errno of the first failure
  int slot_ = -1;   // in the list of files to remove when a signal ends the process
};

/// Removes every file still aside. Safe inside a signal handler.
void remove_unfinished_files() noexcept;

}  // namespace plumb::pipeline
