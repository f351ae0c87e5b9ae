// SPDX-License-Identifier: LGPL-3.0-or-later
// A convex polygon minus convex polygons: what is left has exact corners, and each edge says which polygon made it.
//
// Of a square of 6 by 6 a bar across the middle and a triangle in the upper half are taken away. The bar, 2 high,
// leaves two strips of 12; the triangle's lower corner lies in the bar, so it takes from the upper strip what is above
// y = 4.
#include <plumb/kernel/plan_region.h>
#include <plumb/surface/region_boundary.h>

#include <cstdio>

using namespace plumb;

int main() {
  using surface::TaggedRing;
  const TaggedRing square{{{0, 0}, 0}, {{6, 0}, 0}, {{6, 6}, 0}, {{0, 6}, 0}};
  const TaggedRing bar{{{0, 2}, 1}, {{6, 2}, 1}, {{6, 4}, 1}, {{0, 4}, 1}};
  const TaggedRing triangle{{{3, 3}, 2}, {{4, 5}, 2}, {{2, 5}, 2}};

  mpq_class area = 0;
  for (const TaggedRing& ring : surface::region_boundary(square, {bar, triangle})) {
    for (const surface::TaggedCorner& c : ring)
      std::printf("(%s, %s) -%u- ", c.at[0].get_str().c_str(), c.at[1].get_str().c_str(), c.tag);
    std::puts("");
    area += kernel::signed_area(surface::points_of(ring));
  }
  // Above y = 4 the triangle is a trapezium, 1 wide below and 2 wide above, and 1 high.
  std::printf("area %s\n", area.get_str().c_str());
  return area == 24 - mpq_class(3, 2) ? 0 : 1;
}
