// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>

#include "command.h"
#include "plumb/pipeline/bake_options.h"

namespace plumb::app {

/// What `plumb explain` is told, as text.
struct ExplainArguments {
  pipeline::BakeArguments level;
  std::optional<std::string> at, reach, thresholds, range, from, to, stance;
  bool json = false, jumps = false;
};

/// Adds `explain` to the commands; parsing fills `arguments`.
Command add_explain_command(Commands& commands, ExplainArguments& arguments);

/// Runs it; the exit status: exit_no for a point above nothing, and for a place that is not reached. `command` is what
/// add_explain_command gave, parsed.
int run_explain(const Command& command, const ExplainArguments& arguments);

}  // namespace plumb::app
