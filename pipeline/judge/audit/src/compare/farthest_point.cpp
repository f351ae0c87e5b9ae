// SPDX-License-Identifier: GPL-3.0-or-later
// The greatest distance from a point of some convex polygons to a floor of convex faces, by branch and bound.
//
// The distance to one face is a convex function of the place; the distance to the floor is the least of these. Over a
// triangle with corners c, and for any weights w of 0 or more whose sum is 1,
//
//   max over p of min over f of d_f(p)  <=  max over p of sum of w_f d_f(p)  <=  max over c of sum of w_f d_f(c),
//
// since a sum of convex functions is convex, and greatest at a corner. So, for each triangle of a fan (add):
// 1. look_at() finds the nearest face of each corner, and bounds the triangle by how far its corners are from each
//    other.
// 2. mix() makes a table of the distances d_f(c). The best weights solve a matrix game (least_greatest). The other
//    player's weights are a place of the triangle where, by this table, the distance may be as great as the bound. If
//    its nearest face is new, that face becomes another row, up to most_rows.
// 3. find() takes the triangle with the greatest bound, and halve() cuts it where the distances bend most (best_edge),
//    until that bound is at most a little above a distance that was found. What is left of a bound is the bend over the
//    triangle: it shrinks with the square of its size, and is 0 along a gap between two faces of one plane.
//
// Cost: a few searches for nearest faces for each of n triangles and of at most most_cuts halvings, each with games of
// 6 rows and 3 columns; and a queue of triangles. is_near() and add() drop most polygons by one known place.
// Exact: every number is an interval of doubles that contains the true one, so the result contains the true distance
// wherever the search ends; its width is not promised.
// Source: our own.
#include "compare/farthest_point.h"

#include <algorithm>
#include <cmath>

namespace plumb::pipeline {
namespace {

using kernel::Interval;
using kernel::IntervalPoint;

// A weight as a multiple of 2^-52: sums of such weights, up to 1, are doubles.
double as_weight(double x) {
  if (!(x > 0)) return 0;
  return std::ldexp(std::floor(std::ldexp(std::min(x, 1.0), 52)), -52);
}

class Game {
 public:
  explicit Game(const ValueTable& values) : values_(values), columns_(values[0].size()) {
    best_.value = HUGE_VAL;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      offer({{i}, {1, 0, 0}, 1});
      for (std::size_t j = 0; j < i; ++j) {
        equal_in_two(i, j);
        for (std::size_t k = 0; k < j; ++k) equal_in_three(i, j, k);
      }
    }
  }
  const BestMixture& best() const { return best_; }

 private:
  void offer(const Mixture& m) {
    double greatest = -HUGE_VAL;
    for (std::size_t c = 0; c < columns_; ++c) {
      double sum = 0;
      for (std::size_t k = 0; k < m.size; ++k) sum += m.weights[k] * values_[m.items[k]][c];
      greatest = std::max(greatest, sum);
    }
    if (greatest < best_.value) best_ = {m, greatest};
  }

  // Two rows, mixed so that two columns have one value.
  void equal_in_two(std::size_t i, std::size_t j) {
    for (std::size_t c = 0; c < columns_; ++c)
      for (std::size_t d = 0; d < c; ++d) {
        const double of_i = values_[i][c] - values_[i][d], of_j = values_[j][c] - values_[j][d];
        const double x = of_j / (of_j - of_i);
        if (!(x > 0 && x < 1)) continue;
        const double weight = as_weight(x);
        offer({{i, j}, {weight, 1 - weight, 0}, 2});
      }
  }
  // Three rows, mixed so that three columns have one value.
  void equal_in_three(std::size_t i, std::size_t j, std::size_t k) {
    for (std::size_t c = 0; c < columns_; ++c)
      for (std::size_t d = 0; d < c; ++d)
        for (std::size_t e = 0; e < d; ++e) {
          // x (i - k) + y (j - k) + k is the same in c and d, and in c and e.
          const auto step = [&](std::size_t row, std::size_t to) { return values_[row][c] - values_[row][to]; };
          const double a = step(i, d) - step(k, d), b = step(j, d) - step(k, d), p = -step(k, d);
          const double u = step(i, e) - step(k, e), v = step(j, e) - step(k, e), q = -step(k, e);
          const double all = a * v - b * u, x = (p * v - b * q) / all, y = (a * q - p * u) / all;
          if (!(x > 0 && y > 0 && x + y < 1)) continue;
          const double first = as_weight(x), second = std::min(as_weight(y), 1 - first);
          offer({{i, j, k}, {first, second, 1 - first - second}, 3});
        }
  }

