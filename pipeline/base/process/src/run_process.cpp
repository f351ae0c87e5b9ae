// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/run_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>

#include "child.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {
namespace {

using Clock = std::chrono::steady_clock;

class Running {
 public:
  // Starts the program; 0, or errno if that fails.
  int start(const ProcessSettings& settings) {
    Pipe output;
    const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (nothing.number() < 0 || !make_pipe(output)) return errno;
    ::fcntl(output.out.number(), F_SETFL, O_NONBLOCK);
    begun_ = Clock::now();
    const int cause = start_child({.words = settings.words,
                                   .environment = settings.environment,
                                   .folder = settings.folder,
                                   .memory = settings.memory,
                                   .input = nothing.number(),
                                   .output = output.in.number(),
                                   .errors = output.in.number()},
                                  child_);
    output_ = std::move(output.out);
    return cause;
  }

  // Waits for the end, and ends it where it must not go on: asks at least every 20 ms for the time and whether the work
  // was cancelled. Throws Cancelled.
  ProcessOutcome wait(const ProcessSettings& settings) {
    ProcessOutcome outcome;
    const Clock::time_point end = end_of(begun_, settings.seconds);
    bool cancelled = false, timed_out = false;
    while (!child_.has_ended()) {
      cancelled = is_cancelled();
      timed_out = !cancelled && Clock::now() >= end;
      if (cancelled || timed_out) break;
      child_.sleep({&output_});
      read_available(output_, outcome.output, settings.output, outcome.output_cut);
    }
    long peak = 0;
    const int status = child_.finish(peak);
    if (cancelled) throw Cancelled();
    read_available(output_, outcome.output, settings.output, outcome.output_cut);
    outcome.seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
    outcome.peak_bytes = static_cast<std::uint64_t>(peak) * 1024;
    if (timed_out) {
      outcome.end = ProcessOutcome::End::timed_out;
    } else if (WIFSIGNALED(status)) {
      outcome.end = ProcessOutcome::End::signalled;
      outcome.code = WTERMSIG(status);
    } else {
      outcome.code = WEXITSTATUS(status);
    }
    return outcome;
  }

 private:
  Child child_;
  Descriptor output_;
  Clock::time_point begun_;
};

}  // namespace

Result<ProcessOutcome> run_process(const ProcessSettings& settings) {
  if (settings.words.empty()) return cannot_run("", ENOENT);
  Running running;
  if (const int cause = running.start(settings); cause != 0) return cannot_run(settings.words[0], cause);
  return running.wait(settings);
}

std::string shell_word(const std::string& word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,+";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

}  // namespace plumb::pipeline
