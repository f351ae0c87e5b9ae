// SPDX-License-Identifier: LGPL-3.0-or-later
// The region that the outline of a face winds around, in triangles. The outline may touch itself, run along itself and,
// if it is not planar, leave corners inside its projection. The triangles must not depend on the corner where it
// starts.
//
// 1. number_places(): corners at one place in projection become one place. Places are numbered in lexicographic order
//    of their coordinates, so along every line the numbers ascend in one direction.
// 2. cancel(): edges are sorted by their lines. A scan along each line counts, stretch by stretch, how often the
//    outline runs up the line less how often it runs down. A count of 0 cancels the stretch. A count of 1 or -1 makes
//    it a Segment. With a greater one the winding numbers on its two sides differ by more than 1, and there is no
//    region.
// 3. triangulate(): Delaunay triangulation of the places, in random rounds that each are sorted by coordinates
//    (in_rounds), with the segments inserted and split at places on them. If segments cross elsewhere, there is no
//    region of places alone. Places on no segment are left out, and the others are triangulated again.
// 4. wind(): winding numbers, from 0 beyond the hull on from triangle to triangle. They must all be 0 and 1, or 0 and
//    -1.
// 5. emit(): triangles that share a circle and an edge that is no segment are united to a polygon, and each polygon is
//    split into the fan from its first place.
// join_triangles() then makes convex polygons of the triangles (Hertel & Mehlhorn).
//
// crossed_region_of() takes outlines that region_of() has refused. Where two segments cross in a point that is no
// place, the winding numbers around it are w, w + 1, w + 2 and w + 1, and there is no region. But they are w, w + 1, w,
// w + 1, ... if three segments or any odd number of them cross there and alternate: every second one runs up its line.
// crossings() inserts the segments as triangulate() does, puts a point into the mesh wherever two cross, and gives up
// at the first one around which segments do not alternate. With these points as corners the outline is one for steps 1
// to 5, which also judge the winding numbers.
//
// Cost: n log n for most outlines; n^2 at worst, in the triangulation; n for each crossing, to find all segments that
// pass through it. Memory linear in n and in the crossings.
// Exact: projected coordinates are fractions with intervals of doubles around them; intervals decide first. Doubles
// that order edges by length decide which polygons result, not whether they are convex.
// Sources: Lee & Lin (1986) and Chew (1989): the constrained Delaunay triangulation is unique but for points on one
// circle; Amenta, Choi & Rote (2003) for the rounds; Hertel & Mehlhorn (1985).
#include "plumb/kernel/face_outline.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "plumb/kernel/constrained_delaunay.h"
#include "plumb/kernel/half_edge_mesh.h"
#include "plumb/kernel/union_find.h"

namespace plumb::kernel {
namespace {

using Index = std::uint32_t;
using Delaunay = ConstrainedDelaunay;

// The axes that a projection along one leaves, ascending.
std::array<int, 2> axes_left(int axis) { return {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2}; }

std::strong_ordering compare_places(const PointTable& points, int axis, PointId p, PointId q) {
  const auto [u, v] = axes_left(axis);
  const auto first = compare(points, u, p, q);
  return first != 0 ? first : compare(points, v, p, q);
}

class RegionFinder {
 public:
  RegionFinder(const PointTable& points, int axis, std::span<const PointId> corners)
      : table_(points), axis_(axis), corners_(corners) {}

  std::optional<FaceRegion> run() {
    if (!number_places() || !cancel()) return std::nullopt;
    FaceRegion out;
    counts_.assign(places_.size(), false);
    if (!segments_.empty()) {
      std::vector<Index> all(places_.size());
      std::iota(all.begin(), all.end(), 0);
      if (!triangulate(all)) return std::nullopt;
      std::erase_if(all, [&](Index p) { return !counts_[p]; });
      if (all.size() < places_.size() && !triangulate(all)) return std::nullopt;
      emit(out);
    }
    for (Index i = 0; i < corners_.size(); ++i)
      if (!counts_[place_[i]]) out.left_out.push_back(i);
    return out;
  }

