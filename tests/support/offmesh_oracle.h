// SPDX-License-Identifier: GPL-3.0-or-later
// Steps and welds at one point, straight from the definitions (semantics, section 6): every side and polygon is tried,
// no interval is ever computed. For points in general position along a side.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/surface_plan.h"
#include "support/linked.h"

namespace plumb::tests {

class OffmeshOracle {
 public:
  using Point = pipeline::ExactPoint;
  /// What is reached from a point: the side and where on it.
  using Reached = std::map<pipeline::HalfEdgeId, Point>;
  /// How many points were compared, and what they met.
  struct Counts {
    int points = 0, steps = 0, welds = 0, stopped = 0, turned_away = 0, too_far = 0;
  };
  /// What the search for a weld came upon, for counts of what was tested.
  struct Seen {
    bool stopped = false, turned_away = false, too_far = false;
  };

  explicit OffmeshOracle(const Linked& level) : level_(level) {
    pipeline::CellGeometry geometry(level.baked.scene.points, level.baked.set, level.baked.map);
    const pipeline::NavGraph& g = level.graph;
    for (const pipeline::HalfEdge& side : g.half_edges)
      ends_.push_back({corner(geometry, side.from), corner(geometry, side.to)});
    const kernel::PointTable& points = level.baked.scene.points;
    for (const pipeline::Surface& s : level.baked.set.surfaces) {
      std::vector<Point>& polygon = polygons_.emplace_back();
      for (const kernel::PointId id : level.baked.set.corners_of(s)) {
        Point p;
        for (int k = 0; k < 3; ++k) p[k] = points.exact(id, k) / points.denominator();
        polygon.push_back(p);
      }
    }
  }

  Point at(pipeline::HalfEdgeId i, const mpq_class& u) const {
    Point p;
    for (int k = 0; k < 3; ++k) p[k] = ends_[i][0][k] + u * (ends_[i][1][k] - ends_[i][0][k]);
    return p;
  }

  /// Step portals that stance s may use at a point of a side.
  Reached steps(pipeline::HalfEdgeId i, const Point& p, kernel::Label s) const {
    Reached out;
    if (label(i) < s) return out;
    const mpq_class& step = level_.baked.map.step;
    for (pipeline::HalfEdgeId j = 0; j < ends_.size(); ++j) {
      const auto q = over(i, j, p);
      if (label(j) < s || !q || (*q)[2] == p[2] || abs((*q)[2] - p[2]) > step) continue;
      if (!walled(i, p, std::min(p[2], (*q)[2]) + step, std::max(p[2], (*q)[2]) + height(s))) out[j] = *q;
    }
    return out;
  }

  bool is_border(pipeline::HalfEdgeId i, const Point& p, kernel::Label s) const {
    if (label(i) < s) return false;
    const pipeline::NavGraph& g = level_.graph;
    if (g.half_edges[i].twin != pipeline::no_half_edge && g.stance_through(i) >= s) return false;
    return steps(i, p, s).empty();
  }

  /// Welds of stance s at a point of a side.
  Reached welds(pipeline::HalfEdgeId i, const Point& p, kernel::Label s, const mpq_class& reach, Seen& seen) const {
    Reached nearest;
    if (!is_border(i, p, s)) return nearest;
    const mpq_class& step = level_.baked.map.step;
    std::optional<mpq_class> distance;
    for (pipeline::HalfEdgeId j = 0; j < ends_.size(); ++j) {
      const auto hit = across(i, j, p);
      if (!hit || sgn(hit->v) <= 0 || abs(hit->point[2] - p[2]) > step || !is_border(j, hit->point, s)) continue;
      if (distance && hit->v > *distance) continue;
      if (distance && hit->v < *distance) nearest.clear();
      distance = hit->v;
      nearest[j] = hit->point;
    }
    Reached out;
    for (const auto& [j, q] : nearest) {
      if (dot(i, j) >= 0) seen.turned_away = true;
      else if (square(q[0] - p[0]) + square(q[1] - p[1]) > reach * reach) seen.too_far = true;
      else if (obstructed(p, q, std::min(p[2], q[2]) + step, std::max(p[2], q[2]) + height(s))) seen.stopped = true;
      else out[j] = q;
    }
    return out;
  }

