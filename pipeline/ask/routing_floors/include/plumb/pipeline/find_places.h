// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/surface_query.h"

namespace plumb::pipeline {

/// The options of `plumb route NAVMESH --ask NAME` as text, one member for each.
struct PlaceArguments {
  std::string navmesh;  ///< a .json of plumb bake, or what the reader reads
  NavMeshReader reader = {};
  std::string ask;   ///< nearest, raycast, move, border, random, within, reachable or components
  std::string from;  ///< x,y,z in the scene's axes; empty: not given
  std::vector<std::string> to;
  std::optional<std::string> stance;  ///< a name; default: the lowest
  std::optional<std::string> within;  ///< a distance
  std::optional<std::string> unit;    ///< of the level, for a distance such as 40cm
  std::optional<std::string> count, seed;
  std::string json;  ///< empty: none
};

/// What is asked.
enum class PlaceQuestion { nearest, raycast, move, border, random, within, reachable, components };

/// The same options, checked. Names of stances are checked when the navmesh has been read.
struct PlaceOptions {
  std::string navmesh;
  NavMeshReader reader = {};
  PlaceQuestion ask = PlaceQuestion::nearest;
  std::optional<ExactPoint> from, to;
  std::optional<std::string> stance;
  std::optional<mpq_class> within;
  std::uint64_t count = 1, seed = 0;
  std::string json;
};

/// ErrorCode::bad_option or unsupported_format, in one line: a question without what it needs, or with what it does
/// not take.
Result<PlaceOptions> make_place_options(const PlaceArguments& arguments);

/// An answer: text for people, in some lines, and JSON with every number complete.
struct FoundPlaces {
  std::string text, json;
  bool yes = true;  ///< false: not reachable
};

/// Answers on a navmesh in memory. `options.json` does not count. Errors: bad_option (no such stance), no_floor.
Result<FoundPlaces> find_places(const NavMesh& mesh, const PlaceOptions& options);
/// The whole of the command: reads the navmesh, answers and writes the JSON. `announce` as for bake().
Result<FoundPlaces> find_places(const PlaceOptions& options, Progress& progress,
                                const std::function<std::optional<Error>(const FoundPlaces&)>& announce = {});

}  // namespace plumb::pipeline
