// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/sign.h"
#include "plumb/partition/polygons.h"

namespace plumb::partition {

/// Which polygons lie over each other: their projections' interiors meet. Exact. Keeps pointers to their corners.
class Overlap {
 public:
  explicit Overlap(std::span<const Polygon> polygons);

  NodeId polygons() const { return static_cast<NodeId>(first_.size() - 1); }
  bool operator()(NodeId a, NodeId b) const { return !has_on_right(a, b) && !has_on_right(b, a); }
  /// Seen from above; heights are 0. Boxes overlap wherever the interiors do, and where coordinates are doubles
  /// neighbours in a grid only touch.
  kernel::Box box(NodeId i) const;

 private:
  using PointNumber = std::uint32_t;

  bool has_on_right(NodeId a, NodeId b) const;
  std::span<const PointNumber> of(NodeId i) const {
    return {number_.data() + first_[i], number_.data() + first_[i + 1]};
  }
  kernel::Sign side(PointNumber p, PointNumber q, PointNumber r) const;

  std::vector<const ExactPoint*> point_;                  // by number
  std::vector<std::size_t> first_;                        // by polygon, and one more
  std::vector<PointNumber> number_;                       // by corner
  std::vector<std::array<kernel::Interval, 2>> rounded_;  // by number
};

/// Pairs that overlap, ascending. N log N where few boxes overlap.
std::vector<std::array<NodeId, 2>> find_conflicts(const Overlap& overlap);

/// The conflicts that layers by min_cut or van_toll depend on: those within a connected surface and, where a surface
/// has such, all of its nodes. Floors over each other, each a surface of its own, have none, however many they are.
/// `graph`: what has these polygons for nodes; its conflicts are not looked at.
std::vector<std::array<NodeId, 2>> find_conflicts_of_surfaces(const Overlap& overlap, const EnvironmentGraph& graph);

}  // namespace plumb::partition
