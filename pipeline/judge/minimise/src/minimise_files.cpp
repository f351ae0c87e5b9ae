// SPDX-License-Identifier: GPL-3.0-or-later
// The command whose outcome on a scene is to stay the same.
//
// 1. read_options() checks the arguments. The output must not be the scene, and can be written.
// 2. SceneCommand::run() writes a scene into a new folder, runs the command on it and removes the folder. Of a run
//    count whether it ended, its status, and whether its output matches (Outcome).
// 3. first_outcome() tries the scene as it is three times. All must end alike, and as was asked for: else the command
//    is refused.
// 4. minimise() makes the scene smaller; interesting is what ends like the first. Reached keeps some of these.
// 5. try_again() tries the last scene once more. If that ends otherwise, it is tried a few times; if it never ends as
//    it did, the scenes that were reached before are tried, the simplest first.
//
// Cost: the runs of the command; Trials remembers scenes that have been tried.
#include "plumb/pipeline/minimise_files.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "pattern.h"
#include "plumb/kernel/number.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/run_process.h"
#include "plumb/pipeline/system.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/text_number.h"

namespace plumb::pipeline {
namespace {

using End = ProcessOutcome::End;

// What counts of a run of the command.
struct Outcome {
  bool hung = false;
  int status = 0;  // as shells count it
  bool matches = true;
  bool operator==(const Outcome&) const = default;
};

struct Options {
  std::vector<std::string> command;
  std::optional<Outcome> wanted;  // by --status
  std::unique_ptr<const Pattern> pattern;
  std::string seconds_text = "60";
  double seconds = 60;
  unsigned jobs = 1;
  std::optional<std::chrono::steady_clock::time_point> until;
};

constexpr unsigned most_jobs = 1024;

Outcome wanted_outcome(const std::string& text) {
  if (text == "hang") return {.hung = true};
  constexpr int highest = 255;
  const auto status = kernel::parse_rational(text);
  if (!status || status->get_den() != 1 || *status < 0 || *status > highest)
    throw RefusedOption{"--status '" + text + "' is no status; give 0 to 255, or hang"};
  return {.status = static_cast<int>(status->get_d())};
}

// Throws RefusedOption.
Options read_options(const MinimiseArguments& a) {
  Options o;
  if (a.command.empty())
    throw RefusedOption{"there is no command; give it behind ' -- ', with {scene} for the scene to try"};
  o.command = a.command;
  if (std::ranges::none_of(o.command, [](const auto& word) { return word.find("{scene}") != std::string::npos; }))
    o.command.push_back("{scene}");
  if (a.status) o.wanted = wanted_outcome(*a.status);
  if (a.match) o.pattern = std::make_unique<const Pattern>(*a.match);
  if (o.wanted && o.wanted->status == 0 && !o.wanted->hung && !o.pattern)
    throw RefusedOption{"--status 0 is what a command ends with that finds nothing; give --match, too"};
  if (a.seconds) {
    o.seconds_text = *a.seconds;
    o.seconds = positive_option("--seconds", *a.seconds).get_d();
  }
  if (a.minutes) {
    constexpr double longest = 5e6;  // ten years
    const std::chrono::duration<double, std::ratio<60>> minutes(
        std::min(longest, positive_option("--minutes", *a.minutes).get_d()));
    o.until = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::milliseconds>(minutes);
  }
  o.jobs = hardware_threads();
  if (a.jobs) o.jobs = std::min(most_jobs, whole_option<unsigned>("--jobs", *a.jobs));
  if (o.jobs == 0) throw RefusedOption{"--jobs 0 would try nothing; give 1 or more"};
  return o;
}

// An error that leaves minimise().
struct Failed {
  Error error;
};

std::string in_words(const Outcome& outcome, const Options& options) {
  std::string text = outcome.hung           ? "no end within " + options.seconds_text + " s"
                     : outcome.status > 128 ? "status " + std::to_string(outcome.status) + " (signal " +
                                                  std::to_string(outcome.status - 128) + ")"
                                            : "status " + std::to_string(outcome.status);
  if (!outcome.matches) text += " and no output that --match matches";
  return text;
}

class SceneCommand {
 public:
  explicit SceneCommand(const Options& options) : options_(options) {
    if (scratch_.path().empty())
      throw Failed{{ErrorCode::cannot_write, "no folder can be made there; set TMPDIR to one with room", "", 0}};
  }

