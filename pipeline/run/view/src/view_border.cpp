// SPDX-License-Identifier: GPL-3.0-or-later
// The border of a level as the page needs it to say what is too close for an agent with a radius.
//
// Problem. The verdict on a point depends on the nearest border within the window, and an answer names what makes it
// border there: a cell beyond it in which less stands, or a wall on its line (pipeline/ask/explain/src/near_border.cpp
// looks for both among all cells and walls). The page has no such cells: those of the navmesh are what the radius left.
// So it gets every stretch of border with a list of what is beyond it or on it, each with the part of the stretch where
// it is. Steps.
// 1. The level is cut and linked as `plumb explain` does it, so that stretches are the same.
// 2. CauseFinder takes one surface after the other. It finds the edges of cells that run against a stretch on its line,
//    and the walls on that line, by a tree of boxes.
// 3. What follows one another with one witness is one entry, as cells are many where something is near.
// 4. add_border() writes ends as fractions in units of one over the level's denominator, stretches, and causes.
// Cost. A link of the level; n log n in the stretches, cells and walls of a surface, with exact arithmetic where boxes
// touch.
// Exact. Everything; boxes are rounded outward, and only name candidates.
// Source: our own.
#include "view_border.h"

#include <algorithm>
#include <span>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/pipeline/erode.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/stage_settings.h"
#include "plumb/pipeline/surface_plan.h"

namespace plumb::pipeline {
namespace {

// What makes a part of a stretch border, for all stances above `stands`.
struct BorderCause {
  kernel::PolygonId polygon;
  kernel::Label stands;  // in the cell, or across the wall
  mpq_class from, to;    // shares of the stretch, 0 to 1
};

struct StretchCauses {
  std::vector<BorderCause> cells;  // beyond it, ascending; each an open part
  std::vector<BorderCause> walls;  // on it, in the order of the level's walls; each a closed part
};

kernel::Box flat_box(const kernel::Interval& x, const kernel::Interval& y) {
  return {{x.low, y.low, 0}, {x.high, y.high, 0}};
}

// Around places in plan, in the scene's integer units.
kernel::Box box_around(const kernel::PlanIntegers& p, const kernel::PlanIntegers& q) {
  const auto box_of = [](const kernel::PlanIntegers& place) {
    mpq_class x(place.x, place.w), y(place.y, place.w);
    x.canonicalize();
    y.canonicalize();
    return flat_box(kernel::interval_of(x), kernel::interval_of(y));
  };
  kernel::Box box = box_of(p);
  grow(box, box_of(q));
  return box;
}

class CauseFinder {
 public:
  CauseFinder(const SceneSurfaces& level, const StanceMap& map, const Border& border)
      : level_(level),
        map_(map),
        border_(border),
        geometry_(level.scene.points, level.set, map),
        found_(border.stretches.size()) {
    for (std::uint32_t i = 0; i < border.stretches.size(); ++i) by_surface_.push_back(i);
    std::ranges::stable_sort(by_surface_, {}, [&](std::uint32_t i) { return border.stretches[i].surface; });
  }

  std::vector<StretchCauses> find() {
    for (const SurfaceRange& range : surface_ranges(map_.table)) {
      const kernel::PolygonId surface = map_.table.cells[range.first_cell].surface;
      const auto surface_of = [&](std::uint32_t i) { return border_.stretches[i].surface; };
      const auto first = std::ranges::lower_bound(by_surface_, surface, {}, surface_of),
                 last = std::ranges::upper_bound(by_surface_, surface, {}, surface_of);
      if (first != last) find_on(range, {first, last});
    }
    for (StretchCauses& causes : found_) join(causes.cells);
    return std::move(found_);
  }

 private:
  void find_on(const SurfaceRange& range, std::span<const std::uint32_t> stretches) {
    kernel::Label highest = 1;
    std::vector<kernel::Box> boxes;
    for (const std::uint32_t i : stretches) {
      highest = std::max(highest, border_.stretches[i].highest);
      const vcd::BorderEdge edge = border_.edge(i);
      boxes.push_back(flat_box(edge.from->near[0], edge.from->near[1]));
      grow(boxes.back(), flat_box(edge.to->near[0], edge.to->near[1]));
    }
    const kernel::BoxTree tree(std::move(boxes));
    for (std::uint32_t c = range.first_cell; c < range.last_cell; ++c)
      if (map_.table.cells[c].label < highest) add_cell(map_.table.cells[c], tree, stretches);
    for (std::size_t o = range.first_obstruction; o < range.last_obstruction; ++o)
      if (map_.table.obstructions[o].may_cross < highest) add_wall(map_.table.obstructions[o], tree, stretches);
  }

  void add_cell(const vcd::Cell& cell, const kernel::BoxTree& tree, std::span<const std::uint32_t> stretches) {
    const std::size_t corners =
        cell.line_count > 0 ? cell.line_count : level_.set.corners_of(level_.set.surfaces[cell.surface]).size();
    std::vector<kernel::PlanIntegers> ring;
    for (std::uint32_t i = 0; i < corners; ++i) ring.push_back(geometry_.vertex_in_plan(cell, i));
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const kernel::PlanIntegers &p = ring[i], &q = ring[i + 1 == ring.size() ? 0 : i + 1];
      for_each_on_line(p, q, tree, stretches, [&](std::uint32_t stretch, mpq_class from, mpq_class to) {
        // What is beyond runs the other way.
        if (to < from && cell.label < border_.stretches[stretch].highest)
          if (BorderCause cause{cell.witness, cell.label, std::max<mpq_class>(to, 0), std::min<mpq_class>(from, 1)};
              cause.from < cause.to)
            found_[stretch].cells.push_back(std::move(cause));
      });
    }
  }

