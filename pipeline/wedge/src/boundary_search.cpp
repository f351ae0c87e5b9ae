// SPDX-License-Identifier: GPL-3.0-or-later
#include "boundary_search.h"

#include <algorithm>

namespace plumb::pipeline {
namespace {

using Id = GapMesh::Id;

// As many edges outside of the tree are looked through one by one before the tree is built again.
constexpr std::size_t most_outside = 256;

kernel::Box box_of(const GapMesh& mesh, Id edge) {
  const auto &p = mesh.vertex(mesh[edge].from).near, &q = mesh.vertex(mesh.to(edge)).near;
  kernel::Box box;
  for (std::size_t k = 0; k < 3; ++k) {
    box.low[k] = std::min(p[k].low, q[k].low);
    box.high[k] = std::max(p[k].high, q[k].high);
  }
  return box;
}

}  // namespace

BoundarySearch::BoundarySearch(const GapMesh& mesh) : mesh_(mesh) { build(); }

void BoundarySearch::build() {
  known_.assign(mesh_.size(), false);
  edges_.clear();
  std::vector<Box> boxes;
  for (Id e = 0; e < mesh_.size(); ++e) {
    if (!mesh_.is_boundary(e)) continue;
    known_[e] = true;
    edges_.push_back(e);
    boxes.push_back(box_of(mesh_, e));
  }
  tree_.emplace(std::move(boxes));
  outside_ = added_.size();
}

void BoundarySearch::update(Id edge, bool moved) {
  known_.resize(mesh_.size(), false);
  if (moved) known_[edge] = false;
  if (known_[edge] || !mesh_.is_boundary(edge)) return;
  known_[edge] = true;
  added_.push_back({edge, box_of(mesh_, edge)});
  if (added_.size() - outside_ > std::max(most_outside, edges_.size() / 8)) build();
}

}  // namespace plumb::pipeline
