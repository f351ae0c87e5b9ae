// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/derived_mesh.h"

#include <algorithm>

#include "convex_outline.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/chunks.h"

namespace plumb::pipeline {

using PointIndex = NavMesh::PointIndex;

void append_strict_corners(std::span<const PointIndex> ring, const MeshPoints& points, std::vector<PointIndex>& out) {
  MeshPoints::Place last = points.place(ring.back()), at = points.place(ring.front());
  for (std::size_t i = 0, n = ring.size(); i < n; ++i) {
    const MeshPoints::Place next = points.place(ring[i + 1 == n ? 0 : i + 1]);
    if (kernel::orientation(last, at, next) != 0) out.push_back(ring[i]);
    last = at;
    at = next;
  }
}

void DerivedMesh::make_outlines(bool standing) {
  Outlines& made = outlines_[standing];
  if (!made.first.empty()) return;
  const std::size_t cells = mesh_.cells.size(), chunks = chunk_count(cells, threads_);
  std::vector<std::vector<PointIndex>> found(chunks);
  std::vector<std::uint32_t> first(cells + 1);
  for_chunks(cells, chunks, threads_, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    FacetEdges edges;
    std::vector<PointIndex> ring;
    for (std::size_t c = begin; c < end; ++c) {
      cancellation_point(c);
      if (stands(c) != standing) continue;
      const std::size_t before = found[chunk].size();
      append_convex_outline(mesh_.cells[c], mesh_.points, edges, ring, found[chunk]);
      first[c + 1] = static_cast<std::uint32_t>(found[chunk].size() - before);
    }
  });
  for (std::size_t c = 1; c <= cells; ++c) first[c] += first[c - 1];
  made.corners.reserve(first.back());
  for (const auto& part : found) made.corners.insert(made.corners.end(), part.begin(), part.end());
  made.first = std::move(first);
}

std::span<const PointIndex> DerivedMesh::outline(NavMesh::CellIndex cell) {
  make_outlines(stands(cell));
  const Outlines& made = outlines_[stands(cell)];
  return {made.corners.data() + made.first[cell], made.first[cell + 1] - made.first[cell]};
}

template <class Number, class Round>
void DerivedMesh::make_rounded(std::vector<std::array<Number, 3>>& out, const Round& round) const {
  if (!out.empty()) return;
  std::vector<std::array<Number, 3>> rounded(mesh_.points.size());
  for_chunks(rounded.size(), chunk_count(rounded.size(), threads_), threads_,
             [&](std::size_t, std::size_t begin, std::size_t end) {
               for (std::size_t i = begin; i < end; ++i, cancellation_point(i))
                 rounded[i] = round(mesh_.points, static_cast<PointIndex>(i));
             });
  out = std::move(rounded);
}

const std::vector<std::array<double, 3>>& DerivedMesh::doubles() {
  make_rounded(doubles_, rounded_doubles);
  return doubles_;
}

const std::vector<std::array<float, 3>>& DerivedMesh::floats() {
  make_rounded(floats_, rounded_floats);
  return floats_;
}

std::vector<std::array<float, 3>> DerivedMesh::floats_from(const std::array<double, 3>& origin) const {
  std::vector<std::array<float, 3>> out;
  make_rounded(out, [&](const MeshPoints& points, PointIndex p) { return rounded_floats_from(points, p, origin); });
  return out;
}

}  // namespace plumb::pipeline
