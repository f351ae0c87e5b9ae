// SPDX-License-Identifier: GPL-3.0-or-later
// What lets B be reached from A, and by how much (docs/guide/explain.md, From one place to another): the questions, and
// the order of the answers. Each is told as soon as it is known, since a search takes many bakes.
#include "plumb/pipeline/reachability.h"

#include <algorithm>

#include "on_level.h"
#include "plumb/kernel/number.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/load_surfaces.h"
#include "reach/reach_search.h"
#include "reach/reachability_on.h"
#include "reach/trial_level.h"

namespace plumb::pipeline {
namespace {

constexpr unsigned fewest_bakes = 10, most_bakes = 1000;

Result<std::vector<ReachParameter>> read_parameters(const std::string& text) {
  std::vector<ReachParameter> asked;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string word = text.substr(at, end - at);
    const auto found = std::ranges::find_if(reach_parameters, [&](ReachParameter p) { return word == text_of(p); });
    if (found == reach_parameters.end())
      return bad_option("--only '" + text + "' has the unknown word '" + word +
                        "'; give some of height, radius, step, slope and weld, with commas between");
    asked.push_back(*found);
    at = end + 1;
  }
  std::vector<ReachParameter> out;
  for (const ReachParameter p : reach_parameters)
    if (std::ranges::find(asked, p) != asked.end()) out.push_back(p);
  return out;
}

}  // namespace

const char* text_of(ReachParameter value) {
  constexpr const char* words[] = {"height", "radius", "step", "slope", "weld"};
  return words[static_cast<std::size_t>(value)];
}

const char* text_of(ReachBlock::By value) {
  constexpr const char* words[] = {"headroom", "slope", "side", "radius", "solid"};
  return words[static_cast<std::size_t>(value)];
}

Result<ReachQuery> make_reach_query(const ReachArguments& query, const BakeArguments& level,
                                    const BakeOptions& options) {
  ReachQuery out;
  for (const auto& [name, text, point] :
       {std::tuple("--from", &query.from, &out.from), std::tuple("--to", &query.to, &out.to)}) {
    auto read = read_point(name, *text);
    if (!read) return read.error();
    *point = std::move(*read);
  }
  if (query.stance) {
    const auto found = std::ranges::find(options.stances, *query.stance, &Stance::name);
    if (found == options.stances.end())
      return bad_option("--at-stance '" + *query.stance + "' is not among the stances; the lowest is '" +
                        options.stances.front().name + "'");
    out.stance = static_cast<kernel::Label>(found - options.stances.begin() + 1);
  }
  if (query.only) {
    auto only = read_parameters(*query.only);
    if (!only) return only.error();
    out.only = std::move(*only);
  }
  if (query.bakes) {
    const auto bakes = kernel::parse_rational(*query.bakes);
    if (!bakes || bakes->get_den() != 1 || *bakes < fewest_bakes || *bakes > most_bakes)
      return bad_option("--bakes '" + *query.bakes + "' is no whole number from " + std::to_string(fewest_bakes) +
                        " to " + std::to_string(most_bakes));
    out.bakes = static_cast<unsigned>(bakes->get_num().get_ui());
  }
  if (sgn(options.radius) > 0) {
    out.window = options.window;
    return out;
  }
  BakeArguments with_radius = level;
  with_radius.radius = mpq_class(options.stances[static_cast<std::size_t>(out.stance) - 1].height / 2).get_str();
  const auto made = make_bake_options(with_radius);
  if (!made) return made.error();
  out.window = made->window;
  return out;
}

Reachability reachability_on(IndexedSurfaces surfaces, const BakeOptions& options, const ReachQuery& query,
                             Progress& progress, const ReachListener& told) {
  Reachability out{options, query, {}, {}, {}, {}, false, {}, {}, {}, false};
  const auto tell = [&] {
    if (told) told(out);
  };
  TrialLevel level(std::move(surfaces), options, query);
  for (const std::size_t end : {0u, 1u}) {
    out.advice[end] = level.advice(end);
    if (!level.floor(end)) continue;
    out.floors[end] = to_input_frame(*level.floor(end), options.up);
    const kernel::PolygonId polygon = level.polygons(end).front();
    out.standing[end] = ReachPolygon{polygon, level.set().surfaces[polygon].face};
  }
  if (out.floors[0] && out.floors[1]) {
    ReachSearch search(level, options, query, progress);
    out.reached = search.reached();
    for (const std::size_t end : {0u, 1u}) out.blocked[end] = search.blocked(end);
    tell();
    for (const ReachParameter p : query.only) {
      out.limits.push_back(search.limit(p));
      if (p == ReachParameter::radius && sgn(options.radius) > 0) out.disc = search.disc();
      tell();
    }
    const bool searched = std::ranges::find(query.only, ReachParameter::radius) != query.only.end();
    if (!searched && sgn(options.radius) > 0) out.disc = search.disc();
    const auto is_never = [](const ReachLimit& l) { return l.kind == ReachLimit::Kind::never; };
    if (!out.reached && !(out.disc && out.disc->reached) && std::ranges::all_of(out.limits, is_never))
      out.pairs = search.pairs();
  }
  out.finished = true;
  tell();
  return out;
}

Result<Reachability> reachability(const BakeOptions& given, const ReachQuery& asked, Progress& progress,
                                  const ReachListener& told) {
  return answer_checked(given, asked, [&](const BakeOptions& options, const ReachQuery& query) {
    return unless_cancelled(progress, [&]() -> Result<Reachability> {
      Stages stage(progress,
                   read_stage + indexed_surface_stages(options.solids) + std::vector<Stage>{{"search", 3000}});
      auto found = load_indexed_surfaces(options, stage);
      if (!found) return found.error();
      return stage("search", [&] { return reachability_on(std::move(*found), options, query, progress, told); });
    });
  });
}

}  // namespace plumb::pipeline
