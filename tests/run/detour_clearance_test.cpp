// SPDX-License-Identifier: GPL-3.0-or-later
// Paths that Detour finds on the .bin of a bake with a radius keep that far from the border of a bake without one.
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <random>

#include "plumb/kernel/box_tree.h"
#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/export_detour.h"
#include "plumb/pipeline/import_scene.h"
#include "support/detour_tile.h"
#include "support/options_of.h"

using namespace plumb;
using namespace plumb::pipeline;

namespace {

using Point = std::array<double, 3>;  // z up

Baked baked(const BakeArguments& arguments) {
  BakeOptions options = tests::options_of(arguments);
  options.mesh = true;
  auto scene = import_scene(options.scene, {.numbers = options.numbers, .up = options.up});
  if (!scene) throw std::runtime_error(scene.error().text());
  auto out = bake(std::move(*scene), options);
  if (!out) throw std::runtime_error(out.error().text());
  return std::move(*out);
}

// The border of the only stance, in doubles.
class Border {
 public:
  explicit Border(const NavMesh& mesh) {
    DerivedMesh derived(mesh);
    for (const BorderInterval& b : derived.border(1))
      segments_.push_back({derived.doubles()[b.from], derived.doubles()[b.to]});
    std::vector<kernel::Box> boxes;
    for (const auto& [a, b] : segments_) {
      kernel::Box& box = boxes.emplace_back();
      for (std::size_t k = 0; k < 3; ++k) std::tie(box.low[k], box.high[k]) = std::minmax(a[k], b[k]);
    }
    tree_.emplace(std::move(boxes));
  }

  std::size_t size() const { return segments_.size(); }

  // To the nearest border point whose height differs by less than the window, if that is nearer than `most`.
  double distance(const Point& p, double window, double most) const {
    const kernel::Box around{{p[0] - most, p[1] - most, p[2] - window}, {p[0] + most, p[1] + most, p[2] + window}};
    double nearest = most;
    tree_->query(around, [&](std::uint32_t i) {
      const auto& [a, b] = segments_[i];
      double low = 0, high = 1;
      const double rise = b[2] - a[2];
      if (rise == 0 && std::fabs(p[2] - a[2]) >= window) return;
      if (rise != 0) {
        const auto [t0, t1] = std::minmax({(p[2] - window - a[2]) / rise, (p[2] + window - a[2]) / rise});
        low = std::max(low, t0);
        high = std::min(high, t1);
        if (low >= high) return;
      }
      const double x = b[0] - a[0], y = b[1] - a[1];
      const double t = std::clamp(((p[0] - a[0]) * x + (p[1] - a[1]) * y) / (x * x + y * y), low, high);
      nearest = std::min(nearest, std::hypot(a[0] + t * x - p[0], a[1] + t * y - p[1]));
    });
    return nearest;
  }

 private:
  std::vector<std::array<Point, 2>> segments_;
  std::optional<kernel::BoxTree> tree_;
};

// Straightest paths between random places of a tile, with a corner wherever they pass from polygon to polygon.
class Paths {
 public:
  explicit Paths(const DetourFile& file) : tile_(file, 65535) {}

  // Empty if the one place cannot be reached from the other.
  std::vector<Point> next() {
    dtPolyRef ends[2];
    float at[2][3];
    for (int i = 0; i < 2; ++i)
      if (dtStatusFailed(tile_.query.findRandomPoint(&filter_, random, &ends[i], at[i]))) return {};
    std::vector<dtPolyRef> polygons(4096);
    int count = 0;
    tile_.query.findPath(ends[0], ends[1], at[0], at[1], &filter_, polygons.data(), &count, 4096);
    if (count == 0 || polygons[static_cast<std::size_t>(count) - 1] != ends[1]) return {};
    std::vector<float> corners(3 * 8192);
    int found = 0;
    tile_.query.findStraightPath(at[0], at[1], polygons.data(), count, corners.data(), nullptr, nullptr, &found, 8192,
                                 DT_STRAIGHTPATH_ALL_CROSSINGS);
    std::vector<Point> out;
    for (std::size_t i = 0; i < static_cast<std::size_t>(found); ++i)
      out.push_back({corners[3 * i], -corners[3 * i + 2], corners[3 * i + 1]});
    return out;
  }

 private:
  static float random() {
    static std::mt19937 source(7);
    return static_cast<float>(source() >> 8) * 0x1p-24f;
  }
  tests::DetourTile tile_;
  dtQueryFilter filter_;
};

// How much nearer than the radius the nearest of so many paths comes, but for what the file's grid moves: 0 or less.
double fault_of(BakeArguments arguments, const std::string& radius, int wanted, int& found) {
  const auto before = baked(arguments);
  const Border border(before.mesh());
  arguments.radius = radius;
  const BakeOptions options = tests::options_of(arguments);
  const auto cleared = baked(arguments);
  cleared.mesh().points.make_exact(1);
  const auto file = make_detour(cleared.mesh());
  REQUIRE(file);
  const auto moved = [&](int axis) { return file->facts.moved[static_cast<std::size_t>(axis)].get_d(); };
  const double r = options.radius.get_d(), grid = std::hypot(moved(0), moved(2)) + 1e-4,
               window = options.window.get_d() - moved(1) - 1e-3;
  Paths paths(*file);
  double nearest = r;
  bool any_near = false;
  for (int tries = 0; found < wanted && tries < 100 * wanted; ++tries) {
    const std::vector<Point> path = paths.next();
    if (path.size() < 2) continue;
    ++found;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
      const Point &p = path[i], &q = path[i + 1];
      const int pieces = 1 + static_cast<int>(std::hypot(q[0] - p[0], q[1] - p[1]) / (r / 8));
      for (int k = 0; k <= pieces; ++k) {
        Point at;
        for (std::size_t axis = 0; axis < 3; ++axis) at[axis] = p[axis] + (q[axis] - p[axis]) * k / pieces;
        nearest = std::min(nearest, border.distance(at, window, r));
        any_near = any_near || border.distance(at, window, 1.01 * r) < 1.01 * r;
      }
    }
  }
  CHECK(any_near);  // else the paths were not near enough to be judged
  return r - nearest - grid;
}

BakeArguments level(const std::string& scene, const char* up, const char* height, const char* step) {
  BakeArguments a;
  a.scene = scene;
  a.up = up;
  a.sides = "up";
  a.stances = {std::string("stand=") + height};
  a.step = step;
  a.threads = "1";
  return a;
}

}  // namespace

TEST_CASE("Detour: paths on shipped levels keep the radius from the border") {
  const std::string examples = PLUMB_SOURCE_DIR "/docs/examples/";
  for (const auto& [name, up, step] : {std::tuple("ruin", "y", "0.4"), std::tuple("walls_and_fences", "z", "0.2")}) {
    INFO(name);
    int found = 0;
    CHECK(fault_of(level(examples + name + ".obj", up, "1.8", step), "0.3", 100, found) <= 0);
    CHECK(found == 100);
  }
}

TEST_CASE("Detour: paths on shared levels keep the radius from the border") {
  for (const auto& [name, up, height, step] :
       {std::tuple("made/competition.obj", "z", "1.8", "0.4"), std::tuple("recast/nav_test.obj", "y", "2", "0.9")}) {
    const std::string scene = std::string(PLUMB_SHARED_DIR "/scenes/") + name;
    if (!std::filesystem::exists(scene)) {
      WARN("skipped: " + scene + " is not there");
      continue;
    }
    INFO(name);
    int found = 0;
    CHECK(fault_of(level(scene, up, height, step), "0.3", 500, found) <= 0);
    CHECK(found == 500);
  }
}
