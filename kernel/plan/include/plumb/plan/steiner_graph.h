// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "plumb/plan/obstacles.h"
#include "plumb/plan/passages.h"
#include "plumb/plan/route_cost.h"
#include "plumb/plan/weighted_area.h"

namespace plumb::plan {

/// For a flatter angle series use this sine, and no vicinity is shorter than this share of its edge: otherwise slivers,
/// of which real maps have many, would have 10^8 points on a side. Where a map has neither, the points are those of the
/// source.
inline constexpr double flattest_sine = 1.0 / 8, shortest_vicinity = 1.0 / 1024;

/// A series of points from one end of an edge: the distance of the first, and the ratio of the distances of each point
/// and the one before it.
struct SteinerSeries {
  double first;
  double ratio;  ///< more than 1
};

/// The places of the points on an edge of a given length, as distances from its beginning, ascending: one series from
/// each end (Aleksandrov, Lanthier, Maheshwari & Sack 1998). Where the series overlap the one with the larger intervals
/// ends. The ends of the edge are not among the points; if the series leave no room, there are none.
std::vector<double> steiner_positions(double length, const SteinerSeries& from_begin, const SteinerSeries& from_end);

/// What the points of all radii on a triangulation have in common: its open edges by number, and its measures, in
/// doubles, that decide where points are. Keeps a reference.
class SteinerShape {
 public:
  using Index = PlanTriangulation::Index;

  explicit SteinerShape(const WeightedArea& area);

  const PlanTriangulation& triangulation() const { return triangulation_; }
  /// The open edges, each by its lowest half-edge, ascending; and the number of a half-edge's edge, none if it is not
  /// open.
  std::span<const Index> edges() const { return edges_; }
  Index edge_of(Index half_edge) const { return edge_of_[half_edge]; }
  /// A fan: corners of triangles that are not blocked, around one vertex, that open edges join. Where obstacles touch a
  /// vertex has several, and no way leads from one to another. Numbers ascend with those of vertices.
  Index fan_count() const { return static_cast<Index>(around_.size()); }
  Index fan_of(Index half_edge) const { return fan_of_[half_edge]; }  ///< that of the corner where it begins
  Index vertex_of(Index fan) const { return triangulation_.from(around_[fan].front()); }
  /// Half-edges that begin at the corners of a fan.
  std::span<const Index> around(Index fan) const { return around_[fan]; }
  bool is_at_obstacle(Index vertex) const { return at_obstacle_[vertex]; }
  const DoublePoint& near(Index vertex) const { return near_[vertex]; }

  /// h_v: the distance of a vertex from the sides opposite to it, in its triangles that are not blocked.
  double height(Index vertex) const { return heights_[vertex]; }
  /// The sine of the smallest angle between an edge and the next edges at one of its ends, within triangles that are
  /// not blocked; 1 if these angles are 90 degrees or more.
  double least_sine(Index half_edge, Index end) const;
  /// The series of an edge from an end: vicinity spacing * h_v, ratio 1 + spacing times the least sine.
  SteinerSeries series(Index half_edge, Index end, double spacing) const;

 private:
  void find_fans();

  const PlanTriangulation& triangulation_;
  std::vector<Index> edges_, edge_of_, fan_of_;
  std::vector<std::vector<Index>> around_;
  std::vector<bool> at_obstacle_;
  std::vector<DoublePoint> near_;
  std::vector<double> heights_;
  std::vector<double> sines_;  // by half-edge that is not blocked: of its angle with the previous one
};

class GapCrossings;

/// What decides whether a disc may be at a point, or move along a piece.
enum class RouteChecks : std::uint8_t {
  exact,     ///< no obstacle is nearer than the radius
  document,  ///< only what Koutsoumpas checks: vicinities and angles of points on edges, nothing of pieces
};

struct SteinerOptions {
  double spacing = 0.25;  ///< epsilon: of intervals and vicinities; above 0
  RouteChecks checks = RouteChecks::exact;
};

/// How much a search over the points looked at.
struct SearchCounts {
  std::size_t reached = 0;    ///< points on edges to which a way was looked at
  std::size_t settled = 0;    ///< points whose cheapest cost is known
  std::size_t evaluated = 0;  ///< arcs whose cost was evaluated
  std::size_t forbidden = 0;  ///< arcs that the disc cannot take
};

/// The points at which routes of a disc may turn: on the open edges of a triangulation, in logarithmic series from
/// their ends, and at its vertices (Koutsoumpas, 4.2; steiner_positions). A vertex is a point for each of its fans.
///
/// At an obstacle's vertex a series starts where the disc may be as far as the obstacles of its triangles allow, at a
/// distance of r or r / sin(angle); elsewhere at epsilon h_v. Shares of edges are dyadic. Where a passage is between 2
/// r and 9 r / 4 wide, there are also points on the line through its middle, square to it, as far as that runs free:
/// where the width is exactly 2 r they are the only ones at which the disc fits. Keeps references. The points of an
/// edge are made, and whether the disc fits is decided, when a search asks; what was made is kept.
class SteinerGraph {
 public:
  using Index = PlanTriangulation::Index;
  static constexpr Index none = PlanTriangulation::none;

