// SPDX-License-Identifier: GPL-3.0-or-later
// Faces of a scene to convex planar polygons, exactly. Faces of files are anything: with repeated corners, not planar,
// not convex, with holes joined by a bridge edge, or crossing themselves.
//
// Convexifier takes each face by itself:
// 1. A triangle is tested for area alone (triangle). Of other faces repeated corners are collapsed, three corners that
//    are not on one line are sought, and all others are tested for being in their plane (polygon).
// 2. A planar face is seen along z, or along x or y if it is vertical (planar). shape_of() says whether its
//    outline is convex: then it is kept; or simple: then convex_parts() cuts it; or neither: then region_of()
//    triangulates what it winds around, and join_triangles() makes convex parts of the triangles. If edges cross in
//    points that are no corners, crossed() adds these points to a table of the face alone and does the same there
//    (crossed_region_of). An outline that winds around a point twice, or both ways, is a bad face.
// 3. A face that is not planar (not_planar) becomes the fan from its first corner, if all triangles of the fan turn one
//    way in projection; else the triangles of region_of(); else the fan all the same, and the area by which it overlaps
//    itself is reported. bends() finds out whether the triangles have another boundary in space than the face.
// 4. append() turns polygons clockwise seen from above; what was cut, dropped or bent is noted.
// convexify() shares runs of faces out among threads and concatenates their results, in the order of the file.
// Crossings get numbers behind those of the scene's points. number_crossings() then appends them to the scene, but for
// those at which there is a point, be it of the file or a crossing of an earlier face: points of a scene are distinct.
//
// Cost: n for a convex face, n log n else, n^2 at worst (region_of); memory linear. No recursion.
// Exact: every question is a sign of PointTable predicates.
// Source: our own; the methods are named in the kernel's face_outline.h.
#include "plumb/pipeline/scene_surfaces.h"

#include <cassert>
#include <limits>
#include <map>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/face_outline.h"
#include "plumb/kernel/plane.h"
#include "plumb/pipeline/parallel.h"

namespace plumb::pipeline {
namespace {

using namespace plumb::kernel;

bool same_point(const PointTable& points, PointId a, PointId b) {
  return a == b || (compare(points, 0, a, b) == 0 && compare(points, 1, a, b) == 0 && compare(points, 2, a, b) == 0);
}

// The result for a run of faces, made by one thread.
struct Run {
  std::vector<Surface> surfaces;
  std::vector<PointId> corners;
  std::vector<std::uint32_t> degenerate, split, bad;
  std::vector<FacePart> cut_parts;
  std::vector<std::uint32_t> cut_begin;
  std::vector<PointId> cut_corners;
  std::vector<FaceCrossing> crossings;  // numbered from scene.points.size() on
  std::vector<ExactPoint> crossing_places;
  std::vector<FaceCorner> dropped_corners;
  std::vector<FannedFace> fanned;
  std::vector<std::uint32_t> triangulated, bent;
};

class Convexifier {
 public:
  Convexifier(const Scene& scene, BadFaces bad_faces, Run& out)
      : points_(scene.points), scene_(scene), bad_faces_(bad_faces), out_(out) {}

  void run(std::size_t begin, std::size_t end) {
    out_.surfaces.reserve(end - begin);
    out_.corners.reserve(scene_.face_begin[end] - scene_.face_begin[begin]);
    for (std::size_t f = begin; f < end; ++f) {
      face_ = static_cast<std::uint32_t>(f);
      part_ = 0;
      const auto corners =
          std::span(scene_.face_points).subspan(scene_.face_begin[f], scene_.face_begin[f + 1] - scene_.face_begin[f]);
      if (corners.size() == 3) {
        if (!triangle(corners[0], corners[1], corners[2])) out_.degenerate.push_back(face_);
      } else if (!polygon(corners)) {
        out_.bad.push_back(face_);
        if (bad_faces_ == BadFaces::error) return;  // the error names the first bad face
      }
      if (part_ > 1) out_.split.push_back(face_);
    }
  }

 private:
  void append(std::span<const PointId> corners, Sign upward) {
    Surface s;
    s.first_corner = static_cast<std::uint32_t>(out_.corners.size());
    s.corner_count = static_cast<std::uint32_t>(corners.size());
    s.face = face_;
    s.part = part_++;
    s.faces_up = upward == Sign::positive;
    if (upward == Sign::zero) s.kind = SurfaceKind::vertical;
    out_.surfaces.push_back(s);
    out_.corners.insert(out_.corners.end(), corners.begin(), corners.end());
    if (s.faces_up) std::reverse(out_.corners.begin() + s.first_corner + 1, out_.corners.end());
  }

