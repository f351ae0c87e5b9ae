// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes that lie on the thresholds of a bake, each with the result that the definitions give. What is expected is
// derived from the numbers that a scene was made of, in fractions and without any code of the baker
// (docs/reference/adversary.md).
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/result.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// The cells of a voxel baker: their width and depth, and their height. Both are above 0 and binary fractions: integers
/// over a power of two.
struct CellSize {
  mpq_class size, height;
};

/// The options of the bake of a scene. Lengths are in units of the scene.
struct ScenarioOptions {
  std::vector<Stance> stances;  ///< ascending
  mpq_class slope = 45;         ///< degrees; without effect if there is a ratio
  std::optional<mpq_class> slope_ratio;
  mpq_class step = 0, weld = 0, radius = 0;
  Sides sides = Sides::both;
  Solids solids = Solids::none;
  Numbers numbers = Numbers::decimal;
  UpAxis up = UpAxis::z;
};

/// Polygons, z up. Each is planar and convex.
struct ScenarioScene {
  std::vector<ExactPoint> points;                 ///< distinct; every coordinate has a finite decimal
  std::vector<std::vector<std::uint32_t>> faces;  ///< counter-clockwise seen from the side that they face
};

/// What a bake is expected to find. A field that is not there is not decided by the scene's rules.
struct ExpectedStance {
  std::optional<mpq_class> area;            ///< of this stance alone, in plan
  std::optional<std::uint64_t> components;  ///< of the graph of this stance
};
struct ExpectedPoint {
  ExactPoint at;                         ///< on a polygon, z up
  std::optional<kernel::Label> verdict;  ///< of the polygon that owns the point; none: all polygons there are too steep
                                         ///< or turned away
};
/// The floor that the documented rules of voxel bakers leave at radius 0.
struct ExpectedVoxels {
  struct Floor {
    std::array<mpq_class, 2> x, y;  ///< from, to; z up
    mpq_class z;
  };
  std::vector<Floor> floors;  ///< rectangles of whole cells that do not overlap
  std::uint64_t cells = 0;    ///< in all of them together
};
struct Expectation {
  mpq_class traversable = 0;  ///< the area of all polygons that can be stood on, in plan
  std::optional<mpq_class> blocked, covered, inside;
  std::vector<ExpectedStance> stances;        ///< as ScenarioOptions::stances
  std::optional<std::uint64_t> steps, welds;  ///< numbers of portals
  std::vector<ExpectedPoint> points;
  std::optional<ExpectedVoxels> voxel;
};

struct Scenario {
  std::string family;
  std::uint64_t seed = 0;
  std::optional<CellSize> cell;
  std::string variant;  ///< which of the family's forms the scene has
  mpq_class nudge = 0;  ///< d: by how much the scene is beyond its threshold
  ScenarioScene scene;
  ScenarioOptions options;
  Expectation expectation;
};

/// The names of the families in their order, each with one line that says what its scenes are.
struct ScenarioFamily {
  std::string name, summary;
};
std::vector<ScenarioFamily> scenario_families();

/// The scene of a seed. With cells every coordinate is a multiple of them, but for d, and a double; the options are
/// those of bakers that have one agent, and the expectation says what voxel bakers give where their rules decide.
/// Errors: bad_option (an unknown family, cells that are no binary fractions).
Result<Scenario> make_scenario(const std::string& family, std::uint64_t seed,
                               const std::optional<CellSize>& cell = std::nullopt);

}  // namespace plumb::pipeline
