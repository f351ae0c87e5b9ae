// SPDX-License-Identifier: LGPL-3.0-or-later
// What an outline is, and a simple one cut into convex parts along diagonals, without new points: at most four times as
// many parts as the fewest possible.
//
// 1. shape_of() counts turns and reversals of an outline. Where it turns both ways, CGAL's sweep says whether it is
//    simple; all predicates that CGAL asks for are ours (ProjectedTraits).
// convex_parts() takes the outline counter-clockwise; vertex k is followed by k + 1. "Left to right" is the order of
// compare_projected(): by one projected coordinate, then by the other, so no two vertices are level.
// 2. cut_into_monotone_pieces() sweeps from left to right and adds a diagonal at every split and merge vertex.
// 3. link() makes half-edges of outline and diagonals and connects them around the pieces, by angle at each vertex.
// 4. triangulate() cuts each monotone piece into triangles with a stack of vertices that wait for a visible one.
// 5. link() again; remove_needless_diagonals() erases every diagonal at whose ends no reflex angle results, the longest
//    first (Hertel & Mehlhorn).
// 6. parts() lists the faces that are left; convex_parts() restores the given direction and sorts them.
//
// Cost: n log n for the sweeps and for sorting diagonals, linear for an outline that turns one way; memory linear in n,
// no recursion. Exact: every turn is an exact sign (turn, of the point table). The doubles that order diagonals by
// length change which parts result, never their convexity. Sources: de Berg et al., Computational Geometry, chapter 3
// (monotone pieces, triangles); Hertel & Mehlhorn (1985).
#include "plumb/kernel/face_outline.h"

#include "plumb/kernel/cgal_config.h"

#include <CGAL/Polygon_2/Polygon_2_simplicity.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <set>

#include "plumb/kernel/half_edge_mesh.h"

namespace plumb::kernel {
namespace {

// The projected points of a table for CGAL's algorithms: a point is its id, every predicate our ladder.
struct ProjectedTraits {
  using Point_2 = PointId;
  const PointTable& points;
  int axis;

  struct Orientation_2 {
    const PointTable& points;
    int axis;
    CGAL::Orientation operator()(PointId a, PointId b, PointId c) const {
      return static_cast<CGAL::Orientation>(static_cast<int>(orientation(points, axis, a, b, c)));
    }
  };
  struct Less_xy_2 {
    const PointTable& points;
    int axis;
    bool operator()(PointId a, PointId b) const { return compare_projected(points, axis, a, b) < 0; }
  };
  Orientation_2 orientation_2_object() const { return {points, axis}; }
  Less_xy_2 less_xy_2_object() const { return {points, axis}; }
};

}  // namespace

FaceShape shape_of(const PointTable& points, int axis, std::span<const PointId> corners) {
  const std::size_t n = corners.size();
  assert(n >= 3);
  const auto rises = [&](std::size_t k) {
    return compare_projected(points, axis, corners[k], corners[k + 1 == n ? 0 : k + 1]) < 0;
  };
  std::size_t left = 0, right = 0, flips = 0, lowest = 0;
  bool before = rises(n - 1);
  for (std::size_t k = 0; k < n; ++k) {
    const bool after = rises(k);
    const Sign s =
        orientation(points, axis, corners[k == 0 ? n - 1 : k - 1], corners[k], corners[k + 1 == n ? 0 : k + 1]);
    if (s == Sign::zero && before != after) return {FaceOutline::bad, Sign::zero};  // a spike
    if (compare_projected(points, axis, corners[k], corners[lowest]) < 0) lowest = k;
    left += s == Sign::positive;
    right += s == Sign::negative;
    flips += before != after;
    before = after;
  }
  // Two monotone chains that bend one way are convex; more chains bending one way wind around twice.
  if (left == 0 || right == 0) {
    const Sign sign = left ? Sign::positive : Sign::negative;
    return {flips == 2 ? FaceOutline::convex : FaceOutline::bad, sign};
  }
  if (!CGAL::is_simple_polygon(corners.begin(), corners.end(), ProjectedTraits{points, axis}))
    return {FaceOutline::bad, Sign::zero};
  return {FaceOutline::simple, orientation(points, axis, corners[lowest == 0 ? n - 1 : lowest - 1], corners[lowest],
                                           corners[lowest + 1 == n ? 0 : lowest + 1])};
}

namespace {

using Index = std::uint32_t;
struct DiagonalEnds {
  Index from, to;
};

class OutlinePartition {
 public:
  OutlinePartition(const PointTable& points, int axis, std::vector<PointId> outline)
      : points_(points), axis_(axis), p_(std::move(outline)), n_(static_cast<Index>(p_.size())) {}

