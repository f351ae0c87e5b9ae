// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "plumb/kernel/plan_region.h"

namespace plumb::kernel {

/// A ring of the plan and its name. Any ring will do: rings may touch, cross and overlap one another and themselves,
/// and run either way. Of two points: there and back, an edge around nothing.
struct OverlayRing {
  std::uint32_t id = 0;  ///< several rings may have one
  PlanRing points;
};

/// Triangles of which none is crossed by an edge of a ring: constrained Delaunay, over the convex hull of all rings.
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
  /// How often rings run counter-clockwise around a triangle, by id, ascending; ids with 0 left out.
  using Windings = std::vector<std::pair<std::uint32_t, int>>;

  std::vector<PlanPoint> points;  ///< distinct; corners of rings first
  std::vector<Triangle> triangles;
  /// By region: triangles side by side with no edge of a ring between them are of one.
  std::vector<Windings> windings;

  /// What runs along the side of a triangle that begins at its corner i, ascending.
  std::span<const Source> along(Index triangle, std::size_t i) const {
    const std::size_t side = 3 * std::size_t{triangle} + i;
    return std::span(sources).subspan(first_source[side], first_source[side + 1] - first_source[side]);
  }
  int winding(Index region, std::uint32_t id) const;

  std::vector<Source> sources;
  std::vector<Index> first_source;  ///< by 3 * triangle + i; one more at the end
};

/// Exact, whatever the rings. Corners that are no corner of a ring are where edges of two rings cross: no number is
/// longer than two edges make it. Rings that all lie on one line have no triangles.
PlaneOverlay plane_overlay(std::span<const OverlayRing> rings);

}  // namespace plumb::kernel
