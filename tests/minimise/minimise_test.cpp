// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes made smaller while a function of this file finds them interesting, where the smallest interesting scene is
// known: and whatever the function, the result is interesting, is not without any one of its faces, and is the same for
// any number of threads.
#include "plumb/pipeline/minimise.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <set>
#include <stdexcept>
#include <string>

#include "support/temporary_folder.h"

using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// Squares that lie one above the other, cut into two triangles each: face i is at height i / 2, rounded down.
PlainScene storeys(std::size_t count) {
  PlainScene scene;
  for (std::uint32_t i = 0; i < count; ++i) {
    const mpq_class low = mpq_class(7, 4) + i, high = low + mpq_class(9, 2);
    for (const auto& [x, y] : {std::pair(low, low), {high, low}, {high, high}, {low, high}})
      scene.points.push_back({x, y, i});
    const std::uint32_t p = 4 * i;
    scene.faces.push_back({p, p + 1, p + 2});
    scene.faces.push_back({p, p + 2, p + 3});
  }
  return scene;
}

// The heights at which there are faces.
std::set<mpq_class> heights(const PlainScene& scene) {
  std::set<mpq_class> out;
  for (const auto& face : scene.faces) {
    const mpq_class& z = scene.points[face[0]][2];
    if (std::ranges::all_of(face, [&](std::uint32_t p) { return scene.points[p][2] == z; })) out.insert(z);
  }
  return out;
}

MinimisedScene least(const PlainScene& scene, const InterestingScene& interesting, unsigned jobs = 2) {
  Progress progress;
  return minimise(scene, interesting, {.jobs = jobs}, progress);
}

// What holds for every function. Returns the result.
PlainScene check_least(const PlainScene& scene, const InterestingScene& interesting) {
  const MinimisedScene one = least(scene, interesting, 1);
  for (const unsigned jobs : {2u, 5u}) {
    const MinimisedScene other = least(scene, interesting, jobs);
    CHECK(obj_text(other.scene) == obj_text(one.scene));
    CHECK(other.trials == one.trials);
  }
  CHECK(one.end == MinimiseEnd::minimal);
  CHECK(interesting(one.scene, obj_text(one.scene)));
  CHECK_FALSE(complexity_of(scene) < complexity_of(one.scene));
  for (std::uint32_t out = 0; one.scene.faces.size() > 1 && out < one.scene.faces.size(); ++out) {
    std::vector<std::uint32_t> rest;
    for (std::uint32_t f = 0; f < one.scene.faces.size(); ++f)
      if (f != out) rest.push_back(f);
    const PlainScene without = with_faces(one.scene, rest);
    CHECK_FALSE(interesting(without, obj_text(without)));
  }
  return one.scene;
}

}  // namespace

TEST_CASE("minimise: three faces of a hundred that are all needed") {
  const PlainScene found = check_least(storeys(50), [](const PlainScene& scene, std::string_view) {
    const auto at = heights(scene);
    return at.contains(3) && at.contains(17) && at.contains(40);
  });
  CHECK(found.faces.size() == 3);
  CHECK(found.points.size() == 9);
  CHECK(heights(found) == std::set<mpq_class>{3, 17, 40});
}

TEST_CASE("minimise: two of three faces") {
  const PlainScene found = check_least(storeys(50), [](const PlainScene& scene, std::string_view) {
    const auto at = heights(scene);
    return at.contains(3) + at.contains(17) + at.contains(40) >= 2;
  });
  CHECK(found.faces.size() == 2);
  CHECK(found.points.size() == 6);
}

TEST_CASE("minimise: seven faces, whichever") {
  const PlainScene found =
      check_least(storeys(50), [](const PlainScene& scene, std::string_view) { return scene.faces.size() >= 7; });
  CHECK(found.faces.size() == 7);
  CHECK(found.points.size() == 3);  // of all of them
}

TEST_CASE("minimise: a face that reaches beyond 5 becomes one to 6, of whole numbers at the origin") {
  const PlainScene found = check_least(storeys(50), [](const PlainScene& scene, std::string_view) {
    return std::ranges::any_of(scene.points, [](const auto& p) { return p[0] > 5; });
  });
  REQUIRE(found.points.size() == 3);
  const Complexity is = complexity_of(found);
  CHECK(is.faces == 1);
  CHECK(is.digits == 0);
  CHECK(is.axes_off_origin == 0);
  CHECK(is.size <= 8);  // 6, and what keeps three points apart
  CHECK(std::ranges::max(found.points)[0] == 6);
}

