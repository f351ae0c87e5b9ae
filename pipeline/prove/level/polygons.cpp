// SPDX-License-Identifier: LGPL-3.0-or-later
// From faces to convex polygons, by the certificate's `part` and `weld` records (docs/theory/certificate.md, proof of
// 1).
//
// 1. FaceParts::read() lets face() find on all threads whether each face has an area, is planar and is convex.
//    add_face() then takes the faces in their order. A planar and convex face is one part. add_planar() requires of
//    the `part` records of any other planar face that they are convex, run as the face does and add up to it; a face
//    that does not wind once (View::windings()) is an error or dropped. The points in which edges of a face cross must
//    be its `crossing` records (read_crossings). add_other() gives a face that is not planar the triangles of a fan,
//    or requires those of the constrained Delaunay triangulation.
// 2. With closed solids, find_components() marks the faces that count, before anything is welded.
// 3. read_welds() reads sections of `weld` records on all threads. read_weld() judges each by itself: members of one
//    plane and one orientation, a convex outline, and a sum that is the outline. That they ascend and that no member is
//    in two of them is required in their order.
// 4. make_polygon() makes the plane with n.z >= 0, the outline without straight corners from its lowest point number
//    on, and the box.
// 5. judge_steepness() marks the polygons that are traversable. A SlopeLimit given as an angle has an irrational cosine
//    but for four angles (Niven): its square is kept between two fractions, from Machin's series for pi and the series
//    of the cosine, and allows() computes more bits until the comparison is certain.
//
// Cost: linear in the corners, but for looking members up (log n each), for sorting edges in View::adds_up(), and for
// rings that may touch themselves (View::windings()). If any edges cross, points are sorted once. Memory: linear,
// one block of 65,536 faces at a time.
// Exact: everything, in integers or fractions.
// Source: docs/theory/definitions.md, section 2. Which faces are cut how, and what is welded, is the baker's choice.
#include "level/polygons.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>

#include "base/verdict.h"
#include "level/rings.h"
#include "read/records.h"

namespace plumb::checker {
namespace {

// A convex part of a face, with the plane that its first corners have and its orientation in the view of that.
struct FacePart {
  Index face, part;
  Ring ring;
  Plane plane;
  int orientation;
  bool straight;  // it may have corners in the middle of sides
};

// The parts of all faces. Those of a face are the numbers [first[face], first[face + 1]).
struct Parts {
  std::vector<FacePart> all;
  std::vector<Index> first = {};

  Index find(Index face, Index part) const {
    require(part < first[face + 1] - first[face], "a member that is no part");
    return first[face] + part;
  }
};

Ring ring_of_face(const Scene& scene, std::size_t face) {
  Ring ring;
  ring.reserve(scene.face_begin[face + 1] - scene.face_begin[face]);
  for (Index i = scene.face_begin[face]; i < scene.face_begin[face + 1]; ++i)
    if (ring.empty() || ring.back() != scene.face_points[i]) ring.push_back(scene.face_points[i]);
  while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
  return ring;
}

bool holds_all(const Scene& scene, const Plane& plane, const Ring& ring) {
  return std::all_of(ring.begin(), ring.end(), [&](Index p) { return plane.holds(scene.points[p]); });
}

// Makes the parts of faces (section 2 of the definitions), face by face.
class FaceParts {
 public:
  FaceParts(Scene& scene, Records& records, bool drop_bad_faces, const Threads& threads)
      : scene_(scene), records_(records), drop_bad_faces_(drop_bad_faces), threads_(threads) {}

  // Most faces are planar and convex. That is found on all threads, for a block of faces at a time.
  Parts read() {
    constexpr std::size_t at_once = 1 << 16;
    std::vector<Face> faces;
    for (std::size_t begin = 0; begin < scene_.face_count(); begin += at_once) {
      faces.assign(std::min(at_once, scene_.face_count() - begin), {});
      threads_.run_ranges(faces.size(), 256, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) faces[i] = face(begin + i);
      });
      for (std::size_t i = 0; i < faces.size(); ++i) {
        parts_.first.push_back(static_cast<Index>(parts_.all.size()));
        add_face(to_index(begin + i, "faces"), faces[i]);
      }
    }
    require(!records_.is("part") && !records_.is("crossing"), "no part or crossing of this face is wanted here");
    parts_.first.push_back(static_cast<Index>(parts_.all.size()));
    return std::move(parts_);
  }
  /// Faces because of which their components count as open.
  const std::vector<Index>& opening() const { return opening_; }

