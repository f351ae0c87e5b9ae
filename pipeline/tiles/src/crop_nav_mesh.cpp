// SPDX-License-Identifier: GPL-3.0-or-later
// A navmesh cut at the four sides of a tile.
// Problem. A tile is baked with all faces near it, whole, so that the navmesh reaches beyond the tile. Keep what is in
// the tile, and say which ways lead out of it.
// 1. TileSides compares points with the four sides: intervals of doubles first, fractions where these do not decide.
// 2. name_of() numbers the points that cutting makes, so that equal points stay one. Points of the navmesh that lie on
//    a side are entered first, since a cut may meet one of them. crossing_of() cuts an edge of two cells once.
// 3. crop_cells() clips the facets of each cell. Cells that lie within the tile keep their points as they are. Where a
//    side runs through a cell, the edges on it are ways out.
// 4. crop_portals() cuts a portal at all lines between tiles that either of its segments crosses, and ways out also
//    where a facet has a corner, so that they are straight in space. Of each part it finds the tile of either end
//    (tiles_beside): a part along a line belongs to the tile in which its cell lies.
// 5. crop_obstructions() clips the traces of walls.
// Cost. Linear in the navmesh, with fractions for what meets a side.
// Exactness. Every new corner is where an edge of the navmesh meets a side.
#include "plumb/pipeline/crop_nav_mesh.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>
#include <optional>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/numbering.h"
#include "plumb/pipeline/facet_index.h"
#include "tile_sides.h"

namespace plumb::pipeline {
namespace {

using kernel::ExactPoint;
using Point = NavMesh::PointIndex;
using Segment = std::array<ExactPoint, 2>;

// The points of a navmesh, and more of them behind these.
class MorePoints : public PointSource {
 public:
  explicit MorePoints(MeshPoints base) : base_(std::move(base)), unit_(base_.unit()) {}

  FilteredPoint near(std::uint32_t name) const override {
    return name < base_.size() ? base_.near(name) : more_[name - base_.size()].near;
  }
  const ExactPoint& exact(std::uint32_t name) const override {
    return name < base_.size() ? base_[name] : more_[name - base_.size()].exact;
  }
  void make_exact(std::span<const std::uint32_t> names, unsigned threads) const override {
    std::vector<Point> of_base;
    for (const std::uint32_t name : names)
      if (name < base_.size()) of_base.push_back(name);
    base_.selected(of_base).make_exact(threads);
  }
  std::uint32_t add(const ExactPoint& p) {
    FilteredPoint near;
    for (std::size_t k = 0; k < 3; ++k) near[k] = kernel::interval_of(mpq_class(p[k] * unit_));
    more_.push_back({p, near});
    return size() - 1;
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(base_.size() + more_.size()); }

 private:
  struct More {
    ExactPoint exact;
    FilteredPoint near;
  };
  MeshPoints base_;
  mpq_class unit_;
  std::deque<More> more_;
};

// Where the way from p to q crosses a side's line.
ExactPoint crossing(const ExactPoint& p, const ExactPoint& q, std::size_t axis, const mpq_class& at) {
  const mpq_class share = (at - p[axis]) / (q[axis] - p[axis]);
  ExactPoint out;
  for (std::size_t k = 0; k < 3; ++k)
    if (k == axis) out[k] = at;
    else if (p[k] == q[k]) out[k] = p[k];
    else out[k] = p[k] + share * (q[k] - p[k]);
  return out;
}

class Cropper {
 public:
  Cropper(const NavMesh& mesh, const TileGrid& grid, const Tile& tile)
      : mesh_(mesh),
        grid_(grid),
        tile_(tile),
        sides_(grid, tile, mesh.points.unit()),
        points_(std::make_shared<MorePoints>(mesh.points)),
        number_(places_) {}

  CroppedMesh crop() {
    enter_points_on_sides();
    NavMesh& out = out_.mesh;
    out.info = mesh_.info;
    out.denominator = mesh_.denominator;
    crop_cells();
    crop_portals();
    crop_obstructions();
    std::ranges::stable_sort(out.portals, {}, [](const NavMesh::Portal& p) { return std::pair(p.a, p.b); });
    out.points = MeshPoints(points_, mesh_.points.unit());
    for (Point p = 0; p < points_->size(); ++p) out.points.add(p);
    number_points(out);
    return std::move(out_);
  }

 private:
  static constexpr NavMesh::CellIndex none = 0xffffffffu;
  enum class Place : std::uint8_t { outside, across, within };
  using Signs = std::array<std::int8_t, TileSides::count>;  // of a place, by side

