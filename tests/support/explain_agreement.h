// SPDX-License-Identifier: GPL-3.0-or-later
// What `explain` says of the points of a level, compared with the stance map in the cells and, on their boundaries and
// anywhere else, with the definitions at one point.
#pragma once
#include <map>
#include <random>
#include <string>

#include "plumb/kernel/int64.h"
#include "plumb/pipeline/explain.h"
#include "support/bake_text.h"
#include "support/options_of.h"
#include "support/pointwise.h"

namespace plumb::tests {

using namespace pipeline;

/// What was met, for counts of what was tested.
struct ExplainTally {
  std::map<kernel::Label, int> inside;  // points of cells' interiors
  int corners = 0, edges = 0, anywhere = 0, nothing = 0, walls = 0, no_walls = 0, crossable = 0;
};

class ExplainedLevel {
 public:
  /// Points are asked about with z up, whatever the file's axes.
  ExplainedLevel(const std::string& obj, const BakeTextOptions& o, unsigned seed)
      : baked_(bake_text(obj, o)),
        index_(baked_.scene.points, baked_.set),
        geometry_(baked_.scene.points, baked_.set, baked_.map),
        truth_(baked_.scene.points, baked_.set),
        random_(seed) {
    BakeArguments a;
    a.scene = "test.obj";
    a.up = "z";
    a.sides = text_of(o.sides);
    a.step = o.step.get_str();
    for (const Stance& s : o.stances) a.stances.push_back(s.name + "=" + s.height.get_str());
    options_ = options_of(a);
    top_ = static_cast<kernel::Label>(o.stances.size());
  }

  /// Looks at about so many cells; empty, or the first thing wrong.
  std::string fault(std::size_t cells_wanted, ExplainTally& tally) {
    for (const vcd::Obstruction& o : baked_.map.table.obstructions) obstructions_[o.surface].push_back(&o);
    const auto& cells = baked_.map.table.cells;
    const std::size_t stride = cells.size() / cells_wanted + 1;
    for (std::size_t i = 0; i < cells.size(); i += stride) {
      const auto v = geometry_.vertices(cells[i]);
      for (int k = 0; k < 3; ++k)
        if (const auto f = fault_inside(cells[i], mix(v, 0, v.size()), tally); !f.empty()) return f;
      for (std::size_t k = 0; k < v.size(); ++k) {
        ++tally.corners;
        ++tally.edges;
        if (const auto f = fault_anywhere(v[k]); !f.empty()) return f;
        if (const auto f = fault_anywhere(mix(v, k, 2)); !f.empty()) return f;
      }
    }
    return "";
  }

  std::string fault_at_random(int count, ExplainTally& tally) {
    for (int i = 0; i < count; ++i) {
      const auto grid = [&]() -> mpq_class { return mpq_class(static_cast<long>(random_() % 25) - 2) / 2; };
      ++tally.anywhere;
      const ExactPoint p = {grid(), grid(), grid()};
      tally.nothing += !truth_.at(p).height;
      if (const auto f = fault_anywhere(p); !f.empty()) return f;
    }
    return "";
  }

 private:
  // A strictly positive combination of `count` corners from the first.
  ExactPoint mix(const std::vector<ExactPoint>& v, std::size_t first, std::size_t count) {
    ExactPoint p{0, 0, 0};
    mpq_class total = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const mpq_class weight(kernel::to_gmp(1 + random_() % 1000));
      total += weight;
      for (int k = 0; k < 3; ++k) p[k] += weight * v[(first + i) % v.size()][k];
    }
    for (int k = 0; k < 3; ++k) p[k] /= total;
    return p;
  }

  static std::string at(const ExactPoint& p) {
    return " at " + p[0].get_str() + " " + p[1].get_str() + " " + p[2].get_str();
  }

  Explanation explained(const ExactPoint& p) {
    ExplainQuery q{p, mpq_class(3, 2)};
    return explain_point(baked_.scene.points, baked_.set, index_, options_, q);
  }

