// SPDX-License-Identifier: GPL-3.0-or-later
// The reader of agents on arbitrary text: what it takes is an agent that a bake takes, and is read back as written;
// what it refuses has a mistake to tell.
#include <cstdint>
#include <string>

#include "plumb/pipeline/agent.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumb::pipeline;
  BakeArguments arguments;
  arguments.agent = "{" + std::string(reinterpret_cast<const char*>(data), size);
  const auto agent = agent_of(arguments);
  require(static_cast<bool>(agent) == agent_mistakes(arguments).empty(), "there is an agent or a mistake");
  if (!agent) return 0;
  BakeSettings settings;
  agent->fill(settings);
  require(static_cast<bool>(checked(settings)), "a bake takes the agent");
  (void)agent_text(*agent);
  (void)agent_notes(*agent);
  (void)json_text(adapter_json(*agent));
  const std::string text = json_text(agent_json(*agent));
  // A number divided by a unit may have more digits, or a greater exponent, than a number that is read.
  if (text.size() > 1000 || text.find("e+") != text.npos || text.find("e-") != text.npos) return 0;
  const auto back = read_agent(text);
  require(back && json_text(agent_json(*back)) == text, "an agent is read back as it is written");
  return 0;
}
