// SPDX-License-Identifier: GPL-3.0-or-later
// Which polygons of a navmesh have a stretch of edge in common, for files that store no links: edges that run along
// each other in opposite directions, whole or in part, or with a gap of at most `join`.
//
// 1. EdgeSet collects the edges of all polygons in the direction of a counter-clockwise polygon, and a tree of their
//    boxes.
// 2. whole_pairs() finds pairs between the same two points by number: it sorts edges by their ends and searches for
//    each one reversed.
// 3. partial_pairs() finds the others: of two edges with a stretch in common, an end of one lies on the other. It asks
//    the tree, for each point that is an end, for the edges whose boxes contain it. overlap() decides.
// 4. near_pairs() asks the tree for the edges within `join` of each; runs_along() decides.
// 5. shared_edges(), near_edges() report the pairs, sorted. joined_by_edges() unites polygons of one part instead, and
//    calls overlap() only for pairs that are not united yet.
//
// Cost: n log n for n edges, and the number of pairs whose boxes meet: few in a navmesh, n^2 at worst. Memory: linear
// in edges and pairs. Threads share the questions to the tree.
// Exact: overlap() and runs_along() decide by fractions. Intervals of doubles reject first (may_be_pair,
// certainly_apart).
// Source: our own.
#include "plumb/pipeline/shared_edges.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/parallel.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::formulas::cross;
using kernel::formulas::dot;
using Near = kernel::IntervalPoint;

// An edge in the direction of a polygon that runs counter-clockwise; there are two of an edge that runs both ways. Its
// ends are numbers of points.
struct Edge {
  SharedEdge::At at;
  std::uint32_t from, to;
};

// All edges of polygons, and which of them may be pairs.
class EdgeSet {
 public:
  EdgeSet(const std::vector<ExactPoint>& points, const CornerLists& polygons, const PolygonTurns& turns)
      : points_(points) {
    near_.reserve(points.size());
    for (const ExactPoint& p : points) near_.push_back(kernel::interval_point(p));
    for (std::uint32_t p = 0; p < polygons.size(); ++p) {
      const auto& corners = polygons[p];
      for (std::uint32_t i = 0; i < corners.size(); ++i) {
        Edge e{{p, i}, corners[i], corners[i + 1 == corners.size() ? 0 : i + 1]};
        if (e.from == e.to || points[e.from] == points[e.to]) continue;
        if (turns[p] >= 0) edges_.push_back(e);
        std::swap(e.from, e.to);
        if (turns[p] <= 0) edges_.push_back(e);
      }
    }
    std::vector<kernel::Box> boxes;
    boxes.reserve(edges_.size());
    for (const Edge& e : edges_) boxes.push_back(box_of(e));
    tree_.emplace(std::move(boxes));
  }

  // Numbers of two edges, the lower first.
  using Pair = std::array<std::uint32_t, 2>;

