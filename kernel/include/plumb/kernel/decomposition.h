// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

namespace plumb::kernel {

/// How the part of a traversable outside a convex blocker is cut into convex pieces.
enum class Decomposition {
  bounded,  ///< along the blocker's own edge lines: no line beyond the input's, numbers never grow
  seed,     ///< along diagonals between vertices (Budde & Kausch, 7.5.3): fewer pieces, longer numbers
};

}  // namespace plumb::kernel
