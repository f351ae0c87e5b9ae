// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <deque>
#include <unordered_map>
#include <vector>

#include "plumb/kernel/disc.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/triangle_mesh.h"

namespace plumb::pipeline {

/// Places in plan by number: the points of a mesh, and the corners of the disc's polygon around some of them. Only
/// doubles around each place are stored; fractions are made by those who ask. Const and thread-safe.
class MeshCorners {
 public:
  using Id = std::uint32_t;
  using Near = std::array<kernel::Interval, 2>;

  /// Keeps a reference. `centres`: points of the mesh.
  MeshCorners(const TriangleMesh& mesh, std::vector<TriangleMesh::Index> centres,
              std::vector<kernel::PlanPoint> polygon);

  std::size_t size() const { return near_.size(); }
  /// Corner k of the polygon around a centre.
  Id around(TriangleMesh::Index centre, std::size_t k) const {
    return static_cast<Id>(mesh_.points.size() + centre * polygon_.size() + k);
  }
  /// Whether there is an edge of the polygon around some centre from one corner to the other.
  bool is_edge(Id from, Id to) const {
    if (from < mesh_.points.size() || from >= size()) return false;
    const std::size_t n = polygon_.size(), k = (from - mesh_.points.size()) % n;
    return to == (k + 1 == n ? from - k : from + 1);
  }
  const Near& near(Id id) const { return near_[id]; }
  bool is_point(Id id) const { return id < mesh_.points.size(); }
  const ExactPoint& point(Id id) const { return mesh_.points[id]; }
  /// The exact place of a corner around a centre.
  kernel::PlanPoint moved(Id id) const;

 private:
  const TriangleMesh& mesh_;
  std::vector<TriangleMesh::Index> centres_;
  std::vector<kernel::PlanPoint> polygon_;
  std::vector<Near> near_;
};

/// The places of MeshCorners and further ones of its own, with fractions made when they are first asked for. One object
/// a thread.
class PlanCorners {
 public:
  using Id = MeshCorners::Id;

  /// Keeps a reference.
  explicit PlanCorners(const MeshCorners& shared) : shared_(shared) {}

  Id add(kernel::PlanPoint at);
  /// Forgets the places of its own.
  void clear() {
    own_.clear();
    made_.clear();
  }

  const MeshCorners::Near& near(Id id) const {
    return id < shared_.size() ? shared_.near(id) : own_[id - shared_.size()].near;
  }
  const mpq_class& exact(Id id, std::size_t axis) const;
  kernel::PlanPoint exact(Id id) const { return {exact(id, 0), exact(id, 1)}; }

  /// A kernel::Place.
  struct Place {
    kernel::Interval ix, iy;
    const PlanCorners* corners;
    Id id;
    const mpq_class& x() const { return corners->exact(id, 0); }
    const mpq_class& y() const { return corners->exact(id, 1); }
  };
  Place place(Id id) const {
    const MeshCorners::Near& n = near(id);
    return {n[0], n[1], this, id};
  }

 private:
  struct Own {
    kernel::PlanPoint at;
    MeshCorners::Near near;
  };
  const MeshCorners& shared_;
  std::deque<Own> own_;
  mutable std::unordered_map<Id, kernel::PlanPoint> made_;
};

}  // namespace plumb::pipeline
