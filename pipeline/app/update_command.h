// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "command.h"
#include "plumb/pipeline/update_navmesh.h"

namespace plumb::app {

Command add_update_command(Commands& commands, pipeline::UpdateArguments& arguments);

/// The exit status of `plumb update`.
int run_update(const Command& command, const pipeline::UpdateArguments& arguments);

}  // namespace plumb::app