  std::string fault_inside(const vcd::Cell& cell, const ExactPoint& p, ExplainTally& tally) {
    const Explanation e = explained(p);
    if (!e.place || *e.place != p || e.drop != 0) return "another place" + at(p);
    const auto g = std::ranges::find(e.grounds, cell.surface, &Ground::polygon);
    if (g == e.grounds.end()) return "the cell's polygon is not there" + at(p);
    ++tally.inside[cell.label];
    if (g->verdict != cell.label)
      return "verdict " + std::to_string(g->verdict) + ", in the map " + std::to_string(cell.label) + at(p);
    if (g->owner != (cell.label == kernel::covered ? cell.witness : kernel::no_polygon)) return "another owner" + at(p);
    if (cell.label >= 0 && cell.label < top_) {
      const auto w = std::ranges::find(e.line, cell.witness, &LinePolygon::polygon);
      if (w == e.line.end() || w->high <= p[2] ||
          w->high - p[2] >= options_.stances[static_cast<std::size_t>(cell.label)].height)
        return "the witness does not stop the next stance" + at(p);
    }
    return fault_anywhere(p) + fault_of_walls(*g, p, tally);
  }

  std::string fault_anywhere(const ExactPoint& p) {
    const Explanation e = explained(p);
    const Pointwise::Truth t = truth_.at(p);
    if (e.place.has_value() != t.height.has_value() || (t.height && *t.height != e.height))
      return "another height" + at(p);
    if (e.clearance != t.clearance) return "another clearance" + at(p);
    std::size_t traversables = 0;
    for (const Ground& g : e.grounds) {
      if (g.footing != Footing::traversable) continue;
      const auto true_one = t.traversables.find(g.polygon);
      if (true_one == t.traversables.end()) return "a polygon that is not there" + at(p);
      ++traversables;
      kernel::Label label = 0;
      while (label < top_ && (!t.clearance || options_.stances[static_cast<std::size_t>(label)].height <= *t.clearance))
        ++label;
      if (true_one->second != g.polygon) label = kernel::covered;
      if (g.verdict != label) return "another verdict" + at(p);
      if (label == kernel::covered && g.owner != true_one->second) return "another owner" + at(p);
    }
    return traversables == t.traversables.size() ? "" : "a polygon is missing" + at(p);
  }

  // Nearest point in plan of a segment.
  static mpq_class squared_distance(const ExactPoint& p, const ExactPoint& a, const ExactPoint& b) {
    const mpq_class dx = b[0] - a[0], dy = b[1] - a[1];
    mpq_class t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy);
    t = t < 0 ? mpq_class(0) : t > 1 ? mpq_class(1) : t;
    const mpq_class x = a[0] + t * dx - p[0], y = a[1] + t * dy - p[1];
    return x * x + y * y;
  }

  // The walls are those of the map's obstruction edges on that polygon.
  std::string fault_of_walls(const Ground& g, const ExactPoint& p, ExplainTally& tally) {
    std::map<kernel::PolygonId, std::pair<mpq_class, kernel::Label>> expected;
    if (g.verdict != kernel::covered)
      for (const vcd::Obstruction* o : obstructions_[g.polygon]) {
        const auto [from, to] = geometry_.ends(*o);
        const std::pair<mpq_class, kernel::Label> found{squared_distance(p, from, to), o->may_cross};
        if (found.first > mpq_class(9, 4)) continue;
        const auto [at, fresh] = expected.try_emplace(o->wall, found);
        if (!fresh && found < at->second) at->second = found;
      }
    if (expected.size() != g.walls.size()) return "another number of walls" + at(p);
    ++(expected.empty() ? tally.no_walls : tally.walls);
    for (const NearWall& w : g.walls) {
      const auto e = expected.find(w.polygon);
      if (e == expected.end() || e->second.first != w.squared_distance) return "another wall" + at(p);
      if (e->second.second != w.may_cross) return "another stance may cross" + at(p);
      tally.crossable += w.may_cross > 0;
    }
    return "";
  }

  BakedText baked_;
  SurfaceIndex index_;
  CellGeometry geometry_;
  Pointwise truth_;
  std::mt19937_64 random_;
  BakeOptions options_;
  kernel::Label top_ = 0;
  std::map<kernel::PolygonId, std::vector<const vcd::Obstruction*>> obstructions_;
};

}  // namespace plumb::tests
