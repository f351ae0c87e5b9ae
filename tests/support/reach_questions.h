// SPDX-License-Identifier: GPL-3.0-or-later
// Questions of explain --from --to: by the command, as text and as JSON, and by the library on a level that a test
// builds.
#pragma once
#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include <optional>
#include <stdexcept>
#include <string>

#include "plumb/pipeline/reachability.h"
#include "support/level_text.h"
#include "support/options_of.h"
#include "support/run_program.h"
#include "support/temporary_folder.h"

namespace plumb::tests {

using namespace pipeline;

/// A level of tests/corpus/explain.
inline std::string corpus(const std::string& name) {
  return quoted(std::string(PLUMB_SOURCE_DIR) + "/tests/corpus/explain/" + name + ".obj");
}

struct Answer {
  int status;
  std::string text;
  nlohmann::json json;
  const nlohmann::json& limit(const std::string& parameter) const {
    for (const auto& l : json["limits"])
      if (l["parameter"] == parameter) return l;
    throw std::runtime_error("no limit of " + parameter);
  }
};

/// The answers of the command.
inline Answer ask(const std::string& scene, const std::string& options) {
  Run plumb;
  const std::string command = "explain " + scene + " --sides up " + options;
  const Outcome text = plumb(command), json = plumb(command + " --json");
  INFO(command << "\n" << text.out << text.err);
  REQUIRE(text.status <= 1);
  REQUIRE(json.status == text.status);
  return {text.status, text.out, nlohmann::json::parse(json.out)};
}

inline bool says(const Answer& a, const std::string& words) { return a.text.find(words) != std::string::npos; }

/// A stance of 2 that climbs 1/4, z up.
inline BakeArguments walker() {
  BakeArguments a;
  a.up = "z";
  a.sides = "up";
  a.numbers = "decimal";
  a.stances = {"stand=2"};
  a.step = "0.25";
  return a;
}

/// The answer of the library; `only` and `stance` as the command takes them.
inline Reachability found_for(const LevelText& level, const std::string& from, const std::string& to,
                              const BakeArguments& given = walker(), const std::optional<std::string>& only = {},
                              const std::optional<std::string>& stance = {}) {
  const Folder folder;
  BakeArguments a = given;
  a.scene = folder.write("level.obj", level.obj());
  const BakeOptions options = options_of(a);
  const auto query = make_reach_query({from, to, stance, only, {}}, a, options);
  REQUIRE(query);
  Progress silent;
  const auto found = reachability(options, *query, silent);
  REQUIRE(found);
  return *found;
}

}  // namespace plumb::tests
