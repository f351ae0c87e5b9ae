// SPDX-License-Identifier: GPL-3.0-or-later
// Settings that mend causes, and bakes with them.
//
// Each value is held against an audit with it: with the value the cause does not hold; with one a little beyond, it
// does. The bakers are scripts of a few words.
#include "plumb/pipeline/json.h"
#include "support/audited.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

std::string box(int x0, int y0, int x1, int y1, const std::string& west = "0", const std::string& east = "0") {
  const auto vertex = [](int x, int y, const std::string& z) {
    return "v " + std::to_string(x) + " " + std::to_string(y) + " " + z + "\n";
  };
  return vertex(x0, y0, west) + vertex(x1, y0, east) + vertex(x1, y1, east) + vertex(x0, y1, west) + "f -4 -3 -2 -1\n";
}
std::string ceiling(const std::string& z) {
  return "v 0 0 " + z + "\nv 20 0 " + z + "\nv 20 20 " + z + "\nv 0 20 " + z + "\nf -1 -2 -3 -4\n";
}

// What the settings of a baker are: a settings.json of an adapter.
std::string settings_of(const Folder& folder, const std::string& baker, const std::string& cell,
                        const std::string& height) {
  return folder.write("settings.json", "{\"baker\": \"" + baker + "\", \"variant\": \"monotone\", \"cell\": " + cell +
                                           ", \"cell_height\": " + height + ", \"max_error\": 1.3}");
}

const Mend& mend_of(const AuditFacts& facts, Cause cause) {
  const auto at = std::ranges::find(facts.mends, cause, &Mend::cause);
  if (at == facts.mends.end()) FAIL("no mend of " << text_of(cause));
  return *at;
}

struct Level {
  Folder folder;
  AuditArguments a;
  explicit Level(const std::string& scene, const std::string& mesh = empty_mesh) {
    a.level = level_of(folder.write("scene.obj", scene), "z");
    a.level.numbers = "decimal";
    a.navmesh = folder.write("m.obj", mesh);
  }
  AuditFacts with(const std::string& cell, const std::string& height) {
    a.settings = settings_of(folder, "recast", cell, height);
    return audited(a);
  }
};

}  // namespace

TEST_CASE("mends: cells low enough for the headroom") {
  Level level(box(0, 0, 20, 20) + ceiling("2.1"));
  const AuditFacts facts = level.with("0.3", "0.2");
  CHECK(causes(facts) == std::map<std::string, mpq_class>{{"height", 400}});
  const Mend& mend = mend_of(facts, Cause::height);
  CHECK(mend.value == mpq_class(1) / 10);
  CHECK(mend.text == "ch at most 0.1, for 400.00 of 400.00");
  CHECK(contains(audit_text(facts), "Settings of recast that would mend them:\n  missing   height   ch at most 0.1"));
  CHECK_FALSE(causes(level.with("0.3", "0.1")).contains("height"));
  CHECK(causes(level.with("0.3", "0.1001")).contains("height"));
  // A ceiling exactly as high as the agent: no cells are low enough.
  Level low(box(0, 0, 20, 20) + ceiling("1.8"));
  CHECK(mend_of(low.with("0.3", "0.2"), Cause::height).text.empty());
}

TEST_CASE("mends: cells small enough for a slope, and regions small enough") {
  Level slope(box(0, 0, 20, 20, "0", "15"));
  slope.a.climb = "0.49";
  const Mend mend = mend_of(slope.with("0.3", "0.05"), Cause::filter);
  CHECK(mend.value == mpq_class(2933) / 10000);  // (0.49 - 0.05) / 2 / 0.75, rounded down
  CHECK_FALSE(causes(slope.with("0.2933", "0.05")).contains("filter"));
  CHECK(causes(slope.with("0.2934", "0.05")).contains("filter"));

  Level floor(box(0, 0, 20, 20));
  floor.a.min_region = "5000";
  const Mend region = mend_of(floor.with("0.3", "0.05"), Cause::region);
  CHECK(region.value == 400);
  CHECK(contains(region.text, "minRegionArea at most 4444 cells"));
  floor.a.min_region = "4444";
  CHECK_FALSE(causes(floor.with("0.3", "0.05")).contains("region"));
  floor.a.min_region = "4445";
  CHECK(causes(floor.with("0.3", "0.05")).contains("region"));
}

