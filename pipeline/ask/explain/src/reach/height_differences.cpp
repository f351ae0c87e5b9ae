// SPDX-License-Identifier: GPL-3.0-or-later
// Which values can a clearance or a step have where a way closes? Candidates for the exact limits of `explain --from
// --to`.
// Problem. As the height of a stance (or the step) varies, two places are parted at one value. Without a radius and
// welds that is where two obstacles come to touch, or a portal loses its length: there a difference of two heights over
// an edge of the level equals the value. List all such differences in a range.
// 1. height_differences() walks along every edge of every polygon that is not upright, each pair of points once.
// 2. EdgeWalk::find_along() finds the polygons over and under the edge. Seen along the edge each has a height that is
//    linear in the share t, on an interval of t: a polygon that is not vertical by its plane (add_plane), a vertical
//    one that lies over the edge by its own edges (add_edges).
// 3. add_difference() takes each ordered pair: its values at both ends of the common interval are candidates.
// 4. add_crossing() takes each pair of differences: the value at which they are equal is a candidate, unless there are
//    more than 1,000 differences.
// 5. What comes near the range in doubles is made again in fractions (exact), tested, and inserted.
// Cost. E edges with k polygons over each: E k^2 differences and up to E k^4 pairs of them, bounded by the 1,000 of
// step 4; each exact value costs a few fractions.
// Exactness. Values returned are fractions and are really taken. The list may lack some: doubles choose with a slack of
// 2^-30; of differences that are level along their edge one for each double is made; a vertical polygon that crosses
// the edge instead of lying over it is not looked at; and step 4 gives up. find_limit() finds out by a bake if the
// limit is no candidate, and returns an enclosure instead.
#include "reach/limit_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>

#include "plumb/kernel/elementary.h"
#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/provenance.h"

namespace plumb::pipeline {
namespace {

using kernel::ExactPoint;
using kernel::PointId;

using kernel::formulas::determinant;
using kernel::formulas::orient2d;

// How far doubles may be off, relative to the numbers that they are made of. It only chooses what is made in fractions.
constexpr kernel::Hint slack{0x1p-30};
using Place = std::array<double, 2>;

// A height that is linear along an edge: that of a polygon, or of an edge of a vertical polygon.
struct Along {
  kernel::PolygonId polygon = kernel::no_polygon;
  PointId from = kernel::no_point, to = kernel::no_point;  // the edge; none: the polygon's plane
  double begin = 0, end = 0;                               // shares of the edge
  double at_begin = 0, at_end = 0;                         // the heights there
  double at(double t) const {
    return end > begin ? at_begin + (t - begin) / (end - begin) * (at_end - at_begin) : at_begin;
  }
};

struct ExactAlong {
  mpq_class begin, end;   // of t
  mpq_class start, rise;  // the height at t is start + t * rise
};

struct Difference {
  std::size_t upper, lower;  // numbers in along_
  double begin, end, at_begin, at_end;
};

class EdgeWalk {
 public:
  EdgeWalk(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index, const mpq_class& low,
           const mpq_class& high, std::set<mpq_class>& found)
      : points_(points), set_(set), index_(index), low_(low), high_(high), found_(found) {
    const mpq_class unit = points.denominator();
    near_low_ = mpq_class(low * unit).get_d(), near_high_ = mpq_class(high * unit).get_d();
  }

  void walk(PointId a, PointId b) {
    a_ = a, b_ = b;
    along_.clear();
    find_along();
    std::vector<Difference> differences;
    for (std::size_t i = 0; i < along_.size(); ++i)
      for (std::size_t j = 0; j < along_.size(); ++j)
        if (i != j) add_difference(i, j, differences);
    // Polygons on both sides of an edge have the same heights over it.
    const auto key = [](const Difference& d) { return std::tuple(d.begin, d.end, d.at_begin, d.at_end); };
    std::ranges::stable_sort(differences, {}, key);
    const auto equal = [&](const Difference& a, const Difference& b) { return key(a) == key(b); };
    differences.erase(std::unique(differences.begin(), differences.end(), equal), differences.end());
    if (differences.size() > most_crossing) return;  // too many pairs: the search then goes on with bakes
    for (std::size_t i = 0; i < differences.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) add_crossing(differences[i], differences[j]);
  }

