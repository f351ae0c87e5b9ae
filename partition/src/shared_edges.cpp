// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "lines.h"
#include "plumb/partition/polygons.h"

namespace plumb::partition {

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
