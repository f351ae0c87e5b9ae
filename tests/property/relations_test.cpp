// SPDX-License-Identifier: GPL-3.0-or-later
// Relations between bakes: a level that is written, placed, scaled, turned or cut otherwise has the same floor in
// space, not only the same area. docs/reference/relations.md has the table.
//
// Each relation maps a level L to another one, R(L), and points of L to points of R(L). L is baked to a navmesh in
// exact JSON, and that navmesh, moved by --navmesh-transform, is audited as if another baker had made it for R(L):
// nothing may be missing or in excess, and no component be lost, split or merged. So one audit compares floor, stances'
// components and heights of both, and the reading, the bake, the export and the audit are held to the relation at once.
// The certificates of both are accepted by the independent checker.
#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include <random>
#include <sstream>

#include "base/verdict.h"
#include "check.h"
#include "plumb/pipeline/bake.h"
#include "support/audited.h"
#include "support/random_level.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using Lines = std::vector<std::string>;

// A level as an OBJ of random_level() has it: coordinates that are multiples of 1/2, and faces by numbers of points.
struct Level {
  std::vector<std::array<mpq_class, 3>> points;
  std::vector<std::vector<std::size_t>> faces;
};

Level level_of_seed(unsigned seed) {
  Level out;
  std::istringstream in(random_level(seed));
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "v") {
      std::array<double, 3> p;
      words >> p[0] >> p[1] >> p[2];
      out.points.push_back({mpq_class(p[0]), mpq_class(p[1]), mpq_class(p[2])});
    } else if (kind == "f") {
      std::vector<std::size_t> face;
      for (int back; words >> back;) face.push_back(out.points.size() - static_cast<std::size_t>(-back));
      out.faces.push_back(face);
    }
  }
  return out;
}

// Coordinates are binary fractions, which doubles hold here.
std::string obj(const Level& level) {
  std::ostringstream out;
  out.precision(17);
  for (const auto& p : level.points) out << "v " << p[0].get_d() << ' ' << p[1].get_d() << ' ' << p[2].get_d() << '\n';
  for (const auto& face : level.faces) {
    out << 'f';
    for (const std::size_t c : face) out << ' ' << c + 1;
    out << '\n';
  }
  return out.str();
}

// The agent; lengths grow with the level.
struct Agent {
  mpq_class height = mpq_class(3, 2), step = mpq_class(1, 2), weld = mpq_class(1, 4), radius = 0;
  mpq_class window = mpq_class(7, 8);  // the default one is rounded, and so does not grow with the level exactly
  std::string sides = "up", disc = "16";
};

BakeArguments arguments_of(const Agent& agent, const std::string& scene) {
  BakeArguments out;
  out.scene = scene;
  out.up = "z";
  out.numbers = "decimal";
  out.sides = agent.sides;
  out.stances = {"stand=" + agent.height.get_str()};
  out.step = agent.step.get_str();
  out.weld = agent.weld.get_str();
  out.radius = agent.radius.get_str();
  if (agent.radius != 0) {
    out.window = agent.window.get_str();
    out.disc = agent.disc;
  }
  out.threads = "1";
  return out;
}

// Whether a level is baked, to a navmesh and a certificate that the checker accepts; false: it is refused.
bool bake_and_check(const BakeArguments& level, const std::string& navmesh, const std::string& certificate) {
  BakeArguments baking = level;
  baking.outputs = {navmesh};
  baking.certificate = certificate;
  const auto options = make_bake_options(baking);
  RC_ASSERT(bool(options));
  Progress silent;
  if (!bake(*options, silent)) return false;
  std::istringstream in(text_of_file(certificate));
  checker::Records records(in);
  std::ostringstream out;
  try {
    checker::check(text_of_file(level.scene), records, out);
  } catch (const checker::Refutation&) {
    RC_FAIL("the checker refuses line " + std::to_string(records.line()));
  }
  return true;
}

// The navmesh of one level, moved by a transform of twelve numbers, is the floor of the other.
void check_same_floor(const Agent& agent, const Level& level, const Agent& other_agent, const Level& other,
                      const std::string& transform) {
  const Folder folder;
  const BakeArguments a = arguments_of(agent, folder.write("a.obj", obj(level))),
                      b = arguments_of(other_agent, folder.write("b.obj", obj(other)));
  const bool baked = bake_and_check(a, folder / "a.json", folder / "a.cert");
  RC_ASSERT(bake_and_check(b, folder / "b.json", folder / "b.cert") == baked);
  if (!baked) return;
  AuditArguments audit{.level = b, .navmesh = folder / "a.json"};
  audit.transform = transform;
  const auto options = make_audit_options(audit);
  RC_ASSERT(bool(options));
  Progress silent;
  const auto facts = pipeline::audit(*options, silent);
  RC_ASSERT(bool(facts));
  RC_ASSERT(facts->passes());
  RC_ASSERT(facts->components.truth == facts->islands);
}

