// SPDX-License-Identifier: GPL-3.0-or-later
// What is counted by indices is refused where they run out. Built twice: with the checker as it is, which accepts every
// level here, and with one whose indices have 8 bits, which accepts 254 or 255 of each thing and no more.
#include <catch2/catch.hpp>
#include <sstream>

#include "check.h"
#include "sha256.h"
#include "verify/portals.h"

namespace {

constexpr bool narrow = sizeof(plumb::checker::Index) == 1;

std::string words(std::initializer_list<long> numbers) {
  std::string text;
  for (const long n : numbers) text += " " + std::to_string(n);
  return text;
}
std::string vertex(long x, long y, long z) { return "v" + words({x, y, z}) + "\n"; }

struct Level {
  std::string obj, records;
  long stances = 1;  // of heights 2, 3, ...
};

/// Empty if every record holds.
std::string answer(const Level& level) {
  std::string text = "plumb certificate 2\nscene " + plumb::checker::sha256_hex(level.obj) + " " +
                     std::to_string(level.obj.size()) +
                     "\nnumbers double\nup z\nsides up\nslope 45\nstep 0\nweld 0\nsolids none\nbad-faces error\n";
  for (long s = 1; s <= level.stances; ++s) text += "stance s" + std::to_string(s) + " " + std::to_string(s + 1) + "\n";
  std::istringstream in(text + level.records);
  plumb::checker::Records records(in);
  std::ostringstream out;
  try {
    plumb::checker::check(level.obj, records, out);
    return "";
  } catch (const plumb::checker::TooMany& e) {
    return e.what();
  } catch (const std::runtime_error& e) {
    return std::to_string(records.line()) + ": " + e.what();
  }
}

/// A level that indices of 8 bits still tell apart, and one with more of one thing.
void check_limit(const Level& most, const Level& more, const std::string& things) {
  CHECK(answer(most) == "");
  CHECK(answer(more) == (narrow ? "there are more " + things + " than can be counted; cut the level up" : ""));
}

const std::string nowhere_to_stand = "end 0 0 0 0\n";
const std::string upright = vertex(0, 0, 0) + vertex(1, 0, 0) + vertex(0, 0, 1);

Level vertices(long n) {
  std::string obj = upright + "f 1 2 3\n";
  for (long i = 3; i < n; ++i) obj += vertex(i, i, i);
  return {obj, nowhere_to_stand};
}

Level faces(long n) {
  std::string obj = upright;
  for (long i = 0; i < n; ++i) obj += "f 1 2 3\n";
  return {obj, nowhere_to_stand};
}

Level corners_of_one_face(long n) {
  std::string obj = upright + "f 1 2 3";
  for (long i = 3; i < n; ++i) obj += " 3";
  return {obj + "\n", nowhere_to_stand};
}

// An arrowhead, upright, in triangles that meet on the line from its notch to its tip. The points of that line are
// those of faces without area.
Level parts(long n) {
  const long height = n / 2;
  std::string obj = vertex(-height, 0, -height) + vertex(0, 0, 0) + vertex(height, 0, -height) + vertex(0, 0, height) +
                    "f 1 2 3 4\n",
              records;
  for (long z = 1; z < height; ++z) obj += vertex(0, 0, z) + (z % 3 == 0 ? "f -3 -2 -1\n" : "");
  const auto point = [&](long z) { return z == 0 ? 1 : z == height ? 3 : z + 3; };
  for (long z = 0; z < height; ++z)
    records += "part 0" + words({2 * z, 0, point(z), point(z + 1)}) + "\npart 0" +
               words({2 * z + 1, 2, point(z + 1), point(z)}) + "\n";
  return {obj, records + nowhere_to_stand};
}

// A floor cut by lines along both axes into columns * rows cells, under a ceiling that is too low for anybody.
Level blocked_cells(long columns, long rows) {
  const std::string plan[] = {words({0, 0}), words({columns, 0}), words({columns, rows}), words({0, rows})};
  std::string obj, records = "surface 0\n";
  for (const char* height : {" 0\n", " 1\n"})
    for (const std::string& corner : plan) obj += "v" + corner + height;
  for (long x = 1; x < columns; ++x) records += "line 1 0 " + std::to_string(-x) + "\n";
  for (long y = 1; y < rows; ++y) records += "line 0 1 " + std::to_string(-y) + "\n";
  for (long x = 0; x < columns; ++x)
    for (long y = 0; y < rows; ++y)
      records += "cell 0 1" +
                 words({y == 0 ? 0 : columns + 2 + y, x + 1 == columns ? 1 : 4 + x, y + 1 == rows ? 2 : columns + 3 + y,
                        x == 0 ? 3 : 3 + x}) +
                 "\n";
  return {obj + "f 1 2 3 4\nf 8 7 6 5\n", records + "end 1" + words({columns * rows, 0, 0}) + "\n"};
}

// A floor cut into strips, with a portal from each to the next.
Level strips(long n) {
  std::string records = "surface 0\n";
  for (long x = 1; x < n; ++x) records += "line 1 0 " + std::to_string(-x) + "\n";
  for (long x = 0; x < n; ++x) records += "cell 1 -" + words({0, x + 1 == n ? 1 : 4 + x, 2, x == 0 ? 3 : 3 + x}) + "\n";
  for (long x = 1; x < n; ++x) records += "portal flush 1" + words({x - 1, x, x, 0, x, 1}) + "\n";
  return {vertex(0, 0, 0) + vertex(n, 0, 0) + vertex(n, 1, 0) + vertex(0, 1, 0) + "f 1 2 3 4\n",
          records + "end 1" + words({n, 0, n - 1}) + "\n"};
}

// A triangle stands with its lowest corner on the border between two cells, so that each stance passes on a stretch of
// its own on either side.
Level stretches(long stances) {
  std::string walls, portals;
  const auto wall = [&](long may_cross, long from, long to) {
    walls += "wall 1" + words({may_cross, 0, from, 0, to}) + "\n";
  };
  const auto portal = [&](long stance, long from, long to) {
    portals += "portal flush" + words({stance, 0, 1, 0, from, 0, to}) + "\n";
  };
  portal(stances, -100, -stances - 1);
  for (long s = stances; s > 1; --s) {
    wall(s - 1, -s - 1, -s);
    portal(s - 1, -s - 1, -s);
  }
  wall(0, -2, 2);
  for (long s = 2; s <= stances; ++s) {
    wall(s - 1, s, s + 1);
    portal(s - 1, s, s + 1);
  }
  portal(stances, stances + 1, 100);
  const std::string top = std::to_string(stances);
  return {vertex(-100, -100, 0) + vertex(100, -100, 0) + vertex(100, 100, 0) + vertex(-100, 100, 0) +
              "f 1 2 3 4\n" +  //
              vertex(0, 0, 0) + vertex(0, -100, 100) + vertex(0, 100, 100) + "f 5 6 7\n",
          "surface 0\nline 1 0 0\ncell " + top + " - 0 4 2 3\ncell " + top + " - 0 1 2 4\n" + walls + portals +
              "end 1 2" + words({2 * stances - 1, 2 * stances}) + "\n",
          stances};
}

}  // namespace

