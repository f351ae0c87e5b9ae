// SPDX-License-Identifier: GPL-3.0-or-later
// What a job of the library (a bake, layers, a route, ...) keeps of each relation, on drawn levels. Ordinary runs draw
// a few levels for each relation; PLUMB_RELATION_DRAWS says how many else, and PLUMB_RELATION_FIRST which is the first.
#pragma once
#include <catch2/catch.hpp>

#include <cstdlib>
#include <functional>
#include <string>

#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "support/live_text.h"
#include "support/options_of.h"
#include "support/related_levels.h"
#include "support/temporary_folder.h"

namespace plumb::tests {

/// A drawn level, and what a relation makes of it.
struct RelationCase {
  const Relation& relation;
  PlainLevel level;
  RelatedAgent agent;
  RelatedLevel related;
  Draws draws;  ///< for what else the job draws
  Folder folder = {};

  pipeline::BakeArguments arguments() const { return arguments_of(agent, folder.write("a.obj", obj(level))); }
  pipeline::BakeArguments related_arguments() const {
    return arguments_of(related.agent, folder.write("b.obj", obj(related.level)));
  }
  const Placement& placement() const { return related.placement; }
  mpq_class area_scale() const { return related.placement.scale * related.placement.scale; }
};

/// A check that a job makes of a case: empty if it holds, or what is wrong.
struct RelationJob {
  std::string (*check)(RelationCase&);
  void (*meet)(const Relation&, RelatedAgent&) = [](const Relation&, RelatedAgent&) {};  ///< conditions of the job
};

inline RelationCase drawn_case(const Relation& relation, const RelationJob& job, unsigned seed) {
  Draws draws(seed);
  PlainLevel level = drawn_level(draws);
  RelatedAgent agent = drawn_agent(draws);
  relation.meet(level, agent);
  job.meet(relation, agent);
  RelatedLevel related = relation.relate(level, agent, draws);
  return {.relation = relation,
          .level = std::move(level),
          .agent = std::move(agent),
          .related = std::move(related),
          .draws = draws};
}

inline unsigned from_environment(const char* name, unsigned otherwise) {
  const char* text = std::getenv(name);
  return text ? static_cast<unsigned>(std::stoul(text)) : otherwise;
}

/// An agent as the options of `plumb bake`, for messages.
inline std::string describe(const RelatedAgent& agent) {
  const pipeline::BakeArguments a = arguments_of(agent, "");
  std::string out = "--up z --numbers decimal --method " + a.method;
  for (const std::string& s : a.stances) out += " --stance " + s;
  for (const auto& [option, value] : {std::pair{"slope-ratio", a.slope_ratio},
                                      {"sides", a.sides},
                                      {"step", a.step},
                                      {"solids", a.solids},
                                      {"radius", a.radius},
                                      {"window", a.window},
                                      {"disc", a.disc},
                                      {"optimise", a.optimise},
                                      {"weld", a.weld},
                                      {"clearance", a.clearance},
                                      {"cone", a.cone}})
    if (value) out += std::string(" --") + option + " " + *value;
  out += " --min-area " + a.min_area + " --decomposition " + a.decomposition + (a.one_surface ? " --one-surface" : "");
  for (const std::string& p : a.seed_points) out += " --seed-point " + p;
  return out;
}

/// PLUMB_RELATION_KEPT: a folder in which the levels of a case that fails are kept.
inline void keep(const RelationCase& c) {
  const char* folder = std::getenv("PLUMB_RELATION_KEPT");
  if (!folder) return;
  std::filesystem::create_directories(folder);
  std::filesystem::copy(c.folder.path(), folder,
                        std::filesystem::copy_options::overwrite_existing | std::filesystem::copy_options::recursive);
}

/// Holds a job to every relation.
inline void hold_relations(const RelationJob& job, unsigned draws) {
  const unsigned first = from_environment("PLUMB_RELATION_FIRST", 1);
  const unsigned count = from_environment("PLUMB_RELATION_DRAWS", draws);
  for (const Relation& relation : relations())
    for (unsigned seed = first; seed < first + count; ++seed) {
      RelationCase c = drawn_case(relation, job, seed);
      std::string wrong;
      try {
        wrong = job.check(c);
      } catch (const std::exception& thrown) {
        wrong = thrown.what();
      }
      if (wrong.empty()) continue;
      keep(c);
      FAIL_CHECK(relation.name << ", draw " << seed << ": " << wrong << "\n  " << describe(c.agent));
    }
}

/// Whether the job's check notices each relation that is broken by hand: on one level in `most` at least, since a level
/// may have no floor where it is broken.
inline void notice_broken_relations(const RelationJob& job, unsigned draws, unsigned most) {
  for (const Relation& relation : relations()) {
    unsigned noticed = 0;
    for (unsigned seed = 1; seed <= draws; ++seed) {
      RelationCase c = drawn_case(relation, job, seed);
      relation.misapply(c.related, c.draws);
      try {
        noticed += !job.check(c).empty();
      } catch (const std::runtime_error&) {
        ++noticed;  // the broken level is refused
      }
    }
    INFO(relation.name << ": noticed in " << noticed << " of " << draws);
    CHECK(noticed * most >= draws);
  }
}

/// Bakes a level to files; none: it is refused.
inline std::optional<pipeline::BakeReport> bake_to(const pipeline::BakeArguments& level,
                                                   const std::vector<std::string>& outputs,
                                                   const std::string& certificate = "") {
  pipeline::BakeArguments baking = level;
  baking.outputs = outputs;
  baking.certificate = certificate;
  pipeline::Progress silent;
  auto report = pipeline::bake(options_of(baking), silent);
  return report ? std::optional(std::move(*report)) : std::nullopt;
}

/// A bake in memory, with its navmesh.
inline pipeline::Result<pipeline::Baked> bake_level(const PlainLevel& level, const RelatedAgent& agent) {
  pipeline::BakeSettings settings = options_of(arguments_of(agent, "level.obj"));
  settings.mesh = true;
  return pipeline::bake(scene_of(obj(level)), settings);
}

inline void write_json(const pipeline::NavMesh& mesh, const std::string& path) {
  auto file = pipeline::AtomicFile::create(path);
  pipeline::Progress silent;
  pipeline::export_json(*file, mesh, silent);
  if (file->close() || file->commit()) throw std::runtime_error("a navmesh is not written");
}

inline mpq_class exact_area(const pipeline::AreaTotal& area) { return *area.exact(0); }

/// Whether a navmesh in exact JSON, moved to the other level, is its floor for every stance: nothing is missing or in
/// excess, and no component lost, split or merged, but for the added floor. Empty, or what is wrong.
inline std::string fault_of_floor(const std::string& navmesh, const std::string& transform,
                                  const pipeline::BakeArguments& level, const mpq_class& added) {
  for (const std::string& stance : level.stances) {
    pipeline::AuditArguments audit{.level = level, .navmesh = navmesh};
    audit.transform = transform;
    audit.stance = stance.substr(0, stance.find('='));
    const auto options = pipeline::make_audit_options(audit);
    if (!options) return options.error().text();
    pipeline::Progress silent;
    const auto facts = pipeline::audit(*options, silent);
    if (!facts) return facts.error().text();
    const std::string at = " at " + *audit.stance;
    if (exact_area(facts->missing) != added) return exact_area(facts->missing).get_str() + " is missing" + at;
    // With the inner bound, excess is beyond the outer one.
    if (exact_area(facts->excess) != 0) return exact_area(facts->excess).get_str() + " is in excess" + at;
    if (exact_area(facts->found) != exact_area(facts->truth) - added) return "the areas differ" + at;
    if (exact_area(facts->repeated) != 0) return "floor is there twice" + at;
    const auto& m = facts->components;
    const std::size_t more = added != 0;
    if (m.lost.size() != more || !m.spurious.empty() || !m.split.empty() || !m.merged.empty() ||
        m.truth != facts->islands + more)
      return "components differ" + at;
  }
  return "";
}

}  // namespace plumb::tests
