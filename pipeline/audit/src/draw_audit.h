// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/output.h"

namespace plumb::pipeline {

/// Covered floor, what is missing and what is in excess, by cause, in the format of the file's extension: .obj, .glb
/// (a coloured group each), .svg (a plan, a panel a storey of the true floor) or .json (audit_json()).
void draw_audit(Output& file, const std::string& name, const AuditFacts& facts, const NavMesh& truth);

}  // namespace plumb::pipeline
