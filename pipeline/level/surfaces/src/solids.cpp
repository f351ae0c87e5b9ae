// SPDX-License-Identifier: GPL-3.0-or-later
// Closed components of a level: sets of faces, connected by edges, in which every directed edge is met by its reverse
// as often as it occurs. By their signed volumes they are solids, cavities in solids, rooms modelled from inside, or
// flat.
//
// 1. Components buckets all edges of all faces by their lower point (bucket_edges), sorts each bucket by the higher
//    point, unites faces that share an edge, and marks a component open if some edge's two directions do not balance
//    (join). It counts these edges, and keeps the first of them.
// 2. volumes() adds up six times the volume of the tetrahedra between a component's first corner and the triangles of
//    each face's fan, in Int128 where the bits fit, else in GMP integers or, for long points, fractions.
// 3. closed_faces() makes a ClosedComponent of each closed one, in the order of their first faces: solid, room or flat.
// 4. find_solids() marks those broken that have a dropped or a bent face, asks find_cavities() which components of
//    negative volume lie within a solid, and notes the faces that count in windings.
// 5. find_cavities() tests all corners of a room: Bodies::around() finds the solids that a point is inside of, by its
//    winding number along the vertical line above it, or on.
//
// Cost: n log n at worst for n corners, as buckets are sorted; the sum of volumes is linear, times the length of
// numbers. Memory: 12 bytes an edge.
// Exact: all of it.
// Source: our own; docs/theory/definitions.md, Solids. The volume is the divergence theorem's.
#include "plumb/pipeline/solids.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <tuple>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/int128.h"
#include "plumb/kernel/plane.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/surface_set.h"

namespace plumb::pipeline {
namespace {

using kernel::PointId;
using kernel::Sign;

// Sets of faces that are connected by edges.
class Components {
 public:
  explicit Components(const Scene& scene)
      : scene_(scene),
        joined_(static_cast<std::uint32_t>(scene.face_count())),
        open_(scene.face_count()),
        edged_(scene.face_count()) {
    bucket_edges();
    for (std::size_t p = 0; p + 1 < begin_.size(); ++p)
      join(static_cast<PointId>(p), std::span(edges_).subspan(begin_[p], begin_[p + 1] - begin_[p]));
    for (std::uint32_t f = 0; f < joined_.size(); ++f)
      if (open_[f]) open_[root(f)] = true;
  }

  /// The lowest face of its component.
  std::uint32_t root(std::uint32_t face) { return joined_.find(face); }
  /// The edges that are open. Faces that are single points have none.
  const OpenEdges& open_edges() const { return open_edges_; }
  /// Whether the component of a root is closed. A face that is a single point has no edge, and is not closed.
  bool closed(std::uint32_t root) const { return edged_[root] && !open_[root]; }

 private:
  struct Edge {
    PointId high;  // the bucket says which the lower point is
    std::uint32_t face;
    bool upward;  // from the lower to the higher one
  };

  template <class Visit>
  void visit_edges(const Visit& visit) {
    for (std::uint32_t f = 0; f < joined_.size(); ++f)
      for (std::uint32_t i = scene_.face_begin[f], n = scene_.face_begin[f + 1]; i < n; ++i) {
        const PointId p = scene_.face_points[i], q = scene_.face_points[i + 1 == n ? scene_.face_begin[f] : i + 1];
        if (p != q) visit(p, q, f);
      }
  }

  void bucket_edges() {
    begin_.assign(scene_.points.size() + 1, 0);
    visit_edges([&](PointId p, PointId q, std::uint32_t) { ++begin_[std::min(p, q)]; });
    std::size_t sum = 0;
    for (std::size_t& b : begin_) b = sum += b;  // the end of each bucket; filling it moves this to its begin
    edges_.resize(sum);
    visit_edges([&](PointId p, PointId q, std::uint32_t f) {
      edges_[--begin_[std::min(p, q)]] = {std::max(p, q), f, p < q};
      edged_[f] = true;
    });
  }

