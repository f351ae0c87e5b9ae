// SPDX-License-Identifier: GPL-3.0-or-later
// A bake by another program, which goes on running between bakes.
//
// 1. The first bake is that of a large square: an adapter states its settings beside a navmesh alone, and what the
//    baker leaves out as too small has to be known of bakes without one.
// 2. bake_once() writes the scene and the agent, and gives the adapter a line with their names; its answer, or its end,
//    says how the bake ended. An adapter that ended or was killed is started again for the next scene.
// 3. read_settings() and read_navmesh() read what it wrote. Decimals become binary32, as engines read them.
//
// Cost: a line each way besides the bake; the start of an adapter takes as long as that of its interpreter.
// Source: our own; docs/reference/bakers.md has the contract.
#include "adapter.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/file_grid.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/paths.h"
#include "plumb/pipeline/run_process.h"
#include "plumb/pipeline/system.h"
#include "symptom.h"

namespace plumb::pipeline {
namespace {

// An adapter's files are read up to these sizes in bytes: what readers make of one takes some ten times its size.
// Scenes are small, and navmeshes of them have a few thousand bytes.
constexpr std::uint64_t most_navmesh = std::uint64_t{16} << 20, most_settings = std::uint64_t{1} << 20;
constexpr std::size_t most_words = std::size_t{1} << 16;

// Why a file is not read; empty: it is.
std::string unfit(const std::string& path, std::uint64_t most) {
  const int file = system::open_to_read(path);
  if (file < 0) return " is no file";
  const system::Facts facts = system::facts_of(file);
  system::close(file);
  if (facts.kind != system::Kind::regular) return " is no file";
  return facts.size > most ? " has more than " + std::to_string(most >> 20) + " MB" : "";
}

// What adapters say where they find a navmesh without polygons.
constexpr std::string_view no_polygon = "no polygon";

Error not_installed(const std::vector<std::string>& words, const std::string& said) {
  return bad_option("the baker of '" + words.back() + "' is not installed: " + said.substr(0, said.find('\n')));
}

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; !what.empty() && (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

mpq_class polygon_area(const ForeignMesh& mesh) {
  mpq_class sum;
  kernel::PlanRing ring;
  for (const ForeignMesh::Polygon& polygon : mesh.polygons) {
    ring.clear();
    for (const ForeignMesh::Index c : polygon.corners) ring.push_back({mesh.points[c][0], mesh.points[c][1]});
    sum += abs(kernel::signed_area(ring));
  }
  return sum;
}

}  // namespace

std::optional<Error> write_file(const std::string& path, const std::string& text) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  file->write(text);
  if (auto error = file->close()) return error;
  return file->commit();
}

Result<std::string> baker_version(const std::vector<std::string>& words, const FuzzSettings& limits) {
  ProcessSettings settings;
  settings.words = words;
  settings.words.push_back("--version");
  settings.seconds = limits.seconds;
  settings.memory = limits.memory;
  settings.output = most_words;
  const auto ran = run_process(settings);
  if (!ran) return ran.error();
  if (ran->end == ProcessOutcome::End::timed_out)
    return bad_option("'" + words.back() +
                      " --version' has no answer within --seconds; give a program that is an adapter, "
                      "or more --seconds");
  if (ran->end == ProcessOutcome::End::exited && ran->code == 0) return ran->output.substr(0, ran->output.find('\n'));
  if (ran->end == ProcessOutcome::End::exited && ran->code == 77) return not_installed(words, ran->output);
  return bad_option("'" + words.back() + " --version' fails; give a program that is an adapter");
}

bool BakeOutcome::is_empty() const {
  return (end == End::baked && mesh.polygons.empty()) ||
         (end == End::refused && (words.empty() || words.starts_with(no_polygon)));
}

bool BakeOutcome::is_explained() const { return end == End::refused && !is_empty(); }

const char* BakeOutcome::word() const {
  switch (end) {
    case End::baked: return "baked";
    case End::refused: return "refused";
    case End::crashed: return "crashed";
    case End::hung: return "hung";
    case End::unreadable: return "unreadable";
  }
  return "";
}

Adapter::Adapter(const std::vector<std::string>& words, std::string folder, const FuzzSettings& settings)
    : process_(
          [&] {
            std::vector<std::string> all = words;
            all.push_back("--jobs");
            return all;
          }(),
          settings.memory, settings.seconds),
      folder_(std::move(folder)) {
  system::make_folders(folder_);
}

std::string Adapter::without_folder(std::string text) const {
  replace_all(text, folder_ + "/", "");
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

void Adapter::read_settings(BakeOutcome& outcome) const {
  std::string text;
  if (const std::string path = out() + "/settings.json"; unfit(path, most_settings).empty())
    if (const auto file = MappedFile::open(path)) text = file->text();
  try {
    const JsonDocument document = JsonDocument::parse(text);
    const JsonView json = document.root();
    const auto number = [&](const char* key) -> std::optional<double> {
      const auto value = json.find(key);
      return value && !value->is_null() ? std::optional(value->number()) : std::nullopt;
    };
    outcome.settings.cell = number("cell").value_or(0);
    outcome.settings.cell_height = number("cell_height").value_or(0);
    outcome.settings.max_error = number("max_error");
    outcome.settings.min_region = number("min_region");
  } catch (const JsonError& error) {
    if (outcome.end != BakeOutcome::End::baked) return;  // it need not have written it
    outcome.end = BakeOutcome::End::unreadable;
    outcome.words = "settings.json cannot be read";
  }
}

void Adapter::read_navmesh(const FuzzAgent& agent, BakeOutcome& outcome) const {
  std::vector<std::string> names;
  for (const std::string& name : system::names_in(out()))
    if (name.starts_with("navmesh.") && !name.ends_with(".mtl")) {
      names.push_back(name);
      if (names.size() > 1) break;
    }
  if (names.size() != 1) {
    outcome.end = BakeOutcome::End::unreadable;
    outcome.words = names.empty() ? "there is no navmesh" : "there is more than one navmesh";
    return;
  }
  outcome.navmesh = names[0];
  if (const std::string why = unfit(in_folder(out(), names[0]), most_navmesh); !why.empty()) {
    outcome.end = BakeOutcome::End::unreadable;
    outcome.words = names[0] + why;
    return;
  }
  ForeignMeshOptions reading;
  reading.up = agent.up;
  auto mesh = read_foreign_mesh(in_folder(out(), names[0]), reading);
  if (!mesh) {
    outcome.end = BakeOutcome::End::unreadable;
    outcome.words = without_folder(mesh.error().command_text());
    return;
  }
  outcome.mesh = std::move(*mesh);
  outcome.mesh.file = names[0];
  const FileGrid::Kind kind = file_grid(outcome.mesh).kind;
  const std::string extension = extension_of(names[0]);
  const bool is_gltf = extension == ".glb" || extension == ".gltf";  // whose numbers are seen from a node
  // Engines read text in binary32.
  if (kind == FileGrid::Kind::decimals || (kind == FileGrid::Kind::binary64 && !is_gltf)) {
    outcome.mesh.is_binary32 = true;
    for (ExactPoint& p : outcome.mesh.points)
      for (mpq_class& x : p)
        if (const auto near = static_cast<float>(x.get_d()); std::isfinite(near)) x = near;
  }
  outcome.area = polygon_area(outcome.mesh);
}

Result<BakeOutcome> Adapter::bake(const std::string& obj, const FuzzAgent& agent) {
  if (!stated_) {
    // One without a navmesh does not state its settings: what it leaves out as too small has to be known before.
    const double side = agent.cell > 0 ? 64 * agent.cell : 32 * agent.height;
    std::string square;
    for (const auto& [x, y] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
      const double p = x * side, q = y * side;
      square += "v " + about(p) + (agent.up == UpAxis::z ? " " + about(q) + " 0" : " 0 " + about(-q)) + "\n";
    }
    auto first = bake_once(square + "f 1 2 3 4\n", agent);
    if (!first) return first.error();
    stated_ = first->settings;
  }
  ++bakes_;
  auto outcome = bake_once(obj, agent);
  if (outcome && outcome->end != BakeOutcome::End::baked)
    outcome->settings = {agent.cell, agent.cell_height, stated_->max_error, stated_->min_region};
  return outcome;
}

Result<BakeOutcome> Adapter::bake_once(const std::string& obj, const FuzzAgent& agent) {
  system::remove_all(out());
  if (auto error = write_file(scene_file(), obj)) return *error;
  if (auto error = write_file(folder_ + "/agent.json", json_text(agent_json(agent), 1) + "\n")) return *error;
  const auto answer = process_.ask(scene_file() + "\t" + folder_ + "/agent.json" + "\t" + out());
  if (!answer) return answer.error();
  using End = LineProcess::Answer::End;
  BakeOutcome outcome;
  outcome.words = without_folder(answer->errors);
  if (answer->end == End::timed_out) {
    outcome.end = BakeOutcome::End::hung;
  } else if (answer->end != End::answered) {
    outcome.end = BakeOutcome::End::crashed;
    outcome.status = answer->end == End::signalled ? 128 + answer->code : answer->code;
  } else {
    outcome.status = std::atoi(answer->line.c_str());
    if (outcome.status == 77) return not_installed({name_of(folder_)}, outcome.words);
    if (outcome.status == 1) outcome.end = BakeOutcome::End::refused;
    else if (outcome.status != 0 || answer->line != "0") outcome.end = BakeOutcome::End::crashed;
  }
  read_settings(outcome);
  if (outcome.end == BakeOutcome::End::baked) read_navmesh(agent, outcome);
  return outcome;
}

}  // namespace plumb::pipeline
