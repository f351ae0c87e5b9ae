// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <queue>
#include <span>
#include <vector>

#include "compare/nearest_face.h"

namespace plumb::pipeline {

/// At most three items by number, with weights of 0 or more whose sum is 1, as doubles and exactly.
struct Mixture {
  std::array<std::size_t, 3> items{};
  std::array<double, 3> weights{1, 0, 0};
  std::size_t size = 1;
};

/// A row an item, a column a case.
using ValueTable = std::vector<std::vector<double>>;

/// The mixture of rows whose greatest entry, over the columns, is about the least; and that entry, about. Values are
/// finite, rows as long as one another, and there is one of each. Solves the matrix game by trying all supports of
/// three rows at most, which is enough where there are three rows or three columns at most: n^3 m^3 steps of a few
/// multiplications.
struct BestMixture {
  Mixture mixture;
  double value;
};
BestMixture least_greatest(const ValueTable& values);

/// The distance from a floor of the point of some convex polygons that is farthest from it. Keeps a reference. One
/// object for each thread.
class FarthestPoint {
 public:
  using Index = NearestFace::Index;

  /// `negligible`: bounds below this distance are not improved.
  FarthestPoint(NearestFace& floor, double negligible) : floor_(floor), negligible_(negligible) {}

  /// Adds a polygon of which no point is farther than `bound`.
  void add(const std::vector<kernel::IntervalPoint>& polygon, double bound);
  /// Adds a polygon, whose bound is computed from a place whose distance is known.
  void add(const std::vector<kernel::IntervalPoint>& polygon);
  /// Whether doubles show at once that no point of a polygon is farther than one found before.
  bool is_near(const std::vector<kernel::IntervalPoint>& polygon) const;

  /// An interval that contains the distance of the farthest point of all polygons added so far.
  kernel::Interval find();

 private:
  struct Corner {
    kernel::IntervalPoint at;
    NearestFace::Nearest nearest;  // no face: not known yet
  };
  struct Node {
    double bound;
    std::array<Corner, 3> corners;
    bool seen;  // look_at() has improved the bound
    // The faces that give the bound, and their weights.
    boost::container::small_vector<std::pair<Index, double>, 3> by;
    bool operator<(const Node& o) const { return bound < o.bound; }
  };

  double bound_of(const std::vector<kernel::IntervalPoint>& polygon) const;
  double enough() const;
  void find_nearest(Corner& c, double reach, Index hint);
  void look_at(Node node);
  void mix(Node& node);
  bool halve(const Node& node);
  std::size_t best_edge(const Node& node, const std::array<kernel::IntervalPoint, 3>& middles) const;

  NearestFace& floor_;
  const double negligible_;
  std::priority_queue<Node> nodes_;
  double low_ = 0;
  double high_ = 0;  // the greatest bound of triangles that cannot be halved any more
  Corner known_;     // a place whose distance is known, once it has a face
};

}  // namespace plumb::pipeline