  // False if it has no area.
  bool triangle(PointId a, PointId b, PointId c) {
    if (a == b || b == c || c == a) return false;
    const Sign z = orientation(points_, 2, a, b, c);
    if (z == Sign::zero && orientation(points_, 0, a, b, c) == Sign::zero &&
        orientation(points_, 1, a, b, c) == Sign::zero)
      return false;
    append(std::array{a, b, c}, z);
    return true;
  }

  // False if it is planar and winds around a point more than once, or both ways.
  bool polygon(std::span<const PointId> given) {
    ring_.clear();
    place_in_face_.clear();
    for (std::uint32_t i = 0; i < given.size(); ++i)
      if (ring_.empty() || !same_point(points_, ring_.back(), given[i])) {
        ring_.push_back(given[i]);
        place_in_face_.push_back(i);
      }
    while (ring_.size() > 1 && same_point(points_, ring_.back(), ring_.front())) ring_.pop_back();
    const std::size_t n = ring_.size();
    std::size_t k = 2;
    while (k < n && collinear(points_, ring_[0], ring_[1], ring_[k])) ++k;
    if (k >= n) {
      out_.degenerate.push_back(face_);
      return true;
    }
    const PointId a = ring_[0], b = ring_[1], c = ring_[k];
    for (std::size_t j = k + 1; j < n; ++j)
      if (volume(points_, a, b, c, ring_[j]) != Sign::zero) {
        not_planar();
        return true;
      }
    return planar(projection_of(points_, a, b, c).axis);
  }

  bool planar(int axis) {
    const FaceShape shape = shape_of(points_, axis, ring_);
    if (shape.kind == FaceOutline::convex) {
      append(ring_, axis == 2 ? shape.sign : Sign::zero);
    } else if (shape.kind == FaceOutline::simple) {
      append_parts(convex_parts(points_, axis, shape.sign, ring_), axis, shape.sign);
    } else {
      const auto region = region_of(points_, axis, ring_);
      if (!region) return crossed(axis);
      if (region->sign == Sign::zero) {  // all edges cancel
        out_.degenerate.push_back(face_);
        return true;
      }
      append_parts(join_triangles(points_, axis, *region), axis, region->sign);
      note_left_out(*region);
    }
    return true;
  }

  // A planar outline whose edges cross in points that are no corners. False if it does not wind once.
  bool crossed(int axis) {
    std::vector<PointId> known = ring_, ring;
    std::ranges::sort(known);
    known.erase(std::unique(known.begin(), known.end()), known.end());
    for (const PointId p : ring_)
      ring.push_back(static_cast<PointId>(std::ranges::lower_bound(known, p) - known.begin()));
    PointTable table;
    table.append(exact_corners(points_, known));
    const auto region = crossed_region_of(table, axis, ring);
    if (!region) return false;
    const auto next = static_cast<PointId>(points_.size() + out_.crossings.size());
    const auto number = [&](PointId p) {
      return p < known.size() ? known[p] : next + (p - static_cast<PointId>(known.size()));
    };
    for (const auto& c : region->crossings) {
      const auto corner = [&](std::size_t i) { return ring_[i == ring_.size() ? 0 : i]; };
      const auto [e, f] = c.edges;
      out_.crossings.push_back({face_, number(c.point), {corner(e), corner(e + 1), corner(f), corner(f + 1)}});
      out_.crossing_places.push_back(exact_point(table, c.point));
    }
    CornerLists parts = join_triangles(table, axis, *region);
    for (PointId& p : parts.corners) p = number(p);
    append_parts(parts, axis, region->sign);
    note_left_out(*region);
    return true;
  }

  void append_parts(const CornerLists& parts, int axis, Sign sign) {
    note_cut(parts);
    for (std::size_t i = 0; i < parts.size(); ++i) append(part_of(parts, i), axis == 2 ? sign : Sign::zero);
  }

  static std::span<const PointId> part_of(const CornerLists& parts, std::size_t i) {
    return std::span(parts.corners).subspan(parts.begin[i], parts.begin[i + 1] - parts.begin[i]);
  }

  // Call it before the parts are appended: they get the next numbers.
  void note_cut(const CornerLists& parts) {
    const auto first = static_cast<std::uint32_t>(out_.cut_corners.size());
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
      out_.cut_parts.push_back({face_, part_ + i});
      out_.cut_begin.push_back(first + parts.begin[i]);
    }
    out_.cut_corners.insert(out_.cut_corners.end(), parts.corners.begin(), parts.corners.end());
  }

