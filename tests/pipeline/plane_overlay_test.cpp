// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/kernel/plane_overlay.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "plumb/kernel/number.h"

namespace plumb::tests {
namespace {

using kernel::OverlayRing;
using kernel::PlaneOverlay;
using kernel::PlanPoint;
using kernel::PlanRing;

mpq_class area(const PlaneOverlay& overlay, const PlaneOverlay::Triangle& t) {
  const auto& [a, b, c] = t.corners;
  return kernel::signed_area({overlay.points[a], overlay.points[b], overlay.points[c]});
}

PlanRing square(const mpq_class& low, const mpq_class& high) {
  return {{low, low}, {high, low}, {high, high}, {low, high}};
}

// Windings of ring 0 against a count of the ring's edges to the right of a triangle's centre.
int counted_winding(const PlanRing& ring, const PlanPoint& at) {
  int winding = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const PlanPoint &p = ring[i], &q = ring[i + 1 == ring.size() ? 0 : i + 1];
    if ((p[1] > at[1]) == (q[1] > at[1])) continue;
    const int side = sgn(kernel::orient2d(p, q, at));
    if (q[1] > at[1] && side > 0) ++winding;
    if (p[1] > at[1] && side < 0) --winding;
  }
  return winding;
}

void check(const std::vector<OverlayRing>& rings, const PlaneOverlay& overlay) {
  for (PlaneOverlay::Index t = 0; t < overlay.triangles.size(); ++t) {
    const PlaneOverlay::Triangle& triangle = overlay.triangles[t];
    CHECK(area(overlay, triangle) > 0);
    PlanPoint centre;
    for (const auto c : triangle.corners)
      for (std::size_t k = 0; k < 2; ++k) centre[k] += overlay.points[c][k] / 3;
    std::map<std::uint32_t, int> expected;
    for (const OverlayRing& ring : rings) expected[ring.id] += counted_winding(ring.points, centre);
    for (const auto& [id, winding] : expected) CHECK(overlay.winding(triangle.region, id) == winding);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto beyond = triangle.beyond[i];
      const PlanPoint &p = overlay.points[triangle.corners[i]], &q = overlay.points[triangle.corners[(i + 1) % 3]];
      for (const PlaneOverlay::Source& s : overlay.along(t, i)) {
        const PlanRing& ring = rings[s.ring].points;
        const PlanPoint &from = ring[s.edge], &to = ring[(s.edge + 1) % ring.size()];
        CHECK(kernel::orient2d(from, to, p) == 0);
        CHECK(kernel::orient2d(from, to, q) == 0);
        CHECK((kernel::formulas::dot2d(to[0] - from[0], to[1] - from[1], q[0] - p[0], q[1] - p[1]) > 0) == s.forward);
      }
      if (beyond == PlaneOverlay::none) continue;
      CHECK(std::ranges::count(overlay.triangles[beyond].beyond, t) == 1);
      if (overlay.along(t, i).empty()) CHECK(overlay.triangles[beyond].region == triangle.region);
    }
  }
}

TEST_CASE("plane_overlay: rings that cross, touch, repeat and turn back") {
  const std::vector<std::vector<OverlayRing>> cases = {
      {{0, square(0, 2)}, {1, square(1, 3)}},
      {{0, square(0, 3)}, {0, square(1, 2)}, {7, square(1, 2)}},                                   // twice around
      {{0, square(0, 2)}, {0, square(0, 2)}, {1, {{0, 0}, {0, 2}, {2, 2}, {2, 0}}}},               // one clockwise
      {{0, square(0, 2)}, {5, {{-1, 1}, {3, 1}}}},                                                 // there and back
      {{0, {{0, 0}, {4, 4}, {4, 0}, {0, 4}}}},                                                     // a bow tie
      {{0, square(0, 2)}, {1, {{2, 0}, {4, 0}, {4, 2}, {2, 2}}}, {2, {{1, 0}, {3, 0}, {2, -1}}}},  // edges in common
      {{0, {{0, 0}, {3, 0}, {3, 0}, {3, 3}, {mpq_class(1, 3), mpq_class(8, 3)}}}, {1, {{0, 0}, {3, 1}, {1, 3}}}},
      {{0, {{0, 0}, {10, 0}, {20, 10}, {10, 10}, {9, 5}}},
       {1, {{4, 4}}},
       {2, {{15, 5}, {15, 5}}}},  // points, one on an edge
  };
  for (const auto& rings : cases) check(rings, kernel::plane_overlay(rings));
  CHECK(kernel::plane_overlay({}).triangles.empty());
  const std::vector<OverlayRing> line{{0, {{0, 0}, {1, 1}, {2, 2}}}};
  CHECK(kernel::plane_overlay(line).triangles.empty());
}

