// SPDX-License-Identifier: GPL-3.0-or-later
// The sixteen rules that forbid a contraction of gap closing (Sanchez 2021, 2.5.3).
// Problem. Merging two vertices, or a vertex with a place on a boundary edge, may give an edge three triangles (a
// complex edge) or a vertex a closed disc of triangles beside other fans (a complex vertex): a half-edge mesh cannot
// hold these. It may also join across a wall, pull vertices far away, or turn a triangle over. Say which rule, if any,
// forbids a contraction.
// 1. VertexRules: two vertices a and b. outgoing, incoming, folded: an edge would have two triangles on one side.
//    inner, neighbour, cycle: the triangles around some vertex would be no fans side by side and no single disc.
//    Triangles that have both vertices vanish in the merge and are passed by (temporary).
// 2. EdgeRules: a vertex and a boundary edge: same_triangle, opposite_vertex, half_edge_from, half_edge_to,
//    fan_at_start, fan_at_end, and cycle again.
// 3. Four rules are ours. wall: fans between two walls would meet across a wall (walled_apart), or both sides of a wall
//    would become one edge (walls_that_meet). creep: a vertex would end farther than the gap from where one of its
//    original vertices was. flip: a triangle would lose its area in plan or turn over. column: the column check finds
//    an obstacle between the two places.
// 4. GapRules::forbids() tries those that apply in the order of the enumeration and returns the first that is broken;
//    left_out names rules that are not tried.
// Cost. O(d^2) for vertices with d triangles around them; column queries the index of the level, so it is tried last.
// Exactness. Topology is compared by numbers. Orientation and distances are intervals of doubles where these are
// certain, else fractions.
#include "gaps/gap_rules.h"

#include <algorithm>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/segment_frame.h"

namespace plumb::pipeline {
namespace {

using Index = surface::FanMesh::Index;
using Id = surface::FanMesh::Id;

mpq_class squared_distance(const ExactPoint& p, const ExactPoint& q) {
  const std::array<mpq_class, 3> d{q[0] - p[0], q[1] - p[1], q[2] - p[2]};
  return kernel::formulas::dot(d, d);
}

// Whether some of these ways from neighbour to neighbour form a cycle while others are left over. At most one way
// begins at each neighbour.
bool closes_some(const std::vector<std::pair<Index, Index>>& ways) {
  for (const auto& [start, end] : ways) {
    std::size_t length = 1;
    Index at = end;
    for (; at != start; ++length) {
      const auto next = std::ranges::find(ways, at, &std::pair<Index, Index>::first);
      if (next == ways.end() || length > ways.size()) break;
      at = next->second;
    }
    if (at == start) return length < ways.size();
  }
  return false;
}

bool opposite_sides(const surface::FanTag& a, const surface::FanTag& b) {
  return a.wall_line != TriangleMesh::none && a.wall_line == b.wall_line && a.left_of_wall != b.left_of_wall;
}

class VertexRules {
 public:
  VertexRules(const surface::FanMesh& mesh, Index a, Index b) : mesh_(mesh), a_(a), b_(b) {}

  bool temporary(Index triangle) const {
    for (const auto& [v, w] : {std::pair(a_, b_), std::pair(b_, a_)})
      if (const Id e = mesh_.find(v, w); e != surface::FanMesh::none && mesh_[e].triangle == triangle) return true;
    return false;
  }
  auto passed_by() const {
    return [this](Index triangle) { return temporary(triangle); };
  }

  bool outgoing() const {
    return std::ranges::any_of(mesh_.vertex(a_).out, [&](Id e) {
      return !temporary(mesh_[e].triangle) && mesh_.find(b_, mesh_.to(e), passed_by()) != surface::FanMesh::none;
    });
  }
  bool incoming() const {
    return std::ranges::any_of(mesh_.vertex(a_).out, [&](Id e) {
      const Index n = mesh_[mesh_[e].prev].from;
      return !temporary(mesh_[e].triangle) && mesh_.find(n, b_, passed_by()) != surface::FanMesh::none;
    });
  }
  bool folded() const {
    return std::ranges::any_of(mesh_.vertex(a_).out, [&](Id e) {
      const Id beyond = mesh_[mesh_[e].next].twin;
      return beyond != surface::FanMesh::none && mesh_[mesh_[beyond].prev].from == b_;
    });
  }
  bool inner() const {
    const auto is_inner = [&](Index v) {
      const auto fans = mesh_.fans(v);
      return !fans.empty() && fans[0].closed();
    };
    return (is_inner(a_) && !mesh_.vertex(b_).out.empty()) || (is_inner(b_) && !mesh_.vertex(a_).out.empty());
  }
  bool neighbour() const {
    const auto closes = [&](Index n) {
      const auto fans = mesh_.fans(n);
      return fans.size() > 1 && std::ranges::any_of(fans, [&](const surface::Fan& f) {
               const bool spans = (f.from == a_ && f.to == b_) || (f.from == b_ && f.to == a_);
               return spans && !(f.triangles == 1 && temporary(mesh_[f.start].triangle));
             });
    };
    return std::ranges::any_of(mesh_.vertex(a_).out,
                               [&](Id e) { return closes(mesh_.to(e)) || closes(mesh_[mesh_[e].prev].from); });
  }
  bool cycle() const {
    std::vector<std::pair<Index, Index>> ways;
    for (const Index v : {a_, b_})
      for (const surface::Fan& f : mesh_.fans(v, passed_by()))
        if (!f.closed()) ways.emplace_back(f.from, f.to);
    return closes_some(ways);
  }