TEST_CASE("mends: in the words of each baker, from each kind of file") {
  Level level(box(0, 0, 20, 20) + ceiling("2.1"));
  const auto text = [&](const std::string& file, Cause cause) {
    level.a.settings = file;
    return mend_of(audited(level.a), cause).text;
  };
  CHECK(contains(text(settings_of(level.folder, "godot3", "0.3", "0.2"), Cause::height), "cell_height at most 0.1"));
  CHECK(contains(text(level.folder.write("x.gset", "s 0.3 0.2 2 0.6 0.9 45 0 20 12 1.3 6 6 1\n"), Cause::height),
                 "ch at most 0.1"));
  const std::string unity = level.folder.write(
      "level.unity",
      "NavMeshSettings:\n  m_BuildSettings:\n    agentClimb: 0.4\n    minRegionArea: 2\n    cellSize: 0.2\n");
  CHECK(contains(text(unity, Cause::near_border), "voxelSize at most 0.1"));
  level.a.settings = {};
  CHECK(audited(level.a).mends.empty());

  const auto refusal = [&](const std::string& name, const std::string& content) {
    level.a.settings = level.folder.write(name, content);
    return refused(level.a);
  };
  CHECK(contains(refusal("s.json", "{\"baker\": \"clay\"}"), "'clay' is no baker whose settings are known"));
  CHECK(contains(refusal("s.json", "{"), "is no settings.json of an adapter"));
  CHECK(contains(refusal("s.asset", "cellSize: 0\n"), "no build settings with a cellSize above 0"));
  CHECK(contains(refusal("s.asset", "cellSize: wide\n"), "'wide' is no setting"));
  CHECK(contains(refusal("s.obj", box(0, 0, 1, 1)), "states no cells"));
}

TEST_CASE("mends: a bake with them is proved") {
  Level level(box(0, 0, 20, 20) + ceiling("2.1"));
  level.a.settings = settings_of(level.folder, "recast", "0.3", "0.2");
  const auto script = [&](const std::string& lines) {
    level.a.prove = "sh " + level.folder.write("bake.sh", lines);
    return audited(level.a).proof.value();
  };
  level.folder.write("whole.obj", box(0, 0, 20, 20));
  const std::string whole = level.folder / "whole.obj", kept = level.folder / "agent.json";
  const Proof proof = script("cp " + whole + " \"$3\"/navmesh.obj && cp \"$2\" " + kept + "\n");
  CHECK(proof.why_not == "");
  CHECK(exact(proof.missing) == 0);
  CHECK(proof.settings == std::vector<std::string>{"cell_height 0.1"});
  REQUIRE(proof.causes.size() == 1);
  CHECK(exact(proof.causes[0].before) == 400);
  CHECK(exact(proof.causes[0].after) == 0);
  CHECK(contains(audit_text(audited(level.a)), "Baked again with cell_height 0.1: 0.00 missing"));
  const JsonDocument agent = JsonDocument::parse(text_of_file(kept));
  CHECK(agent.root().at("cell").number() == 0.3);
  CHECK(agent.root().at("cell_height").number() == 0.1);
  CHECK(agent.root().at("height").number() == 1.8);
  CHECK(agent.root().at("up").text() == "z");
  CHECK(agent.root().at("variant").text() == "monotone");
  level.a.prove =
      "sh " + level.folder.write("placed.sh", "cp " + whole + " $1/navmesh.obj; test -e $2\n") + " {out} {scene}";
  CHECK(audited(level.a).proof.value().why_not == "");

  CHECK(script("echo 'out of clay' >&2; exit 1\n").why_not == "the command ended with status 1: out of clay");
  CHECK(script("kill -9 $$\n").why_not == "the command was ended by signal 9");
  CHECK(script("true\n").why_not == "the command has not written one navmesh.* into its folder");
  CHECK(contains(script("echo nothing > \"$3\"/navmesh.bin\n").why_not, "the command's navmesh cannot be read"));
  level.a.prove_seconds = "0.2";
  CHECK(contains(script("sleep 100 & sleep 100\n").why_not, "was not finished in 0.2 seconds"));
  level.a.prove = "/there/is/none";
  CHECK(contains(audited(level.a).proof.value().why_not, "/there/is/none"));
  level.a.prove = " ";
  CHECK(contains(refused(level.a), "--prove has no command"));
  level.a.prove = "true";
  level.a.settings = {};
  CHECK(contains(refused(level.a), "--prove needs to know whose settings mend"));
}
