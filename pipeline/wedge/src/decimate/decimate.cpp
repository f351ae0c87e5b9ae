// SPDX-License-Identifier: GPL-3.0-or-later
// The stage that removes vertices which a nearly flat mesh does not need (Sanchez 2021, 2.6).
// Problem. Cutting leaves many vertices inside of flat floors and on straight edges. Remove as many of them as possible
// by collapsing edges, so that the area in plan does not change, no triangle turns over, and no triangle's normal is
// farther than the cone from the normal of any triangle that it replaces.
// 1. Each triangle starts with the direction of its own plane; NumberSets keeps sets of directions, each set once.
// 2. run() goes through the vertices in ascending order. take_out() tries to collapse a vertex to each of its
//    neighbours, nearest first: an inner vertex to any neighbour, a boundary vertex along the boundary only, and only
//    where it is straight in space between two edges of one class.
// 3. forbids() tests the triangles that would be left: they face up, stay within the cone of all directions that they
//    would stand for, and the collapse keeps the topology (CollapseMesh::may_join).
// 4. Where all triangles around a vertex lie in one plane and no collapse is allowed, turn_off() flips an edge away
//    from the vertex, and step 3 is tried again.
// 5. Neighbours of a collapsed vertex are tried again; vertices refused for the sake of topology, or touched by a flip,
//    are tried again after a round that removed something. run() ends when a round removes nothing.
// Cost. A collapse of a vertex with d neighbours costs O(d^2) tests, times the directions that the triangles stand for
// if the cone is not 0. In practice a few rounds of O(N); worst case O(N) rounds.
// Exactness. Flips, straightness and the cone are decided by intervals of doubles where these are certain, else by
// fractions. Distances in doubles only choose the order of attempts. The source's priority by growth of the cone is not
// used: the order of numbers is.
#include <algorithm>
#include <map>

#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/collapse_rule.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/wedge_stages.h"
#include "plumb/surface/collapse_mesh.h"
#include "plumb/surface/plane_table.h"

namespace plumb::pipeline {
namespace {

using Index = surface::FanMesh::Index;
using Id = surface::FanMesh::Id;

// Numbers sets of numbers, each set once.
class NumberSets {
 public:
  Index add(std::vector<Index> set) {
    const auto [at, is_new] = known_.try_emplace(std::move(set), static_cast<Index>(sets_.size()));
    if (is_new) sets_.push_back(&at->first);
    return at->second;
  }
  const std::vector<Index>& operator[](Index set) const { return *sets_[set]; }
  Index united(Index a, Index b) {
    if (a == b) return a;
    std::vector<Index> both;
    std::ranges::set_union(*sets_[a], *sets_[b], std::back_inserter(both));
    return add(std::move(both));
  }

 private:
  std::map<std::vector<Index>, Index> known_;
  std::vector<const std::vector<Index>*> sets_;
};

class Decimator {
 public:
  Decimator(const TriangleMesh& mesh, const DecimateOptions& options) : mesh_(mesh), options_(options) {
    cone_is_none_ = options.cone.cos_squared_is_rational() && options.cone.cos_squared(2).low == 1;
    for (const Index plane : surface::planes_of(mesh, planes_)) {
      facing_.push_back(planes_[plane].direction);
      stands_for_.push_back(sets_.add({facing_.back()}));
    }
  }

  OperationFacts run() {
    to_try_.assign(mesh_.vertex_count(), 1);
    for (bool more = true; more;) {
      more = false;
      for (Index v = 0; v < mesh_.vertex_count(); ++v) {
        if (!to_try_[v]) continue;
        to_try_[v] = 0;
        if (!mesh_.exists(v)) continue;
        cancellation_point();
        more |= take_out(v);
      }
      // What forbade these may have changed far away from them.
      for (const Index v : again_) to_try_[v] |= more;
      again_.clear();
    }
    facts_.gained = facts_.lost = surface::sum_of({}, options_.exact_digits);
    return std::move(facts_);
  }
  TriangleMesh result() const { return mesh_.result(); }

 private:
  bool take_out(Index v) {
    mesh_.find_star(v, star_);
    const auto refuse = [&](CollapseRule rule) {
      ++facts_.refused[text_of(rule)];
      if (rule == CollapseRule::link) again_.push_back(v);
    };
    if (!star_.closed) {
      if (!straight(v)) return refuse(CollapseRule::corner), false;
      if (!mesh_.has_one_class(star_)) return refuse(CollapseRule::edge_class), false;
    }
    const bool flat = is_flat();
    if (!flat && cone_is_none_) return refuse(CollapseRule::cone), false;
    const auto alike = [&](std::size_t i) {
      const auto &p = mesh_.triangle(star_.out[star_.index_before(i)]), &q = mesh_.triangle(star_.out[i]);
      return p.ramp == q.ramp && p.plateau == q.plateau;
    };
    for (;;) {
      CollapseRule last = CollapseRule::flip;
      for (const Index w : by_distance(v)) {
        const auto rule = forbids(v, w, flat);
        if (!rule) return collapse(v, w, flat), true;
        last = *rule;
      }
      // A flat region may be triangulated in another way.
      const Id turned = flat ? mesh_.turn_off(v, star_, alike) : surface::FanMesh::none;
      if (turned == surface::FanMesh::none) return refuse(last), false;
      note_turn(turned);
      mesh_.find_star(v, star_);
    }
  }

