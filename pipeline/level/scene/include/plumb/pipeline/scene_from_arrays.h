// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/kernel/points.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/scene.h"
#include "plumb/pipeline/scene_point.h"

// A scene from what a program has in memory. The arrays are copied.
namespace plumb::pipeline {

/// Triangles. `coordinates`: x0 y0 z0 x1 ..., taken exactly, in axes of which `up` points up. `corners`: three vertices
/// each, counter-clockwise seen from the front, from 0. Equal positions become one point, so that triangles that repeat
/// their vertices are joined. Faces are numbered in their order. Scene::file is empty: give it a name that the files
/// shall show.
///
/// Errors: syntax (an array that is no multiple of three), bad_number (NaN, an infinity), bad_index (no such vertex),
/// no_face, too_large; they name the vertex or face.
Result<Scene> scene_from_triangles(std::span<const double> coordinates, std::span<const std::uint32_t> corners,
                                   UpAxis up);
Result<Scene> scene_from_triangles(std::span<const float> coordinates, std::span<const std::uint32_t> corners,
                                   UpAxis up);

/// Polygons: the first has sizes[0] of the corners, and so on. They may be of any shape, with holes on a slit, and need
/// not be flat, as those of a file. Further errors: syntax (sizes that do not add up), too_few_vertices.
Result<Scene> scene_from_polygons(std::span<const double> coordinates, std::span<const std::uint32_t> corners,
                                  std::span<const std::uint32_t> sizes, UpAxis up);
Result<Scene> scene_from_polygons(std::span<const float> coordinates, std::span<const std::uint32_t> corners,
                                  std::span<const std::uint32_t> sizes, UpAxis up);

/// Polygons whose corners are fractions, in axes of which `up` points up; or in those of a Scene, z up. Errors:
/// no_face, too_few_vertices, too_large; bad_number, for the denominator 0.
Result<Scene> scene_from_polygons(std::span<const std::vector<ScenePoint>> polygons, UpAxis up);
Result<Scene> scene_from_polygons(std::span<const std::vector<kernel::ExactPoint>> polygons);

}  // namespace plumb::pipeline
