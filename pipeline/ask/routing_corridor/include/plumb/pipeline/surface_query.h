// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "plumb/pipeline/nav_query.h"

namespace plumb::pipeline {

/// A place on a floor: a point of a cell, or of its boundary. Where several cells meet, `cell` says which of them is
/// meant; those that portals join to it there are meant, too.
template <class Number>  // mpq_class, or double
struct FloorPlace {
  NavMesh::CellIndex cell = 0;
  std::array<Number, 3> point{};
  bool operator==(const FloorPlace&) const = default;
};

using ExactPlace = FloorPlace<mpq_class>;

/// The questions that engines ask of a navmesh at each frame, and others about places, for one stance of an agent
/// without width. docs/guide/routes.md has them beside Detour's names.
///
/// Each takes fractions, and answers in fractions, or takes doubles. Doubles are taken as the numbers that they are,
/// and decisions are exact for them, too; points that are returned in doubles are rounded, so that they are in their
/// cell in plan for certain; so are heights and squared distances. With doubles nothing is allocated once memory has
/// grown, unless doubles do not decide a sign. Numbers that are no places, not finite, or of the denominator 0, give
/// no answer. z is up;
/// distances in plan are without steps. Several threads may ask at once, and get the same answers.
class SurfaceQuery {
 public:
  template <class Number>
  using Point = std::array<Number, 3>;

  /// Requires that there is such a stance, else it throws NotThere. Keeps a reference: answers are those of the cells
  /// that are not closed when it is asked (NavQuery::set_closed()). A place in a closed cell is in no cell. Cost: what
  /// NavQuery makes for a stance.
  SurfaceQuery(const NavQuery& query, kernel::Label stance);
  SurfaceQuery(SurfaceQuery&&) noexcept;
  ~SurfaceQuery();

  /// On the first floor at or below a point (NavQuery::locate()); of several cells there the lowest.
  template <class Number>
  std::optional<FloorPlace<Number>> below(const Point<Number>& point) const;

  template <class Number>
  struct Nearest {
    FloorPlace<Number> place;
    Number squared_distance{};  ///< in space
  };
  /// The place of all floors that is nearest to a point in space. Of several the one of the lowest cell, and there of
  /// the lowest facet. None: none is within `reach`, or there is no floor. Cost: logarithmic in facets, and linear in
  /// those that are about as near.
  template <class Number>
  std::optional<Nearest<Number>> nearest(const Point<Number>& point, const std::optional<Number>& reach = {}) const;

  template <class Number>
  struct Ray {
    bool arrives = false;
    FloorPlace<Number> end;  ///< the last place
    /// What stops it: the stretch of a side of a cell that it meets, or that begins or ends where it stops.
    std::optional<std::array<Point<Number>, 2>> border;
  };
  /// How far one gets from a place straight in plan to the place over or under a point (plan::CellWalk::cast()): over
  /// flush portals and steps, along and through corners of the border, and straight across welds that lie square ahead;
  /// other welds stop it. It is not turned back by a portal whose cells lie on one side of it. Of several floors beyond
  /// one portal it takes the one on which it gets farther. None: the place is not in its cell. Cost: linear in the
  /// sides of the cells that it passes.
  template <class Number>
  std::optional<Ray<Number>> raycast(const FloorPlace<Number>& from, const std::array<Number, 2>& to) const;

  /// Where one ends who walks to the place over or under a point, and slides along what stops the way as long as that
  /// leads nearer to it (plan::CellWalk::move()). A weld is crossed, straight, where one is stopped beside it and that
  /// leads nearer. The end is in the component of the start, always: in doubles, where the cells are too thin to have a
  /// double near the end, it is the start. None: the place is not in its cell. Cost: as many rays as sides it slides
  /// along.
  template <class Number>
  std::optional<FloorPlace<Number>> move(const FloorPlace<Number>& from, const std::array<Number, 2>& to) const;

  template <class Number>
  struct NearestBorder {
    FloorPlace<Number> place;
    Number squared_distance{};            ///< in plan
    std::array<Point<Number>, 2> border;  ///< a stretch of it on which that is
  };
  /// The nearest place of the border that one gets to straight (plan::CellBorder). Welds are not crossed, and no
  /// border. Beyond a portal whose cells lie on one side of it the distance goes on as if unfolded. None: none is
  /// within the distance, or the place is not in its cell. Cost: the sides that are as near.
  template <class Number>
  std::optional<NearestBorder<Number>> border_distance(const FloorPlace<Number>& from,
                                                       const std::optional<Number>& within = {}) const;

  /// The component of a cell, as components() numbers it; no_component where the stance does not fit. Two places are
  /// reached from each other if and only if theirs is one. Numbers may change when a cell is closed or opened. Cost:
  /// constant; the first time, and after such a change, linear.
  std::uint32_t component(NavMesh::CellIndex cell) const;
  struct Component {
    std::vector<NavMesh::CellIndex> cells;  ///< ascending
    mpq_class area;                         ///< in plan
  };
  /// All components, by number. Cost: linear in corners.
  std::vector<Component> components() const;

  /// A random place, uniform by area in plan (areas are summed in doubles): of all floors, or of one component. The
  /// same numbers of the engine give the same place, on every machine. Requires that there is a cell.
  ExactPlace random(std::mt19937_64& engine, std::uint32_t component = no_component) const;
  /// The same of the places within a walking distance; one that is as far, up to 2^-39 of it, may count or not. None:
  /// the place is not in its cell, the distance is not above 0, or a million draws around the place were farther. Cost:
  /// reach() once, and a path for each draw.
  std::optional<ExactPlace> random_within(std::mt19937_64& engine, const ExactPlace& from,
                                          const mpq_class& distance) const;

  struct Reached {
    NavMesh::CellIndex cell = 0;
    double least = 0,
           most = 0;  ///< bounds on the walking distance to its nearest place, in plan; they differ by little
  };
  /// The cells that have a place within a walking distance, ascending. The path is the one of NavQuery::route(). Empty
  /// if the place is not in its cell. Where the component has welds whose sides are not parallel and equally long,
  /// these are not crossed. Cells whose distance is the given one within its bounds are counted. Cost: a search of what
  /// is within.
  template <class Number>
  std::vector<Reached> reach(const FloorPlace<Number>& from, const Number& distance) const;

  /// The path to the nearest of several goals, and its number; of equally near ones (NavQuery::route()) the first.
  /// Errors: those of NavQuery::route(); unreachable, if none of them is reached. Goals over no floor do not count,
  /// unless none is over one. Cost: a path to each goal that is nearer in plan than the best path found.
  Result<std::pair<std::size_t, Route>> route_to_nearest(const ExactPoint& from, std::span<const ExactPoint> goals,
                                                         const NavQuery::RouteOptions& options = {}) const;

 private:
  struct State;
  std::unique_ptr<const State> state_;
};

}  // namespace plumb::pipeline