  /// A part of the triangulation to which routes are kept.
  struct Channel {
    /// The stretch of an edge on which points may be, as shares of the lowest half-edge, and one more point there.
    struct Range {
      double low = 0, high = 1;
      std::optional<double> also;
    };
    std::map<Index, Range> edges;  ///< by the lowest half-edge: other edges have no points
    std::set<Index> triangles;
  };

  /// @param middles ascending by half-edge (passages.h)
  /// @param channel none: all of the triangulation
  /// @param gaps of floors: each point of a side has one on the other
  SteinerGraph(const RouteCost& cost, const Obstacles& obstacles, TriangleSurvey& survey, const SteinerShape& shape,
               std::span<const PassageMiddle> middles, const SteinerOptions& options, const Channel* channel = nullptr,
               std::span<const FloorGap> gaps = {});

  const RouteCost& cost() const { return cost_; }
  const Obstacles& obstacles() const { return obstacles_; }
  const PlanTriangulation& triangulation() const { return triangulation_; }
  const SteinerOptions& options() const { return options_; }

  /// Points have the numbers below this one, as far as they are made. The fans of the triangulation's vertices are the
  /// first of them; two more numbers stand for the ends of a search; those of points on edges follow.
  Index size() const { return first_point() + static_cast<Index>(places_.size()); }
  Index fan_count() const { return shape_.fan_count(); }
  Index first_point() const { return fan_count() + 2; }
  bool is_vertex(Index point) const { return point < fan_count(); }
  const SteinerShape& shape() const { return shape_; }
  /// The order of points, whatever was made first: vertices, then points edge by edge, then the ends of a search.
  std::uint64_t rank(Index point) const {
    if (point < first_point()) return is_vertex(point) ? point : ~std::uint64_t{0} - (point == fan_count());
    const Index edge = edge_at_[point - first_point()];
    return (std::uint64_t{edge} + 1) << 32 | (point - edges_[edge].first);
  }
  const DoublePoint& near(Index point) const {
    return is_vertex(point) ? shape_.near(shape_.vertex_of(point)) : near_[point - first_point()];
  }
  kernel::PlanPoint at(Index point) const;
  /// The place of a point as p + share (q - p), where p and q are vertices; none if its share is known as a fraction
  /// only.
  struct Share {
    Index p, q;
    double share;
  };
  std::optional<Share> share(Index point) const;
  /// Of a point on an edge: the lowest half-edge, along which the points ascend.
  Index half_edge(Index point) const { return shape_.edges()[edge_at_[point - first_point()]]; }
  /// The numbers of the points on an edge: from the first up to, but without, the second.
  std::pair<Index, Index> on_edge(Index half_edge);
  /// A crossing of a gap from one point to another.
  struct Crossing {
    Index from, to;
    Index triangle, beyond;
  };
  /// The crossings from a point.
  std::span<const Crossing> crossings(Index point) const;
  std::span<const Index> around(Index vertex) const { return shape_.around(vertex); }  ///< of its fan
  /// Whether the disc may be there: on all floors that meet there.
  bool is_free(Index point);

  /// What a unit along an edge costs the centre: the least weight of the triangles beside it that are not blocked.
  double weight_along(Index half_edge) const;
  TriangleSurvey& survey() { return survey_; }
  /// Whether routes may be in a triangle.
  bool is_allowed(Index triangle) const { return !channel_ || channel_->triangles.contains(triangle); }

 private:
  friend class GapCrossings;
  struct Edge {
    Index first = none, count = 0;  // none: they are not made yet
  };
  struct Place {
    double share;
    Index exact;  // the number of its exact place; none: the share is exact
  };
  kernel::PlanPoint place_at(Index lowest, const Place& place) const;
  std::vector<Place> places_on(Index edge);
  std::vector<Place> series(Index half_edge, const Channel::Range& range) const;
  double first_at(Index half_edge, Index end, double vicinity) const;
  void number(Index edge, std::vector<Place> places);
  bool fits(Index point) const;
  /// The stretch of an edge on which points may be; none if they may be nowhere on it.
  std::optional<Channel::Range> range(Index half_edge) const;

  const RouteCost& cost_;
  const Obstacles& obstacles_;
  TriangleSurvey& survey_;
  const SteinerShape& shape_;
  const std::span<const PassageMiddle> middles_;
  const Channel* channel_;
  const PlanTriangulation& triangulation_;
  SteinerOptions options_;
  double r_;
  mpq_class squared_radius_;
  std::vector<kernel::PlanPoint> exact_;
  std::vector<Edge> edges_;
  std::vector<DoublePoint> near_;  // of points on edges, as are the next two
  std::vector<Place> places_;
  std::vector<Index> edge_at_;
  std::vector<Crossing> crossings_;  // ascending
  enum class Fit : std::uint8_t { unknown, yes, no };
  std::vector<Fit> fits_;  // by number
};

}  // namespace plumb::plan