  /// Compares the portals of the graph with the definitions at one point of each side, for every stance; empty, or the
  /// first thing wrong. share() is called once for each side and gives how far along it the point is, between 0 and 1:
  /// a fraction whose denominator no breakpoint of the level has.
  template <class Share>
  std::string fault(const mpq_class& reach, Share&& share, Counts& counts) const {
    if (!pipeline::is_valid(level_.graph, level_.baked.map)) return "no valid graph";
    const auto top = static_cast<kernel::Label>(level_.baked.map.stances.size());
    for (pipeline::HalfEdgeId i = 0; i < ends_.size(); ++i) {
      const Point p = at(i, share());
      Reached from_higher;
      for (kernel::Label s = top; s >= 1; --s) {
        const std::string name = "half-edge " + std::to_string(i) + ", stance " + std::to_string(s) + ": other ";
        const Reached found_steps = steps(i, p, s);
        if (portals_at(i, p, s, pipeline::PortalKind::step) != found_steps) return name + "steps";
        Seen seen;
        Reached found_welds = welds(i, p, s, reach, seen);
        // Whatever a higher stance may use, a lower one may.
        found_welds.insert(from_higher.begin(), from_higher.end());
        if (portals_at(i, p, s, pipeline::PortalKind::weld) != found_welds) return name + "welds";
        from_higher = found_welds;
        ++counts.points;
        counts.steps += !found_steps.empty();
        counts.welds += !found_welds.empty();
        counts.stopped += seen.stopped;
        counts.turned_away += seen.turned_away;
        counts.too_far += seen.too_far;
      }
    }
    return "";
  }

 private:
  // What the graph says of p on a side: portals of a kind that admit s and leave from a stretch that contains p. None
  // if a portal is not on its side, or is there twice.
  std::optional<Reached> portals_at(pipeline::HalfEdgeId i, const Point& p, kernel::Label s,
                                    pipeline::PortalKind kind) const {
    Reached out;
    bool holds = true;
    const auto look = [&](pipeline::HalfEdgeId b, const std::array<Point, 2>& here, const std::array<Point, 2>& there) {
      const int k = here[0][0] != here[1][0] ? 0 : 1;
      const mpq_class t = (p[k] - here[0][k]) / (here[1][k] - here[0][k]);
      if (t < 0 || t > 1) return;
      Point q, on_side;
      for (int c = 0; c < 3; ++c) {
        q[c] = there[0][c] + t * (there[1][c] - there[0][c]);
        on_side[c] = here[0][c] + t * (here[1][c] - here[0][c]);
      }
      holds = holds && on_side == p && out.emplace(b, q).second;
    };
    for (const pipeline::OffmeshPortal& portal : level_.graph.portals) {
      if (portal.kind != kind || portal.stance < s) continue;
      if (portal.a == i) look(portal.b, portal.on_a, portal.on_b);
      if (kind == pipeline::PortalKind::step && portal.b == i) look(portal.a, portal.on_b, portal.on_a);
    }
    return holds ? std::optional(out) : std::nullopt;
  }

  struct Hit {
    mpq_class v;  // times the length of the side
    Point point;
  };

  static mpq_class square(const mpq_class& x) { return x * x; }
  const mpq_class& height(kernel::Label s) const {
    return level_.baked.map.stances[static_cast<std::size_t>(s) - 1].height;
  }
  kernel::Label label(pipeline::HalfEdgeId i) const {
    return level_.baked.map.table.cells[level_.graph.half_edges[i].cell].label;
  }
  mpq_class run(pipeline::HalfEdgeId i, int k) const { return ends_[i][1][k] - ends_[i][0][k]; }
  mpq_class dot(pipeline::HalfEdgeId i, pipeline::HalfEdgeId j) const {
    return run(i, 0) * run(j, 0) + run(i, 1) * run(j, 1);
  }
  mpq_class along(pipeline::HalfEdgeId i, const Point& from, const Point& p) const {
    return run(i, 0) * (p[0] - from[0]) + run(i, 1) * (p[1] - from[1]);
  }
  mpq_class left(pipeline::HalfEdgeId i, const Point& from, const Point& p) const {
    return run(i, 0) * (p[1] - from[1]) - run(i, 1) * (p[0] - from[0]);
  }

  Point corner(pipeline::CellGeometry& geometry, pipeline::VertexRef v) const {
    const pipeline::GraphVertex& g = level_.graph.vertices[v];
    if (g.cell == pipeline::GraphVertex::no_cell) return level_.graph.points[g.corner];
    return geometry.vertices(level_.baked.map.table.cells[g.cell])[g.corner];
  }

