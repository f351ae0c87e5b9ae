// SPDX-License-Identifier: GPL-3.0-or-later
// Few convex pieces of the triangles of a mesh, seen from above (Hertel and Mehlhorn 1983; Tozour 2002).
// Problem. A navmesh is the better the fewer cells it has. The fewest are expensive to find, since regions have holes
// and may lie over themselves: so several partitions of each region are tried, and the one of fewest pieces is kept.
// 1. opposite_sides() pairs the sides of triangles; a region is a set of triangles that these join.
// 2. RegionPieces::build() makes a half-edge mesh (kernel ConvexPieces) of one region, in which every triangle is a
//    face. Half-edges of the boundary keep the number that they have there.
// 3. try_order() removes cuts in an order and replaces three pieces by two (remove_cuts, three_to_two). It is called
//    for the cuts between the triangles, and then for those of a triangulation without inner points, in the order of
//    their lengths, weighted in several ways.
// 4. add_to() copies the best pieces, and notes for each side of the boundary which piece has it.
// Cost. O(N log N) for the sorts of N cuts, and what three_to_two takes, for each order.
// Bound. With r reflex corners, i points inside and h holes the first partition of a region has at most
// 2 r + 2 i + 1 - h pieces, since every side that is left is needed at one of its ends, a reflex corner needs at most
// two and an inner point three.
// Exactness. Sides of lines are exact. Lengths, in doubles, only order the cuts.
#include "merge/plan_pieces.h"

#include <algorithm>

#include "plumb/kernel/piece_exchange.h"
#include "plumb/kernel/piece_triangles.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;
using kernel::NumberedPlaces;

struct SideTag : kernel::LineTag {
  std::uint32_t side = 0xffffffffu;  // on the boundary: the half-edge that it was at first
};
using TaggedPieces = kernel::ConvexPieces<const NumberedPlaces, SideTag>;
using Id = TaggedPieces::Id;

constexpr int exchange_rounds = 4, orders = 8;

// By triangle and side, 3 times the triangle beyond plus its side; or none.
std::vector<std::array<Index, 3>> opposite_sides(const TriangleMesh& mesh) {
  auto beyond = neighbours(mesh);
  for (Index t = 0; t < beyond.size(); ++t)
    for (std::size_t i = 0; i < 3; ++i) {
      if (beyond[t][i] == TriangleMesh::none) continue;
      const auto& corners = mesh.triangles[beyond[t][i]].corners;
      const auto at = std::ranges::find(corners, mesh.triangles[t].corners[(i + 1) % 3]) - corners.begin();
      beyond[t][i] = 3 * beyond[t][i] + static_cast<Index>(at);
    }
  return beyond;
}

// The pieces of one region after the other.
class RegionPieces {
 public:
  RegionPieces(const TriangleMesh& mesh, const NumberedPlaces& places)
      : mesh_(mesh),
        opposite_(opposite_sides(mesh)),
        place_(mesh.triangles.size()),
        base_(places),
        start_(places),
        best_(places),
        now_(places) {}

  const std::vector<std::array<Index, 3>>& opposite() const { return opposite_; }

  void add(std::span<const Index> triangles, PlanPieces& out) {
    build(triangles);
    best_.edges = base_.edges;
    if (triangles.size() > 1) find_best();
    add_to(triangles, out);
  }

 private:
  // Pieces run clockwise: side i of triangle k of the region is half-edge 3 k + 2 - i.
  void build(std::span<const Index> triangles) {
    for (Index k = 0; k < triangles.size(); ++k) place_[triangles[k]] = k;
    base_.edges.clear();
    for (const Index t : triangles) {
      const auto& c = mesh_.triangles[t].corners;
      base_.add_face(std::array{c[0], c[2], c[1]});
    }
    for (Id e = 0; e < base_.size(); ++e) {
      base_[e].side = e;
      const Index other = opposite_[triangles[e / 3]][2 - e % 3];
      if (other != TriangleMesh::none) base_[e].twin = 3 * place_[other / 3] + 2 - other % 3;
    }
  }

