// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan_corners.h"

namespace plumb::pipeline {
namespace {

MeshCorners::Near near_of(const mpq_class& x, const mpq_class& y) {
  return {kernel::interval_of(x), kernel::interval_of(y)};
}

}  // namespace

MeshCorners::MeshCorners(const TriangleMesh& mesh, std::vector<TriangleMesh::Index> centres,
                         std::vector<kernel::PlanPoint> polygon)
    : mesh_(mesh), centres_(std::move(centres)), polygon_(std::move(polygon)) {
  near_.reserve(mesh.points.size() + centres_.size() * polygon_.size());
  for (const ExactPoint& p : mesh.points) near_.push_back(near_of(p[0], p[1]));
  std::vector<Near> offsets;
  for (const kernel::PlanPoint& p : polygon_) offsets.push_back(near_of(p[0], p[1]));
  for (const TriangleMesh::Index centre : centres_)
    for (const Near& by : offsets) near_.push_back({near_[centre][0] + by[0], near_[centre][1] + by[1]});
}

kernel::PlanPoint MeshCorners::moved(Id id) const {
  const std::size_t i = id - mesh_.points.size();
  const ExactPoint& centre = mesh_.points[centres_[i / polygon_.size()]];
  const kernel::PlanPoint& by = polygon_[i % polygon_.size()];
  return {centre[0] + by[0], centre[1] + by[1]};
}

PlanCorners::Id PlanCorners::add(kernel::PlanPoint at) {
  MeshCorners::Near near = near_of(at[0], at[1]);
  own_.push_back({std::move(at), near});
  return static_cast<Id>(shared_.size() + own_.size() - 1);
}

const mpq_class& PlanCorners::exact(Id id, std::size_t axis) const {
  if (shared_.is_point(id)) return shared_.point(id)[axis];
  if (id >= shared_.size()) return own_[id - shared_.size()].at[axis];
  const auto [at, is_new] = made_.try_emplace(id);
  if (is_new) at->second = shared_.moved(id);
  return at->second[axis];
}

}  // namespace plumb::pipeline
