// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "plumb/pipeline/bake_settings.h"
#include "plumb/pipeline/compare.h"
#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/foreign_mesh.h"
#include "plumb/pipeline/scene_surfaces.h"

namespace plumb::pipeline {

struct Uncovered;

/// Found floor in excess that is true floor at a wrong height: it is over nothing of the scene within the window, and
/// over or under floor that is missing.
struct HeightDrift {
  FloorFaces found, truth;  ///< pieces of each floor, one over or under the other. Owners are its faces
  std::vector<std::shared_ptr<const MatchedHeights>> heights;  ///< by piece: of the found floor over the true one
  /// By piece: the uncovered one of the found and of the true floor that it is a part of, by number; its area.
  std::vector<FloorFaces::Index> of_found, of_truth;
  std::vector<mpq_class> areas;
};

/// A place is made of pieces that hang together along edges in space. A part of a place of excess and one of a place of
/// missing floor drift, one over or under the other, if nothing of the scene is near the former, and all such parts
/// make up three quarters or more of each of both places. Of several missing floors over or under a point of excess the
/// first within `near` counts; if there is none, the first of those whose places have nearly the area of the point's
/// place (three quarters or more of the larger). Places of excess that are not certainly as wide as `grid` do not
/// drift: rounding makes such. `missing`, `excess`: what is uncovered of the two floors.
HeightDrift find_height_drift(const Comparison& comparison, const Uncovered& missing, const Uncovered& excess,
                              const MatchWindow& window, const mpq_class& near, const mpq_class& grid,
                              const SceneSurfaces& level, unsigned threads);

/// Why floor is missing, or in excess: the first that holds, in this order (docs/reference/audit.md).
enum class Cause : std::uint8_t {
  // of missing floor
  drift_missing,  ///< there is found floor at another height (HeightDrift)
  region,         ///< the component is smaller than the baker's smallest region
  height,         ///< less headroom than the stance and what rounding to cells may take
  eroded,         ///< within the radius, and what cells and outlines add, of floor that is missing for `height`
  near_border,    ///< no farther from the border than outlines in cells may be
  filter,         ///< a slope that may rise by more than the climb over two cells, which filters of ledges remove
  grid_missing,   ///< below the file's grid (Difference::below_grid)
  empty,          ///< the mesh has no polygon at all
  unexplained,
  // of excess
  drift_excess,   ///< it is true floor at another height
  beyond_border,  ///< no farther from the true floor than outlines in cells may be
  inside,         ///< there is floor, inside a solid
  climb,          ///< the scene is no floor there, but at most the climb above one, with headroom or without
  blocked,        ///< there is floor, without headroom
  too_close,      ///< there is floor, too close to the border for the agent's radius
  steep,          ///< the scene is too steep there
  turned_away,    ///< the scene faces down there
  left_out,       ///< there is floor that the bake was told to leave out
  grid_excess,    ///< below the file's grid
  nothing,        ///< the scene has nothing there
};
inline constexpr std::array missing_causes{Cause::drift_missing, Cause::region,      Cause::height,
                                           Cause::eroded,        Cause::near_border, Cause::filter,
                                           Cause::grid_missing,  Cause::empty,       Cause::unexplained};
inline constexpr std::array excess_causes{Cause::drift_excess, Cause::beyond_border, Cause::inside, Cause::climb,
                                          Cause::blocked,      Cause::too_close,     Cause::steep,  Cause::turned_away,
                                          Cause::left_out,     Cause::grid_excess,   Cause::nothing};
constexpr bool is_excess(Cause cause) { return cause >= excess_causes.front(); }
/// Its word in reports: one for both kinds of "grid", "height_drift" and "border".
const char* text_of(Cause cause);

/// A convex part of a face that is missing, or in excess.
struct Difference {
  FloorFaces::Index face;                                        ///< of the true floor, or of the found one
  boost::container::small_vector<FloorFaces::Index, 4> corners;  ///< points; counter-clockwise, strictly convex
  mpq_class area;                                                ///< in plan
  Cause cause;
  std::uint32_t witness = no_face;  ///< the source face that blocks, covers or is steep; with `height`, the ceiling
  std::optional<mpq_class> headroom = {};  ///< with `height`: the least under that ceiling

  /// The piece that it was cut of is narrower than the step of the file's grid, and no corner of that is farther than
  /// it from the other floor: rounding may have made it.
  bool below_grid = false;
  std::uint32_t piece = 0;  ///< that piece, by number: its parts have all of its edges, and hang together
  std::shared_ptr<const MatchedHeights> drift = {};  ///< of what drifts: the found floor over the true one

  static constexpr std::uint32_t no_face = 0xffffffffu;
};
struct Differences {
  std::vector<ExactPoint> points;  ///< in space, z up, no two alike
  std::vector<Difference> pieces;  ///< ascending by face
};

/// What the causes are found by. All outlives the call.
struct BlameInput {
  const Comparison& comparison;
  MatchWindow window;
  DerivedMesh& truth;                          ///< the true floor's navmesh, with all its cells
  kernel::Label stance;                        ///< of that floor, and above
  const SceneSurfaces& level;                  ///< its polygons
  const BakeSettings& settings;                ///< of its bake
  const BakerSettings& baker;                  ///< of the other
  std::vector<std::uint32_t> component;        ///< by cell, that of the true floor
  const std::vector<std::uint32_t>& of_found;  ///< by polygon, that of the found floor
  const HeightDrift& drift;
  const mpq_class& grid;  ///< the step of the file's grid; 0: none
};

/// Pieces of what is missing, or in excess, each of one cause; together they are all of it, which is given and used up.
/// Causes of cells are found where the baker's cell size is known, `climb` where its climb is.
Differences blame_missing(const BlameInput& input, Uncovered& missing);
Differences blame_excess(const BlameInput& input, Uncovered& excess);

}  // namespace plumb::pipeline
