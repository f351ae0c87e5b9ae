// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <chrono>
#include <string>

#include "plumb/pipeline/progress.h"

namespace plumb::app {

/// One line on stderr, rewritten: the stage, percent of the whole and, where the stage knows how far it is, time left
/// in it.
class TerminalProgress : public pipeline::Progress {
 public:
  ~TerminalProgress() override { clear(); }
  void stage(const pipeline::StageProgress& begun) override;
  void advance(double done) override;
  /// Takes the line away.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  void show(const std::string& text);

  std::string stage_;
  double before_ = 0, share_ = 0;
  Clock::time_point begun_, shown_;
  bool visible_ = false;
};

}  // namespace plumb::app
