// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "plumb/pipeline/foreign_mesh.h"
#include "plumb/pipeline/match_components.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// A place where one floor hangs together and the other does not: a *false join* of the found floor, which merges what
/// the truth parts, or a *missing join*, where it splits what the truth joins.
///
/// Every component that is split or merged has such places, and along them hang together all the parts that it is
/// matched by: two parts meet in one cell or polygon, or in two that a link leads between, or along a way through
/// others that match nothing. Those of the same two parts that are side by side are one place.
struct ComponentJoin {
  bool is_false = false;        ///< the found floor joins, the truth does not
  std::uint32_t component = 0;  ///< that is joined: of the found floor if false, else of the true one
  struct Side {
    std::uint32_t component;              ///< of the other floor, which parts them
    std::vector<std::uint32_t> cells;     ///< of the true floor there, ascending
    std::vector<std::uint32_t> polygons;  ///< of the navmesh there, ascending
    std::vector<std::uint32_t> faces;     ///< of the scene that the cells are on, ascending
  };
  std::array<Side, 2> sides;
  std::vector<std::uint32_t> through;  ///< cells, or polygons, of a way between that match nothing, ascending
  AreaTotal area;                      ///< of the smaller side: what its component has in common with the joined one

  /// Between the sides' floor, at its narrowest: of the floor that parts them.
  ExactPoint from, to;
  mpq_class squared_width;  ///< of that, in plan
  struct Link {
    std::uint32_t a, b;                                     ///< cells or polygons
    std::optional<PortalKind> kind = {};                    ///< of the true floor's
    std::optional<std::array<ExactPoint, 2>> segment = {};  ///< where it leads across, as far as it is known
  };
  std::vector<Link> links;        ///< of the floor that joins; none: within single cells or polygons
  std::array<ExactPoint, 2> box;  ///< around the gap, as far as it is as narrow, and the links
};

/// What the joins are found by. All outlives the call.
struct JoinInput {
  const Comparison& comparison;
  const MatchedComponents& components;
  const NavMesh& truth;
  kernel::Label stance;                        ///< of that floor, and above
  const std::vector<std::uint32_t>& of_truth;  ///< by cell, its component
  const ForeignMesh& mesh;
  const std::vector<std::uint32_t>& of_found;  ///< by polygon, its component
  const mpq_class& grid;                       ///< the step of the file's grid; 0: none
};

/// All of both kinds, those of the largest areas first.
std::vector<ComponentJoin> find_joins(const JoinInput& input);

}  // namespace plumb::pipeline
