// SPDX-License-Identifier: LGPL-3.0-or-later
// What is solid (docs/theory/certificate.md, lemma 6): which faces make solids and cavities. world.cpp has what these
// do to places of surfaces.
//
// 1. closed_components() collects faces that share edges. A component is closed if each of its edges is run both ways
//    equally often.
// 2. find_components() classifies the closed ones by sign_of_volume(). A positive one is a solid. A negative one is a
//    cavity if all its corners are inside or on one and the same solid (within_one_solid()); Surroundings finds the
//    solids of a corner by winding numbers. All other closed ones, and any with a face that opens it, are only counted.
//
// Cost: n log n for n edges to find components. The winding number of a corner of a negative component takes time for
// each polygon whose box is over the place; all of them at worst. Memory: linear. Exact: every decision. Volumes are
// summed exactly; side() has its filter in geometry.cpp. Boxes only name candidates. Source: the definitions (5b) and
// the proof are ours; the signed volume and the count along a ray are textbook.
#include "level/components.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace plumb::checker {
namespace {

// The faces of one component, found by passing from face to face over their edges.
struct Component {
  std::vector<Index> faces;
  bool closed = true;
  int sign = 0;  // of its volume
};

Ring given_ring(const Scene& scene, Index face) {
  return {scene.face_points.begin() + scene.face_begin[face], scene.face_points.begin() + scene.face_begin[face + 1]};
}

std::vector<Component> closed_components(const Scene& scene) {
  struct Edge {
    std::vector<Index> faces;
    std::int64_t balance = 0;  // times run upward less times run downward
  };
  std::map<std::pair<Index, Index>, Edge> edges;
  const auto visit_edges = [&](Index face, const auto& visit) {
    const Ring ring = given_ring(scene, face);
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Index p = ring[i], q = ring[i + 1 == ring.size() ? 0 : i + 1];
      if (p != q) visit(std::minmax(p, q), p < q);
    }
  };
  for (Index f = 0; f < scene.face_count(); ++f)
    visit_edges(f, [&](const auto& ends, bool upward) {
      Edge& edge = edges[ends];
      edge.faces.push_back(f);
      edge.balance += upward ? 1 : -1;
    });
  std::vector<Component> out;
  std::vector<bool> seen(scene.face_count());
  for (Index f = 0; f < scene.face_count(); ++f) {
    if (seen[f]) continue;
    Component c{{f}};
    seen[f] = true;
    bool any = false;
    for (std::size_t i = 0; i < c.faces.size(); ++i)
      visit_edges(c.faces[i], [&](const auto& ends, bool) {
        Edge& edge = edges[ends];
        any = true;
        c.closed = c.closed && edge.balance == 0;
        for (const Index g : edge.faces) {
          if (!seen[g]) c.faces.push_back(g);
          seen[g] = true;
        }
        edge.faces.clear();  // all of them are in the component now
      });
    if (any && c.closed) out.push_back(std::move(c));
  }
  return out;
}

// Adds six times the volume between a point and the triangles from the first corner of a ring.
void add_volume(const Scene& scene, Ring ring, Index o, Fraction& sum) {
  ring.push_back(o);
  scene.in_numbers_of(ring, [&](auto zero) {
    using T = decltype(zero);
    const auto from_o = [&](Index p) {
      const auto d = [&](int axis) -> T { return scene.at<T>(p, axis) - scene.at<T>(o, axis); };
      return std::array<T, 3>{d(0), d(1), d(2)};
    };
    const auto u = from_o(ring[0]);
    for (std::size_t i = 1; i + 2 < ring.size(); ++i) {
      const auto v = from_o(ring[i]), w = from_o(ring[i + 1]);
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t l = (k + 1) % 3, m = (k + 2) % 3;
        sum += fraction(number(u[k]) * number(T(v[l] * w[m] - v[m] * w[l])));
      }
    }
  });
}

// Of all parts of its faces. The corners of a part that faces down run against the file's orientation.
int sign_of_volume(const Scene& scene, const std::vector<Polygon>& parts, const Component& c) {
  const Index o = scene.face_points[scene.face_begin[c.faces[0]]];
  Fraction sum = 0, down = 0;
  for (const Index f : c.faces)
    for (auto p = std::ranges::lower_bound(parts, f, {}, &Polygon::face); p != parts.end() && p->face == f; ++p)
      add_volume(scene, p->corners, o, p->faces_up || p->vertical() ? sum : down);
  return sgn(Fraction(sum - down));
}

