// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <deque>
#include <vector>

#include "plumb/pipeline/nav_graph.h"

namespace plumb::pipeline {

/// How a clockwise boundary goes on at a corner.
enum class Turn : std::uint8_t { right, straight, left, back };

/// The vertices of a graph in projection, and exact answers about them: a double filter, 128-bit integers where the coordinates are
/// integers, fractions elsewhere, made once a vertex.
/// Not thread-safe: one object a thread.
class PlanPoints {
 public:
  PlanPoints(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map, const NavGraph& graph);

  /// The way from a to c through b. Requires a != b and b != c as points. Degree 2.
  Turn turn(VertexRef a, VertexRef b, VertexRef c);
  /// Which side of the way from a to b c is on: negative is its right. Requires a != b as points.
  int side(VertexRef a, VertexRef b, VertexRef c);
  /// a before b by x, then y: negative. Zero: one point in projection.
  int compare(VertexRef a, VertexRef b);
  /// Squared length, rounded: for orders of preference only.
  double length(VertexRef a, VertexRef b) const {
    const GraphVertex &p = graph_.vertices[a], &q = graph_.vertices[b];
    return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
  }
  const GraphVertex& operator[](VertexRef v) const { return graph_.vertices[v]; }
  /// In the integer units of the PointTable: (x, y) / w, w > 0.
  struct Homogeneous {
    mpz_class x, y, w;
  };
  const Homogeneous& exact(VertexRef v);

  /// The computed determinant is within det_error * (|l| + |r|) of that of the coordinates given, where l and r are its two products.
  static constexpr double det_error = 4 * 0x1p-53;

 private:
  int side_exact(VertexRef a, VertexRef b, VertexRef c);

  const kernel::PointTable& points_;
  const StanceMap& map_;
  const NavGraph& graph_;
  CellGeometry geometry_;
  std::vector<std::uint32_t> index_;  // by vertex, into exact_
  std::deque<Homogeneous> exact_;     // those made so far; references stay good
  mpz_class scratch_[6];              // keep their memory
};

}  // namespace plumb::pipeline
