// SPDX-License-Identifier: GPL-3.0-or-later
// A child process, for which each operating system has a source: child_posix.cpp, child_windows.cpp, child_wasi.cpp.
#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

struct ChildSettings {
  std::vector<std::string> words = {};        ///< the program and its arguments
  std::vector<std::string> environment = {};  ///< "NAME=value", besides this process's or in their place
  std::string folder = {};                    ///< empty: this process's
  std::uint64_t memory = 0;                   ///< bytes that each of its processes may write to; 0: no limit
  bool is_asked = false;  ///< it reads what send() gives it, and its errors are apart from its output; otherwise it
                          ///< reads nothing
};

/// How a program ended.
struct ChildEnd {
  bool signalled = false;
  int code = 0;                  ///< the exit status, 0 to 255, or the number of the signal
  std::uint64_t peak_bytes = 0;  ///< of resident memory; 0 where the system does not say
};

/// A program that was started without a shell, and those that it starts.
class Child {
 public:
  /// Error: cannot_open (no such program, no permission, no process to be had, a system without processes).
  static Result<Child> start(const ChildSettings& settings);
  Child(Child&&) noexcept;
  Child& operator=(Child&&) = delete;
  ~Child();  ///< kills it

  bool has_ended() const;
  /// Sends all of it; a program that has ended takes nothing.
  void send(std::string_view bytes);
  /// Appends the bytes of its output that are there, up to `most` in all. What is more is dropped, which sets `cut`,
  /// and then not all is read at once: one that prints without end must not keep others from being asked.
  void read_output(std::string& output, std::size_t most, bool& cut);
  void read_errors(std::string& output, std::size_t most, bool& cut);
  /// Sleeps until there is something to read, it has ended, or some milliseconds have passed.
  void sleep() const;
  /// Kills it, if it has not ended, and what it has started, and waits for it.
  ChildEnd finish();

 private:
  struct Running;
  explicit Child(std::unique_ptr<Running> running);
  std::unique_ptr<Running> running_;
};

/// `cause`: of errno.
Error cannot_run(const std::string& program, int cause);

/// When an answer that may take so many seconds has to be there.
std::chrono::steady_clock::time_point end_of(std::chrono::steady_clock::time_point begun, double seconds);
/// Whether the work of this thread is cancelled (progress.h).
bool is_cancelled();

}  // namespace plumb::pipeline
