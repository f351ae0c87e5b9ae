// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/scene_surfaces.h"

#include <cassert>
#include <vector>

#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/numbering.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {
namespace {

using kernel::PointId;

std::vector<bool> used_points(const Scene& scene) {
  std::vector<bool> used(scene.points.size());
  for (const PointId p : scene.face_points) used[p] = true;
  return used;
}

kernel::PointTable selected(const kernel::PointTable& points, const std::vector<PointId>& list) {
  std::vector<mpz_class> xyz;
  xyz.reserve(3 * list.size());
  for (const PointId p : list)
    for (int axis = 0; axis < 3; ++axis)
      xyz.push_back(points.is_whole(p, axis) ? points.integer(p, axis) : mpz_class(0));
  auto out = kernel::PointTable::from_integers(std::move(xyz), points.denominator());
  for (PointId p = 0; p < list.size(); ++p)
    if (!points.is_whole(list[p])) out.set_long(p, kernel::exact_point(points, list[p]));
  return out;
}

}  // namespace

ClusteredScene cluster_vertices(Scene scene, const mpq_class& width) {
  assert(sgn(width) > 0);
  const kernel::PointTable& points = scene.points;
  // Coordinate X / denominator, over the width, rounded down.
  const mpz_class factor = width.get_den(), divisor = points.denominator() * width.get_num();
  const auto cube_of = [&](PointId p) {
    kernel::ExactPoint cube;
    for (int axis = 0; axis < 3; ++axis) {
      const mpq_class scaled = points.exact(p, axis) * factor / divisor;
      mpz_fdiv_q(cube[axis].get_num_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
    }
    return cube;
  };
  const std::vector<bool> used = used_points(scene);
  std::vector<kernel::ExactPoint> cubes;  // as they are met
  kernel::PointNumbering number(cubes);
  std::vector<PointId> kept;                          // by cube, its lowest vertex
  std::vector<PointId> stands_for(points.size(), 0);  // by vertex, its cube: the new number
  for (PointId p = 0; p < points.size(); ++p) {
    if (!used[p]) continue;
    stands_for[p] = number(cube_of(p));
    if (stands_for[p] == kept.size()) kept.push_back(p);
  }
  const std::uint64_t gone = points.size() - kept.size();
  if (gone > 0) {
    for (PointId& p : scene.face_points) p = stands_for[p];
    scene.points = selected(points, kept);
  }
  return {std::move(scene), gone};
}

std::vector<Stage> surface_stages(Solids solids) {
  std::vector<Stage> out{{"convexify", 2}};
  if (solids == Solids::closed) out.push_back({"solids", 2});
  return out + std::vector<Stage>{{"merge_coplanar", 8}, {"classify", 1}};
}

Result<SceneSurfaces> find_surfaces(Scene scene, const SurfaceSettings& s, Stages& stage) {
  auto set = stage("convexify", [&] { return convexify(scene, s.bad_faces, s.threads); });
  if (!set) return set.error();
  SolidSet solids;
  if (s.solids == Solids::closed)
    solids = stage("solids", [&] {
      return scene.part ? SolidSet{{}, scene.part->body_faces} : find_solids(scene, *set);
    });
  stage("merge_coplanar", [&] { merge_coplanar(*set, scene.points, s.threads, &solids); });
  stage("classify", [&] { classify(*set, scene.points, s.slope, s.sides, s.threads); });
  return SceneSurfaces{std::move(scene), std::move(*set), std::move(solids)};
}

std::vector<Stage> indexed_surface_stages(Solids solids) {
  return surface_stages(solids) + std::vector<Stage>{{"index", 1}};
}

Result<IndexedSurfaces> index_surfaces(Scene scene, const SurfaceSettings& s, Stages& stage) {
  auto level = find_surfaces(std::move(scene), s, stage);
  if (!level) return level.error();
  SurfaceIndex index = stage("index", [&] { return SurfaceIndex(level->scene.points, level->set); });
  return IndexedSurfaces{std::move(*level), std::move(index)};
}

}  // namespace plumb::pipeline