 private:
  struct Face {
    Ring ring;
    std::optional<Plane> plane = std::nullopt;  // through some of its corners; none if it has no area
    bool planar = false;
    int orientation = 0;  // if it is planar and convex
    bool straight = false;
  };

  Face face(std::size_t number) const {
    Face f{ring_of_face(scene_, number)};
    f.plane = plane_of(scene_, f.ring);
    f.planar = f.plane && (f.ring.size() == 3 || holds_all(scene_, *f.plane, f.ring));
    if (f.planar) f.orientation = View(scene_, *f.plane).convexity(f.ring, f.straight);
    return f;
  }

  void add_face(Index number, Face& f) {
    if (!f.plane) return;
    if (f.orientation != 0) add(number, 0, std::move(f.ring), std::move(*f.plane), f.orientation, f.straight);
    else if (f.planar) add_planar(number, f.ring, *f.plane);
    else add_other(number, f.ring);
  }

  // A planar face that is not convex.
  void add_planar(Index face, const Ring& ring, const Plane& plane) {
    const View view(scene_, plane);
    if (const auto windings = view.windings(ring)) {
      read_crossings(face, view, ring, windings->crossings);
      const int orientation = view.orientation(ring);
      const std::vector<Ring> pieces = read_parts(face, [&](const Ring& piece) {
        require(holds_all(scene_, plane, piece), "a corner outside the plane of the face");
        require(piece.size() >= 3 && view.convexity(piece) == orientation,
                "the part is not convex, or does not run as its face does");
      });
      if (!view.adds_up({pieces.begin(), pieces.end()}, ring))
        throw Refutation("the parts of face " + std::to_string(face) +
                         ", listed before this line, do not add up to it");
      // The face's own plane may have its normal the other way, as it is of a corner that may be reflex.
      for (std::size_t i = 0; i < pieces.size(); ++i)
        add(face, i, pieces[i], *plane_of(scene_, pieces[i]), orientation, true);
    } else if (!drop_bad_faces_) {
      throw Refutation("face " + std::to_string(face) + " crosses itself, which 'bad-faces error' does not allow");
    } else {
      opening_.push_back(face);
    }
  }

  // crossing F a b c d: a point in which edges of the face cross. The face has these edges, and these points, which are
  // seen in this order.
  void read_crossings(Index face, const View& view, const Ring& ring, const std::vector<Point>& crossings) {
    std::set<Edge> edges;
    for (std::size_t i = 0; i < ring.size(); ++i) edges.emplace(ring[i], ring[i + 1 == ring.size() ? 0 : i + 1]);
    for (const Point& wanted : crossings) {
      if (!records_.is("crossing") || records_.number(1, scene_.face_count()) != face)
        throw Refutation("here a 'crossing' of face " + std::to_string(face) + " is wanted");
      records_.require_size(6);
      std::array<Index, 4> ends;
      for (std::size_t i = 0; i < 4; ++i) ends[i] = records_.number(i + 2, scene_.points.size());
      const auto [a, b, c, d] = ends;
      require(edges.contains({a, b}) && edges.contains({c, d}), "the face has no such edge");
      const auto at = view.crossing(a, b, c, d);
      require(at && ByPlace::compare(*at, wanted) == 0, "the edges do not cross at the face's next crossing");
      number_point(*at);
      records_.next();
    }
  }

  // A point gets the next number, unless there is one at its place.
  void number_point(const Point& point) {
    if (by_place_.empty())
      for (Index p = 0; p < scene_.points.size(); ++p) by_place_.insert(p);
    if (by_place_.find(point) != by_place_.end()) return;
    const Index number = to_index(scene_.points.size(), "points");
    scene_.points.push_back(point);
    by_place_.insert(number);
  }

  // A face that is not planar: a fan, or the triangles listed, which must be those that the definitions want.
  void add_other(Index face, const Ring& ring) {
    const View view(scene_, area_vector(scene_, ring));
    const int orientation = view.orientation(ring);
    if (orientation == 0 || fan_turns(view, ring, orientation) || hides_corners(view, ring)) return add_fan(face, ring);
    const auto windings = view.windings(ring);
    if (!windings || !windings->crossings.empty()) return add_fan(face, ring);
    const std::vector<Ring> triangles = read_parts(face, [](const Ring&) {});
    if (!is_delaunay(view, triangles, windings->boundary, orientation))
      throw Refutation("the parts of face " + std::to_string(face) +
                       ", listed before this line, are not the triangles that it falls into");
    for (std::size_t i = 0; i < triangles.size(); ++i)
      require(add_triangle(face, i, triangles[i]), "a triangle without area");
    if (!runs_as(ring, windings->boundary)) opening_.push_back(face);
  }

