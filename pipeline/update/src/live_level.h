// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "obstacle_boxes.h"
#include "plumb/pipeline/index.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/update_area.h"

namespace plumb::pipeline {

using kernel::PolygonId;
using PolygonList = std::vector<PolygonId>;  // ascending

/// How far around boxes to look, in integer units.
struct Margin {
  double plan = 0, below = 0, above = 0;
};

/// The polygons of a level and of obstacles that come and go. An obstacle's polygons and faces are numbered after all
/// that came before, and keep their numbers; `numbers()` leaves out what has gone.
class LiveLevel {
 public:
  /// Keeps the level's table, polygons and solids.
  explicit LiveLevel(SceneSurfaces base);

  const Scene& scene() const { return level_.scene; }  ///< its points are those of all; its faces those of the level
  const kernel::PointTable& points() const { return level_.scene.points; }
  const SurfaceSet& set() const { return level_.set; }
  const SolidSet& solids() const { return level_.solids; }
  const SurfaceIndex& base_index() const { return base_index_; }  ///< its boxes are those of all
  SurfaceIndex index_of(const PolygonList& chosen) const { return {boxes_, chosen}; }

  /// Does one of these points lie where the level has one?
  bool touches_level(const kernel::PointTable& points) const;
  /// What came may have made the integers of the table finer, or too long for what was made of them:
  struct Added {
    PolygonList polygons;
    bool rescaled = false;
  };
  Added add(ObstacleId id, const SceneSurfaces& obstacle);
  /// The polygons of an obstacle that is there; none if it is not.
  PolygonList polygons_of(ObstacleId id) const;
  void remove(ObstacleId id);
  bool has(ObstacleId id) const { return obstacles_.contains(id); }
  bool empty() const { return obstacles_.empty(); }
  /// Polygons of obstacles that have gone.
  std::size_t gone() const { return gone_; }
  /// Are the table's integers those of a table of what is there, but perhaps for a power of two that doubles do not
  /// notice? Where they are not, cells may be parted in other places.
  bool is_as_if_new() const;

  /// What is there of an obstacle's faces and polygons, and what is their number among all that is there.
  struct Numbers {
    std::vector<PolygonId> polygon;   ///< by number; no_polygon: gone
    std::vector<std::uint32_t> face;  ///< of each polygon
    mpz_class denominator;            ///< of what is there
  };
  Numbers numbers() const;

  /// All that touch one of the boxes, made larger.
  PolygonList near(std::span<const Box> boxes, const Margin& margin) const;
  PolygonList traversable_near(std::span<const Box> boxes, const Margin& margin) const;
  /// Those of obstacles that touch a box, made larger.
  PolygonList added_near(const Box& box, const Margin& margin) const;
  std::vector<Box> boxes_of(const PolygonList& list) const;
  PolygonList traversable() const;
  PolygonList all() const;

 private:
  struct Obstacle {
    PolygonId first;
    std::uint32_t count, first_face, faces;
    mpz_class denominator;
  };
  static std::uint64_t place_key(const kernel::PointTable& points, kernel::PointId p);
  void number_places();
  std::vector<kernel::PointId> add_points(const kernel::PointTable& more);
  void add_polygons(const SceneSurfaces& obstacle, std::span<const kernel::PointId> number);
  void add_box(ObstacleId id);
  kernel::PointId find(const kernel::ExactPoint& place) const;
  template <class Visit>
  void query(const Box& q, Visit&& visit) const;
  template <class Visit>
  void query_added(const Box& q, Visit&& visit) const;

  SceneSurfaces level_;
  PolygonId base_count_;
  std::uint32_t base_faces_, next_face_;
  kernel::PointId base_points_;
  mpz_class base_denominator_;
  std::shared_ptr<std::vector<Box>> boxes_;
  SurfaceIndex base_index_;
  std::unordered_multimap<std::uint64_t, kernel::PointId>
      at_;  // points by their rounded coordinates; for look-ups alone
  std::map<ObstacleId, Obstacle> obstacles_;
  std::size_t gone_ = 0;
  bool removed_ = false;  // an obstacle, perhaps one without polygons
  bool base_fixed_, base_exact_;
  ObstacleBoxes obstacle_boxes_;
};

}  // namespace plumb::pipeline
