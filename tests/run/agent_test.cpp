// SPDX-License-Identifier: GPL-3.0-or-later
// Agents: their files and texts as options, which of file, preset and option counts, units, every mistake, presets as
// files, and that what is written is read back.
#include <catch2/catch.hpp>
#include <random>

#include "plumb/pipeline/agent.h"
#include "plumb/pipeline/options_text.h"
#include "support/temporary_folder.h"

using namespace plumb::pipeline;
using plumb::tests::Folder;
using plumb::tests::text_of_file;
using plumb::tests::write_file;

namespace {

BakeArguments with(const std::string& agent) {
  BakeArguments a;
  a.scene = "level.obj";
  a.agent = agent;
  return a;
}

std::string options(const BakeArguments& a) {
  const auto made = make_bake_options(a);
  INFO((made ? "" : made.error().text()));
  REQUIRE(made);
  return options_text(*made);
}

std::vector<std::string> mistakes(const BakeArguments& a) {
  std::vector<std::string> out;
  for (const Error& error : agent_mistakes(a)) out.push_back(error.text());
  return out;
}

Agent read(const std::string& text) {
  const auto agent = read_agent(text);
  INFO((agent ? "" : agent.error().text()));
  REQUIRE(agent);
  return *agent;
}

std::string file_of(const Agent& agent) { return json_text(agent_json(agent), 2) + "\n"; }

}  // namespace

TEST_CASE("Agents: a file says what options say") {
  BakeArguments a;
  a.scene = "level.obj";
  a.stances = {"crouch=11/10", "stand=1.8"};
  a.radius = "0.4", a.step = "2/5", a.slope_cos = "0.7", a.weld = "0.1", a.window = "1", a.disc = "8";
  a.up = "z", a.sides = "up", a.solids = "closed", a.clearance = "outer";
  const std::string text = R"({"stances": [{"name": "crouch", "height": "11/10"}, {"name": "stand", "height": 1.8}],
    "radius": 0.4, "step": "2/5", "slope_cos": 0.7, "weld": "0.1", "window": 1, "disc": 8, "up": "z", "sides": "up",
    "solids": "closed", "clearance": "outer", "$schema": "agent.json", "$comment": "of a test"})";
  CHECK(options(with(text)) == options(a));
  CHECK(json_text(options_json(*make_bake_options(with(text)))) == json_text(options_json(*make_bake_options(a))));
  Folder folder;
  write_file(folder / "hero.json", text);
  CHECK(options(with(folder / "hero.json")) == options(a));
  // Its name is known by the report.
  const auto named = make_bake_options(with(R"({"name": "hero", "radius": 1})"));
  CHECK(json_text(options_json(*named)).find(R"("agent":"hero")") != std::string::npos);
  CHECK(options_text(*named).starts_with("Options: agent hero, "));
}

TEST_CASE("Agents: options override the file, the file the preset, the preset the default") {
  BakeArguments a = with(R"({"radius": 0.3, "slope_ratio": "1/2", "preset": "godot"})");
  a.step = "0.1";
  BakeOptions o = *make_bake_options(a);
  CHECK(o.radius == mpq_class(3, 10));
  CHECK(o.step == mpq_class(1, 10));
  CHECK(o.stances[0].height == mpq_class(3, 2));  // of the preset
  CHECK(o.slope_ratio == mpq_class(1, 2));
  CHECK_FALSE(o.slope);
  CHECK(o.weld == 0);
  CHECK(o.preset == "godot");
  a.preset = "quake";  // instead of the file's
  a.slope = "30";
  a.weld = "0", a.clearance = "inner";
  o = *make_bake_options(a);
  CHECK(o.preset == "quake");
  CHECK(o.stances[0].height == 56);
  CHECK(o.solids == Solids::closed);
  CHECK(o.slope == mpq_class(30));
  CHECK_FALSE(o.slope_ratio);
  CHECK_FALSE(o.slope_cos);
  CHECK(o.radius == mpq_class(3, 10));
  // What is the default, too, overrides the file.
  BakeArguments plain = with(R"({"weld": 1, "clearance": "outer", "up": "z"})");
  plain.weld = "0", plain.clearance = "inner", plain.up = "y";
  o = *make_bake_options(plain);
  CHECK(o.weld == 0);
  CHECK(o.clearance == ClearanceBound::inner);
  CHECK(o.up == UpAxis::y);
}

