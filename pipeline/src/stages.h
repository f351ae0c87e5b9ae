// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <chrono>
#include <type_traits>

#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

/// Runs the stages of a command one after the other, tells of each and times it.
class Stages {
 public:
  Stages(Progress& progress, int count) : progress_(progress), count_(count) {}
  template <class Run>
  auto operator()(const char* name, double& seconds, Run&& run) {
    progress_.stage(name, ++number_, count_);
    const Stopwatch watch;
    if constexpr (std::is_void_v<decltype(run())>) {
      run();
      seconds = watch.seconds();
    } else {
      auto result = run();
      seconds = watch.seconds();
      return result;
    }
  }

 private:
  Progress& progress_;
  int count_;
  int number_ = 0;
};

}  // namespace plumb::pipeline