 private:
  static constexpr std::size_t most_crossing = 1000;

  double x(PointId p, int axis) const { return points_.approx(p, axis); }
  Place place(PointId p) const { return {x(p, 0), x(p, 1)}; }
  double scale() const {
    double out = near_high_;
    for (const PointId p : {a_, b_})
      for (int axis = 0; axis < 3; ++axis) out = std::max(out, std::fabs(x(p, axis)));
    return out;
  }

  // The share of the edge's line at which a place is nearest to it.
  double share(PointId p) const {
    const double dx = x(b_, 0) - x(a_, 0), dy = x(b_, 1) - x(a_, 1);
    return kernel::formulas::dot2d(x(p, 0) - x(a_, 0), x(p, 1) - x(a_, 1), dx, dy) / (dx * dx + dy * dy);
  }
  // The signed distance of a place from the edge's line, times the edge's length.
  double side(PointId p) const { return orient2d(place(a_), place(b_), place(p)); }

  void find_along() {
    const auto ends = std::array{a_, b_};
    Box box = surface_box(points_, ends);
    box.low[2] = -HUGE_VAL;
    box.high[2] = HUGE_VAL;
    index_.query(box, [&](std::uint32_t id) {
      const Surface& s = set_.surfaces[id];
      if (s.kind == SurfaceKind::vertical) add_edges(id, set_.corners_of(s));
      else add_plane(id, set_.corners_of(s));
    });
  }

  // Adds the edges of a vertical polygon that lies over the edge.
  void add_edges(kernel::PolygonId id, std::span<const PointId> corners) {
    const double length = kernel::hypotenuse(x(b_, 0) - x(a_, 0), x(b_, 1) - x(a_, 1)), far = slack * scale() * length;
    for (const PointId p : corners)
      if (std::fabs(side(p)) > far) return;
    for (std::size_t i = 0; i < corners.size(); ++i)
      add_edge(id, corners[i], corners[i + 1 == corners.size() ? 0 : i + 1]);
  }
  void add_edge(kernel::PolygonId id, PointId from, PointId to) {
    Along whole{id, from, to, share(from), share(to), x(from, 2), x(to, 2)};
    if (whole.begin > whole.end) std::swap(whole.begin, whole.end), std::swap(whole.at_begin, whole.at_end);
    if (whole.end - whole.begin <= slack) return;  // it stands upright
    Along out = whole;
    out.begin = std::max(whole.begin, 0.0), out.end = std::min(whole.end, 1.0);
    if (out.end - out.begin < -slack) return;
    out.at_begin = whole.at(out.begin), out.at_end = whole.at(out.end);
    along_.push_back(out);
  }

  // Adds the plane of a polygon, whose corners run clockwise, over the part of the edge within its projection.
  void add_plane(kernel::PolygonId id, std::span<const PointId> corners) {
    Along out{id};
    out.begin = 0, out.end = 1;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const PointId p = corners[i], q = corners[i + 1 == corners.size() ? 0 : i + 1];
      const double at_a = -orient2d(place(p), place(q), place(a_)), at_b = -orient2d(place(p), place(q), place(b_));
      const double far = slack * scale() * kernel::hypotenuse(x(q, 0) - x(p, 0), x(q, 1) - x(p, 1));
      if (at_a < -far && at_b < -far) return;
      if (std::fabs(at_a - at_b) <= far) continue;  // parallel
      const double t = at_a / (at_a - at_b);
      if (at_b > at_a) out.begin = std::max(out.begin, t);
      else out.end = std::min(out.end, t);
    }
    if (out.end - out.begin < -slack) return;
    const auto& c = corners;
    // The height is computed from the three corners that turn most.
    const auto height = [&](double t) {
      const double px = x(a_, 0) + t * (x(b_, 0) - x(a_, 0)), py = x(a_, 1) + t * (x(b_, 1) - x(a_, 1));
      double best = 0, z = x(c[0], 2);
      for (std::size_t i = 1; i + 1 < c.size(); ++i) {
        const double ux = x(c[i], 0) - x(c[0], 0), uy = x(c[i], 1) - x(c[0], 1), uz = x(c[i], 2) - x(c[0], 2);
        const double vx = x(c[i + 1], 0) - x(c[0], 0), vy = x(c[i + 1], 1) - x(c[0], 1),
                     vz = x(c[i + 1], 2) - x(c[0], 2);
        const double turn = determinant(ux, uy, vx, vy);
        if (std::fabs(turn) <= best) continue;
        best = std::fabs(turn);
        const double wx = px - x(c[0], 0), wy = py - x(c[0], 1);
        z = x(c[0], 2) + determinant(wx, wy, vx, vy) / turn * uz + determinant(ux, uy, wx, wy) / turn * vz;
      }
      return z;
    };
    out.at_begin = height(out.begin), out.at_end = height(out.end);
    along_.push_back(out);
  }

