// SPDX-License-Identifier: GPL-3.0-or-later
// A mesh of triangles from some of which polygons are subtracted, put together again.
// Problem. add_ramps subtracts sections of ramps, and of the level above ramps, from many triangles of a mesh.
// Triangles that nothing touches must keep their corners, their joins and the classes of their boundary; those that are
// cut are triangulated alone, and must be joined with their old neighbours wherever both still have the same side.
// 1. cut_mesh() asks the caller for the cut of each triangle, in chunks that threads share, and triangulates those that
//    are not empty: cut_triangle() calls triangulate_cut() with the triangle's three sides tagged.
// 2. Joiner::add_triangles() writes the old triangle or its pieces, in the order of the old triangles, and marks their
//    open sides.
// 3. Joiner::join() matches the two sides of every old join: a piece of one and a piece of the other are joined if
//    their ends are the same two places. Where ends differ nothing is joined, and close_gaps closes that afterwards.
// 4. Joiner::add_boundary() gives each open side its class: that of the old boundary edge along it, of what was
//    subtracted, or of what was subtracted from the triangle beyond.
// 5. Joiner::add_points() numbers the points: corners of triangles that are joined around a point are one point
//    (union-find). Heights come from the plane of the old triangle.
// Cost. O(N log N) for the neighbours of N triangles, plus the overlays of the triangles that are cut; a side cut into
// p pieces against q pieces is matched in p * q comparisons.
// Exactness. Points are compared as fractions; nothing is rounded or moved. The result does not depend on the number of
// threads.
// Used by Sanchez 2021, 2.7.3, for ramps; the first cut of whole polygons (2.4) is wedge_cut.cpp.
#include "mesh_cut.h"

#include <algorithm>

#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/parallel_parts.h"
#include "triangulate_cut.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;
constexpr Index none = TriangleMesh::none;
constexpr std::size_t chunk = 64;  // triangles

// A triangle that was cut, and what is left of it.
struct Piece {
  Index triangle = 0;
  std::uint32_t outline_tag = 0;  // tag of the triangle's first side; the next tags are those of its other sides
  EdgeKind taken;                 // kind of an edge along anything that was taken
  CutTriangles cut;
};
struct Pieces {
  std::vector<Piece> list;
  void clear() { list.clear(); }
};

Piece cut_triangle(const TriangleMesh& mesh, Index t, TriangleCut what) {
  Piece piece{t, static_cast<std::uint32_t>(what.kinds.size()), {}, {}};
  if (!what.kinds.empty()) piece.taken = what.kinds.front();
  if (what.is_whole) return piece;
  SurfaceWedges wedges;
  for (std::uint32_t i = 0; i < 3; ++i) {
    const ExactPoint& p = mesh.points[mesh.triangles[t].corners[i]];
    wedges.outline.push_back({{p[0], p[1]}, piece.outline_tag + i});
    what.kinds.emplace_back();  // Joiner knows it
  }
  wedges.taken = std::move(what.taken);
  wedges.slits = std::move(what.slits);
  wedges.kinds = std::move(what.kinds);
  piece.cut = triangulate_cut(wedges, [](const kernel::PlanPoint&) { return false; });
  return piece;
}

// Puts triangles that were not cut and pieces of those that were together to one mesh.
class Joiner {
 public:
  // pieces: ascending.
  Joiner(const TriangleMesh& mesh, const std::vector<Piece>& pieces)
      : mesh_(mesh), beyond_(neighbours(mesh)), piece_of_(mesh.triangles.size()) {
    for (const Piece& p : pieces) piece_of_[p.triangle] = &p;
  }

  TriangleMesh run() {
    add_triangles();
    corners_.reset(static_cast<std::uint32_t>(3 * out_.triangles.size()));
    for (Index t = 0; t < mesh_.triangles.size(); ++t)
      for (std::uint8_t i = 0; i < 3; ++i)
        if (beyond_[t][i] != none && t < beyond_[t][i]) join({t, i}, other_side({t, i}));
    add_boundary();
    add_points();
    return std::move(out_);
  }

