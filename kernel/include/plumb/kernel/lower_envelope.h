// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/kernel/interval_set.h"

namespace plumb::kernel {

/// A linear function over an interval, with a number of its own.
struct LinearPiece {
  ExactInterval range;
  Linear distance;
  std::uint32_t id = 0;
};

/// A stretch of a lower envelope, and the ids of all pieces that are nearest there, ascending: at one distance all
/// along.
struct EnvelopeStretch {
  ExactInterval range;
  Linear distance;
  std::vector<std::uint32_t> ids;
};

/// The lower envelope of pieces: disjoint stretches, ascending; none where there is no piece. k pieces cost O(k log k)
/// times a slowly growing factor.
std::vector<EnvelopeStretch> lower_envelope(std::span<const LinearPiece> pieces);

}  // namespace plumb::kernel