  void join(PointId low, std::span<Edge> bucket) {
    std::ranges::sort(bucket, {}, &Edge::high);
    for (std::size_t i = 0, j; i < bucket.size(); i = j) {
      std::ptrdiff_t balance = 0;
      for (j = i; j < bucket.size() && bucket[j].high == bucket[i].high; ++j) {
        balance += bucket[j].upward ? 1 : -1;
        joined_.unite(bucket[i].face, bucket[j].face);
      }
      if (balance == 0) continue;
      open_[bucket[i].face] = true;
      note_open(std::ranges::min(bucket.subspan(i, j - i), {}, &Edge::face).face, low, bucket[i].high);
    }
  }

  void note_open(std::uint32_t face, PointId low, PointId high) {
    ++open_edges_.count;
    auto& first = open_edges_.first;
    const auto order = [](const OpenEdges::Edge& e) { return std::tie(e.face, e.ends); };
    const OpenEdges::Edge edge{face, {low, high}};
    first.insert(std::ranges::upper_bound(first, order(edge), {}, order), edge);
    if (first.size() > open_edge_places) first.pop_back();
  }

  const Scene& scene_;
  kernel::UnionFind joined_;  // faces
  std::vector<bool> open_, edged_;
  std::vector<std::size_t> begin_;
  std::vector<Edge> edges_;
  OpenEdges open_edges_;
};

// Calls visit(component, corners, reversed) for the polygons of closed components, or without a set for their faces;
// `reversed`: the corners run against the file's orientation.
template <class Visit>
void for_polygons(const Scene& scene, const SurfaceSet* set, const std::vector<std::uint32_t>& component,
                  const Visit& visit) {
  if (set) {
    for (const Surface& s : set->surfaces)
      if (const std::uint32_t c = component[s.face]; c != ClosedFaces::open) visit(c, set->corners_of(s), s.faces_up);
    return;
  }
  for (std::uint32_t f = 0; f < component.size(); ++f)
    if (const std::uint32_t c = component[f]; c != ClosedFaces::open)
      visit(c,
            std::span(scene.face_points.begin() + scene.face_begin[f],
                      scene.face_points.begin() + scene.face_begin[f + 1]),
            false);
}

// Adds six times the signed volume between a point and a polygon, as a fan of tetrahedra.
template <class Number, class Difference>
void add_volume(std::span<const PointId> p, bool reversed, const Difference& d, Number& sum) {
  const auto to = [&](PointId q) { return std::array<Number, 3>{d(q, 0), d(q, 1), d(q, 2)}; };
  const auto first = to(p[0]);
  for (std::size_t k = 1; k + 1 < p.size(); ++k)
    sum += kernel::formulas::orient3d(to(p[reversed ? k + 1 : k]), to(p[reversed ? k : k + 1]), first);
}

mpz_class to_mpz(kernel::Int128 v) { return kernel::FixedInteger<2>::from_int128(v).to_mpz(); }

// Six times the signed volume of each component (by its place in `first_faces`), in cubic integer units.
std::vector<mpq_class> volumes(const Scene& scene, const SurfaceSet* set, const std::vector<std::uint32_t>& component,
                               const std::vector<std::uint32_t>& first_faces) {
  const kernel::PointTable& points = scene.points;
  const auto origin = [&](std::uint32_t c) { return scene.face_points[scene.face_begin[first_faces[c]]]; };
  std::vector<mpq_class> out(first_faces.size());
  // A difference has bits + 1 bits, a determinant is a sum of six products of three, and each corner of a face adds at
  // most one determinant.
  if (points.native() && !points.has_long() &&
      3 * (points.bits() + 1) + 3 + std::bit_width(set ? set->corners.size() : scene.face_points.size()) <= 127) {
    std::vector<kernel::Int128> sums(first_faces.size());
    for_polygons(scene, set, component, [&](std::uint32_t c, std::span<const PointId> corners, bool reversed) {
      const auto from_origin = [&, o = origin(c)](PointId p, int k) -> kernel::Int128 {
        return points.native_difference(p, o, k);
      };
      add_volume(corners, reversed, from_origin, sums[c]);
    });
    std::ranges::transform(sums, out.begin(), to_mpz);
  } else {
    std::vector<mpz_class> sums(first_faces.size());
    for_polygons(scene, set, component, [&](std::uint32_t c, std::span<const PointId> corners, bool reversed) {
      const PointId o = origin(c);
      const auto whole = [&](PointId p, int k) { return mpz_class(points.integer(p, k) - points.integer(o, k)); };
      const auto any = [&](PointId p, int k) { return mpq_class(points.exact(p, k) - points.exact(o, k)); };
      if (points.is_whole(o) && points.are_whole(corners)) add_volume(corners, reversed, whole, sums[c]);
      else add_volume(corners, reversed, any, out[c]);
    });
    for (std::size_t c = 0; c < out.size(); ++c) out[c] += sums[c];
  }
  return out;
}

// The bodies of solids, among which a point is sought.
class Bodies {
 public:
  Bodies(const Scene& scene, const SurfaceSet& set, const std::vector<std::uint32_t>& component,
         const std::vector<ClosedComponent>& components)
      : points_(scene.points),
        set_(set),
        component_(component),
        index_(scene.points, set, of_solids(set, component, components)) {}

