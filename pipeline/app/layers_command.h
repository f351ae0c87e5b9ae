// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "command.h"
#include "plumb/pipeline/find_layers.h"

namespace plumb::app {

Command add_layers_command(Commands& commands, pipeline::LayersArguments& arguments);

/// The exit status. `command` is what add_layers_command gave, parsed.
int run_layers(const Command& command, const pipeline::LayersArguments& arguments);

}  // namespace plumb::app
