// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/json.h"

#include <catch2/catch.hpp>

using namespace plumb::pipeline;

TEST_CASE("Json: objects, lists, and lists of pairs that are none") {
  CHECK(json_text(Json{{"a", 1}, {"b", {true, false}}}) == R"({"a":1,"b":[true,false]})");
  CHECK(json_text(Json{1, "two", Json(), Json::array()}) == R"([1,"two",null,[]])");
  CHECK(json_text(Json{{1, 2}, {3, 4}}) == "[[1,2],[3,4]]");
  CHECK(json_text(Json{{"once", 1}, {"once", 2}}) == R"({"once":1})");
}

TEST_CASE("Json: what is put into a list stays as it is outside") {
  const Json inner{{"x", {1, 2}}};
  Json named{"a", inner};
  const Json list{inner, inner, named}, object{{"first", inner}, {"second", inner}};
  named.push_back(3);
  CHECK(json_text(inner) == R"({"x":[1,2]})");
  CHECK(json_text(list) == R"([{"x":[1,2]},{"x":[1,2]},["a",{"x":[1,2]}]])");
  CHECK(json_text(object) == R"({"first":{"x":[1,2]},"second":{"x":[1,2]}})");
  CHECK(json_text(named) == R"(["a",{"x":[1,2]},3])");
}