  void enter_points_on_sides() {
    std::vector<Signs> signs(mesh_.points.size());
    for (Point p = 0; p < mesh_.points.size(); ++p) {
      for (std::size_t s = 0; s < TileSides::count; ++s) signs[p][s] = static_cast<std::int8_t>(sign_of(s, p));
      if (std::ranges::find(signs[p], 0) != signs[p].end()) enter(p);
    }
    signs_ = std::move(signs);
  }
  int sign_of(std::size_t side, Point p) const {
    return p < signs_.size() ? signs_[p][side] : sides_.sign(side, *points_, p);
  }
  // So that name_of() finds it.
  void enter(Point p) {
    if (number_(mesh_.points[p]) == names_.size()) names_.push_back(p);
  }
  Point name_of(const ExactPoint& p) {
    const std::uint32_t n = number_(p);
    if (n == names_.size()) names_.push_back(points_->add(p));
    return names_[n];
  }
  // Where an edge crosses a side. Two cells have most edges.
  Point crossing_of(std::size_t side, Point p, Point q) {
    const auto& [low, high] = std::minmax(p, q);
    const auto [known, added] = crossings_[side].try_emplace(kernel::pair_key(low, high), p);
    if (added)
      known.value() = name_of(crossing(points_->exact(p), points_->exact(q), TileSides::axis(side), sides_.at(side)));
    return known.value();
  }

  // Of a cell, by the sides that its points are beyond.
  Place place_of(const NavMesh::Cell& cell, std::array<bool, TileSides::count>& cuts) const {
    bool within = true, outside = false;
    for (std::size_t s = 0; s < TileSides::count; ++s) {
      bool inner = false, outer = false;
      for (const NavMesh::Facet& f : cell.facets)
        for (const Point p : f.corners) {
          const int sign = sign_of(s, p);
          inner |= sign > 0;
          outer |= sign < 0;
        }
      cuts[s] = inner && outer;
      within = within && !outer;
      outside = outside || !inner;
    }
    return outside ? Place::outside : within ? Place::within : Place::across;
  }

  void crop_cells() {
    place_.resize(mesh_.cells.size());
    cropped_.assign(mesh_.cells.size(), none);
    for (NavMesh::CellIndex c = 0; c < mesh_.cells.size(); ++c) {
      std::array<bool, TileSides::count> cuts{};
      place_[c] = place_of(mesh_.cells[c], cuts);
      if (place_[c] == Place::outside) continue;
      NavMesh::Cell cell = mesh_.cells[c];
      if (place_[c] == Place::across) {
        cell.facets.clear();
        for (const NavMesh::Facet& f : mesh_.cells[c].facets)
          if (auto left = cropped(f)) cell.facets.push_back(std::move(*left));
        if (cell.facets.empty()) {  // two sides pass it, and it lies beyond the corner between them
          place_[c] = Place::outside;
          continue;
        }
      }
      cropped_[c] = static_cast<NavMesh::CellIndex>(out_.mesh.cells.size());
      if (cell.open_to() > 0)
        for (std::size_t s = 0; s < TileSides::count; ++s)
          if (cuts[s]) add_ways_along(s, cell);
      out_.mesh.cells.push_back(std::move(cell));
    }
  }

  std::optional<NavMesh::Facet> cropped(const NavMesh::Facet& facet) {
    std::vector<Point> ring(facet.corners.begin(), facet.corners.end());
    for (std::size_t s = 0; s < TileSides::count; ++s) {
      kernel::clip_half_plane(
          ring, [&](Point p) { return sign_of(s, p); },
          [&](Point p, int, Point q, int) { return crossing_of(s, p, q); });
      if (ring.size() < 3) return std::nullopt;
    }
    ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
    while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
    // What is left of a facet that only touches a side lies on it.
    for (std::size_t s = 0; s < TileSides::count; ++s)
      if (std::ranges::all_of(ring, [&](Point p) { return sign_of(s, p) == 0; })) return std::nullopt;
    if (ring.size() < 3) return std::nullopt;
    NavMesh::Facet out = facet;
    out.corners.assign(ring.begin(), ring.end());
    return out;
  }

