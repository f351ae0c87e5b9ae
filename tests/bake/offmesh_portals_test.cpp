// SPDX-License-Identifier: GPL-3.0-or-later
// Steps and welds on levels whose components and portals are known. z is up.
#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>

#include "support/level_text.h"
#include "support/linked.h"
#include "support/run_program.h"

using namespace plumb;
using namespace plumb::tests;

namespace {

using kernel::Label;
using pipeline::ExactPoint;
using pipeline::OffmeshPortal;
using pipeline::PortalKind;

const mpq_class hair = [] {
  mpq_class h(1, mpz_class(1) << 60);
  h.canonicalize();
  return h;
}();

/// An example scene with the options of its header, and what it says about components.
struct Example {
  std::string text;
  BakeTextOptions options;
  mpq_class weld = 0;
  std::vector<std::size_t> components;
};

Example example(const std::string& name) {
  Example e;
  std::stringstream text;
  text << std::ifstream(PLUMB_SOURCE_DIR "/docs/examples/" + name).rdbuf();
  e.text = text.str();
  e.options.stances.clear();
  e.options.numbers = pipeline::Numbers::binary64;
  for (std::string line, word, value; std::getline(text, line);) {
    if (line.starts_with("# Options: ")) {
      std::istringstream words(line.substr(11));
      while (words >> word >> value) {
        if (word == "--step") e.options.step = mpq_class(value);
        if (word == "--weld") e.weld = mpq_class(value);
        if (word == "--numbers") e.options.numbers = pipeline::Numbers::decimal;
        if (word == "--sides") e.options.sides = pipeline::Sides::up;
        if (word == "--stance") {
          const std::size_t equals = value.find('=');
          e.options.stances.push_back({value.substr(0, equals), mpq_class(value.substr(equals + 1))});
        }
      }
    }
    if (const std::size_t found = line.find("Components: "); line.starts_with('#') && found != std::string::npos) {
      std::istringstream counts(line.substr(found + 12));
      while (counts >> word >> value) e.components.push_back(std::stoul(value));
    }
  }
  REQUIRE(!e.options.stances.empty());
  return e;
}

std::vector<std::size_t> components(const Linked& level) {
  std::vector<std::size_t> out;
  for (std::size_t s = 1; s <= level.baked.map.stances.size(); ++s)
    out.push_back(component_count(level, static_cast<Label>(s)));
  return out;
}

Linked linked(const Example& e) { return link_text(e.text, e.options, e.weld); }

std::string text_of(const ExactPoint& p) { return p[0].get_str() + ' ' + p[1].get_str() + ' ' + p[2].get_str(); }

/// "stance: from, to -> from, to" of the portals of a kind, in plan from west to east; sorted.
std::vector<std::string> portals(const Linked& level, PortalKind kind) {
  std::vector<std::string> out;
  for (const OffmeshPortal& p : level.graph.portals) {
    if (p.kind != kind) continue;
    const bool turn = p.on_a[0] > p.on_a[1];
    const std::size_t i = turn ? 1 : 0, j = turn ? 0 : 1;
    out.push_back(std::to_string(p.stance) + ": " + text_of(p.on_a[i]) + ", " + text_of(p.on_a[j]) + " -> " +
                  text_of(p.on_b[i]) + ", " + text_of(p.on_b[j]));
  }
  std::ranges::sort(out);
  return out;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("far portals: the example scenes have the components that their headers state") {
  for (const char* name :
       {"board_bridge.obj", "staircase.obj", "leaning_stairs.obj", "doorways.obj", "walls_and_fences.obj",
        "stacked_boxes.obj", "spiral.obj", "gutter.obj", "corner_gaps.obj"}) {
    INFO(name);
    const Example e = example(name);
    REQUIRE(e.components.size() == e.options.stances.size());
    const Linked level = linked(e);
    CHECK(pipeline::is_valid(level.graph, level.baked.map));
    CHECK(components(level) == e.components);
  }
}

TEST_CASE("far portals: the board bridge falls apart at a hair less than its gaps") {
  Example e = example("board_bridge.obj");
  CHECK(portal_count(linked(e), PortalKind::weld) == 14);
  e.weld -= hair;
  const Linked apart = linked(e);
  CHECK(component_count(apart) == 8);
  CHECK(apart.graph.portals.empty());
}

TEST_CASE("far portals: stairs fall apart at a hair less than their rise or the lean of their risers") {
  Example upright = example("staircase.obj");
  CHECK(portal_count(linked(upright), PortalKind::step) == 4);
  upright.options.step -= hair;
  CHECK(component_count(linked(upright)) == 5);
  CHECK(linked(upright).graph.portals.empty());

  const Example leaning = example("leaning_stairs.obj");
  CHECK(portal_count(linked(leaning), PortalKind::weld) == 8);
  CHECK(portal_count(linked(leaning), PortalKind::step) == 0);
  Example low = leaning, near = leaning;
  low.options.step -= hair;
  near.weld -= hair;
  CHECK(component_count(linked(low)) == 5);
  CHECK(component_count(linked(near)) == 5);
}

TEST_CASE("far portals: a staircase of n treads is one component with its step, n without") {
  for (const int n : {2, 3, 17, 64}) {
    LevelText level;
    for (int i = 0; i < n; ++i) {
      level.slab(i, 0, i + 1, 2, i);
      level.wall({i, 0}, {i, 2}, i - 1, i);
    }
    BakeTextOptions options;
    options.step = 1;
    const Linked climbed = link_text(level.obj(), options);
    CHECK(component_count(climbed) == 1);
    CHECK(portal_count(climbed, PortalKind::step) == static_cast<std::size_t>(n - 1));
    for (const mpq_class& step : {mpq_class(1 - hair), mpq_class(0)}) {
      options.step = step;
      CHECK(component_count(link_text(level.obj(), options)) == static_cast<std::size_t>(n));
    }
  }
}

TEST_CASE("far portals: boxes on one another are apart at a hair less than their height") {
  Example e = example("stacked_boxes.obj");
  e.options.step -= hair;
  CHECK(component_count(linked(e)) == 4);
}

TEST_CASE("far portals: a lintel stops at a hair above its height") {
  Example e = example("doorways.obj");
  e.options.stances[2].height += hair;
  CHECK(components(linked(e)) == std::vector<std::size_t>{1, 2, 4});
  e.options.stances[0].height += hair;
  CHECK(components(linked(e)) == std::vector<std::size_t>{2, 2, 4});
}

TEST_CASE("far portals: the spiral links along the ramp only") {
  const Linked level = linked(example("spiral.obj"));
  CHECK(level.graph.portals.empty());
  // 25 polygons in a row: each flush neighbour is the next or the one before.
  std::size_t flush = 0;
  for (const pipeline::HalfEdge& side : level.graph.half_edges) {
    if (side.twin == pipeline::no_half_edge) continue;
    const auto a = level.baked.map.table.cells[side.cell].surface,
               b = level.baked.map.table.cells[level.graph.half_edges[side.twin].cell].surface;
    if (a == b) continue;
    ++flush;
    CHECK((a + 1 == b || b + 1 == a));
  }
  CHECK(flush == 2 * 24);
}

TEST_CASE("far portals: a step portal is where the height difference allows it") {
  // A ramp z = x/8 beside a floor at 1/2: within 1/4 for x from 2 to 6, equal at 4.
  LevelText level;
  level.face({{0, 0, 0}, {8, 0, 1}, {8, 1, 1}, {0, 1, 0}});
  level.slab(0, 1, 8, 2, mpq_class(1, 2));
  BakeTextOptions options;
  options.step = mpq_class(1, 4);
  CHECK(portals(link_text(level.obj(), options), PortalKind::step) == Texts{"1: 2 1 1/4, 6 1 3/4 -> 2 1 1/2, 6 1 1/2"});
}

TEST_CASE("far portals: walls on the line take stances from a step portal") {
  // Floors at 0 and 1 meet in y = 0, step 1. Above: a curtain hangs at 4 from x = 2 to 5; a parapet up to 3/2 over the
  // upper floor from 6 to 8.
  LevelText level;
  level.slab(0, -4, 10, 0, 0);
  level.slab(0, 0, 10, 4, 1);
  level.wall({0, 0}, {10, 0}, 0, 1);
  level.wall({2, 0}, {5, 0}, 4, 9);
  level.wall({6, 0}, {8, 0}, 0, mpq_class(5, 2));
  BakeTextOptions options;
  options.stances = {{"crawl", 2}, {"crouch", 3}, {"stand", 4}};
  options.step = 1;
  CHECK(portals(link_text(level.obj(), options), PortalKind::step) ==
        Texts{"2: 2 0 0, 5 0 0 -> 2 0 1, 5 0 1", "3: 0 0 0, 2 0 0 -> 0 0 1, 2 0 1", "3: 5 0 0, 6 0 0 -> 5 0 1, 6 0 1",
              "3: 8 0 0, 10 0 0 -> 8 0 1, 10 0 1"});
}

TEST_CASE("far portals: a weld goes to what is met first and faces back") {
  // Across a gap of 2: a floor from x = 1 to 4; before it, from x = 2 to 3, a thin board whose near side faces back.
  LevelText level;
  level.slab(0, -4, 6, 0, 0);
  level.slab(1, 2, 4, 6, 0);
  level.slab(2, mpq_class(1, 2), 3, 1, 0);
  BakeTextOptions options;
  const std::string obj = level.obj();
  const Linked far = link_text(obj, options, 2);
  CHECK(portals(far, PortalKind::weld) ==
        Texts{"1: 1 0 0, 2 0 0 -> 1 2 0, 2 2 0", "1: 1 2 0, 2 2 0 -> 1 0 0, 2 0 0",
              "1: 2 0 0, 3 0 0 -> 2 1/2 0, 3 1/2 0", "1: 2 1 0, 3 1 0 -> 2 2 0, 3 2 0",
              "1: 2 1/2 0, 3 1/2 0 -> 2 0 0, 3 0 0", "1: 2 2 0, 3 2 0 -> 2 1 0, 3 1 0",
              "1: 3 0 0, 4 0 0 -> 3 2 0, 4 2 0", "1: 3 2 0, 4 2 0 -> 3 0 0, 4 0 0"});
  CHECK(portal_count(link_text(obj, options, 2 - hair), PortalKind::weld) == 4);
}

TEST_CASE("far portals: edges weld as wide as they face each other; corner to corner nothing does") {
  Example e = example("corner_gaps.obj");
  const Texts along = {"1: 11/5 0 0, 11/5 2 0 -> 2 0 0, 2 2 0", "1: 2 0 0, 2 2 0 -> 11/5 0 0, 11/5 2 0",
                       "1: 62/5 3/2 0, 62/5 2 0 -> 63/5 3/2 0, 63/5 2 0",
                       "1: 63/5 3/2 0, 63/5 2 0 -> 62/5 3/2 0, 62/5 2 0"};
  CHECK(portals(linked(e), PortalKind::weld) == along);
  e.weld = mpq_class(9, 10);  // though the corners are nearer by far, in plan and along each axis
  CHECK(portals(linked(e), PortalKind::weld) == along);
  // ../shared/cases/wedge/w_corner, corners 1/20 apart; and touching in one coordinate, where a portal has no width.
  const mpq_class gap(1, 20);
  for (const mpq_class& aside : {gap, mpq_class(0)}) {
    const std::string level = LevelText().slab(0, 0, 4, 4, 0).slab(4 + gap, 4 + aside, 8, 8, 0).obj();
    CHECK(component_count(link_text(level, {}, 1)) == 2);
  }
  // As much as a hair of an edge that faces another is a way.
  const std::string facing = LevelText().slab(0, 0, 4, 4, 0).slab(4 + gap, 4 - hair, 8, 8, 0).obj();
  CHECK(component_count(link_text(facing, {}, gap)) == 1);
}

TEST_CASE("far portals: border at distance 0 is not met, and of several pieces met first at one distance all are") {
  const Example e = example("gutter.obj");
  const Linked level = linked(e);
  CHECK(portals(level, PortalKind::weld) ==
        Texts{"1: 2 0 0, 2 3 0 -> 9/4 0 1/4, 9/4 3 1/4", "1: 9/4 0 1/4, 9/4 3 1/4 -> 2 0 0, 2 3 0"});
  CHECK(portal_count(level, PortalKind::step) == 0);
  Example low = e, narrow = e;
  low.options.step -= hair;
  narrow.weld -= hair;
  for (const Example& less : {low, narrow}) {
    CHECK(linked(less).graph.portals.empty());
    CHECK(components(linked(less)) == std::vector<std::size_t>{3});
  }

  const auto without = [&](const std::string& text, const std::string& instead) {
    Example other = e;
    const std::size_t at = other.text.find(text);
    REQUIRE(at != std::string::npos);
    other.text.replace(at, text.size(), instead);
    return linked(other);
  };
  const Linked no_kerb = without("f 5 8 14 13\n", "");
  CHECK(portals(no_kerb, PortalKind::step) == Texts{"1: 2 0 0, 2 3 0 -> 2 0 -1/8, 2 3 -1/8"});
  CHECK(portal_count(no_kerb, PortalKind::weld) == 0);
  CHECK(components(no_kerb) == std::vector<std::size_t>{2});
  // A kerb that the gutter's agent just steps over, and one at both its ends at the greatest height of a stride and
  // beyond.
  CHECK(portal_count(without("v 2 0 0.1875\nv 2 3 0.1875", "v 2 0 0.125\nv 2 3 0.125"), PortalKind::step) == 1);
  CHECK(portal_count(without("v 2 0 0.1875\nv 2 3 0.1875", "v 2 0 0.25\nv 2 3 0.25"), PortalKind::weld) == 2);
  CHECK(without("v 2 0 0.1875\nv 2 3 0.1875", "v 2 0 0.25000001\nv 2 3 0.25000001").graph.portals.empty());
}

TEST_CASE("far portals: the checker agrees on what the gutter's agent meets") {
  Run bake, check("plumb-check");
  const std::string text = example("gutter.obj").text,
                    options = "--up z --stance stand=9/5 --step 1/4 --weld 1/4 --quiet";
  REQUIRE(text.find("# Options: --up z --stance stand=9/5 --step 1/4 --weld 1/4\n") != std::string::npos);
  write_file(bake.folder() / "gutter.obj", text);
  write_file(check.folder() / "gutter.obj", text);
  REQUIRE(bake("bake gutter.obj --certificate gutter.cert " + options).status == 0);
  const std::string certificate = bake.file("gutter.cert");
  const auto judged = [&](const std::string& portals, const std::string& count) {
    std::string altered = certificate.substr(0, certificate.find("portal "));
    altered += portals + "end 3 3 1 " + count + "\n";
    write_file(check.folder() / "gutter.cert", altered);
    const Outcome o = check("gutter.obj gutter.cert");
    CHECK(o.status == (o.err.empty() ? 0 : 1));
    return o.err.substr(std::min(o.err.size(), o.err.find(": ", o.err.find(".cert:")) + 2));
  };
  // Cells: 0 the road, 1 the gutter, 2 the pavement.
  const std::string there = "portal weld 1 0 2 2 0 2 3 : 9/4 0 9/4 3\n",
                    back = "portal weld 1 2 0 9/4 0 9/4 3 : 2 0 2 3\n";
  CHECK(certificate.substr(certificate.find("portal ")) == there + back + "end 3 3 1 2\n");
  CHECK(judged(there + back, "2") == "");
  const std::string none = "there is no such weld, or its stretch or greatest stance is another\n";
  CHECK(judged("portal weld 1 0 1 2 0 2 3 : 2 0 2 3\n" + there + back, "3") == none);
  CHECK(judged("portal weld 1 0 1 2 0 2 3 : 9/4 0 9/4 3\n" + there + back, "3") == none);
  CHECK(judged(there + "portal weld 1 2 1 9/4 0 9/4 3 : 2 0 2 3\n" + back, "3") == none);
  CHECK(judged("portal weld 1 0 2 2 0 2 2 : 9/4 0 9/4 2\n" + back, "2") == none);
  CHECK(judged(there, "1") == "before this line, a weld from cell 2 to cell 0 is missing\n");
  CHECK(judged("", "0") == "before this line, a weld from cell 0 to cell 2 is missing\n");
}

TEST_CASE("far portals: of two storeys met at one distance the upper is welded; it stops the way into the lower") {
  LevelText level;
  level.slab(0, -4, 6, 0, 0);
  level.slab(0, 1, 6, 5, mpq_class(-1, 2));
  level.slab(0, 1, 6, 5, mpq_class(1, 2));
  BakeTextOptions options;
  options.stances = {{"crawl", mpq_class(4, 5)}};
  options.step = mpq_class(1, 2);
  CHECK(portals(link_text(level.obj(), options, 1), PortalKind::weld) ==
        Texts{"1: 0 0 0, 6 0 0 -> 0 1 1/2, 6 1 1/2", "1: 0 1 1/2, 6 1 1/2 -> 0 0 0, 6 0 0"});
}

TEST_CASE("far portals: what is more than a step higher or lower is passed by") {
  // A beam at 1 and a gutter at -1 lie between two floors; the way across is free below the beam for no one taller
  // than 1.
  LevelText level;
  level.slab(0, -4, 6, 0, 0);
  level.slab(0, 2, 6, 6, 0);
  level.slab(0, mpq_class(1, 2), 6, 1, 3);
  level.slab(0, 1, 6, mpq_class(3, 2), -3);
  BakeTextOptions options;
  options.stances = {{"stand", 3}};
  CHECK(portals(link_text(level.obj(), options, 2), PortalKind::weld) ==
        Texts{"1: 0 0 0, 6 0 0 -> 0 2 0, 6 2 0", "1: 0 2 0, 6 2 0 -> 0 0 0, 6 0 0"});
  options.stances[0].height += hair;
  CHECK(link_text(level.obj(), options, 2).graph.portals.empty());
}

TEST_CASE("far portals: an irrational end of a weld is rounded inward, and none that exists is lost") {
  // Sides that open from 0: at x along the first, the second is at distance x/3 from it. The first has length 3 sqrt 2
  // and is turned by 45 degrees.
  LevelText level;
  level.face({{0, 0, 0}, {3, 3, 0}, {6, 0, 0}});
  level.face({{0, 0, 0}, {2, 4, 0}, {-4, 4, 0}});
  BakeTextOptions options;
  const Linked level1 = link_text(level.obj(), options, 1);
  std::size_t from_first = 0;
  for (const OffmeshPortal& p : level1.graph.portals) {
    if (p.on_a[0][0] != p.on_a[0][1] || p.on_a[1][0] != p.on_a[1][1]) continue;
    ++from_first;
    // The reach of 1 is used up at the distance 3 from the corner: x = 3/sqrt 2, and the portal ends less than 2^-64
    // before that.
    const mpq_class x = std::max(p.on_a[0][0], p.on_a[1][0]);
    mpq_class grain(1, mpz_class(1) << 64);
    grain.canonicalize();
    CHECK(std::min(p.on_a[0][0], p.on_a[1][0]) == 0);
    CHECK(2 * x * x < 9);
    CHECK(2 * (x + grain) * (x + grain) > 9);
    CHECK(mpq_class(x / grain).get_den() == 1);
  }
  CHECK(from_first == 1);
  // A reach far below 2^-64: the weld is there still.
  mpq_class tiny(1, mpz_class(1) << 200);
  tiny.canonicalize();
  const Linked level2 = link_text(level.obj(), options, tiny);
  CHECK(portal_count(level2, PortalKind::weld) == 2);
  for (const OffmeshPortal& p : level2.graph.portals) CHECK(p.on_a[0] != p.on_a[1]);
}

TEST_CASE("far portals: a low board over a gutter stops who does not fit under it") {
  LevelText text;
  text.slab(0, -4, 6, 0, 0);
  text.slab(0, 1, 6, 5, 0);
  text.slab(0, 0, 6, 1, mpq_class(-1, 2));
  text.slab(0, 0, 6, 1, 2);
  BakeTextOptions options;
  options.stances = {{"crawl", 1}, {"stand", 2}, {"tall", 3}};
  options.step = mpq_class(1, 2);
  const Linked level = link_text(text.obj(), options, 1);
  CHECK(portal_count(level, PortalKind::step) == 2);
  CHECK(portal_count(level, PortalKind::weld) == 0);
  // The upper side of the board is apart.
  CHECK(components(level) == std::vector<std::size_t>{2, 2, 3});
}

TEST_CASE("far portals: a weld of a higher stance is there where a lower one steps down and up again") {
  // A gutter, shallow enough to step into, under a steep ridge from 1/8 to 2/5: crawling one gets through below the
  // ridge, standing across it.
  LevelText text;
  const mpq_class middle(1, 5), end(2, 5), edge(1, 8), ridge(2, 5);
  text.slab(0, -4, 6, 0, 0);
  text.slab(0, end, 6, 5, 0);
  text.slab(0, 0, 6, end, mpq_class(-1, 2));
  text.face({{0, 0, edge}, {6, 0, edge}, {6, middle, ridge}, {0, middle, ridge}});
  text.face({{0, middle, ridge}, {6, middle, ridge}, {6, end, edge}, {0, end, edge}});
  BakeTextOptions options;
  options.stances = {{"crawl", mpq_class(3, 5)}, {"stand", 2}};
  options.step = mpq_class(1, 2);
  const Linked level = link_text(text.obj(), options, end);
  CHECK(portals(level, PortalKind::step) ==
        Texts{"1: 0 0 0, 6 0 0 -> 0 0 -1/2, 6 0 -1/2", "1: 0 2/5 0, 6 2/5 0 -> 0 2/5 -1/2, 6 2/5 -1/2"});
  CHECK(portals(level, PortalKind::weld) ==
        Texts{"2: 0 0 0, 6 0 0 -> 0 2/5 0, 6 2/5 0", "2: 0 2/5 0, 6 2/5 0 -> 0 0 0, 6 0 0"});
  CHECK(components(level) == std::vector<std::size_t>{1, 1});
}

TEST_CASE("far portals: the number of threads changes nothing") {
  for (const char* name : {"board_bridge.obj", "stacked_boxes.obj", "leaning_stairs.obj"}) {
    const Example e = example(name);
    const Linked one = linked(e);
    Linked many = linked(e);
    many.graph = link_baked(many.baked, e.weld, 3);
    REQUIRE(one.graph.portals.size() == many.graph.portals.size());
    for (std::size_t i = 0; i < one.graph.portals.size(); ++i) {
      const OffmeshPortal &p = one.graph.portals[i], &q = many.graph.portals[i];
      CHECK((p.kind == q.kind && p.stance == q.stance && p.a == q.a && p.b == q.b && p.on_a == q.on_a &&
             p.on_b == q.on_b));
    }
  }
}
