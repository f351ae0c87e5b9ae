// SPDX-License-Identifier: GPL-3.0-or-later
// A way between two tiles as both tell it, each in stretches of its own.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "plumb/kernel/interval_set.h"
#include "plumb/pipeline/tile_seam.h"
#include "space_line.h"

namespace plumb::pipeline {

/// What ways between two tiles have in common if they are stretches of one line.
struct WayLine {
  PortalKind kind;
  kernel::Label stance;
  bool from_first, up;  ///< which side a weld is measured from; whether the first side runs towards greater numbers
  SpaceLine of_first, of_second;
  auto key() const { return std::tie(kind, stance, from_first, up, of_first, of_second); }
  bool operator<(const WayLine& o) const { return key() < o.key(); }
};

struct WayStretch {
  kernel::ExactInterval range;            ///< of the first side
  std::vector<std::uint32_t> components;  ///< by stance: that which the way leads from
};

/// A way as the other of its tiles sees it.
inline std::array<std::array<kernel::ExactPoint, 2>, 2> turned(const TileSeam::Way& w) {
  return {{{w.there[1], w.there[0]}, {w.here[1], w.here[0]}}};
}

/// A way as the lesser of its tiles tells it, whichever tells it.
inline std::pair<WayLine, WayStretch> as_first(const Tile& tile, const TileSeam::Way& w) {
  const bool is_first = tile < w.beyond;
  const auto [first, second] = is_first ? std::array{w.here, w.there} : turned(w);
  const SpaceLine line = line_of(first);
  const mpq_class &from = first[0][line.along], &to = first[1][line.along];
  const bool from_first = w.kind != PortalKind::weld || w.from_here == is_first;
  return {{w.kind, w.stance, from_first, from < to, line, line_of(second)},
          {{std::min(from, to), std::max(from, to)}, w.components}};
}

}  // namespace plumb::pipeline
