// SPDX-License-Identifier: GPL-3.0-or-later
// The places that navmeshes are compared in: their filter, their numbers, sums of directed stretches; and the reader of
// JSON.
#include <catch2/catch.hpp>
#include <random>
#include <sstream>

#include "files/navmesh.h"
#include "files/places.h"
#include "support/rounding_count.h"

using namespace plumb::checker;
using plumb::tests::is_least;
using plumb::tests::power;
using plumb::tests::u;

namespace {

std::mt19937_64 random_bits(11);
long draw(long low, long high) {
  return low + static_cast<long>(random_bits() % static_cast<unsigned long>(high - low + 1));
}

}  // namespace

TEST_CASE("places: the filter's bound covers quotients, differences, products and magnitudes", "[bounds][derived]") {
  // Of a double that stands for a quotient, the exact value is at most this multiple; then differences, products, sum.
  const mpq_class most = 1 / (power(1 - 2 * u, 1) * (1 - u)), of_difference = (most - 1) + u;
  const mpq_class of_product = of_difference * ((1 + u) + most) + u * power(1 + u, 2);
  const mpq_class of_sum = of_product + u * power(1 + u, 3);
  CHECK(is_least(turn_of_places_error, of_sum / power(1 - u, 5)));
}

TEST_CASE("places: numbers, order and turns are those of fractions, near ones among them", "[bounds]") {
  Places places;
  std::size_t equal = 0, straight = 0;
  for (int round = 0; round < 3000; ++round) {
    const long w = draw(1, 1L << 40), x = draw(-w, w), y = draw(-9 * w, 9 * w);
    const long factor = draw(1, 1000);
    const Index p = places.number({x, y, w});
    REQUIRE(places.number({Integer(x) * factor, Integer(y) * factor, Integer(w) * factor}) == p);
    // Another one, beside it by one unit or none.
    const Index q =
        places.number({Integer(x) * factor + draw(-1, 1), Integer(y) * factor + draw(-1, 1), Integer(w) * factor});
    const Place at = place_of(places[p]), beside = place_of(places[q]);
    REQUIRE((p == q) == (at == beside));
    equal += p == q;
    REQUIRE(places.compare(p, q) == (at > beside) - (at < beside));
    // A third on the line through the origin, or beside that.
    const Index o = places.number({0, 0, 1});
    const Index r =
        places.number({Integer(x) * factor * 3 + draw(-1, 1), Integer(y) * factor * 3, Integer(w) * factor * 2});
    const Place third = place_of(places[r]);
    const Fraction turn = at[0] * third[1] - at[1] * third[0];
    REQUIRE(places.turn(o, p, r) == sgn(turn));
    straight += sgn(turn) == 0;
  }
  CHECK(equal > 100);
  CHECK(straight > 300);
}

TEST_CASE("places: stretches cancel, however they are cut; the two sides of a line do not") {
  Places places;
  std::vector<Index> at;
  for (int i = 0; i <= 6; ++i) at.push_back(places.number({2 * i, i, 3}));
  std::vector<Stretch> sum{{{}, at[0], at[6], 1}, {{}, at[6], at[4], 1}, {{}, at[4], at[1], 1}, {{}, at[1], at[0], 1}};
  CHECK(left_over(places, sum, Sides::one).empty());
  const auto left = left_over(places, sum, Sides::two);
  REQUIRE(left.size() == 2);  // there and back
  CHECK(left[0].times == 1);
  sum.push_back({{}, at[2], at[3], 1});
  const auto more = left_over(places, sum, Sides::one);
  REQUIRE(more.size() == 1);
  CHECK(more[0].from == at[2]);
  CHECK(more[0].to == at[3]);
  sum.back().group = {1, 0, 0, 0};
  sum.push_back({{}, at[3], at[2], 1});
  CHECK(left_over(places, sum, Sides::one).size() == 2);  // groups have sums of their own
}

