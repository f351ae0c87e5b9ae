// SPDX-License-Identifier: GPL-3.0-or-later
// The agent of a bake: for an adapter as AGENT.json (docs/reference/bakers.md), for the true floor as options.
#pragma once
#include <optional>
#include <string>

#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/scenario.h"

namespace plumb::pipeline {

/// Numbers are doubles, as JSON has them, so that baker and truth get the same.
struct FuzzAgent {
  double height = 0, radius = 0, climb = 0, slope = 45;
  UpAxis up = UpAxis::y;
  Numbers numbers = Numbers::binary32;
  std::string variant;
  double cell = 0, cell_height = 0;  ///< 0: those of the grade `default`
};

/// The lowest stance of a scenario's options.
FuzzAgent agent_of(const ScenarioOptions& options, const std::optional<CellSize>& cell, const mpq_class& radius,
                   const std::string& variant);
Json agent_json(const FuzzAgent& agent);
/// What agent_json() has written. Throws JsonError.
FuzzAgent read_agent(JsonView json);

/// What a baker says of its settings, in settings.json.
struct StatedSettings {
  double cell = 0, cell_height = 0;  ///< 0: it has none
  std::optional<double> max_error, min_region;
};
/// The words of `plumb audit` that judge what the baker made of the scene, without the program's name. The files are
/// named as they lie in a finding's folder.
std::vector<std::string> audit_words(const FuzzAgent& agent, const StatedSettings& settings,
                                     const std::string& navmesh);
/// The same as options. `scene`: a file that is there.
Result<AuditOptions> audit_options(const FuzzAgent& agent, const StatedSettings& settings, const std::string& scene,
                                   const std::string& navmesh);

}  // namespace plumb::pipeline
