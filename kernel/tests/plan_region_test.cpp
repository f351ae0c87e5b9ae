// SPDX-License-Identifier: LGPL-3.0-or-later
// Polygons with holes: locations against parities all around a point, boolean operations against trapezoids between
// vertical lines.
#include "plumb/kernel/plan_region.h"

#include <numeric>
#include <set>

#include "support/property.h"

using namespace plumb::kernel;
using namespace plumb::tests;

namespace {

constexpr BooleanOperation operations[] = {BooleanOperation::unite, BooleanOperation::intersect,
                                           BooleanOperation::subtract, BooleanOperation::symmetric_difference};

PlanRing ring(std::initializer_list<std::pair<int, int>> corners) {
  PlanRing out;
  for (const auto& [x, y] : corners) out.push_back({x, y});
  return out;
}
PlanRing box(int x, int y, int width, int height) {
  return ring({{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}});
}

bool wanted(BooleanOperation operation, bool a, bool b) {
  switch (operation) {
    case BooleanOperation::unite: return a || b;
    case BooleanOperation::intersect: return a && b;
    case BooleanOperation::subtract: return a && !b;
    default: return a != b;
  }
}

template <class Visit>
void each_edge(const PlanRegion& region, const Visit& visit) {
  for (const PlanRing& r : region.rings)
    for (std::size_t i = 0; i < r.size(); ++i) visit(r[i], r[(i + 1) % r.size()]);
}

// Of a point that is on no edge.
bool inside(const PlanRegion& region, const mpq_class& x, const mpq_class& y) {
  bool in = false;
  each_edge(region, [&](const PlanPoint& p, const PlanPoint& q) {
    if ((p[1] > y) == (q[1] > y)) return;
    if (p[0] + (y - p[1]) * (q[0] - p[0]) / (q[1] - p[1]) > x) in = !in;
  });
  return in;
}

// The area of what two regions make: between all x where edges end or cross, trapezoids by the order of edges halfway.
mpq_class area_in_slabs(const PlanRegion& a, const PlanRegion& b, BooleanOperation operation) {
  struct Edge {
    PlanPoint p, q;  // from left to right
    bool of_b;
    mpq_class at(const mpq_class& x) const { return p[1] + (x - p[0]) * (q[1] - p[1]) / (q[0] - p[0]); }
  };
  std::vector<Edge> edges;
  std::set<mpq_class> xs;
  for (const bool of_b : {false, true})
    each_edge(of_b ? b : a, [&](const PlanPoint& p, const PlanPoint& q) {
      xs.insert(p[0]);
      if (p[0] != q[0]) edges.push_back(p[0] < q[0] ? Edge{p, q, of_b} : Edge{q, p, of_b});
    });
  for (const Edge& e : edges)
    for (const Edge& f : edges) {
      const mpq_class slope = (e.q[1] - e.p[1]) / (e.q[0] - e.p[0]) - (f.q[1] - f.p[1]) / (f.q[0] - f.p[0]);
      if (slope != 0) xs.insert(e.p[0] - (e.p[1] - f.at(e.p[0])) / slope);
    }
  mpq_class sum = 0;
  for (auto left = xs.begin(), right = left; left != xs.end() && ++right != xs.end(); left = right) {
    const mpq_class middle = (*left + *right) / 2;
    std::vector<std::pair<mpq_class, bool>> across;
    for (const Edge& e : edges)
      if (e.p[0] <= *left && *right <= e.q[0]) across.push_back({e.at(middle), e.of_b});
    std::sort(across.begin(), across.end());
    bool in[2] = {false, false};
    for (std::size_t i = 0; i < across.size(); ++i) {
      if (i > 0 && wanted(operation, in[0], in[1])) sum += (across[i].first - across[i - 1].first) * (*right - *left);
      in[across[i].second] ^= true;
    }
  }
  return sum;
}

mpq_class area_of(const std::vector<PlanRing>& cells) {
  mpq_class sum = 0;
  for (const PlanRing& c : cells) sum += signed_area(c);
  return sum;
}

int side(const PlanPoint& a, const PlanPoint& b, const PlanPoint& c) { return sgn(orient2d(a, b, c)); }

bool strictly_convex(const PlanRing& cell) {
  if (cell.size() < 3) return false;
  for (std::size_t i = 0; i < cell.size(); ++i)
    for (std::size_t j = 0; j < cell.size(); ++j) {
      const std::size_t k = (i + 1) % cell.size();
      if (j != i && j != k && side(cell[i], cell[k], cell[j]) <= 0) return false;
    }
  return true;
}
bool parted(const PlanRing& a, const PlanRing& b) {
  const auto by_edge = [](const PlanRing& c, const PlanRing& d) {
    for (std::size_t i = 0; i < c.size(); ++i)
      if (std::ranges::all_of(d, [&](const PlanPoint& p) { return side(c[i], c[(i + 1) % c.size()], p) <= 0; }))
        return true;
    return false;
  };
  return by_edge(a, b) || by_edge(b, a);
}
bool on_a_line_of(const PlanRegion& region, const PlanPoint& p, const PlanPoint& q) {
  bool found = false;
  each_edge(region, [&](const PlanPoint& r, const PlanPoint& s) {
    found |= r != s && side(r, s, p) == 0 && side(r, s, q) == 0;
  });
  return found;
}

// What is wrong with the result of an operation, if anything is.
std::string fault(const PlanRegion& a, const PlanRegion& b, BooleanOperation operation,
                  const std::vector<PlanRing>& cells) {
  for (const PlanRing& c : cells) {
    if (!strictly_convex(c)) return "a cell is not convex";
    for (std::size_t i = 0; i < c.size(); ++i)
      if (const PlanPoint& p = c[i], &q = c[(i + 1) % c.size()]; !on_a_line_of(a, p, q) && !on_a_line_of(b, p, q))
        return "an edge on no line of the input";
  }
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!parted(cells[i], cells[j])) return "cells overlap";
  if (area_of(cells) != area_in_slabs(a, b, operation)) return "another area";
  return "";
}
// At points that lie on no edge of small integers.
std::string fault_at_points(const PlanRegion& a, const PlanRegion& b, BooleanOperation operation,
                            const std::vector<PlanRing>& cells, int grid) {
  for (int i = -1; i <= grid; ++i)
    for (int j = -1; j <= grid; ++j) {
      const mpq_class x = i + mpq_class(400, 1009), y = j + mpq_class(700, 2003);
      const auto holding =
          std::ranges::count_if(cells, [&](const PlanRing& c) { return inside(PlanRegion{{c}}, x, y); });
      if (holding != wanted(operation, inside(a, x, y), inside(b, x, y))) return "a point is not where it belongs";
    }
  return "";
}