constexpr const char* in_place = "1,0,0,0,0,1,0,0,0,0,1,0";

template <class Map>
Level mapped(Level level, Map&& map) {
  for (auto& p : level.points) p = map(p);
  return level;
}

Agent arbitrary_agent() {
  Agent out;
  out.sides = *rc::gen::arbitrary<bool>() ? "up" : "both";
  out.step = mpq_class(*rc::gen::inRange(0, 3), 4);
  out.weld = mpq_class(*rc::gen::inRange(0, 2), 4);
  out.radius = mpq_class(*rc::gen::inRange(0, 3) / 2, 4);  // none for two of three
  return out;
}
Level arbitrary_level() { return level_of_seed(*rc::gen::inRange(0u, 1u << 30)); }

// A level and an agent for which `relate` makes the other level, and says the other agent and the transform.
template <class Relate>
void hold(const char* name, Relate&& relate, const char* disc = "16") {
  CHECK(rc::check(name, [&] {
    Agent agent = arbitrary_agent();
    agent.disc = disc;
    const Level level = arbitrary_level();
    Agent other_agent = agent;
    std::string transform = in_place;
    const Level other = relate(level, other_agent, transform);
    check_same_floor(agent, level, other_agent, other, transform);
  }));
}

}  // namespace

TEST_CASE("relation: faces in another order") {
  hold("order of faces", [](Level level, Agent&, std::string&) {
    std::shuffle(level.faces.begin(), level.faces.end(), std::mt19937(*rc::gen::inRange(0u, 1000000u)));
    return level;
  });
}

TEST_CASE("relation: points in another order") {
  hold("order of points", [](const Level& level, Agent&, std::string&) {
    std::vector<std::size_t> order(level.points.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), std::mt19937(*rc::gen::inRange(0u, 1000000u)));
    Level out = level;
    for (std::size_t i = 0; i < order.size(); ++i) out.points[order[i]] = level.points[i];
    for (auto& face : out.faces)
      for (std::size_t& c : face) c = order[c];
    return out;
  });
}

TEST_CASE("relation: faces begin at another corner, where they are planar") {
  hold("first corners", [](Level level, Agent&, std::string&) {
    // Another fan of a face that is not planar has other triangles.
    for (auto& face : level.faces)
      if (face.size() == 3) std::rotate(face.begin(), face.begin() + *rc::gen::inRange(0, 3), face.end());
    return level;
  });
}

TEST_CASE("relation: the level is moved") {
  hold("translation", [](const Level& level, Agent&, std::string& transform) {
    const mpq_class x(*rc::gen::inRange(-1000000, 1000000), 8), y(*rc::gen::inRange(-1000, 1000), 4),
        z(*rc::gen::inRange(-1000, 1000), 2);
    transform = "1,0,0," + x.get_str() + ",0,1,0," + y.get_str() + ",0,0,1," + z.get_str();
    return mapped(level, [&](const auto& p) { return std::array<mpq_class, 3>{p[0] + x, p[1] + y, p[2] + z}; });
  });
}

TEST_CASE("relation: a quarter turn") {
  hold("turn", [](const Level& level, Agent&, std::string& transform) {
    transform = "0,-1,0,0,1,0,0,0,0,0,1,0";
    return mapped(level, [](const auto& p) { return std::array<mpq_class, 3>{-p[1], p[0], p[2]}; });
  });
}

TEST_CASE("relation: the mirror image") {
  // The polygon around a disc of 4 points is its own mirror image; that of 16 is not (plumb/kernel/disc.h).
  const auto mirrored = [](const Level& level, Agent&, std::string& transform) {
    transform = "-1,0,0,0,0,1,0,0,0,0,1,0";
    Level out = mapped(level, [](const auto& p) { return std::array<mpq_class, 3>{-p[0], p[1], p[2]}; });
    // A face still faces up, and the triangles of a face that is not planar are the same.
    for (auto& face : out.faces) std::reverse(face.begin() + 1, face.end());
    return out;
  };
  hold("mirror", mirrored, "4");
}

TEST_CASE("relation: the level and the agent are scaled") {
  hold("scale", [](const Level& level, Agent& agent, std::string& transform) {
    const mpq_class by = mpq_class(1 << *rc::gen::inRange(0, 20), 1 << 10);
    for (mpq_class* length : {&agent.height, &agent.step, &agent.weld, &agent.radius, &agent.window}) *length *= by;
    const std::string s = mpq_class(by).get_str();
    transform = s + ",0,0,0,0," + s + ",0,0,0,0," + s + ",0";
    return mapped(level, [&](const auto& p) { return std::array<mpq_class, 3>{p[0] * by, p[1] * by, p[2] * by}; });
  });
}

TEST_CASE("relation: a face is there twice") {
  hold("duplicate", [](Level level, Agent&, std::string&) {
    level.faces.push_back(level.faces[*rc::gen::inRange<std::size_t>(0, level.faces.size())]);
    return level;
  });
}

