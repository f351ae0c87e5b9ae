// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>

#include "plumb/pipeline/find_places.h"

namespace plumb::pipeline {

/// find_places(), with a query of the stance that is asked about.
Result<FoundPlaces> answer_places(const NavMesh& mesh, const PlaceOptions& options,
                                  const std::function<const SurfaceQuery&(kernel::Label)>& query_of);

}  // namespace plumb::pipeline
