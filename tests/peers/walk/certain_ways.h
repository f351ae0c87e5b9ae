// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/json.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::walk {

/// A place in Detour's numbers and axes: y is up.
using Place = std::array<float, 3>;

/// Two places of the true floor.
struct Pair {
  Place from, to;
  struct Length {
    double low, high;  ///< the shortest way is no shorter and no longer
  };
  std::optional<Length> way;  ///< the shortest way between them, in plan; none: there is no way
  bool excluded = true;       ///< whether there is certainly no way; with a radius there may be neither
};

struct Pairs {
  double height = 0, radius = 0;  ///< the agent's
  std::vector<Pair> pairs;
};

/// Draws pairs of places of the lowest stance's floor, each place independently and uniformly by area in plan, and
/// finds the shortest ways. In plan the places are binary32 numbers, so they are the same for the routes and for
/// Detour; heights are rounded to that. The same numbers give the same pairs. Throws std::runtime_error if there is no
/// floor, or routes cannot be planned on the mesh.
/// @param outer if the mesh is an inner bound: the outer one; null otherwise. A way is excluded where neither has one.
Pairs draw_pairs(const pipeline::NavMesh& mesh, const pipeline::NavMesh* outer, std::size_t count, std::uint64_t seed);

/// A file of pairs, an object a line. read_pairs throws pipeline::JsonError.
std::string pairs_text(const Pairs& pairs);
Pairs read_pairs(const std::string& text);

}  // namespace plumb::walk
