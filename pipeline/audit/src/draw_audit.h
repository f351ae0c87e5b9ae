// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/output.h"

namespace plumb::pipeline {

/// Writes covered floor, what is missing and what is in excess, by cause, in the format of the file's extension: .obj
/// or .glb (a coloured group for each), .svg (a plan with a panel for each storey of the true floor), .json
/// (audit_json()) or .csv (audit_csv()).
void draw_audit(Output& file, const std::string& name, const AuditFacts& facts, const NavMesh& truth);

}  // namespace plumb::pipeline
