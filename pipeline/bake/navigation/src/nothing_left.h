// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "plumb/pipeline/navigation.h"

namespace plumb::pipeline {

/// The greatest label of a map's cells; kernel::blocked where nobody can stand.
kernel::Label highest_label(const StanceMap& map);

/// Where there is floor, and none with the headroom of some stance: the lowest such stance, and which height there is
/// floor for. `map`: that of the level, before an agent's radius takes anything.
std::optional<NothingLeft> nothing_below_ceilings(const NavigationSettings& settings, const SceneSurfaces& level,
                                                  const SurfaceIndex& index, const StanceMap& map);

/// The lowest stance of which an agent's radius has left nothing, though there was floor for all stances up to
/// `highest_before`, and which radius leaves some. `map`: that of the level after it. Requires
/// NavigationSettings::clear.
std::optional<NothingLeft> nothing_within_radius(const NavigationSettings& settings, const SceneSurfaces& level,
                                                 kernel::Label highest_before, const StanceMap& map);

}  // namespace plumb::pipeline
