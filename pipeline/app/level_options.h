// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <CLI/CLI.hpp>

#include "plumb/pipeline/bake_options.h"

namespace plumb::app {

/// Adds the scene and the options that say what it means and who walks in it: those that every command on a level
/// takes.
void add_level_options(CLI::App& command, pipeline::BakeArguments& arguments);

}  // namespace plumb::app
