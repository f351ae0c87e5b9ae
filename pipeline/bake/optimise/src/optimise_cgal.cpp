// SPDX-License-Identifier: GPL-3.0-or-later
#include "optimise_region.h"

// CGAL's own checks throw on partitions that come out wrong; all_convex below turns these away instead, in every build.
#ifndef CGAL_NDEBUG
#define CGAL_NDEBUG
#endif
#include "plumb/kernel/cgal_config.h"

#include <CGAL/enum.h>
#include <CGAL/partition_2.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace plumb::pipeline {
namespace {

using Id = RegionMesh::Id;
using Polygon = std::vector<std::size_t>;  // counter-clockwise, into the corners

// The half-edges of the boundary that start where it turns, clockwise.
std::vector<Id> turning(const RegionMesh& mesh) {
  std::vector<Id> out;
  Id e = 0;
  while (!mesh.alive(e) || mesh.is_inner(e)) ++e;
  const Id first = e;
  do {
    const Id next = mesh.boundary_next(e);
    if (mesh.boundary_turn(e) != kernel::Turn::straight) out.push_back(next);
    e = next;
  } while (e != first);
  return out;
}

// What CGAL asks of corners, which it knows by number. All are predicates: nothing is constructed, and VertexPredicates
// answers most in doubles.
struct CornerTraits {
  using Point_2 = std::size_t;
  using Polygon_2 = Polygon;

  struct Question {
    VertexPredicates* points;
    const std::vector<VertexRef>* corners;  // counter-clockwise
    int side(Point_2 p, Point_2 q, Point_2 r) const {
      return static_cast<int>(points->side((*corners)[p], (*corners)[q], (*corners)[r]));
    }
    int compare(Point_2 p, Point_2 q, int axis) const { return points->compare((*corners)[p], (*corners)[q], axis); }
    int order(Point_2 p, Point_2 q) const { return points->compare((*corners)[p], (*corners)[q]); }
  };
  struct Orientation_2 : Question {
    CGAL::Orientation operator()(Point_2 p, Point_2 q, Point_2 r) const { return CGAL::sign(side(p, q, r)); }
  };
  struct Left_turn_2 : Question {
    bool operator()(Point_2 p, Point_2 q, Point_2 r) const { return side(p, q, r) > 0; }
  };
  struct Less_xy_2 : Question {
    bool operator()(Point_2 p, Point_2 q) const { return order(p, q) < 0; }
  };
  template <int axis>
  struct Compare : Question {
    CGAL::Comparison_result operator()(Point_2 p, Point_2 q) const { return CGAL::sign(compare(p, q, axis)); }
  };
  using Compare_x_2 = Compare<0>;
  using Compare_y_2 = Compare<1>;
  // Of points in one line: q lies between the others.
  struct Collinear_are_ordered_along_line_2 : Question {
    bool operator()(Point_2 p, Point_2 q, Point_2 r) const { return p == q || q == r || order(p, q) == order(q, r); }
  };
  struct Are_strictly_ordered_along_line_2 : Question {
    bool operator()(Point_2 p, Point_2 q, Point_2 r) const {
      return p != q && side(p, q, r) == 0 && order(p, q) == order(q, r);
    }
  };

  Question question;
  Orientation_2 orientation_2_object() const { return {question}; }
  Left_turn_2 left_turn_2_object() const { return {question}; }
  Less_xy_2 less_xy_2_object() const { return {question}; }
  Compare_x_2 compare_x_2_object() const { return {question}; }
  Compare_y_2 compare_y_2_object() const { return {question}; }
  Collinear_are_ordered_along_line_2 collinear_are_ordered_along_line_2_object() const { return {question}; }
  Are_strictly_ordered_along_line_2 are_strictly_ordered_along_line_2_object() const { return {question}; }
};

std::vector<Polygon> optimum_of(const RegionMesh& mesh, const std::vector<Id>& clockwise) {
  std::vector<VertexRef> corners;
  for (auto e = clockwise.rbegin(); e != clockwise.rend(); ++e) corners.push_back(mesh[*e].from);
  Polygon order(corners.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<Polygon> out;
  CGAL::optimal_convex_partition_2(order.begin(), order.end(), std::back_inserter(out),
                                   CornerTraits{{&mesh.points(), &corners}});
  return out;
}

// CGAL's result is not taken on trust: on some outlines with corners in one line it has pieces that are not convex.
bool all_convex(const RegionMesh& mesh, const std::vector<Id>& clockwise, const std::vector<Polygon>& polygons) {
  const auto corner = [&](std::size_t v) { return mesh[clockwise[clockwise.size() - 1 - v]].from; };
  return std::ranges::all_of(polygons, [&](const Polygon& p) {
    for (std::size_t i = 0; i < p.size(); ++i)
      if (mesh.points().side(corner(p[i]), corner(p[(i + 1) % p.size()]), corner(p[(i + 2) % p.size()])) < 0)
        return false;
    return true;
  });
}

}  // namespace

bool optimal_partition(RegionMesh& mesh) {
  const std::vector<Id> corners = turning(mesh);
  const std::size_t n = corners.size();
  const std::vector<Polygon> polygons = optimum_of(mesh, corners);
  if (polygons.empty() || polygons.size() >= mesh.piece_count() || !all_convex(mesh, corners, polygons)) return false;

  std::vector<RegionMesh::HalfEdge> edges;
  std::map<std::pair<std::size_t, std::size_t>, Id> cuts;
  for (const Polygon& counter_clockwise : polygons) {
    const auto first = static_cast<Id>(edges.size()), count = static_cast<Id>(counter_clockwise.size());
    for (Id i = 0; i < count; ++i) {
      const std::size_t v = counter_clockwise[count - 1 - i], w = counter_clockwise[(2 * count - 2 - i) % count];
      const Id boundary = corners[n - 1 - v], e = first + i;
      RegionMesh::HalfEdge made{{}, mesh[boundary].from, first + (i + 1) % count, first + (i + count - 1) % count};
      if (w == (v + n - 1) % n) {
        made.half_edge = mesh[boundary].half_edge;
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
