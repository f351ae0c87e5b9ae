// SPDX-License-Identifier: GPL-3.0-or-later
// Readers of a mesh take two polygons with an edge between the same two vertices for neighbours. Rounding may give such
// an edge to polygons that no way leads between, as beside a wall without thickness. separate_edges() divides one of
// the two.
//
// In rounds, until no two such edges are left:
// 1. SharedEdges finds them, twins counted as one edge. find() lists all edges by their lower vertex once; find_at()
//    looks only at vertices of faces that were touched since.
// 2. Divider::divide() leaves the first edge between two vertices whole, one that joins two polygons if there is any,
//    and divides the others, each at another vertex. PlacesBetween proposes places: near the middle, or at thirds and
//    quarters, or up to two numbers to the right of these. plan() finds for all edges on all threads the first place at
//    which the faces beside the edge can still be cut into convex parts (FaceRepair::takes_corner); dividing_vertex()
//    searches again where such a face has changed since.
// 3. Where there is no such place, and for all edges after 32 rounds, the two ends become one vertex (contract), unless
//    they are many numbers apart and the faces beside the edge a few numbers wide: then these are left out
//    (leave_out_beside), as contracting would move a corner that far. Each time there is a vertex or a face less, so
//    this ends.
// 4. FaceRepair::mend() mends the faces that were changed.
//
// Cost: linear in the mesh, and a sort of the edges at each vertex, for the first search; each round looks at all faces
// touched so far, with at most 15 places for each edge. Memory: linear.
// Exact: edges are compared by the numbers of their vertices, and takes_corner() decides exactly on the rounded places.
// The places that are proposed are guesses.
// Source: our own (docs/reference/exports.md, "Conforming meshes").
#include "face_repair.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "lost_ways.h"
#include "plumb/kernel/numbering.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {
namespace {

using Id = EdgeMesh::Id;

// An edge by the vertices that it runs between.
struct Edge {
  std::uint32_t low, high;
  Id e;
};

Edge edge_of(const EdgeMesh& mesh, Id e) {
  const std::uint32_t from = mesh[e].from, to = mesh.to(e);
  return {std::min(from, to), std::max(from, to), e};
}
bool between(const EdgeMesh& mesh, const Edge& edge) {
  const Edge now = edge_of(mesh, edge.e);
  return now.low == edge.low && now.high == edge.high;
}

// Finds the edges that run between the same two vertices as another one. After the first search only the vertices of
// faces that have changed are looked at, as edges that are new or have moved are edges of those faces.
class SharedEdges {
 public:
  SharedEdges(const EdgeMesh& mesh, unsigned threads) : mesh_(mesh), threads_(threads) {}

  // Lists all of them, by their vertices. Of those between two vertices the ones that join two polygons come first.
  std::vector<Edge> find(std::size_t vertices) {
    list_all(vertices);
    const std::size_t chunks = chunk_count(vertices, threads_);
    std::vector<std::vector<Edge>> found(chunks);
    for_chunks(vertices, chunks, threads_, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      std::vector<Edge> here;
      for (std::size_t v = begin; v < end; ++v) {
        cancellation_point(v);
        if (first_[v + 1] - first_[v] < 2) continue;
        here.clear();
        for (std::size_t i = first_[v]; i < first_[v + 1]; ++i) here.push_back(edge_of(mesh_, all_[i][0]));
        if (two_are_equal(here)) add_shared(here, found[chunk]);
      }
    });
    std::vector<Edge> shared;
    for (const auto& part : found) shared.insert(shared.end(), part.begin(), part.end());
    return shared;
  }

  // Lists those between vertices of faces that were touched. `touched` may list faces that are gone, or twice.
  std::vector<Edge> find_at(std::span<const std::uint32_t> touched, std::size_t vertices) {
    marked_.resize(vertices, 0);
    later_.resize(mesh_.size(), 0);
    vertices_.clear();
    for (const std::uint32_t face : touched) {
      const Id first = mesh_.faces[face].first;
      for (Id e = first; e != EdgeMesh::none;) {
        if (!std::exchange(later_[e], 1)) changed_.push_back(e);
        if (!std::exchange(marked_[mesh_[e].from], 1)) vertices_.push_back(mesh_[e].from);
        if ((e = mesh_[e].next) == first) break;
      }
    }
    here_.clear();
    for (const Id e : changed_) add(e);
    // The other edges at these vertices are as they were at first, but that two sides may not be twins any more.
    for (const std::uint32_t v : vertices_) {
      if (v + 1 >= first_.size()) continue;
      for (std::size_t i = first_[v]; i < first_[v + 1]; ++i)
        for (const Id e : all_[i])
          if (e != EdgeMesh::none && !later_[e]) add(e);
    }
    leave_out_single(here_);
    std::vector<Edge> shared;
    add_shared(here_, shared);
    for (const std::uint32_t v : vertices_) marked_[v] = 0;
    return shared;
  }