TEST_CASE("relation: triangles are cut in two") {
  hold("subdivided", [](const Level& level, Agent&, std::string&) {
    Level out = level;
    out.faces.clear();
    for (const auto& face : level.faces) {
      if (face.size() != 3) {
        out.faces.push_back(face);
        continue;
      }
      std::array<mpq_class, 3> middle;
      for (std::size_t k = 0; k < 3; ++k) middle[k] = (level.points[face[1]][k] + level.points[face[2]][k]) / 2;
      out.points.push_back(middle);
      const std::size_t m = out.points.size() - 1;
      out.faces.push_back({face[0], face[1], m});
      out.faces.push_back({face[0], m, face[2]});
    }
    return out;
  });
}

TEST_CASE("relation: a floor far away changes nothing here") {
  CHECK(rc::check("far floor", [] {
    const Agent agent = arbitrary_agent();
    const Level level = arbitrary_level();
    Level other = level;
    const std::size_t first = other.points.size();
    for (const auto& [x, y] : {std::pair{0, 0}, {8, 0}, {8, 8}, {0, 8}}) other.points.push_back({1000 + x, y, 0});
    other.faces.push_back({first, first + 1, first + 2, first + 3});
    const Folder folder;
    const BakeArguments a = arguments_of(agent, folder.write("a.obj", obj(level))),
                        b = arguments_of(agent, folder.write("b.obj", obj(other)));
    if (!bake_and_check(a, folder / "a.json", folder / "a.cert")) return;
    const auto options = make_audit_options({.level = b, .navmesh = folder / "a.json"});
    Progress silent;
    const auto facts = pipeline::audit(*options, silent);
    RC_ASSERT(bool(facts));
    RC_ASSERT(facts->components.lost.size() == 1u);
    RC_ASSERT(exact(facts->excess) == 0);
    const mpq_class side = 8 - 2 * agent.radius;
    RC_ASSERT(exact(facts->missing) == side * side);
    RC_ASSERT(facts->components.split.empty() && facts->components.merged.empty());
  }));
}

TEST_CASE("relation: a more able agent stands wherever a less able one does") {
  CHECK(rc::check("more able", [] {
    const Agent agent = arbitrary_agent();
    Agent able = agent;
    able.height -= mpq_class(*rc::gen::inRange(0, 3), 4);
    able.radius = 0;
    able.sides = "both";
    if (able.step >= able.height) return;
    const Folder folder;
    const std::string scene = folder.write("a.obj", obj(arbitrary_level()));
    BakeArguments less = arguments_of(agent, scene), more = arguments_of(able, scene);
    more.step = mpq_class(std::min<mpq_class>(agent.step + mpq_class(1, 4), able.height - mpq_class(1, 4))).get_str();
    less.slope = "30";
    if (!bake_and_check(less, folder / "a.json", folder / "a.cert")) return;
    AuditArguments audit{.level = more, .navmesh = folder / "a.json"};
    audit.below = audit.above = "1/1024";
    const auto options = make_audit_options(audit);
    Progress silent;
    const auto facts = pipeline::audit(*options, silent);
    RC_ASSERT(bool(facts));
    RC_ASSERT(exact(facts->excess) == 0);
    RC_ASSERT(facts->components.split.size() <= facts->components.truth);
    RC_ASSERT(facts->components.merged.empty());  // nothing that it joined is apart now
  }));
}

TEST_CASE("relation: what breaks one is noticed") {
  // A step up that is higher by half a unit in the other level, and a face that is left out there.
  Agent agent;
  Level level;
  level.points = {{0, 0, 0},
                  {4, 0, 0},
                  {4, 4, 0},
                  {0, 4, 0},
                  {4, 0, mpq_class(1, 2)},
                  {8, 0, mpq_class(1, 2)},
                  {8, 4, mpq_class(1, 2)},
                  {4, 4, mpq_class(1, 2)}};
  level.faces = {{0, 1, 2, 3}, {4, 5, 6, 7}};
  const auto holds = [&](const Level& other, const Agent& other_agent, const std::string& transform) {
    const Folder folder;
    const BakeArguments a = arguments_of(agent, folder.write("a.obj", obj(level))),
                        b = arguments_of(other_agent, folder.write("b.obj", obj(other)));
    CHECK(bake_and_check(a, folder / "a.json", folder / "a.cert"));
    AuditArguments audit{.level = b, .navmesh = folder / "a.json"};
    audit.transform = transform;
    return audited(audit).passes();
  };
  CHECK(holds(level, agent, in_place));
  Level lower = level;
  lower.faces.pop_back();
  CHECK_FALSE(holds(lower, agent, in_place));
  Agent other = agent;
  other.step = mpq_class(1, 4);
  CHECK_FALSE(holds(level, other, in_place));
  CHECK_FALSE(holds(level, agent, "1,0,0,1/1048576,0,1,0,0,0,0,1,0"));
}
