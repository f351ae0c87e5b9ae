// SPDX-License-Identifier: GPL-3.0-or-later
// Which polygons lie over each other, and which share a boundary: the graph of an environment from its polygons alone.
// Problem. Two convex polygons are in conflict if their projections' interiors meet. Two are connected where their
// boundaries run along one segment in opposite directions and both are the uppermost on their side.
// 1. Overlap numbers the corners (lines.h) and decides for a pair whether an edge of one has the other whole on its
//    right, by intervals first and then by fractions. find_conflicts() finds the pairs to ask in a tree of boxes.
// 2. find_conflicts_of_surfaces() does that within connected surfaces first, and among different ones only for the
//    surfaces that lie over themselves.
// 3. environment_of() sorts all edges along the lines in space on which they lie, and scans each line
//    (walk_along_lines). Sides keeps which polygons are there on the left and on the right, from low to high; between
//    two neighbouring ends the uppermost on both sides share what is between, and what follows straight is one segment.
// Cost. N log N where few boxes overlap, and what shares a line is scanned once, in a set for each side.
// Exactness. All decisions are exact.
// Source: Saaltink, algorithm 1 (environment_of).
#include "plumb/partition/polygons.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>

#include "lines.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"

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

namespace {

// The polygons along one line, by side, from low to high.
class Sides {
 public:
  Sides(std::span<const Polygon* const> polygons, const EdgesByLine& sorted)
      : polygons_(polygons), sorted_(sorted), steepness_(sorted.edges.size()), place_(sorted.edges.size()) {}

  void enter(std::size_t edge) { place_[edge] = side_of(edge).insert(edge); }
  void leave(std::size_t edge) { side_of(edge).erase(place_[edge]); }

  // The edge of the uppermost polygon, if there is exactly one.
  std::optional<std::size_t> uppermost(bool left) const {
    const Side& side = sides_[left];
    if (side.empty()) return std::nullopt;
    const std::size_t last = *side.rbegin();
    if (side.size() > 1 && steepness(*std::next(side.rbegin())) == steepness(last)) return std::nullopt;
    return last;
  }

 private:
  struct Lower {
    const Sides* sides;
    bool operator()(std::size_t a, std::size_t b) const { return sides->steepness(a) < sides->steepness(b); }
  };
  using Side = std::multiset<std::size_t, Lower>;

  Side& side_of(std::size_t edge) { return sides_[sorted_.edges[edge].left]; }

  // How fast the polygon rises with the distance from the line, above a plane through the line that is the same for all
  // its edges. Asked only where polygons share a side: the sets compare nothing while they have one member.
  const mpq_class& steepness(std::size_t edge) const {
    std::optional<mpq_class>& known = steepness_[edge];
    if (known) return *known;
    const LineEdge& e = sorted_.edges[edge];
    const Line& line = sorted_.lines[e.line];
    const Polygon& polygon = *polygons_[e.polygon];
    for (std::size_t k = 2; k < polygon.size(); ++k) {
      const ExactPoint& p = polygon[(e.corner + k) % polygon.size()];
      const mpq_class& t = line.along_y ? p[1] : p[0];
      const mpq_class distance =
          line.along_y ? mpq_class(p[0] - line.offset) : mpq_class(p[1] - line.slope * p[0] - line.offset);
      if (sgn(distance) != 0) return known.emplace((p[2] - line.rise * t - line.height) / abs(distance));
    }
    return known.emplace(0);  // not reached: the projection has an area
  }

  std::span<const Polygon* const> polygons_;
  const EdgesByLine& sorted_;
  mutable std::vector<std::optional<mpq_class>> steepness_;
  std::array<Side, 2> sides_{Side(Lower{this}), Side(Lower{this})};
  std::vector<Side::iterator> place_;
};

// What a polygon on the left and one on the right of a line share.
struct Shared {
  std::uint32_t line;
  std::uint32_t left, right;
  PointNumber from, to;

  // First node, second node, ends counter-clockwise around the first.
  std::tuple<NodeId, NodeId, PointNumber, PointNumber> as_arc() const {
    return left < right ? std::tuple(left, right, from, to) : std::tuple(right, left, to, from);
  }
};

}  // namespace

PolygonEnvironment environment_of(std::span<const Polygon> polygons) {
  const std::vector<const Polygon*> addresses = addresses_of(polygons);
  const CornerPoints points = number_corners(addresses, 3);
  const EdgesByLine sorted = edges_by_line(addresses, points, 3);

  Sides sides(addresses, sorted);
  std::vector<Shared> shared;
  std::vector<PointNumber> covered_to;  // by edge: from its beginning
  for (const LineEdge& e : sorted.edges) covered_to.push_back(e.from);
  walk_along_lines(
      sorted, [&](std::size_t edge) { sides.enter(edge); }, [&](std::size_t edge) { sides.leave(edge); },
      [&](std::uint32_t line, PointNumber from, PointNumber to) {
        const auto left = sides.uppermost(true), right = sides.uppermost(false);
        if (!left || !right) return;
        for (const std::size_t edge : {*left, *right})
          if (covered_to[edge] == from) covered_to[edge] = to;
        const std::uint32_t l = sorted.edges[*left].polygon, r = sorted.edges[*right].polygon;
        Shared* last = shared.empty() ? nullptr : &shared.back();
        if (last && last->line == line && last->to == from && last->left == l && last->right == r) last->to = to;
        else shared.push_back({line, l, r, from, to});
      });

  PolygonEnvironment out;
  out.graph.nodes = static_cast<std::uint32_t>(polygons.size());
  out.graph.conflicts = find_conflicts(polygons);
  std::ranges::sort(shared, {}, &Shared::as_arc);
  for (const Shared& s : shared) {
    const auto [a, b, from, to] = s.as_arc();
    out.graph.arcs.push_back({a, b});
    const std::array<ExactPoint, 2> ends{*points.point[from], *points.point[to]};
    out.segments.push_back({ends, ends});
  }
  out.fully_connected.assign(polygons.size(), true);
  for (std::size_t i = 0; i < sorted.edges.size(); ++i)
    if (covered_to[i] != sorted.edges[i].to) out.fully_connected[sorted.edges[i].polygon] = false;
  return out;
}

}  // namespace plumb::partition
