// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <vector>

#include "plumb/kernel/decomposition.h"
#include "plumb/kernel/outline.h"

namespace plumb::kernel {

/// A traversable cut by a projected blocker: what is obstructed, and convex pieces of the rest. Their interiors are
/// disjoint, and together they are the traversable. `obstructed` has fewer than three corners if nothing is.
struct Pieces {
  ConvexCell obstructed;
  std::vector<ConvexCell> free;

  void clear() {
    obstructed.clear();
    free.clear();
  }
};

/// The vertices of one outline between two consecutive intersection points, relative to the other polygon.
enum class BetweenPoints : std::uint8_t { none, inside, outside };

/// What coplanar polygon cutting does with the stretch between two consecutive intersection points.
enum class CutAction : std::uint8_t {
  not_possible,       ///< contradicts convexity: asserted
  add_points,         ///< the obstructed part runs straight from point to point
  cut_off,            ///< so it does; the traversable's vertices between them make a free piece
  half_moon,          ///< it follows the blocker's vertices; what is left outside of them is decomposed
  follow_traversable  ///< it follows the traversable's vertices
};

/// Table 3 of Budde & Kausch, corrected by its text: [blocker's vertices][traversable's vertices].
using CutTable = std::array<std::array<CutAction, 3>, 3>;
inline constexpr CutTable cut_table = {{
    /* traversable's:   none                     inside                         outside            */
    /* none    */ {{CutAction::add_points, CutAction::not_possible, CutAction::cut_off}},
    /* inside  */ {{CutAction::not_possible, CutAction::not_possible, CutAction::half_moon}},
    /* outside */ {{CutAction::add_points, CutAction::follow_traversable, CutAction::not_possible}},
}};

/// Coplanar polygon cutting (Budde & Kausch, 7.6). Requires at least one intersection point (else the outlines do not
/// meet: see decompose_traversable). One point is a touch: the blocker inside of the traversable, the reverse, or
/// neither. `coplanar`: the polygons lie in one plane of space, so the blocker is there already and no obstructed part
/// is made. Linear in the number of vertices.
void cut_coplanar(ImplicitPlan& plan, const ConvexCell& traversable, const ConvexCell& blocker,
                  const OutlineSides& sides, std::span<const IntersectionPoint> points, Decomposition decomposition,
                  bool coplanar, Pieces& pieces);

}  // namespace plumb::kernel
