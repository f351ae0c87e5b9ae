// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/nav_mesh.h"

namespace plumb::pipeline {

/// What writers and the report derive from a navmesh, each made once, when first asked for. Keeps a reference to the
/// mesh, which must not change. Not thread-safe where something is asked for the first time; made on `threads` threads,
/// which does not change it.
class DerivedMesh {
 public:
  explicit DerivedMesh(const NavMesh& mesh, unsigned threads = 1)
      : mesh_(mesh), threads_(threads), straight_(mesh.cells.size()) {}
  DerivedMesh(const DerivedMesh&) = delete;

  const NavMesh& mesh() const { return mesh_; }

  /// The border of the graph of a stance (1..K).
  const std::vector<BorderInterval>& border(kernel::Label stance);
  /// outline() of a cell.
  std::span<const NavMesh::PointIndex> outline(NavMesh::CellIndex cell);
  /// Whether the ring of a cell with one facet goes straight on in plan at a corner. Any thread may ask, but no two at
  /// once about one cell.
  bool goes_straight(NavMesh::CellIndex cell);

  /// Doubles around all points (bounds()), by axis: the least and the greatest lower end, and the greatest upper end.
  struct Extent {
    double low, highest_low, high;
  };
  const std::array<Extent, 3>& extent();

  /// By point: the nearest binary64 and binary32, z up.
  const std::vector<std::array<double, 3>>& doubles();
  const std::vector<std::array<float, 3>>& floats();
  /// By point: the nearest binary32 to where it is as seen from `origin`, z up. Made anew each time.
  std::vector<std::array<float, 3>> floats_from(const std::array<double, 3>& origin) const;

 private:
  // Outlines of cells, where somebody can stand or of the others: the border asks for the former alone.
  struct Outlines {
    std::vector<std::uint32_t> first;  // by cell, into corners
    std::vector<NavMesh::PointIndex> corners;
  };
  bool stands(std::size_t cell) const { return mesh_.cells[cell].open_to() > kernel::blocked; }
  void make_outlines(bool standing);
  template <class Number, class Round>
  void make_rounded(std::vector<std::array<Number, 3>>& out, const Round& round) const;

  const NavMesh& mesh_;
  unsigned threads_;
  enum class Straight : std::uint8_t { unknown, no, yes };
  std::vector<Straight> straight_;  // by cell, of those with one facet
  std::optional<std::array<Extent, 3>> extent_;
  std::vector<std::optional<std::vector<BorderInterval>>> borders_;  // by stance less 1
  std::vector<std::array<double, 3>> doubles_;
  std::vector<std::array<float, 3>> floats_;
  std::array<Outlines, 2> outlines_;  // of cells where nobody can stand; of the others
};

}  // namespace plumb::pipeline
