// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/wedge_stages.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;
using kernel::Interval;

// By triangle: the lowest triangle of its component.
std::vector<Index> components(const TriangleMesh& mesh, std::span<const StepLink> links) {
  const auto beyond = neighbours(mesh);
  kernel::UnionFind sets(static_cast<Index>(beyond.size()));
  for (Index t = 0; t < beyond.size(); ++t)
    for (const Index other : beyond[t])
      if (other != TriangleMesh::none) sets.unite(t, other);
  for (const StepLink& l : links) sets.unite(l.a, l.b);
  std::vector<Index> out(beyond.size());
  for (Index t = 0; t < out.size(); ++t) out[t] = sets.find(t);
  return out;
}

// Doubles around twice the area of each component, stored at its lowest triangle.
std::vector<Interval> near_doubled_areas(const TriangleMesh& mesh, const std::vector<Index>& component) {
  std::vector<std::array<Interval, 2>> near;
  near.reserve(mesh.points.size());
  for (const ExactPoint& p : mesh.points) near.push_back({kernel::interval_of(p[0]), kernel::interval_of(p[1])});
  std::vector<Interval> out(component.size(), Interval(0.0));
  for (Index t = 0; t < component.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t].corners;
    Interval& sum = out[component[t]];
    sum = sum + kernel::formulas::orient2d(near[a], near[b], near[c]);
  }
  return out;
}

class PatchDropper {
 public:
  PatchDropper(TriangleMesh& mesh, const DropPatchesOptions& options)
      : mesh_(mesh), options_(options), component_(components(mesh, options.links)) {}

  OperationFacts run() {
    const std::vector<Interval> near = near_doubled_areas(mesh_, component_);
    // The exact area of a component is computed unless doubles are certain that it stays.
    std::vector<std::vector<Index>> members(component_.size());
    for (Index t = 0; t < component_.size(); ++t) members[component_[t]].push_back(t);
    const mpq_class least = 2 * options_.min_area;
    const Interval near_least = kernel::interval_of(least);
    dropped_.assign(component_.size(), 0);
    std::vector<mpq_class> lost;
    for (Index c = 0; c < component_.size(); ++c) {
      if (members[c].empty() || near[c].low > near_least.high) continue;
      mpq_class doubled = 0;
      for (const Index t : members[c]) doubled += doubled_area(t);
      if (doubled >= least) continue;
      for (const Index t : members[c]) dropped_[t] = 1;
      lost.push_back(doubled / 2);
    }
    OperationFacts facts;
    facts.operations = lost.size();
    facts.gained = surface::sum_of({}, options_.exact_digits);
    facts.lost = surface::sum_of(lost, options_.exact_digits);
    if (!lost.empty()) drop();
    return facts;
  }

 private:
  mpq_class doubled_area(Index t) const {
    const auto& [a, b, c] = mesh_.triangles[t].corners;
    return kernel::formulas::orient2d(mesh_.points[a], mesh_.points[b], mesh_.points[c]);
  }

  void drop() {
    TriangleMesh kept;
    std::vector<Index> point(mesh_.points.size(), TriangleMesh::none),
        triangle(mesh_.triangles.size(), TriangleMesh::none);
    std::vector<std::uint8_t> used(mesh_.points.size());
    for (Index t = 0; t < dropped_.size(); ++t)
      if (!dropped_[t])
        for (const Index p : mesh_.triangles[t].corners) used[p] = 1;
    for (Index p = 0; p < used.size(); ++p) {
      if (!used[p]) continue;
      point[p] = static_cast<Index>(kept.points.size());
      kept.points.push_back(std::move(mesh_.points[p]));
    }
    for (Index t = 0; t < dropped_.size(); ++t) {
      if (dropped_[t]) continue;
      triangle[t] = static_cast<Index>(kept.triangles.size());
      kept.triangles.push_back(mesh_.triangles[t]);
      for (Index& p : kept.triangles.back().corners) p = point[p];
    }
    for (TriangleMesh::BoundaryEdge e : mesh_.boundary) {
      if (dropped_[e.triangle]) continue;
      e.triangle = triangle[e.triangle];
      kept.boundary.push_back(e);
    }
    mesh_ = std::move(kept);
  }

  TriangleMesh& mesh_;
  const DropPatchesOptions& options_;
  std::vector<Index> component_;
  std::vector<std::uint8_t> dropped_;  // by triangle
};

}  // namespace

OperationFacts drop_patches(TriangleMesh& mesh, const DropPatchesOptions& options) {
  return PatchDropper(mesh, options).run();
}

}  // namespace plumb::pipeline
