// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "command.h"
#include "plumb/pipeline/audit.h"

namespace plumb::app {

Command add_audit_command(Commands& commands, pipeline::AuditArguments& arguments);
int run_audit(const pipeline::AuditArguments& arguments);

}  // namespace plumb::app
