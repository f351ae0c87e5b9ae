// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/rounding.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/kernel/rounded_ring.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t chunk = 2048;

class Judge {
 public:
  Judge(const NavMesh& mesh, Precision precision) : mesh_(mesh) {
    exact_.reserve(mesh.points.size());
    rounded_.reserve(mesh.points.size());
    // Negating a coordinate commutes with rounding, so the frame does not matter.
    for (const ExactPoint& p : mesh.points) {
      exact_.emplace_back(p);
      if (precision == Precision::float32) rounded_.push_back({kernel::nearest_float(p[0]), kernel::nearest_float(p[1])});
      else rounded_.push_back({kernel::nearest_double(p[0]), kernel::nearest_double(p[1])});
    }
  }

  void judge(NavMesh::CellIndex cell, RoundingLoss& loss) const {
    const auto& facets = mesh_.cells[cell].facets;
    bool flipped = false, collapsed = false, not_convex = false;
    const auto look = [&](const std::vector<NavMesh::PointIndex>& corners) {
      std::vector<kernel::RoundedPlace> ring;
      for (const NavMesh::PointIndex p : corners) ring.push_back(rounded_[p]);
      const kernel::RingState state = kernel::state_of(ring);
      flipped |= state == kernel::RingState::flipped;
      collapsed |= state == kernel::RingState::collapsed;
      not_convex |= state == kernel::RingState::not_convex;
    };
    if (facets.size() > 1) look(outline(mesh_, cell));
    for (const NavMesh::Facet& f : facets) look(without_straight_corners(f.corners));
    if (flipped) loss.flipped.push_back(cell);
    if (collapsed) loss.collapsed.push_back(cell);
    if (not_convex) loss.not_convex.push_back(cell);
  }

 private:
  // Of a convex ring, so that each corner may be judged by its neighbours alone.
  std::vector<NavMesh::PointIndex> without_straight_corners(const std::vector<NavMesh::PointIndex>& ring) const {
    std::vector<NavMesh::PointIndex> out;
    for (std::size_t i = 0, n = ring.size(); i < n; ++i)
      if (orientation(exact_[ring[(i + n - 1) % n]], exact_[ring[i]], exact_[ring[(i + 1) % n]]) != 0) out.push_back(ring[i]);
    return out;
  }

  const NavMesh& mesh_;
  std::vector<kernel::PlanRef> exact_;
  std::vector<kernel::RoundedPlace> rounded_;
};

}  // namespace

RoundingLoss rounding_loss(const NavMesh& mesh, Precision precision, unsigned threads) {
  const Judge judge(mesh, precision);
  std::vector<RoundingLoss> parts((mesh.cells.size() + chunk - 1) / chunk);
  parallel_chunks(parts.size(), threads, [&](unsigned) {
    return [&](std::size_t part) {
      for (std::size_t i = part * chunk; i < std::min(mesh.cells.size(), (part + 1) * chunk); ++i)
        judge.judge(static_cast<NavMesh::CellIndex>(i), parts[part]);
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