// Rings of small integers: any, and such that have much in common with those before.
PlanRegion draw_region(int grid, Met& met) {
  PlanRegion region;
  for (int n = drawn(1, 3); n > 0; --n) {
    PlanRing r;
    switch (drawn(0, 6)) {
      case 0: {
        const int x = drawn(0, grid - 1), y = drawn(0, grid - 1);
        r = box(x, y, drawn(1, grid - x), drawn(1, grid - y));
        ++met["box"];
        break;
      }
      case 1:  // back and forth
        for (int k = drawn(1, 2); k > 0; --k) r.push_back({drawn(0, grid), drawn(0, grid)});
        ++met["no area"];
        break;
      case 2:
        if (!region.rings.empty()) {
          r = region.rings.back();
          if (drawn(0, 1)) std::ranges::reverse(r);
          for (PlanPoint& p : r) p[0] += drawn(0, 1);
          ++met["much the same ring"];
          break;
        }
        [[fallthrough]];
      default:
        for (int k = drawn(3, 7); k > 0; --k) {
          if (!r.empty() && drawn(0, 5) == 0)
            r.push_back(r[static_cast<std::size_t>(drawn(0, static_cast<int>(r.size()) - 1))]);
          else r.push_back({drawn(0, grid), drawn(0, grid)});
        }
        ++met["any ring"];
    }
    region.rings.push_back(r);
  }
  return region;
}

// Where a small integer point lies by what lies around it, in all directions between those of edges.
Location location_by_neighbours(const PlanRegion& region, const PlanPoint& p, int grid) {
  bool in = false, out = false;
  const int most = 2 * grid + 1;
  for (int dx = -most; dx <= most; ++dx)
    for (int dy = -most; dy <= most; ++dy) {
      if (std::gcd(dx, dy) != 1 || (std::abs(dx) <= grid && std::abs(dy) <= grid)) continue;
      const mpq_class x = p[0] + mpq_class(dx, 1000000), y = p[1] + mpq_class(dy, 1000000);
      (inside(region, x, y) ? in : out) = true;
    }
  return in && out ? Location::boundary : in ? Location::inside : Location::outside;
}

}  // namespace

