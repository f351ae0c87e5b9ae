// SPDX-License-Identifier: GPL-3.0-or-later
// The stage that joins the boundaries of triangles which touch, or are nearer than a gap (Sanchez 2021, 2.5, after
// Borodin, Novotni and Klein 2002, progressive gap closing).
// Problem. wedge_cut triangulates each polygon alone: neighbours lie side by side, but share no vertex. Merge vertices
// with vertices, and vertices with edges, nearest pairs first, so that the result stays a mesh of half-edges in which
// the triangles around a vertex are fans, and nothing is joined through a wall.
// 1. GapCloser::remove_low_triangles() erases triangles with an altitude below the limit; without a limit, none.
// 2. pass() is one round: find() asks GapCandidates for the nearest boundary edge of each boundary vertex and puts the
//    pair into a queue by distance.
// 3. attempt() takes the nearest pair. join() tries the rules (gap_rules.h), first those that need no place;
//    choose_place() keeps that of the two places with more area around it; then the other rules are tried.
// 4. contract() splits the edge at the foot of the perpendicular, unless the foot is at or too near to an end, and
//    merges the two vertices. find_again() plans the vertices around again.
// 5. Where both sides of a wall would become one edge, halve() gives one side a corner more, so that they stay two
//    edges.
// 6. A pair that a rule forbids is banned for the round. Rounds go on until one of them joins nothing.
// Cost. With a gap that is small beside the triangles, near N log N for N boundary edges in each round, and few rounds.
// With a gap as wide as the level all pairs of vertices and edges are looked at in each round. Worst case: as many
// rounds as joins.
// Exactness. Squared distances, feet and areas are fractions, compared through intervals of doubles first. With a gap
// of 0 no vertex moves and only what touches is joined. A foot with a coordinate longer than position_bits is not used
// as a place. Ties are broken by the number of the vertex, so the result is one.
// Differences from the source: a fixed limit of creeping (no vertex ends farther than the gap from where it began), and
// walls and obstacles between two places forbid a join.
#include <algorithm>
#include <set>

#include "gaps/gap_candidates.h"
#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/wedge_stages.h"

namespace plumb::pipeline {
namespace {

using Index = surface::FanMesh::Index;
using Id = surface::FanMesh::Id;

// Whether the least altitude of a triangle, that on its longest side, is below a limit.
bool is_low(const surface::FanMesh& mesh, Id e, const mpq_class& limit) {
  const auto [a, b, c] = mesh.corners(e);
  const auto run = [&](Index p, Index q) {
    std::array<mpq_class, 3> d;
    for (std::size_t k = 0; k < 3; ++k) d[k] = mesh.at(q)[k] - mesh.at(p)[k];
    return d;
  };
  const auto ab = run(a, b), ac = run(a, c), bc = run(b, c);
  const auto normal = kernel::formulas::cross(ab, ac);
  const auto squared = [](const auto& v) { return kernel::formulas::dot(v, v); };
  const mpq_class longest = std::max<mpq_class>(squared(ab), std::max<mpq_class>(squared(ac), squared(bc)));
  return squared(normal) < limit * limit * longest;
}

mpq_class doubled_area(const surface::FanMesh& mesh, Id e) {
  const auto [a, b, c] = mesh.corners(e);
  return kernel::formulas::orient2d(mesh.at(a), mesh.at(b), mesh.at(c));
}

class GapCloser {
 public:
  GapCloser(const TriangleMesh& mesh, const CloseGapsOptions& options)
      : mesh_(mesh), options_(options), rules_{options.gap * options.gap, options.stopped} {
    if (!rules_.stopped) rules_.stopped = [](const ExactPoint&, const ExactPoint&) { return false; };
  }