TEST_CASE("minimise: everything is interesting, and one triangle is left") {
  const PlainScene found = check_least(storeys(9), [](const PlainScene&, std::string_view) { return true; });
  CHECK(complexity_of(found).triangles == 1);
  CHECK(complexity_of(found).size <= 2);
}

TEST_CASE("minimise: nothing less is interesting, and the scene stays") {
  const PlainScene scene = storeys(3);
  const std::string text = obj_text(scene);
  CHECK(obj_text(check_least(scene, [&](const PlainScene&, std::string_view obj) { return obj == text; })) == text);
}

TEST_CASE("minimise: digits that matter stay, and no others") {
  PlainScene scene = storeys(2);
  for (std::size_t p = 0; p < 4; ++p) scene.points[p][2] = mpq_class("87654321/65536");
  for (std::size_t p = 4; p < 8; ++p) scene.points[p][2] = scene.points[0][2] + mpq_class("27/64");
  const PlainScene found = check_least(scene, [](const PlainScene& s, std::string_view) {
    const auto at = heights(s);
    if (at.size() != 2) return false;
    const mpq_class gap = *at.rbegin() - *at.begin();
    return gap >= mpq_class(1, 4) && gap < 1;
  });
  // The least number of one digit in reach.
  CHECK(heights(found) == std::set<mpq_class>{0, mpq_class(3, 10)});
}

TEST_CASE("minimise: faces with many corners become triangles, or lose corners where they must be polygons") {
  PlainScene scene;
  for (int i = 0; i < 8; ++i) scene.points.push_back({i < 4 ? i : 7 - i, i < 4 ? i * i : 20 - i, 0});
  scene.faces.push_back({0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(check_least(scene, [](const PlainScene&, std::string_view) { return true; }).faces[0].size() == 3);
  const PlainScene polygon = check_least(scene, [](const PlainScene& s, std::string_view) {
    return std::ranges::any_of(s.faces, [](const auto& face) { return face.size() > 3; });
  });
  REQUIRE(polygon.faces.size() == 1);
  CHECK(polygon.faces[0].size() == 4);
  const PlainScene two =
      check_least(scene, [](const PlainScene& s, std::string_view) { return complexity_of(s).triangles >= 2; });
  CHECK(complexity_of(two).triangles == 2);
}

TEST_CASE("minimise: functions without sense, by the text's sum") {
  for (const unsigned seed : {1u, 2u, 3u, 4u}) {
    const PlainScene scene = storeys(6);
    const std::string first = obj_text(scene);
    check_least(scene, [&](const PlainScene&, std::string_view obj) {
      unsigned sum = seed;
      for (const char c : obj) sum = sum * 31 + static_cast<unsigned char>(c);
      return obj == first || sum % 5 == 0;
    });
  }
}

TEST_CASE("minimise: a scene is asked for once") {
  std::set<std::string> asked;
  const MinimisedScene found = least(
      storeys(9),
      [&](const PlainScene& scene, std::string_view obj) {
        CHECK(asked.insert(std::string(obj)).second);
        return scene.faces.size() >= 5;
      },
      1);
  CHECK(found.trials == asked.size());
}

TEST_CASE("minimise: regions of space come before single faces") {
  // Of 2,000 faces all over the place, numbered without order, three close together are needed.
  PlainScene scene;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    const long x = i * 577 % 2000 % 40, y = i * 577 % 2000 / 40;
    for (const auto& [dx, dy] : {std::pair(0, 0), {1, 0}, {0, 1}}) scene.points.push_back({2 * x + dx, 2 * y + dy, 0});
    scene.faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const MinimisedScene found = least(scene, [](const PlainScene& s, std::string_view) {
    int near = 0;
    for (const auto& face : s.faces) near += s.points[face[0]][0] == 22 && s.points[face[0]][1] < 6;
    return near >= 3;
  });
  CHECK(found.scene.faces.size() == 3);
  CHECK(found.trials < 300);
}

TEST_CASE("minimise: all undersides go at once") {
  PlainScene scene = storeys(20);
  for (std::size_t f = 0, tops = scene.faces.size(); f < tops; ++f)
    scene.faces.push_back({scene.faces[f][0], scene.faces[f][2], scene.faces[f][1]});
  const auto is_top = [](const PlainScene& s, const std::vector<std::uint32_t>& face) {
    const auto &a = s.points[face[0]], &b = s.points[face[1]], &c = s.points[face[2]];
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0]);
  };
  int trials = 0, first = 0;
  least(
      scene,
      [&](const PlainScene& s, std::string_view) {
        const auto tops = std::ranges::count_if(s.faces, [&](const auto& face) { return is_top(s, face); });
        ++trials;
        if (first == 0 && tops == 40 && s.faces.size() == 40) first = trials;
        return tops == 40;
      },
      1);
  CHECK(first > 0);
  CHECK(first <= 24);  // after at most 18 cuts through space
}