  /// The solids that a point is inside of or on, ascending.
  std::vector<std::uint32_t> around(PointId p) const {
    std::map<std::uint32_t, int> winding;
    std::vector<std::uint32_t> out;
    Box column;
    for (int k = 0; k < 3; ++k) column.low[k] = column.high[k] = points_.approx(p, k);
    column.high[2] = HUGE_VAL;
    index_.query(column, [&](std::uint32_t id) {
      const Surface& s = set_.surfaces[id];
      const auto corners = set_.corners_of(s);
      const auto [a, b, c] = kernel::spanning_corners(points_, corners);
      const Sign below = kernel::volume(points_, a, b, c, p);  // under a polygon, as they run clockwise
      if (below == Sign::zero) {
        if (touches(corners, a, b, c, p)) out.push_back(component_[s.face]);
      } else if (below == Sign::positive && kernel::orientation(points_, 2, a, b, c) != Sign::zero &&
                 over(corners, p)) {
        winding[component_[s.face]] += s.faces_up ? 1 : -1;
      }
    });
    for (const auto& [solid, turns] : winding)
      if (turns > 0) out.push_back(solid);
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

 private:
  static std::vector<std::uint32_t> of_solids(const SurfaceSet& set, const std::vector<std::uint32_t>& component,
                                              const std::vector<ClosedComponent>& components) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < set.surfaces.size(); ++i)
      if (const std::uint32_t c = component[set.surfaces[i].face];
          c < components.size() && components[c].kind == ComponentKind::solid)
        out.push_back(i);
    return out;
  }

  static PointId next(std::span<const PointId> c, std::size_t i) { return c[i + 1 == c.size() ? 0 : i + 1]; }

  // Is a point of its plane in the closed polygon.
  bool touches(std::span<const PointId> corners, PointId a, PointId b, PointId c, PointId p) const {
    const kernel::Projection view = kernel::projection_of(points_, a, b, c);
    for (std::size_t i = 0; i < corners.size(); ++i)
      if (kernel::orientation(points_, view.axis, corners[i], next(corners, i), p) * view.sign == Sign::negative)
        return false;
    return true;
  }

  // Seen from above, is the point in the polygon once it is moved a very little along x, and still less along y: no
  // edge goes through it then.
  bool over(std::span<const PointId> corners, PointId p) const {
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const PointId a = corners[i], b = next(corners, i);
      Sign side = kernel::orientation(points_, 2, a, b, p);
      if (side == Sign::zero) side = of(kernel::compare(points_, 1, a, b));
      if (side == Sign::zero) side = of(kernel::compare(points_, 0, b, a));
      if (side != Sign::negative) return false;
    }
    return true;
  }
  static Sign of(std::strong_ordering o) { return o < 0 ? Sign::negative : o > 0 ? Sign::positive : Sign::zero; }

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const std::vector<std::uint32_t>& component_;
  SurfaceIndex index_;
};

