// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/scene.h"

#include <algorithm>
#include <numeric>

#include "plumb/kernel/point_predicates.h"

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

}  // namespace plumb::pipeline
