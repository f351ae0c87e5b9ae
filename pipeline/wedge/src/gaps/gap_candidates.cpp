// SPDX-License-Identifier: GPL-3.0-or-later
// For each boundary vertex the boundary edges that are near to it, kept from question to question (for close_gaps).
// Problem. Gap closing asks again and again which boundary edge is nearest to a vertex, and which rule forbade a pair,
// while joins change the mesh around. Almost always little has changed since the last question: lists, distances and
// refusals are kept with the time at which they were found, and looked at again only if something near has a later
// time.
// 1. near_edge() finds the nearest place of an edge exactly: an end, or the foot of the perpendicular as a fraction;
//    with a gap of 0 it only tests whether the vertex lies on the edge.
// 2. near_squared_distance() is the same in intervals of doubles, for choosing.
// 3. BoundarySearch finds boundary edges near a box: those of the last tree, and those that were added or have moved
//    since, one by one. With more than 256 of these, and more than an eighth of the tree, it builds the tree again.
// 4. list_of() returns the edges whose boxes are within the gap of a vertex, ascending. find_all() queries
//    BoundarySearch; a short list is completed from edges added since, a long one is made again each time.
// 5. nearest() updates intervals of edges that moved, takes the least upper end as a limit, and computes exactly only
//    the edges below that limit. Of equally near edges the one of lowest number is returned.
// 6. refuse() and refused() remember which rule forbade a pair, as long as changed_around() finds no triangle near both
//    that was touched later; touch(), moved() and update() set these times.
// Cost. A question costs the candidates of the vertex, c, in doubles and usually one or two in fractions; memory O(c)
// for each vertex, at most 128 candidates kept. With a gap as wide as the level c is the number of boundary edges.
// Exactness. Doubles leave out only what is certainly farther than the gap or than another edge. Order and distance are
// fractions.
// Source: the queue of planned contractions of Borodin et al. 2002 (Sanchez 2021, 2.5.1); the memory of refusals is
// ours.
#include "gaps/gap_candidates.h"

#include <algorithm>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"

namespace plumb::pipeline {
namespace {

using Id = surface::FanMesh::Id;
using Index = surface::FanMesh::Index;
using kernel::Interval;

// As many edges outside of the tree are looked through one by one before the tree is built again.
constexpr std::size_t most_outside = 256;

kernel::Box box_of(const surface::FanMesh& mesh, Id edge) {
  const auto &p = mesh.vertex(mesh[edge].from).near, &q = mesh.vertex(mesh.to(edge)).near;
  kernel::Box box;
  for (std::size_t k = 0; k < 3; ++k) {
    box.low[k] = std::min(p[k].low, q[k].low);
    box.high[k] = std::max(p[k].high, q[k].high);
  }
  return box;
}

// Longer lists are not kept: with a gap as wide as the level all pairs would be in memory.
constexpr std::size_t longest_list = 128;
// If more edges than this were added since a list was made, it is made again instead of completed.
constexpr std::size_t most_unseen = 64;

std::array<mpq_class, 3> way(const ExactPoint& from, const ExactPoint& to) {
  return {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
}

// Whether two vertices are in one place. Most that are not have different doubles.
bool same_place(const surface::FanMesh::Vertex& a, const surface::FanMesh::Vertex& b) {
  for (std::size_t k = 0; k < 3; ++k)
    if (a.near[k].low != b.near[k].low) return false;
  return a.at == b.at;
}

// Whether three points lie on one line.
bool collinear(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c) {
  const auto in_line = [&](std::size_t i, std::size_t j) {
    if ((a[i] == b[i] && a[i] == c[i]) || (a[j] == b[j] && a[j] == c[j])) return true;
    return kernel::orientation_of_vectors_exact(a[i], a[j], b[i], b[j], a[i], a[j], c[i], c[j]) == 0;
  };
  return in_line(0, 1) && in_line(0, 2) && in_line(1, 2);
}

// The share of a vertex on the line of an edge, not at its ends; none if the vertex lies beyond them.
std::optional<mpq_class> along_line(const ExactPoint& at, const ExactPoint& p, const ExactPoint& q) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (p[k] == q[k]) continue;
    if (p[k] < q[k] ? at[k] < p[k] || at[k] > q[k] : at[k] > p[k] || at[k] < q[k]) return std::nullopt;
    return mpq_class((at[k] - p[k]) / (q[k] - p[k]));
  }
  return std::nullopt;
}

}  // namespace

BoundarySearch::BoundarySearch(const surface::FanMesh& mesh) : mesh_(mesh) { build(); }

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

