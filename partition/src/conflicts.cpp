// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "corner_points.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval_of.h"
#include "plumb/partition/overlap.h"

namespace plumb::partition {

using kernel::Box;
using kernel::Interval;
using kernel::Sign;

Overlap::Overlap(std::span<const Polygon> polygons) {
  CornerPoints points = number_corners(addresses_of(polygons), 2);
  point_ = std::move(points.point);
  first_ = std::move(points.first);
  number_ = std::move(points.number);
  for (const ExactPoint* p : point_) rounded_.push_back({kernel::interval_of((*p)[0]), kernel::interval_of((*p)[1])});
}

Box Overlap::box(NodeId i) const {
  Box box{{HUGE_VAL, HUGE_VAL, 0}, {-HUGE_VAL, -HUGE_VAL, 0}};
  for (const PointNumber p : of(i))
    for (int axis = 0; axis < 2; ++axis) {
      const Interval& v = rounded_[p][axis];
      box.low[axis] = std::min(box.low[axis], v.low);
      box.high[axis] = std::max(box.high[axis], v.high);
    }
  return box;
}

// Two convex polygons do not overlap iff an edge of one has the other whole on its right.
bool Overlap::has_on_right(NodeId a, NodeId b) const {
  const std::span corners = of(a), others = of(b);
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const PointNumber p = corners[k], q = corners[k + 1 < corners.size() ? k + 1 : 0];
    if (p != q && std::ranges::all_of(others, [&](PointNumber r) { return side(p, q, r) != Sign::positive; }))
      return true;
  }
  return false;
}

Sign Overlap::side(PointNumber p, PointNumber q, PointNumber r) const {
  if (r == p || r == q) return Sign::zero;
  const auto &fp = rounded_[p], &fq = rounded_[q], &fr = rounded_[r];
  if (const auto sign = kernel::formulas::orient2d(fp, fq, fr).sign()) return *sign;
  return kernel::sign_of(sgn(kernel::formulas::orient2d(*point_[p], *point_[q], *point_[r])));
}

namespace {

std::vector<Box> boxes_of(const Overlap& overlap) {
  std::vector<Box> out;
  for (NodeId i = 0; i < overlap.polygons(); ++i) out.push_back(overlap.box(i));
  return out;
}

}  // namespace

std::vector<std::array<NodeId, 2>> find_conflicts(const Overlap& overlap) {
  const kernel::BoxTree tree(boxes_of(overlap));
  std::vector<std::array<NodeId, 2>> out;
  for (NodeId i = 0; i < overlap.polygons(); ++i)
    tree.query(tree.box(i), [&](NodeId j) {
      if (i < j && tree.box(i).overlaps_in_plan(tree.box(j)) && overlap(i, j)) out.push_back({i, j});
    });
  std::ranges::sort(out);
  return out;
}

std::vector<std::array<NodeId, 2>> find_conflicts(std::span<const Polygon> polygons) {
  return find_conflicts(Overlap(polygons));
}

std::vector<std::array<NodeId, 2>> find_conflicts_of_surfaces(const Overlap& overlap, const EnvironmentGraph& graph) {
  const std::vector<std::uint32_t> surface = surfaces(graph);
  std::vector<std::vector<NodeId>> nodes(surface.empty() ? 0 : *std::ranges::max_element(surface) + 1);
  for (NodeId n = 0; n < graph.nodes; ++n) nodes[surface[n]].push_back(n);
  std::vector<std::array<NodeId, 2>> out;
  std::vector<NodeId> over_themselves;  // the nodes of surfaces that are
  for (const std::vector<NodeId>& of_surface : nodes) {
    if (of_surface.size() < 2) continue;
    std::vector<Box> boxes;
    for (const NodeId n : of_surface) boxes.push_back(overlap.box(n));
    const kernel::BoxTree tree(std::move(boxes));
    const std::size_t before = out.size();
    for (std::uint32_t i = 0; i < of_surface.size(); ++i)
      tree.query(tree.box(i), [&](std::uint32_t j) {
        if (i < j && tree.box(i).overlaps_in_plan(tree.box(j)) && overlap(of_surface[i], of_surface[j]))
          out.push_back({of_surface[i], of_surface[j]});
      });
    if (out.size() > before) over_themselves.insert(over_themselves.end(), of_surface.begin(), of_surface.end());
  }
  if (!over_themselves.empty()) {
    const kernel::BoxTree tree(boxes_of(overlap));
    for (const NodeId i : over_themselves)
      tree.query(tree.box(i), [&](NodeId j) {
        if (surface[i] != surface[j] && tree.box(i).overlaps_in_plan(tree.box(j)) && overlap(i, j))
          out.push_back({std::min(i, j), std::max(i, j)});
      });
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace plumb::partition
