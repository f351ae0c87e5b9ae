// SPDX-License-Identifier: GPL-3.0-or-later
// Floors lifted onto ramps (Sanchez 2021, 2.7.3, where floors are cut and ramps are added as separate polygons).
// Problem. Ramps lie over floors, and over one another. Of every place the mesh shall have one height: that of the
// highest ramp over it, or that of the floor. So no part of the mesh can come to lie over another one, and none of the
// floor is lost: a ramp is the floor below it, lifted.
// 1. lift_triangle() lays the rings of all lifts over the triangle, and the lines where the planes of two of them meet
//    (plane_overlay). In each region of the overlay one lift is the highest, or there is none. Equally high lifts
//    belong to the part of lowest number, as coplanar floors belong to the polygon of lowest number.
// 2. Two neighbours are joined if they lie on one lift, or if both ends of their common side have one height on both:
//    at the foot of a ramp, and where two ramps meet. Corners that are joined around a place are one (union-find).
// 3. Joiner puts triangles that were not cut and pieces together to one mesh. It matches the two sides of every old
//    join: pieces are joined if their ends are the same two points. Else both are boundary, with a step between them,
//    or with ends that close_gaps matches afterwards.
// Cost. One overlay for each triangle that a ramp is over; O(N log N) for the neighbours of N triangles; a side cut
// into p pieces against q pieces is matched in p * q comparisons. Exactness. Fractions throughout; nothing is rounded,
// and nothing moves in plan.
#include "ramps/lift_mesh.h"

#include <algorithm>

#include "plumb/kernel/plane_overlay.h"
#include "plumb/kernel/union_find.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;
using kernel::PlaneOverlay;
using kernel::PlanPoint;
constexpr std::uint32_t outline_id = 0, line_id = 1;
std::uint32_t ring_id(std::size_t lift) { return static_cast<std::uint32_t>(2 * lift + 2); }
std::uint32_t low_id(std::size_t lift) { return static_cast<std::uint32_t>(2 * lift + 3); }

// Where the planes of two lifts meet, over the rings of both.
std::optional<PlanSegment> crossing(const Lift& a, const Lift& b) {
  std::vector<RaisedCorner> raised;
  for (const PlanPoint& p : a.ring) raised.push_back({p, a.plane->height(p[0], p[1]) - b.plane->height(p[0], p[1])});
  const auto line = trace_of(std::move(raised));
  return line ? clipped(*line, b.ring) : std::nullopt;
}

class TriangleLifter {
 public:
  TriangleLifter(const TriangleMesh& mesh, Index triangle, const std::vector<Lift>& lifts)
      : lifts_(lifts), corners_(mesh.triangles[triangle].corners), mesh_(mesh) {
    out_.triangle = triangle;
    kernel::PlanRing outline;
    for (const Index c : corners_) outline.push_back({mesh.points[c][0], mesh.points[c][1]});
    rings_.push_back({outline_id, std::move(outline)});
    for (std::size_t i = 0; i < lifts.size(); ++i) {
      rings_.push_back({ring_id(i), lifts[i].ring});
      for (const kernel::PlanRing& low : lifts[i].low) rings_.push_back({low_id(i), low});
      for (std::size_t k = 0; k < i; ++k)
        if (auto line = crossing(lifts[k], lifts[i]))
          rings_.push_back({line_id, {std::move(line->from), std::move(line->to)}});
    }
  }

  LiftedTriangle run() {
    overlay_ = kernel::plane_overlay(rings_);
    find_owners();
    if (std::ranges::all_of(owner_, [](Index o) { return o == LiftedTriangle::floor; })) return std::move(out_);
    find_heights();
    unite_corners();
    const auto count = static_cast<Index>(overlay_.triangles.size());
    std::vector<Index> point(3 * count, TriangleMesh::none);
    for (Index t = 0; t < count; ++t) {
      LiftedTriangle::Piece piece{{}, owner(t)};
      for (Index i = 0; i < 3; ++i) {
        Index& number = point[common_.find(3 * t + i)];
        if (number == TriangleMesh::none) {
          number = static_cast<Index>(out_.points.size());
          const PlanPoint& at = overlay_.points[overlay_.triangles[t].corners[i]];
          out_.points.push_back({at[0], at[1], height(t, i)});
        }
        piece.corners[i] = number;
      }
      out_.pieces.push_back(piece);
      for (std::uint8_t i = 0; i < 3; ++i)
        if (!joined(t, i)) out_.sides.push_back({t, i, side_of(t, i)});
    }
    return std::move(out_);
  }

 private:
  Index owner(Index t) const { return owner_[overlay_.triangles[t].region]; }

