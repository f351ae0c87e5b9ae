// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/json.h"

// What the JSON of an audit says of places (docs/reference/audit.md has the fields).
namespace plumb::pipeline {

/// {"count", "listed"}: of components, and of joins, as many as --limit says.
Json component_places_json(const AuditFacts& facts);
Json joins_json(const AuditFacts& facts);
Json gaps_json(const AuditFacts& facts);        ///< null if there is nothing to say
Json below_grid_json(const AuditFacts& facts);  ///< with the grid itself
/// Components by what of them is missing, or in excess, the largest first.
Json findings_by_component_json(const AuditFacts& facts);

/// "low" and "high" of a box, in the axes of the input.
void set_box(Json& json, const std::array<ExactPoint, 2>& box, UpAxis up);
Json share_json(const std::optional<MatchedComponents::Disagreement>& share);
Json heights_json(const std::optional<MatchedHeights>& heights);

}  // namespace plumb::pipeline
