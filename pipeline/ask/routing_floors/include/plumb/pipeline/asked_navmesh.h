// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>

#include "plumb/pipeline/find_places.h"
#include "plumb/pipeline/find_route.h"

namespace plumb::pipeline {

/// A navmesh that many questions are asked of, as find_navmesh_route() and find_places() answer them: what they have in
/// common is made once, when the first needs it. A way for a disc costs as much as the first time. Keeps a reference;
/// not for two threads at once.
class AskedNavmesh {
 public:
  explicit AskedNavmesh(const NavMesh& mesh);
  AskedNavmesh(AskedNavmesh&&) noexcept;
  ~AskedNavmesh();

  Result<FoundNavmeshRoute> route(const RouteOptions& options, Progress& progress);
  Result<FoundPlaces> places(const PlaceOptions& options);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plumb::pipeline