 private:
  // By lower vertex: where its edges begin in a list of all.
  void list_all(std::size_t vertices) {
    std::vector<std::uint32_t> low(mesh_.size(), EdgeMesh::none);  // by half-edge that counts: its lower vertex
    first_.assign(vertices + 2, 0);
    for (Id e = 0; e < mesh_.size(); ++e)
      if (counts(e)) ++first_[(low[e] = std::min(mesh_[e].from, mesh_.to(e))) + 2];
    for (std::size_t v = 2; v < first_.size(); ++v) first_[v] += first_[v - 1];
    all_.resize(first_.back());
    for (Id e = 0; e < mesh_.size(); ++e)
      if (low[e] != EdgeMesh::none) all_[first_[low[e] + 1]++] = {e, mesh_[e].twin};
    first_.pop_back();
  }

  // One side of an edge of polygons where somebody can stand: the lower.
  bool counts(Id e) const {
    return mesh_.alive(e) && (mesh_[e].twin == EdgeMesh::none || mesh_[e].twin > e) &&
           mesh_.faces[mesh_[e].face].stance > kernel::blocked;
  }
  void add(Id e) {
    if (!counts(e)) return;
    const Edge edge = edge_of(mesh_, e);
    if (marked_[edge.low] & marked_[edge.high]) here_.push_back(edge);
  }

  // Leaves out edges that are alone between their vertices, so that few are left to sort.
  void leave_out_single(std::vector<Edge>& here) {
    constexpr Id several = EdgeMesh::none - 1;
    kernel::start_anew(only_between_);
    only_between_.reserve(here.size());
    for (const Edge& edge : here) {
      const auto [only, is_new] = only_between_.try_emplace(kernel::pair_key(edge.low, edge.high), edge.e);
      if (!is_new) only.value() = several;
    }
    std::erase_if(here, [&](const Edge& edge) {
      return only_between_.find(kernel::pair_key(edge.low, edge.high))->second == edge.e;
    });
  }

  // Whether two edges at one lower vertex have the other vertex in common. Mostly there are few, and all differ.
  static bool two_are_equal(const std::vector<Edge>& here) {
    constexpr std::size_t few = 16;
    if (here.size() > few) return true;  // sorting tells
    for (std::size_t i = 1; i < here.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (here[i].high == here[j].high) return true;
    return false;
  }

  void add_shared(std::vector<Edge>& here, std::vector<Edge>& shared) const {
    std::sort(here.begin(), here.end(), [&](const Edge& a, const Edge& b) {
      if (a.low != b.low) return a.low < b.low;
      if (a.high != b.high) return a.high < b.high;
      const bool a_open = mesh_[a.e].twin == EdgeMesh::none, b_open = mesh_[b.e].twin == EdgeMesh::none;
      return a_open != b_open ? b_open : a.e < b.e;
    });
    for (auto i = here.begin(); i != here.end();) {
      auto j = i + 1;
      while (j != here.end() && j->low == i->low && j->high == i->high) ++j;
      if (j - i > 1) shared.insert(shared.end(), i, j);
      i = j;
    }
  }

  const EdgeMesh& mesh_;
  unsigned threads_;
  std::vector<std::uint32_t> first_;    // by vertex
  std::vector<std::array<Id, 2>> all_;  // as they were at first: both sides of each edge
  std::vector<Id> changed_;             // of faces that were touched since
  std::vector<std::uint8_t> later_;     // by half-edge: is it one of these
  std::vector<std::uint8_t> marked_;    // by vertex: of a face that was touched
  std::vector<std::uint32_t> vertices_;
  std::vector<Edge> here_;
  kernel::PairMap<Id> only_between_;  // by lower and higher vertex: the edge between them
};

// The places where an edge may be divided, the best first: its middle, thirds and quarters, each followed by the next
// numbers to the right of it, where the face to the left of the edge gains an area.
class PlacesBetween {
 public:
  using Position = RoundedVertices::Position;

