// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plumb/pipeline/atomic_file.h"

namespace plumb::pipeline {

/// The files that a command writes. Each appears as a whole or not at all: all are written under temporary names, and
/// renamed at the end.
class OutputFiles {
 public:
  /// `refused` is called at once with the error of a file whose content is refused, but not if the file cannot be
  /// written or the work was cancelled.
  explicit OutputFiles(std::function<void(const Error&)> refused = {}) : refused_(std::move(refused)) {}

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
    std::optional<Error> wrong = file ? write(static_cast<Output&>(*file)) : file.error();
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
  std::deque<AtomicFile> files_;
  std::vector<Error> errors_;
};

}  // namespace plumb::pipeline