TEST_CASE("places: flanks that run along each other are paired part by part") {
  Places places;
  std::vector<Index> at;
  for (int i = 0; i <= 6; ++i) at.push_back(places.number({i, 0, 1}));
  std::vector<Flank> flanks{{at[0], at[4], 1}, {at[6], at[3], 2}, {at[3], at[1], 3}};
  std::vector<std::array<Index, 4>> found;
  REQUIRE(pair_parts(places, flanks, [&](Index from, Index to, Index what, Index other) {
    found.push_back({from, to, what, other});
  }));
  CHECK(found == std::vector<std::array<Index, 4>>{{at[1], at[3], 1, 3}, {at[3], at[4], 1, 2}});
  REQUIRE(flanks.size() == 2);
  CHECK(flanks[0].to == at[1]);
  CHECK(flanks[1].from == at[6]);
  CHECK(flanks[1].to == at[4]);
  std::vector<Flank> overlapping{{at[0], at[4], 1}, {at[3], at[6], 2}};
  CHECK_FALSE(pair_parts(places, overlapping, [](Index, Index, Index, Index) {}));
}

TEST_CASE("places: rings are convex with straight corners, and not turned, folded or run twice") {
  Places places;
  const auto at = [&](int x, int y) { return places.number({x, y, 1}); };
  const auto convex = [&](std::vector<Index> ring) { return places.are_convex(ring); };
  CHECK(convex({at(0, 0), at(2, 0), at(4, 0), at(4, 4), at(0, 4)}));
  CHECK_FALSE(convex({at(0, 4), at(4, 4), at(4, 0), at(0, 0)}));
  CHECK_FALSE(convex({at(0, 0), at(4, 0), at(2, 0), at(4, 4), at(0, 4)}));
  CHECK_FALSE(convex({at(0, 0), at(4, 0), at(4, 4), at(0, 0), at(4, 0), at(4, 4)}));
  CHECK_FALSE(convex({at(0, 0), at(4, 0), at(2, 0)}));
  CHECK_FALSE(convex({at(0, 0), at(4, 0), at(4, 0), at(4, 4)}));
  CHECK_FALSE(convex({at(0, 0), at(4, 0), at(1, 1), at(0, 4)}));
}

TEST_CASE("json: texts, numbers and errors, with the line") {
  const auto of = [](const std::string& text, auto&& read) {
    std::istringstream in(text);
    Json json(in);
    return read(json);
  };
  const auto wrong = [&](const std::string& text, const std::string& what, std::uint64_t line) {
    try {
      of(text, [](Json& json) {
        static_cast<void>(json.scalar());
        json.end();
      });
      FAIL("accepted: " + text);
    } catch (const Refused& e) {
      CHECK(std::string(e.what()).find(what) != std::string::npos);
      CHECK(e.line == line);
    }
  };
  CHECK(of(R"("a\"\\\/\n\u0041\u00e9\u20ac\ud83d\ude00")", [](Json& j) { return std::string(j.text()); }) ==
        "a\"\\/\nA\u00e9\u20ac\xf0\x9f\x98\x80");
  CHECK(of(" -17 ", [](Json& j) { return j.whole(-20, 20); }) == -17);
  CHECK(of("\"-3/4\"", [](Json& j) { return j.fraction(); }) == mpq_class(-3) / 4);
  of(R"({"a": [1, -2.5e+3, {"b": null}], "c": true, "d": "x"})", [](Json& j) {
    j.skip();
    j.end();
    return 0;
  });
  wrong("{\"a\": 1,\n\"a\": 2}", "twice", 2);
  wrong("[1,\n2,]", "value", 2);
  wrong("[1 2]", "','", 1);
  wrong("[NaN]", "value", 1);
  wrong("{\"a\" 1}", "':'", 1);
  wrong("\"abc", "within a string", 1);
  wrong("\"a\nb\"", "control", 1);
  wrong("\"\\x\"", "escape", 1);
  wrong("[", "value", 1);
  wrong("[1] 2", "more behind", 1);
  wrong("nul", "word", 1);
  wrong(std::string(1000, '['), "nested", 1);
  wrong("[{\"a\": [1}]", "','", 1);
  wrong("[{\"a\" 1}]", "':'", 1);
  wrong("\"" + std::string(1 << 18, 'a') + "\"", "131,072", 1);
  CHECK_THROWS_AS(of("\"2/4\"", [](Json& j) { return j.fraction(); }), Refused);
  CHECK_THROWS_AS(of("\"1/0\"", [](Json& j) { return j.fraction(); }), Refused);
  CHECK_THROWS_AS(of("1000000000000000000000", [](Json& j) { return j.whole(0, 5); }), Refused);
  CHECK_THROWS_AS(of("01", [](Json& j) { return j.whole(0, 5); }), Refused);
  CHECK_THROWS_AS(of("1.5",
                     [](Json& j) {
                       j.whole(0, 5);
                       j.end();
                       return 0;
                     }),
                  Refused);
}

