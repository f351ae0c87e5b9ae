// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/audit.h"

namespace plumb::pipeline {

/// What becomes of the thresholds: areas are compared exactly.
std::vector<Verdict> find_verdicts(const AuditFacts& facts);

/// "12.5", four digits; "12.5 %" of another area.
std::string area_text(const AreaTotal& area);
std::string share_text(const AreaTotal& part, const AreaTotal& whole);

}  // namespace plumb::pipeline