  void find_owners() {
    owner_.assign(overlay_.windings.size(), LiftedTriangle::floor);
    std::vector<bool> known(owner_.size());
    for (const PlaneOverlay::Triangle& t : overlay_.triangles) {
      if (known[t.region]) continue;
      known[t.region] = true;
      PlanPoint centre;
      for (const Index c : t.corners)
        for (std::size_t k = 0; k < 2; ++k) centre[k] += overlay_.points[c][k] / 3;
      mpq_class highest;
      Index& best = owner_[t.region];
      for (std::size_t i = 0; i < lifts_.size(); ++i) {
        if (overlay_.winding(t.region, ring_id(i)) == 0 || overlay_.winding(t.region, low_id(i)) != 0) continue;
        mpq_class z = lifts_[i].plane->height(centre[0], centre[1]);
        if (best != LiftedTriangle::floor) {
          const int order = cmp(z, highest);
          if (order < 0 || (order == 0 && lifts_[i].part > lifts_[best].part)) continue;
        }
        highest = std::move(z);
        best = static_cast<Index>(i);
      }
    }
  }

  void find_heights() {
    const auto& [a, b, c] = corners_;
    floor_ = kernel::exact_plane(mesh_.points[a], mesh_.points[b], mesh_.points[c]);
  }
  mpq_class height(Index t, std::size_t i) const {
    const PlanPoint& at = overlay_.points[overlay_.triangles[t].corners[i]];
    const kernel::ExactPlane& plane = owner(t) == LiftedTriangle::floor ? floor_ : *lifts_[owner(t)].plane;
    return plane.height(at[0], at[1]);
  }

  std::size_t corner_beyond(Index t, std::size_t end, Index beyond) const {
    const auto& others = overlay_.triangles[beyond].corners;
    return static_cast<std::size_t>(std::ranges::find(others, overlay_.triangles[t].corners[end]) - others.begin());
  }
  bool joined(Index t, std::size_t i) const {
    const Index beyond = overlay_.triangles[t].beyond[i];
    if (beyond == PlaneOverlay::none) return false;
    if (owner(t) == owner(beyond)) return true;
    return std::ranges::all_of(std::array{i, (i + 1) % 3}, [&](std::size_t end) {
      return height(t, end) == height(beyond, corner_beyond(t, end, beyond));
    });
  }
  void unite_corners() {
    common_.reset(static_cast<std::uint32_t>(3 * overlay_.triangles.size()));
    for (Index t = 0; t < overlay_.triangles.size(); ++t)
      for (Index i = 0; i < 3; ++i) {
        const Index beyond = overlay_.triangles[t].beyond[i];
        if (beyond == PlaneOverlay::none || beyond < t || !joined(t, i)) continue;
        for (const Index end : {i, (i + 1) % 3})
          common_.unite(3 * t + end, 3 * beyond + static_cast<Index>(corner_beyond(t, end, beyond)));
      }
  }
  std::uint8_t side_of(Index t, std::size_t i) const {
    for (const PlaneOverlay::Source& s : overlay_.along(t, i))
      if (s.ring == 0) return static_cast<std::uint8_t>(s.edge);
    return 3;
  }

  const std::vector<Lift>& lifts_;
  std::array<Index, 3> corners_;
  const TriangleMesh& mesh_;
  std::vector<kernel::OverlayRing> rings_;
  PlaneOverlay overlay_;
  std::vector<Index> owner_;  // by region
  kernel::ExactPlane floor_;
  kernel::UnionFind common_;  // of 3 * triangle + corner
  LiftedTriangle out_;
};

// Puts triangles that were not cut and pieces of those that were together to one mesh.
class LiftJoiner {
 public:
  LiftJoiner(const TriangleMesh& mesh, const std::vector<LiftedTriangle>& cut)
      : mesh_(mesh), beyond_(neighbours(mesh)), cut_of_(mesh.triangles.size()) {
    for (const LiftedTriangle& c : cut) cut_of_[c.triangle] = &c;
  }

