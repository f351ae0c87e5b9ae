// SPDX-License-Identifier: GPL-3.0-or-later
// What lies over a polygon of Detour's: the parts of it over each facet of its cell, each cut into triangles.
//
// A part is the polygon, clipped by the lines of the facet's inner edges. Its corners are corners of the polygon,
// points of the navmesh, and places where an edge of the polygon passes a line. Each corner keeps the lines that it is
// known to be on: those of the polygon's edges, decided on its exact doubles, and those that it was clipped by. A cut
// lies strictly between the ends of an edge, and the part is on one side of every line, so that it is on a line exactly
// if both ends are. So no arithmetic is needed to tell which edges are on the boundary, and which triangles have no
// area.
//
// Vertices are told apart by what made them: a point of the navmesh by its number, a cut by its line and the polygon's
// edge. What is left are different names for one place, which are looked for where doubles meet, and only if there are
// not too many vertices anyway. Coordinates are rounded last, from doubles.
#include "detour/detour_heights.h"

#include <algorithm>
#include <bit>
#include <map>

#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/numbering.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/mesh_points.h"
#include "plumb/pipeline/stable_values.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;

bool overlap(const Interval& a, const Interval& b) { return a.low <= b.high && b.low <= a.high; }

using Lines = std::uint64_t;
constexpr std::size_t most_lines = 64;

using Polygon = std::span<const CellHeights::Corner>;

// The edges of a polygon whose lines each corner is on: bit e for edge e. All numbers are multiples of one power of
// two, and none is above 2^24 of it: every step is exact.
std::array<Lines, CellHeights::most_corners> edge_lines(Polygon polygon) {
  std::array<Lines, CellHeights::most_corners> out{};
  for (std::size_t e = 0; e < polygon.size(); ++e) {
    const std::size_t next = e + 1 == polygon.size() ? 0 : e + 1;
    for (std::size_t i = 0; i < polygon.size(); ++i)
      if (i == e || i == next || kernel::formulas::orient2d(polygon[e], polygon[next], polygon[i]) == 0)
        out[i] |= Lines{1} << e;
  }
  return out;
}

std::array<Interval, 2> box_of(Polygon polygon) {
  std::array<Interval, 2> box;
  box.fill({HUGE_VAL, -HUGE_VAL});
  for (const CellHeights::Corner& c : polygon)
    for (std::size_t k = 0; k < 2; ++k) box[k] = {std::min(box[k].low, c[k]), std::max(box[k].high, c[k])};
  return box;
}

std::vector<std::array<float, 3>> vertices_of(Polygon polygon) {
  std::vector<std::array<float, 3>> out;
  out.reserve(polygon.size());
  for (const auto& [x, y, z] : polygon)
    out.push_back({static_cast<float>(x), static_cast<float>(z), static_cast<float>(0.0 - y)});
  return out;
}

// The corners alone: triangles around the first one.
DetourHeights fan_over(Polygon polygon) {
  DetourHeights out;
  out.vertices = vertices_of(polygon);
  out.triangles.reserve(polygon.size() - 2);
  const auto lines = edge_lines(polygon);
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    const std::array<std::size_t, 3> c{0, i - 1, i};
    if (lines[c[0]] & lines[c[1]] & lines[c[2]]) continue;
    unsigned boundary = 0;
    for (std::size_t k = 0; k < 3; ++k)
      if (lines[c[k]] & lines[c[(k + 1) % 3]]) boundary |= 1u << 2 * k;
    out.triangles.push_back(
        {0, static_cast<std::uint8_t>(i - 1), static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(boundary)});
  }
  return out;
}

struct PartCorner {
  const PlanCorner* at;
  Lines lines;                             // that it is on: bit i for the polygon's edge i, then those that cut
  kernel::Sign side = kernel::Sign::zero;  // of the line that cuts
};
struct FacetPart {
  const FacetPlane* plane;
  std::vector<PartCorner> corners = {};
  bool is_facet = false;    // a triangle, whole: it has no corners here
  bool knows_lines = true;  // or it was cut by more than there is room for
};