  // A point in projection, in the table's unit, with the edges of FaceRegion::Crossing.
  struct Crossing {
    PlanPoint at;
    std::array<Index, 2> edges;
  };
  // All points in which segments cross and that are no places; none if the segments through one of them do not
  // alternate.
  std::optional<std::vector<Crossing>> crossings() {
    std::vector<Crossing> out;
    if (!number_places() || !cancel()) return std::nullopt;
    if (segments_.empty()) return out;
    std::vector<Index> all(places_.size()), passed;
    std::iota(all.begin(), all.end(), 0);
    const std::vector<Index> number = begin_mesh(all);
    for (Index s = 0; s < segments_.size(); ++s) {
      const Segment& way = segments_[s];
      while (!mesh_->add_way(number[way.from], number[way.to], s, passed)) {
        const Index h = mesh_->crossed_segment();
        const Segment& other = segments_[mesh_->name(h)];
        const FilteredPoint& p = near_.emplace_back(
            crossing(places_[way.from].at, places_[way.to].at, places_[other.from].at, places_[other.to].at));
        if (!alternate_around(p)) return std::nullopt;
        out.push_back({p.at, edges_through(p)});
        mesh_->split_segment(h, near_);
      }
    }
    std::ranges::sort(out, {}, &Crossing::at);
    return out;
  }

 private:
  struct Segment {
    Index from, to;  // places, in the direction of the outline
  };

  // --- 1. Places.

  bool number_places() {
    const auto [u, v] = axes_left(axis_);
    std::vector<Index> order(corners_.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](Index i, Index j) {
      const auto c = compare_places(table_, axis_, corners_[i], corners_[j]);
      return c != 0 ? c < 0 : corners_[i] < corners_[j];
    });
    place_.resize(corners_.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
      const PointId p = corners_[order[k]];
      if (k == 0 || compare_places(table_, axis_, corners_[order[k - 1]], p) != 0) {
        point_.push_back(p);
        places_.emplace_back(PlanPoint{mpq_class(table_.exact(p, u)), mpq_class(table_.exact(p, v))});
      } else if (compare(table_, axis_, corners_[order[k - 1]], p) != 0) {
        return false;
      }
      place_[order[k]] = static_cast<Index>(places_.size() - 1);
    }
    return true;
  }

  // --- 2. Lines.

  struct Edge {
    Index low, high;
    int times;  // 1 if the outline runs up it, -1 if down
  };

  // Compares the lines of two edges: by direction, then from right to left. 0: one line.
  Sign compare_lines(const Edge& e, const Edge& f) const {
    if (e.low == f.low && e.high == f.high) return Sign::zero;
    const FilteredPoint &a = places_[e.low], &b = places_[e.high], &c = places_[f.low], &d = places_[f.high];
    const Sign turned = orientation_of_vectors(a, b, c, d);
    return turned != 0 ? turned : orientation(a, b, c);
  }

  bool cancel() {
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < place_.size(); ++i) {
      const Index p = place_[i], q = place_[i + 1 == place_.size() ? 0 : i + 1];
      if (p != q) edges.push_back({std::min(p, q), std::max(p, q), p < q ? 1 : -1});
    }
    std::sort(edges.begin(), edges.end(), [&](const Edge& e, const Edge& f) {
      const Sign c = compare_lines(e, f);
      return c != 0 ? c < 0 : std::tie(e.low, e.high, e.times) < std::tie(f.low, f.high, f.times);
    });
    std::vector<std::pair<Index, int>> steps;
    for (std::size_t i = 0, j; i < edges.size(); i = j) {
      steps.clear();
      for (j = i; j < edges.size() && compare_lines(edges[i], edges[j]) == 0; ++j) {
        steps.push_back({edges[j].low, edges[j].times});
        steps.push_back({edges[j].high, -edges[j].times});
      }
      std::sort(steps.begin(), steps.end());
      int times = 0;
      for (std::size_t k = 0; k < steps.size(); ++k) {
        if (k > 0 && steps[k].first != steps[k - 1].first && times != 0) {
          if (times < -1 || times > 1) return false;
          const Index low = steps[k - 1].first, high = steps[k].first;
          segments_.push_back(times > 0 ? Segment{low, high} : Segment{high, low});
        }
        times += steps[k].second;
      }
    }
    return true;
  }

  // --- 3. and 4. Triangles.

  // Triangulates places. Returns by place its number in the mesh.
  std::vector<Index> begin_mesh(const std::vector<Index>& places) {
    place_of_ = Delaunay::in_rounds(places);
    near_.clear();
    std::vector<Index> number(places_.size());
    for (const Index p : place_of_) {
      number[p] = static_cast<Index>(near_.size());
      near_.push_back(places_[p]);
    }
    mesh_.emplace(near_);
    return number;
  }

