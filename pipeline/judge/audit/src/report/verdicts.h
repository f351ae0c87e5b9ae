// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/audit.h"

namespace plumb::pipeline {

/// Of an audit whose pieces and places are found.
BelowGrid below_grid(const AuditFacts& facts);

inline constexpr const char* below_grid_text = "below the file's grid";

/// Error: bad_option, if a threshold asks for a baseline that there is not.
std::optional<Error> check_thresholds(const AuditSettings& settings);

/// What becomes of the thresholds: areas are compared exactly. What does not fail since all of it is below the file's
/// grid says so (below_grid_text).
std::vector<Verdict> find_verdicts(const AuditFacts& facts);

}  // namespace plumb::pipeline
