// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/shared_edges.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/exact_hash.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval_of.h"

namespace plumb::pipeline {
namespace {

using kernel::formulas::cross;
using kernel::formulas::dot;

ExactPoint difference(const ExactPoint& p, const ExactPoint& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }

struct Edge {
  SharedEdge::At at;
  const ExactPoint *from, *to;  // in the polygon's direction, counter-clockwise
};

std::vector<Edge> edges_of(const std::vector<ExactPoint>& points, const CornerLists& polygons,
                           const std::vector<bool>& flipped) {
  std::vector<Edge> out;
  for (std::uint32_t p = 0; p < polygons.size(); ++p) {
    const auto& corners = polygons[p];
    for (std::uint32_t i = 0; i < corners.size(); ++i) {
      const std::uint32_t a = corners[i], b = corners[i + 1 == corners.size() ? 0 : i + 1];
      if (a == b || points[a] == points[b]) continue;
      Edge e{{p, i}, &points[a], &points[b]};
      if (flipped[p]) std::swap(e.from, e.to);
      out.push_back(e);
    }
  }
  return out;
}

// An edge on its line.
struct Placed {
  const Edge* edge;
  // The direction in integers without a common factor, the first that is not zero positive; and the moment, the cross
  // product of any point of the line with it.
  std::array<mpq_class, 6> line;
  std::size_t hash;
  mpq_class low, high;  // along the direction
  bool forward;
};

Placed placed(const Edge& edge) {
  ExactPoint d = difference(*edge.to, *edge.from);
  mpz_class den = lcm(lcm(d[0].get_den(), d[1].get_den()), d[2].get_den()), num = 0;
  for (mpq_class& v : d) {
    v *= den;
    num = gcd(num, v.get_num());
  }
  const mpq_class& first = d[0] != 0 ? d[0] : d[1] != 0 ? d[1] : d[2];
  const bool forward = first > 0;
  if (!forward) num = -num;
  for (mpq_class& v : d) v /= num;
  const ExactPoint moment = cross(*edge.from, d);
  Placed out{&edge,  {d[0], d[1], d[2], moment[0], moment[1], moment[2]}, 0, dot(*edge.from, d), dot(*edge.to, d),
             forward};
  if (!forward) std::swap(out.low, out.high);
  out.hash = kernel::hash_of(out.line);
  return out;
}

bool same_line(const Placed& a, const Placed& b) { return a.hash == b.hash && a.line == b.line; }
bool in_order(const Placed& a, const Placed& b) {
  if (a.hash != b.hash) return a.hash < b.hash;
  if (a.line != b.line) return a.line < b.line;
  return a.low != b.low ? a.low < b.low : a.edge->at < b.edge->at;
}

SharedEdge pair_of(const Edge& a, const Edge& b, bool whole) {
  return a.at < b.at ? SharedEdge{a.at, b.at, whole} : SharedEdge{b.at, a.at, whole};
}

void sort_pairs(std::vector<SharedEdge>& pairs) {
  std::ranges::sort(pairs, [](const SharedEdge& x, const SharedEdge& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
}

}  // namespace

std::vector<SharedEdge> shared_edges(const std::vector<ExactPoint>& points, const CornerLists& polygons,
                                     const std::vector<bool>& flipped, unsigned /*threads*/) {
  const std::vector<Edge> edges = edges_of(points, polygons, flipped);
  std::vector<Placed> all;
  all.reserve(edges.size());
  for (const Edge& e : edges) all.push_back(placed(e));
  std::sort(all.begin(), all.end(), in_order);
  std::vector<SharedEdge> out;
  std::vector<const Placed*> open;  // on the line at work, which may reach the next
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == 0 || !same_line(all[i - 1], all[i])) open.clear();
    const Placed& e = all[i];
    std::erase_if(open, [&](const Placed* o) { return o->high <= e.low; });
    for (const Placed* o : open)
      if (o->forward != e.forward && o->edge->at.polygon != e.edge->at.polygon)
        out.push_back(pair_of(*o->edge, *e.edge, o->low == e.low && o->high == e.high));
    open.push_back(&e);
  }
  sort_pairs(out);
  return out;
}

std::vector<SharedEdge> near_edges(const std::vector<ExactPoint>& points, const CornerLists& polygons,
                                   const std::vector<bool>& flipped, const mpq_class& join) {
  const std::vector<Edge> edges = edges_of(points, polygons, flipped);
  const kernel::Interval reach = kernel::interval_of(join);
  std::vector<kernel::Box> boxes;
  for (const Edge& e : edges) {
    kernel::Box box = kernel::no_box;
    for (const ExactPoint* p : {e.from, e.to})
      for (std::size_t k = 0; k < 3; ++k) {
        box.low[k] = std::min(box.low[k], kernel::interval_of((*p)[k]).low);
        box.high[k] = std::max(box.high[k], kernel::interval_of((*p)[k]).high);
      }
    boxes.push_back(box);
  }
  const kernel::BoxTree tree(boxes);
  // How far the points of f are from those of e that they are nearest to, at both ends of where they lie beside it.
  const mpq_class most = join * join;
  const auto runs_along = [&](const Edge& e, const Edge& f) {
    const ExactPoint d = difference(*e.to, *e.from), g = difference(*f.to, *f.from);
    const mpq_class slope = dot(d, g);
    if (slope >= 0) return false;
    const mpq_class length = dot(d, d), start = dot(difference(*f.from, *e.from), d);
    // f(t) is beside e(u): u length = start + t slope, and 0 <= u, t <= 1.
    const mpq_class first = std::max<mpq_class>(0, (length - start) / slope),
                    last = std::min<mpq_class>(1, -start / slope);
    if (first >= last) return false;
    for (const mpq_class& t : {first, last}) {
      const ExactPoint on_f = kernel::point_along(*f.from, *f.to, t),
                       on_e = kernel::point_along(*e.from, *e.to, mpq_class((start + t * slope) / length)),
                       apart = difference(on_f, on_e);
      if (dot(apart, apart) > most) return false;
    }
    return true;
  };
  std::vector<SharedEdge> out;
  for (std::uint32_t i = 0; i < edges.size(); ++i) {
    kernel::Box box = boxes[i];
    for (std::size_t k = 0; k < 3; ++k) {
      box.low[k] = (kernel::Interval(box.low[k]) - reach).low;
      box.high[k] = (kernel::Interval(box.high[k]) + reach).high;
    }
    tree.query(box, [&](std::uint32_t j) {
      if (j <= i || edges[i].at.polygon == edges[j].at.polygon) return;
      if (runs_along(edges[i], edges[j]) || runs_along(edges[j], edges[i]))
        out.push_back(pair_of(edges[i], edges[j], *edges[i].from == *edges[j].to && *edges[i].to == *edges[j].from));
    });
  }
  sort_pairs(out);
  return out;
}

}  // namespace plumb::pipeline
