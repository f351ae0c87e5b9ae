// SPDX-License-Identifier: GPL-3.0-or-later
// Polygons and triangles from which parts are subtracted, triangulated again (Sanchez 2021, 2.4.3 and 2.7.3).
// Problem. wedge_cut has what polygons take of each floor, and add_ramps what ramps take of triangles of a mesh.
// triangulate_cut() returns the triangles of what is left of one polygon. cut_mesh() does so for all triangles of a
// mesh: those that nothing touches keep their corners, their joins and the classes of their boundary; those that are
// cut are joined with their old neighbours wherever both still have the same side.
// 1. Triangulator finds the boundary of what is left (region_boundary) and overlays it with the slits and with the
//    traces of solids (plane_overlay). Triangles of the overlay are kept inside of the boundary, where inside() says
//    no.
// 2. Two triangles are joined unless a slit lies between them. Corners that are joined around a point are one point
//    (union-find). halve_lone_slits() gives a slit whose two sides would be one edge a corner in its middle, and all is
//    triangulated again.
// 3. cut_mesh() asks the caller for the cut of each triangle, in chunks that threads share, and cut_triangle() calls
//    triangulate_cut() for those that are not empty, with the triangle's three sides tagged.
// 4. Joiner::add_triangles() writes the old triangle or its pieces, in the order of the old triangles, and marks their
//    open sides. Joiner::join() matches the two sides of every old join: a piece of one and a piece of the other are
//    joined if their ends are the same two places. Where ends differ nothing is joined, and close_gaps closes that
//    afterwards.
// 5. Joiner::add_boundary() gives each open side its class: that of the old boundary edge along it, of what was
//    subtracted, or of what was subtracted from the triangle beyond.
// 6. Joiner::add_points() numbers the points. Heights come from the plane of the old triangle.
// Cost. One overlay for each polygon that is cut; O(N log N) for the neighbours of N triangles; a side cut into p
// pieces against q pieces is matched in p * q comparisons. Exactness. Points are compared as fractions; nothing is
// rounded or moved. The result does not depend on the number of threads.
#include "cut/triangulate_cut.h"

#include <algorithm>

#include "plumb/kernel/plane_overlay.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/parallel.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;
constexpr Index none = TriangleMesh::none;

constexpr std::uint32_t kept_id = 0, slit_id = 1;

class Triangulator {
 public:
  explicit Triangulator(const SurfaceWedges& wedges) : wedges_(wedges) {
    for (TaggedRing& ring : region_boundary(wedges.outline, wedges.taken)) boundary_.push_back(std::move(ring));
    for (const TaggedRing& ring : boundary_) rings_.push_back({kept_id, points_of(ring)});
    for (const Slit& slit : wedges.slits) rings_.push_back({slit_id, {slit.segment.from, slit.segment.to}});
    for (const PlanSegment& body : wedges.bodies) rings_.push_back({slit_id, {body.from, body.to}});
  }

  CutTriangles run(const std::function<bool(const kernel::PlanPoint&)>& inside) {
    do triangulate(inside);
    while (halve_lone_slits());
    CutTriangles out;
    const std::vector<Index> points = add_points(out);
    for (kernel::PlaneOverlay::Index t = 0; t < overlay_.triangles.size(); ++t) {
      if (!kept_[t]) continue;
      const auto number = static_cast<Index>(out.triangles.size());
      out.triangles.push_back({points[3 * t], points[3 * t + 1], points[3 * t + 2]});
      for (std::uint8_t i = 0; i < 3; ++i) {
        if (joined(t, i)) continue;
        const auto [tag, kind] = kind_of(t, i);
        out.boundary.push_back({number, i, tag, kind});
      }
    }
    return out;
  }

 private:
  void triangulate(const std::function<bool(const kernel::PlanPoint&)>& inside) {
    overlay_ = kernel::plane_overlay(rings_);
    kept_.clear();
    std::vector<signed char> region(overlay_.windings.size(), -1);  // not known yet
    for (const kernel::PlaneOverlay::Triangle& t : overlay_.triangles) {
      signed char& keep = region[t.region];
      if (keep < 0) keep = overlay_.winding(t.region, kept_id) > 0 && !inside(centre(t));
      kept_.push_back(keep != 0);
    }
    find_common_corners();
  }

  kernel::PlanPoint centre(const kernel::PlaneOverlay::Triangle& t) const {
    kernel::PlanPoint sum;
    for (const Index c : t.corners)
      for (std::size_t k = 0; k < 2; ++k) sum[k] += overlay_.points[c][k] / 3;
    return sum;
  }

  const Slit* slit(kernel::PlaneOverlay::Source s) const {
    const std::size_t i = s.ring - boundary_.size();
    return s.ring >= boundary_.size() && i < wedges_.slits.size() ? &wedges_.slits[i] : nullptr;
  }

  bool joined(kernel::PlaneOverlay::Index t, std::size_t side) const {
    const kernel::PlaneOverlay::Index beyond = overlay_.triangles[t].beyond[side];
    if (beyond == kernel::PlaneOverlay::none || !kept_[beyond]) return false;
    return std::ranges::none_of(overlay_.along(t, side),
                                [&](const kernel::PlaneOverlay::Source& s) { return slit(s) != nullptr; });
  }

