// SPDX-License-Identifier: GPL-3.0-or-later
// Faces whose outlines touch themselves, or are not planar, drawn by kind and at random; what convexify makes of each
// is compared with the oracle's way of brute force (tests/oracle/wound_region.h), from every first corner and mirrored.
#include <catch2/catch.hpp>

#include <map>
#include <random>
#include <set>

#include "oracle/wound_region.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "support/planar_scene.h"
#include "support/wound_figures.h"

using namespace plumb::pipeline;
using namespace plumb::test;
using oracle::Spot;
using plumb::kernel::PointId;

namespace {

std::vector<Spot> spots(const Figure& f) {
  std::vector<Spot> out;
  for (const Place& p : f) out.push_back({p[0], p[1]});
  return out;
}

// A point for every place of a figure, equal places one point; and the face.
struct Drawn {
  std::vector<Place> places;  // by point
  Face face;
  explicit Drawn(const Figure& f) {
    std::map<Place, PointId> number;
    for (const Place& p : f) {
      const auto [at, is_new] = number.try_emplace(p, static_cast<PointId>(places.size()));
      if (is_new) places.push_back(p);
      face.push_back(at->second);
    }
  }
};

mpq_class doubled_area(const std::vector<Spot>& ring) {
  mpq_class sum = 0;
  for (std::size_t i = 1; i + 1 < ring.size(); ++i) sum += oracle::turned(ring[0], ring[i], ring[i + 1]);
  return sum;
}

// Do two convex polygons, counter-clockwise, have no interior point in common? Then a side of one parts them.
bool apart(const std::vector<Spot>& p, const std::vector<Spot>& q) {
  const auto parts = [](const std::vector<Spot>& a, const std::vector<Spot>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (std::all_of(b.begin(), b.end(),
                      [&](const Spot& s) { return sgn(oracle::turned(a[i], a[(i + 1) % a.size()], s)) <= 0; }))
        return true;
    return false;
  };
  return parts(p, q) || parts(q, p);
}

// Convex parts in plan that are what the outline winds around: they lie in it, apart, and have its area.
void check_partition(const std::vector<std::vector<Spot>>& parts, const std::vector<Spot>& ring,
                     const oracle::WoundRegion& region) {
  mpq_class sum = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& part = parts[i];
    sum += doubled_area(part);
    Spot middle{0, 0};
    for (const Spot& p : part) middle.x += p.x, middle.y += p.y;
    const auto n = static_cast<long>(part.size());
    middle.x /= n, middle.y /= n;
    // Away from edges, by the golden section of nothing in particular.
    middle.x += (part[0].x - middle.x) / 7919, middle.y += (part[0].y - middle.y) / 7919;
    const auto inside = [&](const Spot& s) {
      for (std::size_t k = 0; k < part.size(); ++k)
        if (sgn(oracle::turned(part[k], part[(k + 1) % part.size()], s)) <= 0) return false;
      return true;
    };
    CHECK(inside(middle));
    CHECK(oracle::winding_number(ring, middle) == region.sign);
    for (const auto& [p, q] : region.edges)  // no edge that counts runs through it
      CHECK_FALSE(
          inside({(region.corners[p].x + region.corners[q].x) / 2, (region.corners[p].y + region.corners[q].y) / 2}));
    for (std::size_t k = 0; k < i; ++k) CHECK(apart(part, parts[k]));
  }
  CHECK(sum == abs(doubled_area(ring)));
}

// Of points and crossings, as they are drawn. The crossings are where their edges cross.
std::vector<Spot> spots_by_point(const SurfaceSet& set, const std::vector<Place>& places) {
  std::vector<Spot> out = spots(places);
  for (const FaceCrossing& c : set.crossings) {
    const Spot p = out[c.ends[0]], q = out[c.ends[1]], r = out[c.ends[2]], s = out[c.ends[3]];
    CHECK(oracle::crosses(p, q, r, s));
    const mpq_class from = oracle::turned(r, s, p), share = from / (from - oracle::turned(r, s, q));
    CHECK(c.point == out.size());
    out.push_back({p.x + share * (q.x - p.x), p.y + share * (q.y - p.y)});
  }
  return out;
}

std::vector<std::vector<Spot>> in_plan(const SurfaceSet& set, const std::vector<Spot>& places) {
  std::vector<std::vector<Spot>> out;
  for (const Surface& s : set.surfaces) {
    auto& part = out.emplace_back();
    for (const PointId p : in_file_order(set, s)) part.push_back(places[p]);
    if (sgn(doubled_area(part)) < 0) std::reverse(part.begin(), part.end());
  }
  return out;
}

std::vector<Face> faces_of(const SurfaceSet& set) {
  std::vector<Face> out;
  for (const Surface& s : set.surfaces) out.push_back(in_file_order(set, s));
  return out;
}

}  // namespace