  void note_left_out(const FaceRegion& region) {
    for (const std::uint32_t i : region.left_out) out_.dropped_corners.push_back({face_, place_in_face_[i]});
  }

  void not_planar() {
    const auto view = area_projection(points_, ring_);
    if (view && fan_turns(*view)) return fan();
    const auto region = view ? region_of(points_, view->axis, ring_) : std::nullopt;
    if (!region) {
      const mpz_class& unit = points_.denominator();
      out_.fanned.push_back({face_, doubled_fan_excess(points_, view ? view->axis : 2, ring_) / (2 * unit * unit)});
      return fan();
    }
    out_.triangulated.push_back(face_);
    const CornerLists& triangles = region->triangles;
    note_cut(triangles);
    for (std::size_t i = 0; i < triangles.size(); ++i) {
      const auto t = part_of(triangles, i);
      triangle(t[0], t[1], t[2]);
    }
    note_left_out(*region);
    if (bends(triangles)) out_.bent.push_back(face_);
  }

  void fan() {
    bool whole = true;
    for (std::size_t k = 1; k + 1 < ring_.size(); ++k) whole &= triangle(ring_[0], ring_[k], ring_[k + 1]);
    if (!whole) out_.degenerate.push_back(face_);
  }

  // Whether every triangle of the fan, seen along the axis, turns as the area vector does or has no area.
  bool fan_turns(const Projection& view) const {
    for (std::size_t k = 1; k + 1 < ring_.size(); ++k)
      if (orientation(points_, view.axis, ring_[0], ring_[k], ring_[k + 1]) * view.sign == Sign::negative) return false;
    return true;
  }

  // Whether the boundary of the triangles, the edges that do not cancel with their reverse, differs from the outline.
  bool bends(const CornerLists& triangles) {
    edges_.clear();
    const auto add = [&](std::span<const PointId> ring, int times) {
      for (std::size_t i = 0; i < ring.size(); ++i) {
        const PointId p = ring[i], q = ring[i + 1 == ring.size() ? 0 : i + 1];
        edges_.push_back({std::min(p, q), std::max(p, q), p < q ? times : -times});
      }
    };
    add(ring_, 1);
    for (std::size_t i = 0; i < triangles.size(); ++i) add(part_of(triangles, i), -1);
    std::ranges::sort(edges_, {}, [](const Edge& e) { return std::pair(e.low, e.high); });
    for (std::size_t i = 0, j; i < edges_.size(); i = j) {
      int sum = 0;
      for (j = i; j < edges_.size() && edges_[j].low == edges_[i].low && edges_[j].high == edges_[i].high; ++j)
        sum += edges_[j].times;
      if (sum != 0) return true;
    }
    return false;
  }

  struct Edge {
    PointId low, high;
    int times;
  };

  const PointTable& points_;
  const Scene& scene_;
  BadFaces bad_faces_;
  Run& out_;
  std::uint32_t face_ = 0, part_ = 0;
  std::vector<PointId> ring_;
  std::vector<std::uint32_t> place_in_face_;  // of the ring's corners
  std::vector<Edge> edges_;                   // a buffer
};

Error bad_face(const Scene& scene, std::uint32_t face) {
  return {ErrorCode::bad_face,
          "face " + std::to_string(face) +
              " (counted from 0) is planar but crosses itself, so that it winds around some point twice, or both ways; "
              "repair it, or leave such faces out with --bad-faces drop",
          scene.file, 0};
}

// Gives crossings their numbers in the scene: those of the points at their places, and the next ones. Until now they
// are numbered from points.size() on. The points are passed once, and compared exactly where doubles are equal.
void number_crossings(PointTable& points, const std::vector<ExactPoint>& places, SurfaceSet& set) {
  std::map<std::array<double, 3>, std::vector<std::size_t>> by_doubles;
  for (std::size_t c = 0; c < places.size(); ++c) {
    std::array<double, 3> near;
    for (std::size_t k = 0; k < 3; ++k) near[k] = nearest_double(mpq_class(places[c][k] * points.denominator()));
    by_doubles[near].push_back(c);
  }
  std::vector<PointId> number(places.size(), no_point);
  const auto count = static_cast<PointId>(points.size());
  for (PointId p = 0; p < count; ++p) {
    const auto at = by_doubles.find({points.approx(p, 0), points.approx(p, 1), points.approx(p, 2)});
    if (at == by_doubles.end()) continue;
    for (const std::size_t c : at->second)
      if (exact_point(points, p) == places[c]) number[c] = p;
  }
  std::vector<ExactPoint> fresh;
  std::map<ExactPoint, PointId> number_at;
  for (std::size_t c = 0; c < places.size(); ++c) {
    if (number[c] != no_point) continue;
    const auto [at, is_new] = number_at.try_emplace(places[c], static_cast<PointId>(count + fresh.size()));
    if (is_new) fresh.push_back(places[c]);
    number[c] = at->second;
  }
  points.append_long(fresh);
  for (std::vector<PointId>* corners : {&set.corners, &set.cut_corners})
    for (PointId& p : *corners)
      if (p >= count) p = number[p - count];
  for (std::size_t c = 0; c < places.size(); ++c) set.crossings[c].point = number[c];
}

}  // namespace

