// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <CLI/CLI.hpp>

#include "plumb/pipeline/find_layers.h"

namespace plumb::app {

CLI::App* add_layers_command(CLI::App& app, pipeline::LayersArguments& arguments);

/// The exit status. `command` is what add_layers_command gave, parsed.
int run_layers(const CLI::App& command, const pipeline::LayersArguments& arguments);

}  // namespace plumb::app
