// SPDX-License-Identifier: GPL-3.0-or-later
// Signals that ask the program to end, for commands that have something to put away or to say first.
#pragma once
#include <atomic>

#include "host.h"
#include "plumb/pipeline/progress.h"

namespace plumb::app {

/// While it lives, signals that ask the program to end cancel the work, and are kept for later. Progress is told to
/// another one, if there is any.
class SignalsCancel : public pipeline::Progress {
 public:
  explicit SignalsCancel(pipeline::Progress* shown = nullptr) : shown_(shown) {}
  ~SignalsCancel() override { handle_endings(before_); }
  void stage(const pipeline::StageProgress& begun) override {
    if (shown_) shown_->stage(begun);
  }
  void advance(double done) override {
    if (shown_) shown_->advance(done);
  }
  bool cancelled() override { return caught != 0; }

  /// Once it does not live any more: ends the program as a signal would have ended it that came meanwhile.
  static void raise_caught() {
    if (const int signal = caught; signal != 0) end_by(signal);
  }

 private:
  static inline std::atomic<int> caught{0};
  static_assert(std::atomic<int>::is_always_lock_free);
  pipeline::Progress* shown_;
  SignalHandler before_ = handle_endings([](int signal) { caught = signal; });
};

}  // namespace plumb::app
