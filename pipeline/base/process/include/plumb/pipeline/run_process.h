// SPDX-License-Identifier: GPL-3.0-or-later
// Runs another program to its end, within limits, and keeps what it prints. Any thread may call it; several may at
// once.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

struct ProcessSettings {
  std::vector<std::string> words = {};        ///< the program and its arguments; without a shell
  std::vector<std::string> environment = {};  ///< "NAME=value", besides this process's or in their place
  std::string folder = {};                    ///< where it runs; empty: where this process runs
  double seconds = 60;                        ///< then it is killed; above 0
  std::uint64_t memory = 0;        ///< bytes that each of its processes may write to (RLIMIT_DATA); 0: no limit
  std::size_t output = 16u << 20;  ///< bytes of output that are kept; the rest is read and dropped
};

struct ProcessOutcome {
  enum class End {
    exited,     ///< `code` is its exit status, 0 to 255
    signalled,  ///< `code` is the number of the signal
    timed_out,  ///< it was killed
  };
  End end = End::exited;
  int code = 0;
  std::string output;       ///< standard output and standard error, as they were written
  bool output_cut = false;  ///< whether there was more
  double seconds = 0;       ///< from start to end
  std::uint64_t peak_bytes =
      0;  ///< resident memory of the largest of the processes that it has waited for, and its own

  /// As shells count: the exit status, or 128 and the number of the signal; none for one that timed out.
  int shell_status() const { return end == End::exited ? code : 128 + code; }
};

/// Runs a program and waits for its end. It reads nothing on standard input, and is in a process group of its own,
/// which is killed when the program has ended, when its time is over, and when the work of the calling thread is
/// cancelled (progress.h): then Cancelled is thrown. A program that puts itself into another group, as `timeout` does,
/// is out of reach of that.
///
/// Error: cannot_open (no such program, no permission, no process to be had).
Result<ProcessOutcome> run_process(const ProcessSettings& settings);

/// A word as a shell reads it: in single quotes, if it needs them.
std::string shell_word(const std::string& word);

}  // namespace plumb::pipeline