TEST_CASE("planar faces that touch themselves are what their outlines wind around") {
  for (const FigureKind& kind : figure_kinds) {
    std::map<std::string, int> counts;
    for (unsigned seed = 0; seed < 60; ++seed) {
      std::mt19937 random(seed);
      Figure figure = kind.draw(random);
      if (figure.size() < 4 || on_one_line(figure)) continue;
      std::rotate(figure.begin(), figure.begin() + static_cast<long>(random() % figure.size()), figure.end());
      if (random() % 2) std::reverse(figure.begin(), figure.end());
      INFO(kind.name << ", seed " << seed);
      const Drawn drawn(figure);
      const auto region = oracle::wound_region(spots(figure));
      const auto& [where, lift] = lifts[seed % lifts.size()];
      std::vector<Point> points;
      for (const Place& p : drawn.places) points.push_back(lift(p[0], p[1]));
      Scene scene = scene_of(points, {drawn.face}, seed % 3 == 2 ? 90 : 0);
      const auto set = convexify(scene, BadFaces::error, 1);
      ++counts[!region ? "refused" : region->sign == 0 ? "without area" : "parts"];
      REQUIRE(bool(set) == bool(region));
      if (!region) continue;
      REQUIRE(scene.points.size() == points.size() + region->crossings.size());
      REQUIRE(is_valid(*set, scene.points.size()));
      CHECK(set->degenerate_faces.empty() == (region->sign != 0));
      CHECK(set->fanned_faces.empty());
      const std::vector<Spot> places = spots_by_point(*set, drawn.places);
      std::vector<Spot> crossings(places.begin() + static_cast<long>(points.size()), places.end());
      std::sort(crossings.begin(), crossings.end());
      CHECK((crossings == region->crossings));
      counts["crossed"] += !crossings.empty();
      check_partition(in_plan(*set, places), spots(figure), *region);
      for (const Surface& s : set->surfaces) CHECK(convex_and_planar(scene.points, in_file_order(*set, s)));
      if (region->sign != 0) {
        std::set<Spot> left_out;
        for (const auto& [face, corner] : set->dropped_corners)
          left_out.insert({figure.at(corner)[0], figure.at(corner)[1]});
        CHECK((std::vector<Spot>(left_out.begin(), left_out.end()) == region->left_out));
      }
    }
    INFO(kind.name << ": " << counts["parts"] << " in parts, " << counts["refused"] << " refused, "
                   << counts["without area"] << " without area");
    const std::string name = kind.name;
    CHECK(counts["parts"] + counts["refused"] + counts["without area"] >= 50);
    if (name == "wound twice" || name == "figure eight") CHECK(counts["refused"] >= 50);
    else if (name == "there and back all along") CHECK(counts["without area"] >= 50);
    else if (name != "a walk on a small grid") CHECK(counts["parts"] >= 50);
    if (name == "edges that cross in one point") CHECK(counts["crossed"] >= 50);
    if (name == "edges that cross in a corner") CHECK(counts["crossed"] == 0);
  }
}