  OperationFacts run() {
    remove_low_triangles();
    candidates_.emplace(mesh_, options_.gap);
    planned_.resize(mesh_.vertex_count());
    planned_for_.resize(mesh_.size());
    while (pass()) {}
    facts_.gained = surface::sum_of(gained_, options_.exact_digits);
    facts_.lost = surface::sum_of(lost_, options_.exact_digits);
    return std::move(facts_);
  }
  TriangleMesh result() const { return mesh_.result(); }

 private:
  void count_area(const mpq_class& doubled_change) {
    if (sgn(doubled_change) != 0) (sgn(doubled_change) > 0 ? gained_ : lost_).push_back(abs(doubled_change) / 2);
  }

  void remove_low_triangles() {
    if (sgn(options_.min_altitude) == 0) return;
    for (Id e = 0; e < mesh_.size(); ++e)
      if (mesh_.alive(e) && is_low(mesh_, e, options_.min_altitude)) {
        count_area(-doubled_area(mesh_, e));
        mesh_.remove(e);
        ++facts_.operations;
      }
  }

  bool on_boundary(Index v) const {
    return std::ranges::any_of(mesh_.vertex(v).out, [&](Id e) { return mesh_[e].twin == surface::FanMesh::none; });
  }

  // One round: whether something was joined.
  bool pass() {
    candidates_->lift_bans();
    const std::uint64_t before = facts_.operations;
    for (Index v = 0; v < mesh_.vertex_count(); ++v) find(v);
    while (!queue_.empty()) {
      cancellation_point();
      const Index v = queue_.begin()->second;
      const std::shared_ptr<const NearEdge> near = planned_[v];
      forget(v);
      if (attempt(v, *near)) continue;
      candidates_->ban(v, near->edge);
      find(v);
    }
    return facts_.operations > before;
  }

  void find(Index v) {
    if (!on_boundary(v)) return;
    auto near = candidates_->nearest(v);
    if (!near) return;
    queue_.emplace(near.get(), v);
    planned_for_[near->edge].push_back(v);
    planned_[v] = std::move(near);
  }
  void forget(Index v) {
    if (!planned_[v]) return;
    queue_.erase({planned_[v].get(), v});
    std::erase(planned_for_[planned_[v]->edge], v);
    planned_[v] = nullptr;
  }

  bool attempt(Index v, const NearEdge& near) {
    const auto known = candidates_->refused(v, near.edge);
    const std::uint64_t asked_at = candidates_->now();
    const auto rule = known ? known : join(v, near);
    if (!rule) return true;
    if (!known) candidates_->refuse(v, near.edge, *rule, asked_at);
    ++facts_.refused[text_of(*rule)];
    return false;
  }

  // Joins a vertex to an edge. Returns the rule that forbids it, if one does.
  std::optional<GapRule> join(Index v, const NearEdge& near) {
    Contraction c{.vertex = v, .edge = near.edge, .nearest = near.foot ? near.foot->at : mesh_.at(v), .at = {}};
    c.onto = end_near(near);
    // Most pairs are forbidden by rules that do not need the place, and choosing the place takes longer than they do.
    constexpr std::uint32_t of_place = bit_of(GapRule::creep) | bit_of(GapRule::flip) | bit_of(GapRule::column);
    auto rule = rules_.forbids(mesh_, c, of_place);
    const bool walls_meet = rule == GapRule::wall && !walled_apart(mesh_, c);
    if (!rule || walls_meet) {
      choose_place(c);
      if (const auto beside_walls = rules_.forbids(mesh_, c, bit_of(GapRule::wall))) {
        rule = beside_walls;
      } else if (walls_meet) {
        for (const Id e : walls_that_meet(mesh_, c)) halve(e);
        rule = rules_.forbids(mesh_, c);
      }
    }
    if (rule) return rule;
    contract(c);
    return std::nullopt;
  }