TEST_CASE("Agents: plain lengths of a file are in its unit, those of options in that of the level") {
  struct Case {
    const char *agent, *unit, *radius, *wanted;
  };
  const Case cases[] = {
      {R"({"radius": 0.4, "unit": "m"})", nullptr, nullptr, "2/5"},
      {R"({"radius": 0.4, "unit": "m"})", "cm", nullptr, "40"},
      {R"({"radius": "40cm", "unit": "m"})", "mm", nullptr, "400"},
      {R"({"radius": "40cm"})", "m", nullptr, "2/5"},
      {R"({"radius": "0.4"})", "cm", nullptr, "2/5"},
      {R"({"unit": "m"})", nullptr, "18in", "1143/2500"},
      {R"({"unit": "m"})", "cm", "18", "18"},
      {R"({"preset": "godot"})", nullptr, nullptr, "1/2"},
      {R"({"preset": "godot"})", "cm", nullptr, "50"},
      {R"({"preset": "godot", "radius": 0.4})", "cm", nullptr, "40"},
      {R"({"preset": "godot"})", nullptr, "30cm", "3/10"},
      {R"({"preset": "godot", "unit": "cm"})", nullptr, nullptr, "50"},
      {R"({"preset": "quake", "unit": "in"})", nullptr, "1ft", "12"},
  };
  for (const Case& c : cases) {
    INFO(c.agent << " " << (c.unit ? c.unit : "") << " " << (c.radius ? c.radius : ""));
    BakeArguments a = with(c.agent);
    if (c.unit) a.unit = c.unit;
    if (c.radius) a.radius = c.radius;
    const auto o = make_bake_options(a);
    INFO((o ? "" : o.error().text()));
    REQUIRE(o);
    CHECK(o->radius.get_str() == c.wanted);
  }
  BakeArguments all = with(R"({"unit": "m", "stances": [{"name": "stand", "height": 1.8}], "step": 0.4, "weld": 0.1,
    "radius": 0.3, "window": 1, "slope": 40, "disc": 8})");
  all.unit = "cm";
  CHECK(options(all) ==
        "Options: up y, numbers double, sides both, slope 40, step 40, weld 10, radius 30, window 100, disc 8, "
        "clearance inner, stances stand 180.\n");
  BakeArguments tile;
  tile.scene = "level.obj", tile.outputs = {"level.mset"}, tile.tile = "1000cm", tile.unit = "m";
  CHECK(make_bake_options(tile)->tile == mpq_class(10));
}