 private:
  struct Side {
    Index triangle;
    std::uint8_t side;
    std::uint32_t corner(std::uint32_t end) const { return 3 * triangle + (side + end) % 3; }
  };

  void add_triangles() {
    for (Index t = 0; t < mesh_.triangles.size(); ++t) {
      first_.push_back(static_cast<Index>(out_.triangles.size()));
      out_.triangles.insert(out_.triangles.end(), piece_of_[t] ? piece_of_[t]->cut.triangles.size() : 1,
                            mesh_.triangles[t]);
    }
    first_.push_back(static_cast<Index>(out_.triangles.size()));
    is_open_.assign(3 * out_.triangles.size(), false);
    for (Index t = 0; t < mesh_.triangles.size(); ++t) {
      if (piece_of_[t] == nullptr) {
        for (std::uint8_t i = 0; i < 3; ++i) is_open_[3 * first_[t] + i] = true;
        continue;
      }
      for (const CutTriangles::Boundary& b : piece_of_[t]->cut.boundary)
        is_open_[3 * (first_[t] + b.triangle) + b.side] = true;
    }
  }

  Side other_side(const Side& s) const {
    const Index other = beyond_[s.triangle][s.side];
    const auto& c = mesh_.triangles[other].corners;
    const Index end = mesh_.triangles[s.triangle].corners[(s.side + 1) % 3];
    return {other, static_cast<std::uint8_t>(std::find(c.begin(), c.end(), end) - c.begin())};
  }

  // The sides of the result that lie along a side of an old triangle.
  std::vector<Side> along(const Side& s) const {
    const Piece* piece = piece_of_[s.triangle];
    if (piece == nullptr) return {{first_[s.triangle], s.side}};
    std::vector<Side> out;
    for (const CutTriangles::Boundary& b : piece->cut.boundary)
      if (b.tag == piece->outline_tag + s.side) out.push_back({first_[s.triangle] + b.triangle, b.side});
    return out;
  }

  void join(const Side& s, const Side& other) {
    const bool whole = piece_of_[s.triangle] == nullptr && piece_of_[other.triangle] == nullptr;
    const std::vector<Side> theirs = along(other);
    for (const Side& a : along(s))
      for (const Side& b : theirs) {
        if (!whole && (place(s.triangle, a.corner(0)) != place(other.triangle, b.corner(1)) ||
                       place(s.triangle, a.corner(1)) != place(other.triangle, b.corner(0))))
          continue;
        for (const std::uint32_t end : {0u, 1u}) corners_.unite(a.corner(end), b.corner(1 - end));
        is_open_[a.corner(0)] = is_open_[b.corner(0)] = false;
      }
  }

  // The place of a corner of the result, of a piece of old triangle t.
  kernel::PlanPoint place(Index t, std::uint32_t corner) const {
    if (const Piece* piece = piece_of_[t]; piece != nullptr)
      return piece->cut.points[piece->cut.triangles[corner / 3 - first_[t]][corner % 3]];
    const ExactPoint& p = mesh_.points[mesh_.triangles[t].corners[corner % 3]];
    return {p[0], p[1]};
  }

