// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "plumb/pipeline/audit.h"

namespace plumb::pipeline {

/// What `plumb audit --store` does: judges a navmesh by the floor of a level that was baked in tiles and joined,
/// without the whole floor in memory (audit_tiles.h). The options of the level are the store's; of the arguments'
/// level, the scene, the threads and the digits of areas count. Writes the files of --json, --csv, --junit and -o.
/// `announce`: as of audit(). With a radius, the outer bound is not in the store: each piece is baked again for it.
///
/// Errors: bad_option, for a store that is not joined, a level that is not the store's, any other option of the level,
/// a radius with another bound than the inner one or with components that are dropped, a limit on what is unexplained,
/// a plan, a page, or a file inside the store; and as audit(); those of reading and writing.
Result<AuditFacts> audit_store(const std::string& store, const AuditArguments& arguments, Progress& progress,
                               const std::function<std::optional<Error>(const AuditFacts&)>& announce = {});

}  // namespace plumb::pipeline
