// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of a navmesh from convex pieces in plan and the floor under them.
// Problem. A piece says where a cell is in plan. The cell needs the planar polygons of the floor there, its facets, and
// the straight lines in space along which it meets other cells, its portals.
// 1. FloorFacets finds which triangles of the floor are joined in one plane, and joins these to convex facets: sides
//    between triangles of one surface or, where the surface is not known, of one plane are removed, the longest first
//    (Hertel and Mehlhorn 1983).
// 2. PieceCover tells the triangles under each piece. Where they are joined in one plane, the piece is the cell's only
//    facet, and lift() finds the heights of its corners. Otherwise add_facets() cuts the floor's facets to the piece
//    (part_within), and joins what lies in one plane again where that is convex.
// 3. add_portals() divides each cut between two pieces where a corner of a facet lies on it, since the floor may bend
//    there. join() puts the parts together again that follow each other straight in space.
// Cost. For each piece its triangles times its corners, and N log N for the portals; memory O(N).
// Exactness. Predicates are exact; corners where a cut meets a side of a facet are fractions.
#include "merge/piece_cells.h"

#include <algorithm>
#include <tuple>

#include "plumb/kernel/convex_merge.h"
#include "plumb/kernel/segment_frame.h"
#include "plumb/kernel/union_find.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;
using kernel::FacetPolygon;
using kernel::NumberedPlaces;
using UntaggedPieces = kernel::ConvexPieces<const NumberedPlaces>;
using Id = UntaggedPieces::Id;
using Point = std::array<kernel::Interval, 3>;  // doubles around it

// Points in exact coordinates, with doubles around them that decide most questions.
class Space {
 public:
  explicit Space(const std::vector<ExactPoint>& points) : points_(points) {
    near_.reserve(points.size());
    for (const ExactPoint& p : points) near_.push_back(kernel::interval_point(p));
  }
  // Whether the way from p to q goes straight on to r in space. Requires that it does in plan.
  bool straight(Index p, Index q, Index r) const {
    const auto parts = [&](const auto& at) {  // one component of the cross product is zero: that in plan
      const auto d = [&](Index to, std::size_t k) { return kernel::formulas::value(at(to)[k] - at(p)[k]); };
      return std::array{kernel::formulas::determinant(d(q, 0), d(q, 2), d(r, 0), d(r, 2)),
                        kernel::formulas::determinant(d(q, 1), d(q, 2), d(r, 1), d(r, 2))};
    };
    for (const kernel::Interval& v : parts([&](Index i) -> const Point& { return near_[i]; }))
      if (v.low > 0 || v.high < 0) return false;
    for (const mpq_class& v : parts([&](Index i) -> const ExactPoint& { return points_[i]; }))
      if (sgn(v) != 0) return false;
    return true;
  }
  bool coplanar(Index p, Index q, Index r, Index s) const {
    const auto volume = [&](const auto& at) {
      const auto d = [&](Index to) {
        return std::array{kernel::formulas::value(at(to)[0] - at(p)[0]), kernel::formulas::value(at(to)[1] - at(p)[1]),
                          kernel::formulas::value(at(to)[2] - at(p)[2])};
      };
      return kernel::formulas::orient3d(d(q), d(r), d(s));
    };
    if (const auto sign = volume([&](Index i) -> const Point& { return near_[i]; }).sign())
      return *sign == kernel::Sign::zero;
    return sgn(volume([&](Index i) -> const ExactPoint& { return points_[i]; })) == 0;
  }

 private:
  const std::vector<ExactPoint>& points_;
  std::vector<Point> near_;
};

// The parts of a floor that lie in one plane.
struct FloorFacets {
  std::vector<Index> plane;               // by triangle: the lowest triangle that it is joined with in one plane
  std::vector<Index> facet;               // by triangle
  std::vector<std::vector<Index>> rings;  // by facet: convex, counter-clockwise, without straight corners

