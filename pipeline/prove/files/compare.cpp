// SPDX-License-Identifier: LGPL-3.0-or-later
// The comparison of any floor with the true one (docs/theory/audits.md): areas that both have in common.
//
// 1. unit_of() chooses the unit in which most coordinates are whole. A FaceShape is a face ready for cuts: corners,
//    sides, a plane.
// 2. region() is R(f, t): triangle t, cut by the sides of f and where the difference of their planes is at an end of
//    the window. Boxes, or signs of the plane of f at the corners of t, mostly show that no end of the window cuts it.
// 3. look() is for one triangle: it looks at the true faces near it, at those of the outer bound, and at the triangles
//    before it that it overlaps. What of R(f, t) no earlier triangle covers (take_away()) is added to what is covered,
//    so that each place counts once. Threads look at ranges of triangles; their sums are added in order.
// 4. find_narrow() looks again at pairs of components that others of theirs would make split or merged.
//
// Cost: n log n for n faces and triangles that overlap few others; a triangle that overlaps k earlier ones costs k cuts
// for each of its regions. Memory: shapes of the true faces, one number for each region.
// Exact: all signs. Sums are fractions where they are wanted, else lie between two numbers (Total). A corner of a
// region is that of two lines of the input (cut_by()), so no number grows.
// Source: ours.
#include "files/compare.h"

#include <algorithm>
#include <array>
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
struct FacePlane {
  Integer x, y, z, w;
  Integer over(const Point& p) const { return x * p.x + y * p.y + z * p.z + w * p.w; }
};

// By what all have in common.
template <std::size_t n>
void reduce(std::array<Integer, n>& numbers) {
  Integer shared;
  for (const Integer& v : numbers) shared = gcd(shared, v);
  if (shared > 1)
    for (Integer& v : numbers) v = exact_quotient(v, shared);
}

// Of three points that run counter-clockwise seen from above.
FacePlane plane_of(const Point& p, const Point& q, const Point& r) {
  const auto way = [&](const Point& to, int axis) {
    return p.is_whole() && to.is_whole() ? to[axis] - p[axis] : to[axis] * p.w - p[axis] * to.w;
  };
  const auto turn = [&](int i, int j) { return way(q, i) * way(r, j) - way(q, j) * way(r, i); };
  if (sgn(way(q, 2)) == 0 && sgn(way(r, 2)) == 0) return {0, 0, p.w, -p.z};
  std::array<Integer, 3> normal{turn(1, 2), turn(2, 0), turn(0, 1)};
  if (!p.is_whole() || !q.is_whole() || !r.is_whole()) reduce(normal);
  const Integer at = normal[0] * p.x + normal[1] * p.y + normal[2] * p.z;
  if (p.is_whole()) return {normal[0], normal[1], normal[2], -at};
  std::array<Integer, 4> plane{normal[0] * p.w, normal[1] * p.w, normal[2] * p.w, -at};
  reduce(plane);
  return {plane[0], plane[1], plane[2], plane[3]};
}

// Through corners that are where lines of the level meet, most lines are such ones, of short numbers.
Line line_through(const Point& p, const Point& q) {
  const Line line = Line::through(p, q);
  if (p.is_short && q.is_short) return line;
  std::array<Integer, 3> reduced{line.a, line.b, line.c};
  reduce(reduced);
  return {reduced[0], reduced[1], reduced[2]};
}

// A convex figure whose edges lie on lines; empty without an area.
struct ConvexPart {
  Outline corners;
  std::vector<const Line*> edges;  // from each corner to the next, with the inside on the left
};

