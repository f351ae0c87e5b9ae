// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

#include "plumb/pipeline/bake_options.h"

namespace plumb::pipeline {

/// What a file of an agent says: its name is agent_name; all other members are as options have them.
struct AgentFile {
  BakeArguments texts;
  std::vector<Error> errors;  ///< all that is wrong with it by itself
};
/// `agent`: a file, or a text that begins with '{'. The unit of a preset that the file names is the file's, unless it
/// has its own.
AgentFile read_agent_file(const std::string& agent);

/// Gives `above` what it does not say and `below` does. Plain lengths of `below` are in its unit, if it has one.
void put_below(BakeArguments& above, BakeArguments below);

/// An error in the words of a file.
Error in_file(const Error& error, const std::string& agent);

}  // namespace plumb::pipeline