  void contract(const Contraction& c) {
    const Index v = c.vertex;
    const bool to_edge = c.onto == TriangleMesh::none;
    const bool moves = mesh_.at(v) != c.at, other_moves = (to_edge ? c.nearest : mesh_.at(c.onto)) != c.at;
    // The edges around both vertices change.
    candidates_->touch(v);
    std::vector<Id> changed = edges_around(v);
    if (to_edge) changed.push_back(c.edge);
    else append_edges_around(c.onto, changed);
    // If nothing moves, no area changes.
    const bool count = moves || other_moves;
    mpq_class area = 0;
    if (count) area = area_around(v) + (to_edge ? mpq_class(0) : area_around(c.onto));
    Index onto = c.onto;
    std::vector<Id> halves;
    if (to_edge) {
      if (count) area += doubled_area(mesh_, c.edge);
      onto = split(c.edge, c.nearest, {});
      halves = edges_around(onto);
    }
    candidates_->touch(onto);
    if (count) area -= shared_area(v, onto);
    mesh_.merge(v, onto, c.at);
    candidates_->touch(onto);
    ++facts_.operations;
    if (count) count_area(area_around(onto) - area);
    if (other_moves) candidates_->moved(onto);
    append_edges_around(onto, changed);
    for (const Id e : halves) candidates_->update(e, true);
    std::vector<Index> again{onto};
    for (const Id e : changed) {
      candidates_->update(e, count);
      again.insert(again.end(), planned_for_[e].begin(), planned_for_[e].end());
      if (!mesh_.alive(e)) continue;
      again.insert(again.end(), {mesh_[e].from, mesh_.to(e)});
    }
    again.push_back(v);
    find_again(std::move(again));
  }

  // Plans vertices again; they come in any order, perhaps several times.
  void find_again(std::vector<Index> vertices) {
    std::ranges::sort(vertices);
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    for (const Index v : vertices) forget(v);
    for (const Index v : vertices) find(v);
  }

  Index split(Id e, const ExactPoint& at, const std::vector<ExactPoint>& originals) {
    candidates_->touch(mesh_[e].from);
    const Index v = mesh_.split(e, at, originals);
    planned_.resize(mesh_.vertex_count());
    planned_for_.resize(mesh_.size());
    candidates_->touch(v);
    return v;
  }

  void halve(Id e) {
    const ExactPoint middle = kernel::point_along(mesh_.at(mesh_[e].from), mesh_.at(mesh_.to(e)), mpq_class(1, 2));
    const Index v = split(e, middle, {middle});
    for (const Id around : edges_around(v)) candidates_->update(around, true);
    find_again(planned_for_[e]);
  }

  // The end of an edge at which the nearest place is, or to which it is too near; or none.
  Index end_near(const NearEdge& near) const {
    const Index start = mesh_[near.edge].from, end = mesh_.to(near.edge);
    if (!near.foot) return near.at_end ? end : start;
    const NearEdge::Foot& foot = *near.foot;
    const auto is_near = [&](Index w) {
      const ExactPoint& end = mesh_.at(w);
      if (foot.at == end) return true;
      if (sgn(options_.min_altitude) == 0) return false;
      mpq_class squared = 0;
      for (std::size_t k = 0; k < 3; ++k) squared += (foot.at[k] - end[k]) * (foot.at[k] - end[k]);
      return squared <= options_.min_altitude * options_.min_altitude;
    };
    if (foot.along * 2 <= 1) return is_near(start) ? start : is_near(end) ? end : TriangleMesh::none;
    return is_near(end) ? end : is_near(start) ? start : TriangleMesh::none;
  }

