// SPDX-License-Identifier: LGPL-3.0-or-later
// One value for a navmesh, for those who ask it: programs that link plumb::query alone.
#pragma once
#include <array>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <vector>

#include "plumb/pipeline/reply.h"
#include "plumb/pipeline/scene_point.h"

namespace plumb {

namespace pipeline {
struct NavMesh;
}

/// What an update does to the places in its area.
struct AreaChange {
  enum class Kind : std::uint8_t { block, unblock, set_cost, add_cost, tag, untag };
  Kind kind = Kind::block;
  Fraction cost = {};                                   ///< of set_cost and add_cost: 0 or more
  const char* tag = "";                                 ///< of tag and untag
  std::optional<std::array<Fraction, 2>> heights = {};  ///< places between these alone, both included; none: all
};

/// A navmesh: of a bake, of a file or of a live level, and under updates. All points that go in or come out are in the
/// axes and units of the scene, with the `up()` that it was given; numbers of either kind are exact, doubles as the
/// numbers that they are. Floors, heights, ways and areas are decided exactly.
///
/// Stances are numbers from 1, the lowest, to stances(). A call about one that is not there throws NotThere, unless it
/// returns a Reply, which says so. Cells are numbers that hold until an update cuts the cell, or renew().
///
/// Cheap to move, cannot be copied. Several threads may call const members at once. With doubles nothing is allocated
/// by what engines ask at each frame, once memory has grown, unless doubles do not decide a sign.
class Navmesh {
 public:
  using Cell = std::uint32_t;
  using UpdateId = std::uint32_t;

  /// Of a .json that `plumb bake` or write_json() wrote. Errors: cannot_open; syntax, also of facets that are not
  /// convex or have no area.
  static Reply<Navmesh> read(const char* path);
  /// The same of a stream or of bytes, for which `name` stands in messages.
  static Reply<Navmesh> read(std::istream& in, const char* name = "");
  static Reply<Navmesh> read(const void* bytes, std::size_t size, const char* name = "");
  /// Of a navmesh as data (plumb/navmesh.h). Errors: bad_scene, if it is not valid, or as of read().
  static Reply<Navmesh> of(pipeline::NavMesh data);
  Navmesh(Navmesh&&) noexcept;
  Navmesh& operator=(Navmesh&&) noexcept;
  ~Navmesh();

  pipeline::UpAxis up() const;
  int stances() const;
  const char* stance_name(int stance) const;
  Fraction stance_height(int stance) const;
  /// The stance of a name; none: there is no such stance.
  std::optional<int> stance_of(const char* name) const;
  Fraction radius() const;  ///< of the agent; 0 for one without width
  Fraction step() const;    ///< the highest step
  /// What the stance or a higher one may stand on, seen from above; exact. Without what updates block. Linear.
  Fraction area(int stance = 1) const;
  struct Component {
    std::vector<Cell> cells;  ///< ascending
    Fraction area;            ///< seen from above
  };
  /// What is connected for a stance, by number (component_of()). Linear.
  std::vector<Component> components(int stance = 1) const;
  /// One line for people: what it is of, cells, stances and their areas.
  std::string text() const;

  /// A place on a floor: a point of a cell, or of its boundary.
  template <class Number>  // Fraction, or double
  struct Place {
    Cell cell = 0;
    ScenePointOf<Number> point;
    bool operator==(const Place&) const = default;
  };
  /// On the first floor at or below a point; of several cells there the one of the lowest number. Errors: no_floor; if
  /// there were one for the point in other axes, with y and z exchanged, the text says how to give it.
  template <class Number>
  Reply<Place<Number>> locate(const ScenePointOf<Number>& point, int stance = 1) const;
  template <class Number>
  struct Nearest {
    Place<Number> place;
    Number squared_distance{};
  };
  /// The place of all floors that is nearest to a point in space; none within `reach`: none.
  template <class Number>
  std::optional<Nearest<Number>> nearest(const ScenePointOf<Number>& point, int stance = 1,
                                         const std::optional<Number>& reach = {}) const;
  /// The number of the component of a place; none: it is in no cell for the stance.
  std::optional<std::uint32_t> component_of(Cell cell, int stance = 1) const;
  /// Whether one gets from the floor at or below one point to that of another. Errors: as of locate().
  Reply<bool> reachable(const ScenePoint& from, const ScenePoint& to, int stance = 1) const;

  /// A shortest way of an agent without width.
  struct Route {
    struct Corner {
      ScenePoint point;
      Cell cell = 0;
    };
    std::vector<Cell> cells;                  ///< passed, at least one
    std::vector<pipeline::PortalKind> kinds;  ///< [i]: of the portal from cells[i] to cells[i + 1]
    std::vector<Corner> corners;              ///< the start, the turns in plan, both ends of steps and welds, the goal
    std::vector<ScenePoint> points;           ///< the way in space: it is straight between them
    Fraction least, most;                     ///< the length is between these, which differ by less than 2^-120 of it
    Fraction plan_least, plan_most;           ///< the same seen from above, where steps add nothing
    std::size_t goal = 0;                     ///< which of several goals it leads to
  };
  /// The way between the floors at or below two points, or to the nearest of several goals: the shortest in plan,
  /// exactly; what updates say of costs has no effect. Errors: no_floor, as of locate(); unreachable.
  Reply<Route> route(const ScenePoint& from, const ScenePoint& to, int stance = 1) const;
  Reply<Route> route(const ScenePoint& from, const std::vector<ScenePoint>& goals, int stance = 1) const;