  static bool fan_turns(const View& view, const Ring& ring, int orientation) {
    for (std::size_t i = 1; i + 1 < ring.size(); ++i)
      if (view.turn(ring[0], ring[i], ring[i + 1]) * orientation < 0) return false;
    return true;
  }

  // Whether two different corners are at one place of the view.
  static bool hides_corners(const View& view, Ring ring) {
    std::sort(ring.begin(), ring.end(), [&](Index p, Index q) { return view.compare(p, q) < 0; });
    return std::adjacent_find(ring.begin(), ring.end(),
                              [&](Index p, Index q) { return p != q && view.compare(p, q) == 0; }) != ring.end();
  }

  void add_fan(Index face, const Ring& ring) {
    std::size_t part = 0;
    for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
      if (add_triangle(face, part, {ring[0], ring[i], ring[i + 1]})) ++part;
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
      pieces.push_back(std::move(piece));
      records_.next();
    }
    return pieces;
  }

  // False if it has no area.
  bool add_triangle(Index face, std::size_t part, const Ring& ring) {
    const auto plane = plane_of(scene_, ring);
    if (plane) add(face, part, ring, *plane, View(scene_, *plane).convexity(ring), false);
    return plane.has_value();
  }

  void add(Index face, std::size_t part, Ring ring, Plane plane, int orientation, bool straight) {
    to_index(parts_.all.size(), "polygons");
    parts_.all.push_back({face, to_index(part, "parts"), std::move(ring), std::move(plane), orientation, straight});
  }

  struct ByPlace {
    using is_transparent = void;
    const Scene& scene;
    static int compare(const Point& p, const Point& q) {
      for (int axis = 0; axis < 3; ++axis)
        if (const int c = checker::compare(p, q, axis)) return c;
      return 0;
    }
    bool operator()(Index p, Index q) const { return compare(scene.points[p], scene.points[q]) < 0; }
    bool operator()(Index p, const Point& q) const { return compare(scene.points[p], q) < 0; }
    bool operator()(const Point& p, Index q) const { return compare(p, scene.points[q]) < 0; }
  };

  Scene& scene_;
  std::set<Index, ByPlace> by_place_{ByPlace{scene_}};  // all points, once one is looked up
  Records& records_;
  bool drop_bad_faces_;
  const Threads& threads_;
  Parts parts_;
  std::vector<Index> opening_;
};

// A `weld` record that holds by itself.
struct WeldedPolygon {
  std::uint64_t line;
  std::vector<Index> members;  // numbers of parts
  Ring outline;
  bool straight = false;
};

// weld F P F P ... : v v v ...  The members must be parts of one plane that face one way, all or none of them count,
// and they add up to the outline. In one plane, all are seen along one axis.
WeldedPolygon read_weld(const Scene& scene, const Records& records, const Parts& parts,
                        const std::vector<bool>& counts) {
  WeldedPolygon weld{records.line(), {}, {}};
  weld.members.reserve(records.size() / 2);
  std::size_t i = 1;
  for (; records.word(i) != ":"; i += 2) {
    const Index number = parts.find(records.number(i, scene.face_count()), records.number(i + 1, none));
    require(weld.members.empty() || weld.members.back() < number, "the members are not in order");
    weld.members.push_back(number);
  }
  require(weld.members.size() >= 2, "a welded polygon has two members or more");
  weld.outline.reserve(records.size() - i);
  while (++i < records.size()) weld.outline.push_back(records.number(i, scene.points.size()));
  const Plane& plane = parts.all[weld.members[0]].plane;
  const View view(scene, plane);
  const int orientation = holds_all(scene, plane, weld.outline) ? view.convexity(weld.outline, weld.straight) : 0;
  require(orientation != 0, "the outline is not convex");
  std::vector<std::reference_wrapper<const Ring>> pieces;
  pieces.reserve(weld.members.size());
  for (const Index m : weld.members) {
    require(counts.empty() || counts[parts.all[m].face] == counts[parts.all[weld.members[0]].face],
            "a member that belongs to a solid, with one that does not");
    require(parts.all[m].orientation == orientation && holds_all(scene, plane, parts.all[m].ring),
            "a member that lies in another plane, or faces the other way");
    pieces.emplace_back(parts.all[m].ring);
  }
  require(view.adds_up(pieces, weld.outline), "the members do not add up to the outline");
  return weld;
}

