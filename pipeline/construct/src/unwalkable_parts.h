// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>

#include "facet_list.h"

namespace plumb::pipeline {

inline bool is_unwalkable(const vcd::Cell& cell) { return cell.label <= kernel::blocked; }

/// What of some surfaces nobody stands on: the cells, and the ends of obstructions.
struct UnwalkableParts {
  FacetList cells;                    ///< as in the stance map, one facet each
  std::vector<PointPool::Name> ends;  ///< obstruction by obstruction: from, to

  /// Memory is kept.
  void clear() {
    cells.clear();
    ends.clear();
  }
};

/// Surface by surface, in lists of some of them: take(part) is called for each in order, on any thread, one at a time.
void for_unwalkable_parts(PointPool& pool, unsigned threads, const std::function<void(const UnwalkableParts&)>& take);

}  // namespace plumb::pipeline
