// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/numbering.h"
#include "plumb/pipeline/cover_faces.h"
#include "plumb/pipeline/floor_faces.h"
#include "plumb/pipeline/scene_surfaces.h"

namespace plumb::pipeline {

/// Pieces of a floor's faces, as faces. Equal corners are one point.
class PieceFloor {
 public:
  explicit PieceFloor(const mpz_class& unit) { floor_.unit = unit; }
  PieceFloor(const PieceFloor&) = delete;

  /// With that owner.
  FloorFaces::Face piece(FaceLift& lift, FloorFaces::Index face, FloorFaces::Index owner,
                         const kernel::PlanRing& ring) {
    FloorFaces::Face out;
    out.owner = owner;
    for (const kernel::PlanPoint& p : ring) out.corners.push_back(number_(lift(face, p)));
    return out;
  }
  void add(FloorFaces::Face face) { floor_.faces.push_back(std::move(face)); }
  FloorFaces& floor() { return floor_; }
  const FloorFaces& floor() const { return floor_; }

  /// What nothing covers of a floor; owners are its faces. Areas go behind `areas`.
  void add_uncovered(const FloorFaces& floor, const std::vector<CoveredFace>& covered, std::vector<mpq_class>& areas);

 private:
  FloorFaces floor_;
  kernel::PointNumbering number_{floor_.points};
};

/// Where faces of a floor are, seen from above, by doubles: to leave out what is certainly beside all of them.
class PlanBoxes {
 public:
  explicit PlanBoxes(const FloorFaces& floor);
  /// Heights of the box count for nothing.
  bool may_meet(kernel::Box box) const;

 private:
  kernel::BoxTree tree_;
};

/// Polygons of the scene that are not vertical, those that are chosen and not certainly beside `near`. Owners are
/// polygons.
FloorFaces level_faces(const SceneSurfaces& level, const PlanBoxes& near,
                       const std::function<bool(const Surface&)>& chosen);

/// Pieces of a floor that nothing covers, face after face. They are made once: height drift reads them, and then the
/// search for causes consumes them.
struct Uncovered {
  /// `component`: by owner of the floor's faces.
  Uncovered(const FloorFaces& floor, const std::vector<CoveredFace>& covered,
            const std::vector<std::uint32_t>& component, unsigned threads);
  const std::vector<FloorFaces::Face>& faces() const { return pieces.floor().faces; }

  PieceFloor pieces;             // owners are the floor's faces
  std::vector<mpq_class> areas;  // by piece
  /// By piece, the first one with which it hangs together along edges in space; and that over pieces of its component.
  std::vector<std::uint32_t> place, finding;
};

}  // namespace plumb::pipeline
