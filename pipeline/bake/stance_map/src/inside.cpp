// SPDX-License-Identifier: GPL-3.0-or-later
// The stage that finds the cells inside of solid bodies (docs/theory/definitions.md, Solids).
// Problem. With --solids closed a point is inside if, of the polygons of bodies strictly above it, more face up than
// down: the winding number just above it. Cells end wherever a body's polygon passes through their surface
// (vcd/wall.h), so the number is the same all over a cell, and one sample of each cell decides.
// 1. label_inside() makes an index over the polygons of bodies that are not vertical, and goes over the cells in
//    chunks, in parallel.
// 2. Judge::enter() asks, once for each surface, whether any body lies above it at all.
// 3. choose_sample() takes the centre of three corners of the cell in doubles, if that is certainly inside of the cell;
//    else the exact centre, a fraction. Of a cell that reaches beyond what a part of a level knows (LevelPart::whole),
//    it takes the middle of what is within that (sample_within).
// 4. inside() queries the index with the vertical line above the sample, and adds up the polygons that are over it
//    (over_sample) and above it (above).
// Cost. O(log N + k) for a cell with k polygons of bodies above it; a few cells need fractions. Memory O(threads)
// beside the index.
// Exactness. Where a bound on rounding makes the sign certain doubles decide, else fractions. A sample on an edge of a
// polygon counts as moved a little along x and much less along y (plan_spot), the same for all polygons; so two
// polygons that share the edge are counted once.
// Source: ours, as are solids; Budde and Kausch treat all polygons as obstacles.
#include "plumb/pipeline/decompose.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/bounded_double.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/decimal.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/plane.h"
#include "plumb/kernel/point_predicates.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/surface_plan.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {
namespace {

using kernel::PointId;
constexpr std::size_t places_at_once = 512;

// A point in plan, in integer units. x and y are its coordinates, or rounded ones; then `exact` has the point in input
// units.
struct Sample {
  double x = 0, y = 0;
  bool rounded = false;
  std::optional<kernel::PerturbedPoint> exact;
};

// Decides whether cells are inside: by doubles with an error bound, and exactly where these are not certain.
class Judge {
 public:
  Judge(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const SurfaceIndex& bodies,
        const std::array<kernel::PlanPoint, 2>* whole)
      : points_(points),
        set_(set),
        map_(map),
        bodies_(bodies),
        whole_(whole),
        plan_(points, set, map),
        rounded_(!points.approx_is_exact()) {}

  bool inside(const vcd::Cell& cell) {
    enter(cell.surface);
    if (!something_above_) return false;
    choose_sample(cell);
    Box column = bodies_.box(cell.surface);
    column.low[0] = column.high[0] = sample_.x;
    column.low[1] = column.high[1] = sample_.y;  // rounded or not, since rounding keeps order
    column.high[2] = HUGE_VAL;
    int winding = 0;
    bodies_.query(column, [&](std::uint32_t id) {
      if (id != surface_ && !certainly_beneath(id) && over_sample(id) && above(id))
        winding += set_.surfaces[id].faces_up ? 1 : -1;
    });
    return winding > 0;
  }

 private:
  void enter(std::uint32_t surface) {
    if (surface == surface_) return;
    surface_ = surface;
    floor_plane_.reset();
    Box over = bodies_.box(surface);
    const Box& box = bodies_.box(surface);
    over.high[2] = HUGE_VAL;
    something_above_ = bodies_.any(over, [&](std::uint32_t id) {
      const Box& b = bodies_.box(id);
      const bool aside =
          b.high[0] <= box.low[0] || b.low[0] >= box.high[0] || b.high[1] <= box.low[1] || b.low[1] >= box.high[1];
      return id != surface && !certainly_beneath(id) && !(aside && !rounded_);
    });
  }

  // Whether a polygon certainly is nowhere strictly above the surface. Rounding keeps the order of heights, but may
  // make them equal.
  bool certainly_beneath(std::uint32_t id) const {
    const double top = bodies_.box(id).high[2], floor = bodies_.box(surface_).low[2];
    return top < floor || (top == floor && !rounded_);
  }

  // --- The sample: the centre of three corners of the cell, if rounding leaves it inside.

