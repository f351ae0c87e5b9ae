// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "rings.h"

namespace checker {

/// A stretch between two points, run from the first to the second.
using Edge = std::pair<Index, Index>;

/// What is left of the edges of a ring in a view once those run there and back, wholly or in part, have cancelled:
/// parted at every corner of the ring that lies on them, in no order. None if the ring winds around some point twice or
/// more, or against its orientation. Requires different points at different places.
std::optional<std::vector<Edge>> boundary_of(const View& view, const Ring& ring);

/// Whether rings are the constrained Delaunay triangulation of what is within a boundary as above, in the order that
/// docs/certificate.md gives them: each from its first corner on, ascending, and of points on one circle the fan from
/// the first.
bool is_delaunay(const View& view, const std::vector<Ring>& triangles, std::vector<Edge> boundary, int orientation);

/// Whether edges add up to the ring's, those run there and back between the same two points cancelled.
bool runs_as(const Ring& ring, const std::vector<Edge>& edges);

}  // namespace checker
