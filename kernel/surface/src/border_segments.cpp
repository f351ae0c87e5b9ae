// SPDX-License-Identifier: LGPL-3.0-or-later
// The border of a mesh: its straight segments, and the places in plan around them by number.
// 1. border_of() joins boundary edges of one class, but for steps, which are no border, that go straight on in space,
//    gives every place in plan one number, and makes the two sides of a slit one segment with two classes.
// 2. MeshCorners numbers the points of the mesh, then the corners of the disc's polygon around each end of a segment.
//    It stores doubles around them; moved() makes the exact place.
// 3. PlanCorners adds places of its own, one object a thread, and stores fractions once they were asked for.
// Bodies that share an end of the border so have equal corners by number, and no fraction is compared to find that.
// Cost. O(N log N) for N boundary edges; memory O(N n) doubles for a polygon of n corners.
#include "plumb/surface/border_segments.h"

#include <algorithm>
#include <tuple>

#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/numbering.h"

namespace plumb::surface {
namespace {

using Index = TriangleMesh::Index;

ExactPoint run(const ExactPoint& p, const ExactPoint& q) { return {q[0] - p[0], q[1] - p[1], q[2] - p[2]}; }

// Whether the way from p over q to r goes straight on, in space.
bool goes_on(const ExactPoint& p, const ExactPoint& q, const ExactPoint& r) {
  if (kernel::orientation(kernel::PlanRef(p), kernel::PlanRef(q), kernel::PlanRef(r)) != 0) return false;
  const ExactPoint a = run(p, q), b = run(q, r);
  return kernel::formulas::parallel(a, b) && sgn(kernel::formulas::dot(a, b)) > 0;
}

struct SegmentStretch {
  Index from = TriangleMesh::none, to = TriangleMesh::none;
  EdgeClass edge_class = EdgeClass::open;
};

// Joins boundary edges that go straight on. At most one of them starts at a point.
std::vector<SegmentStretch> straight_stretches(const TriangleMesh& mesh) {
  std::vector<SegmentStretch> edges;
  std::vector<Index> starts(mesh.points.size(), TriangleMesh::none);
  for (const auto& e : mesh.boundary) {
    if (e.edge_class == EdgeClass::step) continue;
    const auto& c = mesh.triangles[e.triangle].corners;
    starts[c[e.side]] = static_cast<Index>(edges.size());
    edges.push_back({c[e.side], c[(e.side + 1) % 3], e.edge_class});
  }
  std::vector<bool> is_joined(edges.size());  // to the one before
  std::vector<Index> next(edges.size(), TriangleMesh::none);
  for (Index e = 0; e < edges.size(); ++e) {
    const Index f = starts[edges[e].to];
    if (f == TriangleMesh::none || edges[e].edge_class != edges[f].edge_class) continue;
    if (!goes_on(mesh.points[edges[e].from], mesh.points[edges[e].to], mesh.points[edges[f].to])) continue;
    next[e] = f;
    is_joined[f] = true;
  }
  std::vector<SegmentStretch> out;
  for (Index e = 0; e < edges.size(); ++e) {
    if (is_joined[e]) continue;
    Index last = e;
    while (next[last] != TriangleMesh::none) last = next[last];
    out.push_back({edges[e].from, edges[last].to, edges[e].edge_class});
  }
  return out;
}

MeshCorners::Near near_of(const mpq_class& x, const mpq_class& y) {
  return {kernel::interval_of(x), kernel::interval_of(y)};
}

}  // namespace

MeshBorder border_of(const TriangleMesh& mesh) {
  MeshBorder out;
  std::vector<ExactPoint> known;
  kernel::PointNumbering number(known);
  std::vector<Index> place(mesh.points.size(), TriangleMesh::none);
  const auto place_of = [&](Index point) {
    if (place[point] != TriangleMesh::none) return place[point];
    place[point] = number({mesh.points[point][0], mesh.points[point][1], 0});
    if (place[point] == out.places.size()) out.places.push_back(point);
    return place[point];
  };
  struct Side {
    BorderSegment segment;
    bool on_left;
  };
  std::vector<Side> sides;
  for (const SegmentStretch& s : straight_stretches(mesh)) {
    const bool on_left = kernel::before(kernel::PlanRef(mesh.points[s.from]), kernel::PlanRef(mesh.points[s.to]));
    BorderSegment segment{s.from, s.to, place_of(s.from), place_of(s.to), s.edge_class, s.edge_class};
    if (!on_left) {
      std::swap(segment.from, segment.to);
      std::swap(segment.from_place, segment.to_place);
    }
    sides.push_back({segment, on_left});
  }
  std::stable_sort(sides.begin(), sides.end(), [&](const Side& a, const Side& b) {
    const BorderSegment &s = a.segment, &t = b.segment;
    if (s.from_place != t.from_place || s.to_place != t.to_place)
      return std::tie(s.from_place, s.to_place) < std::tie(t.from_place, t.to_place);
    return std::tie(mesh.points[s.from][2], mesh.points[s.to][2]) <
           std::tie(mesh.points[t.from][2], mesh.points[t.to][2]);
  });
  bool last_on_left = false;
  for (const Side& side : sides) {
    const BorderSegment& s = side.segment;
    if (!out.segments.empty()) {
      BorderSegment& last = out.segments.back();
      if (mesh.points[last.from] == mesh.points[s.from] && mesh.points[last.to] == mesh.points[s.to]) {
        if (side.on_left != last_on_left) (side.on_left ? last.left : last.right) = s.left;
        continue;
      }
    }
    out.segments.push_back(s);
    last_on_left = side.on_left;
  }
  return out;
}

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

}  // namespace plumb::surface
