// SPDX-License-Identifier: LGPL-3.0-or-later
// The comparison of any floor with the true one (docs/theory/audits.md): areas that both have in common.
//
// 1. unit_of() chooses the unit in which most coordinates are whole. Shape is a face ready for cuts: corners, sides, a
//    plane.
// 2. region() is R(f, t): triangle t, cut by the sides of f and where the difference of their planes is at an end of
//    the window. Signs of the plane of f at the corners of t mostly show that no end of the window cuts it.
// 3. Look looks at one triangle: at the true faces near it, at those of the outer bound, and at the triangles before it
//    that it overlaps. What of R(f, t) no earlier triangle covers is added to what is covered (less()), so that each
//    place counts once. Triangles are looked at in ranges, by threads; their sums are added in order.
// 4. find_narrow() looks again at pairs of components that others of theirs would make split or merged.
//
// Cost: n log n for n faces and triangles that overlap few others; a triangle that overlaps k earlier ones costs k cuts
// for each of its regions. Memory: shapes of the true faces, one number for each region.
// Exact: all signs. Sums are fractions where they are wanted, else lie between two numbers (Total). A corner of a
// region is that of two lines of the input (cut()), so no number grows.
// Source: ours.
#include "files/compare.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>

#include "base/box_tree.h"

namespace plumb::checker {
namespace {

// The common denominator of the window and of points, those first that most have, as long as numbers stay short.
Integer unit_of(std::initializer_list<const Floor*> floors, const Comparing& by) {
  constexpr std::size_t most_bits = 61;
  std::map<Integer, std::size_t> counts;
  for (const Floor* floor : floors)
    for (std::size_t i = 0; floor && i < floor->points.size(); ++i)
      if (floor->points[i].w.bits() <= most_bits) ++counts[floor->points[i].w];
  std::vector<std::pair<std::size_t, Integer>> order;
  for (const auto& [denominator, count] : counts) order.push_back({count, denominator});
  std::ranges::stable_sort(order, std::greater(), [](const auto& o) { return o.first; });
  const auto multiple = [](const Integer& a, const Integer& b) { return a * exact_quotient(b, gcd(a, b)); };
  Integer unit = 1;
  for (const auto& [count, denominator] : order)
    if (Integer longer = multiple(unit, denominator); longer.bits() <= most_bits) unit = std::move(longer);
  return multiple(multiple(unit, by.below.get_den()), by.above.get_den());
}

// The sum is a positive multiple of a point's height over the plane.
struct Plane {
  Integer x, y, z, w;
  Integer over(const Point& p) const { return x * p.x + y * p.y + z * p.z + w * p.w; }
};

// Of three points that run counter-clockwise seen from above, each (x : y : z : w).
Plane plane_of(const Point& p, const Point& q, const Point& r) {
  const auto minor = [&](int i, int j, int k) {
    const auto at = [](const Point& v, int n) -> const Integer& { return n == 3 ? v.w : v[n]; };
    const auto pair = [&](int m, int n) { return at(q, m) * at(r, n) - at(q, n) * at(r, m); };
    return at(p, i) * pair(j, k) - at(p, j) * pair(i, k) + at(p, k) * pair(i, j);
  };
  return {minor(1, 2, 3), -minor(0, 2, 3), minor(0, 1, 3), -minor(0, 1, 2)};
}

// A convex figure whose edges lie on lines; empty without an area.
struct Part {
  Outline corners;
  std::vector<const Line*> edges;  // from each corner to the next, with the inside on the left
};

// What of it a half plane has.
void cut(Part& part, const Line& line) {
  const std::size_t n = part.corners.size();
  std::vector<int> sides(n);
  bool any = false, all = true;
  for (std::size_t i = 0; i < n; ++i) {
    sides[i] = side(line, part.corners[i]);
    any = any || sides[i] > 0;
    all = all && sides[i] >= 0;
  }
  if (any && all) return;
  Part out;
  for (std::size_t i = 0; any && i < n; ++i) {
    const int here = sides[i], next = sides[i + 1 == n ? 0 : i + 1];
    if (here >= 0) {
      out.corners.push_back(part.corners[i]);
      out.edges.push_back(here == 0 && next < 0 ? &line : part.edges[i]);
    }
    if (here * next >= 0) continue;
    out.corners.push_back(meet(*part.edges[i], line));
    out.edges.push_back(here > 0 ? &line : part.edges[i]);
  }
  part = std::move(out);
}

Line turned(const Line& l) { return {-l.a, -l.b, -l.c}; }

struct Shape {
  std::vector<const Point*> points;
  Outline corners;
  std::vector<Line> sides;
  Plane plane;

