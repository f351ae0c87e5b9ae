// SPDX-License-Identifier: LGPL-3.0-or-later
// What the checker's commands have in common: how they say things, and show how far they are.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace plumb::checker {

/// Writes "NAME: MESSAGE" in one line to standard error, and returns the status.
int say(const char* name, const std::string& message, int status);
/// Writes a text to standard output; 0, or 2 where it cannot be written.
int print(const char* name, const std::string& text);
/// "FILE:LINE: "; without the line if that is 0.
std::string place(const std::string& path, std::uint64_t line);
/// From now on the process ends, where memory runs out, with one line about this file and status 2.
void prepare_for_little_memory(const char* name, const std::string& path);

/// Where the standard error is a terminal: one line, rewritten, until it goes.
class TerminalProgress {
 public:
  explicit TerminalProgress(const char* name);
  TerminalProgress(const TerminalProgress&) = delete;
  ~TerminalProgress();

  /// Such a share of the check is done.
  void show(double done);

 private:
  using Clock = std::chrono::steady_clock;
  const char* name_;
  bool terminal_, visible_ = false;
  Clock::time_point begun_ = Clock::now(), shown_ = begun_;
};

}  // namespace plumb::checker
