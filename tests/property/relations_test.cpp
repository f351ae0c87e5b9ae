// SPDX-License-Identifier: GPL-3.0-or-later
// Bakes keep relations: a level that is written, placed, scaled, turned or cut otherwise has the same floor in space,
// not only the same area. docs/reference/relations.md has the table.
//
// A level L is baked to a navmesh in exact JSON, and that navmesh, moved by --navmesh-transform, is audited as if
// another baker had made it for R(L): nothing may be missing or in excess, and no component be lost, split or merged.
// So one audit compares floor, stances' components and heights of both, and the reading, the bake, the export and the
// audit are held to the relation at once. The certificates of both are accepted by the independent checker, which finds
// the same areas. A baker by wedges has no certificate.
#include <catch2/catch.hpp>

#include <map>
#include <sstream>

#include "base/verdict.h"
#include "check.h"
#include "support/relation_draws.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

std::string fault_of_bakes(RelationCase& c) {
  const BakeArguments a = c.arguments(), b = c.related_arguments();
  const bool baked = bake_to(a, {c.folder / "a.json"}).has_value();
  if (bake_to(b, {c.folder / "b.json"}).has_value() != baked) return "one of them is refused";
  if (!baked) return "";
  return fault_of_floor(c.folder / "a.json", c.placement().text(), b, c.related.added_area());
}

// The areas that the checker tells, by verdict; a line that begins with "refused", if it refuses.
std::map<std::string, mpq_class> checked_areas(const BakeArguments& level, const std::string& certificate) {
  std::istringstream in(text_of_file(certificate));
  checker::Records records(in);
  std::ostringstream out;
  try {
    checker::check(text_of_file(level.scene), records, out);
  } catch (const checker::Refutation&) {
    return {{"refused at line " + std::to_string(records.line()), 0}};
  }
  std::map<std::string, mpq_class> areas;
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::vector<std::string> all;
    for (std::string word; words >> word;) all.push_back(word);
    const std::vector<std::string> verdicts{"inside", "blocked"};
    if (all.size() >= 3 && (all[0].starts_with("stance") || std::ranges::count(verdicts, all[0]) > 0))
      areas[all[0]] = mpq_class(all.back());
  }
  return areas;
}

std::string fault_of_certificates(RelationCase& c) {
  const BakeArguments a = c.arguments(), b = c.related_arguments();
  const bool baked = bake_to(a, {}, c.folder / "a.cert").has_value();
  if (bake_to(b, {}, c.folder / "b.cert").has_value() != baked) return "one of them is refused";
  if (!baked) return "";
  auto of_a = checked_areas(a, c.folder / "a.cert"), of_b = checked_areas(b, c.folder / "b.cert");
  of_a["stance" + std::to_string(c.agent.heights.size())] += c.related.added_area();
  for (auto& [verdict, area] : of_a) area *= c.area_scale();
  std::erase_if(of_a, [](const auto& entry) { return entry.second == 0 && !entry.first.starts_with("refused"); });
  std::erase_if(of_b, [](const auto& entry) { return entry.second == 0 && !entry.first.starts_with("refused"); });
  if (of_a == of_b) return "";
  std::string wrong = "the checker tells";
  for (const auto* areas : {&of_a, &of_b}) {
    for (const auto& [verdict, area] : *areas) wrong += " " + verdict + " " + area.get_str();
    if (areas == &of_a) wrong += " and";
  }
  return wrong;
}

const RelationJob bakes{fault_of_bakes};
const RelationJob certificates{fault_of_certificates,
                               [](const Relation&, RelatedAgent& agent) { agent.wedge = false; }};

}  // namespace

TEST_CASE("relations of bakes: the moved navmesh is the floor of the other level", "[relations]") {
  hold_relations(bakes, 40);
}
TEST_CASE("relations of bakes: what breaks one is noticed") { notice_broken_relations(bakes, 12, 12); }

TEST_CASE("relations of certificates: both are accepted, and say the same areas", "[relations]") {
  hold_relations(certificates, 30);
}
TEST_CASE("relations of certificates: what breaks one is noticed") { notice_broken_relations(certificates, 12, 12); }

// What a less able agent stands on, a more able one does; what it joins is joined.
TEST_CASE("relations of bakes: a more able agent stands wherever a less able one does", "[relations]") {
  const unsigned first = from_environment("PLUMB_RELATION_FIRST", 1);
  for (unsigned seed = first; seed < first + from_environment("PLUMB_RELATION_DRAWS", 100); ++seed) {
    INFO("draw " << seed);
    Draws draws(seed);
    const PlainLevel level = drawn_level(draws);
    RelatedAgent agent = drawn_agent(draws);
    agent.heights = {draws.of<mpq_class>({1, mpq_class(3, 2), 2})};
    agent.wedge = false;
    agent.min_area = 0;
    agent.seed_points.clear();
    agent.solids = "none";
    RelatedAgent able = agent;
    able.heights[0] -= mpq_class(draws(0, 2)) / 4;
    able.step = std::min<mpq_class>(agent.step + mpq_class(1, 4), able.heights[0] - mpq_class(1, 4));
    if (able.step < agent.step) continue;  // it would be less able
    able.slope = "3/2";
    able.sides = "both";
    able.radius = 0;
    const Folder folder;
    const std::string scene = folder.write("a.obj", obj(level));
    INFO(describe(agent));
    if (!bake_to(arguments_of(agent, scene), {folder / "a.json"})) continue;
    AuditArguments audit{.level = arguments_of(able, scene), .navmesh = folder / "a.json"};
    audit.below = audit.above = "1/1024";
    Progress silent;
    const auto facts = pipeline::audit(*make_audit_options(audit), silent);
    REQUIRE(facts);
    CHECK(exact_area(facts->excess) == 0);
    // A weld leads to the nearest border, and more floor may have a nearer one that does not face back.
    if (agent.weld == 0) CHECK(facts->components.merged.empty());
  }
}
