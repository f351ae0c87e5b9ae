// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <exception>
#include <utility>

#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/result.h"

// How work ends early. Loops that may last ask at cancellation_point(); whoever is given a Progress hands it to
// unless_cancelled(). So no function between has to pass it on.
namespace plumb::pipeline {

/// Ends the work: goes through everything up to unless_cancelled().
struct Cancelled : std::exception {
  const char* what() const noexcept override { return "cancelled"; }
};

/// While it lives, cancellation_point() asks this Progress, in this thread and, by way of on_threads(), in those that
/// it starts. They nest: the inner one counts.
class CancellationScope {
 public:
  explicit CancellationScope(Progress* asked) : before_(std::exchange(asked_, asked)) {}
  ~CancellationScope() { asked_ = before_; }
  CancellationScope(const CancellationScope&) = delete;

  /// Whom this thread asks; nobody: null.
  static Progress* asked() { return asked_; }

 private:
  static inline thread_local Progress* asked_ = nullptr;
  Progress* before_;
};

/// Throws Cancelled if the work is to end. Cheap enough for every item of a loop that takes a microsecond or more.
inline void cancellation_point() {
  if (Progress* asked = CancellationScope::asked(); asked != nullptr && asked->cancelled()) throw Cancelled();
}

/// The same for a loop of short rounds: asks in every 1024th.
inline void cancellation_point(std::size_t round) {
  if (round % 1024 == 0) cancellation_point();
}

/// What work() returns, a Result or an optional Error; or ErrorCode::cancelled.
template <class Work>
auto unless_cancelled(Progress& progress, Work&& work) -> decltype(work()) {
  try {
    const CancellationScope scope(&progress);
    return work();
  } catch (const Cancelled&) {
    return Error{ErrorCode::cancelled, "it was cancelled", "", 0};
  }
}

}  // namespace plumb::pipeline
