// SPDX-License-Identifier: GPL-3.0-or-later
// `plumb fuzz`: generated scenes are given to a baker through its adapter, and what it does wrong is found, made small
// and kept (docs/guide/fuzzing.md).
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/scenario.h"

namespace plumb::pipeline {

/// The arguments of `plumb fuzz` as text.
struct FuzzArguments {
  std::string baker, against, output, again;  ///< empty: none
  std::optional<std::string> families, cell, runs, minutes, jobs, variant;
  std::string seconds = "60", memory = "2G", seed = "0", radius = "0";
};

/// What decides what is found, besides the number of runs.
struct FuzzSettings {
  std::vector<std::string> baker, against;  ///< words of commands; `against` may be empty
  std::vector<std::string> families;        ///< in the order of their scenes
  std::optional<CellSize> cell;
  std::uint64_t seed = 0;
  std::string variant;  ///< of the baker; empty: none
  mpq_class radius = 0;
  double seconds = 60;       ///< for one bake
  std::uint64_t memory = 0;  ///< bytes
};
struct FuzzOptions : FuzzSettings {
  std::string output;  ///< a folder
  std::optional<std::uint64_t> runs;
  std::optional<double> minutes;  ///< of runs; findings are made small afterwards
  unsigned jobs = 1;
};

/// Checks the arguments. A word of a command that names a file becomes its full path. Error: bad_option.
Result<FuzzOptions> make_fuzz_options(const FuzzArguments& arguments);

/// How far it has come.
struct FuzzStep {
  bool is_minimising = false;
  std::uint64_t done = 0;                ///< runs, or findings
  std::optional<std::uint64_t> of = {};  ///< how many there will be, if it is known
};

/// What one run of the command leaves.
struct FuzzFacts {
  std::string folder;
  std::uint64_t runs = 0, bakes = 0;     ///< those of earlier calls included
  std::uint64_t defects = 0, looks = 0;  ///< findings by grade
  std::uint64_t explained = 0;           ///< differences that voxels are documented to make
  std::vector<std::string> findings;     ///< folders in `folder`, in the order of the summary
};

/// Runs scenes after those that the folder's earlier calls have run, and writes the findings. Everything in the folder
/// is the same for any number of jobs and any interruptions. Errors: bad_option (a folder of other settings, a baker
/// that is not installed), cannot_open, cannot_write, cancelled.
Result<FuzzFacts> fuzz_bakers(const FuzzOptions& options, Progress& progress,
                              const std::function<void(const FuzzStep&)>& told);
/// For people.
std::string fuzz_text(const FuzzFacts& facts);

/// Whether a finding still holds: `again` is its folder. Errors: those of fuzz_bakers(), and of reading it.
struct FuzzAgain {
  bool holds = false;
  std::string text;  ///< what came, in a line
};
Result<FuzzAgain> fuzz_again(const FuzzArguments& arguments, Progress& progress);

}  // namespace plumb::pipeline
