// SPDX-License-Identifier: GPL-3.0-or-later
// The options of the calls of Python and of JavaScript, which are those of commands, by keywords: their names with _
// for -, and text, lists of text and bools for values. An unknown keyword is ErrorCode::bad_option.
#pragma once
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/diff.h"
#include "plumb/pipeline/find_map_route.h"
#include "plumb/pipeline/find_places.h"
#include "plumb/pipeline/find_route.h"

namespace plumb::pipeline {

using OptionValue = std::variant<bool, std::string, std::vector<std::string>>;
using OptionValues = std::map<std::string, OptionValue>;

/// The names of the options of each call: bake, tiles, level, agent, audit, diff, route, places, route_on_map, reading.
std::map<std::string, std::vector<std::string>> option_names();

Result<BakeArguments> bake_call_arguments(const OptionValues& options);
/// Of an agent by itself.
Result<BakeArguments> agent_call_arguments(const OptionValues& options);
/// Of a bake in tiles, which reads the level.
Result<BakeArguments> tile_call_arguments(const OptionValues& options);
/// Of a bake that reads the level, of any file.
Result<BakeArguments> level_call_arguments(const OptionValues& options);
Result<AuditArguments> audit_call_arguments(const OptionValues& options);
Result<DiffArguments> diff_call_arguments(const OptionValues& options);
Result<RouteArguments> route_call_arguments(const OptionValues& options);
Result<PlaceArguments> place_call_arguments(const OptionValues& options);
Result<MapRouteArguments> map_route_call_arguments(const OptionValues& options);
/// Of another baker's navmesh. Errors: also those of make_audit_options().
Result<ForeignMeshOptions> reading_call_options(const OptionValues& options);

}  // namespace plumb::pipeline
