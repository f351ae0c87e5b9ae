// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "command.h"
#include "plumb/pipeline/diff.h"

namespace plumb::app {

Command add_diff_command(Commands& commands, pipeline::DiffArguments& arguments);
int run_diff(const pipeline::DiffArguments& arguments);

}  // namespace plumb::app
