// SPDX-License-Identifier: GPL-3.0-or-later
// Makes polygons of the steps and welds of a navmesh, so that formats that join polygons by common edges join them,
// too.
//
// A step joins two edges that lie over one another, so a polygon between them has no room in plan. One of the two cells
// gives up a narrow strip along its edge; the link lies there and has an edge in common with what is left of that cell
// and one with the other cell. A weld whose gap is wide enough needs no strip.
//
// LinkChooser says which steps and welds become links, and what of the cells gives way to them:
// 1. find_links() takes portals in the order in which they have a claim: flush portals keep their stretches, then come
//    steps, then welds, of which a weld and its reverse are one. find_link() gives a portal the longest stretch that no
//    other has on either cell, and decides by the width of the gap whether a strip is needed.
// 2. cut_cells() asks the cells on side a for strips, then those on side b for the ones that a had no room for
//    (cut_strips.h), and then both for narrower ones. A cell that was cut already is asked for what is left of it.
// 3. choose() makes two triangles of each link. A link that has none that are counter-clockwise gives its strip back.
//
// Linker makes the new navmesh: make_parts() cuts the facets of cells that gave up strips, with portals between the
// parts of one; carry_flush_portals() divides flush portals between the parts that have them; make_links() adds the
// triangles and attaches them to the cells, or parts of cells, on both sides; find_lost() lists the widest steps and
// welds without a link whose cells no way joins now.
//
// Cost: for each cell the square of the portals on its boundary, each with a few fractions; else linear. Memory: the
// cells that gave up strips, and the new navmesh.
// Exact: all of it. Widths are the only choice: a 512th of the step (without a step, of the widest weld), and at least
// 2^-17 of the level's greatest coordinate, so that binary32 keeps a link apart from its cells; where there is no room
// for half of that, 2^-21.
// Source: our own.
#include "plumb/pipeline/link_cells.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "cut_strips.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/facet_index.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {
namespace {

using CellIndex = NavMesh::CellIndex;
using PointIndex = NavMesh::PointIndex;
using kernel::ExactInterval;
using kernel::PlanPoint;

// A link in plan: two triangles with area, counter-clockwise.
struct LinkShape {
  using Triangles = std::array<std::array<std::size_t, 3>, 2>;

  std::uint32_t portal = 0;
  std::array<kernel::PlanPoint, 4> corners;  // the first two along cell b of the portal, the others along a
  Triangles triangles;                       // into corners: the first has 0 and 1, the second 2 and 3
};

struct ChosenLinks {
  std::vector<LinkShape> links;  // ascending by kind of portal, then portal
  // Of cells that gave up a strip: what is left of them, in convex pieces, the greatest first.
  std::map<NavMesh::CellIndex, std::vector<std::vector<kernel::PlanPoint>>> parts;
  std::vector<std::uint32_t> left_out;  // steps and welds without a link
};

PlanPoint plan(const ExactPoint& p) { return {p[0], p[1]}; }

mpq_class squared_distance(const PlanPoint& p, const PlanPoint& q) {
  return kernel::formulas::dot2d(q[0] - p[0], q[1] - p[1], q[0] - p[0], q[1] - p[1]);
}

// Chooses the stretches of steps and welds that have a link, as link_cells() says, and what it takes from cells.
// `points`: those of the mesh.
class LinkChooser {
 public:
  LinkChooser(const NavMesh& mesh, const std::vector<ExactPoint>& points) : mesh_(mesh), points_(points) {
    for (const ExactPoint& p : points)
      for (const mpq_class& v : p) least_ = std::max<mpq_class>(least_, abs(v));
    mpq_div_2exp(least_.get_mpq_t(), least_.get_mpq_t(), 18);
    const mpq_class& measure = sgn(mesh.info.step) > 0 ? mesh.info.step : widest_gap();
    width_ = std::max<mpq_class>(measure / 512, 2 * least_);
  }

