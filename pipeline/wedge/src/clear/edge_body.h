// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>

#include "plumb/kernel/box_tree.h"
#include "plumb/pipeline/wedge_stages.h"
#include "plumb/surface/border_segments.h"
#include "plumb/vcd/border_body.h"

namespace plumb::pipeline {

/// A floor in one plane, as window_case() and section() need it.
struct Floor {
  kernel::ExactPlane plane;
  std::array<kernel::Interval, 3> near_anchor;  ///< a point of it
  std::array<kernel::Interval, 2> near_slope;
  std::vector<kernel::Interval> near_rises;  ///< by corner of the disc: the rise from the disc's centre to it
  kernel::Interval rise;                     ///< around all of these
  kernel::Box box;                           ///< around the part of the floor that counts
};

/// The bodies that the segments of a border take away. The body of a segment has the places b + u, with b on the
/// segment and u in the disc's polygon, at heights that differ from that of b by less than the window. It is convex and
/// open. Const and thread-safe.
class EdgeBodies {
 public:
  using Id = surface::PlanCorners::Id;

  /// Keeps a reference to the mesh.
  EdgeBodies(const TriangleMesh& mesh, const ClearWallsOptions& options);

  std::size_t size() const { return border_.segments.size(); }
  /// A box around each body.
  const kernel::BoxTree& boxes() const { return boxes_; }
  const surface::MeshCorners& corners() const { return corners_; }
  /// A box around a point of the mesh.
  kernel::Box box_of(TriangleMesh::Index point) const;
  Floor floor(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c, const kernel::Box& box) const;

  /// The section of a body with a floor, as far as it lies in the floor's box: `ring` is a convex polygon,
  /// counter-clockwise, or empty if there is no area. Corners around ends of the border keep their numbers, so bodies
  /// that share an end have equal corners by number.
  /// @return the core, if all of it is in the section; else null
  const surface::SegmentCore* section(std::uint32_t body, const Floor& floor, surface::PlanCorners& corners,
                                      std::vector<Id>& ring) const;

  /// Calls visit(id) for each corner, around an end of the segment, at which an edge of the disc's polygon starts that
  /// lies within the body. The window is not looked at.
  template <class Visit>
  void visit_inner_edges(std::uint32_t body, Visit&& visit) const {
    const surface::BorderSegment& s = border_.segments[body];
    const std::size_t n = disc_.corners.size();
    for (std::size_t k = 0; k < n; ++k) {
      const int along = along_[body * n + k];
      if (along > 0) visit(corners_.around(s.from_place, k));
      if (along < 0) visit(corners_.around(s.to_place, k));
    }
  }
  /// A region that certainly lies within the body over floors whose heights the window passes.
  const surface::SegmentCore& core(std::uint32_t body) const { return cores_[body]; }
  /// Whether the window certainly passes all of this floor near the segment.
  bool window_passes(std::uint32_t body, const Floor& floor) const {
    return window_case(body, floor) == vcd::WindowCase::passes;
  }

  /// The class that an edge of a section gives to new boundary along it.
  EdgeClass class_of(std::uint32_t body, const surface::PlanCorners& corners, Id from, Id to) const;
  /// The class of the segment's left side.
  EdgeClass class_of(std::uint32_t body) const { return border_.segments[body].left; }
  /// Whether a point is in a body or on its surface.
  bool closure_holds(std::uint32_t body, const ExactPoint& at) const;

 private:
  class CutSection;
  vcd::WindowCase window_case(std::uint32_t body, const Floor& floor) const;
  kernel::Interval height_over(const Floor& floor, TriangleMesh::Index point) const;
  std::vector<kernel::Box> body_boxes() const;
  void add_outline(std::uint32_t body);
  std::span<const Id> outline(std::uint32_t body) const {
    return std::span(outlines_).subspan(first_[body], first_[body + 1] - first_[body]);
  }

  const TriangleMesh& mesh_;
  surface::MeshBorder border_;
  kernel::DiscPolygon disc_;
  mpq_class window_;
  kernel::Interval near_window_;
  std::vector<std::array<kernel::Interval, 2>> near_disc_;  // its corners
  surface::MeshCorners corners_;
  std::vector<kernel::Interval> near_z_;  // by point of the mesh
  std::vector<std::int8_t> along_;        // by body and edge of the disc: the sign of its normal along the segment
  // The bodies' outlines if the window were infinite.
  std::vector<Id> outlines_;
  std::vector<std::uint32_t> first_;         // by body
  std::vector<surface::SegmentCore> cores_;  // by body
  kernel::BoxTree boxes_;
};

}  // namespace plumb::pipeline
