// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/baked_navmesh.h"

#include <utility>

#include "plumb/pipeline/write_nav_mesh.h"

namespace plumb::pipeline {
namespace {

// A copy with points of its own: those of a bake are computed from the level, which it keeps.
NavMesh detached(const NavMesh& mesh, unsigned threads) {
  NavMesh out = mesh;
  mesh.points.make_exact(threads);
  std::vector<ExactPoint> points;
  for (MeshPoints::Index p = 0; p < mesh.points.size(); ++p) points.push_back(mesh.points[p]);
  out.points = MeshPoints(std::move(points));
  return out;
}

}  // namespace

Reply<Navmesh> navmesh(const Baked& baked) {
  if (!baked.derived) return bad_option("the bake has kept no navmesh; set BakeSettings::mesh before it");
  return Navmesh::of(detached(baked.mesh(), baked.options.threads));
}

Reply<Navmesh> navmesh(LiveBake& level) {
  const auto mesh = level.mesh();
  if (!mesh) return mesh.error();
  return Navmesh::of(detached(*mesh, 1));
}

Done follow(Navmesh& navmesh, LiveBake& level) {
  const auto mesh = level.mesh();
  if (!mesh) return mesh.error();
  return navmesh.follow(detached(*mesh, 1));
}

std::optional<Error> write(const Navmesh& navmesh, Format format, std::ostream& stream, const WriteSettings& settings) {
  if (format == Format::csv || format == Format::cert || format == Format::scene || format == Format::report)
    return bad_option("this format tells of a bake, and a navmesh is none; write the bake");
  const NavMesh& mesh = navmesh.data();
  auto baked = writable(mesh, 1);
  if (!baked) return baked.error();
  return write(*baked, format, stream, settings);
}

Result<FloatMesh> float_mesh(const Navmesh& navmesh, const FloatMeshSettings& settings) {
  DerivedMesh derived(navmesh.data(), settings.threads);
  return float_mesh(derived, settings);
}

}  // namespace plumb::pipeline
