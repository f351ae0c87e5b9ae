// SPDX-License-Identifier: GPL-3.0-or-later
// Signals that ask the program to end, for commands that have something to put away or to say first.
#pragma once
#include <signal.h>

#include <atomic>
#include <iterator>

#include "plumb/pipeline/progress.h"

namespace plumb::app {

/// While it lives, signals that ask the program to end cancel the work, and are kept for later. Progress is told to
/// another one, if there is any.
class SignalsCancel : public pipeline::Progress {
 public:
  explicit SignalsCancel(pipeline::Progress* shown = nullptr) : shown_(shown) {
    for (std::size_t i = 0; i < std::size(signals); ++i) {
      struct sigaction keep {};
      keep.sa_handler = [](int signal) { caught = signal; };
      ::sigaction(signals[i], nullptr, &before_[i]);
      if (before_[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &keep, nullptr);
    }
  }
  ~SignalsCancel() override {
    for (std::size_t i = 0; i < std::size(signals); ++i) ::sigaction(signals[i], &before_[i], nullptr);
  }
  void stage(const pipeline::StageProgress& begun) override {
    if (shown_) shown_->stage(begun);
  }
  void advance(double done) override {
    if (shown_) shown_->advance(done);
  }
  bool cancelled() override { return caught != 0; }

  /// Once it does not live any more: ends the program as a signal would have ended it that came meanwhile.
  static void raise_caught() {
    if (const int signal = caught; signal != 0) ::raise(signal);
  }

 private:
  static constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};
  static inline std::atomic<int> caught{0};
  static_assert(std::atomic<int>::is_always_lock_free);
  pipeline::Progress* shown_;
  struct sigaction before_[std::size(signals)];
};

}  // namespace plumb::app
