// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <span>

#include "plumb/kernel/cell.h"

namespace plumb::vcd {

/// How a convex polygon lies to a plane, by the signs of its corners (Budde & Kausch, 6.4: the ten polygon-plane
/// cases).
enum class PlaneCase : std::uint8_t {
  all_zero,  ///< in the plane
  all_negative,
  all_positive,
  one_zero_negative,  ///< below, touching with one corner
  one_zero_positive,
  multiple_zero_negative,  ///< below, touching with a side
  multiple_zero_positive,
  two_zero,  ///< pierced through two corners
  one_zero_one_sign_switch,
  two_sign_switches,  ///< pierced through two edges
};

/// The automaton over the corners' signs. Requires the signs of a convex polygon, at least three.
PlaneCase plane_case(std::span<const kernel::Sign> signs);

/// What a case means for slicing.
enum class SliceExit : std::uint8_t { in_plane, below, above, cut };
SliceExit slice_exit(PlaneCase c);

/// A blocker cut in two by a slicing plane: the part under it and the part over it (empty where there is none).
struct BlockerSlices {
  PlaneCase plane_case;
  kernel::ConvexCell lower, upper;
};

/// Blocker slicing (Budde & Kausch, 6). `signs`: on which side of the slicing plane each corner of the blocker is;
/// `trace`: the projection of the planes' intersection, inside above; read only if the case is a cut (no_line
/// otherwise). A blocker in the plane is its own upper part: exactly as high as a stance, it leaves room for it. Linear
/// in the corners.
BlockerSlices slice_blocker(kernel::ImplicitPlan& plan, const kernel::ConvexCell& blocker,
                            std::span<const kernel::Sign> signs, kernel::LineId trace);

}  // namespace plumb::vcd