  // Along a side that runs through a cell, all edges on it are within the cell.
  void add_ways_along(std::size_t side, const NavMesh::Cell& cell) {
    for (const NavMesh::Facet& f : cell.facets)
      for (std::size_t i = 0; i < f.corners.size(); ++i) {
        const Point p = f.corners[i], q = f.corners[i + 1 == f.corners.size() ? 0 : i + 1];
        if (sign_of(side, p) != 0 || sign_of(side, q) != 0) continue;
        const Segment edge{points_->exact(p), points_->exact(q)};
        out_.ways.push_back({static_cast<NavMesh::CellIndex>(out_.mesh.cells.size()), PortalKind::flush, cell.open_to(),
                             true, TileSides::beyond(tile_, side), edge, edge});
      }
  }

  // Of both segments of a portal: outside if both lie beyond one side; across also if one only touches a side.
  Place place_of(const NavMesh::Portal& p) const {
    bool within = true;
    for (std::size_t s = 0; s < TileSides::count; ++s) {
      bool outside = true;
      for (const Point end : {p.on_a[0], p.on_a[1], p.on_b[0], p.on_b[1]}) {
        const int sign = sign_of(s, end);
        within = within && sign > 0;
        outside = outside && sign < 0;
      }
      if (outside) return Place::outside;
    }
    return within ? Place::within : Place::across;
  }

  void crop_portals() {
    std::vector<const NavMesh::Portal*> cut;
    for (const NavMesh::Portal& p : mesh_.portals) {
      const Place a = place_[p.a], b = place_[p.b];
      if (a == Place::outside && b == Place::outside) continue;
      if (a != Place::within || b != Place::within) {
        const Place place = place_of(p);
        if (place == Place::outside) continue;
        if (place == Place::across) {
          cut.push_back(&p);
          continue;
        }
      }
      NavMesh::Portal kept = p;
      kept.a = cropped_[p.a];
      kept.b = cropped_[p.b];
      out_.mesh.portals.push_back(kept);
    }
    // An end of a part is an end of the portal, on a side, or, across a gap, anywhere beside it.
    std::vector<kernel::Box> around;  // of welds
    for (const NavMesh::Portal* p : cut) {
      kernel::Box box = kernel::no_box;
      for (const Point end : {p->on_a[0], p->on_a[1], p->on_b[0], p->on_b[1]}) {
        enter(end);
        kernel::grow(box, box_of(end));
      }
      if (p->kind == PortalKind::weld) around.push_back(box);
    }
    if (!around.empty()) {
      const kernel::BoxTree welds(std::move(around));
      for (Point p = 0; p < mesh_.points.size(); ++p)
        if (const auto box = box_of(p); welds.any(box, [&](std::uint32_t w) { return welds.box(w).touches(box); }))
          enter(p);
    }
    for (const NavMesh::Portal* p : cut) crop_portal(*p);
  }

  // All heights: between the ends of a portal, the boundary of a cell may rise and fall.
  kernel::Box box_of(Point p) const {
    const FilteredPoint near = mesh_.points.near(p);
    return {{near[0].low, near[1].low, -HUGE_VAL}, {near[0].high, near[1].high, HUGE_VAL}};
  }

  // Adds the shares of the way along a segment at which it crosses lines between tiles.
  void add_crossings(const Segment& s, std::vector<mpq_class>& shares) const {
    for (const int axis : {0, 1}) {
      const auto k = static_cast<std::size_t>(axis);
      const auto& [low, high] = std::minmax(s[0][k], s[1][k]);
      if (low == high) continue;
      for (mpz_class line = grid_.line_below(axis, low), last = grid_.line_below(axis, high); line <= last; ++line) {
        const mpq_class share = (grid_.origin[k] + grid_.size * line - s[0][k]) / (s[1][k] - s[0][k]);
        if (share > 0 && share < 1) shares.push_back(share);
      }
    }
  }

  // Adds the shares of the way along a segment on the boundary of a cell at which facets of the cell have corners:
  // there the boundary may rise or fall.
  void add_corners(const Segment& s, const NavMesh::Cell& cell, std::vector<mpq_class>& shares) const {
    if (cell.facets.size() == 1) return;
    const std::array ends{near_in_plan(s[0]), near_in_plan(s[1])};
    for (const NavMesh::Facet& f : cell.facets)
      for (const Point corner : f.corners) {
        const kernel::Interval turn = kernel::formulas::orient2d(ends[0], ends[1], mesh_.points.near(corner));
        if (is_positive(turn) || is_negative(turn)) continue;
        const ExactPoint& c = mesh_.points[corner];
        if (sgn(kernel::orient2d(s[0], s[1], c)) != 0) continue;
        const mpq_class share = kernel::share_along(s[0], s[1], c);
        if (share > 0 && share < 1) shares.push_back(share);
      }
  }
  std::array<kernel::Interval, 2> near_in_plan(const ExactPoint& p) const {
    const mpq_class& unit = mesh_.points.unit();
    return {kernel::interval_of(mpq_class(p[0] * unit)), kernel::interval_of(mpq_class(p[1] * unit))};
  }
  // A point on the boundary of a cell.
  ExactPoint point_at(const Segment& s, const mpq_class& share, NavMesh::CellIndex cell) const {
    ExactPoint out = kernel::point_along(s[0], s[1], share);
    if (mesh_.cells[cell].facets.size() > 1 && share > 0 && share < 1)
      out[2] = cell_height(mesh_, cell, out[0], out[1]).value();
    return out;
  }

