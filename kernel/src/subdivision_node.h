// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <map>
#include <optional>
#include <set>

#include "plumb/kernel/cell_subdivision.h"

namespace plumb::kernel {

/// A convex part of an area.
struct CellSubdivision::Part {
  AreaId area;
  std::uint32_t index;  ///< of the area's parts
  PlanRing ring;
  std::vector<PlanRef> places;  ///< of the ring
  PlanPoint low, high;          ///< its box
  const mpz_class* unit;
};

/// The base, a part of it that is halved again, or a leaf. All but the leaf's pieces is a function of its ring and of
/// the areas that meet it.
struct CellSubdivision::Node {
  struct InOrder {
    bool operator()(const Part* a, const Part* b) const {
      return a->area != b->area ? a->area < b->area : a->index < b->index;
    }
  };
  using Parts = std::set<const Part*, InOrder>;
  /// A corner of an area, in an order that depends on its place alone and looks as if drawn by lot.
  struct Lot {
    std::uint64_t number;
    PlanPoint at;
    bool operator<(const Lot& o) const { return number != o.number ? number < o.number : at < o.at; }
  };

  explicit Node(PlanRing r);

  /// An area that crosses from now on, or no longer: `crossing` has it or not. Corners are counted where many cross.
  void count(const Part& part, bool more);
  /// Chooses the line that halves it, if many areas cross: through the corner with the least lot, across its longer
  /// side if that parts the areas, or else along it. @return whether it is the line that did so before
  bool choose_split();

  PlanRing ring;
  std::vector<PlanRef> places;  ///< of the ring
  PlanPoint low, high;          ///< its box
  Parts around;                 ///< areas that hold all of it
  Parts crossing;               ///< those whose boundary runs through it
  std::optional<AxisLine> split;
  std::unique_ptr<Node> halves[2];       ///< low and high, if it is split
  std::vector<SubdivisionPiece> pieces;  ///< of a leaf: in which of the areas that cross
  std::uint64_t number = 0;              ///< of a leaf

 private:
  bool has_inside(const PlanRef& p) const;
  void count_corners(const Part& part, bool more);
  void count_sides(const Part& part, bool more);
  bool pays(std::size_t axis) const;

  std::map<Lot, std::size_t> corners_;  // in its interior, of the areas that cross, if they are counted
  bool counted_ = false;
  // The one with the least lot; of the lines through it, by axis: how many areas lie below at least in part, and above.
  std::optional<PlanPoint> corner_;
  std::array<std::array<std::size_t, 2>, 2> sides_{};
};

/// The ends of a ring's box.
std::pair<PlanPoint, PlanPoint> plan_box(const PlanRing& ring);

}  // namespace plumb::kernel
