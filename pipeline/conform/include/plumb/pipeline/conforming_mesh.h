// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/number_grid.h"

// A navmesh as engines load it: in rounded numbers, its polygons joined where two have an edge between the same two
// vertices, and nowhere else. Engines find out by themselves who is beside whom: a corner that only one of two
// neighbours has parts them, and two floors that come to have an edge in common are joined.
namespace plumb::pipeline {

/// Which cells a file holds: those from `lowest` up, as if none had more than `highest`. All verdicts, if lowest is the
/// least of them.
struct WantedCells {
  kernel::Label lowest = kernel::too_close, highest = 1;

  bool operator()(kernel::Label stance) const { return stance >= lowest; }
  kernel::Label lowest_stance() const { return std::max<kernel::Label>(1, lowest); }
  kernel::Label counts(kernel::Label stance) const { return std::min(stance, highest); }
};

/// What it took to make polygons conform.
struct ConformingFacts {
  std::uint64_t polygons = 0;
  std::uint64_t inserted = 0;   ///< corners at ends of portals and where facets of a cell meet
  std::uint64_t cut = 0;        ///< polygons cut, for a reflex corner that rounding left them, or for having too many
  std::uint64_t collapsed = 0;  ///< polygons of which rounding left nothing: what was beside them meets
  std::uint64_t divided = 0;    ///< edges that two had in common without a way across: one side has a corner more
  /// By stance, from the lowest wanted: how many parts there are of polygons for those who have at least that, joined
  /// where they have an edge in common.
  std::vector<std::uint64_t> islands;
  /// Of these stances: components over flush portals of which nothing is left, for want of numbers between; how many of
  /// them had no area as soon as their corners were rounded.
  std::vector<std::uint64_t> lost, lost_without_area;
  /// Of these stances: so many islands there are more than components that are left. Rounding has closed the only way
  /// between them, and there is no number to open it again.
  std::vector<std::uint64_t> lost_ways;
  /// About: what polygons where somebody can stand have more than before they were rounded; of that the area of lost
  /// components; and that with the area of polygons that could not be mended.
  double area_gained = 0, area_lost = 0, area_left_out = 0;
  double moved = 0;  ///< so far at most has a corner moved along an axis
  bool operator==(const ConformingFacts&) const = default;
};

/// Convex polygons of positive area in plan, decided exactly on the rounded numbers.
struct ConformingMesh {
  using VertexIndex = std::uint32_t;
  static constexpr std::uint32_t none = 0xffffffffu;

  struct Polygon {
    NavMesh::CellIndex cell = 0;  ///< that it is of, or the greatest part of it
    kernel::Label stance = 0;     ///< its verdict, or a lower stance where a splinter of it is apart for higher ones
    std::uint32_t first = 0;      ///< into corners and neighbours; the next polygon's is the end
  };

  /// z up. First the points of the navmesh, in their order, then those that divide edges. Of points that are rounded
  /// alike only the first is used.
  std::vector<std::array<float, 3>> vertices;
  std::array<double, 3> origin{};         ///< from where vertices are seen
  std::vector<Polygon> polygons;          ///< by verdict, ascending, then by cell
  std::vector<VertexIndex> corners;       ///< counter-clockwise; some may be straight
  std::vector<std::uint32_t> neighbours;  ///< [i]: the polygon beyond the edge that begins at corner i; or none
  ConformingFacts facts;

  std::span<const VertexIndex> ring(std::size_t polygon) const;
  /// The polygons of a verdict: the first and the end.
  std::pair<std::size_t, std::size_t> of(kernel::Label stance) const;
};

inline constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();  ///< of corners

struct ConformOptions {
  WantedCells wanted;
  std::size_t most_corners = any_number;  ///< 3 at least
  unsigned threads = 1;                   ///< the result does not depend on it
  /// Where corners may be. Of whole numbers, vertices are what they stand for, which has to be binary32; else the
  /// numbers themselves, as seen from the grid's origin.
  NumberGrid grid = {};
};

ConformingMesh conform(DerivedMesh& mesh, const ConformOptions& options);

/// The cells where somebody can stand, whole, on a grid. Polygons are neighbours by what they say, so that equal edges
/// do not matter; beyond a step that admits all who may stand on both sides is a neighbour, too.
struct ConformingCells {
  /// A portal that is no edge, or a flush one on the only way between two islands that rounding has closed; the cells
  /// that it leads between: not those of the portal, where nothing is left of one, but what lies there or what portals
  /// lead on to; and the greatest stance that may use it.
  struct Connection {
    std::uint32_t portal;
    NavMesh::CellIndex a, b;
    kernel::Label stance;
    bool operator==(const Connection&) const = default;
  };

  ConformingMesh mesh;                  ///< its vertices are the points of the navmesh, z up, in the grid's numbers
  std::vector<Connection> connections;  ///< ascending; of a weld and its reverse, the first
  std::vector<ConformingMesh::VertexIndex> vertex_of;  ///< by point: what stands for it; none where no polygon had it
};

/// `at`: by point, its numbers on the grid, z up; only those of cells where somebody can stand count. The result does
/// not depend on the number of threads.
ConformingCells conform_cells(DerivedMesh& derived, std::vector<std::array<float, 3>> at, const NumberGrid& grid,
                              std::size_t most_corners, unsigned threads = 1);

}  // namespace plumb::pipeline
