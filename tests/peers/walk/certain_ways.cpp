// SPDX-License-Identifier: GPL-3.0-or-later
// Random pairs of places of a true floor, and the certain length of the shortest way of a point between them.
// 1. PlaceDraw lists the triangles of all facets that the stance may use, with their areas. draw() takes one by its
//    area, a place in it by two more numbers, and rounds the place to binary32 in plan. If that is no longer in the
//    facet, it draws again: so narrow facets far from the origin have a little less than their share.
// 2. Whether there is a way is decided by the components of the navmesh, exactly. With a radius the mesh is an inner
//    bound of the floor. OuterBound says by the components of the outer one where there may be a way yet.
// 3. If no more than two floors meet at any edge, EuclidPlanner finds the shortest path itself, as an interval that is
//    narrower than 2^-60 of it. Elsewhere FloorPlanner finds a short route, and a bound that no route is below
//    (docs/theory/routes.md). Both are lengths in plan, in which steps have none.
// Cost. That of the planners, for each pair: milliseconds for EuclidPlanner, up to a second in mazes; the bound of
// FloorPlanner costs most.
// Exactness. Places are exact in plan, and heights on the floor are fractions. Lengths are rounded outward to doubles.
#include "certain_ways.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/interval.h"
#include "plumb/pipeline/nav_floors.h"
#include "plumb/pipeline/nav_query.h"
#include "plumb/plan/euclid.h"
#include "plumb/plan/floor_planner.h"

namespace plumb::walk {
namespace {

using namespace pipeline;
using namespace plan;
using kernel::Label;
using kernel::PlanPoint;

constexpr Label stance = 1;

class PlaceDraw {
 public:
  PlaceDraw(const NavMesh& mesh, std::uint64_t seed) : mesh_(mesh), query_(mesh), random_(seed) {
    double sum = 0;
    for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) {
      if (mesh.cells[c].open_to() < stance) continue;
      for (const NavMesh::Facet& facet : mesh.cells[c].facets)
        for (std::size_t i = 1; i + 1 < facet.corners.size(); ++i) {
          const Triangle t{c, {plan(facet.corners[0]), plan(facet.corners[i]), plan(facet.corners[i + 1])}};
          sum += std::max(0.0, doubled_area(t));
          triangles_.push_back(t);
          sums_.push_back(sum);
        }
    }
    if (!(sum > 0)) throw std::runtime_error("the navmesh has no floor");
  }

  struct Drawn {
    NavMesh::CellIndex cell;
    PlanPoint at;
    mpq_class height;
    Place place() const {
      return {static_cast<float>(at[0].get_d()), kernel::nearest_float(height), static_cast<float>(-at[1].get_d())};
    }
  };
  Drawn draw() {
    while (true) {
      const double share = uniform() * sums_.back();
      const auto k = std::upper_bound(sums_.begin(), sums_.end(), share) - sums_.begin();
      const Triangle& t = triangles_[std::min(static_cast<std::size_t>(k), triangles_.size() - 1)];
      double u = uniform(), v = uniform();
      if (u + v > 1) u = 1 - u, v = 1 - v;
      const auto at = [&](std::size_t axis) {
        const auto& c = t.corners;
        return mpq_class(
            static_cast<float>(c[0][axis] + u * (c[1][axis] - c[0][axis]) + v * (c[2][axis] - c[0][axis])));
      };
      Drawn out{t.cell, {at(0), at(1)}, 0};
      if (const auto height = query_.height(t.cell, out.at[0], out.at[1])) {
        out.height = *height;
        return out;
      }
    }
  }

 private:
  using Corner = std::array<double, 2>;
  struct Triangle {
    NavMesh::CellIndex cell;
    std::array<Corner, 3> corners;
  };

  Corner plan(NavMesh::PointIndex i) const { return {mesh_.points[i][0].get_d(), mesh_.points[i][1].get_d()}; }
  static double doubled_area(const Triangle& t) {
    const auto& [a, b, c] = t.corners;
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  }
  // From 0 on, below 1. What std::uniform_real_distribution gives depends on the library.
  double uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

  const NavMesh& mesh_;
  NavQuery query_;
  std::mt19937_64 random_;
  std::vector<Triangle> triangles_;
  std::vector<double> sums_;  // of areas, up to each triangle
};

// The shortest ways on the floors of a navmesh.
class ShortestWays {
 public:
  explicit ShortestWays(const NavMesh& mesh) : derived_(mesh) {
    NavFloorOptions options;
    options.stance = stance;
    auto made = make_nav_floors(derived_, options);
    if (!made) throw std::runtime_error(made.error().message);
    floors_ = std::move(*made);
    if (floors_.plan.joined.empty() && floors_.plan.gaps.empty()) euclid_.emplace(floors_.plan.triangulation);
    else planner_.emplace(floors_.plan, RouteSettings{.bound = true});
  }