  Index& facing(Id e) { return facing_[mesh_[e].triangle]; }
  Index& stands_for(Id e) { return stands_for_[mesh_[e].triangle]; }

  bool is_flat() {
    const Index first = facing(star_.out[0]);
    return first != TriangleMesh::none && std::ranges::all_of(star_.out, [&](Id e) { return facing(e) == first; });
  }

  // Whether a boundary vertex is straight between its neighbours in space.
  bool straight(Index v) const {
    if (!mesh_.is_straight(v, star_)) return false;
    const ExactPoint &p = mesh_.at(star_.before()), &q = mesh_.at(v), &r = mesh_.at(star_.next());
    if (p[2] == q[2] && q[2] == r[2]) return true;
    const ExactPoint in{q[0] - p[0], q[1] - p[1], q[2] - p[2]}, on{r[0] - q[0], r[1] - q[1], r[2] - q[2]};
    return kernel::formulas::parallel(in, on);
  }

  // The neighbours into which a vertex may be collapsed, the nearest first: that is only to avoid long thin triangles.
  const std::vector<Index>& by_distance(Index v) {
    places_.clear();
    const auto add = [&](Index w) {
      double squared = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const double d = mesh_.vertex(w).near[k].low - mesh_.vertex(v).near[k].low;
        squared += d * d;
      }
      places_.emplace_back(squared, w);
    };
    star_.each_goal(add);
    std::ranges::sort(places_);
    sorted_.clear();
    for (const auto& [squared, w] : places_) sorted_.push_back(w);
    return sorted_;
  }

  std::optional<CollapseRule> forbids(Index v, Index w, bool flat) {
    if (!mesh_.face_up(star_, w, mesh_.place(w))) return CollapseRule::flip;
    if (!flat && !within_cone(w)) return CollapseRule::cone;
    if (!mesh_.may_join(v, w, star_)) return CollapseRule::link;
    return std::nullopt;
  }

  Index all_around() {
    Index all = stands_for(star_.out[0]);
    for (const Id e : star_.out) all = sets_.united(all, stands_for(e));
    return all;
  }

  bool within_cone(Index w) {
    const std::vector<Index>& normals = sets_[all_around()];
    for (std::size_t i = 0; i < star_.size(); ++i) {
      const Index p = star_.ring[i], q = star_.after(i);
      if (p == w || q == w) continue;
      const auto near = mesh_.near_normal(w, p, q);
      std::optional<kernel::ExactNormal> exact;
      for (const Index n : normals) {
        const surface::PlaneTable::Direction& source = planes_.direction(n);
        auto within = options_.cone.within(near, source.near);
        if (!within) {
          if (!exact) exact = surface::normal_of(kernel::exact_plane(mesh_.at(w), mesh_.at(p), mesh_.at(q)));
          within = options_.cone.within(*exact, source.normal);
        }
        if (!*within) return false;
      }
    }
    return true;
  }

  void collapse(Index v, Index w, bool flat) {
    const Index all = all_around();
    mesh_.collapse(v, w, star_);
    ++facts_.operations;
    for (const Id e : star_.out) {
      stands_for(e) = all;
      if (!flat) facing(e) = TriangleMesh::none;
    }
    for (const Index n : star_.ring) to_try_[n] = 1;
  }
  // Each of the two triangles at a flipped edge has a part of both old ones.
  void note_turn(Id e) {
    const Id twin = mesh_[e].twin;
    stands_for(e) = stands_for(twin) = sets_.united(stands_for(e), stands_for(twin));
    // Flips are tried again only after a round that removed vertices, or they might never end.
    for (const Id side : {e, twin}) again_.insert(again_.end(), {mesh_[side].from, mesh_[mesh_[side].prev].from});
  }

  surface::CollapseMesh mesh_;
  const DecimateOptions& options_;
  bool cone_is_none_ = false;
  surface::PlaneTable planes_;
  NumberSets sets_;
  std::vector<Index> facing_;      // by triangle, the direction of its plane, if that is known
  std::vector<Index> stands_for_;  // by triangle, the set of directions
  std::vector<std::uint8_t> to_try_;
  std::vector<Index> again_;
  OperationFacts facts_;
  // Buffers, kept for their memory.
  surface::Star star_;
  std::vector<std::pair<double, Index>> places_;
  std::vector<Index> sorted_;
};

}  // namespace

OperationFacts decimate(TriangleMesh& mesh, const DecimateOptions& options) {
  Decimator decimator(mesh, options);
  OperationFacts facts = decimator.run();
  mesh = decimator.result();
  return facts;
}

}  // namespace plumb::pipeline
