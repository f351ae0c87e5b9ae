// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "box_tree.h"
#include "geometry.h"

namespace oracle {

/// The verdict on a cell as the file gives it: inside a solid, covered, blocked (0) or a stance 1..K.
using Label = int;
inline constexpr Label inside = -2;
inline constexpr Label covered = -1;

struct Facet {
  Label label;
  long surface, witness;  ///< witness: negative if none
  std::uint32_t face;
  std::string_view vertices;  ///< the JSON text of the array of vertices
};

/// An interval of a wall's trace that stances above may_cross cannot cross.
struct Obstruction {
  long surface, wall;
  Label may_cross;
  Point from, to;
};

/// The cells and obstructions of an exact navmesh file. Coordinates become rationals when a facet is first looked at.
class JsonCells {
 public:
  JsonCells(const std::string& path, bool y_up);
  const std::vector<Facet>& facets() const { return facets_; }
  const Polygon& corners(std::uint32_t facet);
  /// visit(facet) wherever the facet's box meets the given one.
  template <class Visit>
  void query(const Box& q, Visit&& visit) const {
    tree_->query(q, visit);
  }
  const std::vector<Obstruction>& obstructions() const { return obstructions_; }
  template <class Visit>
  void query_obstructions(const Box& q, Visit&& visit) const {
    obstruction_tree_->query(q, visit);
  }

 private:
  Box rough_box(const Facet& facet) const;
  Point read_point(const std::string_view (&tokens)[3]) const;

  bool y_up_;
  std::string text_;
  std::vector<Facet> facets_;
  std::unique_ptr<BoxTree> tree_;
  std::unordered_map<std::uint32_t, Polygon> exact_;
  std::vector<Obstruction> obstructions_;
  std::unique_ptr<BoxTree> obstruction_tree_;
};

}  // namespace oracle
