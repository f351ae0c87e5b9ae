// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <tuple>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval_of.h"
#include "plumb/pipeline/weld_gaps.h"

namespace plumb::pipeline {
namespace {

using Point = std::array<double, 2>;
struct Segment {
  HalfEdgeId id;
  std::uint32_t component;
  Point from, to;
  kernel::Box box;
};

double squared_distance(const Point& p, const Segment& s) {
  const double x = s.to[0] - s.from[0], y = s.to[1] - s.from[1], px = p[0] - s.from[0], py = p[1] - s.from[1];
  const double t = std::clamp(kernel::formulas::dot2d(px, py, x, y) / kernel::formulas::dot2d(x, y, x, y), 0.0, 1.0);
  const double dx = px - t * x, dy = py - t * y;
  return kernel::formulas::dot2d(dx, dy, dx, dy);
}

double squared_distance(const Segment& s, const Segment& t) {
  return std::min(
      {squared_distance(s.from, t), squared_distance(s.to, t), squared_distance(t.from, s), squared_distance(t.to, s)});
}

// Does t run the other way, and not wholly behind s? Outside is to the left.
bool faces(const Segment& s, const Segment& t) {
  const auto along =
      kernel::formulas::dot2d(s.to[0] - s.from[0], s.to[1] - s.from[1], t.to[0] - t.from[0], t.to[1] - t.from[1]);
  return along < 0 &&
         (kernel::formulas::orient2d(s.from, s.to, t.from) >= 0 || kernel::formulas::orient2d(s.from, s.to, t.to) >= 0);
}

kernel::Box box_of(const GraphVertex& p, const GraphVertex& q) {
  kernel::Box out;
  for (int k = 0; k < 3; ++k) {
    const kernel::Interval a = p.near(k), b = q.near(k);
    out.low[static_cast<std::size_t>(k)] = std::min(a.low, b.low);
    out.high[static_cast<std::size_t>(k)] = std::max(a.high, b.high);
  }
  return out;
}

// What is within a distance of a box in plan and in height.
kernel::Box around(kernel::Box box, double reach, double rise) {
  for (std::size_t k = 0; k < 3; ++k) {
    box.low[k] -= k < 2 ? reach : rise;
    box.high[k] += k < 2 ? reach : rise;
  }
  return box;
}

std::vector<Segment> border_segments(const NavGraph& graph, ComponentOfCell component) {
  std::vector<Segment> out;
  for (HalfEdgeId e = 0; e < graph.half_edges.size(); ++e) {
    const HalfEdge& edge = graph.half_edges[e];
    const std::uint32_t c = component[edge.cell];
    if (c == ignored_component || (edge.twin != no_half_edge && graph.stance_through(e) > 0)) continue;
    const GraphVertex &from = graph.vertices[edge.from], &to = graph.vertices[edge.to];
    out.push_back({e, c, {from.x, from.y}, {to.x, to.y}, box_of(from, to)});
  }
  return out;
}

// Leaves those that are within the box around another component.
void keep_near_others(std::vector<Segment>& segments, double reach, double rise) {
  std::vector<kernel::Box> boxes;  // by component
  for (const Segment& s : segments) {
    if (s.component >= boxes.size()) boxes.resize(s.component + std::size_t{1}, kernel::no_box);
    kernel::grow(boxes[s.component], s.box);
  }
  std::vector<std::uint32_t> there;
  for (std::uint32_t c = 0; c < boxes.size(); ++c) {
    if (boxes[c].low[0] <= boxes[c].high[0]) there.push_back(c);
    boxes[c] = around(boxes[c], reach, rise);
  }
  const kernel::BoxTree tree(std::move(boxes), there);
  std::erase_if(segments, [&](const Segment& s) {
    return !tree.any(s.box, [&](std::uint32_t c) { return c != s.component && tree.box(c).touches(s.box); });
  });
}

}  // namespace

std::vector<NearBorders> near_borders(const LinkedLevel& level, ComponentOfCell component, const mpq_class& reach) {
  const auto units = [&](const mpq_class& length) {
    return kernel::interval_of(length * level.scene.points.denominator()).high;
  };
  const double away = units(reach), rise = units(level.map.step);
  std::vector<Segment> segments = border_segments(level.graph, component);
  keep_near_others(segments, away, rise);
  std::vector<kernel::Box> boxes;         // of those outside of the largest component, which has most of them
  std::vector<std::uint32_t> segment_of;  // by box
  for (std::uint32_t i = 0; i < segments.size(); ++i)
    if (segments[i].component != 0) {
      segment_of.push_back(i);
      boxes.push_back(around(segments[i].box, away, rise));
    }
  const kernel::BoxTree tree(std::move(boxes));
  std::vector<NearBorders> out;
  for (const Segment& s : segments)
    tree.query(s.box, [&](std::uint32_t box) {
      const Segment& t = segments[segment_of[box]];
      if (t.component == s.component || (s.component != 0 && t.id < s.id) || !faces(s, t) || !faces(t, s)) return;
      if (const double squared = squared_distance(s, t); squared <= away * away)
        out.push_back({std::min(s.id, t.id), std::max(s.id, t.id), squared});
    });
  std::ranges::sort(out, {}, [](const NearBorders& n) { return std::tuple(n.squared_distance, n.a, n.b); });
  return out;
}

}  // namespace plumb::pipeline