int compare(const NearEdge& a, const NearEdge& b) {
  static const mpq_class zero = 0;
  const auto squared = [](const NearEdge& n) -> const mpq_class& { return n.foot ? n.foot->squared_distance : zero; };
  return kernel::compare(
      a.rounded_distance, [&]() -> const mpq_class& { return squared(a); }, b.rounded_distance,
      [&]() -> const mpq_class& { return squared(b); });
}

std::optional<NearEdge> near_edge(const surface::FanMesh& mesh, Index vertex, Id edge, const mpq_class& squared_gap) {
  const surface::FanMesh::Vertex &v = mesh.vertex(vertex), &start = mesh.vertex(mesh[edge].from),
                                 &end = mesh.vertex(mesh.to(edge));
  if (same_place(v, start)) return NearEdge{.edge = edge};
  if (same_place(v, end)) return NearEdge{.edge = edge, .at_end = true};
  const ExactPoint &p = start.at, &q = end.at;
  NearEdge::Foot foot;
  if (sgn(squared_gap) == 0) {
    if (!collinear(p, q, v.at)) return std::nullopt;
    auto along = along_line(v.at, p, q);
    if (!along) return std::nullopt;
    foot.along = std::move(*along);
    foot.at = v.at;
  } else {
    const auto run = way(p, q), to = way(p, v.at);
    foot.along = kernel::formulas::dot(run, to) / kernel::formulas::dot(run, run);
    foot.along = std::clamp<mpq_class>(foot.along, 0, 1);
    foot.at = kernel::point_along(p, q, foot.along);
    const auto d = way(foot.at, v.at);
    foot.squared_distance = kernel::formulas::dot(d, d);
    if (foot.squared_distance > squared_gap) return std::nullopt;
  }
  const kernel::Interval rounded = kernel::interval_of(foot.squared_distance);
  return NearEdge{.edge = edge, .foot = std::move(foot), .rounded_distance = rounded};
}

kernel::Interval near_squared_distance(const surface::FanMesh& mesh, Index vertex, Id edge) {
  const auto &at = mesh.vertex(vertex).near, &p = mesh.vertex(mesh[edge].from).near,
             &q = mesh.vertex(mesh.to(edge)).near;
  std::array<Interval, 3> run, to;
  for (std::size_t k = 0; k < 3; ++k) run[k] = q[k] - p[k], to[k] = at[k] - p[k];
  const Interval squared = kernel::formulas::dot(run, run), along = kernel::formulas::dot(run, to);
  const auto to_end = [&](const auto& end) {
    std::array<Interval, 3> d;
    for (std::size_t k = 0; k < 3; ++k) d[k] = at[k] - end[k];
    return kernel::formulas::dot(d, d);
  };
  if (along.high < 0) return to_end(p);
  if (along.low > squared.high) return to_end(q);
  const auto across = kernel::formulas::cross(run, to);
  const Interval to_line = kernel::formulas::dot(across, across) / squared;
  if (along.low > 0 && along.high < squared.low) return to_line;
  // The foot may be beyond an end: the distance is at least that of the line and at most that of the nearer end.
  return {to_line.low, std::min(to_end(p).high, to_end(q).high)};
}

GapCandidates::GapCandidates(const surface::FanMesh& mesh, const mpq_class& gap)
    : mesh_(mesh),
      search_(mesh),
      squared_gap_(gap * gap),
      gap_(kernel::interval_of(gap)),
      near_gap_(kernel::interval_of(squared_gap_)),
      lists_(mesh.vertex_count()),
      touched_(mesh.vertex_count()),
      vertex_moved_(mesh.vertex_count()),
      edge_moved_(mesh.size()) {}

kernel::Box GapCandidates::reach(Index vertex) const {
  const auto& near = mesh_.vertex(vertex).near;
  kernel::Box box;
  for (std::size_t k = 0; k < 3; ++k) {
    box.low[k] = (near[k] - gap_).low;
    box.high[k] = (near[k] + gap_).high;
  }
  return box;
}

GapCandidates::Candidate& GapCandidates::insert(List& list, Id edge) {
  const auto at = std::ranges::lower_bound(list.all, edge, {}, &Candidate::edge);
  return at != list.all.end() && at->edge == edge ? *at : *list.all.emplace(at, edge);
}