TEST_CASE("Limits: the conversion to an index") {
  const std::size_t none = plumb::checker::none;
  CHECK(plumb::checker::to_index(0, "things") == 0);
  CHECK(plumb::checker::to_index(none - 1, "things") == none - 1);
  for (const std::size_t n : {none, none + 1, none + 2, 2 * none + 2, ~std::size_t{0}})
    CHECK_THROWS_AS(plumb::checker::to_index(n, "things"), plumb::checker::TooMany);
}

TEST_CASE("Limits: vertices, corners, faces and their parts") {
  check_limit(vertices(255), vertices(256), "vertices");
  check_limit(vertices(255), vertices(512 + 3), "vertices");
  check_limit(faces(84), faces(85), "corners of faces");
  check_limit(faces(84), faces(256 + 85), "corners of faces");
  check_limit(corners_of_one_face(254), corners_of_one_face(255), "corners of faces");
  check_limit(corners_of_one_face(254), corners_of_one_face(512 + 3), "corners of faces");
  check_limit(parts(254), parts(260), "polygons");
}

TEST_CASE("Limits: lines, cells, their sides, and ends of portals") {
  check_limit(blocked_cells(252, 1), blocked_cells(253, 1), "lines");
  check_limit(blocked_cells(1, 252), blocked_cells(1, 512), "lines");
  check_limit(blocked_cells(17, 15), blocked_cells(16, 16), "cells");
  check_limit(blocked_cells(15, 17), blocked_cells(32, 16), "cells");
  check_limit(strips(63), strips(64), "sides of cells");
  check_limit(strips(63), strips(128), "sides of cells");
  check_limit(stretches(63), stretches(64), "ends of portals");
}

TEST_CASE("Limits: lines of all surfaces") {
  plumb::checker::LinePool pool;
  for (unsigned i = 0; i < 255; ++i) CHECK(pool.number({1, 0, i}) == i);
  if (narrow) CHECK_THROWS_AS(pool.number({1, 0, 255}), plumb::checker::TooMany);
  else CHECK(pool.number({1, 0, 255}) == 255);
}
