// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plumb/pipeline/atomic_file.h"

namespace plumb::pipeline {

/// The files of a command: all are written aside before the first gets its name.
class OutputFiles {
 public:
  /// Before the work: a folder that does not take the files should not cost the user the wait.
  static std::optional<Error> check(const std::vector<std::string>& paths) {
    for (const std::string& path : paths)
      if (auto probe = AtomicFile::create(path); !probe) return probe.error();
    return std::nullopt;
  }

  template <class Write>
  void add(const std::string& path, Write&& write) {
    if (error_) return;
    auto file = AtomicFile::create(path);
    if (!file) {
      error_ = file.error();
      return;
    }
    write(*file);
    error_ = file->close();
    files_.push_back(std::move(*file));
  }

  void fail(const Error& error) {
    if (!error_) error_ = error;
  }

  /// Gives the files their names, if all are complete and `announce`, told of the result before that, finds no error.
  template <class T>
  std::optional<Error> commit(const T& result, const std::function<std::optional<Error>(const T&)>& announce) {
    if (!error_ && announce) error_ = announce(result);
    for (AtomicFile& file : files_)
      if (!error_) error_ = file.commit();
    return error_;
  }

  std::vector<std::string> paths() const {
    std::vector<std::string> out;
    for (const AtomicFile& file : files_) out.push_back(file.path());
    return out;
  }

 private:
  std::deque<AtomicFile> files_;
  std::optional<Error> error_;
};

}  // namespace plumb::pipeline
