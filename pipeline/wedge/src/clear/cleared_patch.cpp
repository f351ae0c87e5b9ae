// SPDX-License-Identifier: GPL-3.0-or-later
// What is left of one flat patch of the mesh when the bodies of border stretches are subtracted from it.
// Problem. A patch is a set of triangles in one plane; near it are k open convex bodies. Return the triangles of the
// difference, and say of each side that has nothing beyond it why: a joint with another patch, or the class of the
// border stretch that took the rest. A corridor lies within hundreds of bodies that overlap one another, so the union
// of the bodies is never triangulated: only the boundary of the difference is found, and its inside is triangulated.
// 1. find_near() queries the tree of bodies with the box of each triangle.
// 2. Two answers need no work: no body is near, so the patch stays whole; or one body certainly holds all of the
//    patch's box, and nothing is left.
// 3. Edges around an end of the border that lie within another body which ends there too are marked as hidden.
// 4. EdgeBodies::section() intersects each body with the patch's plane. UncoveredEdges gets these convex rings and the
//    triangles of the patch, and returns the stretches of ring edges and joints that bound the difference.
// 5. is_whole() finds that no body reaches into the patch after all: then the triangles are kept as they are.
// 6. BoundaryRings chains the stretches to closed rings by the numbers of their end points, and drops corners where
//    edges of one class go straight on. plane_overlay() triangulates the rings; triangles inside of them are kept and
//    lifted to the plane.
// Cost. UncoveredEdges is near k log k for bodies along a border, k^2 if all of them cross; the triangulation depends
// only on what is left.
// Exactness. Points where two edges cross are made once, as fractions, under a key of both lines. Doubles decide only
// where their error bounds make it certain. Source: Sanchez 2021, 2.9, which subtracts polygon by polygon.
#include "clear/cleared_patch.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "plumb/kernel/numbering.h"
#include "plumb/kernel/plane_overlay.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;
using Stretch = surface::UncoveredEdges::Stretch;
using kernel::PlanPoint;

// The boundary of what is left, as directed edges between numbered places, with what is left on their left.
class BoundaryRings {
 public:
  explicit BoundaryRings(const surface::UncoveredEdges& edges) : edges_(edges), number_(places_) {}

  // Adds a stretch, from its end to its start. `extra`: further corners on its edge, in any order.
  void add(const Stretch& s, std::vector<PlanPoint> extra) {
    // The stretch has what is left on its right.
    const std::uint32_t from = number(s.edge, s.to), to = number(s.edge, s.from);
    const PlanPoint a = at(from), b = at(to);
    const bool up = a < b;
    std::erase_if(extra, [&](const PlanPoint& p) { return up ? !(a < p && p < b) : !(b < p && p < a); });
    std::ranges::sort(extra, [&](const PlanPoint& p, const PlanPoint& q) { return up ? p < q : q < p; });
    std::uint32_t last = from;
    for (const PlanPoint& p : extra) {
      const std::uint32_t next = number_({p[0], p[1], 0});
      if (next == last) continue;
      directed_.push_back({last, next, s.edge});
      last = next;
    }
    directed_.push_back({last, to, s.edge});
  }

  // Chains the edges to closed rings. edges[ring][i]: the edge along which the ring runs from its point i. is_one(e,
  // f): whether no corner is needed between edges e and f where they go straight on.
  template <class IsOne>
  std::vector<kernel::OverlayRing> rings(std::vector<std::vector<std::uint32_t>>& edges, IsOne&& is_one) const {
    std::vector<std::vector<std::uint32_t>> starts(places_.size());
    for (std::uint32_t w = static_cast<std::uint32_t>(directed_.size()); w-- > 0;)
      starts[directed_[w].from].push_back(w);
    std::vector<kernel::OverlayRing> out;
    std::vector<bool> used(directed_.size());
    for (std::uint32_t first = 0; first < directed_.size(); ++first) {
      if (used[first]) continue;
      kernel::OverlayRing& ring = out.emplace_back();
      auto& along = edges.emplace_back();
      for (std::uint32_t w = first; !used[w];) {
        used[w] = true;
        ring.points.push_back(at(directed_[w].from));
        along.push_back(directed_[w].edge);
        // As many end at a place as start there.
        auto& next = starts[directed_[w].to];
        while (!next.empty() && used[next.back()]) next.pop_back();
        if (next.empty()) {
          assert(directed_[w].to == directed_[first].from);
          break;
        }
        w = next.back();
      }
      drop_straight_corners(ring.points, along, is_one);
    }
    return out;
  }

 private:
  struct DirectedEdge {
    std::uint32_t from, to, edge;
  };

