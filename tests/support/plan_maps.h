// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <random>
#include <variant>

#include "plumb/plan/plan_map.h"

namespace plumb::tests {

inline kernel::PlanRing box(const mpq_class& x0, const mpq_class& y0, const mpq_class& x1, const mpq_class& y1) {
  return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}

/// Requires polygons that make a map.
inline plan::PlanMap map_of(const std::vector<plan::MapLayer>& layers,
                            const std::vector<std::array<kernel::PlanPoint, 2>>& walls = {}) {
  return std::get<plan::PlanMap>(plan::make_plan_map(layers, walls));
}

/// A square room from 0 to 12 with up to five boxes of weights from 0 to 9 and up to four obstacles, that may overlap.
inline plan::PlanMap random_regions(std::mt19937& random) {
  const auto drawn = [&](int from, int to) {
    return from + static_cast<int>(random() % static_cast<unsigned>(to - from + 1));
  };
  const auto drawn_box = [&] {
    const int x = drawn(0, 10), y = drawn(0, 10);
    return box(x, y, x + drawn(1, 4), y + drawn(1, 4));
  };
  std::vector<plan::MapLayer> layers{{plan::MapLayer::Role::floors, "", {{{{box(0, 0, 12, 12)}}, 1}}}};
  for (int n = drawn(1, 5); n > 0; --n)
    layers.push_back({plan::MapLayer::Role::regions, "", {{{{drawn_box()}}, drawn(0, 9)}}});
  for (int n = drawn(0, 4); n > 0; --n) layers.push_back({plan::MapLayer::Role::obstacles, "", {{{{drawn_box()}}, 1}}});
  return map_of(layers);
}

/// A square room from 0 to 12 with three to ten walls between integer points, that may cross, touch and overlap.
inline plan::PlanMap random_walls(std::mt19937& random) {
  const int size = 12;
  const auto drawn = [&] { return static_cast<int>(random() % (size + 1)); };
  std::vector<std::array<kernel::PlanPoint, 2>> walls;
  for (unsigned n = 3 + random() % 8; n > 0; --n) {
    const kernel::PlanPoint p{drawn(), drawn()}, q{drawn(), drawn()};
    if (p != q) walls.push_back({p, q});
  }
  return map_of({{plan::MapLayer::Role::floors, "", {{{{box(0, 0, size, size)}}, 1}}}}, walls);
}

}  // namespace plumb::tests