  // False if segments cross, or if some winding numbers are not 0 and 1 alone, or 0 and -1 alone.
  bool triangulate(const std::vector<Index>& places) {
    const std::vector<Index> number = begin_mesh(places);
    std::vector<Index> passed;
    for (Index s = 0; s < segments_.size(); ++s) {
      const Segment& way = segments_[s];
      if (!mesh_->add_way(number[way.from], number[way.to], s, passed)) return false;
      counts_[way.from] = counts_[way.to] = true;
    }
    for (const Index p : passed) counts_[place_of_[p]] = true;
    return wind();
  }

  Index from(Index h) const { return place_of_[mesh_->from(h)]; }
  Index to(Index h) const { return from(Delaunay::next(h)); }

  // Whether the triangle of h lies to the left of the segment along h, in the direction of the outline.
  bool left_of_segment(Index h) const {
    const Segment& s = segments_[mesh_->name(h)];
    return (from(h) < to(h)) == (s.from < s.to);
  }

  bool wind() {
    constexpr int unknown = 2;
    const Index count = mesh_->half_edge_count() / 3;
    std::vector<int> winding(count, unknown);
    std::vector<Index> next;
    for (Index t = 0; next.empty(); ++t)
      if (mesh_->is_beyond(t)) next.push_back(t), winding[t] = 0;
    while (!next.empty()) {
      const Index t = next.back();
      next.pop_back();
      for (const Index h : {3 * t, 3 * t + 1, 3 * t + 2}) {
        const Index g = mesh_->twin(h);
        int there = winding[t];
        if (mesh_->name(h) != Delaunay::none) there += left_of_segment(h) ? -1 : 1;
        if (winding[g / 3] != unknown) continue;
        if (there < -1 || there > 1) return false;
        winding[g / 3] = there;
        next.push_back(g / 3);
      }
    }
    const auto [least, most] = std::minmax_element(winding.begin(), winding.end());
    winding_ = *least + *most;  // one of them is 0, or the outline winds both ways
    inside_.assign(count, false);
    for (Index t = 0; t < count; ++t) inside_[t] = winding[t] != 0;
    return *least == 0 || *most == 0;
  }

  // --- Crossings.

  // Whether a point is on the line of two places, between them.
  bool is_between(const FilteredPoint& p, Index from, Index to) const {
    const FilteredPoint &low = places_[std::min(from, to)], &high = places_[std::max(from, to)];
    return order_of(low, p) < 0 && order_of(p, high) < 0 && orientation(low, high, p) == 0;
  }

  // Whether the segments within which a point lies are an odd number, and alternate by their directions: seen around
  // the point, the outline comes in, goes out, comes in, and so on. Every line is met again half a turn later, in the
  // other direction; so an even number of them does not alternate.
  bool alternate_around(const FilteredPoint& p) const {
    std::vector<Segment> through;
    for (const Segment& s : segments_)
      if (is_between(p, s.from, s.to)) through.push_back(s);
    const auto turn = [&](const Segment& s, const Segment& t) {
      return orientation_of_vectors(places_[std::min(s.from, s.to)], places_[std::max(s.from, s.to)],
                                    places_[std::min(t.from, t.to)], places_[std::max(t.from, t.to)]);
    };
    std::ranges::sort(through, [&](const Segment& s, const Segment& t) { return turn(s, t) > 0; });
    const auto alike = [](const Segment& s, const Segment& t) { return (s.from < s.to) == (t.from < t.to); };
    return through.size() % 2 == 1 && std::ranges::adjacent_find(through, alike) == through.end();
  }

  std::array<Index, 2> edges_through(const FilteredPoint& p) const {
    std::optional<Index> first;
    for (Index i = 0;; ++i) {
      const Index from = place_[i], to = place_[i + 1 == place_.size() ? 0 : i + 1];
      if (!is_between(p, from, to)) continue;
      if (!first) first = i;
      else if (orientation(places_[place_[*first]], p, places_[from]) != 0) return {*first, i};
    }
  }

  // --- 5. Circles.