TEST_CASE("Agents: whatever is wrong with a file is told, in lines that name it") {
  struct Case {
    std::string text, words;
  };
  const Case cases[] = {
      {"{", "this is no JSON"},
      {R"({"radius": NaN})", "this is no JSON"},
      {R"({"radius": 1e400})", "this is no JSON"},
      {R"({"radius": 1, "radius": 2})", "has a member twice: radius"},
      {R"({")" + std::string(100000, 'a') + R"(": 1, ")" + std::string(100000, 'a') + R"(": 2})",
       "has a member twice: a"},
      {"{\"radius\": x" + std::string(100000, 'a'), "this is no JSON"},
      {R"({"radus": 1})", "'radus' is no member of an agent (did you mean radius?)"},
      {R"({"Radius": 1})", "(did you mean radius?)"},
      {R"({"radius": "nan"})", "radius 'nan' is not a number"},
      {R"({"radius": "1/0"})", "radius '1/0' is not a number"},
      {R"({"radius": "1e999999999"})", "is not a number"},
      {R"({"radius": true})", "radius is neither a number nor a text"},
      {R"({"radius": null})", "radius is neither a number nor a text"},
      {R"({"radius": [1]})", "radius is neither a number nor a text"},
      {R"({"radius": {"m": 1}})", "radius is neither a number nor a text"},
      {R"({"radius": "40cm"})", "radius '40cm' has a unit"},
      {R"({"radius": "40 cm", "unit": "m"})", "radius '40 cm' is not a number"},
      {R"({"slope": "45m", "unit": "m"})", "slope '45m' is not a number"},
      {R"({"radius": -1})", "radius '-1' is negative"},
      {R"({"slope": 90})", "slope '90' is out of range"},
      {R"({"slope": 45, "slope_ratio": 1})", "give one of them"},
      {R"({"step": 2})", "step '2' is not below the lowest stance"},
      {R"({"window": 0})", "window '0' is not above 0"},
      {R"({"disc": 6})", "disc '6' is no multiple of 4"},
      {R"({"disc": 8.5})", "disc '8.5' is out of range"},
      {R"({"up": "x"})", "up 'x' is unknown; give y or z"},
      {R"({"up": 1})", "up is no text"},
      {R"({"sides": "down"})", "sides 'down' is unknown"},
      {R"({"unit": "league"})", "unit 'league' is no unit"},
      {R"({"unit": 1})", "unit is no text"},
      {R"({"preset": "quack"})", "preset 'quack' is unknown"},
      {R"({"name": "a b"})", "name 'a b' is bad"},
      {R"({"name": 5})", "name is no text"},
      {R"({"stances": []})", "stances is no list"},
      {R"({"stances": {"stand": 1}})", "stances is no list"},
      {R"({"stances": [1]})", "lacks its name or its height"},
      {R"({"stances": [{"name": "stand"}]})", "lacks its name or its height"},
      {R"({"stances": [{"name": "a=b", "height": 1}]})", "has a '='"},
      {R"({"stances": [{"name": "a b", "height": 1}]})", "bad name"},
      {R"({"stances": [{"name": "blocked", "height": 1}]})", "name of a verdict"},
      {R"({"stances": [{"name": "a", "height": 1, "width": 2}]})", "'width' is no member of a stance"},
      {R"({"stances": [{"name": "a", "height": 1}, {"name": "a", "height": 2}]})", "given twice"},
      {R"({"stances": [{"name": "a", "height": 2}, {"name": "b", "height": 1}]})", "not higher"},
      {R"({"radius": ")" + std::string(2000, '1') + "\"}", "radius has 2,000 characters"},
      {R"({")" + std::string(100000, 'a') + "\": 1}", "...' is no member"},
      {R"({"radius": )" + std::string(100000, '[') + std::string(100000, ']') + "}", "neither a number nor a text"},
      {R"({"$comment": ")" + std::string(1 << 20, 'a') + "\"}", "is too large"},
  };
  for (const Case& c : cases) {
    INFO(c.text.substr(0, 100));
    const auto o = make_bake_options(with(c.text));
    REQUIRE_FALSE(o);
    const std::string text = o.error().text();
    INFO(text.substr(0, 300));
    CHECK(text.starts_with("agent: "));
    CHECK(text.find(c.words) != std::string::npos);
    CHECK(text.find('\n') == std::string::npos);
    CHECK(text.size() < 500);
    CHECK(mistakes(with(c.text)).front() == text);
  }
  Folder folder;
  const std::string file = folder / "hero.json";
  CHECK(make_bake_options(with(file)).error().code == ErrorCode::cannot_open);
  for (const char* text : {"", "[]", "1", "\"{}\"", "null"}) {
    write_file(folder / "hero.json", text);
    CHECK(make_bake_options(with(file)).error().text().starts_with(file + ": this is no "));
  }
  CHECK_FALSE(make_bake_options(with("")));
}

TEST_CASE("Agents: several mistakes are told together, and those of options only with a file that has none") {
  CHECK(mistakes(with(R"({"radus": "0.4", "step": -1, "up": "x", "unit": "league", "radius": "40cm"})")) ==
        std::vector<std::string>{"agent: 'radus' is no member of an agent (did you mean radius?)",
                                 "agent: unit 'league' is no unit; give m, cm, mm, in, ft, or a length above 0 such as "
                                 "0.0254m",
                                 "agent: up 'x' is unknown; give y or z",
                                 "agent: step '-1' is negative; give a height, 0 or more"});
  CHECK(mistakes(with(R"({"stances": [{"name": "a", "height": "x"}, {"name": "b", "height": "y"}], "step": 3})"))
            .size() == 2);
  BakeArguments a = with(R"({"step": 1})");
  a.stances = {"crawl=0.5"};
  CHECK(mistakes(a) ==
        std::vector<std::string>{"step '1' is not below the lowest stance, crawl=1/2; give a lower step"});
  CHECK(mistakes(with("{}")).empty());
}