  const ValueTable& values_;
  const std::size_t columns_;
  BestMixture best_;
};

constexpr kernel::Hint farthest_width{0x1p-11};
constexpr kernel::Hint bends{0x1p-14};
constexpr std::size_t most_cuts = 4096, most_rows = 6;

double upper_sum(double a, double b) { return (Interval(a) + Interval(b)).high; }
double apart(const IntervalPoint& a, const IntervalPoint& b) { return distance(a, b).high; }
IntervalPoint between(const IntervalPoint& a, const IntervalPoint& b) {
  IntervalPoint out;
  for (std::size_t k = 0; k < 3; ++k) out[k] = (a[k] + b[k]) * Interval(0.5);
  return out;
}

}  // namespace

BestMixture least_greatest(const ValueTable& values) { return Game(values).best(); }

void FarthestPoint::add(const std::vector<IntervalPoint>& polygon, double bound) {
  if (bound <= low_) return;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
    nodes_.push({bound, {Corner{polygon[0], {}}, Corner{polygon[i], {}}, Corner{polygon[i + 1], {}}}, false, {}});
}

void FarthestPoint::add(const std::vector<IntervalPoint>& polygon) {
  if (known_.nearest.face == NearestFace::no_face) known_ = {polygon[0], floor_(polygon[0], 0, NearestFace::no_face)};
  double bound = bound_of(polygon);
  if (bound > low_) {
    Corner next{polygon[0], {}};
    find_nearest(next, bound, known_.nearest.face);
    known_ = next;
    bound = std::min(bound, bound_of(polygon));
  }
  add(polygon, bound);
}

bool FarthestPoint::is_near(const std::vector<IntervalPoint>& polygon) const {
  return known_.nearest.face != NearestFace::no_face && bound_of(polygon) <= low_;
}

Interval FarthestPoint::find() {
  for (std::size_t cuts = 0; !nodes_.empty() && cuts < most_cuts && nodes_.top().bound > enough();) {
    Node top = nodes_.top();
    nodes_.pop();
    if (!top.seen) look_at(std::move(top));
    else if (!halve(top)) high_ = std::max(high_, top.bound);
    else ++cuts;
  }
  return {low_, std::max({low_, high_, nodes_.empty() ? 0 : nodes_.top().bound})};
}

// A bound of this or less is not improved any more.
double FarthestPoint::enough() const { return std::max(low_ * (1 + farthest_width), negligible_); }

// An upper bound by the place whose distance is known: that distance and the way to it, or the distance to its nearest
// face.
double FarthestPoint::bound_of(const std::vector<IntervalPoint>& polygon) const {
  double away = 0, face = 0;
  for (const IntervalPoint& p : polygon) away = std::max(away, apart(known_.at, p));
  const double by_way = upper_sum(known_.nearest.distance.high, away);
  if (by_way <= low_) return by_way;
  for (const IntervalPoint& p : polygon) face = std::max(face, floor_.most_from(p, known_.nearest.face));
  return std::min(by_way, face);
}

void FarthestPoint::find_nearest(Corner& c, double reach, Index hint) {
  if (c.nearest.face != NearestFace::no_face) return;
  c.nearest = floor_(c.at, reach, hint);
  low_ = std::max(low_, c.nearest.distance.low);
}

// Finds the nearest faces of a triangle's corners, improves its bound by them, and puts it into the queue.
void FarthestPoint::look_at(Node node) {
  Index hint = NearestFace::no_face;
  for (Corner& c : node.corners) {
    find_nearest(c, node.bound, hint);
    hint = c.nearest.face;
  }
  // No point is farther than a corner's distance and the way to that corner.
  for (const Corner& c : node.corners) {
    double away = 0;
    for (const Corner& other : node.corners) away = std::max(away, apart(c.at, other.at));
    node.bound = std::min(node.bound, upper_sum(c.nearest.distance.high, away));
  }
  if (node.bound > enough()) mix(node);
  node.seen = true;
  nodes_.push(std::move(node));
}

