// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <chrono>
#include <string>

#include "plumb/pipeline/progress.h"

namespace plumb::app {

/// One line on stderr, rewritten: the stage, and where the stage knows, percent and time left.
class TerminalProgress : public pipeline::Progress {
 public:
  ~TerminalProgress() override { clear(); }
  void stage(std::string_view name, int number, int count) override;
  void advance(double done) override;
  /// Takes the line away.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  void show(const std::string& text);

  std::string stage_;
  Clock::time_point begun_, shown_;
  bool visible_ = false;
};

}  // namespace plumb::app
