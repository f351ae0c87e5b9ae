// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "live_level.h"
#include "plumb/kernel/point_numbering.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// A navmesh kept by polygon, so that parts of it can be replaced.
class LiveRecords {
 public:
  /// `merges`: cells may be merged over the sides of polygons.
  explicit LiveRecords(bool merges) : merges_(merges) {}

  /// A polygon that has gone, with its cells and their portals.
  void drop(PolygonId polygon);
  /// Replaces the cells and obstructions of some polygons, and the portals among others, by those of a navmesh that
  /// numbers polygons as the level does. Without `merges` the first may be any; with it no cell of theirs is merged,
  /// nor was, with those of others.
  void take(const NavMesh& mesh, const PolygonList& cells, const PolygonList& portals);

  /// The polygons whose cells may be merged with those of a list, and the list.
  PolygonList merged_with(PolygonList list) const;
  /// How many cells polygons have, of any verdict.
  std::size_t cells_of(const PolygonList& list) const;

  /// The whole, numbered as a bake would.
  NavMesh mesh(const NavMeshInfo& info, const LiveLevel::Numbers& numbers) const;

 private:
  // A cell with a stance: one of those whose first facet is on this polygon, in their order.
  struct Place {
    PolygonId polygon;
    std::uint32_t cell;
  };
  struct Portal {
    Place a, b;
    PortalKind kind;
    kernel::Label stance;
    std::array<NavMesh::PointIndex, 2> on_a, on_b;
  };
  struct Record {
    std::vector<NavMesh::Cell> walkable, others;
    std::vector<NavMesh::Obstruction> obstructions;
    std::vector<Portal> portals;                // whose a is here
    std::shared_ptr<const PolygonList> merged;  // with it; none: it is alone
  };
  Record& at(PolygonId polygon);
  static std::vector<Place> places_of(const NavMesh& mesh);
  void note_merged(const NavMesh& mesh, const PolygonList& polygons, const std::vector<Place>& place);
  // With these, most of all points are in use for a while.
  std::size_t enough_points() const { return 2 * points_.size() + 1024; }
  void drop_unused_points();

  bool merges_;
  std::vector<Record> records_;  // by polygon
  std::vector<ExactPoint> points_;
  std::unique_ptr<kernel::PointNumbering> number_ = std::make_unique<kernel::PointNumbering>(points_);
  std::size_t most_points_ = 0;  // before unused ones go; 0: nothing was taken yet
};

}  // namespace plumb::pipeline