void FarthestPoint::mix(Node& node) {
  std::vector<Index> faces;
  ValueTable by_face;       // upper bounds of the distances of corners
  ValueTable by_corner(3);  // the same, transposed and negative
  const auto add_face = [&](Index face) {
    if (std::ranges::find(faces, face) != faces.end()) return false;
    faces.push_back(face);
    std::vector<double>& row = by_face.emplace_back();
    for (std::size_t c = 0; c < 3; ++c) {
      const NearestFace::Nearest& own = node.corners[c].nearest;
      row.push_back(own.face == face ? own.distance.high : floor_.most_from(node.corners[c].at, face));
      by_corner[c].push_back(-row.back());
    }
    return true;
  };
  for (const Corner& c : node.corners) add_face(c.nearest.face);
  for (const auto& [face, weight] : node.by)
    if (faces.size() < most_rows) add_face(face);
  node.by.clear();
  for (;;) {
    const Mixture mixture = least_greatest(by_face).mixture;
    double bound = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      Interval sum(0.0);
      for (std::size_t k = 0; k < mixture.size; ++k)
        sum = sum + Interval(mixture.weights[k]) * Interval(by_face[mixture.items[k]][c]);
      bound = std::max(bound, sum.high);
    }
    if (bound < node.bound || node.by.empty()) {
      node.by.clear();
      for (std::size_t k = 0; k < mixture.size; ++k) node.by.push_back({faces[mixture.items[k]], mixture.weights[k]});
    }
    node.bound = std::min(node.bound, bound);
    if (node.bound <= enough() || faces.size() == most_rows) return;
    // The place where, by this table, the distance may be as great as the bound.
    const Mixture place = least_greatest(by_corner).mixture;
    if (place.size == 1) return;  // a corner, which is known
    Corner worst;
    worst.at = {Interval(0.0), Interval(0.0), Interval(0.0)};
    for (std::size_t k = 0; k < place.size; ++k)
      for (std::size_t axis = 0; axis < 3; ++axis)
        worst.at[axis] = worst.at[axis] + Interval(place.weights[k]) * node.corners[place.items[k]].at[axis];
    find_nearest(worst, node.bound, faces[mixture.items[0]]);
    if (!add_face(worst.nearest.face)) return;
  }
}

// The edge along which the distances to the bound's faces bend most, by its middle; the longest one if they hardly do.
std::size_t FarthestPoint::best_edge(const Node& node, const std::array<IntervalPoint, 3>& middles) const {
  std::size_t best = 0;
  double most = -HUGE_VAL;
  for (std::size_t k = 0; k < 3; ++k) {
    const IntervalPoint &a = node.corners[k].at, &b = node.corners[(k + 1) % 3].at;
    double bend = 0;
    for (const auto& [face, weight] : node.by)
      bend +=
          weight * ((floor_.most_from(a, face) + floor_.most_from(b, face)) / 2 - floor_.most_from(middles[k], face));
    if (bend > most) most = bend, best = k;
  }
  if (most > node.bound * bends) return best;
  double longest = -1;
  for (std::size_t k = 0; k < 3; ++k)
    if (const double length = distance(node.corners[k].at, node.corners[(k + 1) % 3].at).low; length > longest)
      longest = length, best = k;
  return best;
}

// Puts both halves of a triangle into the queue. False where halves would not help: they are as small as the intervals
// of their corners, or small beside the widths of the corners' distances.
bool FarthestPoint::halve(const Node& node) {
  std::array<IntervalPoint, 3> middles;
  for (std::size_t k = 0; k < 3; ++k) middles[k] = between(node.corners[k].at, node.corners[(k + 1) % 3].at);
  const std::size_t edge = best_edge(node, middles);
  const Corner &a = node.corners[edge], &b = node.corners[(edge + 1) % 3];
  const double length = distance(a.at, b.at).low;
  Corner middle{middles[edge], {}};
  double width = 0, known = HUGE_VAL;
  for (const Interval& v : middle.at) width = std::max(width, v.high - v.low);
  if (!(length > 8 * width)) return false;
  for (const Corner& c : node.corners) known = std::min(known, c.nearest.distance.high - c.nearest.distance.low);
  if (length < known * farthest_width) return false;
  find_nearest(middle, node.bound, a.nearest.face);
  for (const std::size_t end : {edge, (edge + 1) % 3}) {
    Node half = node;
    half.corners[end] = middle;
    look_at(std::move(half));
  }
  return true;
}

}  // namespace plumb::pipeline
