// SPDX-License-Identifier: GPL-3.0-or-later
// Triangles of plane_overlay against those of CGAL's Constrained_triangulation_plus_2 over Epeck, which is GPL.
#include "plumb/kernel/plane_overlay.h"

#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Constrained_triangulation_plus_2.h>
#include <catch2/catch.hpp>
#include <set>

#include "plumb/kernel/cgal.h"
#include "support/property.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace plumb::kernel;
using kernel::OverlayRing;
using kernel::PlaneOverlay;
using Delaunay = CGAL::Constrained_Delaunay_triangulation_2<CgalKernel, CGAL::Default, CGAL::Exact_intersections_tag>;
using Triangulation = CGAL::Constrained_triangulation_plus_2<Delaunay>;
using Places = std::set<PlanPoint>;
using Edges = std::set<std::pair<PlanPoint, PlanPoint>>;

// On a grid, so that rings have corners, sides and parts of sides in common.
std::vector<OverlayRing> draw_rings() {
  std::vector<OverlayRing> out;
  for (int n = drawn(1, 5); n > 0; --n) {
    OverlayRing ring{static_cast<std::uint32_t>(drawn(0, 2)), {}};
    for (int k = drawn(3, 6); k > 0; --k)
      ring.points.push_back({mpq_class(drawn(0, 6)), mpq_class(drawn(0, 6)) / drawn(1, 2)});
    // A ring of one place has no edge.
    if (std::ranges::count(ring.points, ring.points[0]) < static_cast<std::ptrdiff_t>(ring.points.size()))
      out.push_back(std::move(ring));
  }
  return out;
}

PlanPoint place(const Triangulation::Vertex_handle& v) {
  return {from_cgal(v->point().x()), from_cgal(v->point().y())};
}
void add(Edges& edges, const PlanPoint& p, const PlanPoint& q) { edges.insert(std::minmax(p, q)); }

}  // namespace

TEST_CASE("property: CGAL triangulates the same rings to as many triangles of the same places and constraints") {
  Met met({{"triangles", 1000}, {"crossings", 100}});
  CHECK(check_many("CGAL's constrained triangulations", 200, met, [&] {
    const std::vector<OverlayRing> rings = draw_rings();
    const PlaneOverlay overlay = kernel::plane_overlay(rings);
    Triangulation theirs;
    Places corners;
    for (const OverlayRing& ring : rings)
      for (std::size_t i = 0; i < ring.points.size(); ++i) {
        const PlanPoint &p = ring.points[i], &q = ring.points[i + 1 == ring.points.size() ? 0 : i + 1];
        if (p == q) continue;  // a ring of one place is none
        corners.insert(p);
        corners.insert(q);
        theirs.insert_constraint({to_cgal(p[0]), to_cgal(p[1])}, {to_cgal(q[0]), to_cgal(q[1])});
      }
    if (theirs.dimension() < 2) {
      RC_ASSERT(overlay.triangles.empty());
      return;
    }
    Places their_places;
    for (const auto v : theirs.finite_vertex_handles()) their_places.insert(place(v));
    Edges their_edges, our_edges;
    for (const auto& [face, i] : theirs.finite_edges())
      if (face->is_constrained(i))
        add(their_edges, place(face->vertex(theirs.cw(i))), place(face->vertex(theirs.ccw(i))));
    for (PlaneOverlay::Index t = 0; t < overlay.triangles.size(); ++t)
      for (std::size_t i = 0; i < 3; ++i)
        if (const auto& c = overlay.triangles[t].corners; !overlay.along(t, i).empty())
          add(our_edges, overlay.points[c[i]], overlay.points[c[(i + 1) % 3]]);
    Places ours;
    for (const auto& t : overlay.triangles)
      for (const auto c : t.corners) ours.insert(overlay.points[c]);
    met["triangles"] += static_cast<int>(overlay.triangles.size());
    met["crossings"] += static_cast<int>(ours.size() - corners.size());
    RC_ASSERT(ours == their_places);
    RC_ASSERT(our_edges == their_edges);
    RC_ASSERT(overlay.triangles.size() == theirs.number_of_faces());
  }));
}
