// SPDX-License-Identifier: LGPL-3.0-or-later
// A navmesh after updates against the one before, which says what its certificate says (docs/theory/files.md).
//
// 1. By polygon, label and witness the boundaries of facets are those of the base.
// 2. check_states(): no update's boundary runs through a facet, and each cell's state is what the live updates make of
//    its facets.
// 3. check_open_ways(): where the boundaries of cells are no border of the base, floor goes on. Where it does to
//    another cell, and neither is blocked, there is a flush portal, and nowhere else. Steps and welds are those of
//    the base, less what is along a blocked cell.
//
// Cost: each area with each facet, boxes first; n log n. Exact: all of it. Source: ours.
#include <algorithm>
#include <map>

#include "files/navmesh_check.h"

namespace plumb::checker {
namespace {

// An area in the scene's unit, with a line for each side.
struct Area {
  std::vector<Vertex> corners;
  Box box;
  explicit Area(const std::vector<Place>& ring, const Fraction& scale) {
    for (const Place& p : ring) corners.push_back(vertex_of({p[0] * scale, p[1] * scale}));
    box = box_of(corners);
  }
  // Of a place on no side: whether it is within, by how often a ray from it crosses sides.
  bool holds(const Vertex& at) const {
    bool inside = false;
    const auto below = [&](const Vertex& v) { return v.y * at.w < at.y * v.w; };
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vertex &v = corners[i], &w = corners[i + 1 == corners.size() ? 0 : i + 1];
      if (below(v) == below(w)) continue;
      const int left = side(Line(v.y * w.w - w.y * v.w, w.x * v.w - v.x * w.w, v.x * w.y - v.y * w.x), at);
      inside = inside != (below(v) ? left > 0 : left < 0);
    }
    return inside;
  }
};

}  // namespace

void NavMeshCheck::check_after(const NavMeshCheck& base, const std::vector<Update>& updates) {
  check_options(proven_, mesh_);
  check_denominator();
  if (mesh_.options != base.mesh_.options || mesh_.seeds != base.mesh_.seeds)
    throw Unequal("the options are not those of the base");
  find_places();
  check_cells();
  std::vector<Stretch> sum;
  const auto add = [&](const NavMeshCheck& of, int times) {
    for (const NavMesh::Cell& cell : of.mesh_.cells)
      for (const NavMesh::Facet& f : of.mesh_.of(cell)) {
        const auto ring = of.mesh_.ring(f);
        for (std::size_t i = 0; i < ring.size(); ++i)
          sum.push_back({{static_cast<Index>(cell.stance + 3), f.surface, f.witness, 0},
                         of.place_[ring[i]],
                         of.place_[ring[i + 1 == ring.size() ? 0 : i + 1]],
                         times});
      }
  };
  add(*this, 1);
  add(base, -1);
  const auto left = left_over(places_, std::move(sum), Sides::one);
  if (!left.empty())
    throw Unequal("polygon " + std::to_string(left[0].group[1]) + ": a region is not that of the base, at " +
                  at(left[0].from));
  check_states(updates);
  check_open_ways(base);
  check_walls();
}

void NavMeshCheck::check_states(const std::vector<Update>& updates) {
  const Fraction scale = fraction(proven_.world->scene.scale);
  std::vector<Area> areas;
  for (const Update& u : updates) areas.emplace_back(u.area, scale);
  for (Index c = 0; c < mesh_.cells.size(); ++c) {
    const auto known = mesh_.states.find(c);
    const NavMesh::State state = known == mesh_.states.end() ? NavMesh::State() : known->second;
    if (mesh_.cells[c].stance < 1) {
      require(known == mesh_.states.end(), c, "nobody stands there, so no update changes it");
      continue;
    }
    for (const NavMesh::Facet& facet : mesh_.of(mesh_.cells[c])) {
      ring_.clear();
      for (const Index point : mesh_.ring(facet)) ring_.push_back(place_[point]);
      const Convex polygon = convex(ring_);
      const Box box = box_of(polygon.corners);
      NavMesh::State wanted;
      std::set<std::string> tags;
      for (std::size_t u = 0; u < updates.size(); ++u) {
        const Update& update = updates[u];
        const Area& area = areas[u];
        if (!box.touches(
                Box{{area.box.low[0], area.box.low[1], box.low[2]}, {area.box.high[0], area.box.high[1], box.high[2]}}))
          continue;
        const Convex there = update.heights ? between(polygon, facet.surface, *update.heights) : polygon;
        if (there.corners.empty()) continue;
        for (std::size_t i = 0; i < area.corners.size(); ++i)
          require(!runs_through(there, area.corners[i], area.corners[i + 1 == area.corners.size() ? 0 : i + 1]), c,
                  "the boundary of an update runs through it");
        const auto &a = there.corners[0], &b = there.corners[1], &d = there.corners[2];
        const Vertex inner(a.x * b.w * d.w + b.x * a.w * d.w + d.x * a.w * b.w,
                           a.y * b.w * d.w + b.y * a.w * d.w + d.y * a.w * b.w, 3 * a.w * b.w * d.w);
        if (!area.holds(inner)) continue;
        for (const Vertex& v : polygon.corners)
          require(std::all_of(there.sides.begin(), there.sides.end(), [&](const Line& l) { return side(l, v) >= 0; }),
                  c, "a limit of an update's heights runs through it");
        using enum Update::Change;
        if (update.change == block) wanted.blocked_by = update.number;
        else if (update.change == unblock) wanted.blocked_by = 0;
        else if (update.change == set_cost) wanted.cost = update.cost;
        else if (update.change == add_cost) wanted.cost += update.cost;
        else if (update.change == tag) tags.insert(update.tag);
        else tags.erase(update.tag);
      }
      wanted.tags.assign(tags.begin(), tags.end());
      require(state.blocked_by == wanted.blocked_by && state.cost == wanted.cost && state.tags == wanted.tags, c,
              "its state is not what the live updates make of it");
    }
  }
}