  CornerLists run() {
    rank_vertices();
    cut_into_monotone_pieces();
    link();
    triangulate();
    link();
    remove_needless_diagonals();
    return parts();
  }

 private:
  Index next(Index k) const { return k + 1 == n_ ? 0 : k + 1; }
  Index prev(Index k) const { return k == 0 ? n_ - 1 : k - 1; }
  Sign turn_at(Index a, Index b, Index c) const { return orientation(points_, axis_, p_[a], p_[b], p_[c]); }

  void rank_vertices() {
    std::vector<Index> order(n_);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](Index a, Index b) { return compare_projected(points_, axis_, p_[a], p_[b]) < 0; });
    order_ = std::move(order);
    rank_.resize(n_);
    for (Index r = 0; r < n_; ++r) rank_[order_[r]] = r;
  }

  // --- 1. Monotone pieces. The status holds, from bottom to top, the edges k -> k + 1 that run to the right and that
  // the sweep line crosses: the interior is directly above each. helper[k] is the last vertex swept above edge k with
  // nothing between.
  struct Below {
    using is_transparent = void;
    const OutlinePartition& self;
    bool edge_below(Index e, Index v) const { return self.turn_at(e, self.next(e), v) == Sign::positive; }
    struct Vertex {
      Index v;
    };
    bool operator()(Index e, Index f) const {
      if (e == f) return false;
      return self.rank_[e] < self.rank_[f] ? edge_below(e, f) : !edge_below(f, e);
    }
    bool operator()(Index e, Vertex v) const { return edge_below(e, v.v); }
    bool operator()(Vertex v, Index e) const { return !edge_below(e, v.v); }
  };

  void cut_into_monotone_pieces() {
    std::set<Index, Below> status(Below{*this});
    std::vector<Index> helper(n_);
    std::vector<bool> merges(n_);
    const auto connect_merge = [&](Index v, Index edge) {
      if (merges[helper[edge]]) diagonals_.push_back({v, helper[edge]});
    };
    const auto open = [&](Index v) {
      status.insert(v);
      helper[v] = v;
    };
    const auto close = [&](Index v) {  // erases the edge that ends in v
      connect_merge(v, prev(v));
      status.erase(prev(v));
    };
    const auto below = [&](Index v) {
      const auto it = status.lower_bound(typename Below::Vertex{v});
      assert(it != status.begin());
      return *std::prev(it);
    };
    for (const Index v : order_) {
      const bool from_left = rank_[prev(v)] < rank_[v], to_right = rank_[v] < rank_[next(v)];
      if (from_left && to_right) {  // on a lower chain
        close(v);
        open(v);
      } else if (!from_left && !to_right) {  // on an upper chain
        const Index e = below(v);
        connect_merge(v, e);
        helper[e] = v;
      } else {
        const bool convex = turn_at(prev(v), v, next(v)) == Sign::positive;
        if (to_right) {
          if (!convex) {  // a split vertex
            const Index e = below(v);
            diagonals_.push_back({v, helper[e]});
            helper[e] = v;
          }
          open(v);
        } else {
          close(v);
          if (!convex) {
            merges[v] = true;
            const Index e = below(v);
            connect_merge(v, e);
            helper[e] = v;
          }
        }
      }
    }
  }

