// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>

#include "plumb/pipeline/build_nav_graph.h"
#include "plumb/pipeline/link_cells.h"
#include "plumb/pipeline/report.h"

namespace plumb::pipeline {

/// A baked level with all that its files are made of. Its parts refer to one another, and stay where they are when it
/// is moved.
struct Baked {
  BakeOptions options;  ///< the settings, and what the scene says of its file
  std::unique_ptr<SceneSurfaces> level;
  std::unique_ptr<Navigation> navigation;
  std::unique_ptr<DerivedMesh> derived;  ///< of the navmesh; without one, none
  std::unique_ptr<LinkCells> links;      ///< once a file with link polygons was asked for
  BakeReport report;                     ///< write() adds what it finds out

  /// Requires BakeSettings::mesh.
  const NavMesh& mesh() const { return derived->mesh(); }
};

}  // namespace plumb::pipeline
