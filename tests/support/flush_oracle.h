// SPDX-License-Identifier: GPL-3.0-or-later
// Flush portals against the definition, by comparing every edge of every cell with every other, in fractions.
#pragma once
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "plumb/pipeline/surface_plan.h"
#include "support/linked.h"

namespace plumb::tests {

using namespace pipeline;

class FlushOracle {
 public:
  /// What was met, for counts of what was tested.
  struct Tally {
    int flush = 0, across_surfaces = 0, stopped = 0, lowered = 0;
  };

  explicit FlushOracle(const Linked& level)
      : level_(level), b_(level.baked), geometry_(b_.scene.points, b_.set, b_.map) {
    for (const vcd::Cell& c : b_.map.table.cells)
      outlines_.push_back(c.label > 0 ? geometry_.vertices(c) : std::vector<ExactPoint>{});
    for (const Surface& s : b_.set.surfaces) {
      if (s.kind != SurfaceKind::vertical) continue;
      std::vector<ExactPoint>& wall = walls_.emplace_back();
      for (const kernel::PointId p : b_.set.corners_of(s)) {
        ExactPoint e;
        for (int k = 0; k < 3; ++k) e[k] = b_.scene.points.exact(p, k) / b_.scene.points.denominator();
        wall.push_back(e);
      }
    }
  }

  /// What is wrong with the level's half-edges and twins; empty if nothing is.
  std::string fault(Tally& tally) const {
    const NavGraph& graph = level_.graph;
    const kernel::PointTable& points = b_.scene.points;
    const auto& cells = b_.map.table.cells;
    if (!is_valid(graph, b_.map)) return "no valid graph";
    Contacts found;
    for (HalfEdgeId i = 0; i < graph.half_edges.size(); ++i) {
      const HalfEdge& s = graph.half_edges[i];
      const std::string name = "half-edge " + std::to_string(i) + ": ";
      const ExactPoint from = point(s.from), to = point(s.to);
      const GraphVertex& g = graph.vertices[s.from];
      if (abs(from[0] * points.denominator() - mpq_class(g.x)) > mpq_class(g.error) ||
          abs(from[1] * points.denominator() - mpq_class(g.y)) > mpq_class(g.error))
        return name + "its doubles are too far from its start";
      for (const mpq_class& t : {mpq_class(1, 2), mpq_class(1, 997), mpq_class(996, 997)})
        if (s.pass != std::min<int>(passes(from, to, between(from, to, t)), cells[s.cell].label))
          return name + "another stance passes";
      if (s.twin == no_half_edge || s.twin < i) continue;
      const CellId c = std::min(s.cell, graph.half_edges[s.twin].cell),
                   d = std::max(s.cell, graph.half_edges[s.twin].cell);
      Segment segment{from, to};
      if (segment.to < segment.from) std::swap(segment.from, segment.to);
      found[{c, d}].insert(segment);
      const int through = graph.stance_through(i);
      ++tally.flush;
      tally.across_surfaces += cells[c].surface != cells[d].surface;
      tally.stopped += through == 0;
      tally.lowered += through > 0 && through < std::min(cells[c].label, cells[d].label);
    }
    const Contacts expected = contacts();
    for (const auto& [pair, segments] : expected)
      if (!found.contains(pair) || text(joined(found.at(pair))) != text(joined(segments)))
        return "cells " + std::to_string(pair.first) + " and " + std::to_string(pair.second) + " meet otherwise";
    return found.size() == expected.size() ? "" : "twins of cells that do not meet";
  }

 private:
  struct Segment {
    ExactPoint from, to;  // ascending
    bool operator<(const Segment& o) const { return std::tie(from, to) < std::tie(o.from, o.to); }
    bool operator==(const Segment&) const = default;
  };
  // What two cells share.
  using Contacts = std::map<std::pair<CellId, CellId>, std::set<Segment>>;

  static ExactPoint between(const ExactPoint& p, const ExactPoint& q, const mpq_class& t) {
    ExactPoint r;
    for (int k = 0; k < 3; ++k) r[k] = p[k] + t * (q[k] - p[k]);
    return r;
  }

  static mpq_class cross(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  }