  FloorFacets(const TriangleMesh& floor, const NumberedPlaces& places) {
    const auto count = static_cast<Index>(floor.triangles.size());
    const Space space(floor.points);
    UntaggedPieces pieces(places);
    for (const TriangleMesh::Triangle& t : floor.triangles)
      pieces.add_face(std::array{t.corners[0], t.corners[2], t.corners[1]});
    pieces.glue_all();
    std::vector<Id> cuts;
    pieces.find_inner(cuts);
    std::vector<std::pair<double, Id>> longest_first;
    kernel::UnionFind in_plane(count), in_facet(count);
    for (const Id e : cuts) {
      const Id twin = pieces[e].twin;
      if (in_one_plane(floor, space, e / 3, twin / 3, opposite(floor, twin))) {
        in_plane.unite(e / 3, twin / 3);
        longest_first.emplace_back(-pieces.length(e), e);
      } else {
        pieces[e].twin = pieces[twin].twin = UntaggedPieces::none;
      }
    }
    std::ranges::sort(longest_first);
    std::vector<std::array<Id, 2>> sides;
    cuts.clear();
    for (const auto& [length, e] : longest_first) {
      cuts.push_back(e);
      sides.push_back({e, pieces[e].twin});
    }
    remove_cuts(pieces, std::span<const Id>(cuts));
    for (const auto& [e, twin] : sides)
      if (!pieces.stands(e)) in_facet.unite(e / 3, twin / 3);
    for (Index t = 0; t < count; ++t) {
      plane.push_back(in_plane.find(t));
      const Index first = in_facet.find(t);
      facet.push_back(first == t ? static_cast<Index>(rings.size()) : facet[first]);
      if (first == t) rings.emplace_back();
    }
    for (Id first = 0; first < pieces.size(); ++first) {
      if (!pieces.alive(first)) continue;
      std::vector<Index>& ring = rings[facet[first / 3]];
      if (!ring.empty()) continue;
      Id e = first;
      do {
        const Index v = pieces[e].from;
        if (places.side(pieces[pieces[e].prev].from, v, pieces.to(e)) != 0) ring.push_back(v);
        e = pieces[e].prev;
      } while (e != first);
    }
  }

 private:
  // The corner of a triangle beyond one of its half-edges.
  static Index opposite(const TriangleMesh& floor, Id e) { return floor.triangles[e / 3].corners[(2 - e % 3 + 2) % 3]; }
  static bool in_one_plane(const TriangleMesh& floor, const Space& space, Index a, Index b, Index beyond) {
    const TriangleMesh::Triangle &s = floor.triangles[a], &t = floor.triangles[b];
    if (s.surface != t.surface) return false;
    return s.surface != kernel::no_polygon || space.coplanar(s.corners[0], s.corners[1], s.corners[2], beyond);
  }
};

class CellMaker {
 public:
  CellMaker(const PlanPieces& pieces, const TriangleMesh& floor, std::span<const ExactPoint> plan,
            std::span<const PieceCover::Seed> seeds)
      : pieces_(pieces),
        floor_(floor),
        first_(plan.empty() ? 0 : static_cast<Index>(floor.points.size())),
        places_(make_points(floor, plan)),
        facets_(floor, places_),
        cover_(pieces, floor, places_, first_, seeds),
        has_height_(out_.points.size()) {
    std::fill_n(has_height_.begin(), floor.points.size(), std::uint8_t{1});
  }

  TriangleCells make() {
    number_cells();
    for (const Index piece : order_) add_facets(piece);
    for (const Index piece : order_) add_portals(piece);
    out_.beside = pieces_.beside;
    for (auto& sides : out_.beside)
      for (Index& side : sides)
        if (side != TriangleMesh::none) side = cell_[side];
    out_.points.insert(out_.points.end(), added_.begin(), added_.end());  // places_ is not used any more
    join(NumberedPlaces(out_.points), Space(out_.points));
    return std::move(out_);
  }

 private:
  const std::vector<ExactPoint>& make_points(const TriangleMesh& floor, std::span<const ExactPoint> plan) {
    out_.points = floor.points;
    out_.points.insert(out_.points.end(), plan.begin(), plan.end());
    return out_.points;
  }