  void choose_sample(const vcd::Cell& cell) {
    sample_ = {};
    if (whole_ && sample_within(corners_of(cell))) return;
    if (cell.line_count == 0) {
      const auto c = set_.corners_of(set_.surfaces[surface_]);
      const auto [p, q, r] = kernel::spanning_corners(points_, c);
      sample_.x = (points_.approx(p, 0) + points_.approx(q, 0) + points_.approx(r, 0)) / 3;
      sample_.y = (points_.approx(p, 1) + points_.approx(q, 1) + points_.approx(r, 1)) / 3;
      if (std::isfinite(sample_.x) && std::isfinite(sample_.y) && over_sample(surface_)) return;
      const ExactPoint a = exact_point(points_, p), b = exact_point(points_, q), d = exact_point(points_, r);
      return exact_sample({(a[0] + b[0] + d[0]) / 3, (a[1] + b[1] + d[1]) / 3});
    }
    plan_.enter(surface_);
    const auto sources = map_.table.lines_of(cell);
    const std::size_t n = sources.size();
    lines_.clear();
    for (const kernel::LineSource& s : sources) lines_.push_back(plan_.line(s));
    double x = 0, y = 0;
    for (const std::size_t i : {std::size_t{0}, n / 3, 2 * n / 3}) {
      const auto v = plan_.plan().approx_meet(lines_[i], lines_[(i + 1) % n]);
      x += v[0] / 3;
      y += v[1] / 3;
    }
    const PointId origin = plan_.plan().origin();
    sample_.x = points_.approx(origin, 0) + x;
    sample_.y = points_.approx(origin, 1) + y;
    if (certainly_in_cell()) return;
    // The sum of homogeneous coordinates is a weighted mean of the corners, which is inside too.
    std::array<mpz_class, 3> sum;
    for (const std::size_t i : {std::size_t{0}, n / 3, 2 * n / 3}) {
      const auto v = plan_.plan().exact_vertex(plan_.corner(sources[i], sources[(i + 1) % n]));
      for (int k = 0; k < 3; ++k) sum[k] += v[k];
    }
    kernel::PlanPoint at;
    for (int k = 0; k < 2; ++k) {
      at[k] = mpq_class(sum[k], sum[2]);
      at[k].canonicalize();
      at[k] = (at[k] + points_.exact(origin, k)) / points_.denominator();
    }
    exact_sample(std::move(at));
  }

  // The corners of a cell in plan, in input units, in either direction.
  kernel::PlanRing corners_of(const vcd::Cell& cell) {
    kernel::PlanRing out;
    if (cell.line_count == 0) {
      for (const PointId p : set_.corners_of(set_.surfaces[surface_])) {
        const ExactPoint at = exact_point(points_, p);
        out.push_back({at[0], at[1]});
      }
      return out;
    }
    plan_.enter(surface_);
    const auto sources = map_.table.lines_of(cell);
    const PointId origin = plan_.plan().origin();
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const auto v = plan_.plan().exact_vertex(plan_.corner(sources[i], sources[(i + 1) % sources.size()]));
      kernel::PlanPoint& at = out.emplace_back();
      for (int k = 0; k < 2; ++k) {
        at[k] = mpq_class(v[k], v[2]);
        at[k].canonicalize();
        at[k] = (at[k] + points_.exact(origin, k)) / points_.denominator();
      }
    }
    return out;
  }

  // Takes the middle of what of a convex polygon is in `whole_`, but not if all of it is, or nothing with an area.
  bool sample_within(kernel::PlanRing ring) {
    bool clipped = false;
    for (const std::size_t k : {0, 1})
      for (const std::size_t end : {0, 1}) {
        const mpq_class& at = (*whole_)[end][k];
        clipped |= kernel::clip_half_plane(
            ring, [&](const kernel::PlanPoint& p) { return mpq_class(end == 0 ? p[k] - at : at - p[k]); },
            [](const kernel::PlanPoint& p, const mpq_class& a, const kernel::PlanPoint& q, const mpq_class& b) {
              return kernel::point_along(p, q, a / (a - b));
            });
      }
    if (!clipped || ring.empty() || sgn(kernel::signed_area(ring)) == 0) return false;
    kernel::PlanPoint middle;
    for (const kernel::PlanPoint& p : ring)
      for (std::size_t k = 0; k < 2; ++k) middle[k] += p[k] / static_cast<unsigned>(ring.size());
    exact_sample(std::move(middle));
    return true;
  }

  void exact_sample(kernel::PlanPoint at) {
    const mpz_class& unit = points_.denominator();
    sample_ = {
        kernel::nearest_double(mpq_class(at[0] * unit)), kernel::nearest_double(mpq_class(at[1] * unit)), true, {}};
    sample_.exact = kernel::plan_spot(std::move(at));
  }

  bool certainly_in_cell() {
    const PointId origin = plan_.plan().origin();
    const kernel::BoundedDouble x = sample_x() - kernel::near_number(points_, origin, 0),
                                y = sample_y() - kernel::near_number(points_, origin, 1);
    return std::ranges::all_of(
        lines_, [&](kernel::LineId l) { return kernel::certainly_inside(plan_.plan().approx_line(l), x, y); });
  }

  kernel::BoundedDouble sample_x() const {
    return sample_.rounded ? kernel::rounded(sample_.x) : kernel::BoundedDouble{sample_.x};
  }
  kernel::BoundedDouble sample_y() const {
    return sample_.rounded ? kernel::rounded(sample_.y) : kernel::BoundedDouble{sample_.y};
  }

