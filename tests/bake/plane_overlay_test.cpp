// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/kernel/plane_overlay.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "plumb/kernel/number.h"
#include "plumb/kernel/plan_region.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using namespace kernel;

mpq_class doubled(const PlaneOverlay& overlay, PlaneOverlay::Triangle t) {
  return orient2d(overlay.points[t.corners[0]], overlay.points[t.corners[1]], overlay.points[t.corners[2]]);
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
        const mpq_class here = doubled(overlay, t) / 2;
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
      if (overlay.winding(t.region, 0) % 2 != 0) odd += doubled(overlay, t) / 2;
    CHECK(odd == kernel::area(a));
  }
}

}  // namespace