  PlacesBetween(const Position& a, const Position& b, const NumberGrid& grid)
      : a_(a), b_(b), grid_(grid), axis_(std::abs(b[1] - a[1]) > std::abs(b[0] - a[0]) ? 0 : 1) {}

  // False if there is none left.
  bool next(Position& place) {
    constexpr std::array parts{1 / 2.0, 1 / 3.0, 2 / 3.0, 1 / 4.0, 3 / 4.0};
    constexpr unsigned beside = 3;
    for (;;) {
      if (number_ == beside * parts.size()) return false;
      if (number_ % beside == 0) {
        for (std::size_t k = 0; k < 3; ++k)
          at_[k] = grid_.nearest(
              a_[k] + parts[number_ / beside] * (static_cast<double>(b_[k]) - static_cast<double>(a_[k])), k);
      } else {
        const bool right_is_up = axis_ == 0 ? b_[1] > a_[1] : b_[0] <= a_[0];
        at_[axis_] = grid_.next(at_[axis_], axis_, right_is_up);
      }
      ++number_;
      if (at_ == a_ || at_ == b_) continue;
      place = at_;
      return true;
    }
  }

 private:
  Position a_, b_, at_{};
  const NumberGrid& grid_;
  std::size_t axis_;
  unsigned number_ = 0;
};

// Divides the edges between one pair of vertices after another. The places where edges are divided are first found for
// all edges, on all threads; a place holds as long as the faces beside its edge stay as they are.
class Divider {
 public:
  Divider(EdgeMesh& mesh, RoundedVertices& vertices, const NumberGrid& grid, FaceRepair& repair, unsigned threads)
      : mesh_(mesh), vertices_(vertices), grid_(grid), repair_(repair), threads_(threads) {}

  // Divides each edge but the first between its two vertices, or makes its ends one vertex, or leaves out what is
  // beside it. Returns the faces that have changed.
  std::vector<std::uint32_t> divide(std::span<const Edge> shared, bool divides, std::uint64_t& divided) {
    changed_.clear();
    changed_mark_.assign(mesh_.faces.size(), 0);
    plan(divides ? shared : std::span<const Edge>());
    std::vector<std::uint32_t> taken;  // what divides others between the same two vertices
    for (std::size_t i = 0; i < shared.size(); ++i) {
      cancellation_point(i);
      const Edge& edge = shared[i];
      if (is_first(shared, i)) {
        taken.clear();
        continue;
      }
      if (!mesh_.alive(edge.e) || !between(mesh_, edge)) continue;  // left out or contracted
      const std::uint32_t vertex = divides ? dividing_vertex(edge.e, planned_[i], taken) : EdgeMesh::none;
      if (vertex != EdgeMesh::none) {
        taken.push_back(vertex);
        mesh_.split_edge(edge.e, vertex);
        change(mesh_[edge.e].face);
        if (mesh_[edge.e].twin != EdgeMesh::none) change(mesh_[mesh_[edge.e].twin].face);
      } else if (is_long_and_thin(edge.e)) {
        leave_out_beside(edge.e);
      } else {
        repair_.contract(mesh_[edge.e].from, mesh_.to(edge.e), [this](std::uint32_t face) { change(face); });
      }
      ++divided;
    }
    std::sort(changed_.begin(), changed_.end());
    return std::move(changed_);
  }

