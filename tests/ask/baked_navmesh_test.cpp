// SPDX-License-Identifier: GPL-3.0-or-later
// A Navmesh of a bake and of a live level, and what is written of it.
//
// 1. Files and arrays of a Navmesh are those of the bake, byte by byte, after the bake is gone; under updates they are
//    those of a bake whose navmesh is the updated one.
// 2. A Navmesh follows a live level: its file is that of the level, and updates stay.
// 3. What is refused.
#include "plumb/pipeline/baked_navmesh.h"

#include <catch2/catch.hpp>
#include <sstream>

#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/nav_update.h"
#include "support/level_text.h"
#include "support/live_text.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

const std::string ruin = PLUMB_SOURCE_DIR "/docs/examples/ruin.obj";
constexpr std::array formats{Format::json, Format::obj, Format::mtl,  Format::glb,
                             Format::svg,  Format::bin, Format::mset, Format::tres};

Baked baked_ruin(UpAxis up) {
  auto scene = import_scene(ruin, {.up = up});
  REQUIRE(scene);
  auto out = bake(std::move(*scene), {.stances = {{"crawl", mpq_class(1) / 2}, {"stand", mpq_class(9) / 5}},
                                      .sides = Sides::up,
                                      .step = mpq_class(3) / 10});
  REQUIRE(out);
  return std::move(*out);
}

template <class What>
std::string written(What& what, Format format) {
  std::ostringstream out;
  const auto error = write(what, format, out);
  INFO((error ? error->text() : ""));
  REQUIRE_FALSE(error);
  return out.str();
}

}  // namespace

TEST_CASE("baked navmesh: its files and arrays are those of the bake") {
  auto baked = std::make_unique<Baked>(baked_ruin(UpAxis::z));
  auto mesh = navmesh(*baked);
  REQUIRE(mesh);
  std::vector<std::string> expected;
  for (const Format format : formats) expected.push_back(written(*baked, format));
  const auto arrays = float_mesh(*baked->derived);
  baked.reset();
  for (std::size_t i = 0; i < formats.size(); ++i) CHECK(written(*mesh, formats[i]) == expected[i]);
  const auto own = float_mesh(*mesh);
  REQUIRE((arrays && own));
  CHECK(own->vertices == arrays->vertices);
  CHECK(own->corners == arrays->corners);
  CHECK(own->neighbours == arrays->neighbours);
  CHECK(float_mesh(*mesh, {.stance = 9}).error().code == ErrorCode::bad_option);

  // Under an update, which is taken back.
  const Fraction whole = mesh->area();
  const auto at = mesh->random(1, 1);
  REQUIRE(at);
  const mpq_class x((*at)[0].point.x.get()), y((*at)[0].point.y.get());
  const mpq_class far_x = x + 1, far_y = y + 1;
  const auto id = mesh->update({{x, y, 0}, {far_x, y, 0}, {far_x, far_y, 0}, {x, far_y, 0}});
  REQUIRE(id);
  CHECK(mesh->area() < whole);
  std::istringstream in(written(*mesh, Format::json));
  const auto read = read_nav_mesh_json(in, "written");
  REQUIRE(read);
  CHECK(read->cells.size() == mesh->data().cells.size());
  CHECK(written(*mesh, Format::glb) != expected[3]);
  CHECK(mesh->revert(*id));
  for (std::size_t i = 0; i < formats.size(); ++i) CHECK(written(*mesh, formats[i]) == expected[i]);
}

TEST_CASE("baked navmesh: points are in the axes of the scene") {
  // The same level in both axes: what is z up has its places turned.
  const std::vector<float> y_up{0, 0, 0, 0, 0, 4, 8, 0, 4, 8, 0, 0}, z_up{0, 0, 0, 0, -4, 0, 8, -4, 0, 8, 0, 0};
  const std::vector<std::uint32_t> triangles{0, 1, 2, 0, 2, 3};
  for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
    auto scene = scene_from_triangles(up == UpAxis::y ? y_up : z_up, triangles, up);
    REQUIRE(scene);
    const auto baked = bake(std::move(*scene), {.stances = {{"stand", 2}}, .sides = Sides::up});
    REQUIRE(baked);
    const auto mesh = navmesh(*baked);
    REQUIRE(mesh);
    CHECK(mesh->up() == up);
    const auto place = up == UpAxis::y ? mesh->locate(ScenePoint{1, 5, 2}) : mesh->locate(ScenePoint{1, -2, 5});
    REQUIRE(place);
    CHECK(place->point == (up == UpAxis::y ? ScenePoint{1, 0, 2} : ScenePoint{1, -2, 0}));
    CHECK(mesh->area() == 32);
  }
}

TEST_CASE("baked navmesh: a live level is followed") {
  BakeSettings s;
  s.stances = {{"stand", 2}};
  s.sides = Sides::up;
  LiveBake live = live_of(LevelText().slab(0, 0, 10, 4, 0).obj(), s);
  auto mesh = navmesh(live);
  REQUIRE(mesh);
  const mpq_class whole(mesh->area().get());
  const auto id = live.add_obstacle(scene_of(crate(4, 1, 0, 3)));
  REQUIRE(id);
  CHECK(mesh->area() == Fraction(whole));  // until it follows
  REQUIRE(follow(*mesh, live));
  CHECK(mesh->area() != Fraction(whole));
  std::ostringstream expected, own;
  StreamOutput file(expected);
  Progress silent;
  export_json(file, *live.mesh(), silent);
  CHECK(mesh->write_json(own));
  CHECK(own.str() == expected.str());
  const auto door = mesh->update({{8, 0, 0}, {9, 0, 0}, {9, 4, 0}, {8, 4, 0}});
  REQUIRE(door);
  live.remove_obstacle(*id);
  REQUIRE(follow(*mesh, live));
  CHECK(mesh->area() == Fraction(mpq_class(whole - 4)));
  CHECK(mesh->revert(*door));
  CHECK(mesh->area() == Fraction(whole));
}

TEST_CASE("baked navmesh: what is refused") {
  auto scene = import_scene(ruin, {.up = UpAxis::z});
  REQUIRE(scene);
  const auto without = bake(*scene, {.sides = Sides::up, .mesh = false});
  REQUIRE(without);
  CHECK(navmesh(*without).why().find("the bake has kept no navmesh") == 0);
  const Baked baked = baked_ruin(UpAxis::z);
  const auto mesh = navmesh(baked);
  for (const Format format : {Format::csv, Format::cert, Format::scene, Format::report}) {
    std::ostringstream out;
    CHECK(write(*mesh, format, out)->code == ErrorCode::bad_option);
    CHECK(out.str().empty());
  }
}
