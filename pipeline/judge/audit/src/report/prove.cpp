// SPDX-License-Identifier: GPL-3.0-or-later
// A bake with the settings that mend causes, by the baker's own program, and what is left of the causes then.
// 1. agent_json() puts the settings into an AGENT.json as adapters take it (docs/reference/bakers.md): those that are
//    known, changed by the mends. Of several values for one setting the strictest counts.
// 2. The command runs in a folder of its own, with the time that --prove-seconds gives it, in a process group that is
//    killed afterwards. It is an adapter, or has {scene}, {agent} and {out} for the three names.
// 3. Its navmesh is judged by the same floor, with the cells that it was told.
// Whatever the command does wrong is told, and no error: the audit before it stands.
// Cost: the bake, and another comparison. Exact: that of judge().
#include <algorithm>
#include <map>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/paths.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/run_process.h"
#include "plumb/pipeline/system.h"
#include "report/mends.h"

namespace plumb::pipeline {
namespace {

using Values = std::map<BakerSetting, mpq_class>;

Values mended_values(const AuditFacts& facts) {
  Values out;
  for (const Mend& m : facts.mends) {
    if (!m.value || m.text.empty()) continue;
    const auto [at, is_first] = out.try_emplace(m.setting, *m.value);
    if (!is_first && (m.at_most ? *m.value < at->second : at->second < *m.value)) at->second = *m.value;
  }
  return out;
}

// The member of AGENT.json for a setting, or null where it has none.
const char* agent_member(BakerSetting setting) {
  switch (setting) {
    case BakerSetting::cell_size: return "cell";
    case BakerSetting::cell_height: return "cell_height";
    case BakerSetting::height: return "height";
    case BakerSetting::radius: return "radius";
    case BakerSetting::climb: return "climb";
    case BakerSetting::slope: return "slope";
    case BakerSetting::min_region: return "min_region";
    case BakerSetting::detail_error: return "detail_error";
    case BakerSetting::low_obstacles: return nullptr;
  }
  return nullptr;
}

// Settings that are known, or the level's, with those that mend.
Values all_values(const AuditFacts& facts, const Values& mended) {
  const BakerSettings& b = facts.baker;
  const BakeOptions& level = facts.options.level;
  Values out{{BakerSetting::height, b.height.value_or(facts.stance_height)},
             {BakerSetting::radius, b.radius.value_or(level.radius)},
             {BakerSetting::climb, b.climb.value_or(level.step)},
             {BakerSetting::slope, mpq_class(slope_degrees(level))}};
  if (b.cell_size && b.cell_height) {
    out[BakerSetting::cell_size] = *b.cell_size;
    out[BakerSetting::cell_height] = *b.cell_height;
    if (sgn(b.min_region) > 0) out[BakerSetting::min_region] = b.min_region * *b.cell_size * *b.cell_size;
  }
  for (const auto& [setting, value] : mended) out[setting] = value;
  if (!out.contains(BakerSetting::cell_size) || !out.contains(BakerSetting::cell_height)) {
    out.erase(BakerSetting::cell_size);
    out.erase(BakerSetting::cell_height);
  }
  if (const auto cell = out.find(BakerSetting::cell_size); cell != out.end()) {
    if (const auto region = out.find(BakerSetting::min_region); region != out.end())
      region->second /= cell->second * cell->second;
  } else {
    out.erase(BakerSetting::min_region);
  }
  return out;
}

Json agent_json(const AuditFacts& facts, const Values& values) {
  Json out{{"units", 1}, {"up", text_of(facts.options.level.up)}, {"numbers", text_of(facts.options.level.numbers)}};
  for (const auto& [setting, value] : values)
    if (const char* const member = agent_member(setting)) out.set(member, kernel::nearest_double(value));
  if (!values.contains(BakerSetting::cell_size)) out.set("grade", "default");
  if (!facts.options.variant.empty()) out.set("variant", facts.options.variant);
  return out;
}

// The words of the command, with the three names in their places, or behind.
std::vector<std::string> command_words(const std::vector<std::string>& words, const std::string& scene,
                                       const std::string& agent, const std::string& out) {
  std::vector<std::string> all = words;
  bool has_place = false;
  for (std::string& word : all)
    for (const auto& [place, name] : {std::pair{"{scene}", &scene}, {"{agent}", &agent}, {"{out}", &out}})
      if (const std::size_t at = word.find(place); at != std::string::npos) {
        word.replace(at, std::string_view(place).size(), *name);
        has_place = true;
      }
  if (!has_place) all.insert(all.end(), {scene, agent, out});
  return all;
}

std::string how_it_ended(const ProcessOutcome& ran, double seconds) {
  std::string words = ran.output.substr(0, ran.output.find('\n'));
  if (!words.empty()) words = ": " + words;
  switch (ran.end) {
    case ProcessOutcome::End::timed_out:
      return "the command was not finished in " + kernel::six_digits(mpq_class(seconds)) +
             " seconds, and was ended; --prove-seconds gives it more";
    case ProcessOutcome::End::signalled: return "the command was ended by signal " + std::to_string(ran.code) + words;
    case ProcessOutcome::End::exited: break;
  }
  return ran.code == 0 ? "" : "the command ended with status " + std::to_string(ran.code) + words;
}

// The one file `navmesh.*` in a folder; empty if there is none, or are several.
std::string navmesh_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const std::string& name : system::names_in(folder))
    if (name.starts_with("navmesh.") && !name.ends_with(".mtl")) names.push_back(in_folder(folder, name));
  return names.size() == 1 ? names[0] : "";
}