  void crop_portal(const NavMesh::Portal& p) {
    const Segment on_a{mesh_.points[p.on_a[0]], mesh_.points[p.on_a[1]]},
        on_b{mesh_.points[p.on_b[0]], mesh_.points[p.on_b[1]]};
    const bool together = p.on_a == p.on_b;  // in plan and in space
    std::vector<mpq_class> shares{0, 1};
    add_crossings(on_a, shares);
    if (!together) add_crossings(on_b, shares);
    add_corners(on_a, mesh_.cells[p.a], shares);
    add_corners(on_b, mesh_.cells[p.b], shares);
    std::ranges::sort(shares);
    shares.erase(std::unique(shares.begin(), shares.end()), shares.end());
    const bool weld = p.kind == PortalKind::weld;
    Segment a{on_a[0], {}}, b{on_b[0], {}};
    std::optional<std::pair<Segment, Segment>> kept;  // so far, of a stretch within the tile
    const auto keep = [&] {
      if (kept)
        out_.mesh.portals.push_back({cropped_[p.a],
                                     cropped_[p.b],
                                     p.kind,
                                     p.stance,
                                     {name_of(kept->first[0]), name_of(kept->first[1])},
                                     {name_of(kept->second[0]), name_of(kept->second[1])}});
      kept.reset();
    };
    for (std::size_t i = 1; i < shares.size(); ++i, a[0] = a[1], b[0] = b[1]) {
      a[1] = point_at(on_a, shares[i], p.a);
      b[1] = together ? a[1] : point_at(on_b, shares[i], p.b);
      const TilesBeside beside_a = tiles_beside(grid_, a[0], a[1]);
      const Tile of_a = beside_a.left, of_b = together ? beside_a.right : tiles_beside(grid_, b[0], b[1]).right;
      if (of_a == tile_ && of_b == tile_) {
        if (kept) kept = {{kept->first[0], a[1]}, {kept->second[0], b[1]}};
        else kept = {a, b};
        continue;
      }
      keep();
      if (of_a == tile_) out_.ways.push_back({cropped_[p.a], p.kind, p.stance, true, of_b, a, b});
      else if (of_b == tile_)
        out_.ways.push_back({cropped_[p.b], p.kind, p.stance, !weld, of_a, {b[1], b[0]}, {a[1], a[0]}});
    }
    keep();
  }

  void crop_obstructions() {
    for (const NavMesh::Obstruction& o : mesh_.obstructions) {
      std::vector<Point> ends{o.from, o.to};
      for (std::size_t s = 0; s < TileSides::count && ends.size() == 2; ++s) {
        const int from = sign_of(s, ends[0]), to = sign_of(s, ends[1]);
        if (from >= 0 && to >= 0) continue;
        if (from <= 0 && to <= 0) ends.clear();
        else (from < 0 ? ends[0] : ends[1]) = crossing_of(s, ends[0], ends[1]);
      }
      if (ends.size() == 2 && ends[0] != ends[1])
        out_.mesh.obstructions.push_back({o.surface, o.wall, ends[0], ends[1], o.may_cross});
    }
  }

  const NavMesh& mesh_;
  const TileGrid& grid_;
  const Tile tile_;
  const TileSides sides_;
  std::shared_ptr<MorePoints> points_;
  std::vector<Signs> signs_;        // by point of the navmesh
  std::vector<ExactPoint> places_;  // of points by which others may be found
  kernel::PointNumbering number_;
  std::vector<Point> names_;  // by place
  std::array<kernel::PairMap<Point>, TileSides::count> crossings_;
  std::vector<Place> place_;                 // by cell
  std::vector<NavMesh::CellIndex> cropped_;  // by cell, its number in the tile
  CroppedMesh out_;
};

}  // namespace

CroppedMesh crop(const NavMesh& mesh, const TileGrid& grid, const Tile& tile) {
  return Cropper(mesh, grid, tile).crop();
}

}  // namespace plumb::pipeline
