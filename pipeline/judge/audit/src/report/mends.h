// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/true_floor.h"

namespace plumb::pipeline {

/// A mend for each cause that has an area: without a text where no setting mends it. Requires the baker's name.
std::vector<Mend> find_mends(const AuditFacts& facts);

/// Has the baker of --prove bake the level again with all settings that mend something, and judges that by the same
/// floor. What goes wrong is told in the proof. Error: cannot_write (no folder for its files).
Result<Proof> prove(TrueFloor& floor, const AuditFacts& facts);

}  // namespace plumb::pipeline