  // Whether an interval of heights is near the range, in doubles.
  bool near(double low, double high) const {
    const double by = slack * scale();
    return low <= near_high_ + by && high >= near_low_ - by;
  }

  void add_difference(std::size_t upper, std::size_t lower, std::vector<Difference>& differences) {
    const Along &u = along_[upper], &l = along_[lower];
    Difference d{upper, lower, std::max(u.begin, l.begin), std::min(u.end, l.end), 0, 0};
    if (d.end - d.begin < -slack) return;
    d.at_begin = u.at(d.begin) - l.at(d.begin), d.at_end = u.at(d.end) - l.at(d.end);
    if (!near(std::min(d.at_begin, d.at_end), std::max(d.at_begin, d.at_end))) return;
    const bool level = d.at_begin == d.at_end;
    if (level && !levels_.insert(d.at_begin).second) return;  // a flat level has few differences, each many times
    if (near(d.at_begin, d.at_begin) || near(d.at_end, d.at_end)) {
      const auto eu = exact(u), el = exact(l);
      if (!eu || !el) return;
      const mpq_class begin = std::max(eu->begin, el->begin), end = std::min(eu->end, el->end);
      if (begin > end) return;
      for (const mpq_class& t : {begin, end}) add(eu->start - el->start + t * (eu->rise - el->rise));
    }
    if (!level) differences.push_back(d);  // two that are level cross nowhere
  }

  void add_crossing(const Difference& d, const Difference& e) {
    const double begin = std::max(d.begin, e.begin), end = std::min(d.end, e.end);
    if (end - begin < -slack) return;
    const auto at = [](const Difference& f, double t) {
      return f.end > f.begin ? f.at_begin + (t - f.begin) / (f.end - f.begin) * (f.at_end - f.at_begin) : f.at_begin;
    };
    const double by = slack * scale(), first = at(d, begin) - at(e, begin), last = at(d, end) - at(e, end);
    if ((first > by && last > by) || (first < -by && last < -by)) return;
    const double share = first != last ? std::clamp(first / (first - last), 0.0, 1.0) : 0;
    const double z = at(d, begin + share * (end - begin));
    // Where the differences are equal, but for what doubles lose, they may cross anywhere.
    const bool anywhere = std::fabs(first) <= by && std::fabs(last) <= by;
    const double z0 = at(d, begin), z1 = at(d, end);
    if (anywhere ? !near(std::min(z0, z1), std::max(z0, z1)) : !near(z, z)) return;
    std::array<ExactAlong, 4> f;
    for (const auto& [k, i] : {std::pair(0u, d.upper), {1u, d.lower}, {2u, e.upper}, {3u, e.lower}}) {
      const auto made = exact(along_[i]);
      if (!made) return;
      f[k] = *made;
    }
    const mpq_class rise = f[0].rise - f[1].rise, other = f[2].rise - f[3].rise;
    if (rise == other) return;
    const mpq_class start = f[0].start - f[1].start, t = (f[2].start - f[3].start - start) / (rise - other);
    if (std::ranges::all_of(f, [&](const ExactAlong& g) { return g.begin <= t && t <= g.end; })) add(start + t * rise);
  }