TEST_CASE("faces that are not planar: a fan, or the Delaunay triangles of what they wind around, along every axis") {
  std::map<std::string, int> counts;
  for (const FigureKind& kind : figure_kinds)
    for (unsigned seed = 0; seed < 60; ++seed) {
      std::mt19937 random(1000 + seed);
      Figure figure = kind.draw(random);
      if (figure.size() < 4 || on_one_line(figure)) continue;
      // Heights of -1 to 1 over places 64 apart: the area vector of what has area is along the axis.
      Drawn drawn(figure);
      std::vector<long> heights;
      for (std::size_t p = 0; p < drawn.places.size(); ++p) heights.push_back(draw(random, -1, 1));
      const bool hides = seed % 20 == 7;  // a place twice over, at two heights
      if (hides) {
        drawn.places.push_back(drawn.places[drawn.face[1]]);
        heights.push_back(heights[drawn.face[1]] + 1);
        drawn.face.push_back(static_cast<PointId>(drawn.places.size() - 1));
        figure.push_back(figure[1]);
        if (figure.back() == figure[0]) continue;
      }
      const int axis = static_cast<int>(seed % 3);
      // The coordinates that the axis leaves keep their order.
      std::vector<Point> points;
      for (std::size_t p = 0; p < drawn.places.size(); ++p) {
        const long u = 64 * drawn.places[p][0], v = 64 * drawn.places[p][1], h = heights[p];
        points.push_back(axis == 0 ? Point{h, u, v} : axis == 1 ? Point{u, h, v} : Point{u, v, h});
      }
      const std::vector<Spot> ring = spots(figure);
      const mpq_class area = doubled_area(ring);
      if (sgn(area) == 0) continue;
      bool planar = true;
      for (std::size_t i = 1; i + 1 < figure.size() && planar; ++i)
        for (std::size_t j = i + 1; j < figure.size(); ++j)
          for (std::size_t k = 0; k < figure.size(); ++k) {
            const auto at = [&](std::size_t c) { return points[drawn.face[c]]; };
            const Point o = at(0), a = at(i), b = at(j), c = at(k);
            long m[3][3];
            for (int t = 0; t < 3; ++t) m[0][t] = a[t] - o[t], m[1][t] = b[t] - o[t], m[2][t] = c[t] - o[t];
            planar = planar && m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                                       m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                                       m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]) ==
                                   0;
          }
      if (planar) continue;
      auto region = hides ? std::nullopt : oracle::wound_region(ring);
      if (region && !region->crossings.empty()) {  // a crossing has no height
        region.reset();
        counts["crossed"] += static_cast<int>(figure.size());
      }
      std::vector<Face> delaunay;
      if (region)
        for (auto t : oracle::delaunay_triangles(*region)) {
          if (region->sign < 0) std::swap(t[1], t[2]);
          Face& face = delaunay.emplace_back();
          for (const std::size_t corner : t)
            for (PointId p = 0; p < drawn.places.size(); ++p)
              if (Spot{drawn.places[p][0], drawn.places[p][1]} == region->corners[corner]) face.push_back(p);
        }
      for (std::size_t turn = 0; turn < figure.size(); ++turn)
        for (const bool mirrored : {false, true}) {
          Face face = drawn.face;
          std::rotate(face.begin(), face.begin() + static_cast<long>(turn), face.end());
          if (mirrored) std::reverse(face.begin() + 1, face.end());
          INFO(kind.name << ", seed " << seed << ", axis " << axis << ", from corner " << turn
                         << (mirrored ? " mirrored" : ""));
          std::vector<Spot> seen;
          for (const PointId p : face) seen.push_back({drawn.places[p][0], drawn.places[p][1]});
          const int sign = mirrored ? -sgn(area) : sgn(area);
          bool fan_turns = true;
          mpq_class fanned = 0;
          std::vector<Face> fan;
          for (std::size_t i = 1; i + 1 < face.size(); ++i) {
            const mpq_class t = oracle::turned(seen[0], seen[i], seen[i + 1]);
            fan_turns = fan_turns && sgn(t) * sign >= 0;
            fanned += abs(t);
            const Face triangle{face[0], face[i], face[i + 1]};
            const auto a = twice_area(scene_of(points, {}).points, triangle);
            if (a[0] != 0 || a[1] != 0 || a[2] != 0) fan.push_back(triangle);
          }
          Scene scene = scene_of(points, {face}, seed % 3 == 1 ? 90 : 0);
          const auto set = convexify(scene, BadFaces::error, 1);
          REQUIRE(set);
          REQUIRE(is_valid(*set, points.size()));
          if (fan_turns || !region) {
            ++counts[fan_turns ? "fan" : "fan and warning"];
            CHECK(faces_of(*set) == fan);
            CHECK(set->cut_parts.empty());
            REQUIRE(set->fanned_faces.size() == (fan_turns ? 0 : 1));
            if (!fan_turns)  // twice the area in units of 64
              CHECK(set->fanned_faces[0].excess ==
                    (fanned - abs(area)) * 64 * 64 / 2 * (seed % 3 == 1 ? mpq_class(mpz_class(1) << 180) : 1));
          } else {
            ++counts["Delaunay"];
            std::vector<Face> expected = delaunay;
            if (mirrored)
              for (Face& t : expected) std::swap(t[1], t[2]);
            std::vector<Face> found = faces_of(*set);
            const auto by_corners = [&](const Face& s, const Face& t) {
              return std::lexicographical_compare(s.begin(), s.end(), t.begin(), t.end(), [&](PointId p, PointId q) {
                return drawn.places[p] < drawn.places[q];
              });
            };
            CHECK(std::is_sorted(found.begin(), found.end(), by_corners));
            std::sort(expected.begin(), expected.end(), by_corners);
            CHECK(found == expected);
            CHECK(set->fanned_faces.empty());
            std::set<Spot> left_out;
            for (const auto& [f, corner] : set->dropped_corners) left_out.insert(seen.at(corner));
            CHECK((std::vector<Spot>(left_out.begin(), left_out.end()) == region->left_out));
            counts["corners left out"] += !left_out.empty();
          }
        }
    }
  for (const auto& [what, count] : counts) UNSCOPED_INFO(what << ": " << count);
  CHECK(counts["fan"] >= 500);
  CHECK(counts["Delaunay"] >= 3000);
  CHECK(counts["fan and warning"] >= 1000);
  CHECK(counts["corners left out"] >= 300);
  CHECK(counts["crossed"] >= 100);
}
