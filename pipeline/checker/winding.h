// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "rings.h"

namespace plumb::checker {

/// A stretch between two points, run from the first to the second.
using Edge = std::pair<Index, Index>;

/// The boundary of what a ring winds around in a view: its edges, without the stretches that are run both there and
/// back, cut at every corner of the ring that lies on them, in no order. None if the ring winds around some point twice
/// or more, or against its orientation. Requires that different points are at different places.
std::optional<std::vector<Edge>> boundary_of(const View& view, const Ring& ring);

/// Whether rings are the constrained Delaunay triangulation of what such a boundary encloses, in the order of
/// docs/reference/certificate.md: each ring begins with its first corner, and rings ascend. Points on one circle must
/// be a fan from the first of them.
bool is_delaunay(const View& view, const std::vector<Ring>& triangles, std::vector<Edge> boundary, int orientation);

/// Whether edges add up to those of the ring; an edge and its reverse cancel.
bool runs_as(const Ring& ring, const std::vector<Edge>& edges);

}  // namespace plumb::checker
