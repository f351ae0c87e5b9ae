// SPDX-License-Identifier: GPL-3.0-or-later
// plumb explain: why a point, or many, can be stood on; where a level changes; what lets a place be reached.
//
// Problem. One command answers four questions about a level, each with options of its own.
// 1. add_explain_command() has all options.
// 2. run_explain() reads them. misplaced() says which of them do not go with the question.
// 3. explain_at() answers for a point, explain_points() for those of a file, explain_thresholds() for a whole level.
// 4. explain_way() answers for two places; it prints what it knows as it comes to know it, and ends when interrupted.
// Cost and exactness: those of the calls.
// Source: ours; docs/guide/explain.md.
#include "commands.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "plumb/pipeline/explain.h"
#include "plumb/pipeline/reachability.h"
#include "plumb/pipeline/thresholds.h"
#include "signals_cancel.h"
#include "terminal.h"

namespace plumb::app {
namespace {

// What `plumb explain` is told, as text.
struct ExplainArguments {
  pipeline::BakeArguments level;
  std::string points;  // a file; empty: none
  std::optional<std::string> at, reach, thresholds, range, from, to, stance, only, bakes;
  bool json = false, jumps = false;
};

// Runs work(progress) with the stages shown on a terminal.
template <class Work>
auto with_progress(bool quiet, Work&& work) {
  TerminalProgress terminal;
  pipeline::Progress silent;
  return work(progress_is_seen(quiet) ? static_cast<pipeline::Progress&>(terminal) : silent);
}

int answer(const std::string& text, int status) {
  return print(text) ? status : fail("the explanation cannot be written to standard output; see where it is sent");
}

int explain_at(const ExplainArguments& a, const pipeline::BakeOptions& options) {
  const auto query = pipeline::make_explain_query(*a.at, a.reach, options.unit);
  if (!query) return fail(query.error());
  const auto found =
      with_progress(options.quiet, [&](pipeline::Progress& p) { return pipeline::explain(options, *query, p); });
  if (!found) return fail(found.error());
  return answer(a.json ? pipeline::explanation_json(*found) : pipeline::explanation_text(*found),
                found->place ? exit_done : exit_no);
}

// Many points: the answers are CSV.
int explain_points(const ExplainArguments& a, const pipeline::BakeOptions& options) {
  const auto lines = pipeline::read_explain_lines(a.points, a.reach, options.unit);
  if (!lines) return fail(lines.error());
  std::vector<pipeline::ExplainQuery> queries;
  for (const pipeline::ExplainLine& l : *lines) queries.push_back(l.query);
  const auto found =
      with_progress(options.quiet, [&](pipeline::Progress& p) { return pipeline::explain_all(options, queries, p); });
  if (!found) return fail(found.error());
  return answer(
      a.json ? pipeline::explanations_json(options.scene, *lines, *found) : pipeline::explanations_csv(*lines, *found),
      exit_done);
}

int explain_thresholds(const ExplainArguments& a, const pipeline::BakeOptions& options) {
  const auto query = pipeline::make_threshold_query(*a.thresholds, a.range, a.jumps, a.level, options);
  if (!query) return fail(query.error());
  const auto write = [&](const auto& found) {
    if (!found) return fail(found.error());
    return answer(a.json ? pipeline::thresholds_json(*found) : pipeline::thresholds_text(*found), exit_done);
  };
  return with_progress(options.quiet, [&](pipeline::Progress& p) {
    if (query->of == pipeline::ThresholdsOf::slope) return write(pipeline::slope_thresholds(options, *query, p));
    if (query->of == pipeline::ThresholdsOf::radius) return write(pipeline::radius_thresholds(options, *query, p));
    return write(pipeline::height_thresholds(options, *query, p));
  });
}

// Each answer is printed when it is known, but for JSON. Ctrl-C ends the search and keeps what is known.
int explain_way(const ExplainArguments& a, const pipeline::BakeOptions& options) {
  const auto query = pipeline::make_reach_query({*a.from, *a.to, a.stance, a.only, a.bakes}, a.level, options);
  if (!query) return fail(query.error());
  std::optional<pipeline::Reachability> known;
  bool printed = true;
  TerminalProgress terminal;
  const auto tell = [&](const pipeline::Reachability& found) {
    const std::size_t told = known ? known->limits.size() : 0;
    std::string text = known ? "" : pipeline::reachability_begin(found);
    for (std::size_t i = told; i < found.limits.size(); ++i) text += reachability_row(found, found.limits[i]);
    if (found.finished) text += reachability_end(found);
    known = found;
    if (a.json) return;
    terminal.clear();
    printed = print(text) && printed;
  };
  std::optional<pipeline::Error> error;
  {
    SignalsCancel progress(progress_is_seen(options.quiet) ? &terminal : nullptr);
    if (const auto found = pipeline::reachability(options, *query, progress, tell); !found) error = found.error();
  }
  terminal.clear();
  const bool ended = error && error->code == pipeline::ErrorCode::cancelled;
  if (error && !(ended && known)) {
    SignalsCancel::raise_caught();
    return fail(*error);
  }
  const int status = answer(a.json  ? reachability_json(*known)
                            : ended ? reachability_end(*known)
                                    : "",
                            known->reached ? exit_done : exit_no);
  SignalsCancel::raise_caught();
  return printed ? status : answer("", status);
}

// What does not go with the question asked; empty: nothing.
std::string misplaced(const Command& command, const ExplainArguments& a) {
  const bool way = a.from || a.to;
  if (way + a.at.has_value() + !a.points.empty() + a.thresholds.has_value() != 1)
    return "explain answers one question at a time; give one of --at x,y,z, --points FILE.csv, --thresholds height, "
           "slope or radius, and --from x,y,z --to x,y,z";
  if (way && !(a.from && a.to)) return "--from and --to go together; give both, each x,y,z";
  if (a.reach && !a.at && a.points.empty()) return "--reach goes with --at and --points; leave it out";
  for (const auto& [name, given] : {std::pair("--only", a.only.has_value()), std::pair("--bakes", a.bakes.has_value())})
    if (given && !way) return std::string(name) + " goes with --from and --to; leave it out";
  if (a.stance && !way) return "--at-stance goes with --from and --to; leave it out";
  for (const char* name : {"--disc", "--clearance"})
    if (command.given(name) && !way) return std::string(name) + " goes with --from and --to; leave it out";
  if (a.thresholds)
    for (const char* name : {"--radius", "--window", "--weld"}) {
      if (!command.given(name)) continue;
      if (std::string_view(name) == "--radius")
        return "--radius goes with --at, --points, and --from and --to; give --range LOW,HIGH instead";
      if (a.thresholds != "radius")
        return std::string(name) + " goes with --at, --points, --from and --to, and --thresholds radius; leave it out";
    }
  if (!a.thresholds && a.jumps) return "--jumps goes with --thresholds height and radius; leave it out";
  if (!a.thresholds && a.range) return "--range goes with --thresholds; leave it out";
  if (command.given("--exact-digits") && a.thresholds != "height")
    return "--exact-digits goes with --thresholds height; leave it out";
  return "";
}

int run_explain(const Command& command, const ExplainArguments& a) {
  if (const std::string wrong = misplaced(command, a); !wrong.empty()) return fail(wrong);
  const auto options = pipeline::make_bake_options(a.level);
  if (!options) return fail(options.error());
  if (!a.points.empty()) return explain_points(a, *options);
  return a.at ? explain_at(a, *options) : a.from ? explain_way(a, *options) : explain_thresholds(a, *options);
}

}  // namespace

RunnableCommand add_explain_command(Commands& commands) {
  const auto arguments = std::make_shared<ExplainArguments>();
  ExplainArguments& a = *arguments;
  Command explain = commands.add(
      "explain",
      "Why a point can be stood on or not; at which heights, slopes or radii a level changes; what lets a "
      "place be reached from another",
      "Give one of --at, --points, --thresholds, and --from with --to. A point has the axes of the scene.\n"
      "Every number is exact; angles lie between two decimals rounded outward.\n"
      "Exit status 1: the point is above nothing; the place is not reached.\n"
      "Examples: plumb explain level.obj --at 12.5,0,-7/3\n"
      "          plumb explain level.obj --thresholds height --range 1.7,1.9\n"
      "          plumb explain level.obj --from 1,0,2 --to 9,0,4 --step 0.4");
  add_level_options(explain, a.level);
  add_radius_options(explain, a.level);
  add_disc_options(explain, a.level);
  explain.one(
      "--from", a.from,
      "with --to: whether that is reached from here, and at which height, radius, step, slope and weld that changes",
      "x,y,z");
  explain.one("--to", a.to, "the place to reach", "x,y,z");
  explain.one("--at-stance", a.stance, "with --from and --to: who goes (default: the lowest stance)", "NAME");
  explain.one("--only", a.only,
              "with --from and --to: the parameters to vary, such as radius,step (default: height, radius, step, slope "
              "and weld)",
              "WORDS");
  explain.one("--bakes", a.bakes,
              "with --from and --to: most bakes of a parameter, 10 or more; of the radius twice as many (default 20)",
              "N");
  explain.one("--at", a.at, "the point to explain", "x,y,z");
  explain.file("--points", a.points, "many points to explain: a line each, x,y,z; prints CSV", "FILE.csv");
  explain.one("--reach", a.reach, "how far around it to look for walls (default: the highest stance)", "LENGTH");
  explain.one("--thresholds", a.thresholds,
              "list the heights or slopes at which the result changes, or the radii at which passages close: height, "
              "slope or radius",
              "WORD");
  explain.one(
      "--range", a.range,
      "list those between two heights, degrees, or radii (default 0 to twice the highest stance; 0,90; 0 to half "
      "the highest stance)",
      "LOW,HIGH");
  explain.one("--exact-digits", a.level.exact_digits,
              "with --thresholds height: longest exact area left in JSON; 0: any (default 1000)", "N");
  explain.flag(
      "--jumps", a.jumps,
      "with --thresholds height: only the heights at which some area is lost at once; with radius: only where a "
      "passage closes");
  explain.flag("--json", a.json, "print JSON");
  explain.flag("--quiet", a.level.quiet, "no progress");
  return {explain, [=] { return run_explain(explain, *arguments); }};
}

}  // namespace plumb::app