  void emit(FaceRegion& out) const {
    UnionFind polygons(static_cast<Index>(inside_.size()));
    const auto apex = [&](Index h) -> const FilteredPoint& { return near_[mesh_->from(Delaunay::prev(h))]; };
    for (Index h = 0; h < mesh_->half_edge_count(); ++h) {
      const Index g = mesh_->twin(h);
      if (h < g && inside_[h / 3] && mesh_->name(h) == Delaunay::none &&
          in_circle(near_[mesh_->from(h)], near_[mesh_->from(g)], apex(h), apex(g)) == 0)
        polygons.unite(h / 3, g / 3);
    }
    struct Side {
      Index polygon, from, to;
      auto operator<=>(const Side&) const = default;
    };
    std::vector<Side> sides;
    for (Index h = 0; h < mesh_->half_edge_count(); ++h)
      if (inside_[h / 3] && polygons.find(h / 3) != polygons.find(mesh_->twin(h) / 3))
        sides.push_back({polygons.find(h / 3), from(h), to(h)});
    std::sort(sides.begin(), sides.end());
    std::vector<std::array<Index, 3>> triangles;
    for (std::size_t i = 0, j; i < sides.size(); i = j) {
      for (j = i; j < sides.size() && sides[j].polygon == sides[i].polygon; ++j) {}
      const auto side_from = [&, i = i, j = j](Index place) {
        return *std::lower_bound(sides.begin() + static_cast<std::ptrdiff_t>(i),
                                 sides.begin() + static_cast<std::ptrdiff_t>(j), Side{sides[i].polygon, place, 0});
      };
      const Index first = sides[i].from;
      for (Side s = side_from(sides[i].to); s.to != first; s = side_from(s.to))
        triangles.push_back(winding_ > 0 ? std::array{first, s.from, s.to} : std::array{first, s.to, s.from});
    }
    std::sort(triangles.begin(), triangles.end());
    for (const auto& t : triangles) {
      for (const Index p : t) out.triangles.corners.push_back(point_[p]);
      out.triangles.begin.push_back(static_cast<Index>(out.triangles.corners.size()));
    }
    // Seen along y, the remaining axes x and z make a mirror image, in which turns have the other sign.
    out.sign = sign_of(axis_ == 1 ? -winding_ : winding_);
  }

  const PointTable& table_;
  const int axis_;
  const std::span<const PointId> corners_;
  std::vector<Index> place_;           // by corner
  std::vector<PointId> point_;         // by place
  std::vector<FilteredPoint> places_;  // ascending
  std::vector<Segment> segments_;
  std::vector<bool> counts_;         // by place: it is on a segment
  std::vector<Index> place_of_;      // by point of the mesh
  std::vector<FilteredPoint> near_;  // by point of the mesh
  std::optional<Delaunay> mesh_;
  int winding_ = 0;
  std::vector<bool> inside_;  // by triangle
};

// Twice the area vector, whose components are sums of products of differences from the first corner.
template <class Number, class Difference>
std::array<Number, 3> doubled_area_vector(std::span<const PointId> corners, const Difference& d) {
  std::array<Number, 3> sum{Number(0), Number(0), Number(0)};
  const auto to = [&](std::size_t k) {
    return std::array<Number, 3>{d(corners[k], 0), d(corners[k], 1), d(corners[k], 2)};
  };
  for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
    const auto part = formulas::cross(to(k), to(k + 1));
    for (int a = 0; a < 3; ++a) sum[a] = sum[a] + part[a];
  }
  return sum;
}

std::array<mpq_class, 3> exact_area_vector(const PointTable& points, std::span<const PointId> corners) {
  return doubled_area_vector<mpq_class>(
      corners, [&, o = corners[0]](PointId p, int k) { return mpq_class(points.exact(p, k) - points.exact(o, k)); });
}

