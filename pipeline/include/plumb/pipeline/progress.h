// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string_view>

namespace plumb::pipeline {

/// Told how far a bake has come, by the thread that bakes. This one stays silent.
class Progress {
 public:
  virtual ~Progress() = default;
  /// Stage `number` of `count` (from 1) begins.
  virtual void stage(std::string_view /*name*/, int /*number*/, int /*count*/) {}
  /// The share of the present stage that is done, 0 to 1; stages that do not know never call it.
  virtual void advance(double /*done*/) {}
};

}  // namespace plumb::pipeline