 private:
  const surface::FanMesh& mesh_;
  Index a_, b_;
};

class EdgeRules {
 public:
  EdgeRules(const surface::FanMesh& mesh, Index v, Id e)
      : mesh_(mesh), v_(v), start_(mesh[e].from), end_(mesh.to(e)), opposite_(mesh[mesh[e].prev].from) {}

  bool same_triangle() const { return v_ == opposite_; }
  bool opposite_vertex() const {
    return mesh_.find(v_, opposite_) != surface::FanMesh::none || mesh_.find(opposite_, v_) != surface::FanMesh::none;
  }
  bool half_edge_from() const { return mesh_.find(start_, v_) != surface::FanMesh::none; }
  bool half_edge_to() const { return mesh_.find(v_, end_) != surface::FanMesh::none; }
  bool fan_at_start() const { return closes_beside_others(start_, end_, v_); }
  bool fan_at_end() const { return closes_beside_others(end_, v_, start_); }
  bool cycle() const {
    std::vector<std::pair<Index, Index>> ways{{end_, start_}};
    for (const surface::Fan& f : mesh_.fans(v_)) ways.emplace_back(f.from, f.to);
    return closes_some(ways);
  }

 private:
  bool closes_beside_others(Index around, Index from, Index to) const {
    const auto fans = mesh_.fans(around);
    return fans.size() > 1 &&
           std::ranges::any_of(fans, [&](const surface::Fan& f) { return f.from == from && f.to == to; });
  }