Result<SurfaceSet> convexify(Scene& scene, BadFaces bad_faces, unsigned threads) {
  assert(threads >= 1);
  const std::size_t faces = scene.face_count(), chunks = chunk_count(faces, threads);
  std::vector<Run> runs(chunks);
  for_chunks(faces, chunks, threads, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    if (begin != end) Convexifier(scene, bad_faces, runs[chunk]).run(begin, end);
  });

  std::size_t surfaces = 0, corners = 0, points = scene.points.size();
  for (const Run& r : runs) {
    if (bad_faces == BadFaces::error && !r.bad.empty()) return bad_face(scene, r.bad.front());
    surfaces += r.surfaces.size();
    corners += r.corners.size();
    points += r.crossings.size();
  }
  if (std::max(surfaces, corners) > std::numeric_limits<std::uint32_t>::max() || points >= no_point)
    return Error{ErrorCode::too_large, "the faces make more than 2^32 - 1 corners of convex polygons; cut the scene up",
                 scene.file, 0};
  SurfaceSet set;
  std::vector<ExactPoint> places;  // of crossings
  if (chunks == 1) {
    set.crossings = std::move(runs[0].crossings);
    places = std::move(runs[0].crossing_places);
    set.surfaces = std::move(runs[0].surfaces);
    set.corners = std::move(runs[0].corners);
    set.degenerate_faces = std::move(runs[0].degenerate);
    set.split_faces = std::move(runs[0].split);
    set.dropped_faces = std::move(runs[0].bad);
    set.cut_parts = std::move(runs[0].cut_parts);
    set.cut_begin = std::move(runs[0].cut_begin);
    set.cut_corners = std::move(runs[0].cut_corners);
    set.dropped_corners = std::move(runs[0].dropped_corners);
    set.fanned_faces = std::move(runs[0].fanned);
    set.triangulated_faces = std::move(runs[0].triangulated);
    set.bent_faces = std::move(runs[0].bent);
  } else {
    set.surfaces.reserve(surfaces);
    set.corners.reserve(corners);
    for (Run& r : runs) {
      const auto shift = static_cast<std::uint32_t>(set.corners.size());
      for (Surface& s : r.surfaces) s.first_corner += shift;
      for (std::uint32_t& b : r.cut_begin) b += static_cast<std::uint32_t>(set.cut_corners.size());
      if (!r.crossings.empty())
        for (std::vector<PointId>* list : {&r.corners, &r.cut_corners})
          for (PointId& p : *list)
            if (p >= scene.points.size()) p += static_cast<PointId>(places.size());
      const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
      append(set.surfaces, r.surfaces);
      append(set.corners, r.corners);
      append(set.degenerate_faces, r.degenerate);
      append(set.split_faces, r.split);
      append(set.dropped_faces, r.bad);
      append(set.cut_parts, r.cut_parts);
      append(set.cut_begin, r.cut_begin);
      append(set.cut_corners, r.cut_corners);
      append(set.crossings, r.crossings);
      append(places, r.crossing_places);
      append(set.dropped_corners, r.dropped_corners);
      append(set.fanned_faces, r.fanned);
      append(set.triangulated_faces, r.triangulated);
      append(set.bent_faces, r.bent);
      r = Run{};
    }
  }
  if (!places.empty()) number_crossings(scene.points, places, set);
  set.welded_from = static_cast<std::uint32_t>(surfaces);
  set.covered_begin.resize(surfaces + 1);
  set.covered_parts.resize(surfaces);
  for (std::size_t i = 0; i < surfaces; ++i) {
    set.covered_begin[i + 1] = static_cast<std::uint32_t>(i + 1);
    set.covered_parts[i] = {set.surfaces[i].face, set.surfaces[i].part};
  }
  return set;
}

}  // namespace plumb::pipeline