  // Several threads may call it at once. Throws Failed, Cancelled.
  Outcome run(std::string_view obj) {
    const RunFolder folder(scratch_.path() + "/" + std::to_string(++runs_));
    const std::string scene = folder.path + "/scene.obj";
    write(scene, obj);
    ProcessSettings settings;
    for (std::string word : options_.command) {
      for (std::size_t at = 0; (at = word.find("{scene}", at)) != std::string::npos; at += scene.size())
        word.replace(at, std::string_view("{scene}").size(), scene);
      settings.words.push_back(std::move(word));
    }
    settings.environment = {"TMPDIR=" + folder.path};
    settings.seconds = options_.seconds;
    const Result<ProcessOutcome> ran = run_process(settings);
    if (!ran) throw Failed{ran.error()};
    Outcome outcome;
    outcome.hung = ran->end == End::timed_out;
    if (!outcome.hung) outcome.status = ran->shell_status();
    outcome.matches = !options_.pattern || options_.pattern->matches(ran->output);
    return outcome;
  }

 private:
  // The folder of one run, with what its command leaves in it.
  struct RunFolder {
    explicit RunFolder(std::string p) : path(std::move(p)) {
      if (!system::make_folders(path))
        throw Failed{{ErrorCode::cannot_write,
                      "cannot be made: " + std::generic_category().message(errno) + "; make room", path, 0}};
    }
    RunFolder(const RunFolder&) = delete;
    ~RunFolder() { system::remove_all(path); }
    std::string path;
  };

  static void write(const std::string& path, std::string_view text) {
    auto file = AtomicFile::create(path);
    if (!file) throw Failed{file.error()};
    file->write(text);
    if (auto error = file->close()) throw Failed{*error};
    if (auto error = file->commit()) throw Failed{*error};
  }

  const Options& options_;
  TemporaryFolder scratch_{"plumb-minimise"};
  std::atomic<std::uint64_t> runs_{0};
};

// What the command does on the scene as it is, if that can be minimised. Throws RefusedOption.
Outcome first_outcome(SceneCommand& command, const std::string& obj, const Options& options) {
  std::array<Outcome, 3> outcomes;
  parallel_chunks(outcomes.size(), options.jobs,
                  [&](unsigned) { return [&](std::size_t trial) { outcomes[trial] = command.run(obj); }; });
  const Outcome& first = outcomes[0];
  for (const Outcome& other : outcomes)
    if (!(other == first))
      throw RefusedOption{"the command does not end alike on the same scene: once with " + in_words(first, options) +
                          ", once with " + in_words(other, options) + "; make it repeatable"};
  const std::string found = "the command ends with " + in_words(first, options) + " on the scene";
  if (options.wanted && (options.wanted->hung != first.hung || options.wanted->status != first.status))
    throw RefusedOption{found + ", not with " + in_words(*options.wanted, options) +
                        "; see what it does on the scene as an .obj without names"};
  if (!options.wanted && !first.hung && first.status == 0)
    throw RefusedOption{found + ", so it finds nothing there; give one that fails, or --status 0 with --match"};
  if (!first.matches) throw RefusedOption{found + "; give a --match that its output has"};
  return first;
}

// Scenes on which the command ended as it did at first: each has three quarters of the triangles of the one before at
// most, so that all together are not much larger than the first.
class Reached {
 public:
  void add(const PlainScene& scene) {
    const std::size_t triangles = complexity_of(scene).triangles;
    const std::lock_guard lock(mutex_);
    if (!scenes_.empty() && 4 * triangles > 3 * scenes_.back().first) return;
    scenes_.emplace_back(triangles, scene);
  }
  /// By number of triangles, the most first.
  const std::vector<std::pair<std::size_t, PlainScene>>& scenes() const { return scenes_; }

