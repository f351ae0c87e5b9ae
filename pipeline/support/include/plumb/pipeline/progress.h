// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <string_view>

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

}  // namespace plumb::pipeline
