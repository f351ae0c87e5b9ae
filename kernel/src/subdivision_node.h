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

/// A node of the binary space partition: an inner node with two halves, or a leaf with pieces. All but the leaf's
/// number is a function of the node's ring and of the areas that meet it.
struct CellSubdivision::Node {
  struct InOrder {
    bool operator()(const Part* a, const Part* b) const {
      return a->area != b->area ? a->area < b->area : a->index < b->index;
    }
  };
  using Parts = std::set<const Part*, InOrder>;
  /// A corner of an area, ordered by the hash of its place: an order that looks random and depends on places alone.
  struct Lot {
    std::uint64_t number;
    PlanPoint at;
    bool operator<(const Lot& o) const { return number != o.number ? number < o.number : at < o.at; }
  };

  explicit Node(PlanRing r);

  /// Updates the counts after `part` was inserted into `crossing` (`more`) or erased from it. Corners are counted only
  /// while more than most_areas parts cross.
  void count(const Part& part, bool more);
  /// Chooses the line that splits the node, if more than most_areas parts cross it: through the corner of the least
  /// lot, across the longer side of the node's box if that separates the areas, else along it if that does; else none.
  /// @return whether the line is the same as before
  bool choose_split();

  PlanRing ring;
  std::vector<PlanRef> places;  ///< of the ring
  PlanPoint low, high;          ///< its box
  Parts around;                 ///< areas that hold all of it
  Parts crossing;               ///< those whose boundary runs through it
  std::optional<AxisLine> split;
  std::unique_ptr<Node> halves[2];       ///< below and above the split; null in a leaf
  std::vector<SubdivisionPiece> pieces;  ///< of a leaf, with the areas that cross it
  std::uint64_t number = 0;              ///< of a leaf; see Leaf::number

 private:
  bool has_inside(const PlanRef& p) const;
  void count_corners(const Part& part, bool more);
  void count_sides(const Part& part, bool more);
  bool pays(std::size_t axis) const;

  std::map<Lot, std::size_t> corners_;  // the crossing parts' corners within the node, while they are counted
  bool counted_ = false;
  // The corner with the least lot. By axis of a line through it: how many crossing parts reach below it, and above it.
  std::optional<PlanPoint> corner_;
  std::array<std::array<std::size_t, 2>, 2> sides_{};
};

/// The ends of a ring's box.
std::pair<PlanPoint, PlanPoint> plan_box(const PlanRing& ring);

}  // namespace plumb::kernel