  ChosenLinks choose() {
    find_links();
    cut_cells();
    for (const Link& link : links_) {
      if (!link.made) {
        out_.left_out.push_back(link.portal);
        continue;
      }
      const Quadrilateral corners = shape(link);
      if (const auto found = triangles(corners)) {
        out_.links.push_back({link.portal, corners, *found});
        continue;
      }
      out_.left_out.push_back(link.portal);
      if (link.strip) give_back_strip(link);
    }
    return std::move(out_);
  }

 private:
  // A portal's side: its stretch on an edge of a cell, as far as it is linked.
  struct Link {
    std::uint32_t portal;
    ExactInterval part;                  // of the portal
    bool strip_on_b = false;             // which cell gives up a strip
    bool strip = true;                   // whether one does
    PlanPoint inner_from{}, inner_to{};  // on the inner side of the strip, beside the ends of the part
    bool made = true;
  };

  mpq_class widest_gap() {
    mpq_class squared = 0;
    for (const NavMesh::Portal& p : mesh_.portals)
      if (p.kind == PortalKind::weld)
        for (std::size_t end = 0; end < 2; ++end)
          squared = std::max<mpq_class>(squared, squared_distance(plan_of(p.on_a[end]), plan_of(p.on_b[end])));
    mpq_class width(std::sqrt(kernel::order_key(squared)));
    return width;
  }

  PlanPoint plan_of(PointIndex p) const { return plan(points_[p]); }
  PlanPoint on_a(const NavMesh::Portal& p, const mpq_class& share) const {
    return kernel::point_along(plan_of(p.on_a[0]), plan_of(p.on_a[1]), share);
  }
  PlanPoint on_b(const NavMesh::Portal& p, const mpq_class& share) const {
    return kernel::point_along(plan_of(p.on_b[0]), plan_of(p.on_b[1]), share);
  }

  const std::vector<PlanPoint>& ring(CellIndex cell) {
    auto [at, is_new] = rings_.try_emplace(cell);
    if (is_new)
      for (const PointIndex p : outline(mesh_, cell)) at->second.push_back(plan_of(p));
    return at->second;
  }

  // --- Which stretches of portals are linked.

  // What of a stretch of a cell's boundary others have, as shares of the stretch.
  kernel::IntervalSet taken(CellIndex cell, const PlanPoint& from, const PlanPoint& to) {
    std::vector<ExactInterval> out;
    for (const auto& [p, q] : taken_[cell])
      if (auto part = overlap({from, to}, {p, q})) out.push_back(std::move(*part));
    return kernel::united(std::move(out));
  }

  void find_links() {
    std::set<CellIndex> cells;
    for (const NavMesh::Portal& p : mesh_.portals)
      if (p.kind != PortalKind::flush) cells.insert({p.a, p.b});
    for (const NavMesh::Portal& p : mesh_.portals)
      if (p.kind == PortalKind::flush)
        for (const CellIndex c : {p.a, p.b})
          if (cells.contains(c)) taken_[c].push_back({plan_of(p.on_a[0]), plan_of(p.on_a[1])});
    std::set<std::array<PointIndex, 4>> welds;
    for (const PortalKind kind : {PortalKind::step, PortalKind::weld})
      for (std::uint32_t i = 0; i < mesh_.portals.size(); ++i) {
        const NavMesh::Portal& p = mesh_.portals[i];
        if (p.kind != kind) continue;
        if (kind == PortalKind::weld && !welds.insert({p.on_a[0], p.on_a[1], p.on_b[0], p.on_b[1]}).second) continue;
        if (kind == PortalKind::weld && welds.contains({p.on_b[1], p.on_b[0], p.on_a[1], p.on_a[0]})) continue;
        cancellation_point();
        if (!find_link(i)) out_.left_out.push_back(i);
      }
  }

