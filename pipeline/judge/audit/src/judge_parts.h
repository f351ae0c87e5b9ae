// SPDX-License-Identifier: GPL-3.0-or-later
// What the audit of a level in one piece and that of a level in tiles have in common.
#pragma once
#include <optional>

#include "plumb/pipeline/audit.h"

namespace plumb::pipeline {

/// Brings the options into lowest terms, and returns their window for a stance of this height. Error: bad_option.
Result<MatchWindow> match_window(AuditOptions& options, const mpq_class& height);
/// Error: bad_option, if the navmesh does not have the surface that is asked for.
std::optional<Error> check_surface(const AuditOptions& options, const ForeignMesh& mesh);
/// Enters what is known of a navmesh before it is compared.
void describe_mesh(ForeignMesh mesh, AuditFacts& facts);
/// Adds the areas of a comparison to those of the facts.
void add_up(const Comparison& comparison, AuditFacts& facts);

}  // namespace plumb::pipeline
