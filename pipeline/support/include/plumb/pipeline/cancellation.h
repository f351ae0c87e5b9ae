// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <exception>
#include <utility>

#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/result.h"

// Cancellation of work. Long loops call cancellation_point(); a function that is given a Progress runs its work in
// unless_cancelled(). So the functions between need not pass the Progress on.
namespace plumb::pipeline {

/// The exception that ends cancelled work. Only unless_cancelled() catches it.
struct Cancelled : std::exception {
  const char* what() const noexcept override { return "cancelled"; }
};

/// During the life of this object, cancellation_point() asks its Progress, in this thread and in those that
/// on_threads() starts. Of nested scopes the inner one counts.
class CancellationScope {
 public:
  explicit CancellationScope(Progress* asked) : before_(std::exchange(asked_, asked)) {}
  ~CancellationScope() { asked_ = before_; }
  CancellationScope(const CancellationScope&) = delete;

  /// The Progress that this thread asks; null if there is none.
  static Progress* asked() { return asked_; }

 private:
  static inline thread_local Progress* asked_ = nullptr;
  Progress* before_;
};

/// Throws Cancelled if the work is to end. Cheap enough for every item of a loop that takes a microsecond or more.
inline void cancellation_point() {
  if (Progress* asked = CancellationScope::asked(); asked != nullptr && asked->cancelled()) throw Cancelled();
}

/// The same for a loop of short rounds: it asks in every 1024th round.
inline void cancellation_point(std::size_t round) {
  if (round % 1024 == 0) cancellation_point();
}

/// Runs work(), which returns a Result or an optional Error. Returns that, or ErrorCode::cancelled.
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
