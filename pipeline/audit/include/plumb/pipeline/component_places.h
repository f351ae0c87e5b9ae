// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <vector>

#include "plumb/pipeline/blame.h"
#include "plumb/pipeline/match_components.h"

namespace plumb::pipeline {

/// Where a component is that is lost, spurious, split or merged.
struct ComponentPlace {
  enum class Kind { lost, spurious, split, merged };
  Kind kind = Kind::lost;
  std::uint32_t component = 0;  ///< of the true floor if lost or split, else of the found one
  AreaTotal area;               ///< of all of it
  struct Part {
    std::uint32_t component;  ///< of the other floor
    AreaTotal area;           ///< in common with it
  };
  std::vector<Part> parts;            ///< of one that is split or merged, the largest first
  std::array<ExactPoint, 2> box;      ///< least and greatest coordinates, z up
  ExactPoint inside;                  ///< a point in its interior
  std::vector<std::uint32_t> owners;  ///< its cells or polygons, ascending
  /// Faces of the scene, ascending: those that a true component is on; those that are, block, cover or are steep where
  /// a spurious one is.
  std::vector<std::uint32_t> faces;
};
const char* text_of(ComponentPlace::Kind kind);

/// All of them, the largest first.
std::vector<ComponentPlace> find_component_places(const Comparison& comparison, const MatchedComponents& components,
                                                  const std::vector<std::uint32_t>& of_truth,
                                                  const std::vector<std::uint32_t>& of_found, const NavMesh& truth,
                                                  const Differences& excess);

/// Faces of the scene that a cell is on.
void add_faces(const NavMesh& mesh, NavMesh::CellIndex cell, std::vector<std::uint32_t>& faces);
void sort_unique(std::vector<std::uint32_t>& list);

}  // namespace plumb::pipeline
