// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <utility>

#include "plumb/pipeline/progress.h"

// Reports of progress within a stage. A loop reports the share of it that is done (WorkRange::tell), and code that runs
// several loops says which part of the whole each of them is (a WorkRange). So functions need not pass a Progress on.
namespace plumb::pipeline {

/// A stage that runs in this thread. Reports from other threads that work for it are ignored.
class RunningStage {
 public:
  explicit RunningStage(Progress& progress) : before_(std::exchange(state(), State{.progress = &progress})) {}
  ~RunningStage() { state() = before_; }
  RunningStage(const RunningStage&) = delete;

 private:
  friend class WorkRange;
  struct State {
    Progress* progress = nullptr;
    double low = 0, high = 1;  // the part of the stage that is being done
    double told = 0;
  };
  static State& state() {
    static thread_local State of_this_thread;
    return of_this_thread;
  }
  State before_;
};

/// Work in the scope of this object is about this part of the surrounding range, in time, from 0 to 1.
class WorkRange {
 public:
  WorkRange(double low, double high) : low_(state().low), high_(state().high) {
    state().low = low_ + low * (high_ - low_);
    state().high = low_ + high * (high_ - low_);
  }
  ~WorkRange() { state().low = low_, state().high = high_; }
  WorkRange(const WorkRange&) = delete;

  /// Reports that this share of the present range is done, 0 to 1. The numbers that a Progress receives never decrease.
  static void tell(double done) {
    RunningStage::State& s = state();
    if (s.progress == nullptr) return;
    s.told = std::max(s.told, s.low + done * (s.high - s.low));
    s.progress->advance(s.told);
  }

 private:
  static RunningStage::State& state() { return RunningStage::state(); }
  double low_, high_;
};

/// A Progress for work that needs one: it reports the work's progress as a share of the present range.
class RangeProgress : public Progress {
 public:
  explicit RangeProgress(Progress& progress) : progress_(progress) {}
  void advance(double done) override { WorkRange::tell(done); }
  bool cancelled() override { return progress_.cancelled(); }

 private:
  Progress& progress_;
};

}  // namespace plumb::pipeline
