// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "command.h"
#include "plumb/pipeline/bake_options.h"

namespace plumb::app {

/// Adds `bake` to the commands; parsing fills `arguments`.
Command add_bake_command(Commands& commands, pipeline::BakeArguments& arguments);

/// Runs it; the exit status. Throws what pipeline::bake throws.
int run_bake(const pipeline::BakeArguments& arguments);

}  // namespace plumb::app