  /// The same way in doubles, as an engine follows it.
  struct Path {
    std::vector<Cell> cells;
    std::vector<ScenePointF> points;  ///< on the floor; rounded
    double length = 0;                ///< in plan; errs by less than 2^-40 of it
  };
  /// Writes the way over `out`. Which way, and whether there is one, is decided exactly. @return false: there is none
  bool path(const ScenePointF& from, const ScenePointF& to, Path& out, int stance = 1) const;
  /// Makes searches for paths of a stance look at less. Takes as long as some hundred paths; kept under updates.
  void prepare_paths(int stance = 1);

  template <class Number>
  struct Ray {
    bool arrives = false;
    Place<Number> end;                                               ///< the last place
    std::optional<std::array<ScenePointOf<Number>, 2>> border = {};  ///< the stretch of a side that stops it
  };
  /// How far one gets straight towards what is over or under a point. None: the place is not in its cell.
  template <class Number>
  std::optional<Ray<Number>> raycast(const Place<Number>& from, const ScenePointOf<Number>& to, int stance = 1) const;
  /// Where one ends who walks there, and slides along what stops the way. None: the place is not in its cell.
  template <class Number>
  std::optional<Place<Number>> move(const Place<Number>& from, const ScenePointOf<Number>& to, int stance = 1) const;
  template <class Number>
  struct NearestBorder {
    Place<Number> place;
    Number squared_distance{};  ///< in plan
    std::array<ScenePointOf<Number>, 2> border;
  };
  /// The nearest place of the border that one gets to straight. None: none is within the distance, or the place is not
  /// in its cell.
  template <class Number>
  std::optional<NearestBorder<Number>> border(const Place<Number>& from, int stance = 1,
                                              const std::optional<Number>& within = {}) const;
  struct Reached {
    Cell cell = 0;
    double least = 0, most = 0;  ///< bounds on the walking distance to its nearest place, in plan
  };
  /// The cells that have a place within a walking distance, ascending.
  template <class Number>
  std::vector<Reached> within(const Place<Number>& from, const Number& distance, int stance = 1) const;
  /// Random places, uniform by area in plan: the same for the same seed, everywhere. Of all floors or of a component.
  /// Errors: no_floor, if there is none for the stance.
  Reply<std::vector<Place<Fraction>>> random(std::uint64_t seed, std::size_t count, int stance = 1,
                                             const std::optional<std::uint32_t>& component = {}) const;
  /// The same within a walking distance. Errors: no_floor, if none is found there.
  Reply<std::vector<Place<Fraction>>> random_within(std::uint64_t seed, std::size_t count, const Place<Fraction>& from,
                                                    const Fraction& distance, int stance = 1) const;

  /// Blocks or changes the places in an area, which is a simple polygon seen from above: the heights of its corners do
  /// not count. The state of a place is what all live updates make of it in the order of their numbers. @return its
  /// number: 1, 2, ... Errors: bad_face (the polygon), out_of_range, bad_option; then nothing is changed.
  Reply<UpdateId> update(const std::vector<ScenePoint>& area, const AreaChange& change = {});
  /// Only makes the cuts of an update, as of a door: enable() and disable() then cut nothing.
  Reply<UpdateId> prepare(const std::vector<ScenePoint>& area, const AreaChange& change = {});
  bool enable(UpdateId id);   ///< false: it is not prepared, or enabled already
  bool disable(UpdateId id);  ///< false: it is not prepared, or not enabled
  /// Takes an update back; the navmesh is as if it had never been. @return false: there is none of that number
  bool revert(UpdateId id);
  /// Forgets cells that are gone, which else stay in memory; cells get other numbers.
  void renew();

  /// Becomes another navmesh, such as that of a live level which has changed: live updates apply to it, and cells that
  /// stay keep their numbers. Errors: as of of(); bad_option, if it has other stances.
  Done follow(pipeline::NavMesh data);

  /// The present navmesh as a .json, without loss. Errors: cannot_write.
  Done write_json(const char* path) const;
  Done write_json(std::ostream& stream) const;
  /// The present navmesh as data (plumb/navmesh.h), with z up. Its cells have the numbers of the file that is written;
  /// until the first update these are those of all other calls. Holds until the next change.
  const pipeline::NavMesh& data() const;

 private:
  struct State;
  explicit Navmesh(State* state) : state_(state) {}

  State* state_;
};

}  // namespace plumb
