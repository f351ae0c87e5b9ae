// SPDX-License-Identifier: GPL-3.0-or-later
// The baker and the checker have one rule for which tiles a face is near, each in its own code. A third one, by the
// words of docs/theory/certificate.md alone, is here: boxes, and lines that part convex figures.
#include <catch2/catch.hpp>
#include <fstream>
#include <memory>
#include <random>
#include <set>
#include <string>

#include "face_tiles.h"
#include "support/temporary_folder.h"
#include "tiles/level_digests.h"

namespace {

using namespace plumb::pipeline;
using Face = std::vector<plumb::kernel::PlanPoint>;

// A level's file, as the checker reads it.
std::unique_ptr<plumb::checker::TextFile> level_of(const std::string& text, const plumb::tests::Folder& folder) {
  const std::string path = folder / "level.obj";
  std::ofstream(path, std::ios::binary) << text;
  return std::make_unique<plumb::checker::TextFile>(path);
}

class FaceVertices : public LevelVertices {
 public:
  explicit FaceVertices(const Face& face) : face_(face) {}
  mpq_class exact(std::uint32_t v, int axis) const override { return face_[v][static_cast<std::size_t>(axis)]; }
  plumb::kernel::Interval about(std::uint32_t v, int axis) const override {
    return plumb::kernel::interval_of(exact(v, axis));
  }
  std::optional<Error> append_text(std::string&, std::uint32_t) const override { return std::nullopt; }

 private:
  const Face& face_;
};

std::set<Tile> of_baker(const Face& face, const TileGrid& grid) {
  std::vector<std::uint32_t> corners;
  for (std::uint32_t v = 0; v < face.size(); ++v) corners.push_back(v);
  std::set<Tile> out;
  REQUIRE(FaceTiles(grid).for_each(FaceVertices(face), corners, 1e6, [&](const Tile& t) { out.insert(t); }));
  return out;
}

// Coordinates are multiples of 2^-20: decimals are those numbers.
std::set<Tile> of_checker(const Face& face, const TileGrid& grid, const std::set<Tile>& all, bool decimal) {
  std::string text;
  for (const auto& p : face) {
    char line[200];
    std::snprintf(line, sizeof line, "v %.30f %.30f 0\n", p[0].get_d(), p[1].get_d());
    text += line;
  }
  text += "f";
  for (std::size_t v = 1; v <= face.size(); ++v) text += " " + std::to_string(v);
  namespace checker = plumb::checker;
  checker::TileDigests digests;
  for (const Tile& t : all) digests.try_emplace(checker::Tile{t.i, t.j});
  const std::string none = checker::FaceDigest().text();
  const plumb::tests::Folder folder;
  checker::add_faces(*level_of(text + "\n", folder), decimal ? checker::Numbers::decimal : checker::Numbers::binary64,
                     false, {grid.size, grid.origin, grid.reach}, digests);
  std::set<Tile> out;
  for (auto& [tile, digest] : digests)
    if (digest.text() != none) out.insert({tile.i, tile.j});
  return out;
}

bool box_meets(const Face& face, const plumb::kernel::PlanPoint& low, const plumb::kernel::PlanPoint& high) {
  for (const std::size_t k : {0, 1}) {
    const auto ends = std::ranges::minmax(face, {}, [&](const auto& p) -> const mpq_class& { return p[k]; });
    if (ends.max[k] < low[k] || ends.min[k] > high[k]) return false;
  }
  return true;
}

// No line through two corners, and none along a side of the square, has the face on one side and the square beyond.
bool hull_meets(const Face& face, const plumb::kernel::PlanPoint& low, const plumb::kernel::PlanPoint& high) {
  if (!box_meets(face, low, high)) return false;
  const Face square{low, {high[0], low[1]}, high, {low[0], high[1]}};
  for (const auto& p : face)
    for (const auto& q : face) {
      const auto left = [&](const plumb::kernel::PlanPoint& at) {
        return sgn(mpq_class((q[0] - p[0]) * (at[1] - p[1]) - (q[1] - p[1]) * (at[0] - p[0])));
      };
      if (std::ranges::all_of(face, [&](const auto& at) { return left(at) >= 0; }) &&
          std::ranges::all_of(square, [&](const auto& at) { return left(at) < 0; }))
        return false;
    }
  return true;
}

std::set<Tile> by_definition(const Face& face, const TileGrid& grid, const std::set<Tile>& all) {
  std::set<Tile> box, hull;
  for (const Tile& t : all) {
    const plumb::kernel::PlanPoint low{grid.line(0, t.i) - grid.reach, grid.line(1, t.j) - grid.reach},
        high{grid.line(0, t.i + 1) + grid.reach, grid.line(1, t.j + 1) + grid.reach};
    if (box_meets(face, low, high)) box.insert(t);
    if (hull_meets(face, low, high)) hull.insert(t);
  }
  return box.size() > 64 ? hull : box;
}

}  // namespace