  // --- 2. Half-edges: k < n is the outline's edge k -> k + 1; n + 2i and n + 2i + 1 are the two sides of diagonal i.
  Index origin(Index h) const { return mesh_[h].from; }

  // Links every half-edge with its neighbours around the piece on its left.
  void link() {
    const Index count = n_ + 2 * static_cast<Index>(diagonals_.size());
    mesh_.edges.resize(count);
    for (Index k = 0; k < n_; ++k) mesh_[k].from = k;
    for (Index i = 0; i < diagonals_.size(); ++i) {
      const Index h = n_ + 2 * i;
      mesh_[h].from = diagonals_[i].from;
      mesh_[h + 1].from = diagonals_[i].to;
      mesh_.glue(h, h + 1);
    }
    std::vector<Index> begin(n_ + 1, 0), leaving(count - n_);
    for (Index h = n_; h < count; ++h) ++begin[origin(h)];
    for (Index v = 0, sum = 0; v <= n_; ++v) sum += std::exchange(begin[v], sum);
    std::vector<Index> end(begin.begin(), begin.end());
    for (Index h = n_; h < count; ++h) leaving[end[origin(h)]++] = h;
    const auto target = [&](Index h) { return origin(mesh_[h].twin); };
    for (Index v = 0; v < n_; ++v) {
      // The diagonals at v counter-clockwise from v -> next(v): first those to the left of that line, then one straight
      // back, then those to the right.
      const auto half = [&](Index t) { return -static_cast<int>(turn_at(v, next(v), t)); };
      std::sort(leaving.begin() + begin[v], leaving.begin() + end[v], [&](Index g, Index h) {
        const Index s = target(g), t = target(h);
        if (s == t) return false;
        const int x = half(s), y = half(t);
        return x != y ? x < y : turn_at(v, s, t) == Sign::positive;
      });
      Index out = v;  // the half-edge that leaves v next clockwise from the one that arrives
      for (Index k = begin[v]; k < end[v]; ++k) {
        mesh_.connect(mesh_[leaving[k]].twin, out);
        out = leaving[k];
      }
      mesh_.connect(prev(v), out);
    }
  }

  // --- 3. Triangles.
  void triangulate() {
    std::vector<bool> done(mesh_.size());
    std::vector<Index> ring;
    for (Index h = 0; h < mesh_.size(); ++h) {
      if (done[h]) continue;
      ring.clear();
      for (Index g = h; !done[g]; g = mesh_[g].next) {
        done[g] = true;
        ring.push_back(origin(g));
      }
      if (ring.size() > 3) triangulate_monotone(ring);
    }
  }

  void triangulate_monotone(std::vector<Index>& ring) {
    const auto left_of = [&](Index a, Index b) { return rank_[a] < rank_[b]; };
    std::rotate(ring.begin(), std::min_element(ring.begin(), ring.end(), left_of), ring.end());
    const auto last = std::max_element(ring.begin(), ring.end(), left_of);
    // The lower chain runs from the leftmost to the rightmost vertex, the upper one back.
    merged_.clear();
    auto lower = ring.begin();
    auto upper = ring.end();
    while (lower != upper) {
      if (lower <= last && (upper - 1 <= last || left_of(*lower, *(upper - 1)))) merged_.push_back({*lower++, true});
      else merged_.push_back({*--upper, false});
    }
    auto& stack = stack_;
    stack.assign({merged_[0], merged_[1]});
    for (std::size_t j = 2; j + 1 < merged_.size(); ++j) {
      const auto v = merged_[j];
      if (v.lower != stack.back().lower) {
        for (std::size_t k = 1; k < stack.size(); ++k) diagonals_.push_back({v.vertex, stack[k].vertex});
        stack.assign({merged_[j - 1], v});
        continue;
      }
      auto corner = stack.back();
      stack.pop_back();
      const Sign inward = v.lower ? Sign::positive : Sign::negative;
      while (!stack.empty() && turn_at(stack.back().vertex, corner.vertex, v.vertex) == inward) {
        corner = stack.back();
        stack.pop_back();
        diagonals_.push_back({v.vertex, corner.vertex});
      }
      stack.push_back(corner);
      stack.push_back(v);
    }
    for (std::size_t k = 1; k + 1 < stack.size(); ++k) diagonals_.push_back({merged_.back().vertex, stack[k].vertex});
  }