TEST_CASE("Presets: each is the file that its agent is written as") {
  for (const char* name : {"recast", "godot", "unity", "quake", "doom"}) {
    const auto agent = preset_agent(name);
    REQUIRE(agent);
    const std::string file = std::string(PLUMB_SOURCE_DIR "/pipeline/run/options/presets/") + name + ".json";
    CHECK(file_of(*agent) == text_of_file(file));
    CHECK(file_of(read(file)) == text_of_file(file));
    CHECK(agent_notes(*agent).empty());
    // A bake with the file is that with the preset, but for the name.
    BakeArguments by_name;
    by_name.scene = "level.obj", by_name.preset = name;
    const std::string text = options(by_name);
    CHECK(options(with(file)) == std::string("Options: agent ") + name + text.substr(text.find(',')));
  }
  CHECK(preset_agent("quack").error().text().find("'quack' is unknown") != std::string::npos);
  CHECK(preset_agent("godot", "cm")->radius == 50);
}

TEST_CASE("Agents: what is written is read back, whatever its values are") {
  std::mt19937 random(11);
  const auto number = [&](long most) {
    mpq_class out(static_cast<long>(random() % 5000) + 1, static_cast<long>(random() % 999) + 1);
    out.canonicalize();
    while (out >= most) out /= 7;
    return out;
  };
  const auto pick = [&](auto value) {
    const auto words = words_of(value);
    return words[random() % words.size()].value;
  };
  for (int i = 0; i < 300; ++i) {
    Agent a;
    if (random() % 2) a.name = "a" + std::to_string(i);
    if (random() % 2) a.unit = number(100);
    a.up = pick(a.up), a.sides = pick(a.sides), a.solids = pick(a.solids), a.clearance = pick(a.clearance);
    a.stances.clear();
    mpq_class height = 1;
    for (unsigned s = 0; s <= random() % 3; ++s) a.stances.push_back({"s" + std::to_string(s), height += number(9)});
    a.slope.reset();
    (random() % 3 == 0 ? a.slope : random() % 2 ? a.slope_ratio : a.slope_cos) = number(1);
    a.step = number(1), a.weld = number(5), a.radius = number(5);
    if (random() % 2) a.window = number(5);
    a.disc = 4 * (1 + static_cast<std::uint32_t>(random() % 100));
    const std::string text = file_of(a);
    INFO(text);
    const Agent back = read(text);
    CHECK(file_of(back) == text);
    BakeSettings from_a, from_back;
    a.fill(from_a), back.fill(from_back);
    CHECK(from_a.stances == from_back.stances);
    CHECK(from_a.radius == from_back.radius);
    CHECK(back.unit == a.unit);
    const auto checked_a = checked(from_a), checked_back = checked(from_back);
    REQUIRE(checked_a);
    REQUIRE(checked_back);
    CHECK(checked_a->window == checked_back->window);
  }
}

TEST_CASE("Agents: filling settings leaves all others") {
  BakeSettings s;
  s.min_area = 7, s.optimise = Optimise::none, s.threads = 3;
  read(R"({"radius": "1/3", "solids": "closed", "slope_ratio": 2})").fill(s);
  CHECK(s.radius == mpq_class(1, 3));
  CHECK(s.solids == Solids::closed);
  CHECK_FALSE(s.slope);
  CHECK(s.min_area == 7);
  CHECK(s.optimise == Optimise::none);
  CHECK(s.threads == 3);
}

TEST_CASE("Agents: what looks wrong is noted, one line each") {
  const auto notes = [](const char* text) { return agent_notes(read(text)); };
  CHECK(notes("{}").empty());
  CHECK(notes(R"({"radius": 0.9, "step": 0.9})").empty());
  CHECK(notes(R"({"radius": 1})").size() == 1);
  CHECK(notes(R"({"step": 1})").size() == 1);
  CHECK(notes(R"({"slope": 0.785})").front().find("it is in degrees") != std::string::npos);
  CHECK(notes(R"({"slope": 0})").empty());
  CHECK(notes(R"({"unit": "cm"})").front().find("'stand' is 0.018 m high") != std::string::npos);
  CHECK(notes(R"({"disc": 8})").size() == 1);
  CHECK(notes(R"({"radius": 1, "step": 1, "slope": 1, "unit": "100m"})").size() == 4);
}

TEST_CASE("Agents: AGENT.json of adapters has doubles of the lowest stance") {
  CHECK(json_text(adapter_json(read(R"({"unit": "cm", "stances": [{"name": "a", "height": "50cm"},
    {"name": "b", "height": "1.8m"}], "radius": "1/4m", "slope_ratio": 1, "up": "z"})"))) ==
        R"({"height":50.0,"radius":25.0,"climb":0.0,"slope":45.0,"up":"z","units":100.0})");
}
