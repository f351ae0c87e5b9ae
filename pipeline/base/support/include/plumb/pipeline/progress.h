// SPDX-License-Identifier: LGPL-3.0-or-later
// The progress of a command: its stages, what they report, and how they are cancelled. A thread knows the Progress that
// it works for, so that the functions between a stage and its loops need not pass it on.
#pragma once
#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstddef>
#include <exception>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// A stage, and its place among the stages of its command.
struct StageProgress {
  std::string_view name;
  std::size_t number = 0, count = 0;  ///< from 1
  double before = 0, share = 0;       ///< the part of the time, about, before the stage and in it
};

/// Receives the progress of a bake, from the thread that bakes, and may cancel it, when asked by any of its threads.
/// This base class ignores progress and never cancels.
class Progress {
 public:
  virtual ~Progress() = default;
  /// Is called when a stage starts.
  virtual void stage(const StageProgress& /*begun*/) {}
  /// Is called with the share of the present stage that is done, 0 to 1, never less than before. Short stages may not
  /// call it.
  virtual void advance(double /*done*/) {}
  /// Whether the work is to be cancelled. It is called often, by several threads at once: it could read an atomic.
  virtual bool cancelled() { return false; }
};

/// Asks another Progress whether the work is cancelled, and tells it nothing: any number of threads may have one.
class SilentPart : public Progress {
 public:
  explicit SilentPart(Progress& whole) : whole_(whole) {}
  bool cancelled() override { return whole_.cancelled(); }

 private:
  Progress& whole_;
};

// Cancellation. Long loops call cancellation_point(); a function that is given a Progress runs its work in
// unless_cancelled().

/// The exception that ends cancelled work. Only unless_cancelled() catches it (cancellation.h).
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

/// Throws Cancelled. Out of line, so that this header compiles without exceptions.
[[noreturn]] void throw_cancelled();

/// Throws Cancelled if the work is to end. Cheap enough for every item of a loop that takes a microsecond or more.
inline void cancellation_point() {
  if (Progress* asked = CancellationScope::asked(); asked != nullptr && asked->cancelled()) throw_cancelled();
}

/// The same for a loop of short rounds: it asks in every 1024th round.
inline void cancellation_point(std::size_t round) {
  if (round % 1024 == 0) cancellation_point();
}

// Reports within a stage. A loop reports the share of it that is done (WorkRange::tell), and code that runs several
// loops says which part of the whole each of them is (a WorkRange).

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

// The stages of a command.

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