TEST_CASE("minimise: what is cancelled, or out of time, is the simplest scene so far") {
  struct After : Progress {
    std::atomic<int> left{0};
    bool cancelled() override { return left <= 0; }
  } progress;
  const auto five = [&](const PlainScene& scene, std::string_view) {
    --progress.left;
    return scene.faces.size() >= 5;
  };
  std::size_t before = 101;
  for (const int after : {1, 4, 7, 10}) {
    progress.left = after;
    const MinimisedScene found = minimise(storeys(50), five, {.jobs = 1}, progress);
    CHECK(found.end == MinimiseEnd::cancelled);
    CHECK(found.scene.faces.size() >= 5);
    CHECK(found.scene.faces.size() <= before);
    before = found.scene.faces.size();
  }
  CHECK(before < 100);
  Progress none;
  const MinimisedScene late = minimise(storeys(5), five, {.until = std::chrono::steady_clock::now()}, none);
  CHECK(late.end == MinimiseEnd::time);
  CHECK(obj_text(late.scene) == obj_text(storeys(5)));
  CHECK(late.trials == 0);
}

TEST_CASE("minimise: what the function throws leaves it") {
  for (const unsigned jobs : {1u, 3u})
    CHECK_THROWS_AS(least(
                        storeys(9),
                        [](const PlainScene& scene, std::string_view) -> bool {
                          if (scene.faces.size() < 9) throw std::runtime_error("no");
                          return true;
                        },
                        jobs),
                    std::runtime_error);
}

TEST_CASE("minimise: rounding to digits, and the digits that a decimal needs") {
  struct Row {
    const char *value, *to;
    int digits;
  };
  for (const Row& row : {Row{"0", "0", 0},
                         {"1/2", "1", 0},
                         {"-1/2", "-1", 0},
                         {"1/4", "0", 0},
                         {"5/4", "13/10", 1},
                         {"-5/4", "-13/10", 1},
                         {"149/100", "1", 0},
                         {"47", "50", -1},
                         {"45", "50", -1},
                         {"44", "40", -1},
                         {"4", "0", -1},
                         {"-1234", "-1000", -3}}) {
    INFO(row.value << " to " << row.digits);
    CHECK(rounded(mpq_class(row.value), row.digits) == mpq_class(row.to));
  }
  CHECK(fraction_digits(7) == 0);
  CHECK(fraction_digits(mpq_class("-3/2")) == 1);
  CHECK(fraction_digits(mpq_class("3/25")) == 2);
  CHECK(fraction_digits(mpq_class("1/1024")) == 10);
  CHECK(fraction_digits(mpq_class("1/40")) == 3);
}

TEST_CASE("minimise: a file's numbers and axes are kept to the last digit, and its names are not") {
  Folder folder;
  const std::string path = folder.write("scene.obj",
                                        "o a\nv 0.1 -2.50 1e-3\nv 1.00000000000000000000000000000000001 0 -0.25\n"
                                        "v 9 9 9\nv 12 3e2 -7\nusemtl b\nf 4/1 1/2 2/3\nf 1 2 4 2\n");
  const Result<PlainScene> read = read_plain_scene(path);
  REQUIRE(read);
  CHECK(obj_text(*read) ==
        "v 0.1 -2.5 0.001\nv 1.00000000000000000000000000000000001 0 -0.25\nv 12 300 -7\nf 3 1 2\nf 1 2 3 2\n");
  CHECK(connected_faces(*read).size() == 1);
  CHECK_FALSE(read_plain_scene(folder / "none.obj"));
}
