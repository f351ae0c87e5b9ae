// SPDX-License-Identifier: GPL-3.0-or-later
// Flush portals against the definition, by comparing every edge of every cell with every other, in fractions.
#include "plumb/pipeline/link.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

#include "support/bake_text.h"
#include "support/random_level.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

struct Segment {
  ExactPoint from, to;  // ascending
  bool operator<(const Segment& o) const { return std::tie(from, to) < std::tie(o.from, o.to); }
  bool operator==(const Segment&) const = default;
};
// What two cells share, with the greatest stance that passes (0: none).
using Contacts = std::map<std::pair<CellId, CellId>, std::map<Segment, int>>;

ExactPoint between(const ExactPoint& p, const ExactPoint& q, const mpq_class& t) {
  ExactPoint r;
  for (int k = 0; k < 3; ++k) r[k] = p[k] + t * (q[k] - p[k]);
  return r;
}

mpq_class cross(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// Where p is along the segment, 0 at from and 1 at to. Requires p on its line.
mpq_class along(const ExactPoint& from, const ExactPoint& to, const ExactPoint& p) {
  const int k = from[0] != to[0] ? 0 : 1;
  return (p[k] - from[k]) / (to[k] - from[k]);
}

std::string text(const std::vector<Segment>& segments) {
  std::string out;
  for (const Segment& s : segments)
    for (const ExactPoint& p : {s.from, s.to})
      out += "(" + p[0].get_str() + " " + p[1].get_str() + " " + p[2].get_str() + ") ";
  return out;
}

bool collinear(const ExactPoint& from, const ExactPoint& to, const ExactPoint& p) {
  return cross(from, to, p) == 0 && between(from, to, along(from, to, p)) == p;
}

class Truth {
 public:
  explicit Truth(const BakedText& b) : b_(b), geometry_(b.scene.points, b.set, b.map) {
    for (const vcd::Cell& c : b.map.table.cells)
      outlines_.push_back(c.label > 0 ? geometry_.vertices(c) : std::vector<ExactPoint>{});
    for (const Surface& s : b.set.surfaces) {
      if (s.kind != SurfaceKind::vertical) continue;
      std::vector<ExactPoint>& wall = walls_.emplace_back();
      for (const kernel::PointId p : b.set.corners_of(s)) {
        ExactPoint e;
        for (int k = 0; k < 3; ++k) e[k] = b.scene.points.exact(p, k) / b.scene.points.denominator();
        wall.push_back(e);
      }
    }
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

 private:
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
    out[{c, d}][s] = 0;
  }

  const BakedText& b_;
  mutable CellGeometry geometry_;
  std::vector<std::vector<ExactPoint>> outlines_;
  std::vector<std::vector<ExactPoint>> walls_;
};

// Joins what follows on each other.
std::vector<Segment> joined(const std::map<Segment, int>& segments) {
  std::vector<Segment> out;
  for (const auto& [s, stance] : segments) {
    if (!out.empty() && out.back().to == s.from) out.back().to = s.to;
    else out.push_back(s);
  }
  return out;
}

struct Tally {
  int flush = 0, across_surfaces = 0, stopped = 0, lowered = 0;
};

void check_level(const std::string& level, const BakeTextOptions& o, Tally& tally) {
  INFO(level);
  const BakedText baked = bake_text(level, o);
  const SurfaceIndex index(baked.scene.points, baked.set);
  const NavGraph graph = link(baked.scene.points, baked.set, index, baked.map, {.weld = 0, .threads = 1});
  REQUIRE(is_valid(graph, baked.map));

  CellGeometry geometry(baked.scene.points, baked.set, baked.map);
  const auto point = [&](VertexRef v) {
    const GraphVertex& g = graph.vertices[v];
    return g.cell == GraphVertex::no_cell ? graph.points[g.corner]
                                          : geometry.vertex(baked.map.table.cells[g.cell], g.corner);
  };
  const Truth truth(baked);
  Contacts found;
  const auto& cells = baked.map.table.cells;
  for (HalfEdgeId i = 0; i < graph.half_edges.size(); ++i) {
    const HalfEdge& s = graph.half_edges[i];
    const ExactPoint from = point(s.from), to = point(s.to);
    const GraphVertex& g = graph.vertices[s.from];
    REQUIRE(abs(from[0] * baked.scene.points.denominator() - mpq_class(g.x)) <= mpq_class(g.error));
    REQUIRE(abs(from[1] * baked.scene.points.denominator() - mpq_class(g.y)) <= mpq_class(g.error));
    for (const mpq_class& t : {mpq_class(1, 2), mpq_class(1, 997), mpq_class(996, 997)})
      REQUIRE(s.pass == std::min<int>(truth.passes(from, to, between(from, to, t)), cells[s.cell].label));
    if (s.twin == no_half_edge || s.twin < i) continue;
    const CellId c = std::min(s.cell, graph.half_edges[s.twin].cell),
                 d = std::max(s.cell, graph.half_edges[s.twin].cell);
    Segment segment{from, to};
    if (segment.to < segment.from) std::swap(segment.from, segment.to);
    found[{c, d}][segment] = graph.stance_through(i);
    ++tally.flush;
    tally.across_surfaces += cells[c].surface != cells[d].surface;
    tally.stopped += graph.stance_through(i) == 0;
    tally.lowered += graph.stance_through(i) > 0 && graph.stance_through(i) < std::min(cells[c].label, cells[d].label);
  }
  const Contacts expected = truth.contacts();
  for (const auto& [pair, segments] : expected) {
    INFO("cells " << pair.first << " and " << pair.second);
    REQUIRE(found.contains(pair));
    REQUIRE(text(joined(found.at(pair))) == text(joined(segments)));
  }
  REQUIRE(found.size() == expected.size());
}

}  // namespace

TEST_CASE("twins are all the flush contacts of cells, and pass what the column test lets pass") {
  Tally tally;
  BakeTextOptions o;
  o.stances = {{"crawl", mpq_class(1, 2)}, {"crouch", mpq_class(1)}, {"stand", mpq_class(2)}};
  for (unsigned seed = 0; seed < 250; ++seed) check_level(random_level(seed), o, tally);
  CHECK(tally.flush > 3000);
  CHECK(tally.across_surfaces > 200);
  CHECK(tally.stopped > 100);
  CHECK(tally.lowered > 30);
}

TEST_CASE("twins are all the flush contacts of cells where no double holds a coordinate") {
  Tally tally;
  BakeTextOptions o;
  o.stances = {{"crawl", mpq_class(1, 2)}, {"crouch", mpq_class(1)}, {"stand", mpq_class(2)}};
  for (unsigned seed = 0; seed < 120; ++seed) check_level(beyond_doubles(random_level(seed)), o, tally);
  CHECK(tally.flush > 1000);
  CHECK(tally.across_surfaces > 80);
}