// --- Pairs of polygons that boolean operations have failed on.

// Nested lists of numerals: the points of each innermost list of points.
std::vector<PlanRing> rings_of(const std::string& text, const std::string& name) {
  const std::size_t begin = text.find("\n \"" + name + "\": [");
  if (begin == std::string::npos) throw std::runtime_error("no " + name);
  std::vector<PlanRing> out;
  int depth = 0;
  std::vector<mpq_class> numbers;
  for (std::size_t i = text.find('[', begin);; ++i) {
    const char c = text[i];
    if (c == '[') {
      if (++depth == 3) out.emplace_back();
      numbers.clear();
    } else if (c == ']') {
      if (depth == 4) out.back().push_back({numbers.at(0), numbers.at(1)});
      if (--depth == 0) return out;
    } else if (c == '-' || (c >= '0' && c <= '9')) {
      const std::size_t end = text.find_first_of(",] \n", i);
      numbers.push_back(kernel::parse_rational(text.substr(i, end - i)).value());
      i = end - 1;
    }
  }
}

// The areas under a rule, in the file's own words.
mpq_class stored_area(const std::string& text, const std::string& rule, const std::string& name) {
  const std::size_t at = text.find("\"" + name + "\": \"", text.find("\"" + rule + "\"")), from = at + name.size() + 5;
  return kernel::parse_rational(text.substr(from, text.find('"', from) - from)).value();
}

TEST_CASE("plane_overlay: hard pairs of polygons have the areas that are known") {
  const std::filesystem::path folder = std::filesystem::path(PLUMB_SHARED_DIR) / "scenes/poly2d/pairs";
  if (!std::filesystem::exists(folder)) {
    WARN("skipped: no " << folder);
    return;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  CHECK(files.size() == 57);
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    INFO(file);
    std::stringstream content;
    content << std::ifstream(file).rdbuf();
    const std::string text = content.str();
    std::vector<OverlayRing> rings;
    for (const PlanRing& ring : rings_of(text, "a")) rings.push_back({0, ring});
    for (const PlanRing& ring : rings_of(text, "b")) rings.push_back({1, ring});
    const PlaneOverlay overlay = kernel::plane_overlay(rings);
    for (const bool even_odd : {true, false}) {
      const auto in = [&](const PlaneOverlay::Triangle& t, std::uint32_t id) {
        const int winding = overlay.winding(t.region, id);
        return even_odd ? winding % 2 != 0 : winding != 0;
      };
      std::map<std::string, mpq_class> sum;
      for (const PlaneOverlay::Triangle& t : overlay.triangles) {
        const mpq_class here = area(overlay, t);
        const bool a = in(t, 0), b = in(t, 1);
        if (a) sum["a"] += here;
        if (b) sum["b"] += here;
        if (a && b) sum["and"] += here;
        if (a || b) sum["or"] += here;
        if (a && !b) sum["sub"] += here;
        if (a != b) sum["xor"] += here;
      }
      CHECK(sum["or"] == sum["a"] + sum["b"] - sum["and"]);
      CHECK(sum["xor"] == sum["or"] - sum["and"]);
      CHECK(sum["sub"] == sum["a"] - sum["and"]);
      for (const char* name : {"a", "b", "and", "or", "sub", "xor"}) {
        const mpq_class known = stored_area(text, even_odd ? "evenodd" : "nonzero", name);
        INFO(name << " " << even_odd << ": " << sum[name].get_d() << ", known " << known.get_d());
        CHECK(abs(sum[name] - known) <= known * kernel::parse_rational("5e-30").value());
      }
    }
    // The even-odd area of one alone, by other code.
    kernel::PlanRegion a;
    for (const OverlayRing& ring : rings)
      if (ring.id == 0) a.rings.push_back(ring.points);
    mpq_class odd = 0;
    for (const PlaneOverlay::Triangle& t : overlay.triangles)
      if (overlay.winding(t.region, 0) % 2 != 0) odd += area(overlay, t);
    CHECK(odd == kernel::area(a));
  }
}

}  // namespace
}  // namespace plumb::tests