  bool find_link(std::uint32_t portal) {
    const NavMesh::Portal& p = mesh_.portals[portal];
    if (plan_of(p.on_b[0]) == plan_of(p.on_b[1])) return false;
    const std::array a{on_a(p, 0), on_a(p, 1)}, b{on_b(p, 0), on_b(p, 1)};
    const kernel::IntervalSet free = without(without({{0, 1}}, taken(p.a, a[0], a[1])), taken(p.b, b[0], b[1]));
    if (free.empty()) return false;
    Link link{portal, *std::max_element(free.begin(), free.end(),
                                        [](const auto& s, const auto& t) { return s.to - s.from < t.to - t.from; })};
    for (const CellIndex c : {p.a, p.b}) {
      const PlanPoint from = c == p.a ? on_a(p, link.part.from) : on_b(p, link.part.from),
                      to = c == p.a ? on_a(p, link.part.to) : on_b(p, link.part.to);
      if (squared_distance(from, to) < least_ * least_) return false;
      taken_[c].push_back({from, to});
    }
    const auto wide = [&](const mpq_class& share) {
      return squared_distance(on_a(p, share), on_b(p, share)) >= width_ * width_;
    };
    link.strip = !wide(link.part.from) || !wide(link.part.to);
    links_.push_back(std::move(link));
    return true;
  }

  // --- Strips.

  void cut_cells() {
    std::vector<std::uint32_t> waiting;
    for (std::uint32_t i = 0; i < links_.size(); ++i)
      if (links_[i].strip) waiting.push_back(i);
    for (const mpq_class& least : {least_, mpq_class(least_ / 8)})
      for (const bool of_b : {false, true}) waiting = cut_cells(waiting, of_b, least);
    for (const std::uint32_t i : waiting) links_[i].made = false;
  }

  // Asks the cells on one side for strips of these links. Returns those without one.
  std::vector<std::uint32_t> cut_cells(const std::vector<std::uint32_t>& links, bool of_b, const mpq_class& least) {
    std::map<CellIndex, std::vector<StripWish>> wishes;
    for (const std::uint32_t i : links) {
      Link& link = links_[i];
      link.strip_on_b = of_b;
      const NavMesh::Portal& p = mesh_.portals[link.portal];
      // Around a cell that is b a portal runs the other way.
      if (of_b) wishes[p.b].push_back({i, on_b(p, link.part.to), on_b(p, link.part.from)});
      else wishes[p.a].push_back({i, on_a(p, link.part.from), on_a(p, link.part.to)});
    }
    std::vector<std::uint32_t> without_strip;
    for (const auto& [cell, list] : wishes) {
      cancellation_point();
      std::vector<PlanPoint> marks = inner_marks_[cell];
      for (const auto& [p, q] : taken_[cell]) marks.insert(marks.end(), {p, q});
      const auto parts = out_.parts.find(cell);
      StripCut cut = cut_strips(parts == out_.parts.end() ? ring(cell) : parts->second.front(), list, std::move(marks),
                                width_, least);
      std::set<std::uint32_t> done;
      for (const StripCut::Strip& s : cut.strips) {
        Link& link = links_[s.wish];
        link.inner_from = s.inner_from;
        link.inner_to = s.inner_to;
        const NavMesh::Portal& p = mesh_.portals[link.portal];
        link.part = of_b ? ExactInterval{kernel::share_along(on_b(p, 0), on_b(p, 1), s.to),
                                         kernel::share_along(on_b(p, 0), on_b(p, 1), s.from)}
                         : ExactInterval{kernel::share_along(on_a(p, 0), on_a(p, 1), s.from),
                                         kernel::share_along(on_a(p, 0), on_a(p, 1), s.to)};
        inner_marks_[cell].insert(inner_marks_[cell].end(), {s.inner_from, s.inner_to});
        done.insert(s.wish);
      }
      for (const StripWish& w : list)
        if (!done.contains(w.number)) without_strip.push_back(w.number);
      if (cut.strips.empty()) continue;
      if (parts == out_.parts.end()) {
        out_.parts.emplace(cell, std::move(cut.rings));
      } else {
        parts->second.front() = std::move(cut.rings.front());
        parts->second.insert(parts->second.end(), std::next(cut.rings.begin()), cut.rings.end());
      }
    }
    return without_strip;
  }

