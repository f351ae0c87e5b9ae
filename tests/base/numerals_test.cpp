// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as they are written: lengths with units, JSON whose numbers keep their digits, and the name that was meant.
#include <array>
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "plumb/pipeline/json.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/text_number.h"

using namespace plumb::pipeline;

namespace {

mpq_class fraction(long n, long d) {
  mpq_class out(n, d);
  out.canonicalize();
  return out;
}

std::string refused(const std::string& text, const LevelUnit* unit) {
  try {
    number_option("--radius", text, unit);
  } catch (const RefusedOption& refused) {
    return refused.what;
  }
  return "";
}

}  // namespace

TEST_CASE("lengths: a unit behind the number is divided by that of the level, exactly") {
  struct Case {
    const char *unit, *text;
    mpq_class value;
  };
  const Case cases[] = {{"m", "40cm", fraction(2, 5)},      {"m", "1.8m", fraction(9, 5)},
                        {"cm", "18in", fraction(1143, 25)}, {"m", "6ft", fraction(1143, 625)},
                        {"in", "2mm", fraction(10, 127)},   {"0.0254m", "1ft", fraction(12, 1)},
                        {"2in", "1/3ft", fraction(2, 1)},   {"ft", "1e-3m", fraction(5, 1524)},
                        {"mm", "-5cm", fraction(-50, 1)},   {"cm", "7/2", fraction(7, 2)}};
  for (const Case& c : cases) {
    INFO(c.text << " in " << c.unit);
    const LevelUnit unit = unit_option("--unit", c.unit);
    CHECK(number_option("--radius", c.text, &unit) == c.value);
  }
}

TEST_CASE("lengths: any number with any unit, against a table of millimetres") {
  const std::array<std::pair<const char*, mpq_class>, 5> millimetres{
      {{"m", 1000}, {"cm", 10}, {"mm", 1}, {"in", fraction(127, 5)}, {"ft", fraction(1524, 5)}}};
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    const auto& [unit, length] = millimetres[random() % 5];
    const auto& [of_level, one] = millimetres[random() % 5];
    const mpq_class number = fraction(static_cast<long>(random() % 100000), static_cast<long>(random() % 999) + 1);
    const LevelUnit level = unit_option("--unit", of_level);
    const mpq_class value = number_option("--radius", number.get_str() + unit, &level);
    CHECK(value == number * length / one);
    CHECK(value.get_den() > 0);
    CHECK(unit_option("--unit", unit_text(*level.metres)).metres == level.metres);
    if (sgn(number) > 0) {
      const LevelUnit odd = unit_option("--unit", number.get_str() + unit);
      CHECK(unit_option("--unit", unit_text(*odd.metres)).metres == odd.metres);
    }
  }
}

TEST_CASE("lengths: what is none is refused, and a unit where that of the level is not known") {
  const LevelUnit known = unit_option("--unit", "m"), unknown;
  for (const char* text : {"", "m", "cm", "40 cm", "40cmm", "40km", "40CM", "40m2", "5ft6in", "nan", "inf", "1/0m",
                           "0x1m", "1e999999999m", "1e999999999", "m40", "4,0m"}) {
    INFO(text);
    CHECK(refused(text, &known)
              .find("' is not a number; give a decimal or a fraction, such as 1.8 or 9/5, or a length "
                    "with its unit, such as 40cm") != std::string::npos);
    CHECK(refused(text, nullptr).find("' is not a number; ") != std::string::npos);
  }
  CHECK(refused("40cm", &known).empty());
  CHECK(refused("40cm", nullptr) ==
        "--radius '40cm' is not a number; give a decimal or a fraction, such as 1.8 or 9/5");
  CHECK(refused("40cm", &unknown).find("say it with --unit: m, cm, mm, in, ft, or") != std::string::npos);
  CHECK(refused("40", &unknown).empty());
  for (const char* text : {"", "3", "0m", "-1m", "km", "M", "1/0m", "m m", "nanm", "1e999999999m"}) {
    INFO(text);
    CHECK_THROWS_AS(unit_option("--unit", text), RefusedOption);
  }
}

TEST_CASE("JSON with numerals: numbers keep the text that they are written as") {
  const auto document = JsonDocument::parse_numerals(
      R"({"a": 0.10, "b": [1e2, -3, 18446744073709551616, 0.3333333333333333333333], "c": "0.1", "d": {"e": true}})");
  const JsonView root = document.root();
  CHECK(root.keys() == std::vector<std::string>{"a", "b", "c", "d"});
  CHECK(root.at("a").numeral() == "0.10");
  std::vector<std::string> numerals;
  for (const JsonView v : root.at("b")) {
    CHECK(v.is_number());
    numerals.push_back(v.numeral());
  }
  CHECK(numerals == std::vector<std::string>{"1e2", "-3", "18446744073709551616", "0.3333333333333333333333"});
  CHECK(root.at("c").text() == "0.1");
  CHECK_FALSE(root.at("c").is_number());
  CHECK_THROWS_AS(root.at("c").numeral(), JsonError);
  CHECK(root.at("d").at("e").boolean());
}

TEST_CASE("JSON with numerals: faults, and any depth") {
  using Kind = JsonError::Kind;
  const auto kind = [](const std::string& text) {
    try {
      JsonDocument::parse_numerals(text);
    } catch (const JsonError& error) {
      return error.kind;
    }
    return Kind::content;
  };
  for (const char* wrong : {"", "{", "nul", R"({"a": NaN})", "[1,]", "{1: 2}", "\"\xff\"", "1 2", "[01]"}) {
    INFO(wrong);
    CHECK(kind(wrong) == Kind::syntax);
  }
  CHECK(kind("1e400") == Kind::number_range);
  CHECK(kind(R"({"a": 1, "b": {"a": 2}, "a": 3})") == Kind::key_twice);
  CHECK(kind(std::string(200000, '[')) == Kind::syntax);
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += R"({"a":[)";
  for (int i = 0; i < 100000; ++i) deep += "]}";
  CHECK(JsonDocument::parse_numerals(deep).root().is_object());
}

TEST_CASE("names: the one that was meant, if one is near") {
  const std::vector<std::string> names{"radius", "step", "slope", "slope_cos"};
  CHECK(did_you_mean("radus", names) == " (did you mean radius?)");
  CHECK(did_you_mean("setp", names) == " (did you mean step?)");
  CHECK(did_you_mean("slop", names) == " (did you mean slope?)");
  CHECK(did_you_mean("width", names).empty());
  CHECK(did_you_mean("", names).empty());
  CHECK(did_you_mean(std::string(1000000, 'r'), names).empty());
}
