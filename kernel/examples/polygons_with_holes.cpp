// SPDX-License-Identifier: LGPL-3.0-or-later
// Two polygons with holes, joined, intersected and subtracted, exactly.
//
// A plate and a wedge share a slanted side: the wedge has corners on it at tenths, which no double is. In doubles one
// of these corners is within the plate, another one beside it, and programs that trust them find slivers. Here they
// touch, and the areas add up as fractions.
#include <plumb/kernel/plan_region.h>

#include <cstdio>

using namespace plumb::kernel;

namespace {

mpq_class tenths(int n) {
  mpq_class q(n, 10);
  q.canonicalize();
  return q;
}
PlanRing in_tenths(std::initializer_list<std::pair<int, int>> corners) {
  PlanRing ring;
  for (const auto& [x, y] : corners) ring.push_back({tenths(x), tenths(y)});
  return ring;
}

mpq_class print(const char* name, const std::vector<PlanRing>& cells) {
  mpq_class sum = 0;
  std::printf("%s:\n", name);
  for (const PlanRing& cell : cells) {
    for (const PlanPoint& p : cell) std::printf(" (%s, %s)", p[0].get_str().c_str(), p[1].get_str().c_str());
    std::printf("\n");
    sum += signed_area(cell);
  }
  std::printf(" %zu cells, area %s\n", cells.size(), sum.get_str().c_str());
  return sum;
}

}  // namespace

int main() {
  // Rings may run either way; a point is inside if an odd number of them is around it.
  const PlanRegion plate{
      {in_tenths({{0, 0}, {30, 10}, {30, 40}, {0, 40}}), in_tenths({{5, 15}, {20, 15}, {20, 30}, {5, 30}})}};
  const PlanRegion wedge{{in_tenths({{3, 1}, {21, 7}, {24, -5}}), in_tenths({{15, 2}, {18, 2}, {18, 4}})}};
  const PlanRegion window{{in_tenths({{10, 0}, {40, 0}, {40, 20}, {10, 20}})}};

  const mpq_class touching = print("plate and wedge in common", combine(plate, wedge, BooleanOperation::intersect));
  const mpq_class both = print("plate or wedge", combine(plate, wedge, BooleanOperation::unite));
  const mpq_class seen = print("plate, through the window", combine(plate, window, BooleanOperation::intersect));
  const mpq_class hidden = print("plate, outside of the window", combine(plate, window, BooleanOperation::subtract));

  // What doubles make of the wedge's corners on the slanted side, from (0, 0) to (3, 1): left, right or on it?
  int off = 0;
  for (const auto& [x, y] : {std::pair{0.3, 0.1}, std::pair{2.1, 0.7}}) off += 3 * y - 1 * x != 0;
  std::printf("doubles see %d of the two corners beside the side that they are on\n", off);
  const RegionLocator locate(plate);
  const bool on_side =
      locate({tenths(3), tenths(1)}) == Location::boundary && locate({tenths(21), tenths(7)}) == Location::boundary;
  const bool in_hole = locate({1, 2}) == Location::outside;

  return touching == 0 && both == area(plate) + area(wedge) && seen + hidden == area(plate) && on_side && in_hole &&
                 off > 0
             ? 0
             : 1;
}