 private:
  Mutex mutex_;
  std::vector<std::pair<std::size_t, PlainScene>> scenes_;
};

// Tries the last scene again, and puts one that was reached before in its place if the command never ends on it as it
// did. Throws Cancelled.
void try_again(SceneCommand& command, const Reached& reached, const Outcome& wanted, PlainScene& last,
               MinimiseFacts& facts) {
  constexpr std::uint64_t most = 5;
  const auto ends_so = [&](const PlainScene& scene) { return command.run(obj_text(scene)) == wanted; };
  while (facts.again < most && (facts.again == 0 || facts.alike < facts.again)) {
    ++facts.again;
    if (ends_so(last)) ++facts.alike;
  }
  if (facts.alike > 0) return;
  const auto& scenes = reached.scenes();
  for (auto at = scenes.rbegin(); at != scenes.rend(); ++at)
    if (complexity_of(last) < complexity_of(at->second) && ends_so(at->second)) {
      last = at->second;
      facts.went_back = true;
      return;
    }
}

std::optional<Error> check_paths(const MinimiseArguments& a) {
  if (extension_of(a.output) != ".obj")
    return bad_option("the output '" + a.output + "' is no .obj; give it a name that ends so");
  if (file_key(a.output) == file_key(a.scene))
    return bad_option("the output '" + a.output + "' is the scene itself; give it another name");
  return OutputFiles::check({a.output});
}

Result<MinimiseFacts> minimise_checked(const MinimiseArguments& arguments, const Options& options, PlainScene scene,
                                       Progress& progress, const std::function<void(const MinimiseStep&)>& told,
                                       const std::function<std::optional<Error>(const MinimiseFacts&)>& announce) {
  SceneCommand command(options);
  const Outcome wanted = first_outcome(command, obj_text(scene), options);
  MinimiseFacts facts;
  facts.file = arguments.output;
  facts.outcome = in_words(wanted, options);
  facts.before = complexity_of(scene);
  Reached reached;
  MinimisedScene least = minimise(
      std::move(scene),
      [&](const PlainScene& tried, std::string_view obj) {
        const bool ends_so = command.run(obj) == wanted;
        if (ends_so) reached.add(tried);
        return ends_so;
      },
      {options.jobs, options.until, told}, progress);
  try {
    if (least.end != MinimiseEnd::cancelled) try_again(command, reached, wanted, least.scene, facts);
  } catch (const Cancelled&) {
    least.end = MinimiseEnd::cancelled;
  }
  facts.after = complexity_of(least.scene);
  facts.trials = least.trials;
  facts.end = least.end;
  OutputFiles files;
  files.add(arguments.output, [&](Output& out) {
    out.write(obj_text(least.scene));
    return std::optional<Error>();
  });
  if (!files.errors().empty()) return files.errors()[0];
  if (auto error = files.commit(facts, announce)) return *error;
  return facts;
}

}  // namespace

std::string minimise_text(const MinimiseFacts& facts) {
  std::string text = facts.file + ": " + count_text(facts.after.faces) + " of " +
                     counted_text(facts.before.faces, "face") + ", " + count_text(facts.after.points) + " of " +
                     counted_text(facts.before.points, "point") + ", after " + counted_text(facts.trials, "trial") +
                     "\n";
  if (facts.went_back)
    text += "The command does not always end alike: on a smaller scene it did with " + facts.outcome +
            " once, and in none of " + counted_text(facts.again, "more run") + ". ";
  text += "The command ends with " + facts.outcome + " on it";
  if (facts.alike < facts.again && !facts.went_back)
    text += ", but not always: in " + count_text(facts.alike) + " of " + counted_text(facts.again, "more run");
  if (facts.alike < facts.again && facts.end == MinimiseEnd::minimal)
    return text + ". Faces may be left that do not matter.\n";
  switch (facts.end) {
    case MinimiseEnd::minimal:
      text += facts.after.faces > 1 ? ", and without any one of its faces it does not.\n" : ".\n";
      break;
    case MinimiseEnd::time: text += ". The time was over before it was certain that no face can be left out.\n"; break;
    case MinimiseEnd::cancelled: text += ". It was interrupted; faces may be left that do not matter.\n"; break;
  }
  return text;
}

Result<MinimiseFacts> minimise_files(const MinimiseArguments& arguments, Progress& progress,
                                     const std::function<void(const MinimiseStep&)>& told,
                                     const std::function<std::optional<Error>(const MinimiseFacts&)>& announce) {
  try {
    return unless_cancelled(progress, [&]() -> Result<MinimiseFacts> {
      const Options options = read_options(arguments);
      if (auto error = check_paths(arguments)) return *error;
      Result<PlainScene> scene = read_plain_scene(arguments.scene);
      if (!scene) return scene.error();
      return minimise_checked(arguments, options, std::move(*scene), progress, told, announce);
    });
  } catch (const RefusedOption& refused) {
    return bad_option(refused.what);
  } catch (const Failed& failed) {
    return failed.error;
  }
}

}  // namespace plumb::pipeline
