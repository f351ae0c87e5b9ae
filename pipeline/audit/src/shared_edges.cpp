// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/shared_edges.h"

#include <algorithm>
#include <array>
#include <optional>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval_point.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/chunks.h"

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::formulas::cross;
using kernel::formulas::dot;
using Near = kernel::IntervalPoint;

ExactPoint difference(const ExactPoint& p, const ExactPoint& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
Near difference(const Near& p, const Near& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }

// In the direction of a polygon that runs counter-clockwise. Ends are points by number.
struct Edge {
  SharedEdge::At at;
  std::uint32_t from, to;
};

// All edges of polygons, and which of them are near each other.
class EdgeSet {
 public:
  EdgeSet(const std::vector<ExactPoint>& points, const CornerLists& polygons, const std::vector<bool>& flipped)
      : points_(points) {
    near_.reserve(points.size());
    for (const ExactPoint& p : points) near_.push_back(kernel::interval_point(p));
    for (std::uint32_t p = 0; p < polygons.size(); ++p) {
      const auto& corners = polygons[p];
      for (std::uint32_t i = 0; i < corners.size(); ++i) {
        Edge e{{p, i}, corners[i], corners[i + 1 == corners.size() ? 0 : i + 1]};
        if (e.from == e.to || points[e.from] == points[e.to]) continue;
        if (flipped[p]) std::swap(e.from, e.to);
        edges_.push_back(e);
      }
    }
  }

  // Numbers of two edges, the lower first: is_pair(e, f) says of edges of two polygons whose boxes are no farther apart
  // than `join` whether they are a pair.
  using Pair = std::array<std::uint32_t, 2>;
  template <class IsPair>
  std::vector<Pair> pairs(const mpq_class& join, unsigned threads, IsPair&& is_pair) const {
    std::vector<kernel::Box> boxes;
    boxes.reserve(edges_.size());
    for (const Edge& e : edges_) boxes.push_back(box_of(e, Interval(0.0)));
    const kernel::BoxTree tree(std::move(boxes));
    const Interval reach = kernel::interval_of(join);
    const std::size_t chunks = chunk_count(edges_.size(), threads);
    std::vector<std::vector<Pair>> found(chunks);
    for_chunks(edges_.size(), chunks, threads, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        tree.query(box_of(edges_[i], reach), [&](std::uint32_t j) {
          const Edge &e = edges_[i], &f = edges_[j];
          // Those that begin, or end, at one point lead away from it.
          if (j <= i || e.at.polygon == f.at.polygon || e.from == f.from || e.to == f.to) return;
          if (dot(near_run(e), near_run(f)).low >= 0 || !is_pair(e, f)) return;
          found[chunk].push_back({static_cast<std::uint32_t>(i), j});
        });
    });
    std::vector<Pair> out;
    for (const auto& part : found) out.insert(out.end(), part.begin(), part.end());
    return out;
  }
  std::vector<SharedEdge> shared(const std::vector<Pair>& pairs) const {
    std::vector<SharedEdge> out;
    for (const auto& [i, j] : pairs) out.push_back({edges_[i].at, edges_[j].at, is_whole(edges_[i], edges_[j])});
    std::ranges::sort(out, [](const SharedEdge& x, const SharedEdge& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
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
  // By doubles.
  bool is_certainly_off(const Edge& e, std::uint32_t p) const {
    for (const Interval& v : cross(near_run(e), difference(near_[p], near_[e.from])))
      if (v.low > 0 || v.high < 0) return true;
    return false;
  }

 private:
  kernel::Box box_of(const Edge& e, const Interval& more) const {
    kernel::Box box;
    for (std::size_t k = 0; k < 3; ++k) {
      box.low[k] = (Interval(std::min(near_[e.from][k].low, near_[e.to][k].low)) - more).low;
      box.high[k] = (Interval(std::max(near_[e.from][k].high, near_[e.to][k].high)) + more).high;
    }
    return box;
  }

  const std::vector<ExactPoint>& points_;
  std::vector<Near> near_;
  std::vector<Edge> edges_;
};

// Do they run along each other, in opposite directions, for a positive length? As far as their ends and doubles tell.
std::optional<bool> near_overlap(const EdgeSet& set, const Edge& e, const Edge& f) {
  if (e.from == f.to && e.to == f.from) return true;
  if (set.is_certainly_off(e, f.from) || set.is_certainly_off(e, f.to)) return false;
  if (set.near_along(e, f.to).low > set.near_along(e, e.to).high || set.near_along(e, f.from).high < 0) return false;
  return std::nullopt;
}
bool overlap(const EdgeSet& set, const Edge& e, const Edge& f) {
  if (const auto known = near_overlap(set, e, f)) return *known;
  const ExactPoint &from = set.point(e.from), &to = set.point(e.to), &other_from = set.point(f.from),
                   &other_to = set.point(f.to);
  for (const ExactPoint* p : {&other_from, &other_to})
    for (std::size_t k = 0; k < 3; ++k)
      if (kernel::turn_exact(from[k], from[(k + 1) % 3], to[k], to[(k + 1) % 3], from[k], from[(k + 1) % 3], (*p)[k],
                             (*p)[(k + 1) % 3]) != 0)
        return false;
  // On one line: along an axis that it is not square to.
  const std::size_t axis = from[0] != to[0] ? 0 : from[1] != to[1] ? 1 : 2;
  const auto before = [&, up = from[axis] < to[axis]](const ExactPoint& p, const ExactPoint& q) {
    return up ? p[axis] < q[axis] : q[axis] < p[axis];
  };
  return before(other_to, other_from) && before(other_to, to) && before(from, other_from);
}

// Where the points of f lie beside e, square to it: is there a stretch of them, at whose ends they are near enough?
bool runs_along(const EdgeSet& set, const Edge& e, const Edge& f, const mpq_class& join) {
  const ExactPoint run = set.run(e), other = set.run(f);
  const mpq_class slope = dot(run, other);
  if (slope >= 0) return false;
  const mpq_class length = dot(run, run), start = dot(difference(set.point(f.from), set.point(e.from)), run);
  // f(t) is beside e(u): u length = start + t slope, and 0 <= u, t <= 1.
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
                                     const std::vector<bool>& flipped, unsigned threads) {
  const EdgeSet set(points, polygons, flipped);
  return set.shared(set.pairs(0, threads, [&](const Edge& e, const Edge& f) { return overlap(set, e, f); }));
}

std::vector<std::uint32_t> joined_by_edges(const std::vector<ExactPoint>& points, const CornerLists& polygons,
                                           unsigned threads) {
  const EdgeSet set(points, polygons, std::vector<bool>(polygons.size()));
  const auto count = static_cast<std::uint32_t>(polygons.size());
  kernel::UnionFind sets(count);
  std::vector<EdgeSet::Pair> unknown;
  for (const EdgeSet::Pair& pair :
       set.pairs(0, threads, [&](const Edge&e, const Edge&f) { return near_overlap(set, e, f).value_or(true); })) {
    const Edge &e = set.edge(pair[0]), &f = set.edge(pair[1]);
    if (near_overlap(set, e, f)) sets.unite(e.at.polygon, f.at.polygon);
    else unknown.push_back(pair);
  }
  // Most of these are joined by other edges.
  for (const auto& [i, j] : unknown) {
    const Edge &e = set.edge(i), &f = set.edge(j);
    if (sets.find(e.at.polygon) != sets.find(f.at.polygon) && overlap(set, e, f))
      sets.unite(e.at.polygon, f.at.polygon);
  }
  std::vector<std::uint32_t> out(count);
  for (std::uint32_t p = 0; p < count; ++p) out[p] = sets.find(p);
  return out;
}

std::vector<SharedEdge> near_edges(const std::vector<ExactPoint>& points, const CornerLists& polygons,
                                   const std::vector<bool>& flipped, const mpq_class& join, unsigned threads) {
  const EdgeSet set(points, polygons, flipped);
  return set.shared(set.pairs(join, threads, [&](const Edge& e, const Edge& f) {
    return runs_along(set, e, f, join) || runs_along(set, f, e, join);
  }));
}

}  // namespace plumb::pipeline
