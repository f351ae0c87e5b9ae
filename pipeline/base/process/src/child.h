// SPDX-License-Identifier: GPL-3.0-or-later
// What starting a child process takes.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// A descriptor that is closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }
  void close();
  int number() const { return number_; }

 private:
  int number_;
};

struct Pipe {
  Descriptor out, in;
};
/// Both ends are closed in programs that are started.
bool make_pipe(Pipe& pipe);

Error cannot_run(const std::string& program, int cause);

/// Appends the bytes that are there, up to `most` in all. What is more is dropped, which sets `cut`, and then not all
/// is read at once: one that prints without end must not keep others from being asked. At the end of the output its
/// descriptor is closed; poll() takes no notice of it any more.
void read_available(Descriptor& from, std::string& output, std::size_t most, bool& cut);

struct ChildSettings {
  std::vector<std::string> words = {};        ///< the program and its arguments
  std::vector<std::string> environment = {};  ///< "NAME=value", besides this process's or in their place
  std::string folder = {};                    ///< empty: this process's
  std::uint64_t memory = 0;                   ///< RLIMIT_DATA; 0: none
  int input = -1, output = -1, errors = -1;
};

/// A program that was started, the leader of its process group.
struct Child {
  pid_t number = -1;
  Descriptor ended;  ///< can be read once it has ended; none where the system has no such descriptors

  /// Whether it has ended; it is not waited for.
  bool has_ended() const;
  /// Sleeps until one of the descriptors can be read, it has ended, or some milliseconds have passed: few where nothing
  /// tells its end.
  void sleep(std::initializer_list<const Descriptor*> descriptors) const;
  /// Kills its group and waits for it: the status as wait() has it, and the largest resident memory in KiB.
  int finish(long& peak);
};

/// When an answer that may take so many seconds has to be there.
std::chrono::steady_clock::time_point end_of(std::chrono::steady_clock::time_point begun, double seconds);
/// Whether the work of this thread is cancelled (progress.h).
bool is_cancelled();

/// Starts a program without a shell; 0, or errno if that fails.
int start_child(const ChildSettings& settings, Child& child);

}  // namespace plumb::pipeline