  using Quadrilateral = std::array<PlanPoint, 4>;
  // Counter-clockwise: along b, back along a.
  Quadrilateral shape(const Link& link) const {
    const NavMesh::Portal& p = mesh_.portals[link.portal];
    const auto place = [&](bool of_b, bool at_end) -> PlanPoint {
      if (link.strip && link.strip_on_b == of_b) return at_end != of_b ? link.inner_to : link.inner_from;
      const mpq_class& share = at_end ? link.part.to : link.part.from;
      return of_b ? on_b(p, share) : on_a(p, share);
    };
    return {place(true, false), place(true, true), place(false, true), place(false, false)};
  }

  using Triangles = LinkShape::Triangles;
  static std::optional<Triangles> triangles(const Quadrilateral& q) {
    const auto turns_left = [&](std::size_t i, std::size_t j, std::size_t k) {
      return sgn(kernel::orient2d(q[i], q[j], q[k])) > 0;
    };
    if (turns_left(0, 1, 2) && turns_left(0, 2, 3)) return Triangles{{{0, 1, 2}, {0, 2, 3}}};
    if (turns_left(0, 1, 3) && turns_left(1, 2, 3)) return Triangles{{{0, 1, 3}, {1, 2, 3}}};
    return std::nullopt;
  }

  void give_back_strip(const Link& link) {
    const NavMesh::Portal& p = mesh_.portals[link.portal];
    if (link.strip_on_b)
      out_.parts.at(p.b).push_back({on_b(p, link.part.to), on_b(p, link.part.from), link.inner_to, link.inner_from});
    else out_.parts.at(p.a).push_back({on_a(p, link.part.from), on_a(p, link.part.to), link.inner_to, link.inner_from});
  }

  const NavMesh& mesh_;
  const std::vector<ExactPoint>& points_;
  mpq_class least_ = 0, width_;
  std::map<CellIndex, std::vector<PlanPoint>> rings_;
  std::map<CellIndex, std::vector<PlanSegment>> taken_;
  std::map<CellIndex, std::vector<PlanPoint>> inner_marks_;  // ends of strips on the edges that cuts have made
  std::vector<Link> links_;
  ChosenLinks out_;
};

class Linker {
 public:
  explicit Linker(const NavMesh& mesh) : mesh_(mesh) {
    for (PointIndex p = 0; p < mesh.points.size(); ++p) {
      cancellation_point(p);
      points_.push_back(mesh.points[p]);
    }
    chosen_ = LinkChooser(mesh, points_).choose();
  }

  LinkCells make() {
    out_.mesh.info = mesh_.info;
    out_.mesh.denominator = mesh_.denominator;
    make_parts();
    carry_flush_portals();
    make_links();
    find_lost();
    std::sort(out_.mesh.portals.begin(), out_.mesh.portals.end(),
              [](const auto& p, const auto& q) { return std::tie(p.a, p.b, p.on_a) < std::tie(q.a, q.b, q.on_a); });
    out_.mesh.points = MeshPoints(std::move(points_));
    return std::move(out_);
  }

 private:
  PointIndex number(const ExactPoint& point) {
    if (known_.empty())
      for (PointIndex p = 0; p < points_.size(); ++p) known_.emplace(points_[p], p);
    const auto [at, is_new] = known_.try_emplace(point, static_cast<PointIndex>(points_.size()));
    if (is_new) points_.push_back(point);
    return at->second;
  }
  PointIndex number(CellIndex cell, const PlanPoint& at) {
    return number({at[0], at[1], cell_height(mesh_, cell, at[0], at[1]).value()});
  }

