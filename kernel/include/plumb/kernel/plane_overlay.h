// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "plumb/kernel/plan_region.h"

namespace plumb::kernel {

/// A ring of the plan and its name. Rings may touch, cross and overlap one another and themselves, and run either way.
/// A ring of two points is an edge that runs there and back and encloses nothing.
struct OverlayRing {
  std::uint32_t id = 0;  ///< several rings may have one
  PlanRing points;
};

/// The constrained Delaunay triangulation of the convex hull of all rings: no edge of a ring crosses a triangle.
struct PlaneOverlay {
  using Index = std::uint32_t;
  static constexpr Index none = 0xffffffffu;

  struct Triangle {
    std::array<Index, 3> corners;  ///< counter-clockwise
    std::array<Index, 3> beyond;   ///< [i]: the triangle beyond the side from corner i to the next, or none
    Index region = 0;
  };
  /// An edge of a ring, along a side of a triangle.
  struct Source {
    Index ring = 0, edge = 0;  ///< into the rings given; from that point of it to the next
    bool forward = true;       ///< the triangle is on its left
    bool operator==(const Source&) const = default;
  };
  /// The winding number around a triangle of the rings of each id, ascending by id; ids with winding number 0 are left
  /// out.
  using Windings = std::vector<std::pair<std::uint32_t, int>>;

  std::vector<PlanPoint> points;  ///< distinct; corners of rings first
  std::vector<Triangle> triangles;
  /// By region. Neighbouring triangles with no edge of a ring between them are of one region.
  std::vector<Windings> windings;

  /// The edges that run along the side of a triangle that starts at its corner i, ascending.
  std::span<const Source> along(Index triangle, std::size_t i) const {
    const std::size_t side = 3 * std::size_t{triangle} + i;
    return std::span(sources).subspan(first_source[side], first_source[side + 1] - first_source[side]);
  }
  int winding(Index region, std::uint32_t id) const;

  std::vector<Source> sources;
  std::vector<Index> first_source;  ///< by 3 * triangle + i; one more at the end
};

/// Exact, for any rings. A point that is no corner of a ring is a crossing of two edges, so no number is longer than
/// two edges make it. If all rings lie on one line, there are no triangles.
PlaneOverlay plane_overlay(std::span<const OverlayRing> rings);

}  // namespace plumb::kernel
