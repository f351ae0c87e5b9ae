// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/run_process.h"

#include <cerrno>
#include <chrono>

#include "child.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {

Result<ProcessOutcome> run_process(const ProcessSettings& settings) {
  using Clock = std::chrono::steady_clock;
  if (settings.words.empty()) return cannot_run("", ENOENT);
  const Clock::time_point begun = Clock::now();
  auto child = Child::start({.words = settings.words,
                             .environment = settings.environment,
                             .folder = settings.folder,
                             .memory = settings.memory});
  if (!child) return child.error();
  // Ends it where it must not go on: asks at least every 20 ms for the time and whether the work was cancelled.
  ProcessOutcome outcome;
  const Clock::time_point end = end_of(begun, settings.seconds);
  bool cancelled = false, timed_out = false;
  while (!child->has_ended()) {
    cancelled = is_cancelled();
    timed_out = !cancelled && Clock::now() >= end;
    if (cancelled || timed_out) break;
    child->sleep();
    child->read_output(outcome.output, settings.output, outcome.output_cut);
  }
  const ChildEnd ended = child->finish();
  if (cancelled) throw Cancelled();
  child->read_output(outcome.output, settings.output, outcome.output_cut);
  outcome.seconds = std::chrono::duration<double>(Clock::now() - begun).count();
  outcome.peak_bytes = ended.peak_bytes;
  outcome.end = timed_out         ? ProcessOutcome::End::timed_out
                : ended.signalled ? ProcessOutcome::End::signalled
                                  : ProcessOutcome::End::exited;
  if (!timed_out) outcome.code = ended.code;
  return outcome;
}

std::string shell_word(const std::string& word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,+";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

}  // namespace plumb::pipeline
