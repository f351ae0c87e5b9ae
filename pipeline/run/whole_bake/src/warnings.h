// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "plumb/pipeline/navigation.h"
#include "plumb/pipeline/report.h"
#include "plumb/pipeline/scene_surfaces.h"

namespace plumb::pipeline {

/// What looks wrong about a level and the options it is baked with (docs/reference/bake.md, "Warnings"). Of the report,
/// options, bounds, traversable, fanned_faces and arithmetic must be there.
std::vector<Warning> find_warnings(const SceneSurfaces& level, const Navigation& navigation, const BakeReport& report);
/// Its part on floor that is lost at the limit of slope, below ceilings or at steps, by so little that rounding may
/// have decided.
void warn_of_near_limits(const SceneSurfaces& level, const Navigation& navigation, const BakeOptions& options,
                         std::vector<Warning>& out);

/// What a file's numbers have done to a navmesh that is far from the origin.
struct FileNumbers {
  Format format;
  double spacing = 0;      ///< how far apart numbers are there
  double moved = 0;        ///< how far corners have moved at most, along an axis
  bool glb_finer = false;  ///< a .glb has finer ones
};
/// None if the spacing is at most a hundredth of the radius or, without one, of a twentieth of the lowest stance's
/// height.
std::optional<Warning> coarse_numbers(const FileNumbers& numbers, const BakeOptions& options);
/// Adds what looks wrong about the files in rounded numbers that were written of a navmesh (`graph`, `conforming` and
/// `links` of the report). Erases first what an earlier call has added.
void note_file_warnings(const NavMesh& mesh, BakeReport& report);

/// One line for people: which option leaves nothing, and the greatest that would leave something.
std::string nothing_left_text(const NothingLeft& nothing, const BakeOptions& options);

}  // namespace plumb::pipeline
