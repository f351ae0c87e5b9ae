// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "plumb/pipeline/minimise_files.h"
#include "plumb/pipeline/text.h"
#include "signals_cancel.h"
#include "terminal.h"

namespace plumb::app {
namespace {

struct MinimiseOptions {
  pipeline::MinimiseArguments files;
  bool quiet = false;
};

// One line on standard error, rewritten.
class StepLine {
 public:
  ~StepLine() { clear(); }
  void show(const pipeline::MinimiseStep& step) {
    std::fprintf(
        stderr, "\r\033[Kplumb: %s: %s, %s, %s", step.stage, pipeline::counted_text(step.faces, "face").c_str(),
        pipeline::counted_text(step.points, "point").c_str(), pipeline::counted_text(step.trials, "trial").c_str());
    std::fflush(stderr);
    visible_ = true;
  }
  void clear() {
    if (std::exchange(visible_, false)) std::fputs("\r\033[K", stderr);
  }

 private:
  bool visible_ = false;
};

pipeline::Result<pipeline::MinimiseFacts> find_least(const MinimiseOptions& options, pipeline::Progress& progress) {
  StepLine line;
  const bool shown = progress_is_seen(options.quiet);
  return pipeline::minimise_files(
      options.files, progress,
      [&](const pipeline::MinimiseStep& step) {
        if (shown) line.show(step);
      },
      [&](const pipeline::MinimiseFacts& facts) -> std::optional<pipeline::Error> {
        line.clear();
        if (options.quiet || print(pipeline::minimise_text(facts))) return std::nullopt;
        return pipeline::Error{pipeline::ErrorCode::cannot_write,
                               "the summary cannot be written to standard output; give --quiet", "", 0};
      });
}

int run_minimise(const MinimiseOptions& options) {
  const pipeline::Result<pipeline::MinimiseFacts> found = [&] {
    SignalsCancel progress;
    return find_least(options, progress);
  }();
  SignalsCancel::raise_caught();
  if (!found) return fail(found.error());
  return found->is_minimal() ? exit_done : exit_no;
}

}  // namespace

RunnableCommand add_minimise_command(Commands& commands) {
  const auto options = std::make_shared<MinimiseOptions>();
  MinimiseOptions& o = *options;
  Command minimise = commands.add(
      "minimise", "Make a scene smaller while a command still fails on it as it did",
      "plumb minimise SCENE -o OUT.obj [OPTIONS] -- COMMAND [ARGUMENTS]\n"
      "Behind -- stands a command, which is run without a shell; {scene} in it stands for the .obj to try, and is put\n"
      "behind it where it has none. OUT is the simplest scene found on which it ends with the status that it has on "
      "SCENE\n"
      "(docs/guide/fuzzing.md). Exit status 1: OUT is written, but the time was over before it was minimal,\n"
      "or the command does not always end alike on it. When a "
      "signal\n"
      "interrupts it, OUT is written, too.\n"
      "Examples: plumb minimise level.obj -o small.obj -- ./crashes.sh {scene}\n"
      "          plumb minimise level.obj -o small.obj --match 'not convex' --minutes 10 -- my_baker --in {scene}");
  minimise.required("SCENE", o.files.scene, "the scene: .obj, .gltf, .glb, .off, .ply, .stl or .tscn", "");
  minimise.required("-o,--output", o.files.output, "write the smaller scene", "FILE.obj");
  minimise.one("--status", o.files.status,
               "what the command has to end with: 0 to 255, 128 and the number of a signal, or hang (default: as on "
               "SCENE)",
               "N");
  minimise.one("--match", o.files.match, "what its output has to match, as grep -E has it", "REGEX");
  minimise.one("--minutes", o.files.minutes, "end with the simplest scene found so far (default: without a limit)",
               "M");
  minimise.one("--seconds", o.files.seconds, "for one run of the command, which then is killed (default 60)", "S");
  minimise.one("--jobs", o.files.jobs, "runs at once; the result does not depend on it (default: all cores)", "N");
  minimise.flag("--quiet", o.quiet, "no progress and no summary");
  minimise.behind_dashes(o.files.command);
  return {minimise, [=] { return run_minimise(*options); }};
}

}  // namespace plumb::app