TEST_CASE("regions: a square with a hole that touches it, and an island in the hole") {
  const PlanRegion region{{box(0, 0, 8, 8), ring({{2, 2}, {8, 2}, {8, 6}, {2, 6}}), box(4, 3, 2, 2)}};
  const RegionLocator locate(region);
  CHECK(locate({1, 1}) == Location::inside);
  CHECK(locate({0, 0}) == Location::boundary);
  CHECK(locate({0, 5}) == Location::boundary);
  CHECK(locate({2, 4}) == Location::boundary);
  CHECK(locate({3, 4}) == Location::outside);
  CHECK(locate({5, 4}) == Location::inside);
  CHECK(locate({6, 4}) == Location::boundary);
  CHECK(locate({8, 2}) == Location::boundary);
  CHECK(locate({8, 4}) == Location::outside);  // the hole is open there
  CHECK(locate({9, 4}) == Location::outside);
  CHECK(locate({mpq_class(1, 3), mpq_class(22, 7)}) == Location::inside);
  CHECK(area(region) == 64 - 24 + 4);
}

TEST_CASE("regions: what has no area is nothing, what is twice there is nowhere") {
  const PlanRegion nothing[] = {{},
                                {{{}}},
                                {{ring({{1, 1}})}},
                                {{ring({{1, 1}, {5, 5}})}},
                                {{ring({{0, 0}, {4, 0}, {2, 0}})}},
                                {{box(0, 0, 3, 3), box(0, 0, 3, 3)}}};
  for (const PlanRegion& region : nothing) {
    CHECK(convex_cells(region).empty());
    CHECK(area(region) == 0);
    for (int x = -1; x < 6; ++x) CHECK(RegionLocator(region)({x, x}) == Location::outside);
    const PlanRegion square{{box(0, 0, 4, 4)}};
    CHECK(combine(square, region, BooleanOperation::intersect).empty());
    CHECK(combine(region, square, BooleanOperation::subtract).empty());
    const std::vector<PlanRing> left = combine(square, region, BooleanOperation::subtract);
    REQUIRE(left.size() == 1);
    CHECK(left[0].size() == 4);
  }
}

TEST_CASE("regions: cells that lie side by side are one square, whose seams are no boundary") {
  const PlanRegion four{{box(0, 0, 2, 2), box(2, 0, 2, 1), box(2, 1, 2, 1), box(0, 2, 4, 2)}};
  CHECK(convex_cells(four).size() == 1);
  const RegionLocator locate(four);
  CHECK(locate({2, 1}) == Location::inside);
  CHECK(locate({2, 2}) == Location::inside);
  CHECK(locate({1, 2}) == Location::inside);
  CHECK(locate({4, 2}) == Location::boundary);
}

TEST_CASE("regions: the operations on two squares that overlap") {
  const PlanRegion a{{box(0, 0, 2, 2)}}, b{{box(1, 1, 2, 2)}};
  const mpq_class areas[] = {7, 1, 3, 6};
  for (std::size_t k = 0; k < 4; ++k) {
    const auto cells = combine(a, b, operations[k]);
    CHECK(area_of(cells) == areas[k]);
    CHECK(fault(a, b, operations[k], cells).empty());
  }
  CHECK(combine(a, b, BooleanOperation::intersect).size() == 1);
  CHECK(combine(a, b, BooleanOperation::subtract).size() == 2);
}

TEST_CASE("regions: more cells than are merged at once") {
  PlanRegion rows, columns;
  for (int i = 0; i < 12; ++i) {
    rows.rings.push_back(box(0, 2 * i, 24, 1));
    columns.rings.push_back(box(2 * i, 0, 1, 24));
  }
  const auto dots = combine(rows, columns, BooleanOperation::intersect);
  CHECK(dots.size() == 144);
  CHECK(fault(rows, columns, BooleanOperation::intersect, dots).empty());
  const auto lattice = combine(rows, columns, BooleanOperation::unite);
  CHECK(fault(rows, columns, BooleanOperation::unite, lattice).empty());
  CHECK(lattice.size() <= 12 + 12 * 12);
  // What was made is a region again.
  CHECK(area({lattice}) == 2 * 12 * 24 - 144);
}

