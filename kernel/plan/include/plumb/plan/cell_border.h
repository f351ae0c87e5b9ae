// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/plan/cell_walk.h"

namespace plumb::plan {

/// Finds how far a place is from the border: from what of the sides of cells no way leads on.
///
/// The distance is that of the nearest place of the border to which one gets straight over the cells of a map. Where a
/// way is `mirrored`, what is beyond is unfolded, as for a path. Gaps are not crossed, and the pieces beside them are
/// no border. Every decision is exact. A search keeps its memory for the next. Not for two threads at once.
class CellBorder {
 public:
  using Index = CellMap::Index;

  /// Keeps a reference. Cost: linear in the points.
  explicit CellBorder(const CellMap& map);

  /// The nearest place of the border.
  struct Found {
    enum class At : std::uint8_t {
      start,   ///< the place is on the border
      corner,  ///< where `piece` begins
      foot,    ///< the nearest point of `piece`
      shadow,  ///< where a line over a corner without border, beyond which it is not straight, meets `piece`
    };
    At at = At::start;
    Index cell = CellMap::none, piece = CellMap::none;
    Index root = CellMap::none, over = CellMap::none;  // the start as it is seen from there, and that corner
    kernel::Interval squared;                          // around the squared distance
  };
  /// From a place in or on a cell. None: it is outside, or no border is within the distance, or none at all. Of several
  /// equally near ones always the same. Cost: a look at each piece that is as near as what is found.
  template <class Number>  // mpq_class or double
  std::optional<Found> nearest(const std::array<Number, 2>& start, Index cell, const std::optional<Number>& within);

  /// Of the last one found: the place, exactly, and doubles around it; the square of the distance.
  kernel::PlanPoint place(const Found& found) const;
  std::array<kernel::Interval, 2> place_near(const Found& found) const;
  mpq_class squared_distance(const Found& found) const;

 private:
  // A piece seen from a root, between the rays through two points.
  struct Node {
    double least;
    Index way, root, right, left;
    Index before = CellMap::none;  // that was crossed over the same way
  };
  const kernel::FilteredPoint& at(Index p) const {
    return p < map_.points().size() ? map_.points()[p] : extra_[p - map_.points().size()];
  }
  void make_room();
  Index image(Index p, const CellMap::Way& way);
  template <class Beside>
  void look(Index cell, Index root, Index right, Index left, const Beside& is_beside);
  bool is_seen_already(Node& node);
  void see_border(Index piece, Index root, Index right, Index left);
  void offer(const Found& found);

  const CellMap& map_;
  std::deque<kernel::FilteredPoint> extra_;
  Index count_ = 0;  // of extra points
  std::vector<Node> nodes_, crossed_;
  std::vector<std::pair<Index, Index>> last_;  // by way: the search, and the last node that crossed it
  Index search_ = 0;
  std::size_t known_ = 0;  // points of the map, and a box around them
  kernel::Box box_ = kernel::no_box;
  double extent_ = 0;  // of the map, squared
  std::vector<CellSpot> around_;
  std::optional<Found> best_;
};

}  // namespace plumb::plan