  template <class IsOne>
  static void drop_straight_corners(kernel::PlanRing& ring, std::vector<std::uint32_t>& along, IsOne&& is_one) {
    kernel::PlanRing points;
    std::vector<std::uint32_t> edges;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const std::size_t before = i == 0 ? ring.size() - 1 : i - 1, after = i + 1 == ring.size() ? 0 : i + 1;
      // A corner at which the ring turned back would count as straight, but the boundary of a region never turns back.
      if (is_one(along[before], along[i]) &&
          kernel::orientation(kernel::PlanRef(ring[before]), kernel::PlanRef(ring[i]), kernel::PlanRef(ring[after])) ==
              0)
        continue;
      points.push_back(ring[i]);
      edges.push_back(along[i]);
    }
    ring = std::move(points);
    along = std::move(edges);
  }

  PlanPoint at(std::uint32_t place) const { return {places_[place][0], places_[place][1]}; }

  // The number of the end of a stretch. Where two edges cross, stretches of both end: that place is made once.
  std::uint32_t number(std::uint32_t edge, const surface::UncoveredEdges::Cut& cut) {
    const auto make = [&] {
      PlanPoint p = edges_.place(edge, cut);
      return number_({std::move(p[0]), std::move(p[1]), 0});
    };
    const auto& e = edges_.edge(edge);
    std::pair<std::uint64_t, std::uint64_t> key;
    if (edges_.at_start(cut)) key = {e.from, surface::UncoveredEdges::none};
    else if (edges_.at_end(cut)) key = {e.to, surface::UncoveredEdges::none};
    else if (cut.edge == surface::UncoveredEdges::none) return make();
    else key = {line(edge), line(cut.edge)};
    if (key.first > key.second) std::swap(key.first, key.second);
    const auto [known, is_new] = known_.try_emplace(key);
    if (is_new) known->second = make();
    return known->second;
  }
  // The same number for all edges between two corners.
  std::uint64_t line(std::uint32_t edge) const {
    const auto& e = edges_.edge(edge);
    return std::uint64_t{std::min(e.from, e.to)} << 32 | std::max(e.from, e.to);
  }

  const surface::UncoveredEdges& edges_;
  std::vector<ExactPoint> places_;  // at height 0
  kernel::PointNumbering number_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> known_;
  std::vector<DirectedEdge> directed_;
};

}  // namespace

PatchClearer::PatchClearer(const TriangleMesh& mesh, const EdgeBodies& bodies)
    : mesh_(mesh),
      bodies_(bodies),
      corners_(bodies.corners()),
      edges_(corners_),
      seen_(bodies.size()),
      hidden_(bodies.corners().size()) {}

kernel::Box PatchClearer::box_of(Index triangle) const {
  kernel::Box box = kernel::no_box;
  for (const Index c : mesh_.triangles[triangle].corners) {
    const kernel::Box at = bodies_.box_of(c);
    kernel::grow(box, at);
  }
  return box;
}

void PatchClearer::find_near(const FloorPatch& patch) {
  near_.clear();
  box_ = kernel::no_box;
  ++patch_number_;
  for (const Index t : patch.triangles) {
    const kernel::Box box = box_of(t);
    kernel::grow(box_, box);
    bodies_.boxes().query(box, [&](std::uint32_t body) {
      if (std::exchange(seen_[body], patch_number_) != patch_number_) near_.push_back(body);
    });
  }
  std::ranges::sort(near_);
}

ClearedPatch PatchClearer::operator()(const FloorPatch& patch, const std::vector<ExtraCorner>& extra) {
  cancellation_point();
  find_near(patch);
  if (near_.empty() && extra.empty()) return whole(patch);
  const auto& c = mesh_.triangles[patch.triangles.front()].corners;
  const Floor floor = bodies_.floor(mesh_.points[c[0]], mesh_.points[c[1]], mesh_.points[c[2]], box_);
  for (const std::uint32_t body : near_)
    if (bodies_.core(body).holds(box_) && bodies_.window_passes(body, floor)) return {};
  corners_.clear();
  edges_.clear();
  taken_.clear();
  // Two bodies that share an end of border have the corners around it in common; edges there may lie within the other.
  const surface::MeshCorners& shared = bodies_.corners();
  for (const std::uint32_t body : near_)
    if (bodies_.window_passes(body, floor))
      bodies_.visit_inner_edges(body, [&](surface::PlanCorners::Id id) { hidden_[id] = patch_number_; });
  std::vector<surface::PlanCorners::Id> ring;
  for (const std::uint32_t body : near_) {
    const surface::SegmentCore* core = bodies_.section(body, floor, corners_, ring);
    if (ring.empty()) continue;
    edges_.take(ring, core, [&](surface::PlanCorners::Id from, surface::PlanCorners::Id to) {
      return shared.is_edge(from, to) && hidden_[from] == patch_number_;
    });
    taken_.push_back(body);
  }
  for (std::size_t i = 0; i < patch.triangles.size(); ++i) {
    std::array<bool, 3> is_joint;
    for (std::size_t k = 0; k < 3; ++k) is_joint[k] = patch.beyond[i][k] == FloorPatch::joint;
    edges_.add_part(mesh_.triangles[patch.triangles[i]].corners, is_joint);
  }
  const std::vector<Stretch> stretches = edges_.find();
  if (stretches.empty()) return {};
  if (extra.empty() && is_whole(patch, stretches)) return whole(patch);
  return triangulated(patch, floor, stretches, extra);
}