 private:
  static bool is_first(std::span<const Edge> shared, std::size_t i) {
    return i == 0 || shared[i].low != shared[i - 1].low || shared[i].high != shared[i - 1].high;
  }
  void change(std::uint32_t face) {
    if (!std::exchange(changed_mark_[face], 1)) changed_.push_back(face);
  }
  // Whether the ends of an edge are many numbers apart, and the faces beside it a few numbers wide at most. A hint.
  bool is_long_and_thin(Id e) const {
    constexpr double many = 32, few = 4;
    const RoundedVertices::Position &a = vertices_[mesh_[e].from], &b = vertices_[mesh_.to(e)];
    double length = 0, number = 0;  // along an axis; how far numbers are apart there
    for (const std::size_t axis : {std::size_t{0}, std::size_t{1}}) {
      const float farther = std::max(std::abs(a[axis]), std::abs(b[axis]));
      number = std::max<double>(number, grid_.next(farther, axis, true) - farther);
      length = std::max<double>(length, std::abs(b[axis] - a[axis]));
    }
    if (!(length > many * number)) return false;
    const auto is_thin = [&](Id side) {
      const auto at = [&](Id f) { return vertices_.place(mesh_[f].from); };
      return face_area(mesh_, mesh_.faces[mesh_[side].face], at) < few * number * length;
    };
    return is_thin(e) && (mesh_[e].twin == EdgeMesh::none || is_thin(mesh_[e].twin));
  }
  void leave_out_beside(Id e) {
    for (const Id side : {e, mesh_[e].twin}) {
      if (side == EdgeMesh::none) continue;
      const std::uint32_t face = mesh_[side].face;
      for (Id f = mesh_[side].next; f != side; f = mesh_[f].next)
        if (mesh_[f].twin != EdgeMesh::none) change(mesh_[mesh_[f].twin].face);
      repair_.leave_out(face);
    }
  }
  PlacesBetween places(Id e) const { return {vertices_[mesh_[e].from], vertices_[mesh_.to(e)], grid_}; }
  bool takes(Id e, const RoundedVertices::Position& place, FaceRepair::Buffer& buffer) const {
    return repair_.takes_corner(e, {place[0], place[1]}, buffer);
  }

  // By edge: the number of the first place that the faces beside it take.
  void plan(std::span<const Edge> shared) {
    planned_.assign(shared.size(), 0);
    for_chunks(shared.size(), chunk_count(shared.size(), threads_), threads_,
               [&](std::size_t, std::size_t begin, std::size_t end) {
                 FaceRepair::Buffer buffer;
                 for (std::size_t i = begin; i < end; ++i) {
                   cancellation_point(i);
                   if (is_first(shared, i)) continue;
                   RoundedVertices::Position place;
                   for (PlacesBetween left = places(shared[i].e); left.next(place); ++planned_[i])
                     if (takes(shared[i].e, place, buffer)) break;
                 }
               });
  }

  // A vertex that divides e, none of those that are taken, so that the faces beside it can still be cut in convex
  // parts; none if there is no such place.
  std::uint32_t dividing_vertex(Id e, unsigned skipped, const std::vector<std::uint32_t>& taken) {
    const Id twin = mesh_[e].twin;
    const bool as_planned =
        !changed_mark_[mesh_[e].face] && (twin == EdgeMesh::none || !changed_mark_[mesh_[twin].face]);
    PlacesBetween left = places(e);
    RoundedVertices::Position place;
    for (unsigned number = 0; left.next(place); ++number) {
      if (as_planned ? number < skipped || (number > skipped && !takes(e, place, buffer_)) : !takes(e, place, buffer_))
        continue;
      const std::uint32_t vertex = vertices_.use(place);
      if (vertex != mesh_[e].from && vertex != mesh_.to(e) &&
          std::find(taken.begin(), taken.end(), vertex) == taken.end())
        return vertex;
    }
    return EdgeMesh::none;
  }

  EdgeMesh& mesh_;
  RoundedVertices& vertices_;
  const NumberGrid& grid_;
  FaceRepair& repair_;
  unsigned threads_;
  std::vector<unsigned> planned_;
  std::vector<std::uint32_t> changed_;
  std::vector<std::uint8_t> changed_mark_;  // by face
  FaceRepair::Buffer buffer_;
};

}  // namespace

bool separate_edges(EdgeMesh& mesh, RoundedVertices& vertices, const NumberGrid& grid, FaceRepair& repair,
                    unsigned threads, std::uint64_t& divided) {
  // Where polygons lie over each other and numbers are few, a vertex that divides one edge may be on another. So after
  // some rounds edges are contracted instead, which ends, as each time there is a vertex less.
  constexpr int most_divisions = 32;
  SharedEdges finder(mesh, threads);
  Divider divider(mesh, vertices, grid, repair, threads);
  std::vector<Edge> shared = finder.find(vertices.all().size());
  for (int round = 0; !shared.empty(); ++round) {
    repair.take_touched();
    repair.mend(divider.divide(shared, round < most_divisions, divided));
    shared = finder.find_at(repair.take_touched(), vertices.all().size());
    if (shared.empty()) return true;
  }
  return false;
}

}  // namespace plumb::pipeline
