// SPDX-License-Identifier: GPL-3.0-or-later
// Live bakes of levels and obstacles given as OBJ text, and the bakes that they have to equal.
#pragma once
#include <stdexcept>
#include <string>
#include <vector>

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/scene_from_arrays.h"
#include "support/level_text.h"

namespace plumb::tests {

inline pipeline::Scene scene_of(const std::string& obj) {
  auto scene =
      pipeline::import_obj_text(obj, "test", {.numbers = pipeline::Numbers::decimal, .up = pipeline::UpAxis::z});
  if (!scene) throw std::runtime_error(scene.error().text());
  return std::move(*scene);
}

/// A box whose faces look outward.
inline std::string crate(const mpq_class& x, const mpq_class& y, const mpq_class& z, const mpq_class& size) {
  const mpq_class u = x + size, v = y + size, w = z + size;
  return LevelText()
      .face({{x, y, z}, {x, v, z}, {u, v, z}, {u, y, z}})
      .face({{x, y, w}, {u, y, w}, {u, v, w}, {x, v, w}})
      .face({{x, y, z}, {u, y, z}, {u, y, w}, {x, y, w}})
      .face({{u, y, z}, {u, v, z}, {u, v, w}, {u, y, w}})
      .face({{u, v, z}, {x, v, z}, {x, v, w}, {u, v, w}})
      .face({{x, v, z}, {x, y, z}, {x, y, w}, {x, v, w}})
      .obj();
}

inline pipeline::LiveBake live_of(const std::string& obj, const pipeline::BakeSettings& settings) {
  auto live = pipeline::bake_live(scene_of(obj), settings);
  if (!live) throw std::runtime_error(live.error().text());
  return std::move(*live);
}

inline pipeline::NavMesh mesh_of(pipeline::LiveBake& live) {
  auto mesh = live.mesh();
  if (!mesh) throw std::runtime_error(mesh.error().text());
  return std::move(*mesh);
}

/// The navmesh of a level with obstacles appended, and whether preliminary welding joined none of one with others.
struct AppendedBake {
  pipeline::Baked baked;
  bool apart;
};
inline AppendedBake bake_appended(const std::string& level, const std::vector<std::string>& obstacles,
                                  const pipeline::BakeSettings& settings) {
  const auto polygons_of = [&](const std::string& obj) {
    pipeline::BakeSettings plain = settings;
    plain.seed_points.clear();
    plain.mesh = false;
    auto baked = pipeline::bake(scene_of(obj), plain);
    if (!baked) throw std::runtime_error(baked.error().text());
    return baked->level->set.surfaces.size();
  };
  std::string all = level;
  std::size_t polygons = polygons_of(level);
  for (const std::string& o : obstacles) {
    all += o;
    polygons += polygons_of(o);
  }
  auto baked = pipeline::bake(scene_of(all), settings);
  if (!baked) throw std::runtime_error(baked.error().text());
  const bool apart = baked->level->set.surfaces.size() == polygons;
  return {std::move(*baked), apart};
}

/// Number by number, whatever the scene is called.
inline bool same_navmesh(const pipeline::NavMesh& a, const pipeline::NavMesh& b) {
  return a.denominator == b.denominator && a.points == b.points && a.cells == b.cells && a.portals == b.portals &&
         a.obstructions == b.obstructions;
}

}  // namespace plumb::tests
