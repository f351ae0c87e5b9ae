// SPDX-License-Identifier: GPL-3.0-or-later
// The command `plumb agent`: an agent that options, a file and a preset describe, checked and printed.
#include <memory>

#include "commands.h"
#include "plumb/pipeline/agent.h"
#include "terminal.h"

namespace plumb::app {
namespace {

struct AgentCommand {
  pipeline::BakeArguments arguments;
  std::optional<std::string> file;
  bool json = false, adapter = false;
};

int run_agent(const AgentCommand& command) {
  if (command.json && command.adapter) return fail("--json and --adapter are two forms of the agent; give one of them");
  pipeline::BakeArguments arguments = command.arguments;
  arguments.agent = command.file;
  const auto agent = pipeline::agent_of(arguments);
  if (!agent) {
    auto mistakes = pipeline::agent_mistakes(arguments);
    if (mistakes.empty()) mistakes.push_back(agent.error());  // the file is another one since
    for (const pipeline::Error& mistake : mistakes) fail(mistake);
    return exit_refused;
  }
  const std::string text = command.json      ? json_text(pipeline::agent_json(*agent), 2) + "\n"
                           : command.adapter ? json_text(pipeline::adapter_json(*agent)) + "\n"
                                             : pipeline::agent_text(*agent);
  if (!print(text)) return fail("the agent cannot be written to standard output; see where it is sent");
  for (const std::string& note : pipeline::agent_notes(*agent)) warn(note);
  return exit_done;
}

}  // namespace

RunnableCommand add_agent_command(Commands& commands) {
  const auto command = std::make_shared<AgentCommand>();
  AgentCommand& a = *command;
  Command agent =
      commands.add("agent", "Print an agent with all its values, and check it",
                   "Options override the file, and the file overrides the preset. Lengths are printed in "
                   "units of the level.\n"
                   "Exit status 2: the agent is not valid; each mistake has a line. What only looks wrong is a "
                   "warning (docs/reference/agent.md).\n"
                   "Examples: plumb agent hero.json\n"
                   "          plumb agent --preset quake --radius 12 --json");
  agent.one("FILE", a.file, "the agent: a .json, or its text, which begins with {", "");
  add_stated_agent(agent, a.arguments);
  add_slope_options(agent, a.arguments);
  add_radius_options(agent, a.arguments);
  add_disc_options(agent, a.arguments);
  agent.one("--sides", a.arguments.sides, "both or up (default both)", "WORD");
  agent.one("--up", a.arguments.up, "the axis that points up: y or z (default y)", "AXIS");
  agent.one("--solids", a.arguments.solids, "none or closed (default none)", "WORD");
  agent.flag("--json", a.json, "print a file that --agent takes");
  agent.flag("--adapter", a.adapter, "print an AGENT.json for adapters of bakers (docs/reference/bakers.md)");
  return {agent, [=] { return run_agent(*command); }};
}

}  // namespace plumb::app