TEST_CASE("tiles near a face: the baker, the checker and the definition say the same") {
  std::mt19937_64 random(54);
  const auto below = [&](std::uint64_t n) { return static_cast<int>(random() % n); };
  std::set<Tile> all;
  for (std::int64_t i = -16; i <= 16; ++i)
    for (std::int64_t j = -16; j <= 16; ++j) all.insert({i, j});
  std::size_t large = 0, apart = 0;
  for (int n = 0; n < 200; ++n) {
    const TileGrid grid{n % 3 == 0 ? mpq_class(3, 7) : mpq_class(1),
                        {mpq_class(below(3)) / 2, mpq_class(below(3)) / 3},
                        n % 2 == 0 ? mpq_class(1, 4) : mpq_class(1, 1 << 20)};
    // Places on lines, and at the reach from them, are frequent.
    const auto coordinate = [&](int most) -> mpq_class {
      const mpq_class quarters = mpq_class(below(static_cast<std::uint64_t>(2 * most)) - most) / 4;
      return below(4) == 0 ? quarters + mpq_class(below(9) - 4) / (1 << 20) : quarters;
    };
    Face face;
    const int kind = below(4), most = n % 3 == 0 ? 15 : 40;
    for (int k = 0, corners = 3 + below(4); k < corners; ++k)
      face.push_back({coordinate(kind == 0 ? 4 : most), coordinate(kind == 1 ? 4 : most)});
    if (kind == 2) face = {face[0], face[1], face[1], face[0]};                            // a wall
    if (kind == 3) face = {face[0], face[1], {face[1][0] + mpq_class(1, 8), face[1][1]}};  // a sliver
    const std::set<Tile> wanted = by_definition(face, grid, all);
    CHECK(of_baker(face, grid) == wanted);
    CHECK(of_checker(face, grid, all, false) == wanted);
    CHECK(of_checker(face, grid, all, true) == wanted);
    std::size_t in_box = 0;
    for (const Tile& t : all)
      in_box += box_meets(face, {grid.line(0, t.i) - grid.reach, grid.line(1, t.j) - grid.reach},
                          {grid.line(0, t.i + 1) + grid.reach, grid.line(1, t.j + 1) + grid.reach});
    large += in_box > 64;
    apart += wanted.size() < in_box;
  }
  CHECK(large > 40);
  CHECK(apart > 30);
}

TEST_CASE("tiles near a face: the checker's doubles tell nothing of a grid beyond their range") {
  namespace checker = plumb::checker;
  const plumb::tests::Folder folder;
  const auto level = level_of("v -4 1 0\nv -1 1 0\nv -1 4 0\nf 1 2 3\n", folder);
  for (const std::size_t power : {1, 307, 308, 309, 400}) {
    const checker::Fraction size(mpz_class("1" + std::string(power, '0'))), reach(1, 1024);
    checker::TileDigests left, right;
    left.try_emplace(checker::Tile{-1, 0});
    right.try_emplace(checker::Tile{0, 0});
    CHECK_NOTHROW(checker::add_faces(*level, checker::Numbers::binary64, false, {size, {0, 0}, reach}, left));
    CHECK_THROWS_AS(checker::add_faces(*level, checker::Numbers::binary64, false, {size, {0, 0}, reach}, right),
                    checker::Refutation);
  }
}