  Part part() const {
    Part out{corners, {}};
    for (const Line& l : sides) out.edges.push_back(&l);
    return out;
  }
  bool is_apart_from(const Shape& o) const {
    return std::ranges::any_of(sides, [&](const Line& l) {
      return std::ranges::all_of(o.corners, [&](const Vertex& v) { return side(l, v) <= 0; });
    });
  }
};

// A floor in the unit, with boxes around its faces.
class Faces {
 public:
  Faces(const Floor& floor, const Integer& unit) : floor_(floor) {
    for (const SpacePoint& p : floor.points) {
      const Integer shared = gcd(unit, p.w), times = exact_quotient(unit, shared);
      points_.emplace_back(p.x * times, p.y * times, p.z * times, exact_quotient(p.w, shared));
    }
    std::vector<Box> boxes;
    for (Index f = 0; f < floor.faces(); ++f) boxes.push_back(box(f));
    tree_.emplace(std::move(boxes));
  }

  Shape shape(Index f) const {
    Shape out;
    for (Index i = floor_.begin[f]; i < floor_.begin[f + 1]; ++i) {
      out.points.push_back(&points_[floor_.corners[i]]);
      out.corners.emplace_back(*out.points.back());
    }
    const std::size_t n = out.points.size();
    for (std::size_t i = 0; i < n; ++i)
      out.sides.push_back(Line::through(*out.points[i], *out.points[i + 1 == n ? 0 : i + 1]));
    std::size_t third = 2;
    while (third + 1 < n && side(out.sides[0], out.corners[third]) == 0) ++third;
    out.plane = plane_of(*out.points[0], *out.points[1], *out.points[third]);
    return out;
  }
  Box box(Index f) const {
    Box out{{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (Index i = floor_.begin[f]; i < floor_.begin[f + 1]; ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        const double at = points_[floor_.corners[i]].near[k];
        out.low[k] = std::min(out.low[k], at);
        out.high[k] = std::max(out.high[k], at);
      }
    return out;
  }
  const BoxTree& tree() const { return *tree_; }
  Index component(Index face) const { return floor_.component[floor_.owner[face]]; }
  const Floor& floor() const { return floor_; }

 private:
  const Floor& floor_;
  std::vector<Point> points_;
  std::optional<BoxTree> tree_;
};

struct Window {
  Integer below, above;
};

// R(f, t). Lines that it needs go to `lines`.
Part region(const Shape& f, const Shape& t, const Window& window, std::deque<Line>& lines) {
  if (f.is_apart_from(t) || t.is_apart_from(f)) return {};
  bool over[2] = {false, false}, all[2] = {true, true};  // the lower end of the window, the upper one
  for (const Point* p : t.points) {
    const Integer height = f.plane.over(*p), scale = f.plane.z * p->w;
    const int signs[2] = {sgn(height + window.below * scale), sgn(window.above * scale - height)};
    for (int end = 0; end < 2; ++end) {
      over[end] = over[end] || signs[end] > 0;
      all[end] = all[end] && signs[end] >= 0;
    }
  }
  if (!over[0] || !over[1]) return {};
  Part out = t.part();
  for (const Line& l : f.sides)
    if (!out.corners.empty()) cut(out, l);
  if (out.corners.empty() || (all[0] && all[1])) return out;
  const Integer both = f.plane.z * t.plane.z;
  const Line difference(f.plane.x * t.plane.z - t.plane.x * f.plane.z, f.plane.y * t.plane.z - t.plane.y * f.plane.z,
                        f.plane.w * t.plane.z - t.plane.w * f.plane.z);
  if (!all[0])
    cut(out, lines.emplace_back(difference.a, difference.b, difference.c + window.below * both));
  if (!all[1] && !out.corners.empty())
    cut(out, lines.emplace_back(-difference.a, -difference.b, window.above * both - difference.c));
  return out;
}

// Convex parts of what is in none of the parts but not in a region.
void take_away(std::vector<Part>& parts, const Part& region, std::deque<Line>& lines) {
  std::vector<Part> out;
  for (Part& part : parts) {
    Part common = part;
    for (const Line* l : region.edges)
      if (!common.corners.empty()) cut(common, *l);
    if (common.corners.empty()) {
      out.push_back(std::move(part));
      continue;
    }
    for (const Line* l : region.edges) {
      Part outside = part;
      cut(outside, lines.emplace_back(turned(*l)));
      if (!outside.corners.empty()) out.push_back(std::move(outside));
      cut(part, *l);
    }
  }
  parts = std::move(out);
}

struct Region {
  Index face, triangle;
};

// What some of the triangles have.
struct Found {
  Comparison sums;
  std::vector<Region> regions;
};

class Comparer {
 public:
  Comparer(const Floor& truth, const Floor& found, const Floor* outer, const Comparing& by, const Threads& threads)
      : by_(by),
        threads_(threads),
        unit_(unit_of({&truth, &found, outer}, by)),
        window_{mpz_class(by.below * fraction(unit_)), mpz_class(by.above * fraction(unit_))},
        truth_(truth, unit_),
        found_(found, unit_) {
    if (outer) outer_.emplace(*outer, unit_);
  }

  Comparison run() {
    Comparison out;
    out.unit = fraction(unit_);
    add_faces(truth_, true, out.truth, out.of_truth);
    add_faces(found_, true, out.found, out.of_found);
    if (outer_) {
      std::set<Index> all;
      add_faces(*outer_, true, out.outer, all);
    }
    out.missing = out.truth;
    out.excess = out.found;
    for (Index f = 0; f < truth_.floor().faces(); ++f) shapes_.push_back(truth_.shape(f));
    constexpr std::size_t at_once = 256;
    const std::size_t n = found_.floor().faces(), ranges = (n + at_once - 1) / at_once;
    std::vector<Found> parts(ranges);
    threads_.run(ranges, [&](std::size_t i) {
      for (std::size_t t = i * at_once; t < std::min(n, (i + 1) * at_once); ++t) look(static_cast<Index>(t), parts[i]);
    });
    for (Found& part : parts) {
      Comparison& s = part.sums;
      for (const auto& [to, from] : {std::pair(&out.covered, &s.covered), {&out.missing, &s.missing},
                                     {&out.matched, &s.matched}, {&out.excess, &s.excess}, {&out.overlap, &s.overlap}})
        to->add(std::move(*from));
      for (auto& [pair, sum] : s.common) out.common[pair].add(std::move(sum));
      out.beside_outer.merge(s.beside_outer);
      regions_.insert(regions_.end(), part.regions.begin(), part.regions.end());
    }
    out.regions = regions_.size();
    if (sgn(by_.step) > 0) find_narrow(out);
    return out;
  }

 private:
  static void add_faces(const Faces& faces, bool exactly, Total& sum, std::set<Index>& components) {
    for (Index f = 0; f < faces.floor().faces(); ++f) {
      sum.add(doubled_area(faces.shape(f).corners, exactly));
      components.insert(faces.component(f));
    }
  }

  // Calls visit(number) for faces that may be within the heights around a triangle.
  template <class Visit>
  void near(const Faces& faces, Index triangle, const Integer& down, const Integer& up, Visit&& visit) const {
    Box box = found_.box(triangle);
    const double low = down.truncated(), high = up.truncated();
    box.low[2] = box.low[2] - low - (slack(box.low[2]) + slack(low));
    box.high[2] = box.high[2] + high + (slack(box.high[2]) + slack(high));
    std::vector<Index> numbers;
    faces.tree().query(box, [&](Index i) { numbers.push_back(i); });
    std::ranges::sort(numbers);
    for (const Index i : numbers) visit(i);
  }

  void look(Index triangle, Found& out) const {
    const Shape t = found_.shape(triangle);
    std::deque<Line> lines;
    std::deque<Shape> earlier;
    const Integer height = window_.below + window_.above;
    near(found_, triangle, height, height, [&](Index i) {
      if (i >= triangle) return;
      Shape s = found_.shape(i);
      if (!s.is_apart_from(t) && !t.is_apart_from(s)) earlier.push_back(std::move(s));
    });
    const auto less_earlier = [&](const Shape& face, Part part) {
      std::vector<Part> parts{std::move(part)};
      for (const Shape& s : earlier)
        if (const Part r = region(face, s, window_, lines); !r.corners.empty()) take_away(parts, r, lines);
      return parts;
    };
    const Index j = found_.component(triangle);
    near(truth_, triangle, window_.above, window_.below, [&](Index f) {
      const Part r = region(shapes_[f], t, window_, lines);
      if (r.corners.empty()) return;
      const Comparison::Pair pair(truth_.component(f), j);
      const Measure area = doubled_area(r.corners, by_.exactly || by_.exactly_common.contains(pair));
      out.sums.common[pair].add(area);
      out.sums.matched.add(area);
      if (!outer_) out.sums.excess.subtract(area);
      out.regions.push_back({f, triangle});
      const auto add_covered = [&](const Measure& m) {
        out.sums.covered.add(m);
        out.sums.missing.subtract(m);
      };
      if (earlier.empty()) return add_covered(area);
      for (const Part& p : less_earlier(shapes_[f], r)) add_covered(doubled_area(p.corners, by_.exactly));
    });
    if (outer_) near(*outer_, triangle, window_.above, window_.below, [&](Index f) {
        const Part r = region(outer_->shape(f), t, window_, lines);
        if (r.corners.empty()) return;
        out.sums.excess.subtract(doubled_area(r.corners, by_.exactly));
        out.sums.beside_outer.insert(j);
      });
    if (earlier.empty()) return;
    out.sums.overlap.add(doubled_area(t.corners, true));
    for (const Part& p : less_earlier(t, t.part())) out.sums.overlap.subtract(doubled_area(p.corners, true));
  }

  // Pairs of which one component is in several.
  void find_narrow(Comparison& out) const {
    std::map<Index, int> truth, found;
    for (const auto& [pair, sum] : out.common) {
      ++truth[pair.first];
      ++found[pair.second];
    }
    using Key = std::pair<Index, Index>;  // of a cell and a polygon
    std::map<Comparison::Pair, std::map<Key, std::vector<Region>>> regions;
    for (const Region& r : regions_)
      if (const Comparison::Pair pair(truth_.component(r.face), found_.component(r.triangle));
          truth[pair.first] > 1 || found[pair.second] > 1)
        regions[pair][{truth_.floor().owner[r.face], found_.floor().owner[r.triangle]}].push_back(r);
    for (const auto& [pair, by_owners] : regions)
      if (std::ranges::all_of(by_owners, [&](const auto& entry) { return is_narrow(entry.second); }))
        out.narrow.insert(pair);
  }

  // By the sides of the convex hull: the lines nearest to each other that hold a convex polygon run along one of them.
  bool is_narrow(const std::vector<Region>& regions) const {
    std::vector<Place> corners;
    std::deque<Line> lines;
    for (const Region& r : regions)
      for (const Vertex& v : region(shapes_[r.face], found_.shape(r.triangle), window_, lines).corners)
        corners.push_back(place_of(v));
    std::ranges::sort(corners);
    const auto left = [](const Place& p, const Place& q, const Place& r) {
      return Fraction((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
    };
    std::vector<Place> hull;
    for (int half = 0; half < 2; ++half) {
      const std::size_t base = hull.size();
      for (const Place& p : corners) {
        while (hull.size() > base + 1 && sgn(left(hull[hull.size() - 2], hull.back(), p)) <= 0) hull.pop_back();
        hull.push_back(p);
      }
      hull.pop_back();
      std::ranges::reverse(corners);
    }
    const Fraction step = by_.step * fraction(unit_);
    for (std::size_t i = 0; i < hull.size(); ++i) {
      const Place &p = hull[i], &q = hull[i + 1 == hull.size() ? 0 : i + 1];
      const Fraction x = q[0] - p[0], y = q[1] - p[1];
      Fraction most = 0;
      for (const Place& r : hull) most = std::max(most, left(p, q, r));
      if (most * most < step * step * (x * x + y * y)) return true;
    }
    return false;
  }

  const Comparing& by_;
  const Threads& threads_;
  const Integer unit_;
  const Window window_;
  const Faces truth_, found_;
  std::optional<Faces> outer_;
  std::vector<Shape> shapes_;  // of the true faces
  std::vector<Region> regions_;
};

}  // namespace

Comparison compare_floors(const Floor& truth, const Floor& found, const Floor* outer, const Comparing& by,
                          const Threads& threads) {
  return Comparer(truth, found, outer, by, threads).run();
}

}  // namespace plumb::checker
