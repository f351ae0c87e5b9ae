// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <sstream>

#include "examine.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/files.h"

namespace plumb::pipeline {
namespace {

Result<JsonDocument> read_json(const std::string& path) {
  const auto file = MappedFile::open(path);
  if (!file) return file.error();
  try {
    return JsonDocument::parse(file->text());
  } catch (const JsonError& error) {
    return Error{ErrorCode::syntax, error.what(), path, 0};
  }
}

struct Kept {
  FuzzCase found;
  Symptom wanted{FuzzKind::crash, "", ""};
};

// Throws JsonError.
Result<Kept> read_finding(const std::string& folder) {
  const auto about_it = read_json(folder + "/finding.json");
  if (!about_it) return about_it.error();
  const auto agent = read_json(folder + "/agent.json");
  if (!agent) return agent.error();
  auto scene = read_plain_scene(folder + "/scene.obj");
  if (!scene) return scene.error();
  Kept out;
  const JsonView json = about_it->root();
  const auto kind = fuzz_kind_of(json.at("kind").text());
  const auto relation = value_of<Relation>(json.at("relation").text());
  if (!kind || !relation) return Error{ErrorCode::syntax, "is no finding of this version", folder + "/finding.json", 0};
  out.wanted = {*kind, json.at("cause").text(), ""};
  out.found.family = json.at("family").text();
  out.found.seed = json.at("seed").whole();
  out.found.relation = *relation;
  out.found.agent = read_agent(agent->root());
  out.found.scene = std::move(*scene);
  if (!json.at("voxels").boolean()) return out;
  auto scenario =
      make_scenario(out.found.family, out.found.seed, CellSize{out.found.agent.cell, out.found.agent.cell_height});
  if (!scenario) return scenario.error();
  out.found.voxel = std::move(scenario->expectation.voxel);
  return out;
}

}  // namespace

Result<FuzzAgain> fuzz_again(const FuzzArguments& arguments, Progress& progress) {
  return unless_cancelled(progress, [&]() -> Result<FuzzAgain> {
    FuzzArguments a = arguments;
    a.output = a.again;
    a.runs = std::string("1");
    const auto options = make_fuzz_options(a);
    if (!options) return options.error();
    const TemporaryFolder scratch("plumb-fuzz");
    if (scratch.path().empty())
      return Error{ErrorCode::cannot_write, "no folder can be made there; set TMPDIR to one with room", "", 0};
    try {
      const auto kept = read_finding(a.again);
      if (!kept) return kept.error();
      Examiner examiner(*options, scratch.path());
      const auto examined = examiner.examine(kept->found, kept->wanted.kind);
      if (!examined) return examined.error();
      const auto at =
          std::ranges::find_if(examined->symptoms, [&](const Symptom& s) { return s.kind == kept->wanted.kind; });
      const std::string name = std::string(row_of(kept->wanted.kind).word);
      if (at == examined->symptoms.end()) return FuzzAgain{false, name + ": it does not hold any more\n"};
      return FuzzAgain{true, name + ": " + at->came + "\n"};
    } catch (const JsonError& error) {
      return Error{ErrorCode::syntax, error.what(), a.again + "/finding.json", 0};
    }
  });
}

}  // namespace plumb::pipeline
