// SPDX-License-Identifier: GPL-3.0-or-later
// Another program that answers lines with lines, and goes on running between them.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// A program that reads lines from standard input and writes one line for each to standard output. It is started when
/// it is first asked, and again when it has ended or was killed. One thread at a time may use it.
class LineProcess {
 public:
  /// `words`: the program and its arguments. `memory`: bytes that each of its processes may write to (RLIMIT_DATA); 0:
  /// no limit. `seconds`: for one answer, above 0.
  LineProcess(std::vector<std::string> words, std::uint64_t memory, double seconds);
  LineProcess(const LineProcess&) = delete;
  ~LineProcess();  ///< kills the program and those that it has started

  struct Answer {
    enum class End {
      answered,   ///< `line` is its answer
      exited,     ///< without an answer; `code` is its exit status
      signalled,  ///< without an answer; `code` is the number of the signal
      timed_out,  ///< it was killed
    };
    End end = End::answered;
    int code = 0;
    std::string line;    ///< without the end of the line
    std::string errors;  ///< what was written to standard error meanwhile, as far as it is kept
  };

  /// Sends a line, which has no end of line, and waits for the answer. When the work of the calling thread is cancelled
  /// (progress.h), the program is killed and Cancelled is thrown. Error: cannot_open (no such program).
  Result<Answer> ask(const std::string& line);

 private:
  struct Running;
  std::vector<std::string> words_;
  std::uint64_t memory_;
  double seconds_;
  std::unique_ptr<Running> running_;
};

}  // namespace plumb::pipeline