// Turns rooms into cavities if all their corners are in one solid: inside of it, by its winding number, or on one of
// its polygons. component[f] is the component of face f, or no index into `components`. `set`: polygons as convexify
// makes them.
void find_cavities(const Scene& scene, const SurfaceSet& set, const std::vector<std::uint32_t>& component,
                   std::vector<ClosedComponent>& components) {
  std::map<std::uint32_t, std::vector<PointId>> corners;
  for (std::uint32_t f = 0; f < component.size(); ++f)
    if (component[f] < components.size() && components[component[f]].kind == ComponentKind::room) {
      auto& list = corners[component[f]];
      list.insert(list.end(), scene.face_points.begin() + scene.face_begin[f],
                  scene.face_points.begin() + scene.face_begin[f + 1]);
    }
  if (corners.empty()) return;
  const Bodies bodies(scene, set, component, components);
  for (auto& [room, list] : corners) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()),
               list.end());  // the one of std::ranges does not compile with clang 14
    std::vector<std::uint32_t> around = bodies.around(list.front()), both;
    for (std::size_t i = 1; i < list.size() && !around.empty(); ++i) {
      const auto here = bodies.around(list[i]);
      both.clear();
      std::ranges::set_intersection(around, here, std::back_inserter(both));
      around.swap(both);
    }
    if (!around.empty()) components[room].kind = ComponentKind::cavity;
  }
}

}  // namespace

const char* text_of(ComponentKind kind) {
  constexpr const char* words[] = {"solid", "cavity", "room", "flat", "broken"};
  return words[static_cast<std::size_t>(kind)];
}

std::size_t SolidSet::count(ComponentKind kind) const {
  return static_cast<std::size_t>(std::ranges::count(components, kind, &ClosedComponent::kind));
}

ClosedFaces closed_faces(const Scene& scene, const SurfaceSet* set) {
  const auto faces = static_cast<std::uint32_t>(scene.face_count());
  ClosedFaces out;
  out.component.assign(faces, ClosedFaces::open);
  std::vector<std::uint32_t> first_faces;
  {
    Components found(scene);
    out.open_edges = found.open_edges();
    for (std::uint32_t f = 0; f < faces; ++f) {
      const std::uint32_t root = found.root(f);
      if (!found.closed(root)) continue;
      if (root == f) {
        out.component[f] = static_cast<std::uint32_t>(first_faces.size());
        first_faces.push_back(f);
        out.components.push_back({ComponentKind::flat, f, 0, 0});
      } else {
        out.component[f] = out.component[root];
      }
      ++out.components[out.component[f]].faces;
    }
  }
  const std::vector<mpq_class> sixfold = volumes(scene, set, out.component, first_faces);
  const mpz_class unit = 6 * scene.points.denominator() * scene.points.denominator() * scene.points.denominator();
  for (std::size_t c = 0; c < sixfold.size(); ++c) {
    ClosedComponent& body = out.components[c];
    body.kind = sgn(sixfold[c]) > 0   ? ComponentKind::solid
                : sgn(sixfold[c]) < 0 ? ComponentKind::room
                                      : ComponentKind::flat;
    body.volume = sixfold[c] / unit;
  }
  return out;
}

SolidSet find_solids(const Scene& scene, const SurfaceSet& set) {
  SolidSet out;
  ClosedFaces closed = closed_faces(scene, &set);
  const std::vector<std::uint32_t>& component = closed.component;
  out.components = std::move(closed.components);
  if (out.components.empty()) out.open = std::move(closed.open_edges);
  for (const auto& faces : {set.dropped_faces, set.bent_faces})
    for (const std::uint32_t f : faces)
      if (component[f] != ClosedFaces::open) out.components[component[f]].kind = ComponentKind::broken;
  find_cavities(scene, set, component, out.components);
  out.counts.resize(component.size());
  for (std::size_t f = 0; f < component.size(); ++f) {
    if (component[f] == ClosedFaces::open) continue;
    const ComponentKind kind = out.components[component[f]].kind;
    out.counts[f] = kind == ComponentKind::solid || kind == ComponentKind::cavity;
  }
  return out;
}

}  // namespace plumb::pipeline
