// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once

namespace plumb::checker {

/// Whether doubles decide where their error cannot change what is decided. plumb-check-plain is built without that.
#ifdef PLUMB_CHECK_PLAIN
inline constexpr bool has_filters = false;
#else
inline constexpr bool has_filters = true;
#endif

/// A correctly rounded result is within this of the exact one, relatively; a truncated one within twice this.
inline constexpr double unit_roundoff = 0x1p-53;

/// A bound on an error, in roundings of that, relative to the magnitude that it is multiplied by: the least whole
/// number that serves. Every such constant is declared as one; the tests recompute it, and notice if it is weaker.
struct ErrorBound {
  int roundings;
  constexpr operator double() const { return roundings * unit_roundoff; }
};

}  // namespace plumb::checker
