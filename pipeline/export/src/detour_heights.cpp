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
#include "detour_heights.h"

#include <algorithm>
#include <bit>
#include <map>

#include "plumb/kernel/half_plane.h"
#include "plumb/kernel/hash.h"
#include "plumb/pipeline/nearest_float_in.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;

constexpr std::uint32_t none = PlanCorner::none;

bool meet(const Interval& a, const Interval& b) { return a.low <= b.high && b.low <= a.high; }

using Lines = std::uint64_t;
constexpr std::size_t most_lines = 64;

struct PartCorner {
  const PlanCorner* at;
  Lines lines;   // that it is on: bit i for the polygon's edge i, then those that cut
  int side = 0;  // of the line that cuts
};
struct Part {
  std::vector<PartCorner> corners;
  const FacetPlane* plane;
  bool knows_lines = true;  // or it was cut by more than there is room for
};

class Over {
 public:
  Over(const FacetPlanes& planes, std::span<const CellHeights::Corner> polygon) : planes_(planes), polygon_(polygon) {
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      Lines lines = 0;
      for (std::size_t e = 0; e < polygon.size(); ++e)
        if (is_on_edge(e, polygon[i])) lines |= Lines{1} << e;
      whole_.corners.push_back(
          {&made_.emplace_back(planes.mesh().points, polygon[i], static_cast<std::uint32_t>(i)), lines});
      vertices_.push_back({whole_.corners.back().at, nullptr});
    }
  }

  DetourHeights make() {
    add_parts();
    const std::size_t crowded = most() > most_heights ? most() : 0;
    // Detour reads through a null pointer where no edge is on the boundary.
    const bool any_boundary = std::ranges::any_of(triangles_, [](const Triangle& t) { return t.boundary != 0; });
    if (crowded == 0 && any_boundary) return finish();
    start_anew();
    add_fan(whole_);
    DetourHeights out = finish();
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

  // All numbers are multiples of one power of two, and none is above 2^24 of it: every step is exact.
  bool is_on_edge(std::size_t edge, const CellHeights::Corner& c) const {
    const auto &a = polygon_[edge], &b = polygon_[edge + 1 == polygon_.size() ? 0 : edge + 1];
    return kernel::formulas::orient2d(a, b, c) == 0;
  }

  void start_anew() {
    triangles_.clear();
    vertices_.resize(polygon_.size());
  }

  // The facets that are near.
  std::vector<const FacetPlane*> near() const {
    std::array<Interval, 2> box;
    box.fill({HUGE_VAL, -HUGE_VAL});
    for (const CellHeights::Corner& c : polygon_)
      for (std::size_t k = 0; k < 2; ++k) box[k] = {std::min(box[k].low, c[k]), std::max(box[k].high, c[k])};
    std::vector<const FacetPlane*> out;
    for (const FacetPlane& plane : planes_.all())
      if (meet(plane.box[0], box[0]) && meet(plane.box[1], box[1])) out.push_back(&plane);
    return out;
  }

  bool in_one_plane(std::span<const FacetPlane* const> planes) const {
    return std::ranges::all_of(planes, [&](const FacetPlane* p) { return planes_.in_one_plane(*planes[0], *p); });
  }

  // A floor of many polygons in one plane needs no more than its corners.
  void add_parts() {
    const std::vector<const FacetPlane*> planes = near();
    std::vector<const FacetPlane*> with_part;
    std::vector<Part> parts;
    for (const FacetPlane* plane : planes) {
      Part part = facet_part(*plane);
      if (part.corners.empty()) continue;
      with_part.push_back(plane);
      parts.push_back(std::move(part));
      if (parts.size() == 2 && in_one_plane(planes)) return add_fan(whole_);
    }
    if (parts.size() > 1 && in_one_plane(with_part)) return add_fan(whole_);
    for (const Part& part : parts) add_fan(part);
    join_vertices();
  }

  // Without corners if it has no area.
  Part facet_part(const FacetPlane& plane) {
    Part part{whole_.corners, &plane};
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
        [&](const PartCorner& from, int, const PartCorner& to, int) {
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
    if (const Lines edges = edge & edge_lines()) {
      const auto e = static_cast<std::size_t>(std::countr_zero(edges));
      const PlanCorner &a = made_[e], &b = made_[e + 1 == polygon_.size() ? 0 : e + 1];
      for (const PlanCorner* end : line)
        if (kernel::turn_near(a, b, a, *end) == kernel::Sign::zero) return end;
    }
    return &made_.emplace_back(*line[0], *line[1], *from.at, *to.at);
  }

  void add_fan(const Part& part) {
    for (std::size_t i = 2; i < part.corners.size(); ++i) {
      const std::array<const PartCorner*, 3> corners{&part.corners[0], &part.corners[i - 1], &part.corners[i]};
      if (on_one_line(part, corners)) continue;
      Triangle& triangle = triangles_.emplace_back();
      for (std::size_t k = 0; k < 3; ++k) {
        triangle.corners[k] = number(*corners[k], part.plane);
        if (corners[k]->lines & corners[(k + 1) % 3]->lines & edge_lines()) triangle.boundary |= 1u << 2 * k;
      }
    }
  }

  Lines edge_lines() const { return (Lines{1} << polygon_.size()) - 1; }

  // Corners of a part that are on one line are on one that bounds it.
  bool on_one_line(const Part& part, const std::array<const PartCorner*, 3>& c) const {
    if (c[0]->lines & c[1]->lines & c[2]->lines) return true;
    return !part.knows_lines && kernel::orientation(*c[0]->at, *c[1]->at, *c[2]->at) == 0;
  }

  // One for each name.
  std::uint32_t number(const PartCorner& c, const FacetPlane* plane) {
    std::uint32_t& known = known_number(c);
    if (known == none) {
      known = static_cast<std::uint32_t>(vertices_.size());
      vertices_.push_back({c.at, plane});
    }
    return known;
  }

  std::uint32_t& known_number(const PartCorner& c) {
    if (c.at->is_mesh_point()) return of_point_.try_emplace(c.at->number(), none).first.value();
    if (!c.at->is_cut()) return corner_number_ = c.at->number();
    const Lines edges = c.lines & edge_lines();
    if (edges == 0) return of_other_.try_emplace(c.at, none).first->second;
    const std::uint32_t p = c.at->line()[0]->number(), q = c.at->line()[1]->number();
    const auto [at, is_new] = of_cut_.try_emplace(kernel::pair_key(std::min(p, q), std::max(p, q)));
    if (is_new) at.value().fill(none);
    return at.value()[static_cast<std::size_t>(std::countr_zero(edges))];
  }

  std::size_t most() const { return std::max(vertices_.size(), triangles_.size()); }

  // Vertices that are one place become one. Where there are too many triangles anyway, and no more names than that, it
  // does not matter how many vertices there are.
  void join_vertices() {
    if (triangles_.size() > most_heights && vertices_.size() <= triangles_.size()) return;
    std::vector<Vertex> kept;
    std::vector<std::uint32_t> number;
    std::multimap<double, std::uint32_t> by_x;  // those kept, by the lower end of x
    double widest = 0;
    for (const Vertex& v : vertices_) {
      const Interval& x = v.at->ix;
      auto same = by_x.lower_bound(x.low - widest);
      while (same != by_x.end() && same->first <= x.high && !same_corner(*kept[same->second].at, *v.at)) ++same;
      if (same != by_x.end() && same->first <= x.high) {
        number.push_back(same->second);
        continue;
      }
      number.push_back(static_cast<std::uint32_t>(kept.size()));
      by_x.emplace(x.low, number.back());
      widest = std::max(widest, 2 * (x.high - x.low));
      kept.push_back(v);
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
    out.vertices.reserve(vertices_.size());
    for (const auto& [x, y, z] : polygon_)
      out.vertices.push_back({static_cast<float>(x), static_cast<float>(z), static_cast<float>(0.0 - y)});
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
  std::span<const CellHeights::Corner> polygon_;
  Part whole_{{}, nullptr};
  std::deque<PlanCorner> made_;  // corners of the polygon, and cuts
  std::vector<Line> lines_;      // that have cut the part
  std::vector<Vertex> vertices_;
  std::vector<Triangle> triangles_;
  // The number of a vertex, by what it is.
  std::uint32_t corner_number_ = none;
  kernel::PairMap<std::uint32_t> of_point_;
  kernel::PairMap<std::array<std::uint32_t, CellHeights::most_corners>> of_cut_;  // by line, then by edge
  std::map<const PlanCorner*, std::uint32_t> of_other_;
};

}  // namespace

CellHeights::CellHeights(const NavMesh& mesh, NavMesh::CellIndex cell, double reach) : planes_(mesh, cell, reach) {}

DetourHeights CellHeights::over(std::span<const Corner> polygon) const { return Over(planes_, polygon).make(); }

}  // namespace plumb::pipeline
