// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <tsl/robin_map.h>

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "plumb/kernel/numbering.h"
#include "plumb/pipeline/mesh_points.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/stable_values.h"

namespace plumb::pipeline {

inline constexpr std::size_t x_axis = 0, y_axis = 1, z_axis = 2;  ///< Detour's: y up

ExactPoint to_detour(const ExactPoint& z_up);
ExactPoint from_detour(const ExactPoint& y_up);

/// Doubles in input units around a coordinate that is given in units of 1 / MeshPoints::unit(). Exact where it and the
/// quotient are doubles.
kernel::Interval in_input_units(const MeshPoints& points, const kernel::Interval& near);

/// Doubles around a point of a navmesh, in Detour's axes and input units.
FilteredPoint near_in_detour(const MeshPoints& points, NavMesh::PointIndex point);

/// Some points of a navmesh, in Detour's axes and input units: doubles around each, and exactly where they are asked
/// for.
class DetourPoints {
 public:
  /// Keeps a reference.
  explicit DetourPoints(const MeshPoints& points) : points_(&points) {}

  void add(NavMesh::PointIndex p) { list_.push_back({p, near_in_detour(*points_, p)}); }

  std::size_t size() const { return list_.size(); }
  bool empty() const { return list_.empty(); }
  /// Of the navmesh.
  NavMesh::PointIndex index(std::size_t i) const { return list_[i].index; }
  const FilteredPoint& near(std::size_t i) const { return list_[i].near; }
  mpq_class exact(std::size_t i, std::size_t axis) const;

  /// Along an axis.
  mpq_class least(std::size_t axis) const { return outermost(axis, -1); }
  mpq_class greatest(std::size_t axis) const { return outermost(axis, 1); }

 private:
  mpq_class outermost(std::size_t axis, int direction) const;

  struct Point {
    NavMesh::PointIndex index;
    FilteredPoint near;
  };
  const MeshPoints* points_;
  std::vector<Point> list_;
};

/// The points of a navmesh and others that are added to them, all named by their index. Doubles around each are at
/// hand; coordinates of cuts are made exactly when somebody asks, as those of the navmesh are.
class AddedPoints : public PointSource {
 public:
  explicit AddedPoints(const MeshPoints& base);

  FilteredPoint near(std::uint32_t name) const override { return near_[name]; }
  const ExactPoint& exact(std::uint32_t name) const override;
  kernel::Sign turn(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) const override;

  std::size_t size() const { return near_.size(); }
  /// The first that is equal of those added or made known, else a new one.
  std::uint32_t add(const ExactPoint& point);
  /// add() and cut() find it from now on.
  void make_known(std::uint32_t name);
  void make_all_known();

  /// A line of the plan across an axis (0 or 1), by number.
  std::uint32_t add_line(std::size_t axis, const mpq_class& at);
  /// The same as add(), of the point where the edge between two points passes a line strictly between them.
  std::uint32_t cut(std::uint32_t p, std::uint32_t q, std::uint32_t line);

  /// All points, in their order.
  static MeshPoints all(std::shared_ptr<const AddedPoints> points);

 private:
  static constexpr std::uint32_t none = 0xffffffffu;
  struct Line {
    Line(std::size_t a, const mpq_class& at, const kernel::Interval& around) : axis(a), exact(at), near(around) {}
    std::size_t axis;
    mpq_class exact;
    kernel::Interval near;
  };
  using Edge = std::array<std::uint32_t, 2>;
  struct Added {
    explicit Added(const Edge& e = {none, none}, const Edge& w = {none, none}, std::uint32_t l = none)
        : edge(e), whole(w), line(l) {}
    Edge edge;           // of a cut; none: it was given
    Edge whole;          // the longest edge that is known to have the cut on it
    std::uint32_t line;  // that passes there
    mutable KeptValue<ExactPoint> exact;
  };
  struct Cut {
    std::uint32_t p, q, line;
    bool operator==(const Cut&) const = default;
  };
  struct HashCut {
    std::size_t operator()(const Cut& c) const {
      return kernel::KeyHash()(kernel::pair_key(c.p, c.q) ^ std::uint64_t{c.line} << 17);
    }
  };

  const Added* added(std::uint32_t name) const { return name < base_.size() ? nullptr : &added_[name - base_.size()]; }
  bool is_on(std::uint32_t name, const Edge& whole) const;
  Edge whole_edge(std::uint32_t p, std::uint32_t q) const;
  FilteredPoint near_of(const ExactPoint& point) const;
  FilteredPoint near_cut(std::uint32_t p, std::uint32_t q, const Line& line) const;
  ExactPoint exact_cut(std::uint32_t p, std::uint32_t q, const Line& line) const;
  bool is_narrow(const FilteredPoint& near) const;
  std::uint32_t find(const FilteredPoint& at, const std::function<const ExactPoint&()>& exact) const;
  template <class Visit>
  bool any_square(const FilteredPoint& near, Visit&& visit) const;

  MeshPoints base_;
  std::vector<FilteredPoint> near_;  // by name
  StableVector<Added> added_;
  StableVector<Line> lines_;
  tsl::robin_map<Cut, std::uint32_t, HashCut> cuts_;  // p < q
  // Those that are known, by square of the plan: the last of a square, and from each on the one before it.
  struct Known {
    std::uint32_t name, before;
  };
  double square_ = 1;  // its side
  kernel::PairMap<std::uint32_t> last_;
  std::vector<Known> known_;
  std::vector<bool> is_known_;  // by name
};

}  // namespace plumb::pipeline
