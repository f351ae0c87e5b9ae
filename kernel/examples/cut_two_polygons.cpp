// SPDX-License-Identifier: LGPL-3.0-or-later
// The kernel alone: cut one convex polygon by another and print the pieces, exactly.
//
// A floor of 4 x 3 under a triangular awning that reaches over it with one corner. Every number printed is a fraction,
// not a rounded one; the areas of the pieces sum to the floor's.
#include <plumb/kernel/cell.h>
#include <plumb/kernel/decompose.h>

#include <cstdio>
#include <string>

using namespace plumb::kernel;

namespace {

// Vertices and area. Cells know their vertices only as crossings of lines; this is where coordinates are made.
mpq_class print(const char* name, const ImplicitPlan& plan, const ConvexCell& cell) {
  std::string text;
  for (const auto& [x, y] : exact_points(plan, cell)) text += " (" + x.get_str() + ", " + y.get_str() + ")";
  const mpq_class area = doubled_area(plan, cell) / 2;
  std::printf("%-11s area %-6s%s\n", name, area.get_str().c_str(), text.c_str());
  return area;
}

}  // namespace

int main() {
  // 1. Points: x, y, z each, taken exactly. Corners of polygons are clockwise seen from above.
  const PointTable points = PointTable::from_doubles({
      0, 0, 0, 0, 3, 0, 4, 3, 0, 4, 0, 0,  // the floor
      2, 1, 2, 4, 6, 2, 6, 2, 2,           // the awning
  });
  const PointId floor_corners[] = {0, 1, 2, 3}, awning_corners[] = {4, 5, 6};

  // 2. A plan holds the lines and vertices of one surface, relative to one of its points.
  ImplicitPlan plan(points, floor_corners[0]);
  const ConvexCell floor = make_cell(plan, 0, floor_corners);
  const ConvexCell awning = make_cell(plan, 1, awning_corners);

  // 3. Cut: what is under the awning, and convex pieces of the rest.
  OutlineSides sides;  // a buffer
  Pieces pieces;
  const bool any = decompose_traversable(plan, floor, awning, Decomposition::bounded, false, sides, pieces);
  if (!any) {
    std::puts("the awning is not over the floor");
    return 1;
  }

  // 4. Coordinates and areas, on the way out only: relative to the plan's origin, times points.denominator(), here 1.
  const mpq_class whole = print("floor", plan, floor);
  mpq_class sum = print("under", plan, pieces.obstructed);
  for (const ConvexCell& piece : pieces.free) sum += print("free", plan, piece);
  std::printf("sum of the parts: %s, the floor: %s\n", sum.get_str().c_str(), whole.get_str().c_str());

  // How the questions were answered: almost all by comparing ids and by doubles with an error bound.
  const LadderCounts counts = plan.counts();
  std::printf("%llu predicates, %llu of them by GMP\n", static_cast<unsigned long long>(counts.predicates()),
              static_cast<unsigned long long>(counts.exact));
  return sum == whole ? 0 : 1;
}
