// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/update_area.h"

namespace plumb::pipeline {

/// The boxes of obstacles that are added and removed: a tree, and the few added since it was built.
class ObstacleBoxes {
 public:
  void clear() { *this = {}; }
  /// Numbers are given once.
  void add(ObstacleId id, const kernel::Box& box) {
    there_.emplace(id, box);
    recent_.push_back(id);
    if (recent_.size() > most_recent) make_tree();
  }
  void remove(ObstacleId id) {
    there_.erase(id);
    std::erase(recent_, id);
  }
  /// Calls visit(id) for every obstacle that touches a box.
  template <class Visit>
  void query(const kernel::Box& q, Visit&& visit) const {
    const auto visit_near = [&](ObstacleId id) {
      if (const auto at = there_.find(id); at != there_.end() && q.touches(at->second)) visit(id);
    };
    if (tree_) tree_->query(q, [&](std::uint32_t i) { visit_near(in_tree_[i]); });
    for (const ObstacleId id : recent_) visit_near(id);
  }

 private:
  static constexpr std::size_t most_recent = 64;

  void make_tree() {
    in_tree_.clear();
    recent_.clear();
    std::vector<kernel::Box> boxes;
    for (const auto& [id, box] : there_) {
      in_tree_.push_back(id);
      boxes.push_back(box);
    }
    tree_.emplace(std::move(boxes));
  }

  std::map<ObstacleId, kernel::Box> there_;
  std::optional<kernel::BoxTree> tree_;
  std::vector<ObstacleId> in_tree_;  // some of these have been removed
  std::vector<ObstacleId> recent_;
};

using kernel::PolygonId;
using PolygonList = std::vector<PolygonId>;  // ascending

/// How far to look around boxes, in integer units.
struct Margin {
  double plan = 0, below = 0, above = 0;
};

/// The polygons of a level and of obstacles that are added and removed. An obstacle's polygons and faces are numbered
/// after all that were there before, and keep their numbers; numbers() counts without those removed.
class LiveLevel {
 public:
  /// Keeps the level's table, polygons and solids.
  explicit LiveLevel(SceneSurfaces base);

  const Scene& scene() const { return level_.scene; }  ///< points of all polygons, faces of the level
  const kernel::PointTable& points() const { return level_.scene.points; }
  const SurfaceSet& set() const { return level_.set; }
  const SolidSet& solids() const { return level_.solids; }
  const SurfaceIndex& base_index() const { return base_index_; }  ///< box() knows all polygons
  SurfaceIndex index_of(const PolygonList& chosen) const { return {boxes_, chosen}; }

  /// Whether a corner of the scene's faces is at the place of one of the level.
  bool touches_level(const Scene& scene) const;
  /// The polygons added, and whether the table's integers became finer or too long, so that what was made of them is no
  /// longer valid.
  struct Added {
    PolygonList polygons;
    bool rescaled = false;
  };
  Added add(ObstacleId id, const SceneSurfaces& obstacle);
  /// The polygons of a present obstacle; none if it is not present.
  PolygonList polygons_of(ObstacleId id) const;
  void remove(ObstacleId id);
  bool has(ObstacleId id) const { return obstacles_.contains(id); }
  bool empty() const { return obstacles_.empty(); }
  /// How many polygons of obstacles have been removed.
  std::size_t gone() const { return gone_; }
  /// Whether the table's integers are those of a table of the present polygons only, up to a power of two, which
  /// doubles do not notice. Where they are not, cells may be split in other places.
  bool is_as_if_new() const;

  /// The numbers of polygons and faces among those present.
  struct Numbers {
    std::vector<PolygonId> polygon;   ///< by number; no_polygon: removed
    std::vector<std::uint32_t> face;  ///< of each polygon
    mpz_class denominator;            ///< of the present polygons
  };
  Numbers numbers() const;

  /// All polygons that touch one of the boxes, enlarged by the margin.
  PolygonList near(std::span<const Box> boxes, const Margin& margin) const;
  PolygonList traversable_near(std::span<const Box> boxes, const Margin& margin) const;
  /// The polygons of obstacles that touch a box, enlarged by the margin.
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
  kernel::PointId base_corners_;  ///< how many points are corners of the level's faces
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
