// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <memory>
#include <string>

#include "commands.h"
#include "plumb/pipeline/fuzz_bakers.h"
#include "plumb/pipeline/text.h"
#include "signals_cancel.h"
#include "terminal.h"

namespace plumb::app {
namespace {

struct FuzzCommand {
  pipeline::FuzzArguments arguments;
  bool quiet = false;
};

void show(const pipeline::FuzzStep& step) {
  std::string text = step.is_minimising ? "findings" : "runs";
  text += " " + pipeline::count_text(step.done);
  if (step.of) text += " of " + pipeline::count_text(*step.of);
  std::fprintf(stderr, "\r\033[Kplumb: %s", text.c_str());
  std::fflush(stderr);
}

// Runs what starts adapters. A signal ends these, and takes their files away, before it ends the program.
template <class Work>
auto until_signal(Work&& work) {
  auto found = [&] {
    SignalsCancel progress;
    return work(static_cast<pipeline::Progress&>(progress));
  }();
  SignalsCancel::raise_caught();
  return found;
}

int run_again(const FuzzCommand& command) {
  const auto found =
      until_signal([&](pipeline::Progress& progress) { return pipeline::fuzz_again(command.arguments, progress); });
  if (!found) return fail(found.error());
  if (!command.quiet && !print(found->text)) return fail("the answer cannot be written to standard output");
  return found->holds ? exit_no : exit_done;
}

int run_fuzz(const FuzzCommand& command) {
  if (!command.arguments.again.empty()) return run_again(command);
  const auto options = pipeline::make_fuzz_options(command.arguments);
  if (!options) return fail(options.error());
  const bool shown = progress_is_seen(command.quiet);
  const auto facts = until_signal([&](pipeline::Progress& progress) {
    return pipeline::fuzz_bakers(*options, progress, [&](const pipeline::FuzzStep& step) {
      if (shown) show(step);
    });
  });
  if (shown) std::fputs("\r\033[K", stderr);
  if (!facts) return fail(facts.error());
  if (!command.quiet && !print(pipeline::fuzz_text(*facts)))
    return fail("the summary cannot be written to standard output; give --quiet");
  return facts->defects + facts->looks == 0 ? exit_done : exit_no;
}

}  // namespace

RunnableCommand add_fuzz_command(Commands& commands) {
  const auto command = std::make_shared<FuzzCommand>();
  pipeline::FuzzArguments& a = command->arguments;
  Command fuzz = commands.add(
      "fuzz", "Find what a baker does wrong: generated scenes are baked, judged by the true floor, and made small",
      "PROGRAM is an adapter (docs/reference/bakers.md), with words between blanks. DIR gets a folder for each "
      "finding\n"
      "and summary.md (docs/guide/fuzzing.md). The same command again goes on where it was interrupted; more runs may\n"
      "be given. Exit status 1: there are findings.\n"
      "Examples: plumb fuzz --baker 'python3 my_baker/bake.py' -o found --cell 0.125,0.0625 --minutes 20\n"
      "          plumb fuzz --again found/overlap-cloud --baker 'python3 my_baker/bake.py'");
  fuzz.file("--baker", a.baker, "the adapter of the baker", "PROGRAM");
  fuzz.file("--against", a.against, "that of another version, which should give the same floor", "PROGRAM");
  fuzz.file("-o,--output", a.output, "what is found is written there", "DIR");
  fuzz.one("--families", a.families, "only scenes of these, such as cloud,stack (plumb generate --list)", "NAMES");
  fuzz.one("--cell", a.cell, "size and height of the baker's cells, binary fractions (default: a baker without cells)",
           "CS,CH");
  fuzz.one("--runs", a.runs, "scenes in all, with those of earlier calls", "N");
  fuzz.one("--minutes", a.minutes, "no scene is begun later; findings are made small afterwards", "M");
  fuzz.one("--jobs", a.jobs, "scenes at once; what is found does not depend on it (default: all cores)", "J");
  fuzz.one("--seconds", a.seconds, "for one bake, by the clock; then the adapter is killed (default 60)", "S");
  fuzz.one("--memory", a.memory, "data of each process of an adapter, in bytes or with K, M or G (default 2G)", "SIZE");
  fuzz.one("--seed", a.seed, "which scenes (default 0)", "N");
  fuzz.one("--variant", a.variant, "the baker's variant, for AGENT.json", "NAME");
  fuzz.one("--radius", a.radius, "of the agent (default 0)", "R");
  fuzz.file("--again", a.again, "only say whether the finding of this folder still holds: exit status 1 if it does",
            "DIR");
  fuzz.flag("--quiet", command->quiet, "no progress and no summary");
  return {fuzz, [=] { return run_fuzz(*command); }};
}

}  // namespace plumb::app
