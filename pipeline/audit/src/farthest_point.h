// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <boost/container/small_vector.hpp>
#include <queue>

#include "nearest_face.h"

namespace plumb::pipeline {

/// How far the farthest point of some convex polygons is from a floor. Keeps a reference. Not for several threads.
class FarthestPoint {
 public:
  using Index = NearestFace::Index;

  /// `negligible`: a distance below which nothing is looked at any closer.
  FarthestPoint(NearestFace& floor, double negligible) : floor_(floor), negligible_(negligible) {}

  /// A polygon, of whose points none is farther than `bound`.
  void add(const std::vector<kernel::IntervalPoint>& polygon, double bound);
  /// One of which nothing is known: none is farther than wherever one gets from a place whose distance is known.
  void add(const std::vector<kernel::IntervalPoint>& polygon);
  /// Whether doubles show at once that no point of it is farther than one that was found.
  bool is_near(const std::vector<kernel::IntervalPoint>& polygon) const;

  /// Of all that were added so far: contains it for certain.
  kernel::Interval find();

 private:
  struct Corner {
    kernel::IntervalPoint at;
    NearestFace::Nearest nearest;  // no face: not known yet
  };
  struct Node {
    double bound;
    std::array<Corner, 3> corners;
    bool seen;  // the bound is what corners say
    // Faces by which the bound holds, and their weights.
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
  double high_ = 0;  // of triangles that cannot be halved any more
  Corner known_;     // a place whose distance is known, once it has a face
};

}  // namespace plumb::pipeline