class Over {
 public:
  Over(const FacetPlanes& planes, Polygon polygon)
      : planes_(planes),
        polygon_(polygon),
        inside_(planes.corner_count()),
        of_point_(planes.corner_count(), PlanCorner::none) {
    const auto lines = edge_lines(polygon);
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      whole_.push_back(
          {&made_.emplace_back(planes.mesh().points, polygon[i], static_cast<std::uint32_t>(i)), lines[i]});
      vertices_.push_back({whole_.back().at, nullptr});
    }
  }

  DetourHeights make() {
    if (!add_parts()) return fan_over(polygon_);
    const std::size_t crowded = most() > most_heights ? most() : 0;
    // Detour reads through a null pointer where no edge is on the boundary.
    const bool any_boundary = std::ranges::any_of(triangles_, [](const Triangle& t) { return t.boundary != 0; });
    if (crowded == 0 && any_boundary) return finish();
    DetourHeights out = fan_over(polygon_);
    out.flattened = true;
    out.crowded = crowded;
    return out;
  }

 private:
  struct Triangle {
    std::array<std::uint32_t, 3> corners{};
    unsigned boundary = 0;
  };
  struct Vertex {
    const PlanCorner* at;
    const FacetPlane* plane;  // of the first part that has it; none: a corner of the polygon
  };

  // The facets that are near.
  std::vector<const FacetPlane*> near() const {
    const std::array<Interval, 2> box = box_of(polygon_);
    std::vector<const FacetPlane*> out;
    for (const FacetPlane& plane : planes_.all())
      if (meet(plane.box, box)) out.push_back(&plane);
    return out;
  }

  bool in_one_plane(std::span<const FacetPlane* const> planes) const {
    return std::ranges::all_of(planes, [&](const FacetPlane* p) { return planes_.in_one_plane(*planes[0], *p); });
  }

  // False if the corners are enough: for a floor of many polygons in one plane.
  bool add_parts() {
    const std::vector<const FacetPlane*> planes = near();
    std::vector<const FacetPlane*> with_part;
    std::vector<FacetPart> parts;
    for (const FacetPlane* plane : planes) {
      FacetPart part = facet_part(*plane);
      if (!part.is_facet && part.corners.empty()) continue;
      with_part.push_back(plane);
      parts.push_back(std::move(part));
      if (parts.size() == 2 && in_one_plane(planes)) return false;
    }
    if (parts.size() > 1 && in_one_plane(with_part)) return false;
    for (const FacetPart& part : parts) add_fan(part);
    join_vertices();
    return true;
  }

  // Whether doubles tell that a corner of the facets lies inside the polygon.
  bool is_surely_inside(const PlanCorner& c) {
    Inside& known = inside_[c.number()];
    if (known == Inside::unknown) {
      known = Inside::yes;
      for (std::size_t e = 0; e < polygon_.size() && known == Inside::yes; ++e) {
        const PlanCorner &a = made_[e], &b = made_[e + 1 == polygon_.size() ? 0 : e + 1];
        if (kernel::orientation_of_vectors_near(a, b, a, c) != kernel::Sign::positive) known = Inside::maybe;
      }
    }
    return known == Inside::yes;
  }

  // Without corners if it has no area. Of a triangle inside the polygon the part is the triangle, from its first corner
  // on: wherever the polygon starts, what is left of it starts beside the triangle until the last line cuts, and then
  // where that line leads to.
  FacetPart facet_part(const FacetPlane& plane) {
    if (plane.ring.size() == 3 && plane.inner.size() == 3 &&
        std::ranges::all_of(plane.ring, [&](const PlanCorner* c) { return is_surely_inside(*c); }))
      return {.plane = &plane, .is_facet = true};
    FacetPart part{&plane, whole_};
    lines_.clear();
    for (const std::size_t i : plane.inner)
      if (!clip(part.corners, {plane.ring[i], plane.ring[plane.next(i)]})) {
        part.corners.clear();
        break;
      }
    part.knows_lines = polygon_.size() + lines_.size() <= most_lines;
    return part;
  }

  using Line = std::array<const PlanCorner*, 2>;

  // To the left of a line; false if nothing is left that has an area.
  bool clip(std::vector<PartCorner>& part, const Line& line) {
    bool any = false, all = true;
    for (PartCorner& c : part) {
      c.side = side_of(*line[0], *line[1], *c.at);
      any = any || c.side > 0;
      all = all && c.side > 0;
    }
    if (!any || all) return any;
    lines_.push_back(line);
    const std::size_t bit = polygon_.size() + lines_.size() - 1;
    const Lines its_line = bit < most_lines ? Lines{1} << bit : 0;
    for (PartCorner& c : part)
      if (c.side == 0) c.lines |= its_line;
    kernel::clip_half_plane(
        part, [](const PartCorner& c) { return c.side; },
        [&](const PartCorner& from, kernel::Sign, const PartCorner& to, kernel::Sign) {
          const Lines edge = from.lines & to.lines;
          return PartCorner{cut(line, from, to, edge), edge | its_line};
        });
    return true;
  }

  // `edge`: the lines that the edge lies on.
  const PlanCorner* cut(const Line& line, const PartCorner& from, const PartCorner& to, Lines edge) {
    for (std::size_t l = 0; l < lines_.size() && polygon_.size() + l < most_lines; ++l)
      if (edge >> (polygon_.size() + l) & 1)
        for (const PlanCorner* end : line)
          if (end == lines_[l][0] || end == lines_[l][1]) return end;
    if (const Lines edges = edge & its_edges()) {
      const auto e = static_cast<std::size_t>(std::countr_zero(edges));
      const PlanCorner &a = made_[e], &b = made_[e + 1 == polygon_.size() ? 0 : e + 1];
      for (const PlanCorner* end : line)
        if (kernel::orientation_of_vectors_near(a, b, a, *end) == kernel::Sign::zero) return end;
    }
    return &made_.emplace_back(*line[0], *line[1], *from.at, *to.at);
  }

  void add_fan(const FacetPart& part) {
    if (part.is_facet) {
      Triangle& triangle = triangles_.emplace_back();
      for (std::size_t k = 0; k < 3; ++k) triangle.corners[k] = number({part.plane->ring[k], 0}, part.plane);
      return;
    }
    for (std::size_t i = 2; i < part.corners.size(); ++i) {
      const std::array<const PartCorner*, 3> corners{&part.corners[0], &part.corners[i - 1], &part.corners[i]};
      if (on_one_line(part, corners)) continue;
      Triangle& triangle = triangles_.emplace_back();
      for (std::size_t k = 0; k < 3; ++k) {
        triangle.corners[k] = number(*corners[k], part.plane);
        if (corners[k]->lines & corners[(k + 1) % 3]->lines & its_edges()) triangle.boundary |= 1u << 2 * k;
      }
    }
  }

  Lines its_edges() const { return (Lines{1} << polygon_.size()) - 1; }

  // Corners of a part that are on one line are on one that bounds it.
  bool on_one_line(const FacetPart& part, const std::array<const PartCorner*, 3>& c) const {
    if (c[0]->lines & c[1]->lines & c[2]->lines) return true;
    return !part.knows_lines && kernel::orientation(*c[0]->at, *c[1]->at, *c[2]->at) == 0;
  }

  // One for each name.
  std::uint32_t number(const PartCorner& c, const FacetPlane* plane) {
    std::uint32_t& known = known_number(c);
    if (known == PlanCorner::none) {
      known = static_cast<std::uint32_t>(vertices_.size());
      vertices_.push_back({c.at, plane});
    }
    return known;
  }

  std::uint32_t& known_number(const PartCorner& c) {
    if (c.at->is_mesh_point()) return of_point_[c.at->number()];
    if (!c.at->is_cut()) return corner_number_ = c.at->number();
    const Lines edges = c.lines & its_edges();
    if (edges == 0) return of_other_.try_emplace(c.at, PlanCorner::none).first->second;
    const std::uint32_t p = c.at->line()[0]->number(), q = c.at->line()[1]->number();
    const auto [at, is_new] = of_cut_.try_emplace(kernel::pair_key(std::min(p, q), std::max(p, q)));
    if (is_new) at.value().fill(PlanCorner::none);
    return at.value()[static_cast<std::size_t>(std::countr_zero(edges))];
  }

  std::size_t most() const { return std::max(vertices_.size(), triangles_.size()); }

  // Vertices that are one place become one. Where there are too many triangles anyway, and no more names than that, it
  // does not matter how many vertices there are.
  void join_vertices() {
    if (triangles_.size() > most_heights && vertices_.size() <= triangles_.size()) return;
    std::vector<std::uint32_t> order(vertices_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto at = [&](std::uint32_t i) -> const PlanCorner& { return *vertices_[i].at; };
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return at(i).ix.low; });
    kernel::UnionFind places(static_cast<std::uint32_t>(order.size()));
    for (std::size_t i = 0; i < order.size(); ++i)
      for (std::size_t j = i + 1; j < order.size() && at(order[j]).ix.low <= at(order[i]).ix.high; ++j)
        if (overlap(at(order[i]).iy, at(order[j]).iy) && places.find(order[i]) != places.find(order[j]) &&
            same_corner(at(order[i]), at(order[j])))
          places.unite(order[i], order[j]);
    // A place is named by its first vertex.
    std::vector<Vertex> kept;
    std::vector<std::uint32_t> number;
    for (std::uint32_t i = 0; i < vertices_.size(); ++i) {
      const std::uint32_t first = places.find(i);
      number.push_back(first < i ? number[first] : static_cast<std::uint32_t>(kept.size()));
      if (first == i) kept.push_back(vertices_[i]);
    }
    if (kept.size() == vertices_.size()) return;
    vertices_ = std::move(kept);
    for (Triangle& t : triangles_)
      for (std::uint32_t& corner : t.corners) corner = number[corner];
  }

  float rounded(const Interval& near, const mpq_class& (PlanCorner::*exact)() const, const PlanCorner& at,
                int sign) const {
    const Interval in_units = in_input_units(planes_.mesh().points, near);
    if (kernel::is_zero(in_units)) return 0;
    return nearest_float_in(sign > 0 ? in_units : -in_units, [&] { return mpq_class(sign * (at.*exact)()); });
  }

  DetourHeights finish() const {
    DetourHeights out;
    out.vertices = vertices_of(polygon_);
    out.vertices.reserve(vertices_.size());
    for (std::size_t i = polygon_.size(); i < vertices_.size(); ++i) {
      const auto& [at, plane] = vertices_[i];
      out.vertices.push_back({rounded(at->ix, &PlanCorner::x, *at, 1), planes_.height(*plane, *at),
                              rounded(at->iy, &PlanCorner::y, *at, -1)});
    }
    out.triangles.reserve(triangles_.size());
    for (const auto& [corners, boundary] : triangles_)
      out.triangles.push_back({static_cast<std::uint8_t>(corners[0]), static_cast<std::uint8_t>(corners[1]),
                               static_cast<std::uint8_t>(corners[2]), static_cast<std::uint8_t>(boundary)});
    return out;
  }

  const FacetPlanes& planes_;
  Polygon polygon_;
  std::vector<PartCorner> whole_;
  enum class Inside : std::uint8_t { unknown, yes, maybe };
  std::vector<Inside> inside_;     // by corner of the facets
  StableVector<PlanCorner> made_;  // corners of the polygon, and cuts
  std::vector<Line> lines_;        // that have cut the part
  std::vector<Vertex> vertices_;
  std::vector<Triangle> triangles_;
  // The number of a vertex, by what it is.
  std::uint32_t corner_number_ = PlanCorner::none;
  std::vector<std::uint32_t> of_point_;                                           // by corner of the facets
  kernel::PairMap<std::array<std::uint32_t, CellHeights::most_corners>> of_cut_;  // by line, then by edge
  std::map<const PlanCorner*, std::uint32_t> of_other_;
};

}  // namespace

CellHeights::CellHeights(DerivedMesh& derived, NavMesh::CellIndex cell, double reach, FacetPlaneRooms& rooms) {
  const auto& facets = derived.mesh().cells[cell].facets;
  if (facets.size() == 1) box_ = facet_box(derived.mesh(), facets[0], reach);
  else planes_.emplace(derived, cell, reach, rooms);
}

// One facet has no inner edges, so that its part is the whole polygon.
DetourHeights CellHeights::over(std::span<const Corner> polygon) const {
  if (planes_) return Over(*planes_, polygon).make();
  DetourHeights out = fan_over(polygon);
  out.flattened = !meet(box_, box_of(polygon));
  return out;
}

}  // namespace plumb::pipeline
