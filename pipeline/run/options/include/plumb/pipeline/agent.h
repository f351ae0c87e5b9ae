// SPDX-License-Identifier: GPL-3.0-or-later
// An agent as a value, and as a file (docs/reference/agent.md).
#pragma once
#include <gmpxx.h>

#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/json.h"

namespace plumb::pipeline {

/// Who walks, and which axis of the level is up. The values of BakeSettings that decide it, with their meanings and
/// defaults; lengths are in units of the level.
struct Agent {
  std::string name;                    ///< empty: none; else 1 to 64 letters, digits, '_' and '-'
  std::optional<mpq_class> unit = {};  ///< what one unit of the level is, in metres; none: not known
  UpAxis up = UpAxis::y;
  std::vector<Stance> stances = BakeSettings{}.stances;
  std::optional<mpq_class> slope = 45, slope_ratio = {}, slope_cos = {};  ///< one of these three
  Sides sides = Sides::both;
  mpq_class step = 0, weld = 0, radius = 0;
  mpq_class window = 0;  ///< 0: step + radius * tan(slope)
  std::uint32_t disc = 16;
  ClearanceBound clearance = ClearanceBound::inner;
  Solids solids = Solids::none;

  /// Replaces these values of the settings, and leaves all others.
  void fill(BakeSettings& settings) const;
};

/// The agent of a file, or of a text, which begins with '{'. `unit`: what one unit of the level is, "cm" or "0.03m", in
/// place of what the file says. Error, with the file's name: cannot_open; syntax; bad_option for a value that is wrong.
Result<Agent> read_agent(const std::string& agent, const std::optional<std::string>& unit = {});
/// That of a preset, "quake" (docs/reference/presets.md). Error: bad_option.
Result<Agent> preset_agent(const std::string& name, const std::optional<std::string>& unit = {});
/// That of arguments: what is given, over the agent's file, over the preset. Errors: those of both.
Result<Agent> agent_of(const BakeArguments& arguments);

/// What is written into a file: read_agent() reads it back as the same agent. Numbers are texts, decimals where these
/// are exact. A window of 0 is left out. Requires values that checked() takes, as those below.
Json agent_json(const Agent& agent);
/// A table for people.
std::string agent_text(const Agent& agent);
/// AGENT.json of an adapter (docs/reference/bakers.md): doubles, of the lowest stance.
Json adapter_json(const Agent& agent);
/// What looks wrong with an agent and is none the less one, each in one line.
std::vector<std::string> agent_notes(const Agent& agent);

/// What is wrong with the agent of arguments: with its file, all of it, or else with the options that override it.
std::vector<Error> agent_mistakes(const BakeArguments& arguments);
/// The arguments with what the agent's file says where they say nothing; its name is agent_name, and `agent` is none.
/// The file has to be an agent by itself. Errors: those of read_agent().
Result<BakeArguments> with_agent(const BakeArguments& arguments);
/// The same with what the preset says; its name stays. Error: bad_option for one that is not known.
Result<BakeArguments> with_preset(const BakeArguments& arguments);

}  // namespace plumb::pipeline