  // Where p is along the segment, 0 at from and 1 at to. Requires p on its line.
  static mpq_class along(const ExactPoint& from, const ExactPoint& to, const ExactPoint& p) {
    const int k = from[0] != to[0] ? 0 : 1;
    return (p[k] - from[k]) / (to[k] - from[k]);
  }

  static bool collinear(const ExactPoint& from, const ExactPoint& to, const ExactPoint& p) {
    return cross(from, to, p) == 0 && between(from, to, along(from, to, p)) == p;
  }

  // Joins what follows on each other.
  static std::vector<Segment> joined(const std::set<Segment>& segments) {
    std::vector<Segment> out;
    for (const Segment& s : segments) {
      if (!out.empty() && out.back().to == s.from) out.back().to = s.to;
      else out.push_back(s);
    }
    return out;
  }

  static std::string text(const std::vector<Segment>& segments) {
    std::string out;
    for (const Segment& s : segments)
      for (const ExactPoint& p : {s.from, s.to})
        out += "(" + p[0].get_str() + " " + p[1].get_str() + " " + p[2].get_str() + ") ";
    return out;
  }

  // The greatest stance that a flush portal at p, on the line from a to b, lets pass.
  int passes(const ExactPoint& a, const ExactPoint& b, const ExactPoint& p) const {
    int best = 0;
    for (int s = 1; s <= static_cast<int>(b_.map.stances.size()); ++s) {
      const bool stopped = std::ranges::any_of(walls_, [&](const auto& wall) {
        if (std::ranges::any_of(wall, [&](const ExactPoint& q) { return cross(a, b, q) != 0; })) return false;
        // The wall's heights over p.
        mpq_class low, high;
        bool any = false;
        for (std::size_t i = 0; i < wall.size(); ++i) {
          const ExactPoint &v = wall[i], &w = wall[(i + 1) % wall.size()];
          const mpq_class tv = along(a, b, v), tw = along(a, b, w), t = along(a, b, p);
          if ((tv < t) == (tw < t)) continue;
          const mpq_class z = v[2] + (t - tv) / (tw - tv) * (w[2] - v[2]);
          low = any ? std::min(low, z) : z;
          high = any ? std::max(high, z) : z;
          any = true;
        }
        return any && low < p[2] + b_.map.stances[static_cast<std::size_t>(s - 1)].height && high > p[2] + b_.map.step;
      });
      if (!stopped) best = s;
      else break;
    }
    return best;
  }

  Contacts contacts() const {
    Contacts out;
    for (CellId c = 0; c < outlines_.size(); ++c)
      for (CellId d = c + 1; d < outlines_.size(); ++d)
        for (std::size_t i = 0; i < outlines_[c].size(); ++i)
          for (std::size_t j = 0; j < outlines_[d].size(); ++j) contact(c, i, d, j, out);
    return out;
  }

  ExactPoint point(VertexRef v) const {
    const GraphVertex& g = level_.graph.vertices[v];
    return g.cell == GraphVertex::no_cell ? level_.graph.points[g.corner]
                                          : geometry_.vertex(b_.map.table.cells[g.cell], g.corner);
  }

  void contact(CellId c, std::size_t i, CellId d, std::size_t j, Contacts& out) const {
    const auto &p = outlines_[c], &q = outlines_[d];
    const ExactPoint &a0 = p[i], &a1 = p[(i + 1) % p.size()], &b0 = q[j], &b1 = q[(j + 1) % q.size()];
    if (!collinear(a0, a1, b0) || !collinear(a0, a1, b1)) return;
    const mpq_class t0 = along(a0, a1, b1), t1 = along(a0, a1, b0);  // opposite directions
    if (t0 >= t1) return;
    const mpq_class low = std::max(t0, mpq_class(0)), high = std::min(t1, mpq_class(1));
    if (low >= high) return;
    Segment s{between(a0, a1, low), between(a0, a1, high)};
    if (s.to < s.from) std::swap(s.from, s.to);
    out[{c, d}].insert(s);
  }

  const Linked& level_;
  const BakedText& b_;
  mutable CellGeometry geometry_;
  std::vector<std::vector<ExactPoint>> outlines_;
  std::vector<std::vector<ExactPoint>> walls_;
};

}  // namespace plumb::tests