  // Pairs between the same two points, by number.
  std::vector<Pair> whole_pairs() const {
    std::vector<std::uint32_t> order(edges_.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto ends = [&](std::uint32_t i) { return std::array{edges_[i].from, edges_[i].to}; };
    std::ranges::sort(order, {}, ends);
    std::vector<Pair> out;
    for (std::uint32_t i = 0; i < edges_.size(); ++i) {
      const std::array back{edges_[i].to, edges_[i].from};
      for (auto at = std::ranges::lower_bound(order, back, {}, ends); at != order.end() && ends(*at) == back; ++at)
        if (i < *at && edges_[i].at.polygon != edges_[*at].at.polygon) out.push_back({i, *at});
    }
    return out;
  }

  // The other pairs with a positive length in common, some perhaps twice: an end of one edge lies on the other edge and
  // is, by number, none of that one's ends. is_pair(e, f) decides for edges of two polygons at such an end.
  template <class IsPair>
  std::vector<Pair> partial_pairs(unsigned threads, IsPair&& is_pair) const {
    std::vector<std::array<std::uint32_t, 2>> ends;  // point, edge
    ends.reserve(2 * edges_.size());
    for (std::uint32_t i = 0; i < edges_.size(); ++i)
      for (const std::uint32_t p : {edges_[i].from, edges_[i].to}) ends.push_back({p, i});
    std::ranges::sort(ends);
    return gather(ends.size(), threads, [&](std::uint32_t first, std::vector<Pair>& found) {
      const std::uint32_t p = ends[first][0];
      if (first > 0 && ends[first - 1][0] == p) return;  // done with the first edge at this point
      tree_->query(box_of(near_[p]), [&](std::uint32_t i) {
        const Edge& e = edges_[i];
        if (e.from == p || e.to == p || is_certainly_off(e, p)) return;
        for (std::size_t k = first; k < ends.size() && ends[k][0] == p; ++k) {
          const std::uint32_t j = ends[k][1];
          if (may_be_pair(e, edges_[j]) && is_pair(e, edges_[j])) found.push_back({std::min(i, j), std::max(i, j)});
        }
      });
    });
  }

  // Pairs of edges whose boxes are at most `join` apart, as is_pair(e, f) decides.
  template <class IsPair>
  std::vector<Pair> near_pairs(const mpq_class& join, unsigned threads, IsPair&& is_pair) const {
    const Interval reach = kernel::interval_of(join);
    return gather(edges_.size(), threads, [&](std::uint32_t i, std::vector<Pair>& found) {
      kernel::Box box = tree_->box(i);
      for (std::size_t k = 0; k < 3; ++k) {
        box.low[k] = (Interval(box.low[k]) - reach).low;
        box.high[k] = (Interval(box.high[k]) + reach).high;
      }
      tree_->query(box, [&](std::uint32_t j) {
        if (i < j && may_be_pair(edges_[i], edges_[j]) && is_pair(edges_[i], edges_[j])) found.push_back({i, j});
      });
    });
  }

  std::vector<SharedEdge> shared(const std::vector<Pair>& pairs) const {
    std::vector<SharedEdge> out;
    for (const auto& [i, j] : pairs) out.push_back({edges_[i].at, edges_[j].at, is_whole(edges_[i], edges_[j])});
    const auto ends = [](const SharedEdge& s) { return std::pair(s.a, s.b); };
    std::ranges::sort(out, {}, ends);
    out.erase(std::unique(out.begin(), out.end(),
                          [&](const SharedEdge& x, const SharedEdge& y) { return ends(x) == ends(y); }),
              out.end());
    return out;
  }

  const Edge& edge(std::uint32_t i) const { return edges_[i]; }
  const ExactPoint& point(std::uint32_t i) const { return points_[i]; }
  bool same(std::uint32_t i, std::uint32_t j) const { return i == j || points_[i] == points_[j]; }
  bool is_whole(const Edge& e, const Edge& f) const { return same(e.from, f.to) && same(e.to, f.from); }
  ExactPoint run(const Edge& e) const { return difference(points_[e.to], points_[e.from]); }
  Near near_run(const Edge& e) const { return difference(near_[e.to], near_[e.from]); }

  Interval near_along(const Edge& e, std::uint32_t p) const {
    return dot(near_run(e), difference(near_[p], near_[e.from]));
  }
  // Whether doubles show that a point is not on the line of an edge.
  bool is_certainly_off(const Edge& e, std::uint32_t p) const {
    for (const Interval& v : cross(near_run(e), difference(near_[p], near_[e.from])))
      if (v.low > 0 || v.high < 0) return true;
    return false;
  }

 private:
  // False where doubles show that the edges are no pair. Two that begin, or end, at one point are none.
  bool may_be_pair(const Edge& e, const Edge& f) const {
    return e.at.polygon != f.at.polygon && e.from != f.from && e.to != f.to && dot(near_run(e), near_run(f)).low < 0;
  }

  // Calls look(i, found) for all i below a count, and joins what these calls found, in order.
  template <class Look>
  static std::vector<Pair> gather(std::size_t count, unsigned threads, Look&& look) {
    const std::size_t chunks = chunk_count(count, threads);
    std::vector<std::vector<Pair>> found(chunks);
    for_chunks(count, chunks, threads, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) look(static_cast<std::uint32_t>(i), found[chunk]);
    });
    std::vector<Pair> out;
    for (const auto& part : found) out.insert(out.end(), part.begin(), part.end());
    return out;
  }

  static kernel::Box box_of(const Near& p) {
    return {{p[0].low, p[1].low, p[2].low}, {p[0].high, p[1].high, p[2].high}};
  }
  kernel::Box box_of(const Edge& e) const {
    kernel::Box box = box_of(near_[e.from]);
    kernel::grow(box, box_of(near_[e.to]));
    return box;
  }

  const std::vector<ExactPoint>& points_;
  std::vector<Near> near_;
  std::vector<Edge> edges_;
  std::optional<kernel::BoxTree> tree_;  // of edges
};

// Whether doubles show that two edges do not run along each other.
bool certainly_apart(const EdgeSet& set, const Edge& e, const Edge& f) {
  return set.is_certainly_off(e, f.from) || set.is_certainly_off(e, f.to) ||
         set.near_along(e, f.to).low > set.near_along(e, e.to).high || set.near_along(e, f.from).high < 0;
}
// Whether two edges run along each other, in opposite directions, for a positive length.
bool overlap(const EdgeSet& set, const Edge& e, const Edge& f) {
  if (certainly_apart(set, e, f)) return false;
  const ExactPoint &from = set.point(e.from), &to = set.point(e.to), &other_from = set.point(f.from),
                   &other_to = set.point(f.to);
  for (const ExactPoint* p : {&other_from, &other_to})
    for (std::size_t k = 0; k < 3; ++k)
      if (kernel::orientation_of_vectors_exact(from[k], from[(k + 1) % 3], to[k], to[(k + 1) % 3], from[k],
                                               from[(k + 1) % 3], (*p)[k], (*p)[(k + 1) % 3]) != 0)
        return false;
  // They are on one line: positions are compared along an axis that is not square to it.
  const std::size_t axis = from[0] != to[0] ? 0 : from[1] != to[1] ? 1 : 2;
  const auto before = [&, up = from[axis] < to[axis]](const ExactPoint& p, const ExactPoint& q) {
    return up ? p[axis] < q[axis] : q[axis] < p[axis];
  };
  return before(other_to, other_from) && before(other_to, to) && before(from, other_from);
}

