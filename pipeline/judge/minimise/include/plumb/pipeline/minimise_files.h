// SPDX-License-Identifier: GPL-3.0-or-later
// `plumb minimise`: a file's scene made smaller as long as a command ends on it as it did at first.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/minimise.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// What the command is told, as text.
struct MinimiseArguments {
  std::string scene, output;
  std::vector<std::string> command;  ///< a program and its arguments; "{scene}" in them stands for the file to try
  std::optional<std::string> status, match, minutes, seconds, jobs;
};

/// What minimise_files() has found.
struct MinimiseFacts {
  std::string file;          ///< that is written
  std::string outcome;       ///< of the command on it: "status 1", "signal 11", "no end within 60 s"
  Complexity before, after;  ///< of the scenes
  std::uint64_t trials = 0;  ///< scenes that the command was tried on
  MinimiseEnd end = MinimiseEnd::minimal;
  /// How often the command was run again on the last scene, and how often it ended so then. Once is enough if it does.
  std::uint64_t again = 0, alike = 0;
  /// Where it never did: whether `file` is a larger scene, reached before, on which it did again; else it is that one.
  bool went_back = false;

  /// Whether nothing more can be done.
  bool is_minimal() const { return end == MinimiseEnd::minimal && alike == again; }
};
/// For people, in lines.
std::string minimise_text(const MinimiseFacts& facts);

/// Makes the scene smaller as long as the command ends with the same status and prints what matches, and writes it.
/// docs/guide/fuzzing.md says what that means. `told` hears how far it has come. When the work is cancelled, the
/// simplest scene so far is written; there is none to write while the first scene is being tried, and then the error is
/// `cancelled`. Where the command does not always end alike on a scene, what was reached is written all the same
/// (MinimiseFacts::again). `announce` is called before the file appears; an error of it keeps the file from appearing.
///
/// Errors: those of import_scene(); bad_option (an argument; a command that succeeds on the scene, or that does not
/// end alike on it at first); cannot_open (the program cannot be run); cannot_write.
Result<MinimiseFacts> minimise_files(const MinimiseArguments& arguments, Progress& progress,
                                     const std::function<void(const MinimiseStep&)>& told,
                                     const std::function<std::optional<Error>(const MinimiseFacts&)>& announce);

}  // namespace plumb::pipeline
