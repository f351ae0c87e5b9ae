// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cassert>
#include <chrono>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "plumb/pipeline/work_range.h"

namespace plumb::pipeline {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

/// A stage of a command, about its share of the time, and the wall-clock seconds that it took: 0 until it has run.
struct Stage {
  const char* name;
  double weight;
  double seconds = 0;
};

inline std::vector<Stage> operator+(std::vector<Stage> first, const std::vector<Stage>& then) {
  first.insert(first.end(), then.begin(), then.end());
  return first;
}

/// Runs the stages of a command in the order of their list, reports each to a Progress and measures its time.
class Stages {
 public:
  Stages(Progress& progress, std::vector<Stage> stages) : progress_(progress), stages_(std::move(stages)) {
    for (const Stage& s : stages_) all_ += s.weight;
  }

  /// Runs the next stage, whose name must be given.
  template <class Run>
  auto operator()([[maybe_unused]] std::string_view name, Run&& run) {
    assert(next_ < stages_.size() && name == stages_[next_].name);
    Stage& stage = stages_[next_];
    progress_.stage({stage.name, ++next_, stages_.size(), before_ / all_, stage.weight / all_});
    before_ += stage.weight;
    const RunningStage running(progress_);
    const Stopwatch watch;
    if constexpr (std::is_void_v<decltype(run())>) {
      run();
      stage.seconds = watch.seconds();
    } else {
      auto result = run();
      stage.seconds = watch.seconds();
      return result;
    }
  }

  const std::vector<Stage>& all() const { return stages_; }

 private:
  Progress& progress_;
  std::vector<Stage> stages_;
  std::size_t next_ = 0;
  double all_ = 0, before_ = 0;
};

}  // namespace plumb::pipeline
