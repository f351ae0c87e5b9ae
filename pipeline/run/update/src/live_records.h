// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "live_level.h"
#include "plumb/kernel/numbering.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// A navmesh kept by polygon, so that parts of it can be replaced.
class LiveRecords {
 public:
  /// `merges`: cells may be merged over the sides of polygons.
  explicit LiveRecords(bool merges) : merges_(merges) {}

  /// Erases a polygon that was removed, with its cells and their portals.
  void drop(PolygonId polygon);
  /// Replaces the cells and obstructions of the polygons in `cells`, and the portals between polygons in `portals`, by
  /// those of a navmesh that numbers polygons as the level does. Without `merges` the polygons may be any; with it, no
  /// cell of theirs may be merged, now or before, with cells of others.
  void take(const NavMesh& mesh, const PolygonList& cells, const PolygonList& portals);

  /// The polygons whose cells may be merged with those of a list, and the list.
  PolygonList merged_with(PolygonList list) const;
  /// How many cells polygons have, of any verdict.
  std::size_t cells_of(const PolygonList& list) const;

  /// The whole navmesh, numbered as by a bake.
  NavMesh mesh(const NavMeshInfo& info, const LiveLevel::Numbers& numbers) const;

 private:
  // A cell with a stance, by its polygon, that of its first facet, and its place among the cells kept there.
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
    std::vector<Portal> portals;                // those whose cell a is here
    std::shared_ptr<const PolygonList> merged;  // all polygons that may be merged with it; null: it is alone
  };
  Record& at(PolygonId polygon);
  static std::vector<Place> places_of(const NavMesh& mesh);
  void note_merged(const NavMesh& mesh, const PolygonList& polygons, const std::vector<Place>& place);
  // After so many points unused ones are dropped; it takes a while until there are as many again.
  std::size_t enough_points() const { return 2 * points_.size() + 1024; }
  void drop_unused_points();

  bool merges_;
  std::vector<Record> records_;  // by polygon
  std::vector<ExactPoint> points_;
  std::unique_ptr<kernel::PointNumbering> number_ = std::make_unique<kernel::PointNumbering>(points_);
  std::size_t most_points_ = 0;  // more points than this: unused ones are dropped; 0: nothing was taken yet
};

}  // namespace plumb::pipeline
