// SPDX-License-Identifier: LGPL-3.0-or-later
// Where cancelled work ends. Apart from progress.h, which a program that is compiled without exceptions includes.
#pragma once
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {

/// Runs work(), which returns a Result or an optional Error. Returns that, or ErrorCode::cancelled.
template <class Work>
auto unless_cancelled(Progress& progress, Work&& work) -> decltype(work()) {
  try {
    const CancellationScope scope(&progress);
    return work();
  } catch (const Cancelled&) {
    return Error{ErrorCode::cancelled, "it was cancelled", "", 0};
  }
}

}  // namespace plumb::pipeline