  // Chooses the one of the two places with more area around it. The foot on an edge is chosen only if its numbers are
  // short.
  void choose_place(Contraction& c) const {
    const ExactPoint &here = mesh_.at(c.vertex), &there = c.onto == TriangleMesh::none ? c.nearest : mesh_.at(c.onto);
    c.at = here;
    if (here == there || (c.onto == TriangleMesh::none && surface::coordinate_bits(there) > options_.position_bits))
      return;
    if (has_more_area(c, there, here)) c.at = there;
  }
  bool has_more_area(const Contraction& c, const ExactPoint& there, const ExactPoint& here) const {
    const kernel::PlanRef near_there(there), near_here(here);
    using Near = std::array<kernel::Interval, 2>;
    const auto near_area = [&](const kernel::PlanRef& at) {
      return area_with<kernel::Interval>(c, Near{at.ix, at.iy}, [&](Index v) {
        const kernel::PlanRef place = mesh_.place(v);
        return Near{place.ix, place.iy};
      });
    };
    if (const auto sign = (near_area(near_there) - near_area(near_here)).sign()) return *sign == kernel::Sign::positive;
    const auto place = [&](Index v) -> const ExactPoint& { return mesh_.at(v); };
    return area_with<mpq_class>(c, there, place) > area_with<mpq_class>(c, here, place);
  }
  // Twice the area of the triangles around both, if both are moved to a place. place(v): that of another vertex.
  template <class Number, class Point, class Place>
  Number area_with(const Contraction& c, const Point& at, const Place& place) const {
    Number sum(0);
    const auto add = [&](const std::array<Index, 3>& corners) {
      const auto moves = [&](Index v) { return v == c.vertex || v == c.onto; };
      if (std::ranges::count_if(corners, moves) != 1) return;
      const auto corner = [&](std::size_t i) -> Point { return moves(corners[i]) ? at : place(corners[i]); };
      sum = sum + kernel::formulas::orient2d(corner(0), corner(1), corner(2));
    };
    for (const Id e : mesh_.vertex(c.vertex).out) add(mesh_.corners(e));
    if (c.onto != TriangleMesh::none) {
      for (const Id e : mesh_.vertex(c.onto).out) add(mesh_.corners(e));
    } else {
      const auto [start, end, opposite] = mesh_.corners(c.edge);
      add({start, c.vertex, opposite});
      add({c.vertex, end, opposite});
    }
    return sum;
  }

  mpq_class area_around(Index v) const {
    mpq_class sum = 0;
    for (const Id e : mesh_.vertex(v).out) sum += doubled_area(mesh_, e);
    return sum;
  }
  // Twice the area of the triangles that have both vertices, which are counted twice otherwise.
  mpq_class shared_area(Index v, Index w) const {
    mpq_class sum = 0;
    for (const Id e : {mesh_.find(v, w), mesh_.find(w, v)})
      if (e != surface::FanMesh::none) sum += doubled_area(mesh_, e);
    return sum;
  }

  void append_edges_around(Index v, std::vector<Id>& edges) const {
    for (const Id e : mesh_.vertex(v).out) edges.insert(edges.end(), {e, mesh_[e].next, mesh_[e].prev});
  }
  std::vector<Id> edges_around(Index v) const {
    std::vector<Id> out;
    append_edges_around(v, out);
    return out;
  }

  surface::FanMesh mesh_;
  const CloseGapsOptions& options_;
  GapRules rules_;
  struct Nearer {
    using Key = std::pair<const NearEdge*, Index>;
    bool operator()(const Key& a, const Key& b) const {
      const int order = compare(*a.first, *b.first);
      return order != 0 ? order < 0 : a.second < b.second;
    }
  };
  std::optional<GapCandidates> candidates_;
  std::set<Nearer::Key, Nearer> queue_;
  std::vector<std::shared_ptr<const NearEdge>> planned_;  // by vertex
  std::vector<std::vector<Index>> planned_for_;           // by edge, the vertices that are to be joined to it
  std::vector<mpq_class> gained_, lost_;
  OperationFacts facts_;
};

}  // namespace

OperationFacts close_gaps(TriangleMesh& mesh, const CloseGapsOptions& options) {
  GapCloser closer(mesh, options);
  OperationFacts facts = closer.run();
  mesh = closer.result();
  return facts;
}

}  // namespace plumb::pipeline
