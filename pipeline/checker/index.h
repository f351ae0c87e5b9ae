// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "verdict.h"

#ifndef PLUMB_CHECKER_INDEX  // a test makes it narrower, to see it overflow
#define PLUMB_CHECKER_INDEX std::uint32_t
#endif

namespace plumb::checker {

/// The number of a vertex, corner, face, polygon, line, cell, side or portal, each from 0.
using Index = PLUMB_CHECKER_INDEX;
static_assert(std::numeric_limits<Index>::min() == 0 && sizeof(Index) <= 4);

inline constexpr Index none = std::numeric_limits<Index>::max();

/// There are more things of one kind than indices.
struct TooMany : Refused {
  explicit TooMany(const std::string& things)
      : Refused("there are more " + things + " than can be counted; cut the level up") {}
};

/// n, the number of a thing or of all of a kind, as an index; the only way to one, called where things are added.
/// Throws TooMany unless n < none, so that none is nobody's number.
inline Index to_index(std::size_t n, const char* things) {
  if (n >= none) throw TooMany(things);
  return static_cast<Index>(n);
}

}  // namespace plumb::checker