  void number_cells() {
    out_.count = static_cast<Index>(pieces_.pieces.size());
    for (Index p = 0; p < out_.count; ++p) order_.push_back(p);
    std::ranges::stable_sort(order_, {}, [&](Index p) { return cover_.of(p).front(); });
    cell_.resize(out_.count);
    for (Index c = 0; c < out_.count; ++c) cell_[order_[c]] = c;
  }

  const ExactPoint& point(Index i) const {
    return i < out_.points.size() ? out_.points[i] : added_[i - out_.points.size()];
  }
  Index add_point(ExactPoint at) {
    added_.push_back(std::move(at));
    return static_cast<Index>(out_.points.size() + added_.size() - 1);
  }
  // A corner of a piece as a point, whose height is then known.
  Index lift(Index piece, Index corner) {
    const Index i = first_ + corner;
    if (has_height_[i]) return i;
    const auto& c = floor_.triangles[cover_.below_corner(piece, corner)].corners;
    ExactPoint& p = out_.points[i];
    p[2] = kernel::height_on_plane(floor_.points[c[0]], floor_.points[c[1]], floor_.points[c[2]], {p[0], p[1]});
    has_height_[i] = 1;
    return i;
  }

  bool in_one_plane(Index piece) const {
    const auto under = cover_.of(piece);
    return std::ranges::all_of(under, [&](Index t) { return facets_.plane[t] == facets_.plane[under[0]]; });
  }

  void add_facets(Index piece) {
    const std::vector<Index>& ring = pieces_.pieces[piece].ring;
    const std::size_t n = ring.size();
    first_facet_.push_back(out_.facets.size());
    if (in_one_plane(piece)) {
      TriangleCells::Facet& facet = out_.facets.emplace_back();
      facet.cell = cell_[piece];
      facet.surface = floor_.triangles[cover_.of(piece).front()].surface;
      for (std::size_t i = 0; i < n; ++i)
        if (places_.side(first_ + ring[i == 0 ? n - 1 : i - 1], first_ + ring[i],
                         first_ + ring[i + 1 == n ? 0 : i + 1]) != 0)
          facet.corners.push_back(lift(piece, ring[i]));
      return;
    }
    FacetPolygon outline;
    for (const Index c : ring) outline.emplace_back(out_.points[first_ + c]);
    // By plane, the parts of facets, ascending by their lowest triangles.
    std::vector<std::pair<Index, std::vector<FacetPolygon>>> planes;
    std::vector<Index> done;
    for (const Index t : cover_.of(piece)) {
      const Index facet = facets_.facet[t], plane = facets_.plane[t];
      if (std::ranges::find(done, facet) != done.end()) continue;
      done.push_back(facet);
      FacetPolygon polygon;
      for (const Index c : facets_.rings[facet]) polygon.emplace_back(floor_.points[c]);
      polygon = part_within(std::move(polygon), outline);
      if (polygon.size() < 3) continue;
      auto at = std::ranges::find(planes, plane, [](const auto& p) { return p.first; });
      if (at == planes.end()) at = planes.insert(planes.end(), {plane, {}});
      at->second.push_back(std::move(polygon));
    }
    for (auto& [plane, polygons] : planes) {
      kernel::merge_convex(polygons);
      for (const FacetPolygon& polygon : polygons) {
        TriangleCells::Facet& facet = out_.facets.emplace_back();
        facet.cell = cell_[piece];
        facet.surface = floor_.triangles[plane].surface;
        for (const kernel::FacetCorner& corner : polygon) facet.corners.push_back(number(piece, corner));
      }
    }
  }

  // The corner of the piece in that place, or a new point.
  Index number(Index piece, const kernel::FacetCorner& corner) {
    for (const Index c : pieces_.pieces[piece].ring) {
      const ExactPoint& p = out_.points[first_ + c];
      if (p[0] == corner.at[0] && p[1] == corner.at[1]) return lift(piece, c);
    }
    return add_point(corner.at);
  }

