// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <sstream>

#include "examine.h"
#include "plumb/pipeline/bytes_option.h"
#include "plumb/pipeline/paths.h"
#include "plumb/pipeline/system.h"
#include "plumb/pipeline/text_number.h"
#include "plumb/pipeline/threads.h"

namespace plumb::pipeline {
namespace {

// The words between blanks; those that name files as full paths, since adapters run for long and elsewhere.
std::vector<std::string> command_words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> out;
  for (std::string word; in >> word;) {
    if (system::kind_of(word) == system::Kind::regular) word = plain_path(in_folder(system::current_folder(), word));
    out.push_back(std::move(word));
  }
  return out;
}

// All, if none are named; for a baker with cells four clouds a turn, since hardly anything else finds wrong polygons.
std::vector<std::string> families_option(const std::optional<std::string>& text, bool has_cells) {
  const std::vector<ScenarioFamily> all = scenario_families();
  std::vector<std::string> out;
  if (!text) {
    for (const ScenarioFamily& f : all) out.push_back(f.name);
    if (has_cells) out.insert(out.end(), 3, "cloud");
    return out;
  }
  for (const std::string_view name : list_entries(*text)) {
    if (std::ranges::none_of(all, [&](const ScenarioFamily& f) { return f.name == name; }))
      throw RefusedOption{"--families has no family '" + std::string(name) +
                          "'; 'plumb generate --list' lists the families"};
    out.emplace_back(name);
  }
  if (out.empty()) throw RefusedOption{"--families names none; leave it out for all"};
  return out;
}

// Throws RefusedOption.
void read_settings(const FuzzArguments& a, FuzzSettings& out) {
  out.baker = command_words(a.baker);
  if (out.baker.empty()) throw RefusedOption{"no baker given; give --baker PROGRAM (docs/reference/bakers.md)"};
  out.against = command_words(a.against);
  out.families = families_option(a.families, a.cell.has_value());
  if (a.cell) {
    const std::vector<std::string_view> lengths = list_entries(*a.cell);
    if (lengths.size() != 2)
      throw RefusedOption{"--cell '" + *a.cell + "' is not a size and a height; give CS,CH, such as 0.125,0.0625"};
    out.cell = CellSize{positive_option("--cell", lengths[0]), positive_option("--cell", lengths[1])};
  }
  out.seed = whole_option<std::uint64_t>("--seed", a.seed);
  constexpr std::uint64_t most_seed = 1000000000;
  if (out.seed > most_seed) throw RefusedOption{"--seed '" + a.seed + "' is above 1000000000"};
  out.variant = a.variant.value_or("");
  out.radius = not_negative_option("--radius", a.radius);
  out.seconds = positive_option("--seconds", a.seconds).get_d();
  out.memory = bytes_option("--memory", a.memory);
}

}  // namespace

Result<FuzzOptions> make_fuzz_options(const FuzzArguments& a) {
  FuzzOptions o;
  try {
    read_settings(a, o);
    if (a.output.empty()) throw RefusedOption{"no folder to write to; give -o DIR"};
    o.output = a.output;
    if (a.runs) o.runs = whole_option<std::uint64_t>("--runs", *a.runs);
    if (a.minutes) o.minutes = positive_option("--minutes", *a.minutes).get_d();
    if (!a.runs && !a.minutes) throw RefusedOption{"no end given; give --runs N or --minutes M"};
    o.jobs = hardware_threads();
    constexpr unsigned most_jobs = 256;
    if (a.jobs) o.jobs = std::min(most_jobs, whole_option<unsigned>("--jobs", *a.jobs));
    if (o.jobs == 0) throw RefusedOption{"--jobs 0 would run nothing; give 1 or more"};
  } catch (const RefusedOption& refused) {
    return bad_option(refused.what);
  }
  if (const auto tried = make_scenario(o.families[0], 0, o.cell); !tried) return tried.error();
  return o;
}

}  // namespace plumb::pipeline
