// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <algorithm>
#include <deque>
#include <unordered_map>
#include <vector>

#include "plumb/kernel/box_tree.h"
#include "plumb/kernel/disc.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/formulas.h"
#include "plumb/surface/triangle_mesh.h"

namespace plumb::surface {

/// A straight stretch of a mesh's border, in space.
struct BorderSegment {
  TriangleMesh::Index from = 0, to = 0;              ///< points of the mesh; from is lower in x, then y
  TriangleMesh::Index from_place = 0, to_place = 0;  ///< numbers of their places in plan
  /// The classes of the boundary edges whose triangle is on the left and on the right; where one side has none, that of
  /// the other side.
  EdgeClass left = EdgeClass::open, right = EdgeClass::open;
};

/// The border as segments: boundary edges of one class that go straight on are one segment, and so are the two sides of
/// a slit. Edges of the class `step` are no border.
struct MeshBorder {
  std::vector<BorderSegment> segments;
  std::vector<TriangleMesh::Index> places;  ///< by number of a place, a point of the mesh there
};
MeshBorder border_of(const TriangleMesh& mesh);

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

/// The places nearer than a radius to a segment in plan: a convex region of which doubles can tell that it lies within
/// the body's polygon. It only saves time.
class SegmentCore {
 public:
  using Near = MeshCorners::Near;

  /// squared_radius: not above the square of the radius.
  SegmentCore(const Near& from, const Near& to, double squared_radius)
      : from_(from), run_{to[0] - from[0], to[1] - from[1]}, squared_radius_(squared_radius) {
    const double squared_length = run_[0].high * run_[0].high + run_[1].high * run_[1].high;
    for (std::size_t k = 0; k < 2; ++k) along_[k] = run_[k].high / squared_length;
  }

  /// Whether a place, or all of a box, certainly lies in it.
  bool holds(const Near& at) const {
    using kernel::Interval;
    const std::array<Interval, 2> to{at[0] - from_[0], at[1] - from_[1]};
    // The distance from any place of the segment is a valid bound; that from the nearest one is the best.
    const double share = to[0].high * along_[0] + to[1].high * along_[1];
    if (!(share > 0)) return kernel::formulas::dot2d(to[0], to[1], to[0], to[1]).high < squared_radius_;
    const Interval t(std::min(share, 1.0)), dx = to[0] - t * run_[0], dy = to[1] - t * run_[1];
    return kernel::formulas::dot2d(dx, dy, dx, dy).high < squared_radius_;
  }
  bool holds(const kernel::Box& box) const {
    using kernel::Interval;
    for (const double x : {box.low[0], box.high[0]})
      for (const double y : {box.low[1], box.high[1]})
        if (!holds(Near{Interval(x), Interval(y)})) return false;
    return true;
  }

 private:
  Near from_, run_;
  std::array<double, 2> along_;
  double squared_radius_;
};

}  // namespace plumb::surface
