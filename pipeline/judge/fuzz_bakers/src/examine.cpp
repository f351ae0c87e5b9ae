// SPDX-License-Identifier: GPL-3.0-or-later
// One scene with all its bakes.
//
// 1. make_case() has the scene of a run. Families take turns; the seeds of each follow one another, since consecutive
//    seeds of a family go through all its forms and nudges.
// 2. examine() bakes it. A bake that ended badly says so (check_end); of one with polygons the structure is looked at.
// 3. The true floor is found, once, and the navmesh is judged by it (check_audit), and by the rules of voxels where the
//    scene has them (check_voxels).
// 4. compare_bakes() bakes the scene again: with its faces in reversed order; moved, or for a more able agent, as
//    FuzzCase::relation says; and with the other version of the baker.
//
// Cost: one to four bakes and one audit.
// Source: our own; docs/guide/fuzzing.md has the kinds and their preconditions.
#include "examine.h"

#include <algorithm>

#include "plumb/pipeline/import_scene.h"

namespace plumb::pipeline {
namespace {

bool needs_truth(FuzzKind kind) {
  using enum FuzzKind;
  return kind == overlap || kind == empty || kind == lost || kind == false_floor || kind == beyond || kind == missing ||
         kind == excess;
}

// The polygons of a scenario in the axes of its file.
PlainScene plain_scene(const Scenario& scenario) {
  PlainScene out;
  for (const ExactPoint& p : scenario.scene.points) out.points.push_back(to_input_frame(p, scenario.options.up));
  out.faces = scenario.scene.faces;
  return out;
}

PlainScene reversed(PlainScene scene) {
  std::ranges::reverse(scene.faces);
  return scene;
}

PlainScene moved(PlainScene scene, const FuzzAgent& agent) {
  const std::size_t up = agent.up == UpAxis::z ? 2 : 1;
  constexpr std::array<int, 3> cells{3, 2, 5};
  for (ExactPoint& p : scene.points)
    for (std::size_t k = 0; k < 3; ++k) p[k] += cells[k] * mpq_class(k == up ? agent.cell_height : agent.cell);
  return scene;
}

// Whether cells make the same of it wherever it is: level and upright faces with corners on their lattice, and numbers
// that floats hold, moved as well.
bool is_movable(const FuzzCase& c) {
  if (c.agent.cell <= 0) return false;
  const std::size_t up = c.agent.up == UpAxis::z ? 2 : 1;
  constexpr double most = 1 << 20;  // cells
  for (const ExactPoint& p : c.scene.points)
    for (std::size_t k = 0; k < 3; ++k) {
      const mpq_class cells = p[k] / mpq_class(k == up ? c.agent.cell_height : c.agent.cell);
      if (cells.get_den() != 1 || abs(cells) > most) return false;
    }
  return std::ranges::all_of(c.scene.faces, [&](const std::vector<std::uint32_t>& face) {
    const ExactPoint& first = c.scene.points[face[0]];
    const auto is_equal = [&](std::size_t k) {
      return std::ranges::all_of(face, [&](std::uint32_t p) { return c.scene.points[p][k] == first[k]; });
    };
    return is_equal(0) || is_equal(1) || is_equal(2);
  });
}

// The agent of the case, more able in one way; none if it cannot be.
std::optional<FuzzAgent> more_able(const FuzzCase& c) {
  FuzzAgent out = c.agent;
  const double by = out.cell_height > 0 ? 2 * out.cell_height : out.height / 8;
  if (c.relation == Relation::shorter) out.height -= by;
  if (c.relation == Relation::climber) out.climb += by;
  if (c.relation == Relation::steeper) out.slope += 10;
  constexpr double steepest = 80;
  if (out.height <= out.climb || out.height <= by || out.slope > steepest) return std::nullopt;
  return out;
}

}  // namespace

Result<FuzzCase> make_case(const FuzzSettings& settings, std::uint64_t number) {
  constexpr std::uint64_t seeds_apart = 1000000;
  const std::vector<std::string>& families = settings.families;
  const std::uint64_t count = families.size(), turn = number / count, place = number % count;
  const std::string& family = families[place];
  // One that is named more than once has so many seeds a turn.
  const auto named = [&](std::uint64_t before) {
    return static_cast<std::uint64_t>(
        std::count(families.begin(), families.begin() + static_cast<std::ptrdiff_t>(before), family));
  };
  const std::uint64_t seed = settings.seed * seeds_apart + turn * named(count) + named(place);
  auto scenario = make_scenario(family, seed, settings.cell);
  if (!scenario) return scenario.error();
  FuzzCase out;
  out.family = scenario->family;
  out.seed = seed;
  out.variant = scenario->variant;
  out.nudge = scenario->nudge;
  out.scene = plain_scene(*scenario);
  out.agent = agent_of(scenario->options, settings.cell, settings.radius, settings.variant);
  if (sgn(settings.radius) == 0) out.voxel = std::move(scenario->expectation.voxel);
  constexpr std::array relations{Relation::motion, Relation::shorter, Relation::climber, Relation::steeper};
  out.relation = is_movable(out) && seed % 2 == 0 ? Relation::motion : relations[1 + seed % 3];
  // Within a greater window more border counts, so an exact floor with a radius may shrink as step or slope grow.
  if (out.relation != Relation::motion && sgn(settings.radius) > 0 && !settings.cell) out.relation = Relation::shorter;
  return out;
}

Examiner::Examiner(const FuzzSettings& settings, const std::string& folder)
    : baker_(settings.baker, folder + "/baker", settings) {
  if (!settings.against.empty()) against_.emplace(settings.against, folder + "/against", settings);
}

std::uint64_t Examiner::bakes() const { return baker_.bakes() + (against_ ? against_->bakes() : 0); }

Result<Examined> Examiner::examine(const FuzzCase& given, std::optional<FuzzKind> only) {
  Examined out;
  auto outcome = baker_.bake(obj_text(given.scene), given.agent);
  if (!outcome) return outcome.error();
  out.outcome = std::move(*outcome);
  check_end(given, out.outcome, out.symptoms);
  using End = BakeOutcome::End;
  const bool has_navmesh = out.outcome.end == End::baked;
  if (has_navmesh) check_structure(out.outcome, out.symptoms);
  if ((has_navmesh || out.outcome.is_empty()) && (!only || needs_truth(*only)))
    if (auto error = judge_outcome(given, out)) return *error;
  if (has_navmesh || out.outcome.end == End::refused)
    if (auto error = compare_bakes(given, only, out)) return *error;
  return out;
}

std::optional<Error> Examiner::judge_outcome(const FuzzCase& given, Examined& out) {
  auto options = audit_options(given.agent, out.outcome.settings, baker_.scene_file(),
                               out.outcome.navmesh.empty() ? std::string("navmesh") : out.outcome.navmesh);
  if (!options) return options.error();
  ImportOptions reading;
  reading.numbers = given.agent.numbers;
  reading.up = given.agent.up;
  auto scene = import_obj_text(obj_text(given.scene), "scene.obj", reading);
  if (!scene) return std::nullopt;  // no scene for a baker: numbers beyond floats, or no face
  auto stance = choose_stance(options->level, "");
  if (!stance) return stance.error();
  Progress silent;
  Stages stage(silent, true_floor_stages(options->level) + judge_stages);
  auto floor = find_true_floor(options->level, std::move(*stance), std::move(*scene), stage);
  if (!floor) return std::nullopt;
  auto facts = judge(**floor, out.outcome.mesh, *options, stage);
  if (!facts) return facts.error();
  out.floor = std::move(*floor);
  out.facts = std::move(*facts);
  check_audit(given, out);
  return std::nullopt;
}

std::optional<Error> Examiner::compare_bakes(const FuzzCase& given, std::optional<FuzzKind> only, Examined& out) {
  const auto bake = [&](Adapter& adapter, const PlainScene& scene, const FuzzAgent& agent,
                        const auto& check) -> std::optional<Error> {
    auto other = adapter.bake(obj_text(scene), agent);
    if (!other) return other.error();
    check(*other);
    return std::nullopt;
  };
  const auto wants = [&](FuzzKind kind) { return !only || *only == kind; };
  const BakeOutcome& first = out.outcome;
  std::optional<Error> error;
  if (wants(FuzzKind::order) && given.scene.faces.size() > 1)
    error = bake(baker_, reversed(given.scene), given.agent, [&](const BakeOutcome& other) {
      check_same_area(given, FuzzKind::order, first, other, out.symptoms);
    });
  if (!error && wants(FuzzKind::motion) && given.relation == Relation::motion && is_movable(given))
    error = bake(baker_, moved(given.scene, given.agent), given.agent, [&](const BakeOutcome& other) {
      check_same_area(given, FuzzKind::motion, first, other, out.symptoms);
    });
  const bool has_more = given.relation != Relation::none && given.relation != Relation::motion;
  if (const auto agent = has_more ? more_able(given) : std::nullopt; !error && agent && wants(FuzzKind::monotone))
    error = bake(baker_, given.scene, *agent,
                 [&](const BakeOutcome& other) { check_monotone(given, first, other, out.symptoms); });
  if (!error && wants(FuzzKind::differs) && against_)
    error = bake(*against_, given.scene, given.agent,
                 [&](const BakeOutcome& other) { check_same_floor(given, first, other, out.symptoms); });
  return error;
}

}  // namespace plumb::pipeline
