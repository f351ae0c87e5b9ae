// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/result.h"
#include "plumb/plan/plan_map.h"

namespace plumb::pipeline {

/// The files of a flat map (docs/guide/routes.md): the map itself, and polygons laid over it.
struct MapFiles {
  std::string map;
  std::vector<std::string> obstacles, regions;
};

/// Whether a JSON file is a map, that is, whether it has a "kind". None if it cannot be read, or is no JSON.
std::optional<bool> is_map_file(const std::string& file);

/// Reads a map. Numbers are the binary64 nearest to their text, exactly. Errors: cannot_open; syntax, if a file is no
/// JSON or a field is missing; bad_face, if the content makes no map; the message names the polygon.
Result<plan::PlanMap> read_map(const MapFiles& files);

}  // namespace plumb::pipeline