  void add_boundary() {
    std::size_t old = 0;
    for (Index t = 0; t < mesh_.triangles.size(); ++t) {
      const std::size_t first_old = old;
      while (old < mesh_.boundary.size() && mesh_.boundary[old].triangle == t) ++old;
      const auto kind_along = [&](std::uint32_t side) -> EdgeKind {
        for (std::size_t b = first_old; b < old; ++b)
          if (mesh_.boundary[b].side == side)
            return {mesh_.boundary[b].edge_class, mesh_.boundary[b].wall_line, mesh_.boundary[b].left_of_wall};
        const Piece* beyond = piece_of_[beyond_[t][side]];
        return beyond != nullptr ? beyond->taken : EdgeKind{};
      };
      const auto add = [&](Index triangle, std::uint8_t side, const EdgeKind& kind) {
        if (is_open_[3 * triangle + side])
          out_.boundary.push_back({triangle, side, kind.edge_class, kind.wall_line, kind.left_of_wall});
      };
      const Piece* piece = piece_of_[t];
      if (piece == nullptr) {
        for (std::uint8_t i = 0; i < 3; ++i) add(first_[t], i, kind_along(i));
        continue;
      }
      for (const CutTriangles::Boundary& b : piece->cut.boundary) {
        const bool on_outline = b.tag != TaggedCorner::no_tag && b.tag >= piece->outline_tag;
        add(first_[t] + b.triangle, b.side, on_outline ? kind_along(b.tag - piece->outline_tag) : b.kind);
      }
    }
  }

  // Corners of triangles that are joined around a point are one point.
  void add_points() {
    for (Index t = 0; t < mesh_.triangles.size(); ++t) {
      if (piece_of_[t] == nullptr) continue;
      std::vector<std::uint32_t> known(piece_of_[t]->cut.points.size(), none);
      for (Index k = first_[t]; k < first_[t + 1]; ++k)
        for (std::uint32_t i = 0; i < 3; ++i) {
          std::uint32_t& corner = known[piece_of_[t]->cut.triangles[k - first_[t]][i]];
          if (corner == none) corner = 3 * k + i;
          else corners_.unite(corner, 3 * k + i);
        }
    }
    std::vector<Index> point(3 * out_.triangles.size(), none);
    for (Index t = 0; t < mesh_.triangles.size(); ++t) {
      const auto& c = mesh_.triangles[t].corners;
      std::optional<kernel::ExactPlane> plane;
      for (Index k = 3 * first_[t]; k < 3 * first_[t + 1]; ++k) {
        Index& number = point[corners_.find(k)];
        if (number == none) {
          number = static_cast<Index>(out_.points.size());
          if (piece_of_[t] == nullptr) {
            out_.points.push_back(mesh_.points[c[k % 3]]);
          } else {
            if (!plane) plane = kernel::exact_plane(mesh_.points[c[0]], mesh_.points[c[1]], mesh_.points[c[2]]);
            const kernel::PlanPoint at = place(t, k);
            out_.points.push_back({at[0], at[1], plane->height(at[0], at[1])});
          }
        }
        out_.triangles[k / 3].corners[k % 3] = number;
      }
    }
  }

  const TriangleMesh& mesh_;
  std::vector<std::array<Index, 3>> beyond_;
  std::vector<const Piece*> piece_of_;  // by old triangle; null: it is whole
  TriangleMesh out_;
  std::vector<Index> first_;   // by old triangle: its first triangle in the result
  std::vector<bool> is_open_;  // by 3 * triangle + side of the result
  kernel::UnionFind corners_;  // 3 * triangle + corner of the result
};

}  // namespace

TriangleMesh cut_mesh(const TriangleMesh& mesh, unsigned threads,
                      const std::function<TriangleCut(TriangleMesh::Index)>& cut_of) {
  std::vector<Piece> pieces;
  parallel_parts<Pieces>((mesh.triangles.size() + chunk - 1) / chunk, threads,
                         [&](unsigned) {
                           return [&](std::size_t c, Pieces& part) {
                             const std::size_t end = std::min((c + 1) * chunk, mesh.triangles.size());
                             for (auto t = static_cast<Index>(c * chunk); t < end; ++t)
                               if (TriangleCut cut = cut_of(t); !cut.empty())
                                 part.list.push_back(cut_triangle(mesh, t, std::move(cut)));
                           };
                         },
                         [&](Pieces& part) { std::ranges::move(part.list, std::back_inserter(pieces)); });
  return Joiner(mesh, pieces).run();
}

}  // namespace plumb::pipeline
