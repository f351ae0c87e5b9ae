// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/scene.h"

#include <algorithm>
#include <new>
#include <numeric>
#include <stdexcept>
#include <type_traits>

#include "plumb/kernel/numbering.h"
#include "plumb/kernel/point_predicates.h"
#include "plumb/pipeline/lowest_terms.h"
#include "plumb/pipeline/scene_frame.h"
#include "plumb/pipeline/scene_from_arrays.h"
#include "scene_builder.h"

namespace plumb::pipeline {
namespace {

std::strong_ordering compare(const kernel::PointTable& points, kernel::PointId p, kernel::PointId q) {
  for (int axis = 0; axis < 3; ++axis)
    if (const auto order = kernel::compare(points, axis, p, q); order != 0) return order;
  return std::strong_ordering::equal;
}

bool are_distinct(const kernel::PointTable& points) {
  std::vector<kernel::PointId> order(points.size());
  std::iota(order.begin(), order.end(), kernel::PointId{0});
  std::sort(order.begin(), order.end(), [&](auto p, auto q) { return compare(points, p, q) < 0; });
  return std::adjacent_find(order.begin(), order.end(), [&](auto p, auto q) { return compare(points, p, q) == 0; }) ==
         order.end();
}

using Indices = std::span<const std::uint32_t>;

void require(bool holds, const char* what) {
  if (!holds) throw Refused{ErrorCode::syntax, what};
}

Error no_memory() { return {ErrorCode::too_large, "not enough memory for the scene; cut the level up", "", 0}; }

// size_of(f): the number of corners of face f.
template <class Number, class SizeOf>
Result<Scene> build(std::span<const Number> coordinates, Indices corners, std::size_t faces, const SizeOf& size_of,
                    UpAxis up) {
  constexpr Numbers numbers = std::is_same_v<Number, float> ? Numbers::binary32 : Numbers::binary64;
  try {
    require(coordinates.size() % 3 == 0, "the coordinates are no multiple of three; give x, y and z of each vertex");
    SceneBuilder scene("", {.numbers = numbers, .up = up}, SceneBuilder::Source::binary);
    for (std::size_t v = 0; 3 * v < coordinates.size(); ++v)
      with_record("vertex", v, [&] {
        for (std::size_t axis = 0; axis < 3; ++axis) scene.value(coordinates[3 * v + axis]);
      });
    auto corner = corners.begin();
    for (std::size_t f = 0; f < faces; ++f)
      with_record("face", f, [&] {
        for (std::size_t i = 0, size = size_of(f); i < size; ++i, ++corner) {
          if (*corner >= scene.vertices())
            throw Refused{ErrorCode::bad_index, "there is no vertex " + std::to_string(*corner) + " among " +
                                                    std::to_string(scene.vertices()) + ", counted from 0"};
          scene.corner(*corner);
        }
        scene.end_face();
      });
    Scene built = scene.build();
    built.up = up;
    built.numbers = numbers;
    return built;
  } catch (const Refused& refused) {
    return Error{refused.code, refused.message, "", 0};
  } catch (const std::bad_alloc&) {
    return no_memory();
  } catch (const std::length_error&) {
    return no_memory();
  }
}

template <class Number>
Result<Scene> triangles(std::span<const Number> coordinates, Indices corners, UpAxis up) {
  if (corners.size() % 3 != 0)
    return Error{ErrorCode::syntax, "the corners are no multiple of three; give three for each triangle", "", 0};
  return build(
      coordinates, corners, corners.size() / 3, [](std::size_t) { return std::size_t{3}; }, up);
}

template <class Number>
Result<Scene> polygons(std::span<const Number> coordinates, Indices corners, Indices sizes, UpAxis up) {
  if (std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}) != corners.size())
    return Error{ErrorCode::syntax, "the sizes of the polygons do not add up to the number of corners", "", 0};
  return build(
      coordinates, corners, sizes.size(), [&](std::size_t f) { return std::size_t{sizes[f]}; }, up);
}

}  // namespace

bool is_valid(const Scene& scene) {
  if (scene.face_begin.empty()) return scene.face_points.empty();
  if (scene.face_begin.front() != 0 || scene.face_begin.back() != scene.face_points.size()) return false;
  for (std::size_t i = 0; i < scene.face_count(); ++i)
    if (scene.face_begin[i] + 3 > scene.face_begin[i + 1]) return false;
  return std::all_of(scene.face_points.begin(), scene.face_points.end(),
                     [&](kernel::PointId p) { return p < scene.points.size(); }) &&
         std::is_sorted(scene.groups.begin(), scene.groups.end(),
                        [](const FaceGroup& a, const FaceGroup& b) { return a.first_face < b.first_face; }) &&
         are_distinct(scene.points);
}

Result<Scene> scene_from_triangles(std::span<const double> coordinates, Indices corners, UpAxis up) {
  return triangles(coordinates, corners, up);
}
Result<Scene> scene_from_triangles(std::span<const float> coordinates, Indices corners, UpAxis up) {
  return triangles(coordinates, corners, up);
}
Result<Scene> scene_from_polygons(std::span<const double> coordinates, Indices corners, Indices sizes, UpAxis up) {
  return polygons(coordinates, corners, sizes, up);
}
Result<Scene> scene_from_polygons(std::span<const float> coordinates, Indices corners, Indices sizes, UpAxis up) {
  return polygons(coordinates, corners, sizes, up);
}

Result<Scene> scene_from_polygons(std::span<const std::vector<kernel::ExactPoint>> polygons) {
  if (polygons.empty()) return Error{ErrorCode::no_face, "there is no polygon", "", 0};
  std::vector<kernel::ExactPoint> points;
  kernel::PointNumbering number(points);
  Scene scene;
  scene.face_begin.push_back(0);
  for (const auto& polygon : polygons) {
    if (polygon.size() < 3)
      return Error{ErrorCode::too_few_vertices,
                   "polygon " + std::to_string(scene.face_count()) + " has fewer than three corners", "", 0};
    if (scene.face_points.size() + polygon.size() > 0xffffffffu)
      return Error{ErrorCode::too_large, "there are more than 2^32 corners", "", 0};
    for (kernel::ExactPoint p : polygon) {
      LowestTerms lowest;
      if (const auto& refused = lowest("polygon " + std::to_string(scene.face_count()), p).refused())
        return Error{ErrorCode::bad_number, refused->message, "", 0};
      scene.face_points.push_back(number(p));
    }
    scene.face_begin.push_back(static_cast<std::uint32_t>(scene.face_points.size()));
  }
  scene.points.append(points);
  scene.vertex_records = points.size();
  return scene;
}

Result<Scene> scene_from_polygons(std::span<const std::vector<ScenePoint>> polygons, UpAxis up) {
  std::vector<std::vector<kernel::ExactPoint>> turned;
  for (const std::vector<ScenePoint>& polygon : polygons)
    for (auto& to = turned.emplace_back(); const ScenePoint& point : polygon) to.push_back(navmesh_point(point, up));
  auto scene = scene_from_polygons(turned);
  if (scene) scene->up = up;
  return scene;
}

}  // namespace plumb::pipeline
