// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "plumb/pipeline/foreign_mesh.h"
#include "plumb/pipeline/match_components.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// A place where one floor is connected and the other is not: a *false join*, where the found floor merges what the
/// truth parts, or a *missing join*, where it splits what the truth joins.
///
/// A component that is split or merged matches several components of the other floor, its parts, and its places connect
/// all of them. Two parts meet in one cell or polygon, in two that a link joins, or along a way through others that
/// match nothing. Meetings of the same two parts side by side are one place.
struct ComponentJoin {
  bool is_false = false;        ///< the found floor joins, the truth does not
  std::uint32_t component = 0;  ///< the joined one: of the found floor if is_false, else of the true floor
  struct Side {
    std::uint32_t component;              ///< of the other floor, which parts the sides
    std::vector<std::uint32_t> cells;     ///< of the true floor there, ascending
    std::vector<std::uint32_t> polygons;  ///< of the navmesh there, ascending
    std::vector<std::uint32_t> faces;     ///< of the scene that the cells are on, ascending
  };
  std::array<Side, 2> sides;
  std::vector<std::uint32_t> through;  ///< cells, or polygons, of a way between that match nothing, ascending
  AreaTotal area;                      ///< of the smaller side: what its component has in common with the joined one

  /// The ends of the narrowest gap between the sides, on the floor that parts them.
  ExactPoint from, to;
  mpq_class squared_width;  ///< of that gap, in plan
  struct Link {
    std::uint32_t a, b;                                     ///< cells or polygons
    std::optional<PortalKind> kind = {};                    ///< of the true floor's
    std::optional<std::array<ExactPoint, 2>> segment = {};  ///< the edge that it leads across, if known
  };
  std::vector<Link> links;        ///< of the floor that joins; none: within single cells or polygons
  std::array<ExactPoint, 2> box;  ///< around the gap, along all of its narrowest stretch, and the links
};

/// What find_joins() reads. All of it outlives the call.
struct JoinInput {
  const Comparison& comparison;
  const MatchedComponents& components;
  const NavMesh& truth;
  kernel::Label stance;                        ///< the true floor is where this stance or a higher one fits
  const std::vector<std::uint32_t>& of_truth;  ///< by cell, its component
  const ForeignMesh& mesh;
  const std::vector<std::uint32_t>& of_found;  ///< by polygon, its component
  const mpq_class& grid;                       ///< the step of the file's grid; 0: none
};

/// All joins of both kinds, those of the largest areas first.
std::vector<ComponentJoin> find_joins(const JoinInput& input);

}  // namespace plumb::pipeline