// Whether all joints are left and there is no other boundary: then no body ends within the patch.
bool PatchClearer::is_whole(const FloorPatch& patch, const std::vector<Stretch>& stretches) const {
  std::size_t joints = 0;
  for (const auto& beyond : patch.beyond)
    joints += static_cast<std::size_t>(std::ranges::count(beyond, FloorPatch::joint));
  return stretches.size() == joints && std::ranges::all_of(stretches, [&](const Stretch& s) {
           return edges_.is_joint(s.edge) && edges_.at_start(s.from) && edges_.at_end(s.to);
         });
}

ClearedPatch PatchClearer::whole(const FloorPatch& patch) const {
  ClearedPatch out;
  out.is_whole = true;
  kernel::PointNumbering number(out.points);
  for (Index t = 0; t < patch.triangles.size(); ++t) {
    const Index triangle = patch.triangles[t];
    ClearedPatch::Triangle& made = out.triangles.emplace_back();
    for (std::uint8_t i = 0; i < 3; ++i) {
      made.corners[i] = number(mesh_.points[mesh_.triangles[triangle].corners[i]]);
      made.beyond[i] = patch.beyond[t][i];
      if (made.beyond[i] != FloorPatch::joint) continue;
      made.beyond[i] = ClearedPatch::none;
      out.ends.push_back({t, i, EdgeClass::open, triangle, i});
    }
  }
  return out;
}

ClearedPatch PatchClearer::triangulated(const FloorPatch& patch, const Floor& floor,
                                        const std::vector<Stretch>& stretches, const std::vector<ExtraCorner>& extra) {
  BoundaryRings boundary(edges_);
  for (const Stretch& s : stretches) {
    std::vector<PlanPoint> corners;
    const surface::UncoveredEdges::Edge& e = edges_.edge(s.edge);
    for (const ExtraCorner& c : extra)
      if (edges_.is_joint(s.edge) && c.triangle == patch.triangles[e.part] && c.side == e.side) corners.push_back(c.at);
    boundary.add(s, std::move(corners));
  }
  std::vector<std::vector<std::uint32_t>> along;
  const auto class_of = [&](std::uint32_t edge) {
    const surface::UncoveredEdges::Edge& e = edges_.edge(edge);
    return bodies_.class_of(taken_[e.polygon], corners_, e.from, e.to);
  };
  const std::vector<kernel::OverlayRing> rings = boundary.rings(along, [&](std::uint32_t e, std::uint32_t f) {
    return !edges_.is_joint(e) && !edges_.is_joint(f) && class_of(e) == class_of(f);
  });
  const kernel::PlaneOverlay overlay = kernel::plane_overlay(rings);
  const auto kept = [&](Index t) {
    return t != kernel::PlaneOverlay::none && overlay.winding(overlay.triangles[t].region, 0) > 0;
  };
  ClearedPatch out;
  std::vector<Index> number(overlay.triangles.size(), ClearedPatch::none);
  for (Index t = 0, next = 0; t < overlay.triangles.size(); ++t)
    if (kept(t)) number[t] = next++;
  std::vector<Index> point(overlay.points.size(), ClearedPatch::none);
  for (Index t = 0; t < overlay.triangles.size(); ++t) {
    if (number[t] == ClearedPatch::none) continue;
    ClearedPatch::Triangle& made = out.triangles.emplace_back();
    for (std::uint8_t i = 0; i < 3; ++i) {
      const Index corner = overlay.triangles[t].corners[i];
      if (point[corner] == ClearedPatch::none) {
        point[corner] = static_cast<Index>(out.points.size());
        const PlanPoint& at = overlay.points[corner];
        out.points.push_back({at[0], at[1], floor.plane.height(at[0], at[1])});
      }
      made.corners[i] = point[corner];
      const Index beyond = overlay.triangles[t].beyond[i];
      made.beyond[i] = beyond == kernel::PlaneOverlay::none ? ClearedPatch::none : number[beyond];
      if (made.beyond[i] != ClearedPatch::none) continue;
      // A joint comes before bodies; of several bodies the lowest counts.
      std::uint32_t edge = surface::UncoveredEdges::none;
      for (const kernel::PlaneOverlay::Source& s : overlay.along(t, i)) {
        const std::uint32_t e = along[s.ring][s.edge];
        if (edge == surface::UncoveredEdges::none || edges_.is_joint(e) || (!edges_.is_joint(edge) && e < edge))
          edge = e;
      }
      assert(edge != surface::UncoveredEdges::none);
      const surface::UncoveredEdges::Edge& e = edges_.edge(edge);
      ClearedPatch::End end{number[t], i};
      if (edges_.is_joint(edge)) {
        end.joint = patch.triangles[e.part];
        end.joint_side = static_cast<std::uint8_t>(e.side);
      } else {
        end.edge_class = class_of(edge);
      }
      out.ends.push_back(end);
    }
  }
  return out;
}

}  // namespace plumb::pipeline
