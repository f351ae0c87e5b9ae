// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs of regions, each of a few rings on a small grid that may touch, cross and overlap: what is inside of which,
// their union, intersection and differences, and their convex cells, against the question at one point.
//
// 1. A point is in a region if an odd number of edges are to the right of it: counted here in fractions, and as
//    RegionLocator says. Points on edges are asked about, too.
// 2. Cells are strictly convex, and a point on no edge of the input is in exactly one of them if the operation says so
//    of the two regions, and in none otherwise. Such points are taken in the pieces into which the edges, and the
//    columns of all their crossings, cut the plane: in each, or in 30 or so that are spread over them.
// 3. Areas add up: those of cells, of area(), of union and intersection together, of both differences and their sum.
// 4. How two of the cells lie to each other as convex polygons.
//
// Bytes: the size of the grid, then rings: a byte for region and number of corners, then one for each coordinate.
// Cost: some milliseconds.
#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "bytes.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/plan_region.h"
#include "require.h"

namespace {

using namespace plumb::kernel;

constexpr std::size_t most_corners = 14;  // of both regions together
constexpr std::size_t most_points = 30;

mpq_class turn(const PlanPoint& a, const PlanPoint& b, const PlanPoint& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// Visits the edges of a ring.
template <class Visit>
void each_edge(const PlanRing& ring, Visit&& visit) {
  for (std::size_t i = 0; i < ring.size(); ++i) visit(ring[i], ring[(i + 1) % ring.size()]);
}

bool on_edge(const PlanPoint& p, const PlanPoint& a, const PlanPoint& b) {
  return turn(a, b, p) == 0 && std::min(a, b) <= p && p <= std::max(a, b);
}

// Whether an odd number of edges cross the ray from p to the right. Requires that p is on no edge.
bool is_inside(const PlanRegion& region, const PlanPoint& p) {
  bool inside = false;
  for (const PlanRing& ring : region.rings)
    each_edge(ring, [&](const PlanPoint& a, const PlanPoint& b) {
      if ((a[1] <= p[1]) == (b[1] <= p[1])) return;
      if (a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) > p[0]) inside = !inside;
    });
  return inside;
}

// A stretch is boundary where an odd number of edges run over it: then one side of it is inside, and the other not. So
// is a point where such stretches end. Asked beside p in all directions between those of the edges through it.
Location location(const PlanRegion& region, const PlanPoint& p) {
  std::vector<PlanPoint> through;  // directions of edges from p
  for (const PlanRing& ring : region.rings)
    each_edge(ring, [&](const PlanPoint& a, const PlanPoint& b) {
      if (!on_edge(p, a, b)) return;
      for (const PlanPoint* end : {&a, &b})
        if (*end != p) through.push_back({(*end)[0] - p[0], (*end)[1] - p[1]});
    });
  if (through.empty()) return is_inside(region, p) ? Location::inside : Location::outside;
  // By angle; between two neighbours a direction of neither.
  const auto half = [](const PlanPoint& v) { return v[1] > 0 || (v[1] == 0 && v[0] > 0) ? 0 : 1; };
  const auto determinant = [](const PlanPoint& v, const PlanPoint& w) -> mpq_class {
    return v[0] * w[1] - v[1] * w[0];
  };
  std::sort(through.begin(), through.end(), [&](const PlanPoint& v, const PlanPoint& w) {
    return half(v) != half(w) ? half(v) < half(w) : determinant(v, w) > 0;
  });
  bool any = false, all = true;
  for (std::size_t i = 0; i < through.size(); ++i) {
    const PlanPoint &v = through[i], &w = through[(i + 1) % through.size()];
    const int side = sgn(determinant(v, w));
    const bool same = side == 0 && v[0] * w[0] + v[1] * w[1] > 0;
    if (same && through.size() > 1 && i + 1 < through.size()) continue;
    // Between v and w, counter-clockwise: their sum if the angle is below pi; else a quarter turn of v.
    const PlanPoint between = side > 0 ? PlanPoint{v[0] + w[0], v[1] + w[1]} : PlanPoint{-v[1], v[0]};
    const mpq_class step(1, 1000003);
    const bool inside = is_inside(region, {p[0] + step * between[0], p[1] + step * between[1]});
    any = any || inside;
    all = all && inside;
  }
  return any && all ? Location::inside : any ? Location::boundary : Location::outside;
}

bool holds(BooleanOperation operation, bool a, bool b) {
  switch (operation) {
    case BooleanOperation::unite: return a || b;
    case BooleanOperation::intersect: return a && b;
    case BooleanOperation::subtract: return a && !b;
    case BooleanOperation::symmetric_difference: return a != b;
  }
  return false;
}

PlanRegion both(const PlanRegion& a, const PlanRegion& b) {
  PlanRegion out = a;
  out.rings.insert(out.rings.end(), b.rings.begin(), b.rings.end());
  return out;
}

// Points in the pieces into which the edges of a region, and the columns of all their crossings, cut the plane.
std::vector<PlanPoint> points_of_pieces(const PlanRegion& region) {
  std::vector<std::array<PlanPoint, 2>> edges;
  std::set<mpq_class> columns;
  for (const PlanRing& ring : region.rings)
    each_edge(ring, [&](const PlanPoint& a, const PlanPoint& b) {
      edges.push_back({a, b});
      columns.insert(a[0]);
    });
  for (std::size_t i = 0; i < edges.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const auto& [p, q] = edges[i];
      const auto& [r, s] = edges[j];
      const mpq_class from = turn(r, s, p), to = turn(r, s, q);
      if (sgn(from) * sgn(to) < 0 && sgn(turn(p, q, r)) * sgn(turn(p, q, s)) <= 0)
        columns.insert(p[0] + from / (from - to) * (q[0] - p[0]));
    }
  std::vector<PlanPoint> out;
  for (auto next = columns.begin(); next != columns.end() && std::next(next) != columns.end(); ++next) {
    const mpq_class x = (*next + *std::next(next)) / 2;
    std::set<mpq_class> heights;
    for (const auto& [a, b] : edges)
      if ((a[0] < x) != (b[0] < x)) heights.insert(a[1] + (x - a[0]) / (b[0] - a[0]) * (b[1] - a[1]));
    for (auto y = heights.begin(); y != heights.end(); ++y)
      out.push_back({x, std::next(y) == heights.end() ? mpq_class(*y + 1) : mpq_class((*y + *std::next(y)) / 2)});
  }
  const std::size_t stride = out.size() / most_points + 1;
  std::vector<PlanPoint> some;
  for (std::size_t i = 0; i < out.size(); i += stride) some.push_back(out[i]);
  return some;
}

// Strictly convex, counter-clockwise, from the lowest corner on.
bool is_normal_cell(const PlanRing& cell) {
  if (cell.size() < 3 || *std::min_element(cell.begin(), cell.end()) != cell.front()) return false;
  int turns = 0;  // how often x changes its direction
  for (std::size_t i = 0; i < cell.size(); ++i) {
    const PlanPoint &a = cell[i], &b = cell[(i + 1) % cell.size()], &c = cell[(i + 2) % cell.size()];
    if (turn(a, b, c) <= 0) return false;
    turns += (a < b) != (b < c);
  }
  return turns == 2;
}

bool in_cell(const PlanRing& cell, const PlanPoint& p, int least) {  // least 0: or on its boundary
  bool inside = true;
  each_edge(cell, [&](const PlanPoint& a, const PlanPoint& b) { inside = inside && sgn(turn(a, b, p)) >= least; });
  return inside;
}

mpq_class plain_area(const PlanRing& ring) {
  mpq_class sum = 0;
  each_edge(ring, [&](const PlanPoint& a, const PlanPoint& b) { sum += a[0] * b[1] - a[1] * b[0]; });
  return sum / 2;
}
mpq_class sum_of(const std::vector<PlanRing>& cells) {
  mpq_class sum = 0;
  for (const PlanRing& cell : cells) {
    require(signed_area(cell) == plain_area(cell), "the area of a ring");
    sum += plain_area(cell);
  }
  return sum;
}

// The points of pieces are on no edge of the input, so on the boundary of a cell at most where it was cut.
template <class Wanted>
void check_cells(const std::vector<PlanRing>& cells, const std::vector<PlanPoint>& points, Wanted&& wanted) {
  for (const PlanRing& cell : cells) {
    require(is_normal_cell(cell), "cells are convex, in their normal form");
    require(normal_convex_ring(cell) == cell, "the normal form of a cell");
  }
  for (const PlanPoint& p : points) {
    std::size_t inside = 0, touched = 0;
    for (const PlanRing& cell : cells) {
      inside += in_cell(cell, p, 1);
      touched += in_cell(cell, p, 0);
    }
    if (wanted(p)) require(inside == 1 || (inside == 0 && touched > 1), "a point that is wanted is in one cell");
    else require(touched == 0, "a point that is not wanted is in no cell");
  }
}

void check_relation(const PlanRing& a, const PlanRing& b) {
  // The interiors meet if a, clipped by the sides of b, has an area.
  PlanRing common = a;
  each_edge(b, [&](const PlanPoint& p, const PlanPoint& q) {
    PlanRing kept;
    each_edge(common, [&](const PlanPoint& v, const PlanPoint& w) {
      const mpq_class s = turn(p, q, v), t = turn(p, q, w);
      if (s >= 0) kept.push_back(v);
      if (sgn(s) * sgn(t) < 0) kept.push_back({v[0] + s / (s - t) * (w[0] - v[0]), v[1] + s / (s - t) * (w[1] - v[1])});
    });
    common = std::move(kept);
  });
  const mpq_class area = plain_area(common);
  const ConvexRelation truth = area == 0               ? ConvexRelation::apart
                               : area == plain_area(a) ? ConvexRelation::within
                               : area == plain_area(b) ? ConvexRelation::around
                                                       : ConvexRelation::crossing;
  require(convex_relation(plan_refs(a), plan_refs(b)) == truth, "how convex polygons lie to one another");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 7) return 0;
  Bytes bytes(data, size);
  const int form = bytes(), grid = 2 + form % 14, divisor = 1 + form / 16 % 3;
  PlanRegion regions[2];
  for (std::size_t left = most_corners; !bytes.at_end() && left >= 3;) {
    const int head = bytes();
    const std::size_t count = std::min<std::size_t>(left, 1 + static_cast<std::size_t>(head / 2 % 8));
    left -= count;
    PlanRing ring;
    for (std::size_t i = 0; i < count; ++i) {
      mpq_class x(bytes.below(grid + 1), divisor), y(bytes.below(grid + 1), divisor);
      x.canonicalize();
      y.canonicalize();
      ring.push_back({x, y});
    }
    regions[head % 2].rings.push_back(std::move(ring));
  }
  const PlanRegion &a = regions[0], &b = regions[1];
  const PlanRegion all = both(a, b);
  std::vector<PlanPoint> pieces = points_of_pieces(all);
  for (const PlanRegion* region : {&a, &b}) {
    const RegionLocator locate(*region);
    for (const PlanPoint& p : pieces)
      require((locate(p) == Location::inside) == is_inside(*region, p) && locate(p) != Location::boundary,
              "where a point is that is on no edge");
    for (const PlanRing& ring : all.rings)
      each_edge(ring, [&](const PlanPoint& p, const PlanPoint& q) {
        require(locate(p) == location(*region, p), "where a corner is");
        const PlanPoint middle{(p[0] + q[0]) / 2, (p[1] + q[1]) / 2};
        require(locate(middle) == location(*region, middle), "where the middle of an edge is");
      });
    const auto cells = convex_cells(*region);
    check_cells(cells, pieces, [&](const PlanPoint& p) { return is_inside(*region, p); });
    require(area(*region) == sum_of(cells), "the area of a region");
  }
  std::array<mpq_class, 4> areas;
  std::vector<PlanRing> some;
  for (const auto operation : {BooleanOperation::unite, BooleanOperation::intersect, BooleanOperation::subtract,
                               BooleanOperation::symmetric_difference}) {
    const auto cells = combine(a, b, operation);
    check_cells(cells, pieces, [&](const PlanPoint& p) { return holds(operation, is_inside(a, p), is_inside(b, p)); });
    areas[static_cast<std::size_t>(operation)] = sum_of(cells);
    some.insert(some.end(), cells.begin(), cells.begin() + std::min<std::ptrdiff_t>(3, std::ssize(cells)));
  }
  const auto& [united, common, rest, either] = areas;
  require(united + common == area(a) + area(b), "union and intersection have the areas of both");
  require(rest + common == area(a), "a difference and what it leaves out");
  require(either + common == united, "the symmetric difference and what both have");
  for (const PlanRing& p : some)
    for (const PlanRing& q : some) check_relation(p, q);
  return 0;
}
