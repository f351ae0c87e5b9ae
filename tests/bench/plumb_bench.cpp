// SPDX-License-Identifier: GPL-3.0-or-later
// plumb_bench SCENE UP HEIGHT NUMBERS THREADS RUNS [radius=R] [unasked] [OUTPUT...]: bakes (sides up, slope 45, one
// stance) so often and prints, as one line of JSON, the medians of each stage's processor time, what the last bake's
// stages allocated (calls of new and of GMP), its counts, and what each stage of the ladder decided. Under callgrind it
// writes a profile for each stage. tests/bench/*.py call it. With `unasked`, which takes time itself: the longest
// processor time of each stage in which a thread did not ask whether the bake was cancelled.
#include <gmp.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_DUMP_STATS_AT(name) (void)(name)
#endif

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/json.h"
#include "program_memory.h"

using namespace plumb::pipeline;

namespace {

std::atomic<std::uint64_t> news, gmps;

// Calls of GMP are counted on their way to the memory that `plumb` gives it.
void* (*allocate)(std::size_t);
void* (*reallocate)(void*, std::size_t, std::size_t);
void count_gmp_memory() {
  void (*release)(void*, std::size_t);
  plumb::checker::prepare_memory([] { std::abort(); });
  mp_get_memory_functions(&allocate, &reallocate, &release);
  mp_set_memory_functions([](std::size_t size) { return ++gmps, allocate(size); },
                          [](void* old, std::size_t from, std::size_t to) { return ++gmps, reallocate(old, from, to); },
                          release);
}

double milliseconds(clockid_t clock) {
  timespec t;
  clock_gettime(clock, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

// Of this process, in /proc/self/status: what it has now ("VmRSS:") or the most that it had ("VmHWM:").
double memory_mb(const char* which) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (double kilobytes = 0; word == which && status >> kilobytes) return kilobytes * 1024e-6;
  return 0;
}
// The most begins anew.
void forget_most_memory() { std::ofstream("/proc/self/clear_refs") << "5"; }

struct StageCost {
  std::vector<double> ms, wall_ms;
  std::uint64_t news = 0, gmps = 0;
  double end_mb = 0, most_mb = 0;  // resident at its end, and the most meanwhile
  double unasked_ms = 0;           // if wanted
};

// What each stage costs, by when the next one begins.
class Meter : public Progress {
 public:
  void stage(const StageProgress& begun) override {
    end();
    name_ = begun.name;
    start_ = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
    wall_start_ = milliseconds(CLOCK_MONOTONIC);
    news_ = news;
    gmps_ = gmps;
    forget_most_memory();
    asked_ = milliseconds(CLOCK_THREAD_CPUTIME_ID);
  }
  bool cancelled() override {
    if (!unasked) return false;
    const double now = milliseconds(CLOCK_THREAD_CPUTIME_ID), before = std::exchange(asked_, now);
    if (before > 0 && !name_.empty()) {
      const std::lock_guard lock(mutex_);
      double& longest = costs[name_].unasked_ms;
      longest = std::max(longest, now - before);
    }
    return false;
  }
  void end() {
    cancelled();
    CALLGRIND_DUMP_STATS_AT(name_.c_str());
    if (name_.empty()) return;
    StageCost& cost = costs[name_];
    cost.ms.push_back(milliseconds(CLOCK_PROCESS_CPUTIME_ID) - start_);
    cost.wall_ms.push_back(milliseconds(CLOCK_MONOTONIC) - wall_start_);
    cost.news = news - news_;
    cost.gmps = gmps - gmps_;
    cost.end_mb = memory_mb("VmRSS:");
    cost.most_mb = memory_mb("VmHWM:");
    name_.clear();
  }

  std::map<std::string, StageCost> costs;
  bool unasked = false;

 private:
  static inline thread_local double asked_ = 0;
  std::mutex mutex_;
  std::string name_;
  double start_ = 0, wall_start_ = 0;
  std::uint64_t news_ = 0, gmps_ = 0;
};

double median(std::vector<double> v) {
  std::ranges::sort(v);
  return v[v.size() / 2];
}

}  // namespace

void* operator new(std::size_t size) {
  ++news;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

int main(int argc, char** argv) {
  if (argc < 7)
    return std::fprintf(stderr,
                        "usage: plumb_bench SCENE y|z HEIGHT NUMBERS THREADS RUNS [radius=R] [unasked] [OUTPUT...]\n"),
           2;
  count_gmp_memory();
  BakeArguments arguments;
  arguments.scene = argv[1];
  arguments.up = argv[2];
  arguments.stances = {std::string("stand=") + argv[3]};
  arguments.numbers = argv[4];
  arguments.threads = argv[5];
  arguments.sides = "up";
  arguments.quiet = true;
  Meter meter;
  for (const std::string& word : std::vector<std::string>(argv + 7, argv + argc))
    if (word.starts_with("radius=")) arguments.radius = word.substr(7);
    else if (word == "unasked") meter.unasked = true;
    else arguments.outputs.push_back(word);
  const auto options = make_bake_options(arguments);
  if (!options) return std::fprintf(stderr, "%s\n", options.error().text().c_str()), 2;
  std::optional<BakeReport> report;
  for (int run = std::atoi(argv[6]); run-- > 0;) {
    auto baked = bake(*options, meter);
    meter.end();
    if (!baked) return std::fprintf(stderr, "%s\n", baked.error().text().c_str()), 2;
    report = std::move(*baked);
  }
  if (!report) return 2;
  Json stages;
  for (const auto& [name, cost] : meter.costs)
    stages.set(name.c_str(), {{"ms", median(cost.ms)},
                              {"wall_ms", median(cost.wall_ms)},
                              {"news", cost.news},
                              {"gmps", cost.gmps},
                              {"mb", cost.end_mb},
                              {"most_mb", cost.most_mb},
                              {"unasked_ms", cost.unasked_ms}});
  std::uint64_t cells = report->blocked_cells + report->covered_cells + report->inside_cells + report->too_close_cells,
                merged = 0;
  for (const std::uint64_t n : report->stance_cells) cells += n;
  for (const std::uint64_t n : report->graph.merged_cells) merged += n;
  const auto& a = report->arithmetic;
  const Json out = {{"stages", std::move(stages)},
                    {"cells", cells},
                    {"merged", merged},
                    {"obstructions", report->obstructions},
                    {"arithmetic",
                     {{"combinatorial", a.combinatorial},
                      {"filtered", a.filtered},
                      {"interval", a.interval},
                      {"fixed", a.fixed},
                      {"exact", a.exact}}}};
  std::printf("%s\n", json_text(out).c_str());
}
