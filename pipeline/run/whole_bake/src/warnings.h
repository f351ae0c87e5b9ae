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
/// Its part on faces that look the wrong way: the up axis, faces that are turned away, the undersides of bodies.
void warn_of_facing(const SceneSurfaces& level, const Navigation& navigation, const BakeReport& report,
                    std::vector<Warning>& out);
/// Its part on a limit of slope whose number is of another unit; whether there is such a warning.
bool warn_of_slope(const SceneSurfaces& level, const BakeOptions& options, std::vector<Warning>& out);
/// Its part on stances and lengths that do not suit the level.
void warn_of_size(const SceneSurfaces& level, const Navigation& navigation, const BakeReport& report,
                  std::vector<Warning>& out);
/// The share of what faces up that can be stood on, if it is less than a tenth; what is covered, or inside of solids,
/// does not count. None where areas are not measured.
std::optional<double> little_share(const BakeReport& report);
/// Its part on floor that is little, or lies apart.
void warn_of_outcome(const BakeReport& report, std::vector<Warning>& out);
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

/// "12.3 %", of a share from 0 to 1.
std::string percent(double share);
/// One line for people: which option leaves nothing, and the greatest that would leave something.
std::string nothing_left_text(const NothingLeft& nothing, const BakeOptions& options);

}  // namespace plumb::pipeline
