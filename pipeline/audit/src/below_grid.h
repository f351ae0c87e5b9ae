// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/audit.h"

namespace plumb::pipeline {

/// Of an audit whose pieces and places are found.
BelowGrid below_grid(const AuditFacts& facts);

}  // namespace plumb::pipeline
