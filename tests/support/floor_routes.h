// SPDX-License-Identifier: GPL-3.0-or-later
// Routes of a disc on navmeshes, and what is true of any, checked with nothing of the library's but numbers.
#pragma once
#include <algorithm>
#include <optional>
#include <string>

#include "plumb/kernel/filtered_point.h"
#include "plumb/pipeline/nav_floors.h"
#include "plumb/pipeline/nav_query.h"
#include "plumb/plan/floor_planner.h"

namespace plumb::tests {

/// A planner on a navmesh, by points in space.
class FloorRoutes {
 public:
  FloorRoutes(const pipeline::NavMesh& mesh, const pipeline::NavFloorOptions& options,
              const plan::RouteSettings& settings)
      : mesh_(mesh),
        options_(options),
        derived_(mesh),
        query_(mesh),
        floors_(std::move(*make_nav_floors(derived_, options))),
        planner_(floors_.plan, settings) {}

  const pipeline::NavFloors& floors() const { return floors_; }
  plan::FloorPlanner& planner() { return planner_; }
  std::optional<plan::RouteEnd> end(const pipeline::ExactPoint& at) const {
    const auto place = query_.locate(at, options_.stance);
    if (!place) return std::nullopt;
    const kernel::PlanPoint plan{at[0], at[1]};
    return plan::RouteEnd{plan, floors_.triangles_at(plan, place->height, place->cells)};
  }
  /// Requires floor below both.
  plan::FloorRoute operator()(const pipeline::ExactPoint& from, const pipeline::ExactPoint& to) {
    return planner_(end(from).value(), end(to).value());
  }

  /// The first place, of `samples` on each piece, that border is too near to: nearer in plan than the radius where it
  /// is nearer in height than the window. Each stretch of border is cut to that window first.
  std::string collision(const plan::FloorRoute& route, const mpq_class& radius, int samples) {
    for (const auto& piece : route.pieces)
      for (int k = 0; k <= samples; ++k) {
        const mpq_class t = mpq_class(k) / samples;
        const mpq_class x = piece.p[0] + t * (piece.q[0] - piece.p[0]), y = piece.p[1] + t * (piece.q[1] - piece.p[1]),
                        z = piece.from_height + t * (piece.to_height - piece.from_height);
        for (const auto& b : derived_.border(options_.stance)) {
          pipeline::ExactPoint from = mesh_.points[b.from], to = mesh_.points[b.to];
          if (!cut(from, to, z)) continue;
          if (kernel::squared_distance({x, y}, {from[0], from[1]}, {to[0], to[1]}) < radius * radius)
            return "at " + x.get_str() + ", " + y.get_str() + ", " + z.get_str();
        }
      }
    return "";
  }

 private:
  // Keeps what is strictly within the window of a height, up to its ends; false: nothing is.
  bool cut(pipeline::ExactPoint& from, pipeline::ExactPoint& to, const mpq_class& z) const {
    const mpq_class low = z - options_.window, high = z + options_.window;
    if (std::max(from[2], to[2]) <= low || std::min(from[2], to[2]) >= high) return false;
    for (auto* end : {&from, &to}) {
      auto* other = end == &from ? &to : &from;
      for (const mpq_class& limit : {low, high}) {
        if (limit == low ? (*end)[2] >= low : (*end)[2] <= high) continue;
        const mpq_class t = (limit - (*end)[2]) / ((*other)[2] - (*end)[2]);
        for (std::size_t k = 0; k < 3; ++k) (*end)[k] += t * ((*other)[k] - (*end)[k]);
      }
    }
    return true;
  }

  const pipeline::NavMesh& mesh_;
  pipeline::NavFloorOptions options_;
  pipeline::DerivedMesh derived_;
  pipeline::NavQuery query_;
  pipeline::NavFloors floors_;
  plan::FloorPlanner planner_;
};

}  // namespace plumb::tests
