// SPDX-License-Identifier: GPL-3.0-or-later
#include "optimise_cgal.h"

// CGAL's own checks throw on partitions that come out wrong; all_convex below turns these away instead, in every build.
#ifndef CGAL_NDEBUG
#define CGAL_NDEBUG
#endif
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Partition_traits_2.h>
#include <CGAL/partition_2.h>
#include <CGAL/polygon_function_objects.h>
#include <CGAL/property_map.h>

#include <algorithm>
#include <list>
#include <map>
#include <numeric>

#include "plumb/kernel/cgal.h"

namespace plumb::pipeline {
namespace {

using Id = RegionMesh::Id;
using Polygon = std::vector<std::size_t>;  // counter-clockwise, into the corners

constexpr std::size_t most_corners = 60;

// The half-edges of the boundary that start where it turns, clockwise; none if there are too many.
std::vector<Id> turning(const RegionMesh& mesh) {
  std::vector<Id> out;
  Id e = 0;
  while (!mesh.alive(e) || mesh.is_cut(e)) ++e;
  const Id first = e;
  do {
    const Id next = mesh.boundary_next(e);
    if (mesh.boundary_corner(e) != Turn::straight) out.push_back(next);
    e = next;
  } while (e != first && out.size() <= most_corners);
  return out;
}

// The optimum for corners that run counter-clockwise; none if they do not make a simple polygon.
template <class Kernel>
std::vector<Polygon> optimum_of(std::vector<typename Kernel::Point_2> places) {
  using Traits = CGAL::Partition_traits_2<Kernel, typename CGAL::Pointer_property_map<typename Kernel::Point_2>::type>;
  if (!CGAL::is_simple_2(places.begin(), places.end(), Kernel())) return {};
  Polygon order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::list<typename Traits::Polygon_2> polygons;
  CGAL::optimal_convex_partition_2(order.begin(), order.end(), std::back_inserter(polygons), Traits(CGAL::make_property_map(places)));
  std::vector<Polygon> out;
  for (const auto& p : polygons) out.emplace_back(p.container().begin(), p.container().end());
  return out;
}

std::vector<Polygon> optimum_of(const RegionMesh& mesh, const std::vector<Id>& clockwise) {
  using Inexact = CGAL::Exact_predicates_inexact_constructions_kernel;  // predicates suffice, and doubles where these are the coordinates
  PlanPoints& points = mesh.points();
  if (std::ranges::all_of(clockwise, [&](Id e) { return points[mesh[e].from].error == 0; })) {
    std::vector<Inexact::Point_2> places;
    for (auto e = clockwise.rbegin(); e != clockwise.rend(); ++e) places.emplace_back(points[mesh[*e].from].x, points[mesh[*e].from].y);
    return optimum_of<Inexact>(std::move(places));
  }
  std::vector<kernel::CgalKernel::Point_2> places;
  for (auto e = clockwise.rbegin(); e != clockwise.rend(); ++e) {
    const auto& p = points.exact(mesh[*e].from);
    const auto number = [&](const mpz_class& v) {
      mpq_class q(v, p.w);
      q.canonicalize();
      return kernel::to_cgal(q);
    };
    places.emplace_back(number(p.x), number(p.y));
  }
  return optimum_of<kernel::CgalKernel>(std::move(places));
}

// CGAL's result is not taken on trust: on some outlines with corners in one line it has pieces that are not convex.
bool all_convex(const RegionMesh& mesh, const std::vector<Id>& clockwise, const std::vector<Polygon>& polygons) {
  const auto corner = [&](std::size_t v) { return mesh[clockwise[clockwise.size() - 1 - v]].from; };
  return std::ranges::all_of(polygons, [&](const Polygon& p) {
    for (std::size_t i = 0; i < p.size(); ++i)
      if (mesh.points().side(corner(p[i]), corner(p[(i + 1) % p.size()]), corner(p[(i + 2) % p.size()])) < 0) return false;
    return true;
  });
}

}  // namespace

bool optimal_partition(RegionMesh& mesh, std::size_t& optimum) {
  const std::vector<Id> corners = turning(mesh);
  const std::size_t n = corners.size();
  if (n > most_corners) return false;
  const std::vector<Polygon> polygons = optimum_of(mesh, corners);
  if (polygons.empty() || !all_convex(mesh, corners, polygons)) return false;
  optimum = polygons.size();
  if (optimum >= mesh.piece_count()) return true;

  std::vector<RegionMesh::HalfEdge> edges;
  std::map<std::pair<std::size_t, std::size_t>, Id> cuts;
  for (const Polygon& counter_clockwise : polygons) {
    const auto first = static_cast<Id>(edges.size()), count = static_cast<Id>(counter_clockwise.size());
    for (Id i = 0; i < count; ++i) {
      const std::size_t v = counter_clockwise[count - 1 - i], w = counter_clockwise[(2 * count - 2 - i) % count];
      const Id boundary = corners[n - 1 - v], e = first + i;
      RegionMesh::HalfEdge made{mesh[boundary].from, first + (i + 1) % count, first + (i + count - 1) % count};
      if (w == (v + n - 1) % n) {
        made.side = mesh[boundary].side;
        made.line = mesh[boundary].line;
      } else if (const auto twin = cuts.find({w, v}); twin != cuts.end()) {
        made.twin = twin->second;
        edges[made.twin].twin = e;
      } else {
        cuts[{v, w}] = e;
      }
      edges.push_back(made);
    }
  }
  mesh.edges = std::move(edges);
  return true;
}

}  // namespace plumb::pipeline