  const surface::FanMesh& mesh_;
  Index v_, start_, end_, opposite_;
};

bool is_walled(const surface::FanMesh& mesh, const surface::Fan& f) {
  return !f.closed() && mesh[f.start].wall_line != TriangleMesh::none && mesh[f.end].wall_line != TriangleMesh::none;
}
bool has_opening(const surface::FanMesh& mesh, Index v) {
  return std::ranges::any_of(mesh.fans(v), [&](const surface::Fan& f) { return !f.closed() && !is_walled(mesh, f); });
}

// The tags of the boundary edges of all fans that lie between two walls.
std::vector<surface::FanTag> walled(const surface::FanMesh& mesh, Index v) {
  std::vector<surface::FanTag> out;
  for (const surface::Fan& f : mesh.fans(v))
    if (is_walled(mesh, f)) out.insert(out.end(), {mesh[f.start], mesh[f.end]});
  return out;
}

bool creeps(const surface::FanMesh& mesh, const Contraction& c, const mpq_class& squared_gap) {
  const auto to = kernel::interval_point(c.at);
  const double limit = kernel::interval_of(squared_gap).low;
  const auto is_far = [&](const ExactPoint& p) {
    if (p == c.at) return false;
    const auto from = kernel::interval_point(p);
    const std::array d{to[0] - from[0], to[1] - from[1], to[2] - from[2]};
    return kernel::formulas::dot(d, d).high > limit && squared_distance(p, c.at) > squared_gap;
  };
  const auto creeps = [&](Index v) { return std::ranges::any_of(mesh.vertex(v).originals, is_far); };
  return creeps(c.vertex) || (c.onto != TriangleMesh::none && creeps(c.onto));
}

bool flips(const surface::FanMesh& mesh, const Contraction& c) {
  const kernel::PlanRef there(c.at);
  const auto turned = [&](std::array<Index, 3> corners, auto&& moves) {
    const auto place = [&](Index v) { return moves(v) ? there : mesh.place(v); };
    return kernel::orientation(place(corners[0]), place(corners[1]), place(corners[2])) <= 0;
  };
  const auto moves = [&](Index v) { return v == c.vertex || v == c.onto; };
  for (const Index v : {c.vertex, c.onto}) {
    if (v == TriangleMesh::none || mesh.at(v) == c.at) continue;
    for (const Id e : mesh.vertex(v).out) {
      const auto corners = mesh.corners(e);
      if (std::ranges::count_if(corners, moves) == 1 && turned(corners, moves)) return true;
    }
  }
  if (c.onto != TriangleMesh::none) return false;
  const auto [start, end, opposite] = mesh.corners(c.edge);
  if (opposite == c.vertex) return false;  // rule same_triangle forbids that
  return turned({start, c.vertex, opposite}, moves) || turned({c.vertex, end, opposite}, moves);
}

}  // namespace

const char* text_of(GapRule rule) {
  static constexpr std::array<const char*, gap_rule_count> names{
      "outgoing",      "incoming",        "folded",         "inner",        "neighbour",    "cycle",
      "same_triangle", "opposite_vertex", "half_edge_from", "half_edge_to", "fan_at_start", "fan_at_end",
      "wall",          "creep",           "flip",           "column"};
  return names[static_cast<std::size_t>(rule)];
}

bool walled_apart(const surface::FanMesh& mesh, const Contraction& c) {
  const bool to_vertex = c.onto != TriangleMesh::none;
  if (to_vertex && mesh.at(c.vertex) == mesh.at(c.onto) && has_opening(mesh, c.vertex) && has_opening(mesh, c.onto))
    return false;
  const std::vector<surface::FanTag> here = walled(mesh, c.vertex),
                                     there =
                                         to_vertex ? walled(mesh, c.onto) : std::vector<surface::FanTag>{mesh[c.edge]};
  for (const surface::FanTag& a : here)
    for (const surface::FanTag& b : there)
      if (opposite_sides(a, b)) return true;
  return false;
}

std::vector<Id> walls_that_meet(const surface::FanMesh& mesh, const Contraction& c) {
  std::vector<Id> out;
  if (c.onto == TriangleMesh::none) {
    for (const Id e : {mesh.find(c.vertex, mesh[c.edge].from), mesh.find(mesh.to(c.edge), c.vertex)})
      if (e != surface::FanMesh::none && mesh[e].twin == surface::FanMesh::none &&
          opposite_sides(mesh[e], mesh[c.edge]))
        out.push_back(e);
    return out;
  }
  for (const auto& [v, w] : {std::pair(c.vertex, c.onto), std::pair(c.onto, c.vertex)})
    for (const Id e : mesh.vertex(v).out) {
      const Id back = mesh[e].twin == surface::FanMesh::none ? mesh.find(mesh.to(e), w) : surface::FanMesh::none;
      if (back != surface::FanMesh::none && mesh[back].twin == surface::FanMesh::none &&
          opposite_sides(mesh[e], mesh[back]))
        out.push_back(e);
    }
  return out;
}

std::optional<GapRule> GapRules::forbids(const surface::FanMesh& mesh, const Contraction& c,
                                         std::uint32_t left_out) const {
  const bool two_vertices = c.onto != TriangleMesh::none;
  std::optional<GapRule> found;
  const auto try_rule = [&](GapRule rule, auto&& broken) {
    if (!found && (left_out & bit_of(rule)) == 0 && broken()) found = rule;
  };
  if (two_vertices) {
    const VertexRules rules(mesh, c.vertex, c.onto);
    try_rule(GapRule::outgoing, [&] { return rules.outgoing(); });
    try_rule(GapRule::incoming, [&] { return rules.incoming(); });
    try_rule(GapRule::folded, [&] { return rules.folded(); });
    try_rule(GapRule::inner, [&] { return rules.inner(); });
    try_rule(GapRule::neighbour, [&] { return rules.neighbour(); });
    try_rule(GapRule::cycle, [&] { return rules.cycle(); });
  } else {
    const EdgeRules rules(mesh, c.vertex, c.edge);
    try_rule(GapRule::cycle, [&] { return rules.cycle(); });
    try_rule(GapRule::same_triangle, [&] { return rules.same_triangle(); });
    try_rule(GapRule::opposite_vertex, [&] { return rules.opposite_vertex(); });
    try_rule(GapRule::half_edge_from, [&] { return rules.half_edge_from(); });
    try_rule(GapRule::half_edge_to, [&] { return rules.half_edge_to(); });
    try_rule(GapRule::fan_at_start, [&] { return rules.fan_at_start(); });
    try_rule(GapRule::fan_at_end, [&] { return rules.fan_at_end(); });
  }
  try_rule(GapRule::wall, [&] { return walled_apart(mesh, c) || !walls_that_meet(mesh, c).empty(); });
  try_rule(GapRule::creep, [&] { return creeps(mesh, c, squared_gap); });
  try_rule(GapRule::flip, [&] { return flips(mesh, c); });
  try_rule(GapRule::column, [&] { return stopped(mesh.at(c.vertex), c.nearest); });
  return found;
}

}  // namespace plumb::pipeline
