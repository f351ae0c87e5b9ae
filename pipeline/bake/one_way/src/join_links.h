// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// Sorts one-way links, joins those that go straight on at both ends, and makes one of two leaps that lead to and fro
/// between the same places.
std::vector<NavMesh::OneWayLink> joined_links(std::vector<NavMesh::OneWayLink> links);

}  // namespace plumb::pipeline