  // The tag and kind of a side. A wall comes before all else, of several walls the lowest; then the least tag; a side
  // with neither is beside the inside of a solid.
  std::pair<std::uint32_t, EdgeKind> kind_of(kernel::PlaneOverlay::Index t, std::size_t side) const {
    const Slit* wall = nullptr;
    std::uint32_t tag = TaggedCorner::no_tag;
    bool on_left = false;
    for (const kernel::PlaneOverlay::Source& s : overlay_.along(t, side)) {
      if (const Slit* found = slit(s)) {
        if (wall && wall->wall <= found->wall) continue;
        wall = found;
        on_left = s.forward == (s.edge < rings_[s.ring].points.size() / 2);  // its first edges lead there
      } else if (s.ring < boundary_.size()) {
        tag = std::min(tag, boundary_[s.ring][s.edge].tag);
      }
    }
    if (wall) {
      const EdgeClass edge_class = on_left == wall->behind_left ? EdgeClass::inner_wall : EdgeClass::blocked;
      return {TaggedCorner::no_tag, {edge_class, wall->wall_line, on_left}};
    }
    if (tag != TaggedCorner::no_tag) return {tag, wedges_.kinds[tag]};
    return {tag, {EdgeClass::blocked}};
  }

  // The corner of the triangle beyond a side that is at the same end of the side.
  kernel::PlaneOverlay::Index corner_beyond(kernel::PlaneOverlay::Index t, std::size_t side, std::size_t end) const {
    const kernel::PlaneOverlay::Index beyond = overlay_.triangles[t].beyond[side];
    const auto& others = overlay_.triangles[beyond].corners;
    const auto at = std::ranges::find(others, overlay_.triangles[t].corners[end]) - others.begin();
    return 3 * beyond + static_cast<Index>(at);
  }

  // Corners of triangles that are joined around a point are one point.
  void find_common_corners() {
    common_.reset(static_cast<std::uint32_t>(3 * overlay_.triangles.size()));
    for (kernel::PlaneOverlay::Index t = 0; t < overlay_.triangles.size(); ++t)
      for (std::size_t i = 0; i < 3; ++i)
        if (kept_[t] && joined(t, i))
          for (const std::size_t end : {i, (i + 1) % 3})
            common_.unite(3 * t + static_cast<Index>(end), corner_beyond(t, i, end));
  }

  // The two sides of a slit share its ends inside of the surface. A side that has both ends in common with the other
  // would be one edge with it: such a slit gets a corner in its middle, which keeps its sides apart. Returns whether
  // there was one.
  bool halve_lone_slits() {
    bool any = false;
    for (kernel::PlaneOverlay::Index t = 0; t < overlay_.triangles.size(); ++t)
      for (std::size_t i = 0; i < 3; ++i) {
        const kernel::PlaneOverlay::Index beyond = overlay_.triangles[t].beyond[i];
        if (!kept_[t] || beyond == kernel::PlaneOverlay::none || !kept_[beyond] || joined(t, i)) continue;
        const auto in_common = [&](std::size_t end) {
          return common_.find(3 * t + static_cast<Index>(end)) == common_.find(corner_beyond(t, i, end));
        };
        if (!in_common(i) || !in_common((i + 1) % 3)) continue;
        for (const kernel::PlaneOverlay::Source& s : overlay_.along(t, i)) {
          kernel::PlanRing& ring = rings_[s.ring].points;
          if (slit(s) == nullptr || ring.size() != 2) continue;
          const kernel::PlanPoint middle = kernel::point_along(ring[0], ring[1], mpq_class(1, 2));
          ring = {ring[0], middle, ring[1], middle};
          any = true;
        }
      }
    return any;
  }

  // The number of the point of each corner.
  std::vector<Index> add_points(CutTriangles& out) {
    std::vector<Index> points(3 * overlay_.triangles.size(), TriangleMesh::none);
    for (kernel::PlaneOverlay::Index c = 0; c < points.size(); ++c) {
      if (!kept_[c / 3]) continue;
      Index& first = points[common_.find(c)];
      if (first == TriangleMesh::none) {
        first = static_cast<Index>(out.points.size());
        out.points.push_back(overlay_.points[overlay_.triangles[c / 3].corners[c % 3]]);
      }
      points[c] = first;
    }
    return points;
  }

  const SurfaceWedges& wedges_;
  std::vector<TaggedRing> boundary_;
  std::vector<kernel::OverlayRing> rings_;  // the boundary, slits, bodies
  kernel::PlaneOverlay overlay_;
  std::vector<bool> kept_;    // by triangle of the overlay
  kernel::UnionFind common_;  // of 3 * triangle + corner
};

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

CutTriangles triangulate_cut(const SurfaceWedges& wedges, const std::function<bool(const kernel::PlanPoint&)>& inside) {
  return Triangulator(wedges).run(inside);
}

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