// Reads all `weld` records, in sections on all threads: each is judged by itself, by parts as they are in faces. Then
// they are appended in their order.
std::vector<WeldedPolygon> read_welds(const Scene& scene, Records& records, const Parts& parts,
                                      const std::vector<bool>& counts, const Threads& threads) {
  std::vector<bool> joined(parts.all.size());
  std::vector<WeldedPolygon> welds;
  const auto add = [&](WeldedPolygon&& weld) {
    require(welds.empty() || welds.back().members[0] < weld.members[0], "welded polygons are not in order");
    for (const Index m : weld.members) {
      require(!joined[m], "a member that is in two welded polygons");
      joined[m] = true;
    }
    welds.push_back(std::move(weld));
  };
  while (records.is("weld")) {
    const std::vector<Section> sections = records.sections(threads.count() * std::size_t{8});
    if (sections.empty()) {
      for (; records.is("weld"); records.next()) add(read_weld(scene, records, parts, counts));
      break;
    }
    std::vector<std::vector<WeldedPolygon>> found(sections.size());
    read_sections(
        records, sections, threads,
        [&](std::size_t i, Records& part) {
          for (; part.is("weld"); part.next()) found[i].push_back(read_weld(scene, part, parts, counts));
        },
        [&](std::size_t i) {
          for (WeldedPolygon& weld : found[i]) {
            records.say_line(weld.line);
            add(std::move(weld));
          }
        });
  }
  return welds;
}

Polygon make_polygon(const Scene& scene, const FacePart& part) {
  Polygon polygon;
  polygon.face = part.face;
  polygon.part = part.part;
  polygon.faces_up = sgn(part.plane.nz) > 0;
  const bool reverse = sgn(part.plane.nz) < 0;
  polygon.plane = reverse ? part.plane.reversed() : part.plane;
  const View view(scene, polygon.plane);
  const std::size_t n = part.ring.size();
  polygon.corners.reserve(n);
  for (std::size_t i = 0; i < n; ++i)
    if (!part.straight || view.turn(part.ring[i], part.ring[(i + 1) % n], part.ring[(i + 2) % n]) != 0)
      polygon.corners.push_back(part.ring[(i + 1) % n]);
  if (reverse) std::reverse(polygon.corners.begin(), polygon.corners.end());
  std::rotate(polygon.corners.begin(), std::min_element(polygon.corners.begin(), polygon.corners.end()),
              polygon.corners.end());
  for (std::size_t axis = 0; axis < 3; ++axis) {
    polygon.low[axis] = HUGE_VAL;
    polygon.high[axis] = -HUGE_VAL;
    for (const Index c : polygon.corners) {
      polygon.low[axis] = std::min(polygon.low[axis], scene.points[c].near[axis]);
      polygon.high[axis] = std::max(polygon.high[axis], scene.points[c].near[axis]);
    }
  }
  const auto [low, high] = std::minmax_element(polygon.corners.begin(), polygon.corners.end(), [&](auto p, auto q) {
    return compare(scene.points[p], scene.points[q], 2) < 0;
  });
  polygon.lowest = *low;
  polygon.highest = *high;
  return polygon;
}

}  // namespace

std::vector<Polygon> read_polygons(Scene& scene, Records& records, bool drop_bad_faces, Components* components,
                                   const Threads& threads) {
  FaceParts reader(scene, records, drop_bad_faces, threads);
  Parts parts = reader.read();
  std::vector<Index> kept(parts.all.size());  // of these
  std::iota(kept.begin(), kept.end(), Index{0});
  const auto make_all = [&] {
    std::vector<Polygon> polygons(kept.size());
    threads.run_ranges(kept.size(), 256, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) polygons[i] = make_polygon(scene, parts.all[kept[i]]);
    });
    return polygons;
  };
  std::vector<bool> counts;
  if (components) {
    *components = find_components(scene, make_all(), reader.opening());
    counts = components->counts;
  }
  std::vector<bool> removed(kept.size());
  for (WeldedPolygon& weld : read_welds(scene, records, parts, counts, threads)) {
    for (const Index m : weld.members) removed[m] = m != weld.members[0];
    parts.all[weld.members[0]].ring = std::move(weld.outline);
    parts.all[weld.members[0]].straight = weld.straight;
  }
  std::erase_if(kept, [&](Index i) { return removed[i]; });
  std::vector<Polygon> polygons = make_all();
  for (Polygon& polygon : polygons) polygon.counts = !counts.empty() && counts[polygon.face];
  return polygons;
}