// What lies between two heights, which are included, of a polygon on a surface; empty if that has no area.
Convex NavMeshCheck::between(const Convex& polygon, Index surface, const std::array<Fraction, 2>& heights) const {
  const Plane& n = this->polygon(surface).plane;
  const Fraction scale = fraction(proven_.world->scene.scale);
  Convex left = polygon;
  for (std::size_t k = 0; k < 2 && !left.corners.empty(); ++k) {
    const Fraction sign = k == 0 ? 1 : -1, over = fraction(n.d) - heights[k] * scale * fraction(n.nz);
    if (sgn(n.nx) != 0 || sgn(n.ny) != 0)
      left = clip(left, line_of(-sign * fraction(n.nx), -sign * fraction(n.ny), sign * over));
    else if (sgn(over) * sgn(sign) < 0) return {};
  }
  return left;
}

void NavMeshCheck::check_open_ways(const NavMeshCheck& base) {
  const auto is_open = [&](Index cell) {
    const auto state = mesh_.states.find(cell);
    return state == mesh_.states.end() || state->second.blocked_by == 0;
  };
  // All boundaries, by line; what: the number of one.
  struct Bound {
    Index cell, surface;
  };
  std::vector<Bound> bounds;
  std::map<Index, std::vector<Flank>> on_line;
  std::vector<Stretch> beyond;  // boundaries less the border of the base
  for (Index c = 0; c < mesh_.cells.size(); ++c)
    for (const Flank& f : flanks_.of(c)) {
      on_line[places_.line(f.from, f.to)].push_back({f.from, f.to, to_index(bounds.size(), "sides of cells")});
      bounds.push_back({c, f.what});
      beyond.push_back({{static_cast<Index>(mesh_.cells[c].stance), f.what, 0, 0}, f.from, f.to, 1});
    }
  for (const Stretch& s : base.border_) beyond.push_back({s.group, s.from, s.to, -s.times});
  const auto of_surface = [&](Index from, Index to, Index surface, bool against) {
    std::vector<Flank> out;
    for (const Flank& f : on_line[places_.line(from, to)])
      if (bounds[f.what].surface == surface) out.push_back(f);
    return against ? flanks_against(places_, from, to, out) : flanks_along(places_, from, to, out);
  };
  std::vector<Stretch> portals;
  for (const NavMesh::Portal& p : mesh_.portals)
    if (p.stance > mesh_.cells[p.a].stance || p.stance > mesh_.cells[p.b].stance)
      throw Unequal("a portal is for a greater stance than its cells", p.line);
  for (Index p = 0; p < mesh_.portals.size(); ++p) add_portal(p);
  for (const Stretch& s : border_) portals.push_back({s.group, s.from, s.to, -s.times});
  for (const Stretch& s : left_over(places_, std::move(beyond), Sides::two)) {
    if (s.times != 1)
      throw Unequal("polygon " + std::to_string(s.group[1]) + ": the border is not that of the base at " + at(s.from));
    const auto here = of_surface(s.from, s.to, s.group[1], false);
    const std::vector<Flank>& all = on_line[places_.line(s.from, s.to)];
    for (const Flank& mine : here) {
      if (!is_open(bounds[mine.what].cell)) continue;
      for (const Flank& other : all) {
        if (!is_open(bounds[other.what].cell)) continue;
        for (const Flank& part : flanks_against(places_, mine.from, mine.to, {&other, 1}))
          if (have_one_height(s.group[1], bounds[other.what].surface, part.from) &&
              have_one_height(s.group[1], bounds[other.what].surface, part.to))
            portals.push_back({s.group, part.from, part.to, -1});
      }
    }
  }
  require_none(std::move(portals), Sides::two, "what flush portals lead over");
  for (const NavMesh::Portal& p : base.mesh_.portals) {
    if (p.kind == NavMesh::Kind::flush) continue;
    const auto places = [&](const std::array<Index, 2>& ends) {
      return std::array{base.place_[ends[0]], base.place_[ends[1]]};
    };
    const WayEnds ends{places(p.on_a), places(p.on_b)};
    for_way(places_, ends, base.flanks_.of(p.a), base.flanks_.of(p.b),
            [&](Index from, Index to, Index surface, Index other) {
              const auto across = [&](Index place) { return places_.moved(place, ends.on_a, ends.on_b); };
              const auto open = [&](std::vector<Flank> list) {
                std::erase_if(list, [&](const Flank& f) { return !is_open(bounds[f.what].cell); });
                return list;
              };
              std::vector<Flank> there = open(of_surface(across(from), across(to), other, true));
              for (Flank& f : there)
                for (Index* end : {&f.from, &f.to}) *end = places_.moved(*end, ends.on_b, ends.on_a);
              for_common(places_, from, to, open(of_surface(from, to, surface, false)), there,
                         [&](Index begin, Index end, Index, Index) {
                           add_way(static_cast<Proven::Kind>(p.kind), static_cast<Index>(p.stance), surface, other,
                                   {{begin, end}, {across(begin), across(end)}}, true);
                         });
            });
  }
  require_none(std::move(steps_), Sides::one, "a step");
  require_none(std::move(welds_), Sides::two, "a weld");
}

}  // namespace plumb::checker
