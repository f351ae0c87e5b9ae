// SPDX-License-Identifier: GPL-3.0-or-later
#include "child.h"

#include <algorithm>
#include <system_error>

#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {

Error cannot_run(const std::string& program, int cause) {
  return {ErrorCode::cannot_open,
          "the program '" + program + "' cannot be run: " + std::generic_category().message(cause) +
              "; name one that there is, with its folder if it is not in one of PATH",
          "", 0};
}

std::chrono::steady_clock::time_point end_of(std::chrono::steady_clock::time_point begun, double seconds) {
  constexpr double longest = 1e9;  // which a clock can count
  return begun + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                     std::chrono::duration<double>(std::min(seconds, longest)));
}

bool is_cancelled() {
  Progress* const asked = CancellationScope::asked();
  return asked != nullptr && asked->cancelled();
}

}  // namespace plumb::pipeline