  // Those with cells of higher number.
  void add_portals(Index piece) {
    const auto& [ring, beyond] = pieces_.pieces[piece];
    const Index cell = cell_[piece];
    const std::size_t first = first_facet_[cell],
                      last = cell + 1 < first_facet_.size() ? first_facet_[cell + 1] : out_.facets.size();
    for (std::size_t i = 0; i < ring.size(); ++i) {
      if (beyond[i] == PlanPieces::none || cell_[beyond[i]] < cell) continue;
      std::vector<Index> way{lift(piece, ring[i]), lift(piece, ring[i + 1 == ring.size() ? 0 : i + 1])};
      if (last - first > 1) add_bends(std::span(out_.facets).subspan(first, last - first), way);
      for (std::size_t k = 0; k + 1 < way.size(); ++k)
        out_.portals.push_back({cell, cell_[beyond[i]], {way[k], way[k + 1]}});
    }
  }

  // Puts the corners of facets that lie on a way between its ends.
  void add_bends(std::span<const TriangleCells::Facet> facets, std::vector<Index>& way) const {
    const kernel::PlanRef from(point(way[0])), to(point(way[1]));
    const bool ahead = before(from, to);
    const auto follows = [&](const kernel::PlanRef& p, const kernel::PlanRef& q) {
      return ahead ? before(p, q) : before(q, p);
    };
    std::vector<Index> between;
    for (const TriangleCells::Facet& f : facets)
      for (const Index c : f.corners) {
        const kernel::PlanRef at(point(c));
        if (follows(from, at) && follows(at, to) && orientation(from, to, at) == 0) between.push_back(c);
      }
    std::ranges::sort(between,
                      [&](Index p, Index q) { return follows(kernel::PlanRef(point(p)), kernel::PlanRef(point(q))); });
    const auto same = [&](Index p, Index q) {
      return same_place(kernel::PlanRef(point(p)), kernel::PlanRef(point(q)));
    };
    between.erase(std::unique(between.begin(), between.end(), same), between.end());
    way.insert(way.begin() + 1, between.begin(), between.end());
  }

  void join(const NumberedPlaces& places, const Space& space) {
    using Portal = TriangleCells::Portal;
    const auto ahead = [&](const Portal& p) { return places.compare(p.ends[0], p.ends[1]) < 0; };
    std::ranges::sort(out_.portals, [&](const Portal& p, const Portal& q) {
      if (p.a != q.a || p.b != q.b) return std::tie(p.a, p.b) < std::tie(q.a, q.b);
      return places.compare(p.ends[ahead(p) ? 0 : 1], q.ends[ahead(q) ? 0 : 1]) < 0;
    });
    std::vector<Portal> joined;
    for (const Portal& p : out_.portals) {
      if (!joined.empty() && joined.back().a == p.a && joined.back().b == p.b) {
        // Two convex cells meet along one line, and their sides along it run in one direction.
        auto& [from, to] = joined.back().ends;
        if (to == p.ends[0] && space.straight(from, to, p.ends[1])) {
          to = p.ends[1];
          continue;
        }
        if (from == p.ends[1] && space.straight(p.ends[0], from, to)) {
          from = p.ends[0];
          continue;
        }
      }
      joined.push_back(p);
    }
    out_.portals = std::move(joined);
  }

  const PlanPieces& pieces_;
  const TriangleMesh& floor_;
  Index first_;  // of the pieces' points
  TriangleCells out_;
  NumberedPlaces places_;
  FloorFacets facets_;
  PieceCover cover_;
  std::vector<std::uint8_t> has_height_;  // by point
  std::vector<Index> order_, cell_;       // the pieces by cell, and the reverse
  std::vector<std::size_t> first_facet_;  // by cell
  std::vector<ExactPoint> added_;         // numbered after the points
};

}  // namespace

TriangleCells cells_of(const PlanPieces& pieces, const TriangleMesh& floor, std::span<const ExactPoint> plan,
                       std::span<const PieceCover::Seed> seeds) {
  return CellMaker(pieces, floor, plan, seeds).make();
}

}  // namespace plumb::pipeline
