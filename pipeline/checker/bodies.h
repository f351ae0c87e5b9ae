// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>

#include "box_tree.h"
#include "world.h"

namespace plumb::checker {

/// The closed components of a level (semantics, 5b), by kind.
struct Components {
  std::size_t solids = 0, cavities = 0, others = 0;
  std::vector<bool> counts;  ///< by face: of a solid or a cavity; empty: none is
};

/// `parts`: the polygons of all faces, none welded. `opening`: faces that cross themselves, or whose polygons have
/// another boundary in space than they have; they open their components.
Components find_components(const Scene& scene, const std::vector<Polygon>& parts, const std::vector<Index>& opening);

/// A polygon over a point: the line is positive, or 0 there and becomes positive on the way along x, and along y where
/// x makes no difference.
bool positive_next_to(const Line& line, const Vertex& vertex);

/// The polygons of solids and cavities, and what they do to cells of other polygons.
class Bodies {
 public:
  /// Keeps a reference. Requires the world's polygons with their marks `counts`.
  explicit Bodies(const World& world);

  bool empty() const { return numbers_.empty(); }
  /// The winding number just above polygon T over a point of it that no polygon leaves T's plane at.
  std::int64_t winding(Index surface, const Vertex& at) const;

  /// Where the part of a polygon above T's plane, closed, meets that plane: none if in a point or nowhere.
  struct Crossing {
    Vertex from, to;
  };
  std::optional<Crossing> crossing(Index surface, Index polygon) const;

 private:
  static std::vector<Index> standing(const World& world);

  const World& world_;
  std::vector<Index> numbers_;  // of those that count and are not vertical
  BoxTree tree_;                // of these
};

}  // namespace plumb::checker