TEST_CASE("json: a navmesh is read to its end, and each member is wanted once") {
  const std::string head =
      R"({"plumb":"1","scene":{"file":"a.obj","sha256":null},"options":{"stances":[{"name":"s","height":"2"}],"up":"z",)"
      R"("seed_points":["1,2,1/2"],"step":"0","method":"vcd","sides":"both","numbers":"double","weld":"0","solids":"none",)"
      R"("optimise":"count","one_surface":false,"radius":"0","window":"0","min_area":"0","bad_faces":"error",)"
      R"("exact_digits":1000,"decomposition":"bounded"},"denominator":"1",)";
  const std::string cell =
      R"({"stance":1,"facets":[{"surface":0,"face":0,"witness":null,"vertices":[["0","0","0"],["1/2","0","1/3"],["0","1","0"]]}]})";
  const auto read = [](const std::string& text) {
    std::istringstream in(text);
    Json json(in);
    return NavMeshReader(json).read();
  };
  const auto mesh = read(head + "\"cells\":[\n" + cell + ",\n" + cell + "],\"portals\":[],\"obstructions\":[]}");
  REQUIRE(mesh);
  CHECK(mesh->cells.size() == 2);
  CHECK(mesh->cells[1].line == 3);
  CHECK(mesh->points.size() == 3);
  CHECK(mesh->points[1].w == 6);
  CHECK(mesh->points[1].x == 3);
  CHECK(mesh->points[1].z == 2);
  CHECK(mesh->seeds == std::vector<Fraction>{1, 2, mpq_class(1) / 2});
  CHECK(option_value(*mesh, "step") == 0);
  CHECK_FALSE(
      read(R"({"plumb":"1","scene":{},"options":{"stances":[{"name":"s","height":"2"}],"up":"z"},"polygons":{}})"));
  std::string without = head;
  without.replace(without.find("\"method\":\"vcd\","), 15, "");
  CHECK_THROWS_AS(read(without + "\"cells\":[" + cell + "],\"portals\":[],\"obstructions\":[]}"), Refused);
  CHECK_THROWS_AS(read(head + "\"cells\":[" + cell + "],\"portals\":[]}"), Refused);
  CHECK_THROWS_AS(read(head + "\"portals\":[],\"cells\":[],\"obstructions\":[]}"), Refused);
  CHECK_THROWS_AS(read(head + R"("cells":[{"stance":2,"facets":[]}],"portals":[],"obstructions":[]})"), Refused);
  CHECK_THROWS_AS(read(head + R"("cells":[{"stance":1}],"portals":[],"obstructions":[]})"), Refused);
  CHECK_THROWS_AS(
      read(
          head + "\"cells\":[" + cell +
          R"(],"portals":[{"a":0,"b":1,"kind":"flush","stance":1,"from":["0","0","0"],"to":["1","0","0"]}],"obstructions":[]})"),
      Refused);
}