  void make_parts() {
    out_.mesh.cells = mesh_.cells;
    for (const auto& [cell, rings] : chosen_.parts)
      for (std::size_t i = 0; i < rings.size(); ++i) {
        NavMesh::Cell part;
        part.stance = mesh_.cells[cell].open_to();
        for (const NavMesh::Facet& facet : mesh_.cells[cell].facets) {
          std::vector<ExactPoint> corners;
          for (const PointIndex p : facet.corners) corners.push_back(points_[p]);
          clip_to(corners, rings[i]);
          if (corners.size() < 3) continue;
          NavMesh::Facet& cut = part.facets.emplace_back(facet);
          cut.corners.clear();
          for (const ExactPoint& p : corners) cut.corners.push_back(number(p));
        }
        const auto index = i == 0 ? cell : static_cast<CellIndex>(out_.mesh.cells.size());
        if (i > 0) out_.mesh.cells.emplace_back();
        out_.mesh.cells[index] = std::move(part);
        numbers_[cell].push_back(index);
      }
    for (const auto& [cell, rings] : chosen_.parts)
      for (std::size_t i = 0; i < rings.size(); ++i)
        for (std::size_t k = 0; k < rings[i].size(); ++k) {
          const PlanSegment side{rings[i][k], rings[i][(k + 1) % rings[i].size()]};
          for (std::size_t j = i + 1; j < rings.size(); ++j)
            for (std::size_t l = 0; l < rings[j].size(); ++l)
              if (const auto part = overlap(side, {rings[j][l], rings[j][(l + 1) % rings[j].size()]}))
                add_portal(numbers_[cell][i], numbers_[cell][j],
                           number(cell, kernel::point_along(side[0], side[1], part->from)),
                           number(cell, kernel::point_along(side[0], side[1], part->to)), mesh_.cells[cell].open_to());
        }
  }

  // from to to: counter-clockwise around a.
  void add_portal(CellIndex a, CellIndex b, PointIndex from, PointIndex to, kernel::Label stance) {
    if (a > b) std::swap(a, b), std::swap(from, to);
    out_.mesh.portals.push_back({a, b, PortalKind::flush, stance, {from, to}, {from, to}});
  }

  // Which cells of the new navmesh have what of a stretch of a cell's boundary, or of a line through it.
  std::vector<std::pair<CellIndex, ExactInterval>> owners(CellIndex cell, const PlanSegment& stretch) {
    const auto cut = chosen_.parts.find(cell);
    if (cut == chosen_.parts.end()) return {{cell, {0, 1}}};
    std::vector<std::pair<CellIndex, ExactInterval>> out;
    for (std::size_t i = 0; i < cut->second.size(); ++i)
      for (std::size_t k = 0; k < cut->second[i].size(); ++k)
        if (auto part = overlap(stretch, {cut->second[i][k], cut->second[i][(k + 1) % cut->second[i].size()]}))
          out.emplace_back(numbers_[cell][i], std::move(*part));
    return out;
  }

  void carry_flush_portals() {
    for (const NavMesh::Portal& p : mesh_.portals) {
      if (p.kind != PortalKind::flush) continue;
      if (!chosen_.parts.contains(p.a) && !chosen_.parts.contains(p.b)) {
        out_.mesh.portals.push_back(p);
        continue;
      }
      const PlanSegment stretch{plan(points_[p.on_a[0]]), plan(points_[p.on_a[1]])};
      for (const auto& [a, part_a] : owners(p.a, stretch))
        for (const auto& [b, part_b] : owners(p.b, stretch)) {
          const ExactInterval part{std::max(part_a.from, part_b.from), std::min(part_a.to, part_b.to)};
          if (part.from >= part.to) continue;
          const auto end = [&](const mpq_class& share) {
            return share == 0   ? p.on_a[0]
                   : share == 1 ? p.on_a[1]
                                : number(p.a, kernel::point_along(stretch[0], stretch[1], share));
          };
          add_portal(a, b, end(part.from), end(part.to), p.stance);
        }
    }
  }

