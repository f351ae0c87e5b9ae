// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/rounding.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/rounded_ring.h"
#include "plumb/pipeline/parallel.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t chunk = 2048;

class Judge {
 public:
  // Negating a coordinate commutes with rounding, so the frame does not matter.
  Judge(DerivedMesh& derived, Precision precision) : derived_(derived) {
    const auto take = [&](const auto& points) {
      rounded_.reserve(points.size());
      for (const auto& p : points) rounded_.push_back({p[0], p[1]});
    };
    if (precision == Precision::float32) take(derived.floats());
    else take(derived.doubles());
    if (!derived.mesh().cells.empty()) derived.outline(0);  // makes those of all, before threads ask
  }

  struct Buffers {
    std::vector<kernel::RoundedPlace> ring;
    std::vector<NavMesh::PointIndex> corners;
  };

  void judge(NavMesh::CellIndex cell, Buffers& buffers, RoundingLoss& loss) const {
    const auto& facets = derived_.mesh().cells[cell].facets;
    bool flipped = false, collapsed = false, not_convex = false;
    const auto look = [&](std::span<const NavMesh::PointIndex> corners) {
      auto& ring = buffers.ring;
      ring.clear();
      for (const NavMesh::PointIndex p : corners) ring.push_back(rounded_[p]);
      const kernel::RingState state = kernel::state_of(ring);
      flipped |= state == kernel::RingState::flipped;
      collapsed |= state == kernel::RingState::collapsed;
      not_convex |= state == kernel::RingState::not_convex;
    };
    look(derived_.outline(cell));
    if (facets.size() > 1)
      for (const NavMesh::Facet& f : facets) {
        buffers.corners.clear();
        append_strict_corners(f.ring(), derived_.mesh().points, buffers.corners);
        look(buffers.corners);
      }
    if (flipped) loss.flipped.push_back(cell);
    if (collapsed) loss.collapsed.push_back(cell);
    if (not_convex) loss.not_convex.push_back(cell);
  }

 private:
  DerivedMesh& derived_;
  std::vector<kernel::RoundedPlace> rounded_;
};

}  // namespace

RoundingLoss rounding_loss(DerivedMesh& derived, Precision precision, unsigned threads) {
  const NavMesh& mesh = derived.mesh();
  const Judge judge(derived, precision);
  std::vector<RoundingLoss> parts((mesh.cells.size() + chunk - 1) / chunk);
  parallel_chunks(parts.size(), threads, [&](unsigned) {
    return [&, buffers = Judge::Buffers()](std::size_t part) mutable {
      for (std::size_t i = part * chunk; i < std::min(mesh.cells.size(), (part + 1) * chunk); ++i)
        judge.judge(static_cast<NavMesh::CellIndex>(i), buffers, parts[part]);
    };
  });
  RoundingLoss all;
  const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  for (const RoundingLoss& part : parts) {
    append(all.flipped, part.flipped);
    append(all.collapsed, part.collapsed);
    append(all.not_convex, part.not_convex);
  }
  return all;
}

}  // namespace plumb::pipeline