// Makes the list of a vertex from the search. What is known of edges that were in the list before is kept.
void GapCandidates::find_all(Index vertex, List& list) {
  std::vector<Id> found;
  search_.around(reach(vertex), [&](Id e) { found.push_back(e); });
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<Candidate> before = std::move(list.all);
  list.all.clear();
  list.all.reserve(found.size());
  auto next = before.begin();
  for (const Id e : found) {
    for (; next != before.end() && next->edge < e; ++next)
      if (next->banned_in == round_) list.all.push_back(std::move(*next));
    if (next != before.end() && next->edge == e) list.all.push_back(std::move(*next++));
    else list.all.emplace_back(e);
  }
  for (; next != before.end(); ++next)
    if (next->banned_in == round_) list.all.push_back(std::move(*next));
  list.made_at = now_;
}

GapCandidates::List& GapCandidates::list_of(Index vertex) {
  List& list = lists_[vertex];
  const bool is_old = list.made_at == 0 || vertex_moved_[vertex] > list.made_at;
  if (is_old || search_.added() - list.seen > most_unseen) find_all(vertex, list);
  else if (search_.added() > list.seen) search_.added_since(list.seen, reach(vertex), [&](Id e) { insert(list, e); });
  list.seen = search_.added();
  return list;
}

void GapCandidates::look(Index vertex, Candidate& c) const {
  if (!mesh_.is_boundary(c.edge)) return;
  c.known_at = now_;
  c.near = nullptr;
  c.distance = near_squared_distance(mesh_, vertex, c.edge);
  c.is_far = c.distance.low > near_gap_.high;
}

std::shared_ptr<const NearEdge> GapCandidates::nearest(Index vertex) {
  List& list = list_of(vertex);
  const auto counts = [&](const Candidate& c) {
    return c.banned_in != round_ && !c.is_far && mesh_.is_boundary(c.edge) && mesh_[c.edge].from != vertex &&
           mesh_.to(c.edge) != vertex;
  };
  // A candidate that is certainly farther than another one is not the nearest.
  double most = near_gap_.high;
  for (Candidate& c : list.all) {
    if (c.known_at == 0 || c.known_at < std::max(edge_moved_[c.edge], vertex_moved_[vertex])) look(vertex, c);
    if (counts(c)) most = std::min(most, c.distance.high);
  }
  std::shared_ptr<const NearEdge> best;
  for (Candidate& c : list.all) {
    if (!counts(c) || c.distance.low > (best ? best->rounded_distance.high : most)) continue;
    if (!c.near) {
      auto found = near_edge(mesh_, vertex, c.edge, squared_gap_);
      c.is_far = !found;
      if (!found) continue;
      c.near = std::make_shared<const NearEdge>(std::move(*found));
    }
    if (!best || compare(*c.near, *best) < 0) best = c.near;
  }
  if (list.all.size() > longest_list) {
    std::erase_if(list.all, [&](const Candidate& c) { return c.banned_in != round_; });
    list.made_at = 0;
  }
  return best;
}

// The latest time at which something changed that the rules look at: triangles around the vertex or beside the edge, or
// fans around their corners. When such a triangle changes or passes a class on, all of its corners are touched.
std::uint64_t GapCandidates::changed_around(Index vertex, Id edge) const {
  std::uint64_t latest = touched_[vertex];
  for (const Index c : mesh_.corners(edge)) latest = std::max(latest, touched_[c]);
  for (const Id e : mesh_.vertex(vertex).out)
    for (const Id side : {mesh_[e].next, mesh_[e].prev}) latest = std::max(latest, touched_[mesh_[side].from]);
  return latest;
}

std::optional<GapRule> GapCandidates::refused(Index vertex, Id edge) {
  const Candidate& c = known(vertex, edge);
  if (c.refused_at == 0 || changed_around(vertex, edge) > c.refused_at) return std::nullopt;
  return c.refused_by;
}

void GapCandidates::refuse(Index vertex, Id edge, GapRule rule, std::uint64_t asked_at) {
  Candidate& c = known(vertex, edge);
  c.refused_at = asked_at;
  c.refused_by = rule;
}

void GapCandidates::touch(Index vertex) {
  ++now_;
  for (auto* by_vertex : {&touched_, &vertex_moved_}) by_vertex->resize(mesh_.vertex_count());
  lists_.resize(mesh_.vertex_count());
  edge_moved_.resize(mesh_.size());
  touched_[vertex] = now_;
  for (const Id e : mesh_.vertex(vertex).out)
    for (const Index c : mesh_.corners(e)) touched_[c] = now_;
}

void GapCandidates::update(Id edge, bool moved) {
  if (moved) edge_moved_[edge] = ++now_;
  search_.update(edge, moved);
}

}  // namespace plumb::pipeline
