// SPDX-License-Identifier: GPL-3.0-or-later
// A level given as OBJ text, baked stage by stage as `plumb bake` does; shared by tests of several folders.
#pragma once
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "plumb/pipeline/decompose.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/measure.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/surface_plan.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::tests {

/// The slope limit is 45 degrees.
struct BakeTextOptions {
  std::vector<pipeline::Stance> stances = {{"stand", mpq_class(2)}};
  mpq_class step = 0;
  pipeline::Sides sides = pipeline::Sides::both;
  pipeline::UpAxis up = pipeline::UpAxis::z;
  kernel::Decomposition decomposition = kernel::Decomposition::bounded;
  unsigned threads = 1;
  pipeline::Numbers numbers = pipeline::Numbers::decimal;
  pipeline::Solids solids = pipeline::Solids::none;
};

struct BakedText {
  pipeline::Scene scene;
  pipeline::SurfaceSet set;
  pipeline::StanceMap map;
  pipeline::Measures measures;
  pipeline::SolidSet solids;
};

/// A scene as a reader gave it, `numbers` and `up` being its business. Throws std::runtime_error, which fails the
/// running test, on what the stages refuse.
inline BakedText bake_scene(pipeline::Result<pipeline::Scene> scene, const BakeTextOptions& options) {
  if (!scene) throw std::runtime_error(scene.error().text());
  auto set = pipeline::convexify(*scene, pipeline::BadFaces::drop, options.threads);
  if (!set) throw std::runtime_error(set.error().text());
  pipeline::SolidSet solids;
  const bool closed = options.solids == pipeline::Solids::closed;
  if (closed) solids = pipeline::find_solids(*scene, *set);
  pipeline::merge_coplanar(*set, scene->points, options.threads, &solids);
  pipeline::classify(*set, scene->points, *kernel::SlopeLimit::from_degrees(45), options.sides, options.threads);
  const pipeline::SurfaceIndex index(scene->points, *set);
  pipeline::DecomposeOptions cutting;
  cutting.stances = options.stances;
  cutting.step = options.step;
  cutting.decomposition = options.decomposition;
  cutting.threads = options.threads;
  cutting.solids = closed ? &solids : nullptr;
  kernel::LadderCounts counts;
  pipeline::StanceMap map = pipeline::decompose(scene->points, *set, index, cutting, counts);
  if (closed) pipeline::label_inside(scene->points, *set, solids, map, options.threads);
  if (!pipeline::is_valid(*scene) || !pipeline::is_valid(*set, scene->points.size()) ||
      !pipeline::is_valid(map, set->surfaces.size()))
    throw std::logic_error("a stage made an invalid value");
  pipeline::Measures measures = pipeline::measure(scene->points, *set, map, 0, options.threads);
  return {std::move(*scene), std::move(*set), std::move(map), std::move(measures), std::move(solids)};
}

/// The same of the text of an OBJ.
inline BakedText bake_text(const std::string& obj, const BakeTextOptions& options) {
  pipeline::ImportOptions reading;
  reading.numbers = options.numbers;
  reading.up = options.up;
  return bake_scene(pipeline::import_obj_text(obj, "test", reading), options);
}

/// Label -> exact area of the projection.
using AreaByLabel = std::map<kernel::Label, mpq_class>;

/// The areas of the cells of every surface, summed by label; empty for surfaces that nobody walks on.
inline std::vector<AreaByLabel> areas_by_surface(const BakedText& baked) {
  pipeline::CellGeometry geometry(baked.scene.points, baked.set, baked.map);
  std::vector<AreaByLabel> out(baked.set.surfaces.size());
  for (const vcd::Cell& cell : baked.map.table.cells) out[cell.surface][cell.label] += geometry.area(cell);
  return out;
}

/// The same over the whole level.
inline AreaByLabel areas(const BakedText& baked) {
  AreaByLabel sum;
  for (const AreaByLabel& surface : areas_by_surface(baked))
    for (const auto& [label, area] : surface) sum[label] += area;
  return sum;
}

}  // namespace plumb::tests