namespace {

mpz_class floor_of(const mpz_class& a, const mpz_class& b) {
  mpz_class q;
  mpz_fdiv_q(q.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return q;
}
mpz_class ceiling_of(const mpz_class& a, const mpz_class& b) {
  mpz_class q;
  mpz_cdiv_q(q.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return q;
}

// A number of 0 or more between low / one and high / one, where one = 2^bits.
struct Enclosure {
  mpz_class low, high;
};
Enclosure times(const Enclosure& a, const mpz_class& above, const mpz_class& below) {
  return {floor_of(a.low * above, below), ceiling_of(a.high * above, below)};
}

// t0 - t1 + t2 - ... up to a term of less than one unit: terms fall, so the rest is at most the first one left out.
template <class Next>
Enclosure alternating(Enclosure term, Next&& next) {
  Enclosure sum{0, 0};
  bool plus = true;
  for (unsigned k = 0; term.high > 1; ++k, plus = !plus) {
    if (plus) sum = {sum.low + term.low, sum.high + term.high};
    else sum = {sum.low - term.high, sum.high - term.low};
    term = next(term, k);
  }
  return {sum.low - term.high, sum.high + term.high};
}

// arctan(1 / m) = 1/m - 1/(3 m^3) + 1/(5 m^5) - ...
Enclosure arctan_of_one_over(unsigned m, const mpz_class& one) {
  Enclosure power{floor_of(one, m), ceiling_of(one, m)};
  return alternating(power, [&](const Enclosure&, unsigned k) {
    power = times(power, 1, m * m);
    return times(power, 1, 2 * k + 3);
  });
}

}  // namespace

// cos^2 x = (1 + cos 2x) / 2 with 2x = degrees / 90 * pi in (0, pi) and pi = 16 arctan 1/5 - 4 arctan 1/239 (Machin).
// cos y = 1 - y^2/2! + y^4/4! - ...: from the third term on terms fall, as y^2 < 10 < 5 * 6.
void SlopeLimit::enclose(unsigned bits) const {
  const mpz_class one = mpz_class(1) << bits;
  const Enclosure a = arctan_of_one_over(5, one), b = arctan_of_one_over(239, one);
  const Enclosure pi{16 * a.low - 4 * b.high, 16 * a.high - 4 * b.low};
  const Enclosure y = times(pi, degrees_.get_num(), 90 * degrees_.get_den());
  const Enclosure square{floor_of(y.low * y.low, one), ceiling_of(y.high * y.high, one)};
  Enclosure cosine = alternating({one, one}, [&](const Enclosure& t, unsigned k) {
    const mpz_class below = one * (2 * k + 1) * (2 * k + 2);
    return Enclosure{floor_of(t.low * square.low, below), ceiling_of(t.high * square.high, below)};
  });
  low_ = Fraction(one + cosine.low, 2 * one);
  high_ = Fraction(one + cosine.high, 2 * one);
  low_.canonicalize();
  high_.canonicalize();
  if (sgn(low_) < 0) low_ = 0;
  bits_ = bits;
}

SlopeLimit SlopeLimit::degrees(const Fraction& degrees) {
  SlopeLimit limit;
  limit.degrees_ = degrees;
  // The only rational ones (Niven).
  if (degrees == 0) limit.low_ = limit.high_ = 1;
  else if (degrees == 30) limit.low_ = limit.high_ = Fraction(3, 4);
  else if (degrees == 45) limit.low_ = limit.high_ = Fraction(1, 2);
  else if (degrees == 60) limit.low_ = limit.high_ = Fraction(1, 4);
  else limit.enclose(128);
  return limit;
}

SlopeLimit SlopeLimit::ratio(const Fraction& tangent) {
  SlopeLimit limit;
  limit.low_ = limit.high_ = 1 / (1 + tangent * tangent);
  return limit;
}

SlopeLimit SlopeLimit::cosine(const Fraction& cosine) {
  SlopeLimit limit;
  limit.low_ = limit.high_ = cosine * cosine;
  return limit;
}

bool SlopeLimit::allows(const Plane& n) const {
  const Integer up = n.nz * n.nz, all = n.nx * n.nx + n.ny * n.ny + up;
  if (sgn(up) == 0) return false;
  const auto reaches = [&](const Fraction& cos2) { return up * cos2.get_den() >= cos2.get_num() * all; };
  for (;; enclose(2 * bits_)) {
    if (reaches(high_)) return true;
    if (!reaches(low_)) return false;
  }
}

void judge_steepness(std::vector<Polygon>& polygons, const SlopeLimit& limit, bool both_sides) {
  for (Polygon& p : polygons) p.traversable = !p.vertical() && (both_sides || p.faces_up) && limit.allows(p.plane);
}

}  // namespace plumb::checker
