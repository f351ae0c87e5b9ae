// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/foreign_mesh.h"
#include "plumb/pipeline/match_components.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {

/// What `plumb diff` is told, as text.
struct DiffArguments {
  std::string a, b;  ///< two navmeshes, of any kind that is read
  std::string numbers = "double", up = "y";
  std::optional<std::string> stance;        ///< of plumb's own JSON; default: the lowest
  std::optional<std::string> below, above;  ///< heights; default: a quarter of the agent's that a file names, or 9/20
  std::optional<std::string> join, edges, threads;
  std::string exact_digits = "1000";
  std::string json;  ///< empty: none
  bool polygons = false, quiet = false;
};

/// How two navmeshes are compared.
struct DiffSettings {
  std::optional<mpq_class> below = {}, above = {};  ///< heights; default: a quarter of the agent's that a mesh names
  std::uint64_t exact_digits = 1000;                ///< longest exact area, in characters; 0: any
  bool polygons = false;                            ///< not the detail meshes
  unsigned threads = 1;                             ///< at least 1; the result does not depend on it
};

/// The options of `plumb diff`, checked.
struct DiffOptions : DiffSettings {
  std::string a, b;
  ForeignMeshOptions reading;
  std::string json;
};

/// ErrorCode::bad_option, in one line.
Result<DiffOptions> make_diff_options(const DiffArguments& arguments);

/// What two navmeshes have in common, and what one of them alone has. Areas are in plan.
struct DiffFacts {
  DiffOptions options;
  MatchWindow window;  ///< heights of b over a that count as the same
  struct Part {
    std::optional<std::uint32_t> area;  ///< polygons with this id, in a stance's stead; none: all of both
    AreaTotal a, b, only_a, only_b;
    MatchedComponents components;  ///< of a as those in truth, of b as those found
    bool same() const;
  };
  std::vector<Part> parts;  ///< all; then, if there are several ids, one after the other
  bool same() const;
};

/// Compares two navmeshes that are in memory. Errors: bad_scene (indices out of range), cancelled.
Result<DiffFacts> diff(const ForeignMesh& a, const ForeignMesh& b, const DiffSettings& settings, Progress& progress);

/// The whole of `plumb diff`. Errors: those of reading; `announce` as for bake().
Result<DiffFacts> diff(const DiffOptions& options, Progress& progress,
                       const std::function<std::optional<Error>(const DiffFacts&)>& announce = {});

/// For people, many lines; JSON (docs/reference/audit.md has its fields).
std::string diff_text(const DiffFacts& facts);
std::string diff_json(const DiffFacts& facts);

}  // namespace plumb::pipeline