  void make_links() {
    out_.first_link = static_cast<CellIndex>(out_.mesh.cells.size());
    for (const LinkShape& link : chosen_.links) make_link(link);
    out_.linked = chosen_.links.size();
    out_.left_out = chosen_.left_out.size();
  }

  // By stance, from the highest: what joins cells for it joins them for lower ones.
  void find_lost() {
    if (chosen_.left_out.empty()) return;
    const auto length = [&](std::uint32_t portal) {
      const NavMesh::Portal& p = mesh_.portals[portal];
      return squared_distance(plan(points_[p.on_a[0]]), plan(points_[p.on_a[1]]));
    };
    std::vector<std::pair<mpq_class, std::uint32_t>> widest;
    for (const std::uint32_t portal : chosen_.left_out) widest.emplace_back(length(portal), portal);
    std::ranges::stable_sort(widest, [](const auto& a, const auto& b) { return a.first > b.first; });
    std::set<std::uint32_t> lost;
    for (auto stance = static_cast<kernel::Label>(mesh_.info.stances.size()); stance >= 1; --stance) {
      kernel::UnionFind cells(static_cast<std::uint32_t>(out_.mesh.cells.size()));
      for (const NavMesh::Portal& p : out_.mesh.portals)
        if (p.stance >= stance) cells.unite(p.a, p.b);
      for (const std::uint32_t portal : lost) cells.unite(mesh_.portals[portal].a, mesh_.portals[portal].b);
      for (const auto& [squared, portal] : widest) {
        const NavMesh::Portal& p = mesh_.portals[portal];
        if (p.stance >= stance && cells.unite(p.a, p.b)) lost.insert(portal);
      }
    }
    for (const auto& [squared, portal] : widest)
      if (lost.contains(portal)) {
        const NavMesh::Portal& p = mesh_.portals[portal];
        out_.lost.push_back({p.kind, {points_[p.on_a[0]], points_[p.on_a[1]]}});
      }
  }

  void make_link(const LinkShape& link) {
    const NavMesh::Portal& p = mesh_.portals[link.portal];
    const auto& plans = link.corners;
    std::array<PointIndex, 4> corners;
    for (std::size_t i = 0; i < 4; ++i) corners[i] = number(i < 2 ? p.b : p.a, plans[i]);
    const auto first = static_cast<CellIndex>(out_.mesh.cells.size());
    for (const auto& triangle : link.triangles) {
      NavMesh::Facet facet = mesh_.cells[p.a].facets.front();
      facet.witness = kernel::no_polygon;
      facet.corners.clear();
      for (const std::size_t i : triangle) facet.corners.push_back(corners[i]);
      out_.mesh.cells.push_back({p.stance, {std::move(facet)}});
      out_.kinds.push_back(p.kind);
    }
    const auto [from, to] = link.triangles[0][2] == 2 ? std::array{2, 0} : std::array{1, 3};
    add_portal(first, first + 1, corners[from], corners[to], p.stance);
    attach(first, p.b, {plans[0], plans[1]}, p.stance);
    attach(first + 1, p.a, {plans[2], plans[3]}, p.stance);
  }

  void attach(CellIndex link, CellIndex cell, const PlanSegment& side, kernel::Label stance) {
    for (const auto& [owner, part] : owners(cell, side))
      add_portal(link, owner, number(cell, kernel::point_along(side[0], side[1], part.from)),
                 number(cell, kernel::point_along(side[0], side[1], part.to)), stance);
  }

  const NavMesh& mesh_;
  std::vector<ExactPoint> points_;
  ChosenLinks chosen_;
  std::map<ExactPoint, PointIndex> known_;
  std::map<CellIndex, std::vector<CellIndex>> numbers_;  // of the parts of cells
  LinkCells out_;
};

}  // namespace

LinkCells link_cells(const NavMesh& mesh) { return Linker(mesh).make(); }

}  // namespace plumb::pipeline
