// SPDX-License-Identifier: GPL-3.0-or-later
// summary.md and summary.json of a search.
#pragma once
#include "plumb/pipeline/fuzz_bakers.h"
#include "run_log.h"

namespace plumb::pipeline {

/// Writes both. Error: cannot_write.
Result<FuzzFacts> write_summary(const FuzzOptions& options, const std::string& version, const std::string& against,
                                const std::vector<RunRecord>& records, const std::vector<SymptomGroup>& groups);

}  // namespace plumb::pipeline
