// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a level hangs together, and which weld or step would join what narrow gaps and low rises part. Areas are
// doubles: they make shares for people and decide nothing.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/link.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/optimise.h"

namespace plumb::pipeline {

/// Areas in plan, roughly, all in one unit: of a navmesh's cells, 0 where nobody stands; of the pieces of a partition.
std::vector<double> rough_areas(const NavMesh& mesh);
std::vector<double> rough_areas(const LinkedLevel& level, const MergedCells& partition);

/// The largest part's share of the sum: 0 to 1, 0 of nothing and where numbers are beyond the range of a double.
double largest_share(const std::vector<double>& areas);

/// A --weld by which the lowest stance's graph would hang together better.
struct JoiningWeld {
  mpq_class weld;                        ///< input units, a short decimal
  double largest_without, largest_with;  ///< the largest component's share of the area
};

/// The gaps looked at are between components of a thousandth of the area or more: those of at most about a twentieth of
/// the lowest stance's height; where these do not join the two largest components, those up to about the narrowest that
/// does so, directly or through others, if that is at most half of the height. Of what welding all of them would add to
/// the largest component's share, `weld` brings nine tenths or more, and no narrower one does; then it is rounded up to
/// a short decimal: of one digit or, beyond the twentieth, of two, and no less than about a five hundredth of the
/// height. None if they would add less than a hundredth of the area. (docs/reference/bake.md, "Gaps")
std::optional<JoiningWeld> joining_weld(const LinkedLevel& level, const SurfaceIndex& index, unsigned threads);

/// What a weld makes of a stance's components: by the number that components() gives one in the realised mesh, the
/// number that it would give it there with welds of this reach. `level` is linked, perhaps with narrower welds, and
/// realised whole: no agent's radius, nothing pruned.
std::vector<std::uint32_t> welded_components(const LinkedLevel& level, const SurfaceIndex& index, const mpq_class& weld,
                                             kernel::Label stance, unsigned threads);

/// A --step by which the lowest stance's graph would hang together better.
struct JoiningStep {
  mpq_class step;                        ///< input units, a short decimal
  double largest_without, largest_with;  ///< the largest component's share of the area
};

/// The rises looked at are those of at most half of the lowest stance's height between components of a thousandth of
/// the area or more. Of what stepping over all of them would add to the largest component's share, `step` brings nine
/// tenths or more; it is the rise itself or, rounded up, of three digits. None if it adds less than a hundredth of the
/// area. (docs/reference/bake.md, "Gaps")
std::optional<JoiningStep> joining_step(const LinkedLevel& level, const SurfaceIndex& index, unsigned threads);

/// For people, a line with its end. `stance`: the lowest one's name; `has_radius`: the agent has one.
std::string gap_line(const JoiningWeld& weld, const std::string& stance, bool has_radius);
std::string gap_line(const JoiningStep& step, const std::string& stance, bool has_radius);

}  // namespace plumb::pipeline
