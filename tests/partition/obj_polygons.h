// SPDX-License-Identifier: GPL-3.0-or-later
// The faces of an OBJ, z up, one polygon each.
#pragma once
#include <stdexcept>

#include "plumb/partition/polygons.h"
#include "plumb/pipeline/import_scene.h"

namespace plumb::tests {

inline std::vector<partition::Polygon> polygons_of_obj(const std::string& file) {
  pipeline::ImportOptions options;
  options.up = pipeline::UpAxis::z;
  const auto scene = pipeline::import_obj(file, options);
  if (!scene) throw std::runtime_error("cannot read " + file);
  std::vector<partition::Polygon> out;
  for (std::size_t f = 0; f < scene->face_count(); ++f) {
    partition::Polygon& polygon = out.emplace_back();
    for (std::uint32_t k = scene->face_begin[f]; k < scene->face_begin[f + 1]; ++k) {
      kernel::ExactPoint& p = polygon.emplace_back();
      for (int axis = 0; axis < 3; ++axis) {
        p[axis] = scene->points.exact(scene->face_points[k], axis) / scene->points.denominator();
        p[axis].canonicalize();
      }
    }
  }
  return out;
}

}  // namespace plumb::tests