  void add_wall(const vcd::Obstruction& o, const kernel::BoxTree& tree, std::span<const std::uint32_t> stretches) {
    const auto ends = geometry_.ends(o);
    const auto place = [&](const ExactPoint& p) {
      const mpz_class& unit = level_.scene.points.denominator();
      return kernel::plan_integers({p[0] * unit, p[1] * unit, p[2] * unit});
    };
    for_each_on_line(place(ends[0]), place(ends[1]), tree, stretches,
                     [&](std::uint32_t stretch, mpq_class from, mpq_class to) {
                       if (from > to) swap(from, to);
                       if (o.may_cross < border_.stretches[stretch].highest && to >= 0 && from <= 1)
                         found_[stretch].walls.push_back(
                             {o.wall, o.may_cross, std::max<mpq_class>(from, 0), std::min<mpq_class>(to, 1)});
                     });
  }

  // Calls visit(stretch, share at p, share at q) for all stretches on the line through both whose boxes touch theirs.
  template <class Visit>
  void for_each_on_line(const kernel::PlanIntegers& p, const kernel::PlanIntegers& q, const kernel::BoxTree& tree,
                        std::span<const std::uint32_t> stretches, Visit&& visit) const {
    tree.query(box_around(p, q), [&](std::uint32_t i) {
      const vcd::BorderEdge edge = border_.edge(stretches[i]);
      const kernel::PlanFrame frame(edge.from->plan, edge.to->plan);
      if (frame.away(p) != 0 || frame.away(q) != 0) return;
      const auto share = [&](const kernel::PlanIntegers& at) {
        mpq_class out(frame.along(at) * frame.scale(), at.w * frame.whole());
        out.canonicalize();
        return out;
      };
      visit(stretches[i], share(p), share(q));
    });
  }

  static void join(std::vector<BorderCause>& cells) {
    std::ranges::sort(cells, {}, &BorderCause::from);
    std::vector<BorderCause> out;
    for (BorderCause& c : cells)
      if (!out.empty() && out.back().to == c.from && out.back().polygon == c.polygon && out.back().stands == c.stands)
        out.back().to = std::move(c.to);
      else out.push_back(std::move(c));
    cells = std::move(out);
  }

  const SceneSurfaces& level_;
  const StanceMap& map_;
  const Border& border_;
  CellGeometry geometry_;
  std::vector<std::uint32_t> by_surface_;
  std::vector<StretchCauses> found_;
};

void add_ends(Sections& sections, const Border& border) {
  std::string text;
  for (const vcd::BodyEnd& end : border.ends)
    for (std::size_t k = 0; k < 3; ++k) {
      mpq_class value =
          k < 2 ? mpq_class(k == 0 ? end.plan.x : end.plan.y, end.plan.w) : mpq_class(end.height.z, end.height.w);
      value.canonicalize();
      text += value.get_str() + (k < 2 ? " " : "\n");
    }
  sections.add_text("border_ends", text);
}

}  // namespace

void add_border(Sections& sections, const SceneSurfaces& level, const BakeOptions& options) {
  Progress silent;
  Stages stage(silent, link_stages(options.solids));
  kernel::LadderCounts counts;
  const SurfaceIndex index(level.scene.points, level.set);
  const LinkedMap linked = link_surfaces(level, index, link_settings(options), stage, counts);
  const Border border = border_of(level.scene.points, level.set, linked.map, linked.graph);
  const std::vector<StretchCauses> causes = CauseFinder(level, linked.map, border).find();
  std::vector<std::uint32_t> stretches, begin{0}, polygons;
  std::vector<std::int8_t> stances, stands;
  std::vector<std::uint8_t> is_wall;
  std::string shares;
  const auto add = [&](const BorderCause& cause, bool wall) {
    polygons.push_back(cause.polygon);
    stands.push_back(static_cast<std::int8_t>(cause.stands));
    is_wall.push_back(wall ? 1 : 0);
    if (cause.from != 0 || cause.to != 1) shares += cause.from.get_str() + " " + cause.to.get_str();
    shares += "\n";
  };
  for (std::size_t i = 0; i < border.stretches.size(); ++i) {
    const BorderStretch& s = border.stretches[i];
    stretches.insert(stretches.end(), {s.surface, s.from, s.to});
    stances.insert(stances.end(), {static_cast<std::int8_t>(s.lowest), static_cast<std::int8_t>(s.highest)});
    for (const BorderCause& cause : causes[i].cells) add(cause, false);
    // A wall counts only where nobody of a stance of the stretch stands beyond it.
    const bool ends_at_cells = causes[i].cells.size() == 1 && causes[i].cells[0].stands < s.lowest &&
                               causes[i].cells[0].from == 0 && causes[i].cells[0].to == 1;
    if (!ends_at_cells)
      for (const BorderCause& cause : causes[i].walls) add(cause, true);
    begin.push_back(static_cast<std::uint32_t>(polygons.size()));
  }
  add_ends(sections, border);                // x y z a line, in units of one over the level's denominator
  sections.add("stretches", stretches);      // polygon, from, to
  sections.add("stretch_stances", stances);  // lowest, highest
  sections.add("cause_begin", begin);        // by stretch
  sections.add("cause_polygon", polygons);   // cells beyond the stretch, ascending, then walls on it
  sections.add("cause_stands", stands);      // what still stands in the cell, or may cross the wall
  sections.add("cause_is_wall", is_wall);
  sections.add_text("cause_share", shares);  // from to, a line each; empty: all of the stretch
}

}  // namespace plumb::pipeline
