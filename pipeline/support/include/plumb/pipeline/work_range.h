// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <utility>

#include "plumb/pipeline/progress.h"

// How a stage tells how far it is: loops tell which share of them is done, and whoever calls several loops says which
// part of the whole each of them is. So no function between has to pass a Progress on.
namespace plumb::pipeline {

/// A stage that runs in this thread. Other threads that work for it tell nothing.
class RunningStage {
 public:
  explicit RunningStage(Progress& progress) : before_(std::exchange(state(), State{.progress = &progress})) {}
  ~RunningStage() { state() = before_; }
  RunningStage(const RunningStage&) = delete;

 private:
  friend class WorkRange;
  struct State {
    Progress* progress = nullptr;
    double low = 0, high = 1;  // of the stage: the range of the work that is done now
    double told = 0;
  };
  static State& state() {
    static thread_local State of_this_thread;
    return of_this_thread;
  }
  State before_;
};

/// The work in its scope is this part of the range around it, from 0 to 1: about, in time.
class WorkRange {
 public:
  WorkRange(double low, double high) : low_(state().low), high_(state().high) {
    state().low = low_ + low * (high_ - low_);
    state().high = low_ + high * (high_ - low_);
  }
  ~WorkRange() { state().low = low_, state().high = high_; }
  WorkRange(const WorkRange&) = delete;

  /// A share of the present range is done, 0 to 1. What a Progress hears never goes back.
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

/// What work tells that has a Progress of its own is told as a share of the present range.
class RangeProgress : public Progress {
 public:
  explicit RangeProgress(Progress& progress) : progress_(progress) {}
  void advance(double done) override { WorkRange::tell(done); }
  bool cancelled() override { return progress_.cancelled(); }

 private:
  Progress& progress_;
};

}  // namespace plumb::pipeline