TEST_CASE("property: a point is inside, outside or on the boundary by what lies around it") {
  Met met({{"boundary", 500},
           {"inside", 30},
           {"outside", 200},
           {"a corner that is no boundary", 30},
           {"box", 30},
           {"no area", 30},
           {"much the same ring", 15},
           {"any ring", 100}});
  CHECK(check_many("locations", 300, met, [&] {
    const int grid = drawn(2, 5);
    const PlanRegion region = draw_region(grid, met);
    const RegionLocator locate(region);
    for (int k = 0; k < 8; ++k) {
      const PlanPoint p{drawn(0, grid), drawn(0, grid)};
      const Location expected = location_by_neighbours(region, p, grid);
      RC_ASSERT(locate(p) == expected);
      ++met[expected == Location::boundary ? "boundary" : expected == Location::inside ? "inside" : "outside"];
      bool corner = false;
      each_edge(region, [&](const PlanPoint& q, const PlanPoint&) { corner |= p == q; });
      if (corner && expected != Location::boundary) ++met["a corner that is no boundary"];
    }
  }));
}

TEST_CASE(
    "property: boolean operations make disjoint convex cells of the right area, at the right places, on lines of the "
    "input") {
  Met met({{"nothing", 20},
           {"many cells", 50},
           {"box", 60},
           {"no area", 60},
           {"much the same ring", 30},
           {"any ring", 200}});
  CHECK(check_many("boolean operations", 300, met, [&] {
    const int grid = drawn(2, 7);
    const PlanRegion a = draw_region(grid, met), b = draw_region(grid, met);
    mpq_class areas[4];
    for (std::size_t k = 0; k < 4; ++k) {
      const auto cells = combine(a, b, operations[k]);
      RC_ASSERT(fault(a, b, operations[k], cells) == "");
      RC_ASSERT(fault_at_points(a, b, operations[k], cells, grid) == "");
      RC_ASSERT((area({cells}) == area_of(cells)));
      areas[k] = area_of(cells);
      if (cells.empty()) ++met["nothing"];
      if (cells.size() > 8) ++met["many cells"];
    }
    RC_ASSERT(areas[1] + areas[2] == area(a));
    RC_ASSERT(areas[0] + areas[1] == area(a) + area(b));
    RC_ASSERT(areas[3] == areas[0] - areas[1]);
  }));
}

TEST_CASE("property: far away, huge or tiny, the cells are the same") {
  Met met;
  mpz_class large, odd;
  mpz_ui_pow_ui(large.get_mpz_t(), 2, 1100);
  mpz_ui_pow_ui(odd.get_mpz_t(), 3, 90);
  const mpq_class scales[] = {mpq_class(large), mpq_class(1, large), mpq_class(1, odd), mpq_class(odd, large)};
  CHECK(check_many("scaled regions", 40, [&] {
    const PlanRegion a = draw_region(5, met), b = draw_region(5, met);
    const BooleanOperation operation = operations[drawn(0, 3)];
    const auto cells = combine(a, b, operation);
    mpq_class scale = scales[drawn(0, 3)], shift = drawn(0, 1) ? mpq_class(large) : mpq_class(0);
    scale.canonicalize();
    const auto moved = [&](std::vector<PlanRing> rings) {
      for (PlanRing& r : rings)
        for (PlanPoint& p : r) p = {p[0] * scale + shift, p[1] * scale - shift};
      return rings;
    };
    const PlanRegion far_a{moved(a.rings)}, far_b{moved(b.rings)};
    RC_ASSERT(combine(far_a, far_b, operation) == moved(cells));
    const RegionLocator near(a), far(far_a);
    for (int k = 0; k < 8; ++k) {
      PlanPoint q{mpq_class(drawn(0, 10), 2), mpq_class(drawn(0, 10), 2)};
      for (mpq_class& v : q) v.canonicalize();
      RC_ASSERT(near(q) == far({q[0] * scale + shift, q[1] * scale - shift}));
    }
  }));
}