  LiftedMesh run(const std::vector<std::vector<Lift>>& lifts) {
    add_triangles(lifts);
    corners_.reset(static_cast<std::uint32_t>(3 * out_.mesh.triangles.size()));
    for (Index t = 0; t < mesh_.triangles.size(); ++t)
      for (std::uint8_t i = 0; i < 3; ++i)
        if (beyond_[t][i] != TriangleMesh::none && t < beyond_[t][i]) join({t, i}, other_side({t, i}));
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

  void add_triangles(const std::vector<std::vector<Lift>>& lifts) {
    const auto add = [&](Index t, const TriangleMesh::Triangle& triangle, Index part) {
      out_.mesh.triangles.push_back(triangle);
      out_.origin.push_back(t);
      out_.part.push_back(part);
    };
    for (Index t = 0; t < mesh_.triangles.size(); ++t) {
      first_.push_back(static_cast<Index>(out_.mesh.triangles.size()));
      if (cut_of_[t] == nullptr) {
        add(t, mesh_.triangles[t], TriangleMesh::none);
        continue;
      }
      for (const LiftedTriangle::Piece& p : cut_of_[t]->pieces) {
        TriangleMesh::Triangle triangle = mesh_.triangles[t];
        Index part = TriangleMesh::none;
        if (p.lift != LiftedTriangle::floor) {
          const Lift& lift = lifts[t][p.lift];
          triangle.surface = kernel::no_polygon;
          triangle.ramp = lift.ramp;
          triangle.plateau = lift.plateau;
          part = lift.part;
        }
        add(t, triangle, part);
      }
    }
    first_.push_back(static_cast<Index>(out_.mesh.triangles.size()));
    is_open_.assign(3 * out_.mesh.triangles.size(), false);
    for (Index t = 0; t < mesh_.triangles.size(); ++t) {
      if (cut_of_[t] == nullptr)
        for (std::uint8_t i = 0; i < 3; ++i) is_open_[3 * first_[t] + i] = true;
      else
        for (const LiftedTriangle::Side& s : cut_of_[t]->sides) is_open_[3 * (first_[t] + s.piece) + s.side] = true;
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
    const LiftedTriangle* cut = cut_of_[s.triangle];
    if (cut == nullptr) return {{first_[s.triangle], s.side}};
    std::vector<Side> out;
    for (const LiftedTriangle::Side& side : cut->sides)
      if (side.of == s.side) out.push_back({first_[s.triangle] + side.piece, side.side});
    return out;
  }

  void join(const Side& s, const Side& other) {
    const bool whole = cut_of_[s.triangle] == nullptr && cut_of_[other.triangle] == nullptr;
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
  const ExactPoint& place(Index t, std::uint32_t corner) const {
    if (const LiftedTriangle* cut = cut_of_[t]; cut != nullptr)
      return cut->points[cut->pieces[corner / 3 - first_[t]].corners[corner % 3]];
    return mesh_.points[mesh_.triangles[t].corners[corner % 3]];
  }

  void add_boundary() {
    std::size_t old = 0;
    for (Index t = 0; t < mesh_.triangles.size(); ++t) {
      std::array<const TriangleMesh::BoundaryEdge*, 3> edges{};
      for (; old < mesh_.boundary.size() && mesh_.boundary[old].triangle == t; ++old)
        edges[mesh_.boundary[old].side] = &mesh_.boundary[old];
      const auto add = [&](Index triangle, std::uint8_t side, std::uint8_t of) {
        if (!is_open_[3 * triangle + side]) return;
        TriangleMesh::BoundaryEdge edge{triangle, side, EdgeClass::step};
        if (of < 3 && edges[of] != nullptr) {
          edge = *edges[of];
          edge.triangle = triangle;
          edge.side = side;
        }
        out_.mesh.boundary.push_back(edge);
      };
      if (cut_of_[t] == nullptr)
        for (std::uint8_t i = 0; i < 3; ++i) add(first_[t], i, i);
      else
        for (const LiftedTriangle::Side& s : cut_of_[t]->sides) add(first_[t] + s.piece, s.side, s.of);
    }
  }

  // Corners of triangles that are joined around a point are one point.
  void add_points() {
    for (Index t = 0; t < mesh_.triangles.size(); ++t) {
      if (cut_of_[t] == nullptr) continue;
      std::vector<std::uint32_t> known(cut_of_[t]->points.size(), TriangleMesh::none);
      for (Index k = first_[t]; k < first_[t + 1]; ++k)
        for (std::uint32_t i = 0; i < 3; ++i) {
          std::uint32_t& corner = known[cut_of_[t]->pieces[k - first_[t]].corners[i]];
          if (corner == TriangleMesh::none) corner = 3 * k + i;
          else corners_.unite(corner, 3 * k + i);
        }
    }
    TriangleMesh& mesh = out_.mesh;
    std::vector<Index> point(3 * mesh.triangles.size(), TriangleMesh::none);
    for (Index t = 0; t < mesh_.triangles.size(); ++t)
      for (Index k = 3 * first_[t]; k < 3 * first_[t + 1]; ++k) {
        Index& number = point[corners_.find(k)];
        if (number == TriangleMesh::none) {
          number = static_cast<Index>(mesh.points.size());
          mesh.points.push_back(place(t, k));
        }
        mesh.triangles[k / 3].corners[k % 3] = number;
      }
  }

  const TriangleMesh& mesh_;
  std::vector<std::array<Index, 3>> beyond_;
  std::vector<const LiftedTriangle*> cut_of_;  // by old triangle; null: it is whole
  LiftedMesh out_;
  std::vector<Index> first_;   // by old triangle: its first triangle in the result
  std::vector<bool> is_open_;  // by 3 * triangle + side of the result
  kernel::UnionFind corners_;  // 3 * triangle + corner of the result
};

}  // namespace

LiftedTriangle lift_triangle(const TriangleMesh& mesh, Index triangle, const std::vector<Lift>& lifts) {
  return TriangleLifter(mesh, triangle, lifts).run();
}

LiftedMesh lift_mesh(const TriangleMesh& mesh, const std::vector<LiftedTriangle>& cut,
                     const std::vector<std::vector<Lift>>& lifts) {
  return LiftJoiner(mesh, cut).run(lifts);
}

}  // namespace plumb::pipeline
