// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/asked_navmesh.h"

#include <map>

#include "navmesh_routes.h"
#include "place_answer.h"
#include "plumb/pipeline/cancellation.h"

namespace plumb::pipeline {

struct AskedNavmesh::State {
  explicit State(const NavMesh& m) : mesh(m), routes(m) {}

  const NavMesh& mesh;
  NavmeshRoutes routes;
  std::map<kernel::Label, SurfaceQuery> places;
};

AskedNavmesh::AskedNavmesh(const NavMesh& mesh) : state_(std::make_unique<State>(mesh)) {}
AskedNavmesh::AskedNavmesh(AskedNavmesh&&) noexcept = default;
AskedNavmesh::~AskedNavmesh() = default;

Result<FoundNavmeshRoute> AskedNavmesh::route(const RouteOptions& options, Progress& progress) {
  // What is planned for a disc is planned for all of its options.
  if (state_->routes.is_for_disc(options)) return find_navmesh_route(state_->mesh, options, progress);
  return unless_cancelled(progress, [&]() -> Result<FoundNavmeshRoute> {
    RouteDrawing drawing;
    return state_->routes.find(options, drawing);
  });
}

Result<FoundPlaces> AskedNavmesh::places(const PlaceOptions& options) {
  return answer_places(state_->mesh, state_->routes.query(), options, [&](kernel::Label stance) -> const SurfaceQuery& {
    return state_->places.try_emplace(stance, state_->routes.query(), stance).first->second;
  });
}

}  // namespace plumb::pipeline