// The solids that a point is inside of, by winding number, or on.
class Surroundings {
 public:
  Surroundings(const Scene& scene, const std::vector<Polygon>& parts, const std::vector<Index>& solid_of_face)
      : scene_(scene), parts_(parts), solid_of_face_(solid_of_face), tree_(boxes()) {}

  std::set<Index> of(Index point) const {
    const Point& p = scene_.points[point];
    const auto [x, y, z] = p.near;
    std::map<Index, std::int64_t> windings;
    std::set<Index> out;
    tree_.query({{x, y, z}, {x, y, HUGE_VAL}}, [&](Index i) {
      const Polygon& polygon = parts_[mine_[i]];
      const Index solid = solid_of_face_[polygon.face];
      const int height = sgn(polygon.plane.over(p));
      if (height == 0 && touches(polygon, point)) out.insert(solid);
      if (height < 0 && !polygon.vertical() && over(polygon, p)) windings[solid] += polygon.faces_up ? 1 : -1;
    });
    for (const auto& [solid, winding] : windings)
      if (winding > 0) out.insert(solid);
    return out;
  }

 private:
  std::vector<Box> boxes() {
    std::vector<Box> out;
    for (Index i = 0; i < parts_.size(); ++i)
      if (solid_of_face_[parts_[i].face] != none) {
        mine_.push_back(i);
        out.push_back(box_of(parts_[i]));
      }
    return out;
  }

  // Whether a point of the polygon's plane is inside the polygon or on its boundary.
  bool touches(const Polygon& polygon, Index point) const {
    const View view(scene_, polygon.plane);
    const Ring& c = polygon.corners;
    bool left = false, right = false;
    for (std::size_t i = 0; i < c.size(); ++i) {
      const int t = view.turn(c[i], c[i + 1 == c.size() ? 0 : i + 1], point);
      left = left || t > 0;
      right = right || t < 0;
    }
    return !(left && right);
  }

  bool over(const Polygon& polygon, const Point& p) const {
    const Ring& c = polygon.corners;
    const Vertex at(p);
    for (std::size_t i = 0; i < c.size(); ++i) {
      const Point &a = scene_.points[c[i]], &b = scene_.points[c[i + 1 == c.size() ? 0 : i + 1]];
      if (!positive_next_to(Line::through(a, b), at)) return false;
    }
    return true;
  }

  const Scene& scene_;
  const std::vector<Polygon>& parts_;
  const std::vector<Index>& solid_of_face_;
  std::vector<Index> mine_;
  BoxTree tree_;
};

bool within_one_solid(const Scene& scene, const Component& c, const Surroundings& surroundings) {
  std::optional<std::set<Index>> common;
  std::set<Index> corners;
  for (const Index f : c.faces)
    for (const Index p : given_ring(scene, f)) corners.insert(p);
  for (const Index p : corners) {
    std::set<Index> here = surroundings.of(p);
    if (common) std::erase_if(here, [&](Index solid) { return !common->contains(solid); });
    common = std::move(here);
    if (common->empty()) return false;
  }
  return true;
}

}  // namespace

Components find_components(const Scene& scene, const std::vector<Polygon>& parts, const std::vector<Index>& dropped) {
  std::vector<Component> closed = closed_components(scene);
  const std::set<Index> gone(dropped.begin(), dropped.end());
  std::vector<Index> solid_of_face(scene.face_count(), none);
  Components out;
  out.counts.resize(scene.face_count());
  const auto count = [&](const Component& c) {
    for (const Index f : c.faces) out.counts[f] = true;
  };
  for (Index i = 0; i < closed.size(); ++i) {
    Component& c = closed[i];
    const bool broken = std::any_of(c.faces.begin(), c.faces.end(), [&](Index f) { return gone.contains(f); });
    c.sign = broken ? 0 : sign_of_volume(scene, parts, c);
    if (c.sign == 0) ++out.others;
    if (c.sign <= 0) continue;
    ++out.solids;
    count(c);
    for (const Index f : c.faces) solid_of_face[f] = i;
  }
  if (std::none_of(closed.begin(), closed.end(), [](const Component& c) { return c.sign < 0; })) return out;
  const Surroundings surroundings(scene, parts, solid_of_face);
  for (const Component& c : closed) {
    if (c.sign >= 0) continue;
    const bool cavity = within_one_solid(scene, c, surroundings);
    ++(cavity ? out.cavities : out.others);
    if (cavity) count(c);
  }
  return out;
}

}  // namespace plumb::checker
