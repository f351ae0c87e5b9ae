// SPDX-License-Identifier: GPL-3.0-or-later
// The search: scenes in their order, on several jobs, and what is left of it.
//
// 1. run_scenes(): each job takes the next run, examines it, and hands its record over; records are written in the
//    order of runs, whatever job ends first. So the file is the same for any number of jobs, and a search that was
//    interrupted goes on behind its last line.
// 2. group_symptoms() finds one run for each kind, cause and family; write_finding() makes its scene small and writes
//    the folder, several jobs at once. A folder that is there already stays.
// 3. summary.md and summary.json are written; folders of findings whose group now has another name are removed.
//
// The files have no times. Cost: that of the bakes and audits; `--jobs` of them at once.
// Source: our own.
#include "plumb/pipeline/fuzz_bakers.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>

#include "finding.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/paths.h"
#include "plumb/pipeline/system.h"
#include "plumb/pipeline/text.h"
#include "summary.h"

namespace plumb::pipeline {
namespace {

Json settings_json(const FuzzOptions& o, const std::string& version, const std::string& against) {
  Json cell;
  if (o.cell) cell = Json{{"size", o.cell->size.get_str()}, {"height", o.cell->height.get_str()}};
  return {{"plumb", pipeline::version()},
          {"baker", o.baker},
          {"version", version},
          {"against", o.against},
          {"against_version", against},
          {"families", o.families},
          {"cell", cell},
          {"seed", o.seed},
          {"variant", o.variant},
          {"radius", o.radius.get_str()},
          {"seconds", o.seconds},
          {"memory", o.memory}};
}

RunRecord record_of(std::uint64_t number, const FuzzCase& given, const Examined& examined, std::uint64_t bakes) {
  RunRecord out;
  out.number = number;
  out.family = given.family;
  out.variant = given.variant;
  out.nudge = given.nudge.get_str();
  out.end = examined.outcome.is_empty() ? "empty" : examined.outcome.word();
  out.seed = given.seed;
  out.faces = given.scene.faces.size();
  out.bakes = bakes;
  out.symptoms = examined.symptoms;
  out.explained = examined.explained;
  return out;
}

// The first error of those of several jobs.
class FirstError {
 public:
  void add(std::uint64_t number, Error error) {
    const std::lock_guard lock(mutex_);
    if (!error_ || number < number_) number_ = number, error_ = std::move(error);
    is_set_ = true;
  }
  bool is_set() const { return is_set_; }
  const std::optional<Error>& error() const { return error_; }

 private:
  Mutex mutex_;
  std::atomic<bool> is_set_{false};
  std::uint64_t number_ = 0;
  std::optional<Error> error_;
};

std::optional<Error> run_scenes(const FuzzOptions& o, RunLog& log, const std::function<void(const FuzzStep&)>& told) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double, std::ratio<60>>(o.minutes.value_or(0)));
  const std::uint64_t first = log.records().size();
  std::atomic<std::uint64_t> next{first};
  FirstError error;
  PartsInOrder<std::vector<RunRecord>> records;
  on_threads(o.jobs, [&](unsigned job) {
    Examiner examiner(o, in_folder(o.output, "work/" + std::to_string(job)));
    for (std::uint64_t number; !error.is_set();) {
      cancellation_point();
      if (o.minutes && Clock::now() >= end) return;
      number = next++;
      if (o.runs && number >= *o.runs) return;
      const auto given = make_case(o, number);
      if (!given) return error.add(number, given.error());
      const std::uint64_t before = examiner.bakes();
      const auto examined = examiner.examine(*given);
      if (!examined) return error.add(number, examined.error());
      std::vector<RunRecord> part{record_of(number, *given, *examined, examiner.bakes() - before)};
      records.hand_over(number - first, part, [&](std::vector<RunRecord>& ready) {
        for (RunRecord& record : ready)
          if (auto wrong = log.add(std::move(record))) error.add(number, *wrong);
        told({false, log.records().size(), o.runs});
      });
    }
  });
  return error.error();
}

std::optional<Error> write_findings(const FuzzOptions& o, const std::vector<SymptomGroup>& groups,
                                    const std::string& version, const std::function<void(const FuzzStep&)>& told) {
  std::atomic<std::uint64_t> next{0}, done{0};
  FirstError error;
  Mutex telling;
  on_threads(o.jobs, [&](unsigned job) {
    Examiner examiner(o, in_folder(o.output, "work/" + std::to_string(job)));
    for (std::uint64_t number; !error.is_set() && (number = next++) < groups.size();) {
      cancellation_point();
      if (auto wrong = write_finding(o, groups[number], version, examiner)) return error.add(number, *wrong);
      const std::lock_guard lock(telling);
      told({true, ++done, groups.size()});
    }
  });
  return error.error();
}

// Folders of findings that are none any more: their groups have other names.
void remove_others(const std::string& folder, const std::vector<SymptomGroup>& groups) {
  std::set<std::string> names;
  for (const SymptomGroup& group : groups) names.insert(group.folder);
  for (const std::string& name : system::names_in(folder))
    if (const std::string path = in_folder(folder, name);
        !names.contains(name) && system::kind_of(path + "/finding.md") != system::Kind::none)
      system::remove_all(path);
}

// The folder with files of adapters, which goes with its owner.
struct WorkFolder {
  explicit WorkFolder(std::string p) : path(std::move(p)) { remove(); }
  WorkFolder(const WorkFolder&) = delete;
  ~WorkFolder() { remove(); }
  void remove() const { system::remove_all(path); }
  std::string path;
};

}  // namespace

Result<FuzzFacts> fuzz_bakers(const FuzzOptions& options, Progress& progress,
                              const std::function<void(const FuzzStep&)>& told) {
  return unless_cancelled(progress, [&]() -> Result<FuzzFacts> {
    const auto version = baker_version(options.baker, options);
    if (!version) return version.error();
    std::string against;
    if (!options.against.empty()) {
      const auto other = baker_version(options.against, options);
      if (!other) return other.error();
      against = *other;
    }
    if (!system::make_folders(options.output))
      return Error{ErrorCode::cannot_write, "cannot be made: " + std::generic_category().message(errno), options.output,
                   0};
    auto log = RunLog::open(options.output, settings_json(options, *version, against));
    if (!log) return log.error();
    const WorkFolder work(in_folder(options.output, "work"));
    if (auto wrong = run_scenes(options, *log, told)) return *wrong;
    const std::vector<SymptomGroup> groups = group_symptoms(log->records());
    if (auto wrong = write_findings(options, groups, *version, told)) return *wrong;
    remove_others(options.output, groups);
    return write_summary(options, *version, against, log->records(), groups);
  });
}

}  // namespace plumb::pipeline