// Runs the command; the navmesh that it made, or why there is none.
Result<std::string> bake_again(const AuditFacts& facts, const Values& values, const std::string& folder, Proof& proof) {
  const std::string agent = in_folder(folder, "agent.json"), out = in_folder(folder, "out");
  auto file = AtomicFile::create(agent);
  if (!file) return file.error();
  file->write(json_text(agent_json(facts, values), 1) + "\n");
  if (auto error = file->close()) return *error;
  if (auto error = file->commit()) return *error;
  system::make_folders(out);
  ProcessSettings settings;
  settings.words =
      command_words(facts.options.prove, in_folder(system::current_folder(), facts.options.level.scene), agent, out);
  settings.seconds = facts.options.prove_seconds;
  const auto ran = run_process(settings);
  proof.why_not = ran ? how_it_ended(*ran, settings.seconds) : ran.error().command_text();
  if (!proof.why_not.empty()) return std::string();
  std::string navmesh = navmesh_in(out);
  if (navmesh.empty()) proof.why_not = "the command has not written one navmesh.* into its folder";
  return navmesh;
}

std::vector<Proof::Left> compare_causes(const AuditFacts& before, const AuditFacts& after) {
  std::vector<Proof::Left> out;
  const auto area = [](const AuditFacts& facts, Cause cause) {
    const auto at = std::ranges::find(facts.causes, cause, &AuditFacts::CauseTotal::cause);
    return at == facts.causes.end() ? AreaTotal() : at->area;
  };
  const auto add = [&](const auto& causes) {
    for (const Cause cause : causes) {
      Proof::Left left{cause, area(before, cause), area(after, cause)};
      if (left.before.terms() + left.after.terms() > 0) out.push_back(std::move(left));
    }
  };
  add(missing_causes);
  add(excess_causes);
  return out;
}

}  // namespace

Result<Proof> prove(TrueFloor& floor, const AuditFacts& facts) {
  Proof proof;
  const Values mended = mended_values(facts);
  if (extension_of(facts.options.level.scene) != ".obj") {
    proof.why_not = "the command takes the level as .obj, which " + facts.options.level.scene + " is not";
    return proof;
  }
  if (std::ranges::none_of(mended, [](const auto& m) { return agent_member(m.first) != nullptr; })) {
    proof.why_not = "no setting that the command takes would mend a cause";
    return proof;
  }
  const TemporaryFolder folder("plumb-prove");
  if (folder.path().empty())
    return Error{ErrorCode::cannot_write, "there is no folder for the files of --prove; TMPDIR names one", "", 0};
  const Values values = all_values(facts, mended);
  auto navmesh = bake_again(facts, values, folder.path(), proof);
  if (!navmesh) return navmesh.error();
  if (!proof.why_not.empty()) return proof;
  auto mesh = read_foreign_mesh(*navmesh, facts.options.reading);
  if (!mesh) {
    proof.why_not = "the command's navmesh cannot be read: " + mesh.error().message;
    return proof;
  }
  for (const auto& [setting, value] : mended)
    if (const char* const member = agent_member(setting); member && values.contains(setting))
      proof.settings.push_back(std::string(member) + " " + kernel::six_digits(values.at(setting)));
  AuditOptions o = facts.options;
  o.baseline.reset();
  o.baker.reset();
  o.thresholds = any_difference();
  if (const auto cell = values.find(BakerSetting::cell_size); cell != values.end()) {
    o.cell_size = cell->second;
    o.cell_height = values.at(BakerSetting::cell_height);
  }
  if (const auto region = values.find(BakerSetting::min_region); region != values.end()) o.min_region = region->second;
  Progress silent;
  Stages stage(silent, judge_stages);
  auto after = judge(floor, std::move(*mesh), o, stage);
  if (!after) {
    proof.why_not = "the command's navmesh cannot be judged: " + after.error().message;
    return proof;
  }
  proof.causes = compare_causes(facts, *after);
  proof.missing = after->missing;
  proof.excess = after->excess;
  return proof;
}

}  // namespace plumb::pipeline
