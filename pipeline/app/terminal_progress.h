// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <chrono>
#include <string>

#include "plumb/pipeline/progress.h"

namespace plumb::app {

/// One line on stderr, rewritten: the stage, percent of the whole and about how long the rest will take.
class TerminalProgress : public pipeline::Progress {
 public:
  ~TerminalProgress() override { clear(); }
  void stage(const pipeline::StageProgress& begun) override;
  void advance(double done) override;
  /// Takes the line away.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  void show(double share_of_whole);

  std::string stage_;
  double before_ = 0, share_ = 0;
  const Clock::time_point begun_ = Clock::now();
  Clock::time_point shown_;
  bool visible_ = false;
};

}  // namespace plumb::app
