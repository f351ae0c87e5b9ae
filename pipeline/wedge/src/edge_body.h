// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>

#include "border_segments.h"
#include "plan_corners.h"
#include "plumb/kernel/box_tree.h"
#include "plumb/pipeline/clear_walls.h"
#include "segment_core.h"

namespace plumb::pipeline {

/// A floor in one plane.
struct Floor {
  kernel::ExactPlane plane;
  std::array<kernel::Interval, 3> near_anchor;  ///< a point of it
  std::array<kernel::Interval, 2> near_slope;
  std::vector<kernel::Interval> near_rises;  ///< how far it rises from a place to each corner of the disc around it
  kernel::Interval rise;                     ///< from the least of these to the greatest
  kernel::Box box;                           ///< around all of it that counts
};

/// What each segment of a border takes away: the places b + u, with b on the segment and u in the disc's polygon, at
/// heights nearer to that of b than the window. Convex, and open. Const and thread-safe.
class EdgeBodies {
 public:
  using Id = PlanCorners::Id;

  /// Keeps a reference to the mesh.
  EdgeBodies(const TriangleMesh& mesh, const ClearWallsOptions& options);

  std::size_t size() const { return border_.segments.size(); }
  /// Around each body.
  const kernel::BoxTree& boxes() const { return boxes_; }
  const MeshCorners& corners() const { return corners_; }
  /// Around a point of the mesh.
  kernel::Box box_of(TriangleMesh::Index point) const;
  Floor floor(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c, const kernel::Box& box) const;

  /// The section of a body with a floor, as far as it lies in the floor's box: a convex ring, counter-clockwise, none
  /// of less area than none. Corners around ends of the border keep their numbers, so that bodies that have an end in
  /// common have equal corners.
  /// @return the core, if all of it is in the section
  const SegmentCore* section(std::uint32_t body, const Floor& floor, PlanCorners& corners, std::vector<Id>& ring) const;

  /// Calls visit(id) for each corner around an end of the segment with which an edge of that polygon starts that is
  /// within the body, where the window does not count.
  template <class Visit>
  void visit_inner_edges(std::uint32_t body, Visit&& visit) const {
    const BorderSegment& s = border_.segments[body];
    const std::size_t n = disc_.corners.size();
    for (std::size_t k = 0; k < n; ++k) {
      const int along = along_[body * n + k];
      if (along > 0) visit(corners_.around(s.from_place, k));
      if (along < 0) visit(corners_.around(s.to_place, k));
    }
  }
  /// Certainly within a body where the window does not count.
  const SegmentCore& core(std::uint32_t body) const { return cores_[body]; }
  /// Whether the window does not count over this floor.
  bool window_passes(std::uint32_t body, const Floor& floor) const {
    return window_case(body, floor) == WindowCase::passes;
  }

  /// The class of an edge of a section.
  EdgeClass class_of(std::uint32_t body, const PlanCorners& corners, Id from, Id to) const;
  /// That of its left side.
  EdgeClass class_of(std::uint32_t body) const { return border_.segments[body].left; }
  /// Whether a point is in a body or on its surface.
  bool closure_holds(std::uint32_t body, const ExactPoint& at) const;

 private:
  class CutSection;
  enum class WindowCase : std::uint8_t { misses, cuts, passes };
  WindowCase window_case(std::uint32_t body, const Floor& floor) const;
  kernel::Interval height_over(const Floor& floor, TriangleMesh::Index point) const;
  std::vector<kernel::Box> body_boxes() const;
  void add_outline(std::uint32_t body);
  std::span<const Id> outline(std::uint32_t body) const {
    return std::span(outlines_).subspan(first_[body], first_[body + 1] - first_[body]);
  }

  const TriangleMesh& mesh_;
  MeshBorder border_;
  kernel::DiscPolygon disc_;
  mpq_class window_;
  kernel::Interval near_window_;
  std::vector<std::array<kernel::Interval, 2>> near_disc_;  // its corners
  MeshCorners corners_;
  std::vector<kernel::Interval> near_z_;  // by point of the mesh
  std::vector<std::int8_t> along_;        // by body and edge of the disc: whether its normal points from `from` to `to`
  // Of bodies where the window does not count.
  std::vector<Id> outlines_;
  std::vector<std::uint32_t> first_;  // by body
  std::vector<SegmentCore> cores_;    // by body
  kernel::BoxTree boxes_;
};

}  // namespace plumb::pipeline
