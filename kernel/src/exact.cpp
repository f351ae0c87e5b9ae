// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/exact.h"

#include "plumb/kernel/formulas.h"

namespace plumb::kernel {

std::array<mpq_class, 2> exact_point(const ImplicitPlan& plan, VertexId vertex) {
  const auto [x, y, w] = plan.exact_vertex(vertex);
  std::array<mpq_class, 2> p = {mpq_class(x, w), mpq_class(y, w)};
  if (w != 1)
    for (auto& c : p) c.canonicalize();
  return p;
}

std::vector<std::array<mpq_class, 2>> exact_points(const ImplicitPlan& plan, const ConvexCell& cell) {
  std::vector<std::array<mpq_class, 2>> points;
  points.reserve(cell.size());
  for (const Corner& c : cell) points.push_back(exact_point(plan, c.vertex));
  return points;
}

mpq_class doubled_area(const std::vector<std::array<mpq_class, 2>>& p) {
  return -formulas::doubled_area<mpq_class>(
      p.size(), [&](std::size_t i) -> const auto& { return p[i]; });
}

mpq_class doubled_area(const ImplicitPlan& plan, const ConvexCell& cell) {
  return doubled_area(exact_points(plan, cell));
}

}  // namespace plumb::kernel