  const kernel::PerturbedPoint& exact() {
    if (!sample_.exact) {
      const mpz_class& unit = points_.denominator();
      sample_.exact = kernel::plan_spot({mpq_class(sample_.x) / unit, mpq_class(sample_.y) / unit});
    }
    return *sample_.exact;
  }

  // --- A polygon and the sample.

  // Whether the sample is to the right of every edge of a polygon. The error bounds are those of
  // kernel::orientation_filtered, for points that are all exact or may be rounded. With exact points underflow may hide
  // a turn but never makes one up: for that the sample would have to be next to an integer corner, where doubles are
  // fine enough only if the corner is at 0; then differences are exact, except for what both products lose alike.
  bool over_sample(std::uint32_t id) {
    const auto corners = set_.corners_of(set_.surfaces[id]);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const PointId a = corners[i], b = corners[i + 1 == corners.size() ? 0 : i + 1];
      const double ax = points_.approx(a, 0), ay = points_.approx(a, 1), bx = points_.approx(b, 0),
                   by = points_.approx(b, 1);
      const double ux = ax - sample_.x, uy = ay - sample_.y, vx = bx - sample_.x, vy = by - sample_.y,
                   turn = kernel::formulas::determinant(ux, uy, vx, vy);
      double error = kernel::turn_bound * kernel::formulas::determinant_size(ux, uy, vx, vy);
      if (rounded_ || sample_.rounded)
        error = kernel::rounded_turn_bound * (std::max({1.0, std::fabs(ax), std::fabs(bx), std::fabs(sample_.x)}) *
                                              std::max({1.0, std::fabs(ay), std::fabs(by), std::fabs(sample_.y)}));
      const auto sign = kernel::certified_sign(turn, error);
      if (sign == kernel::Sign::positive) return false;
      if (!sign) return over_spot(kernel::exact_corners(points_, set_.corners_of(set_.surfaces[id])), exact());
    }
    return true;
  }

  bool above(std::uint32_t id) {
    if (bodies_.box(id).low[2] > bodies_.box(surface_).high[2]) return true;
    const kernel::BoundedDouble floor = height(surface_), top = height(id);
    const double error = kernel::enlarged(top.error + floor.error);
    if (top.at - floor.at > error) return true;
    if (floor.at - top.at > error) return false;
    if (!floor_plane_) floor_plane_ = kernel::exact_plane(points_, set_.corners_of(set_.surfaces[surface_]));
    return above_at(kernel::exact_plane(points_, set_.corners_of(set_.surfaces[id])), *floor_plane_, exact());
  }

  // The height of a polygon's plane at the sample.
  kernel::BoundedDouble height(std::uint32_t id) {
    const kernel::Plane plane(points_, set_.corners_of(set_.surfaces[id]));
    const PointId q = plane.anchor();
    return kernel::near_height(plane.approx(), kernel::near_number(points_, q, 2),
                               sample_x() - kernel::near_number(points_, q, 0),
                               sample_y() - kernel::near_number(points_, q, 1));
  }

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const StanceMap& map_;
  const SurfaceIndex& bodies_;  // of the polygons of bodies that are not vertical
  const std::array<kernel::PlanPoint, 2>* whole_;
  SurfacePlan plan_;
  bool rounded_;  // coordinates are, to doubles
  std::uint32_t surface_ = kernel::no_polygon;
  bool something_above_ = false;
  std::optional<kernel::ExactPlane> floor_plane_;
  Sample sample_;
  std::vector<kernel::LineId> lines_;
};

}  // namespace

void label_inside(const kernel::PointTable& points, const SurfaceSet& set, const SolidSet& solids, StanceMap& map,
                  unsigned threads, const std::array<kernel::PlanPoint, 2>* whole) {
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t i = 0; i < set.surfaces.size(); ++i)
    if (set.surfaces[i].kind != SurfaceKind::vertical && solids.counts_face(set.surfaces[i].face)) chosen.push_back(i);
  if (!chosen.empty()) label_inside(points, set, SurfaceIndex(points, set, chosen), map, threads, whole);
}

void label_inside(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& bodies, StanceMap& map,
                  unsigned threads, const std::array<kernel::PlanPoint, 2>* whole) {
  std::vector<vcd::Cell>& cells = map.table.cells;
  parallel_each(cells.size(), places_at_once, threads, [&](unsigned) {
    return [&, judge = Judge(points, set, map, bodies, whole)](std::size_t i) mutable {
      if (cells[i].label != kernel::covered && judge.inside(cells[i])) {
        cells[i].label = kernel::inside;
        cells[i].witness = kernel::no_polygon;
      }
    };
  });
}

}  // namespace plumb::pipeline