// The axis and the sign, if intervals of doubles decide both.
std::optional<Projection> near_projection(const PointTable& points, std::span<const PointId> corners) {
  const auto area = doubled_area_vector<Interval>(
      corners, [&, o = corners[0]](PointId p, int k) { return interval_of(points, p, k) - interval_of(points, o, k); });
  Interval size[3];
  for (int a = 0; a < 3; ++a)
    size[a] = area[a].low >= 0    ? area[a]
              : area[a].high <= 0 ? -area[a]
                                  : Interval{0, std::max(-area[a].low, area[a].high)};
  for (const int axis : {2, 1, 0}) {
    const double others = std::max(size[(axis + 1) % 3].high, size[(axis + 2) % 3].high);
    if (const auto sign = area[axis].sign(); sign && size[axis].low > others) return Projection{axis, *sign};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Projection> area_projection(const PointTable& points, std::span<const PointId> corners) {
  assert(!corners.empty());
  if (const auto near = near_projection(points, corners)) return near;
  const auto area = exact_area_vector(points, corners);
  int axis = 2;
  for (const int other : {1, 0})
    if (cmp(abs(area[other]), abs(area[axis])) > 0) axis = other;
  const int sign = sgn(area[axis]);
  if (sign == 0) return std::nullopt;
  return Projection{axis, sign_of(sign)};
}

mpq_class doubled_fan_excess(const PointTable& points, int axis, std::span<const PointId> corners) {
  assert(!corners.empty());
  mpq_class sum = 0, outline = 0;
  for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
    const mpq_class area = exact_area_vector(points, std::array{corners[0], corners[k], corners[k + 1]})[axis];
    sum += abs(area);
    outline += area;
  }
  return sum - abs(outline);
}

std::optional<FaceRegion> region_of(const PointTable& points, int axis, std::span<const PointId> corners) {
  return RegionFinder(points, axis, corners).run();
}

std::optional<FaceRegion> crossed_region_of(PointTable& points, int axis, std::span<const PointId> corners) {
  const auto found = RegionFinder(points, axis, corners).crossings();
  if (!found || found->empty()) return std::nullopt;
  const auto end_of = [&](Index edge) { return corners[edge + 1 == corners.size() ? 0 : edge + 1]; };
  std::vector<ExactPoint> places;
  for (const auto& c : *found) {
    const PointId from = corners[c.edges[0]], to = end_of(c.edges[0]);
    const auto axes = axes_left(axis);
    const std::size_t k = compare(points, axes[0], from, to) != 0 ? 0 : 1;
    const mpq_class begin = points.exact(from, axes[k]), length = points.exact(to, axes[k]) - begin;
    places.push_back(
        point_along(exact_point(points, from), exact_point(points, to), mpq_class((c.at[k] - begin) / length)));
  }
  const PointId first = points.append(places);
  // The outline with each crossing as a corner within one of its edges.
  std::vector<Index> order(found->size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](Index c) { return (*found)[c].edges[0]; });
  std::vector<PointId> outline;
  std::vector<Index> corner_at;  // by place in the outline
  auto next = order.begin();
  for (Index i = 0; i < corners.size(); ++i) {
    outline.push_back(corners[i]);
    const auto begin = next;
    while (next != order.end() && (*found)[*next].edges[0] == i) ++next;
    // Crossings ascend. Along the edge they may descend.
    const bool ascends = begin == next || compare_places(points, axis, corners[i], end_of(i)) < 0;
    for (auto c = begin; c != next; ++c) outline.push_back(first + (ascends ? *c : *(next - 1 - (c - begin))));
    corner_at.resize(outline.size(), i);
  }
  auto region = RegionFinder(points, axis, outline).run();
  if (!region) return std::nullopt;
  for (Index& i : region->left_out) i = corner_at[i];
  for (Index c = 0; c < found->size(); ++c) region->crossings.push_back({first + c, (*found)[c].edges});
  return region;
}

CornerLists join_triangles(const PointTable& points, int axis, const FaceRegion& region) {
  HalfEdgeMesh<> mesh;
  const CornerLists& triangles = region.triangles;
  for (std::size_t t = 0; t < triangles.size(); ++t)
    mesh.add_face(std::span(triangles.corners).subspan(triangles.begin[t], 3));
  mesh.glue_all();

  std::vector<Index> inner;
  mesh.find_inner(inner);
  const auto length = [&](Index h) {  // rounded: only the order of removal depends on it
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      const double d = points.approx(mesh[h].from, k) - points.approx(mesh.to(h), k);
      sum += d * d;
    }
    return sum < HUGE_VAL ? sum : HUGE_VAL;
  };
  std::vector<double> lengths(mesh.size());
  for (const Index h : inner) lengths[h] = length(h);
  std::stable_sort(inner.begin(), inner.end(), [&](Index g, Index h) { return lengths[g] > lengths[h]; });
  const auto convex = [&](Index in, Index out, Index) {
    return orientation(points, axis, mesh[in].from, mesh[out].from, mesh.to(out)) * region.sign != Sign::negative;
  };
  for (const Index h : inner)
    if (mesh.convex_union(h, mesh[h].twin, convex)) mesh.remove_edge(h);

  std::vector<std::vector<PointId>> polygons;
  std::vector<bool> done(mesh.size());
  for (Index h = 0; h < mesh.size(); ++h) {
    if (done[h] || !mesh.alive(h)) continue;
    auto& polygon = polygons.emplace_back();
    for (Index g = h; !done[g]; g = mesh[g].next) {
      done[g] = true;
      polygon.push_back(mesh[g].from);
    }
    std::rotate(polygon.begin(), std::min_element(polygon.begin(), polygon.end()), polygon.end());
  }
  std::sort(polygons.begin(), polygons.end());
  CornerLists out;
  for (const auto& polygon : polygons) {
    out.corners.insert(out.corners.end(), polygon.begin(), polygon.end());
    out.begin.push_back(static_cast<Index>(out.corners.size()));
  }
  return out;
}

}  // namespace plumb::kernel
