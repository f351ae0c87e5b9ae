// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>

#include "plumb/pipeline/find_places.h"

namespace plumb::pipeline {

/// find_places(), with the navmesh's query, and one of the stance that is asked about.
Result<FoundPlaces> answer_places(const NavMesh& mesh, const NavQuery& nav, const PlaceOptions& options,
                                  const std::function<const SurfaceQuery&(kernel::Label)>& query_of);

}  // namespace plumb::pipeline
