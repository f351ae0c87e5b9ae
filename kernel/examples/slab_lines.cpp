// SPDX-License-Identifier: LGPL-3.0-or-later
// An arrangement of slabs: a square is cut along pairs of parallel lines, and every cell knows how many slabs it is in.
//
// Three slabs cross so that lines meet by threes again and again. Whether three lines meet in one point decides how
// many cells there are: here that is an answer, not a rounding. The count is checked by Euler's formula, the areas by
// adding up to the square.
#include <plumb/kernel/cell.h>

#include <array>
#include <cstdio>
#include <map>
#include <set>

using namespace plumb::kernel;

int main() {
  // A square of side 6, and for each slab two points of either line, the slab on the right of both ways.
  const PointTable points = PointTable::from_doubles({
      0, 0, 0, 0, 6, 0, 6, 6, 0, 6, 0, 0,  // the square, clockwise
      2, 0, 0, 2, 1, 0, 4, 1, 0, 4, 0, 0,  // 2 <= x <= 4
      0, 4, 0, 1, 4, 0, 1, 2, 0, 0, 2, 0,  // 2 <= y <= 4
      0, 0, 0, 1, 1, 0, 3, 1, 0, 2, 0, 0,  // x - 2 <= y <= x
  });
  ImplicitPlan plan(points, 0);
  const std::array<PointId, 4> corners = {0, 1, 2, 3};
  const ConvexCell square = make_cell(plan, 0, corners);

  struct Part {
    ConvexCell cell;
    int slabs = 0;  // how many it is in
  };
  std::vector<Part> parts = {{square}};
  std::vector<LineId> lines;
  for (PointId p = 4; p < points.size(); p += 4) {
    const LineId first = plan.edge(p, p + 1, {}), second = plan.edge(p + 2, p + 3, {});
    for (const LineId line : {first, second}) {
      lines.push_back(line);
      std::vector<Part> next;
      for (Part& part : parts) {
        const Signs signs = sides(plan, part.cell, line);
        bool inside = false, outside = false;
        for (const Sign s : signs) (s == Sign::positive ? inside : outside) |= s != Sign::zero;
        if (inside && outside) {
          SplitCell halves = split(plan, part.cell, line, {signs.data(), signs.size()});
          next.push_back({std::move(halves.inside), part.slabs});
          next.push_back({std::move(halves.outside), part.slabs});
        } else {
          next.push_back(std::move(part));
        }
      }
      parts = std::move(next);
    }
    for (Part& part : parts) {
      bool in = true;
      for (const Corner& c : part.cell)
        in = in && plan.side(c.vertex, first) != Sign::negative && plan.side(c.vertex, second) != Sign::negative;
      part.slabs += in;
    }
  }

  std::map<int, mpq_class> area;
  std::map<int, int> count;
  mpq_class sum = 0;
  for (const Part& part : parts) {
    const mpq_class a = doubled_area(plan, part.cell) / 2;
    area[part.slabs] += a;
    ++count[part.slabs];
    sum += a;
  }
  for (const auto& [slabs, a] : area)
    std::printf("in %d slabs: %2d cells, area %s\n", slabs, count[slabs], a.get_str().c_str());

  // Each line makes one cell more, and each point within the square where n lines meet n - 1 more (Euler).
  std::map<std::array<mpq_class, 2>, std::set<LineId>> meeting;
  for (const LineId l : lines)
    for (const LineId m : lines) {
      const Sign turn = plan.turn(l, m);
      if (turn == Sign::zero) continue;
      const VertexId v = plan.vertex(l, turn == Sign::negative ? m : reversed(m));
      if (contains(plan, square, v) == Sign::positive) meeting[exact_point(plan, v)].insert({l, m});
    }
  std::size_t expected = 1 + lines.size(), threes = 0;
  for (const auto& [at, through] : meeting) {
    expected += through.size() - 1;
    threes += through.size() > 2;
  }
  std::printf("%zu cells, by Euler's formula %zu; three lines meet in %zu points; areas add up to %s\n", parts.size(),
              expected, threes, sum.get_str().c_str());
  return parts.size() == expected && threes == 3 && sum == 36 && area[3] == 2 ? 0 : 1;
}
