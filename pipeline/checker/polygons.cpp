// SPDX-License-Identifier: LGPL-3.0-or-later
#include "polygons.h"

#include <algorithm>

#include "bodies.h"
#include "verdict.h"
#include "winding.h"

namespace checker {
namespace {

struct Part {
  Index face, part;
  Ring ring;
  bool joined = false;   // in a welded polygon
  bool removed = false;  // and not its first member
};

Ring ring_of_face(const Scene& scene, std::size_t face) {
  Ring ring;
  for (Index i = scene.face_begin[face]; i < scene.face_begin[face + 1]; ++i)
    if (ring.empty() || ring.back() != scene.face_points[i]) ring.push_back(scene.face_points[i]);
  while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
  return ring;
}

// Section 2 of the definitions, one face at a time.
class Parts {
 public:
  Parts(const Scene& scene, Records& records, bool drop_bad_faces)
      : scene_(scene), records_(records), drop_bad_faces_(drop_bad_faces) {}

  std::vector<Part> read() {
    for (std::size_t f = 0; f < scene_.face_count(); ++f) add_face(to_index(f, "faces"), ring_of_face(scene_, f));
    require(!records_.is("part"), "no part of this face is wanted here");
    return std::move(parts_);
  }
  /// Faces that open their components.
  const std::vector<Index>& opening() const { return opening_; }

 private:
  void add_face(Index face, const Ring& ring) {
    const auto plane = plane_of(scene_, ring);
    if (!plane) return;  // without area
    if (std::all_of(ring.begin(), ring.end(), [&](auto p) { return plane->holds(scene_.points[p]); }))
      add_planar(face, ring, *plane);
    else add_other(face, ring);
  }

  void add_planar(Index face, const Ring& ring, const Plane& plane) {
    const View view(scene_, plane);
    if (view.convexity(ring) != 0) {
      add(face, 0, ring);
    } else if (boundary_of(view, ring)) {
      const int orientation = view.orientation(ring);
      const std::vector<Ring> pieces = read_parts(face, [&](const Ring& piece) {
        require(std::all_of(piece.begin(), piece.end(), [&](auto p) { return plane.holds(scene_.points[p]); }),
                "a corner outside the plane of the face");
        require(piece.size() >= 3 && view.convexity(piece) == orientation,
                "the part is not convex, or does not run as its face does");
      });
      if (!view.adds_up(pieces, ring))
        throw False("the parts of face " + std::to_string(face) + ", listed before this line, do not add up to it");
    } else if (!drop_bad_faces_) {
      throw False("face " + std::to_string(face) + " crosses itself, which 'bad-faces error' does not allow");
    } else {
      opening_.push_back(face);
    }
  }

  // A face that is not planar: a fan, or the triangles listed, which must be those that the definitions want.
  void add_other(Index face, const Ring& ring) {
    const View view(scene_, area_vector(scene_, ring));
    const int orientation = view.orientation(ring);
    if (orientation == 0 || fan_turns(view, ring, orientation) || hides_corners(view, ring)) return add_fan(face, ring);
    const auto boundary = boundary_of(view, ring);
    if (!boundary) return add_fan(face, ring);
    const std::vector<Ring> triangles = read_parts(face, [](const Ring&) {});
    if (!is_delaunay(view, triangles, *boundary, orientation))
      throw False("the parts of face " + std::to_string(face) +
                  ", listed before this line, are not the triangles that it falls into");
    if (!runs_as(ring, *boundary)) opening_.push_back(face);
  }

  static bool fan_turns(const View& view, const Ring& ring, int orientation) {
    for (std::size_t i = 1; i + 1 < ring.size(); ++i)
      if (view.turn(ring[0], ring[i], ring[i + 1]) * orientation < 0) return false;
    return true;
  }

  // Do different corners coincide as seen?
  static bool hides_corners(const View& view, Ring ring) {
    std::sort(ring.begin(), ring.end(), [&](Index p, Index q) { return view.compare(p, q) < 0; });
    return std::adjacent_find(ring.begin(), ring.end(),
                              [&](Index p, Index q) { return p != q && view.compare(p, q) == 0; }) != ring.end();
  }

  void add_fan(Index face, const Ring& ring) {
    std::size_t part = 0;
    for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
      Ring triangle{ring[0], ring[i], ring[i + 1]};
      if (plane_of(scene_, triangle)) add(face, part++, std::move(triangle));
    }
  }

  template <class Judge>
  std::vector<Ring> read_parts(Index face, const Judge& judge) {
    std::vector<Ring> pieces;
    while (records_.is("part") && records_.number(1, scene_.face_count()) == face) {
      require(records_.word(2) == std::to_string(pieces.size()), "parts are numbered from 0");
      Ring piece;
      for (std::size_t i = 3; i < records_.size(); ++i) piece.push_back(records_.number(i, scene_.points.size()));
      judge(piece);
      add(face, pieces.size(), piece);
      pieces.push_back(std::move(piece));
      records_.next();
    }
    return pieces;
  }

  void add(Index face, std::size_t part, Ring ring) {
    to_index(parts_.size(), "polygons");
    parts_.push_back({face, to_index(part, "parts"), std::move(ring)});
  }