  // --- 4. Hertel & Mehlhorn: a diagonal is erased if both its ends stay convex without it. The bound of four holds for
  // any order; erasing the long ones first leaves fewer parts and fewer slivers. Doubles decide nothing but this order.
  void remove_needless_diagonals() {
    std::vector<Index> order(diagonals_.size());
    std::iota(order.begin(), order.end(), 0);
    std::vector<double> length(diagonals_.size());
    for (Index i = 0; i < diagonals_.size(); ++i) {
      const PointId a = p_[diagonals_[i].from], b = p_[diagonals_[i].to];
      double sum = 0;
      for (int k = 0; k < 3; ++k) {
        const double d = points_.approx(a, k) - points_.approx(b, k);
        sum += d * d;
      }
      length[i] = sum < HUGE_VAL ? sum : HUGE_VAL;
    }
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return length[a] > length[b]; });
    const auto convex = [this](Index in, Index out, Index) {
      return turn_at(origin(in), origin(out), mesh_.to(out)) != Sign::negative;
    };
    for (const Index i : order) {
      const Index h = n_ + 2 * i, t = h + 1;
      if (mesh_.convex_union(h, t, convex)) mesh_.remove_edge(h);
    }
  }

  CornerLists parts() {
    CornerLists out;
    std::vector<bool> done(mesh_.size());
    for (Index h = 0; h < mesh_.size(); ++h) {
      if (done[h] || !mesh_.alive(h)) continue;
      for (Index g = h; !done[g]; g = mesh_[g].next) {
        done[g] = true;
        out.corners.push_back(origin(g));
      }
      out.begin.push_back(static_cast<Index>(out.corners.size()));
    }
    return out;
  }

  const PointTable& points_;
  int axis_;
  std::vector<PointId> p_;
  Index n_;
  std::vector<Index> order_, rank_;
  std::vector<DiagonalEnds> diagonals_;
  HalfEdgeMesh<> mesh_;
  struct OnChain {
    Index vertex;
    bool lower;
  };
  std::vector<OnChain> merged_, stack_;
};

}  // namespace

CornerLists convex_parts(const PointTable& points, int axis, Sign sign, std::span<const PointId> corners) {
  assert(sign != Sign::zero && corners.size() >= 3 && corners.size() <= (std::size_t{1} << 29));
  const bool turned = sign == Sign::negative;
  std::vector<PointId> outline(corners.begin(), corners.end());
  if (turned) std::reverse(outline.begin(), outline.end());
  const auto n = static_cast<Index>(outline.size());
  CornerLists parts = OutlinePartition(points, axis, std::move(outline)).run();

  // Restores the given direction, and rotates each part to start at its lowest corner index. Parts are sorted by it.
  std::vector<Index> order(parts.size());
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto first = parts.corners.begin() + parts.begin[i], last = parts.corners.begin() + parts.begin[i + 1];
    if (turned) {
      std::reverse(first, last);
      std::for_each(first, last, [&](Index& k) { k = n - 1 - k; });
    }
    std::rotate(first, std::min_element(first, last), last);
  }
  const auto first_edge = [&](Index i) {
    return std::pair(parts.corners[parts.begin[i]], parts.corners[parts.begin[i] + 1]);
  };
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return first_edge(a) < first_edge(b); });
  CornerLists out;
  out.corners.reserve(parts.corners.size());
  out.begin.reserve(parts.begin.size());
  for (const Index i : order) {
    for (Index k = parts.begin[i]; k < parts.begin[i + 1]; ++k) out.corners.push_back(corners[parts.corners[k]]);
    out.begin.push_back(static_cast<Index>(out.corners.size()));
  }
  return out;
}

}  // namespace plumb::kernel
