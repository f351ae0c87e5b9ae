// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/export_stage.h"

namespace plumb::pipeline {

/// Where a component is that is lost, spurious, split or merged, or a join that is false or missing.
struct AuditMark {
  std::string group;  ///< its kind
  std::string name;
  Colour colour;
  ExactPoint at;
  std::optional<std::array<ExactPoint, 2>> gap = {};  ///< of a join
};

/// All of them: components, then joins, the largest first.
std::vector<AuditMark> marks_of(const AuditFacts& facts);

/// A group of lines for each kind: poles of that height, and the gaps of joins. Its points go behind `points`.
void add_marks(const std::vector<AuditMark>& marks, const mpq_class& height, DrawnStage& stage,
               std::vector<ExactPoint>& points);

}  // namespace plumb::pipeline
