// SPDX-License-Identifier: GPL-3.0-or-later
// Updates against the overlay of the live areas from scratch, by CGAL's Constrained_triangulation_plus_2 over Epeck,
// which is GPL: the same normal forms.
#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Constrained_triangulation_plus_2.h>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "plumb/kernel/cgal.h"
#include "support/update_areas.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace plumb::kernel;
using Delaunay = CGAL::Constrained_Delaunay_triangulation_2<CgalKernel, CGAL::Default, CGAL::Exact_intersections_tag>;
using Triangulation = CGAL::Constrained_triangulation_plus_2<Delaunay>;
using Face = Triangulation::Face_handle;
using Live = std::map<AreaId, PlanRing>;

// Of a ring in either direction; not for points on it.
bool holds(const PlanRing& ring, const PlanPoint& p) {
  int sides = 0;
  for (std::size_t i = 0; i < ring.size(); ++i)
    sides += sgn(mpq_class(orient2d(ring[i], ring[(i + 1) % ring.size()], p)));
  return std::abs(sides) == static_cast<int>(ring.size());
}

class Overlay {
 public:
  Overlay(const PlanRing& base, const Live& live, AreaSets& sets) {
    insert(base);
    for (const auto& [name, ring] : live) insert(ring);
    for (const Face f : triangulation_.finite_face_handles()) {
      PlanPoint middle{0, 0};
      for (int i = 0; i < 3; ++i) {
        const PlanPoint p = place(f, i);
        middle = {middle[0] + p[0] / 3, middle[1] + p[1] / 3};
      }
      if (!holds(base, middle)) continue;
      std::vector<AreaId> areas;
      for (const auto& [name, ring] : live)
        if (holds(ring, middle)) areas.push_back(name);
      label_[f] = sets(areas);
    }
  }

  std::vector<LabelledRegion> regions() {
    std::vector<LabelledRegion> out;
    std::set<Face> seen;
    for (const auto& [first, label] : label_) {
      if (seen.contains(first)) continue;
      LabelledRegion region{label, {}};
      std::set<std::pair<Face, int>> border;  // a face's edge opposite to a corner
      std::vector<Face> stack{first};
      seen.insert(first);
      while (!stack.empty()) {
        const Face f = stack.back();
        stack.pop_back();
        for (int i = 0; i < 3; ++i) {
          const Face g = f->neighbor(i);
          if (!alike(f, g)) border.insert({f, i});
          else if (seen.insert(g).second) stack.push_back(g);
        }
      }
      while (!border.empty()) region.rings.push_back(ring_from(border));
      std::ranges::sort(region.rings, [](const PlanRing& a, const PlanRing& b) {
        const bool outer_a = signed_area(a) > 0, outer_b = signed_area(b) > 0;
        return outer_a != outer_b ? outer_a : a < b;
      });
      out.push_back(std::move(region));
    }
    std::ranges::sort(out, [](const LabelledRegion& a, const LabelledRegion& b) { return a.rings < b.rings; });
    return out;
  }

 private:
  void insert(const PlanRing& ring) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const PlanPoint &p = ring[i], &q = ring[(i + 1) % ring.size()];
      triangulation_.insert_constraint({to_cgal(p[0]), to_cgal(p[1])}, {to_cgal(q[0]), to_cgal(q[1])});
    }
  }
  static PlanPoint place(Face f, int i) {
    const auto& p = f->vertex(i)->point();
    return {from_cgal(p.x()), from_cgal(p.y())};
  }
  bool alike(Face f, Face g) const {
    const auto at = label_.find(g);
    return at != label_.end() && at->second == label_.at(f);
  }

  // Around the interior: takes the edges of one ring.
  PlanRing ring_from(std::set<std::pair<Face, int>>& border) {
    PlanRing all;
    auto [face, edge] = *border.begin();
    while (border.erase({face, edge}) > 0) {
      all.push_back(place(face, Triangulation::ccw(edge)));  // where it starts
      // From its end, over faces of the region, to the next edge of the border.
      // Edge i runs from corner ccw(i) to corner cw(i); the edge that starts at a corner is opposite to the one before.
      const auto end = face->vertex(Triangulation::cw(edge));
      const auto starting = [&] { return Triangulation::cw(face->index(end)); };
      while (alike(face, face->neighbor(starting()))) face = face->neighbor(starting());
      edge = starting();
    }
    PlanRing ring;
    for (std::size_t i = 0, n = all.size(); i < n; ++i)
      if (orient2d(all[(i + n - 1) % n], all[i], all[(i + 1) % n]) != 0) ring.push_back(all[i]);
    PlanRing best = ring;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      std::rotate(ring.begin(), ring.begin() + 1, ring.end());
      best = std::min(best, ring);
    }
    return best;
  }

  Triangulation triangulation_;
  std::map<Face, std::uint32_t> label_;
};

}  // namespace

TEST_CASE("property: CGAL's overlay of the live areas has the regions of updates that came and went") {
  auto kinds = UpdateAreas::kinds(20);
  kinds["holes"] = 10;
  kinds["removed"] = 100;
  kinds["parted"] = 5;
  Met met(kinds);
  CHECK(check_many("CGAL's overlays of updates", 40, met, [&] {
    UpdateAreas areas(8, 2, met);
    CellSubdivision cell(areas.base(), 2);
    Live live;
    const int steps = drawn(0, 5) == 0 ? 40 : 20;
    for (int k = 1; k <= steps; ++k) {
      if (!live.empty() && drawn(0, 2) == 0) {
        const auto at = std::next(live.begin(), drawn(0, static_cast<int>(live.size()) - 1));
        if (cell.contains(at->first)) cell.erase(at->first);
        live.erase(at);
        ++met["removed"];
      } else {
        PlanRing ring = areas.next();
        if (signed_area(ring) < 0) std::ranges::reverse(ring);
        const auto name = static_cast<AreaId>(k);
        cell.insert(name, {ring}, 2);
        live[name] = ring;
      }
      if (k % 10 != 0) continue;
      AreaSets sets;
      const auto ours = normal_form(cell.pieces(), sets);
      const auto theirs = Overlay(areas.base(), live, sets).regions();
      RC_ASSERT(ours == theirs);
      for (const LabelledRegion& r : ours) met["holes"] += r.rings.size() > 1;
      met["parted"] += live.size() > few_areas;
    }
  }));
}