// What of it a half plane has.
void cut_by(ConvexPart& part, const Line& line) {
  const std::size_t n = part.corners.size();
  std::vector<int> sides(n);
  bool any = false, all = true;
  for (std::size_t i = 0; i < n; ++i) {
    sides[i] = side(line, part.corners[i]);
    any = any || sides[i] > 0;
    all = all && sides[i] >= 0;
  }
  if (any && all) return;
  ConvexPart out;
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

struct FaceShape {
  std::vector<const Point*> points;
  Outline corners;
  std::vector<Line> sides;
  Box box;
  mutable std::optional<FacePlane> known_plane;

  const FacePlane& plane() const {
    std::size_t third = 2;
    while (!known_plane && third + 1 < corners.size() && side(sides[0], corners[third]) == 0) ++third;
    if (!known_plane) known_plane = plane_of(*points[0], *points[1], *points[third]);
    return *known_plane;
  }
  ConvexPart part() const {
    ConvexPart out{corners, {}};
    for (const Line& l : sides) out.edges.push_back(&l);
    return out;
  }
  bool is_apart_from(const FaceShape& o) const {
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
      vertices_.emplace_back(points_.back());
    }
    std::vector<Box> boxes;
    for (Index f = 0; f < floor.faces(); ++f) boxes.push_back(box(f));
    tree_.emplace(std::move(boxes));
  }

  FaceShape shape(Index f, bool sides = true) const {
    FaceShape out;
    for (Index i = floor_.begin[f]; i < floor_.begin[f + 1]; ++i) {
      out.points.push_back(&points_[floor_.corners[i]]);
      out.corners.push_back(vertices_[floor_.corners[i]]);
    }
    const std::size_t n = out.points.size();
    for (std::size_t i = 0; sides && i < n; ++i)
      out.sides.push_back(line_through(*out.points[i], *out.points[i + 1 == n ? 0 : i + 1]));
    out.box = box(f);
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
  // Whether no corner of a face is inside of a line.
  bool is_outside(Index f, const Line& line) const {
    return std::all_of(floor_.corners.begin() + floor_.begin[f], floor_.corners.begin() + floor_.begin[f + 1],
                       [&](Index c) { return side(line, vertices_[c]) <= 0; });
  }
  const BoxTree& tree() const { return *tree_; }
  Index component(Index face) const { return floor_.component[floor_.owner[face]]; }
  const Floor& floor() const { return floor_; }

 private:
  const Floor& floor_;
  std::vector<Point> points_;
  Outline vertices_;  // these, seen from above
  std::optional<BoxTree> tree_;
};

struct Window {
  Integer below, above;

  // Whether doubles show that all of one box is within it over all of another.
  bool certainly_holds(const Box& of, const Box& over) const {
    const auto is_less = [](double high, double low, const Integer& end) {
      return high - low + (slack(high) + slack(low)) < end.truncated();
    };
    return is_less(of.high[2], over.low[2], above) && is_less(over.high[2], of.low[2], below);
  }
};

// R(f, t). Lines that it needs go to `lines`.
ConvexPart region(const FaceShape& f, const FaceShape& t, const Window& window, std::deque<Line>& lines) {
  if (f.is_apart_from(t) || t.is_apart_from(f)) return {};
  bool over[2] = {false, false}, all[2] = {true, true};  // the lower end of the window, the upper one
  const bool is_near = window.certainly_holds(t.box, f.box);
  for (std::size_t i = 0; !is_near && i < t.points.size(); ++i) {
    const Point* const p = t.points[i];
    const Integer height = f.plane().over(*p), scale = f.plane().z * p->w;
    const int signs[2] = {sgn(height + window.below * scale), sgn(window.above * scale - height)};
    for (int end = 0; end < 2; ++end) {
      over[end] = over[end] || signs[end] > 0;
      all[end] = all[end] && signs[end] >= 0;
    }
  }
  if (!is_near && (!over[0] || !over[1])) return {};
  ConvexPart out = t.part();
  for (const Line& l : f.sides)
    if (!out.corners.empty()) cut_by(out, l);
  if (out.corners.empty() || (all[0] && all[1])) return out;
  const FacePlane &p = f.plane(), &q = t.plane();
  const Integer both = p.z * q.z;
  const Line difference(p.x * q.z - q.x * p.z, p.y * q.z - q.y * p.z, p.w * q.z - q.w * p.z);
  if (!all[0]) cut_by(out, lines.emplace_back(difference.a, difference.b, difference.c + window.below * both));
  if (!all[1] && !out.corners.empty())
    cut_by(out, lines.emplace_back(-difference.a, -difference.b, window.above * both - difference.c));
  return out;
}

// Convex parts of what is in none of the parts but not in a region.
void take_away(std::vector<ConvexPart>& parts, const ConvexPart& region, std::deque<Line>& lines) {
  std::vector<ConvexPart> out;
  for (ConvexPart& part : parts) {
    ConvexPart common = part;
    for (const Line* l : region.edges)
      if (!common.corners.empty()) cut_by(common, *l);
    if (common.corners.empty()) {
      out.push_back(std::move(part));
      continue;
    }
    for (const Line* l : region.edges) {
      ConvexPart outside = part;
      cut_by(outside, lines.emplace_back(turned(*l)));
      if (!outside.corners.empty()) out.push_back(std::move(outside));
      cut_by(part, *l);
    }
  }
  parts = std::move(out);
}

struct CommonPart {
  Index face, triangle;
};

// What some of the triangles have.
struct Found {
  Comparison sums;
  std::vector<CommonPart> regions;
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
    Comparison out = empty();
    out.unit = fraction(unit_);
    out.truth = sum_of(truth_, by_.exact_truth, out.of_truth);
    out.found = sum_of(found_, by_.exact_found, out.of_found);
    if (outer_) {
      std::set<Index> all;
      out.outer = sum_of(*outer_, by_.exact_outer, all);
    }
    for (Index f = 0; f < truth_.floor().faces(); ++f) {
      shapes_.push_back(truth_.shape(f));
      shapes_.back().plane();
    }
    constexpr std::size_t at_once = 256;
    const std::size_t n = found_.floor().faces(), ranges = (n + at_once - 1) / at_once;
    std::vector<Found> parts(ranges, {empty(), {}});
    threads_.run(ranges, [&](std::size_t i) {
      for (std::size_t t = i * at_once; t < std::min(n, (i + 1) * at_once); ++t) look(static_cast<Index>(t), parts[i]);
    });
    for (Found& part : parts) {
      Comparison& s = part.sums;
      out.covered.add(s.covered);
      out.matched.add(s.matched);
      out.within_outer.add(s.within_outer);
      out.overlap.add(s.overlap);
      for (const auto& [pair, sum] : s.common) common_of(out, pair).add(sum);
      out.beside_outer.merge(s.beside_outer);
      regions_.insert(regions_.end(), part.regions.begin(), part.regions.end());
    }
    out.missing = out.truth;
    out.missing.subtract(out.covered);
    out.excess = out.found;
    out.excess.subtract(outer_ ? out.within_outer : out.matched);
    out.regions = regions_.size();
    if (sgn(by_.step) > 0) find_narrow(out);
    return out;
  }

 private:
  Comparison empty() const {
    Comparison out;
    for (Total* sum : {&out.covered, &out.matched, &out.within_outer}) *sum = Total(by_.exactly);
    out.overlap = Total(true);
    return out;
  }
  bool is_exact(const Comparison::Pair& pair) const { return by_.exactly_common.contains(pair); }
  Total& common_of(Comparison& sums, const Comparison::Pair& pair) const {
    return sums.common.try_emplace(pair, is_exact(pair)).first->second;
  }
  static Total sum_of(const Faces& faces, bool exactly, std::set<Index>& components) {
    Total sum(exactly);
    for (Index f = 0; f < faces.floor().faces(); ++f) {
      sum.add(doubled_area(faces.shape(f, false).corners, exactly));
      components.insert(faces.component(f));
    }
    return sum;
  }

  // Calls visit(number) for faces that may be within the heights around a triangle.
  template <class Visit>
  void near(const Faces& faces, Index triangle, const Integer& down, const Integer& up, Visit&& visit) const {
    Box box = found_.box(triangle);
    const double low = down.truncated(), high = up.truncated();
    box.low[2] = box.low[2] - low - (slack(box.low[2]) + slack(low));
    box.high[2] = box.high[2] + high + (slack(box.high[2]) + slack(high));
    std::vector<Index> numbers;  // ascending, so that sums are of one order
    faces.tree().query(box, [&](Index i) { numbers.push_back(i); });
    std::ranges::sort(numbers);
    for (const Index i : numbers) visit(i);
  }

  void look(Index triangle, Found& out) const {
    const FaceShape t = found_.shape(triangle);
    std::deque<Line> lines;
    std::deque<FaceShape> earlier;
    const Integer height = window_.below + window_.above;
    near(found_, triangle, height, height, [&](Index i) {
      const auto is_outside = [&](const Line& l) { return found_.is_outside(i, l); };
      if (i >= triangle || std::ranges::any_of(t.sides, is_outside)) return;
      FaceShape s = found_.shape(i);
      if (!s.is_apart_from(t)) earlier.push_back(std::move(s));
    });
    const auto less_earlier = [&](const FaceShape& face, ConvexPart part) {
      std::vector<ConvexPart> parts{std::move(part)};
      for (const FaceShape& s : earlier) {
        if (parts.empty()) break;
        if (const ConvexPart r = region(face, s, window_, lines); !r.corners.empty()) take_away(parts, r, lines);
      }
      return parts;
    };
    const Index j = found_.component(triangle);
    near(truth_, triangle, window_.above, window_.below, [&](Index f) {
      const ConvexPart r = region(shapes_[f], t, window_, lines);
      if (r.corners.empty()) return;
      const Comparison::Pair pair(truth_.component(f), j);
      const Measure area = doubled_area(r.corners, by_.exactly || is_exact(pair));
      common_of(out.sums, pair).add(area);
      out.sums.matched.add(area);
      out.regions.push_back({f, triangle});
      if (earlier.empty()) return out.sums.covered.add(area);
      for (const ConvexPart& p : less_earlier(shapes_[f], r))
        out.sums.covered.add(doubled_area(p.corners, by_.exactly));
    });
    if (outer_)
      near(*outer_, triangle, window_.above, window_.below, [&](Index f) {
        const ConvexPart r = region(outer_->shape(f), t, window_, lines);
        if (r.corners.empty()) return;
        out.sums.within_outer.add(doubled_area(r.corners, by_.exactly));
        out.sums.beside_outer.insert(j);
      });
    if (earlier.empty()) return;
    Total free(true);
    for (const ConvexPart& p : less_earlier(t, t.part())) free.add(doubled_area(p.corners, true));
    out.sums.overlap.add(doubled_area(t.corners, true));
    out.sums.overlap.subtract(free);
  }

  // Pairs of which one component is in several.
  void find_narrow(Comparison& out) const {
    std::map<Index, int> truth, found;
    for (const auto& [pair, sum] : out.common) {
      ++truth[pair.first];
      ++found[pair.second];
    }
    using Key = std::pair<Index, Index>;  // of a cell and a polygon
    std::map<Comparison::Pair, std::map<Key, std::vector<CommonPart>>> regions;
    for (const CommonPart& r : regions_)
      if (const Comparison::Pair pair(truth_.component(r.face), found_.component(r.triangle));
          truth[pair.first] > 1 || found[pair.second] > 1)
        regions[pair][{truth_.floor().owner[r.face], found_.floor().owner[r.triangle]}].push_back(r);
    for (const auto& [pair, by_owners] : regions)
      if (!std::ranges::any_of(by_owners, [&](const auto& entry) { return is_certainly_wide(entry.second.front()); }) &&
          std::ranges::all_of(by_owners, [&](const auto& entry) { return is_narrow(entry.second); }))
        out.narrow.insert(pair);
  }

  // Between lines nearer to each other than the step there is less area than that times the diagonal of its box. Twice
  // as much is left for rounding.
  bool is_certainly_wide(const CommonPart& r) const {
    std::deque<Line> lines;
    const Outline corners = region(shapes_[r.face], found_.shape(r.triangle), window_, lines).corners;
    const Box box = box_of(corners);
    const double area = Fraction(doubled_area(corners, false).low >> 128).get_d() / 2,
                 step = Fraction(by_.step * fraction(unit_)).get_d();
    return area > 2 * step * (box.high[0] - box.low[0] + (box.high[1] - box.low[1]));
  }

  // By the sides of the convex hull: the lines nearest to each other that hold a convex polygon run along one of them.
  bool is_narrow(const std::vector<CommonPart>& regions) const {
    Outline corners;
    std::deque<Line> lines;
    for (const CommonPart& r : regions)
      std::ranges::move(region(shapes_[r.face], found_.shape(r.triangle), window_, lines).corners,
                        std::back_inserter(corners));
    const auto before = [](const Vertex& v, const Vertex& w) {
      const int x = compare(Position(v, true), Position(w, true));
      return x != 0 ? x < 0 : compare(Position(v, false), Position(w, false)) < 0;
    };
    const auto through = [](const Vertex& v, const Vertex& w) {
      return Line(v.y * w.w - w.y * v.w, w.x * v.w - v.x * w.w, v.x * w.y - v.y * w.x);
    };
    std::ranges::sort(corners, before);
    Outline hull;
    for (int half = 0; half < 2; ++half) {
      const std::size_t base = hull.size();
      for (const Vertex& v : corners) {
        while (hull.size() > base + 1 && side(through(hull[hull.size() - 2], hull.back()), v) <= 0) hull.pop_back();
        hull.push_back(v);
      }
      hull.pop_back();
      std::ranges::reverse(corners);
    }
    // The line's value at a corner, over the length of (a, b) and the corner's w, is the corner's distance.
    const Fraction step = by_.step * fraction(unit_);
    const Integer above = step.get_num(), below = step.get_den();
    for (std::size_t i = 0; i < hull.size(); ++i) {
      const Line l = through(hull[i], hull[i + 1 == hull.size() ? 0 : i + 1]);
      const Integer limit = above * above * (l.a * l.a + l.b * l.b);
      if (std::ranges::all_of(hull, [&](const Vertex& v) {
            const Integer far = value(l, v) * below;
            return far * far < limit * v.w * v.w;
          }))
        return true;
    }
    return false;
  }

  const Comparing& by_;
  const Threads& threads_;
  const Integer unit_;
  const Window window_;
  const Faces truth_, found_;
  std::optional<Faces> outer_;
  std::vector<FaceShape> shapes_;  // of the true faces
  std::vector<CommonPart> regions_;
};

}  // namespace

Comparison compare_floors(const Floor& truth, const Floor& found, const Floor* outer, const Comparing& by,
                          const Threads& threads) {
  return Comparer(truth, found, outer, by, threads).run();
}

}  // namespace plumb::checker