  void find_best() {
    now_.edges = base_.edges;
    std::size_t fewest = try_order(0, 1);
    best_.edges = now_.edges;
    if (fewest == 1) return;
    start_.edges = base_.edges;
    triangulate(start_);
    start_.compact();
    for (int order = 0; order < orders && fewest > 1; ++order) {
      now_.edges = start_.edges;
      const std::size_t count = try_order(order, order % 2 == 0 ? 1 : -1);
      if (count >= fewest) continue;
      fewest = count;
      best_.edges.swap(now_.edges);
    }
  }

  // Merges the pieces of now_. The cuts go by length, the longest first if `sign` is 1. Length is weighted at random,
  // the more the higher `order` is. @return the number of pieces
  std::size_t try_order(int order, int sign) {
    cancellation_point();
    now_.find_inner(cuts_);
    weighted_.clear();
    std::uint64_t state = 0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(order / 2 + 1);
    for (const Id e : cuts_) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      const double random = static_cast<double>(state >> 40) / static_cast<double>(1u << 24);
      weighted_.push_back({-sign * now_.length(e) * (1 + (order / 2) * random), e});
    }
    std::ranges::sort(weighted_);
    cuts_.clear();
    for (const auto& [weight, e] : weighted_) cuts_.push_back(e);
    remove_cuts(now_, std::span<const Id>(cuts_));
    three_to_two(now_, exchange_rounds);
    return now_.piece_count();
  }

  void add_to(std::span<const Index> triangles, PlanPieces& out) {
    const auto first = static_cast<Index>(out.pieces.size());
    out.pieces.resize(first + best_.number_faces(face_));
    for (Id start = 0; start < best_.size(); ++start) {
      if (!best_.alive(start)) continue;
      PlanPieces::Piece& piece = out.pieces[first + face_[start]];
      if (!piece.ring.empty()) continue;
      Id e = start;
      do {
        const Id twin = best_[e].twin;
        piece.ring.push_back(best_.to(e));
        piece.beyond.push_back(twin == TaggedPieces::none ? TriangleMesh::none : first + face_[twin]);
        if (twin == TaggedPieces::none) note_sides(e, first + face_[start], triangles, out);
        e = best_[e].prev;
      } while (e != start);
    }
  }

  // Notes which piece has the sides that a half-edge of the boundary stands for.
  void note_sides(Id e, Index piece, std::span<const Index> triangles, PlanPieces& out) {
    for (Id side = best_[e].side;; side = base_.boundary_next(side)) {
      out.beside[triangles[side / 3]][2 - side % 3] = piece;
      if (base_.to(side) == best_.to(e)) return;
    }
  }

  const TriangleMesh& mesh_;
  std::vector<std::array<Index, 3>> opposite_;
  std::vector<Index> place_;  // by triangle: its place in the region at work
  TaggedPieces base_, start_, best_, now_;
  std::vector<Id> cuts_;
  std::vector<std::pair<double, Id>> weighted_;
  std::vector<std::uint32_t> face_;
};

}  // namespace

PlanPieces single_pieces(const TriangleMesh& mesh) {
  PlanPieces out;
  out.beside.assign(mesh.triangles.size(), {PlanPieces::none, PlanPieces::none, PlanPieces::none});
  const auto beyond = neighbours(mesh);
  for (Index t = 0; t < mesh.triangles.size(); ++t) {
    const auto& corners = mesh.triangles[t].corners;
    out.pieces.push_back({{corners.begin(), corners.end()}, {beyond[t].begin(), beyond[t].end()}});
    for (std::size_t i = 0; i < 3; ++i)
      if (beyond[t][i] == PlanPieces::none) out.beside[t][i] = t;
  }
  return out;
}

PlanPieces few_pieces(const TriangleMesh& mesh, const NumberedPlaces& places) {
  PlanPieces out;
  const auto count = static_cast<Index>(mesh.triangles.size());
  out.beside.assign(count, {PlanPieces::none, PlanPieces::none, PlanPieces::none});
  RegionPieces regions(mesh, places);
  kernel::UnionFind together(count);
  for (Index t = 0; t < count; ++t)
    for (const Index other : regions.opposite()[t])
      if (other != PlanPieces::none) together.unite(t, other / 3);
  std::vector<std::vector<Index>> triangles(count);
  for (Index t = 0; t < count; ++t) triangles[together.find(t)].push_back(t);
  for (const auto& list : triangles)
    if (!list.empty()) regions.add(list, out);
  return out;
}

}  // namespace plumb::pipeline
