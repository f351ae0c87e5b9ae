// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <string_view>

namespace plumb::pipeline {

/// Where a stage stands among those of its command.
struct StageProgress {
  std::string_view name;
  std::size_t number = 0, count = 0;  ///< from 1
  double before = 0, share = 0;       ///< about what part of the time goes by before it, and in it
};

/// Told how far a bake has come, by the thread that bakes; asked, by any of its threads, whether it should go on. This
/// one stays silent and never ends a bake.
class Progress {
 public:
  virtual ~Progress() = default;
  /// A stage begins.
  virtual void stage(const StageProgress& /*begun*/) {}
  /// The share of the present stage that is done, 0 to 1, never less than before; short stages may never tell.
  virtual void advance(double /*done*/) {}
  /// Whether the work is to end. Asked often, by several threads at once: for instance the value of an atomic.
  virtual bool cancelled() { return false; }
};

}  // namespace plumb::pipeline
