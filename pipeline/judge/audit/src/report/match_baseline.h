// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/json.h"

namespace plumb::pipeline {

/// Baseline::conditions of an audit's JSON. Throws JsonError.
std::vector<std::pair<std::string, std::string>> conditions_of(JsonView audit);
/// The members of an audit's JSON that conditions_of() reads.
Json conditions_json(const AuditFacts& facts);

/// What of an audit, whose places are found, is new against a baseline.
BaselineFacts match_baseline(const AuditFacts& facts, const Baseline& baseline);

}  // namespace plumb::pipeline