  // Requires that there is a way.
  Pair::Length between(const PlaceDraw::Drawn& from, const PlaceDraw::Drawn& to) {
    const RouteEnd start = end(from), goal = end(to);
    kernel::RationalInterval length;
    if (euclid_) {
      const auto path = euclid_->between(start, goal);
      if (!path) throw std::runtime_error("places of one component have no path");
      length = path->length;
    } else {
      const FloorRoute route = (*planner_)(start, goal);
      if (route.answer != FloorRoute::Answer::found) throw std::runtime_error("places of one component have no route");
      length = {*route.bound, route.plan_length.high};
    }
    return {kernel::interval_of(length.low).low, kernel::interval_of(length.high).high};
  }

 private:
  RouteEnd end(const PlaceDraw::Drawn& d) const {
    const NavMesh::CellIndex cells[] = {d.cell};
    return {d.at, floors_.triangles_at(d.at, d.height, cells)};
  }

  DerivedMesh derived_;
  NavFloors floors_;
  std::optional<EuclidPlanner> euclid_;
  std::optional<FloorPlanner> planner_;
};

// Where the outer bound of the floor joins places of the inner one. They are on the same surfaces, so at the same
// heights.
class OuterBound {
 public:
  explicit OuterBound(const NavMesh& mesh) : query_(mesh), component_(components(mesh, stance)) {}

  bool joins(const PlaceDraw::Drawn& from, const PlaceDraw::Drawn& to) const {
    const auto a = components_at(from), b = components_at(to);
    // A place that is not found excludes nothing.
    return a.empty() || b.empty() || std::ranges::find_first_of(a, b) != a.end();
  }

 private:
  std::vector<std::uint32_t> components_at(const PlaceDraw::Drawn& d) const {
    std::vector<std::uint32_t> out;
    const auto place = query_.locate({d.at[0], d.at[1], d.height}, stance);
    if (place && place->height == d.height)
      for (const NavMesh::CellIndex cell : place->cells) out.push_back(component_[cell]);
    return out;
  }

  NavQuery query_;
  std::vector<std::uint32_t> component_;
};

Json place_json(const Place& p) {
  Json out = Json::array();
  for (const float x : p) out.push_back(static_cast<double>(x));
  return out;
}
Place read_place(JsonView view) {
  Place out;
  for (std::size_t k = 0; k < 3; ++k) out[k] = static_cast<float>(view[k].number());
  return out;
}

}  // namespace

Pairs draw_pairs(const NavMesh& mesh, const NavMesh* outer, std::size_t count, std::uint64_t seed) {
  Pairs out{mesh.info.stances.front().height.get_d(), mesh.info.radius.get_d(), {}};
  PlaceDraw places(mesh, seed);
  ShortestWays ways(mesh);
  const std::vector<std::uint32_t> component = components(mesh, stance);
  std::optional<OuterBound> bound;
  if (outer) bound.emplace(*outer);
  while (out.pairs.size() < count) {
    const PlaceDraw::Drawn from = places.draw(), to = places.draw();
    Pair& pair = out.pairs.emplace_back(Pair{from.place(), to.place(), {}, false});
    if (component[from.cell] == component[to.cell]) pair.way = ways.between(from, to);
    else pair.excluded = !bound || !bound->joins(from, to);
  }
  return out;
}

std::string pairs_text(const Pairs& pairs) {
  std::string out =
      "{\"height\":" + json_text(pairs.height) + ",\"radius\":" + json_text(pairs.radius) + ",\"pairs\":[\n";
  for (const Pair& p : pairs.pairs) {
    const Json line{{"from", place_json(p.from)},
                    {"to", place_json(p.to)},
                    {"length", p.way ? Json{{"low", p.way->low}, {"high", p.way->high}} : Json()},
                    {"excluded", p.excluded}};
    out += json_text(line) + (&p == &pairs.pairs.back() ? "\n" : ",\n");
  }
  return out + "]}\n";
}

Pairs read_pairs(const std::string& text) {
  const JsonDocument file = JsonDocument::parse(text);
  Pairs out{file.root().at("height").number(), file.root().at("radius").number(), {}};
  for (const JsonView line : file.root().at("pairs")) {
    Pair& pair = out.pairs.emplace_back(
        Pair{read_place(line.at("from")), read_place(line.at("to")), {}, line.at("excluded").boolean()});
    const JsonView length = line.at("length");
    if (!length.is_null()) pair.way = {length.at("low").number(), length.at("high").number()};
  }
  return out;
}

}  // namespace plumb::walk