  // Where the perpendicular of side i at p, in both directions, meets side j.
  std::optional<Hit> across(pipeline::HalfEdgeId i, pipeline::HalfEdgeId j, const Point& p) const {
    const mpq_class a = along(i, p, ends_[j][0]), b = along(i, p, ends_[j][1]);
    if (sgn(a) * sgn(b) >= 0) return std::nullopt;
    const Point q = at(j, a / (a - b));
    return Hit{left(i, p, q), q};
  }

  // The point of side j in the vertical line through p, if it runs the other way on the same line.
  std::optional<Point> over(pipeline::HalfEdgeId i, pipeline::HalfEdgeId j, const Point& p) const {
    if (sgn(left(i, p, ends_[j][0])) != 0 || sgn(left(i, p, ends_[j][1])) != 0 || dot(i, j) >= 0) return std::nullopt;
    const auto hit = across(i, j, p);
    return hit ? std::optional(hit->point) : std::nullopt;
  }

  // Whether a vertical polygon along the side's line meets the open range of heights at p.
  bool walled(pipeline::HalfEdgeId i, const Point& p, const mpq_class& low, const mpq_class& high) const {
    for (const std::vector<Point>& polygon : polygons_) {
      if (std::ranges::any_of(polygon, [&](const Point& c) { return sgn(left(i, p, c)) != 0; })) continue;
      std::optional<mpq_class> bottom, top;
      slice(
          polygon, [&](const Point& c) { return along(i, p, c); },
          [&](const Point& c) {
            if (!bottom || c[2] < *bottom) bottom = c[2];
            if (!top || c[2] > *top) top = c[2];
          });
      if (bottom && *bottom<high&& * top> low) return true;
    }
    return false;
  }

  // Whether a polygon meets the open range of heights over the segment pq.
  bool obstructed(const Point& p, const Point& q, const mpq_class& low, const mpq_class& high) const {
    const mpq_class dx = q[0] - p[0], dy = q[1] - p[1], length = dx * dx + dy * dy;
    for (const std::vector<Point>& polygon : polygons_) {
      std::vector<std::array<mpq_class, 2>> cut;  // (t, z): 0 at p, 1 at q
      slice(
          polygon, [&](const Point& c) -> mpq_class { return dx * (c[1] - p[1]) - dy * (c[0] - p[0]); },
          [&](const Point& c) {
            cut.push_back({(dx * (c[0] - p[0]) + dy * (c[1] - p[1])) / length, c[2]});
          });
      for (std::size_t a = 0; a < cut.size(); ++a)
        for (std::size_t b = a; b < cut.size(); ++b)
          if (meets(cut[a], cut[b], low, high)) return true;
    }
    return false;
  }

  // Whether a segment in the plane of t and z meets 0 <= t <= 1, low < z < high.
  static bool meets(std::array<mpq_class, 2> a, std::array<mpq_class, 2> b, const mpq_class& low,
                    const mpq_class& high) {
    if (a[0] > b[0]) a.swap(b);
    if (b[0] < 0 || a[0] > 1) return false;
    const auto z = [&](const mpq_class& t) -> mpq_class { return a[1] + (b[1] - a[1]) * (t - a[0]) / (b[0] - a[0]); };
    mpq_class z0 = a[1], z1 = b[1];
    if (a[0] < 0) z0 = z(0);
    if (b[0] > 1) z1 = z(1);
    return std::min(z0, z1) < high && std::max(z0, z1) > low;
  }

  // Visits where the boundary of a polygon crosses f = 0.
  template <class F, class Visit>
  static void slice(const std::vector<Point>& polygon, F&& f, Visit&& visit) {
    for (std::size_t k = 0; k < polygon.size(); ++k) {
      const Point &c = polygon[k], &d = polygon[(k + 1) % polygon.size()];
      const mpq_class a = f(c), b = f(d);
      if (sgn(a) == 0) visit(c);
      if (sgn(a) * sgn(b) >= 0) continue;
      const mpq_class t = a / (a - b);
      Point x;
      for (int i = 0; i < 3; ++i) x[i] = c[i] + t * (d[i] - c[i]);
      visit(x);
    }
  }

  const Linked& level_;
  std::vector<std::array<Point, 2>> ends_;
  std::vector<std::vector<Point>> polygons_;
};

}  // namespace plumb::tests
