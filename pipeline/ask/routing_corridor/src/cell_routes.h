// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "plumb/pipeline/nav_query.h"
#include "plumb/pipeline/threads.h"
#include "plumb/plan/cell_border.h"
#include "plumb/plan/cell_landmarks.h"
#include "plumb/plan/cell_path.h"
#include "plumb/plan/cell_walk.h"
#include "route_path.h"

namespace plumb::pipeline {

/// The cells of a navmesh for one stance, as a map on which shortest paths are searched. Several threads may ask.
class CellRoutes {
 public:
  CellRoutes(const NavMesh& mesh, kernel::Label stance);

  const plan::CellMap& map() const { return *map_; }
  /// Whether all welds of the cells' components are crossed straight: their sides are parallel and equally long. Others
  /// are not in the map.
  bool are_rigid(const std::vector<NavMesh::CellIndex>& cells) const {
    return std::ranges::none_of(cells, [&](NavMesh::CellIndex c) { return slanted_[map_->component(c)] != 0; });
  }
  /// The portal of a join, and the direction in which it is passed.
  Move move_of(const plan::CellPath::Passed& passed) const {
    return 2 * portals_[passed.join] + (passed.forward ? 0 : 1);
  }
  /// The corner at the beginning of a piece of the map, rounded.
  std::array<double, 3> corner(plan::CellMap::Index piece) const {
    const kernel::FilteredPoint& p = map_->points()[map_->from(piece)];
    return {p.ix.low, p.iy.low, heights_[piece]};
  }

  /// Makes landmarks for the searches to come: those of the level in which no cell is closed, which hold whatever is
  /// closed. No other thread may ask meanwhile.
  void find_landmarks();
  bool has_landmarks() const { return landmarks_.has_value(); }
  /// plan::CellMap::set_closed().
  void set_closed(NavMesh::CellIndex cell, bool closed);
  /// NavQuery::follow().
  void follow(const NavMesh& mesh, const NavQuery::Replaced& replaced);

  /// What one thread needs for a search. Its memory is kept for whoever asks next.
  struct Workspace {
    plan::CellPathSearch search;
    std::unique_ptr<plan::CellWalk> walk;
    std::unique_ptr<plan::CellBorder> border;
    std::vector<NavMesh::CellIndex> starts, goals;
  };
  class Borrowed {
   public:
    explicit Borrowed(const CellRoutes& owner);
    ~Borrowed();
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;
    Workspace* operator->() { return &*workspace_; }

   private:
    const CellRoutes& owner_;
    std::optional<Workspace> workspace_;
  };

 private:
  struct SlantedWeld {
    std::uint32_t portal;
    NavMesh::CellIndex a, b;
  };
  std::vector<std::vector<plan::CellMap::Index>> rings_from(const NavMesh& mesh, NavMesh::CellIndex first) const;
  std::vector<plan::CellMap::Join> take_portals(const NavMesh& mesh);
  void add_heights(const NavMesh& mesh, NavMesh::CellIndex first_cell, std::uint32_t first_portal,
                   const plan::CellMap::ChangedFans& changed);
  void mark_slanted();

  kernel::Label stance_;
  std::vector<plan::CellMap::Index> number_;  // by point of the mesh: the point of the map
  std::vector<std::uint32_t> portals_;        // by join
  std::vector<plan::CellMap::Index> joins_;   // by portal; none if it is not in the map
  std::vector<SlantedWeld> slanted_welds_;    // which are not
  std::optional<plan::CellMap> map_;
  std::vector<char> slanted_;    // by component
  std::vector<double> heights_;  // by piece, of the corner where it begins
  std::optional<plan::CellLandmarks> landmarks_;
  mutable Mutex mutex_;
  mutable std::vector<Workspace> kept_;
};

}  // namespace plumb::pipeline
