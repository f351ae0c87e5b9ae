// SPDX-License-Identifier: GPL-3.0-or-later
#include "reopener.h"

#include <algorithm>
#include <cmath>

namespace plumb::pipeline {
namespace {

using Id = EdgeMesh::Id;
constexpr std::uint32_t none = EdgeMesh::none;

kernel::RoundedPlace place(const MeshPoints& points, MeshPoints::Index point) {
  const NearPoint p = bounds(points, point);
  return {p[0].low, p[1].low};
}

}  // namespace

bool Reopener::widen_edges(const EdgeMesh& exact, const MeshPoints& points) {
  bool any = false;
  for (Id e = 0; e < exact.size(); ++e) {
    if (!exact.is_inner(e) || e > exact[e].twin || !joins(exact[e].face, exact[exact[e].twin].face)) continue;
    any = true;
    const std::uint32_t face = exact[e].face, beyond = exact[exact[e].twin].face;
    if (mesh_.is_gone(face)) widen(exact, points, face);
    else if (mesh_.is_gone(beyond)) widen(exact, points, beyond);
    else {
      const kernel::RoundedPlace from = place(points, exact[e].from), to = place(points, exact.to(e));
      move(at_[exact.to(e)], {to[0] - from[0], to[1] - from[1]});
    }
  }
  return any;
}

void Reopener::widen(const EdgeMesh& exact, const MeshPoints& points, std::uint32_t face) {
  std::vector<MeshPoints::Index> corners;
  std::vector<kernel::RoundedPlace> ring;
  for (Id e = exact.faces[face].first;;) {
    corners.push_back(exact[e].from);
    ring.push_back(place(points, exact[e].from));
    if ((e = exact[e].next) == exact.faces[face].first) break;
  }
  std::size_t longest = 0;
  kernel::RoundedPlace inward{};
  double most = -1;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const kernel::RoundedPlace &a = ring[i], &b = ring[i + 1 < ring.size() ? i + 1 : 0];
    const double length = std::hypot(b[0] - a[0], b[1] - a[1]);
    if (length > most) most = length, longest = i, inward = {a[1] - b[1], b[0] - a[0]};
  }
  std::vector<double> depth;
  for (const kernel::RoundedPlace& p : ring)
    depth.push_back((p[0] - ring[longest][0]) * inward[0] + (p[1] - ring[longest][1]) * inward[1]);
  const double deepest = *std::max_element(depth.begin(), depth.end());
  for (std::size_t i = 0; i < ring.size(); ++i)
    if (depth[i] > deepest / 2) move(at_[corners[i]], inward);
}

bool Reopener::widen_faces(const FaceRepair& repair) {
  bool any = false;
  for (const FaceRepair::Parting& parting : repair.partings()) {
    if (vertices_.is_new(parting.vertex) || !joins(parting.face, parting.made)) continue;
    const auto bend = std::find_if(repair.bends().rbegin(), repair.bends().rend(),
                                   [&](const auto& b) { return b.vertex == parting.vertex; });
    if (bend == repair.bends().rend()) continue;
    const RoundedVertices::Position here = at_[parting.vertex];
    for (auto& p : at_)
      if (p == here) move(p, bend->away);
    any = true;
  }
  return any;
}

// By one number along the axis that the way follows most.
void Reopener::move(RoundedVertices::Position& p, const kernel::RoundedPlace& way) const {
  const std::size_t axis = std::abs(way[1]) > std::abs(way[0]) ? 1 : 0;
  p[axis] = grid_.next(p[axis], axis, way[axis] >= 0);
}

// Whether two faces are of different islands so far, which this joins.
bool Reopener::joins(std::uint32_t a, std::uint32_t b) {
  a = mesh_.left_of(a), b = mesh_.left_of(b);
  return a != none && b != none && islands_.unite(a, b);
}

}  // namespace plumb::pipeline
