// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "certain_ways.h"

class dtNavMesh;
class dtNavMeshQuery;

namespace plumb::walk {

/// A navmesh of Detour's, loaded as a game loads it, in which a point looks for ways.
class DetourWalk {
 public:
  /// Throws std::runtime_error if the file is none of Detour's, or is damaged, or Detour does not take it.
  explicit DetourWalk(const std::string& file);
  ~DetourWalk();

  /// The length in plan of the way that Detour finds, with the straight ways from the places to the nearest places of
  /// the navmesh. None if there is no polygon within reach of an end, or the path that Detour finds does not lead to
  /// the goal.
  /// @param reach how far from an end its polygon may be: along x, y, z
  std::optional<double> length(const Place& from, const Place& to, const Place& reach) const;

 private:
  struct FreeMesh {
    void operator()(dtNavMesh* mesh) const;
  };
  struct FreeQuery {
    void operator()(dtNavMeshQuery* query) const;
  };
  std::unique_ptr<dtNavMesh, FreeMesh> mesh_;
  std::unique_ptr<dtNavMeshQuery, FreeQuery> query_;
};

}  // namespace plumb::walk