  const Scene& scene_;
  Records& records_;
  bool drop_bad_faces_;
  std::vector<Part> parts_;
  std::vector<Index> opening_;
};

Part* find(std::vector<Part>& parts, Index face, Index part) {
  const auto at = std::lower_bound(parts.begin(), parts.end(), std::pair(face, part),
                                   [](const Part& p, const auto& key) { return std::pair(p.face, p.part) < key; });
  if (at == parts.end() || at->face != face || at->part != part || at->joined)
    throw False("a member that is no part, or is in two welded polygons");
  return &*at;
}

// weld F P F P ... : v v v ...  The members must be parts of one plane that face one way, all or none of them count,
// and they add up to the outline.
void join(const Scene& scene, const Records& records, std::vector<Part>& parts, const std::vector<bool>& counts,
          std::ptrdiff_t& last) {
  std::vector<Part*> members;
  std::size_t i = 1;
  for (; records.word(i) != ":"; i += 2) {
    members.push_back(find(parts, records.number(i, scene.face_count()), records.number(i + 1, none)));
    require(members.size() == 1 || members[members.size() - 2] < members.back(), "the members are not in order");
  }
  require(members.size() >= 2, "a welded polygon has two members or more");
  require(last < members[0] - parts.data(), "welded polygons are not in order");
  last = members[0] - parts.data();
  Ring outline;
  while (++i < records.size()) outline.push_back(records.number(i, scene.points.size()));
  const auto plane = plane_of(scene, outline);
  require(plane.has_value(), "the outline has no area");
  const View view(scene, *plane);
  const auto in_plane = [&](const Ring& ring) {
    return std::all_of(ring.begin(), ring.end(), [&](auto p) { return plane->holds(scene.points[p]); });
  };
  const int orientation = in_plane(outline) ? view.convexity(outline) : 0;
  require(orientation != 0, "the outline is not convex");
  std::vector<Ring> pieces;
  for (const Part* m : members) {
    require(counts.empty() || counts[m->face] == counts[members[0]->face],
            "a member that belongs to a solid, with one that does not");
    require(in_plane(m->ring) && view.convexity(m->ring) == orientation,
            "a member that lies in another plane, or faces the other way");
    pieces.push_back(m->ring);
  }
  require(view.adds_up(pieces, outline), "the members do not add up to the outline");
  for (Part* m : members) m->joined = m->removed = true;
  members[0]->removed = false;
  members[0]->ring = std::move(outline);
}

Polygon make_polygon(const Scene& scene, Part part) {
  Polygon polygon{part.face, part.part, {}, *plane_of(scene, part.ring), false, false, {}, {}, 0, 0};
  Plane& n = polygon.plane;
  polygon.faces_up = sgn(n.nz) > 0;
  if (sgn(n.nz) < 0) {
    n = n.reversed();
    std::reverse(part.ring.begin(), part.ring.end());
  }
  const View view(scene, n);
  const std::size_t size = part.ring.size();
  for (std::size_t i = 0; i < size; ++i)
    if (view.turn(part.ring[i], part.ring[(i + 1) % size], part.ring[(i + 2) % size]) != 0)
      polygon.corners.push_back(part.ring[(i + 1) % size]);
  std::rotate(polygon.corners.begin(), std::min_element(polygon.corners.begin(), polygon.corners.end()),
              polygon.corners.end());
  for (int axis = 0; axis < 3; ++axis) {
    const auto [low, high] = std::minmax_element(
        polygon.corners.begin(), polygon.corners.end(),
        [&](auto p, auto q) { return compare(scene.points[p], scene.points[q], axis) < 0; });
    polygon.low[axis] = scene.points[*low].near[static_cast<std::size_t>(axis)];
    polygon.high[axis] = scene.points[*high].near[static_cast<std::size_t>(axis)];
    if (axis < 2) continue;
    polygon.bottom = exact(scene.points[*low], axis);
    polygon.top = exact(scene.points[*high], axis);
  }
  return polygon;
}

}  // namespace

std::vector<Polygon> read_polygons(const Scene& scene, Records& records, bool drop_bad_faces, Components* components) {
  Parts reader(scene, records, drop_bad_faces);
  std::vector<Part> parts = reader.read();
  std::vector<bool> counts;
  if (components) {
    std::vector<Polygon> unwelded;
    for (const Part& part : parts) unwelded.push_back(make_polygon(scene, part));
    *components = find_components(scene, unwelded, reader.opening());
    counts = components->counts;
  }
  std::ptrdiff_t last = -1;
  for (; records.is("weld"); records.next()) join(scene, records, parts, counts, last);
  std::vector<Polygon> polygons;
  for (Part& part : parts) {
    if (part.removed) continue;
    Polygon& polygon = polygons.emplace_back(make_polygon(scene, std::move(part)));
    polygon.counts = !counts.empty() && counts[polygon.face];
  }
  return polygons;
}

void judge_steepness(std::vector<Polygon>& polygons, const SlopeLimit& limit, bool both_sides) {
  for (Polygon& p : polygons) p.traversable = !p.vertical() && (both_sides || p.faces_up) && limit.allows(p.plane);
}

}  // namespace checker
