// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/nav_graph.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/vertex_reader.h"

namespace plumb::pipeline {

/// Answers questions about the vertices of a graph in projection, exactly. It tries one way after the other: doubles;
/// lines that are known to go through all vertices in question; 128-bit integers, if the coordinates are integers; and
/// fractions, from the graph's store. Each object may be used by one thread at a time.
class VertexPredicates {
 public:
  VertexPredicates(const kernel::PointTable& points, const SurfaceSet& set, const StanceMap& map,
                   const NavGraph& graph);

  /// On which side of the line from a to b the vertex c lies; negative means on its right. Requires that a and b are
  /// different points. `one_line` says that the three are known to be collinear, which helps where doubles do not
  /// decide.
  kernel::Sign side(VertexRef a, VertexRef b, VertexRef c, bool one_line = false) {
    const double det = orient(a, b, c);
    if (std::abs(det) > safe_) return det > 0 ? kernel::Sign::positive : kernel::Sign::negative;
    return one_line ? kernel::Sign::zero : kernel::sign_of(side_close(a, b, c));
  }
  /// The same for the line along a half-edge of the graph and the end of another one, which starts where the first
  /// ends. If both run along one edge of the input, that decides without fractions.
  int side_of_end(HalfEdgeId half_edge, HalfEdgeId other, bool one_line);

  /// The line from a to b, prepared for many questions about its sides.
  struct DirectedLine {
    VertexRef a, b;
    double x, y, dx, dy;
  };
  DirectedLine directed_line(VertexRef a, VertexRef b) const {
    return {a, b, near_[a].x, near_[a].y, near_[b].x - near_[a].x, near_[b].y - near_[a].y};
  }
  /// Bit i says that c is not strictly to the right of ways[i]. Requires at most 64 ways.
  std::uint64_t not_right(std::span<const DirectedLine> ways, VertexRef c) {
    std::uint64_t left = 0, close = 0;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      const DirectedLine& w = ways[i];
      const double det = kernel::formulas::determinant(w.dx, w.dy, near_[c].x - w.x, near_[c].y - w.y);
      left |= std::uint64_t{det > safe_} << i;
      close |= std::uint64_t{!(std::abs(det) > safe_)} << i;
    }
    for (std::size_t i = 0; close != 0; ++i, close >>= 1)
      if (close & 1) left |= std::uint64_t{side_close(ways[i].a, ways[i].b, c) >= 0} << i;
    return left;
  }

  /// Negative if a is before b by x (axis 0) or by y (axis 1); zero if these are equal.
  int compare(VertexRef a, VertexRef b, int axis);
  /// Negative if a is before b by x, then y; zero if they are one point in projection.
  int compare(VertexRef a, VertexRef b) {
    const int x = compare(a, b, 0);
    return x != 0 ? x : compare(a, b, 1);
  }
  /// The squared distance, rounded, for orders of preference only. It is 0 where doubles do not have it, and never NaN.
  double length(VertexRef a, VertexRef b) const {
    const GraphVertex &p = graph_.vertices[a], &q = graph_.vertices[b];
    const double length = (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
    return std::isnan(length) ? 0 : length;
  }
  const GraphVertex& operator[](VertexRef v) const { return graph_.vertices[v]; }

  /// Makes known that v lies on the line of this number. A vertex keeps four lines at most, the first three and the
  /// last.
  void on_line(VertexRef v, std::uint32_t line) {
    Lines& l = lines_[v];
    const bool known = (l[0] == line) | (l[1] == line) | (l[2] == line);
    const std::size_t free = static_cast<std::size_t>(l[0] != no_line) + (l[1] != no_line) + (l[2] != no_line);
    l[free] = known ? l[free] : line;
  }

  /// The bounds of off_by(). For coordinates that are exact doubles, a computed determinant has the right sign if its
  /// magnitude is more than det_error * (|l| + |r|), where l and r are its two products (vertex_predicates.cpp derives
  /// it).
  static constexpr kernel::ErrorBound det_error{4};
  static constexpr kernel::UnderflowBound det_underflow{-1000};
  /// A computed determinant whose magnitude is more than this has the sign of the exact one. `products` is |l| + |r|,
  /// `differences` is the sum of the magnitudes of the four differences of coordinates, and `e` is the sum of the
  /// vertices' errors.
  static double off_by(double products, double differences, double e) {
    return det_error * products + kernel::enlarged(spread(differences, e)) + det_underflow;
  }
  /// By how much the vertices' errors change the determinant at most.
  template <class N>
  static N spread(const N& differences, const N& e) {
    return e * (differences + (e + e));
  }

 private:
  static constexpr std::uint32_t no_line = 0xffffffffu;
  using Lines = std::array<std::uint32_t, 4>;  // unused entries, at the end, are no_line
  struct Near {
    double x, y;  // NaN where the error of the vertex is too great for doubles to help (useful_error)
  };
  // A line through an input point.
  struct InputLine {
    kernel::PointId point;
    std::int64_t dx, dy;
  };

  double orient(VertexRef a, VertexRef b, VertexRef c) const {
    return kernel::formulas::orient2d(near_[a], near_[b], near_[c]);
  }
  int side_close(VertexRef a, VertexRef b, VertexRef c);
  int side_exact(VertexRef a, VertexRef b, VertexRef c);
  bool one_line(VertexRef a, VertexRef b, VertexRef c) const;
  bool equal_lines(HalfEdgeId half_edge, HalfEdgeId other) const;
  std::optional<InputLine> input_line(const kernel::LineSource& source) const;
  std::optional<InputLine> input_line(HalfEdgeId half_edge) const;

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const StanceMap& map_;
  const NavGraph& graph_;
  VertexReader exact_;
  std::vector<Near> near_;    // by vertex
  double safe_ = HUGE_VAL;    // no determinant of three vertices of near_ is off by more
  std::vector<Lines> lines_;  // by vertex: lines that it lies on
  kernel::PlanOrientation orientation_;
};

}  // namespace plumb::pipeline