// Whether a stretch of f of positive length lies beside e, square to it, and is at most `join` from it. The distance is
// greatest at an end of the stretch.
bool runs_along(const EdgeSet& set, const Edge& e, const Edge& f, const mpq_class& join) {
  const ExactPoint run = set.run(e), other = set.run(f);
  const mpq_class slope = dot(run, other);
  if (slope >= 0) return false;
  const mpq_class length = dot(run, run), start = dot(difference(set.point(f.from), set.point(e.from)), run);
  // f(t) lies beside e(u) where u length = start + t slope, and 0 <= u, t <= 1.
  const mpq_class first = std::max<mpq_class>(0, (length - start) / slope),
                  last = std::min<mpq_class>(1, -start / slope);
  if (first >= last) return false;
  for (const mpq_class& t : {first, last}) {
    const ExactPoint on_f = kernel::point_along(set.point(f.from), set.point(f.to), t),
                     on_e = kernel::point_along(set.point(e.from), set.point(e.to),
                                                mpq_class((start + t * slope) / length)),
                     apart = difference(on_f, on_e);
    if (dot(apart, apart) > join * join) return false;
  }
  return true;
}

}  // namespace

std::vector<SharedEdge> shared_edges(const std::vector<ExactPoint>& points, const CornerLists& polygons,
                                     const PolygonTurns& turns, unsigned threads) {
  const EdgeSet set(points, polygons, turns);
  std::vector<EdgeSet::Pair> pairs =
      set.partial_pairs(threads, [&](const Edge& e, const Edge& f) { return overlap(set, e, f); });
  const std::vector<EdgeSet::Pair> whole = set.whole_pairs();
  pairs.insert(pairs.end(), whole.begin(), whole.end());
  return set.shared(pairs);
}

std::vector<std::uint32_t> joined_by_edges(const std::vector<ExactPoint>& points, const CornerLists& polygons,
                                           const std::vector<std::uint32_t>& part, unsigned threads) {
  return std::move(joined_by_edges(points, polygons, std::span(&part, 1), threads).front());
}

std::vector<std::vector<std::uint32_t>> joined_by_edges(const std::vector<ExactPoint>& points,
                                                        const CornerLists& polygons,
                                                        std::span<const std::vector<std::uint32_t>> divisions,
                                                        unsigned threads) {
  const EdgeSet set(points, polygons, PolygonTurns(polygons.size(), kernel::Sign::positive));
  const auto count = static_cast<std::uint32_t>(polygons.size());
  std::vector<kernel::UnionFind> sets(divisions.size(), kernel::UnionFind(count));
  const auto of_one_part = [&](std::size_t k, std::uint32_t p, std::uint32_t q) {
    return divisions[k][p] == divisions[k][q];
  };
  for (const auto& [i, j] : set.whole_pairs()) {
    const std::uint32_t p = set.edge(i).at.polygon, q = set.edge(j).at.polygon;
    for (std::size_t k = 0; k < sets.size(); ++k)
      if (of_one_part(k, p, q)) sets[k].unite(p, q);
  }
  const std::vector<EdgeSet::Pair> unknown = set.partial_pairs(threads, [&](const Edge& e, const Edge& f) {
    for (std::size_t k = 0; k < divisions.size(); ++k)
      if (of_one_part(k, e.at.polygon, f.at.polygon)) return !certainly_apart(set, e, f);
    return false;
  });
  // Most of these polygons are united by other edges already.
  for (const auto& [i, j] : unknown) {
    const Edge &e = set.edge(i), &f = set.edge(j);
    const std::uint32_t p = e.at.polygon, q = f.at.polygon;
    std::optional<bool> overlaps;
    for (std::size_t k = 0; k < sets.size(); ++k) {
      if (!of_one_part(k, p, q) || sets[k].find(p) == sets[k].find(q)) continue;
      if (!overlaps) overlaps = overlap(set, e, f);
      if (*overlaps) sets[k].unite(p, q);
    }
  }
  std::vector<std::vector<std::uint32_t>> out(sets.size(), std::vector<std::uint32_t>(count));
  for (std::size_t k = 0; k < sets.size(); ++k)
    for (std::uint32_t p = 0; p < count; ++p) out[k][p] = sets[k].find(p);
  return out;
}

std::vector<SharedEdge> near_edges(const std::vector<ExactPoint>& points, const CornerLists& polygons,
                                   const PolygonTurns& turns, const mpq_class& join, unsigned threads) {
  const EdgeSet set(points, polygons, turns);
  return set.shared(set.near_pairs(join, threads, [&](const Edge& e, const Edge& f) {
    return runs_along(set, e, f, join) || runs_along(set, f, e, join);
  }));
}

}  // namespace plumb::pipeline