  void add(mpq_class value) {
    if (low_ <= value && value <= high_) found_.insert(std::move(value));
  }

  // The same in fractions; none if doubles were wrong about it.
  std::optional<ExactAlong> exact(const Along& along) const {
    const ExactPoint a = kernel::exact_point(points_, a_), b = kernel::exact_point(points_, b_);
    ExactAlong out{0, 1, 0, 0};
    const mpq_class dx = b[0] - a[0], dy = b[1] - a[1];
    if (along.from != kernel::no_point) {
      ExactPoint p = kernel::exact_point(points_, along.from), q = kernel::exact_point(points_, along.to);
      for (const ExactPoint* c : {&p, &q})
        if (sgn(orient2d(a, b, *c)) != 0) return std::nullopt;
      const int axis = sgn(dx) != 0 ? 0 : 1;
      const mpq_class& d = axis == 0 ? dx : dy;
      mpq_class t = (p[axis] - a[axis]) / d, u = (q[axis] - a[axis]) / d;
      if (t == u) return std::nullopt;
      if (u < t) std::swap(t, u), std::swap(p, q);
      out.rise = (q[2] - p[2]) / (u - t);
      out.start = p[2] - t * out.rise;
      out.begin = std::max(t, out.begin), out.end = std::min(u, out.end);
    } else {
      const auto corners = kernel::exact_corners(points_, set_.corners_of(set_.surfaces[along.polygon]));
      for (std::size_t i = 0; i < corners.size(); ++i) {
        const ExactPoint &p = corners[i], &q = corners[i + 1 == corners.size() ? 0 : i + 1];
        const mpq_class at_a = -orient2d(p, q, a), at_b = -orient2d(p, q, b);
        if (at_a == at_b) {
          if (sgn(at_a) < 0) return std::nullopt;
          continue;
        }
        const mpq_class t = at_a / (at_a - at_b);
        if (at_b > at_a) out.begin = std::max(out.begin, t);
        else out.end = std::min(out.end, t);
      }
      const kernel::ExactPlane plane = kernel::exact_plane(points_, set_.corners_of(set_.surfaces[along.polygon]));
      out.start = plane.height(a[0], a[1]);
      out.rise = plane.height(b[0], b[1]) - out.start;
    }
    if (out.begin > out.end) return std::nullopt;
    return out;
  }

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const SurfaceIndex& index_;
  const mpq_class &low_, &high_;
  std::set<mpq_class>& found_;
  double near_low_, near_high_;
  PointId a_ = kernel::no_point, b_ = kernel::no_point;
  std::vector<Along> along_;
  std::set<double> levels_;  // differences that are level along their edge, made once each
};

bool overlap_in_plan(const Box& a, const Box& b) {
  return a.low[0] <= b.high[0] && b.low[0] <= a.high[0] && a.low[1] <= b.high[1] && b.low[1] <= a.high[1];
}

}  // namespace

std::vector<mpq_class> height_differences(const kernel::PointTable& points, const SurfaceSet& set,
                                          const SurfaceIndex& index, const mpq_class& low, const mpq_class& high,
                                          const std::optional<Box>& around) {
  std::set<mpq_class> found;
  EdgeWalk walk(points, set, index, low, high, found);
  std::set<std::pair<PointId, PointId>> walked;
  for (const Surface& s : set.surfaces) {
    const auto corners = set.corners_of(s);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const PointId a = corners[i], b = corners[i + 1 == corners.size() ? 0 : i + 1];
      const bool upright = points.approx(a, 0) == points.approx(b, 0) && points.approx(a, 1) == points.approx(b, 1);
      if (around && !overlap_in_plan(surface_box(points, std::array{a, b}), *around)) continue;
      if (!upright && walked.insert(std::minmax(a, b)).second) walk.walk(a, b);
    }
  }
  return {found.begin(), found.end()};
}

}  // namespace plumb::pipeline
