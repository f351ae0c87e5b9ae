// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>

#include "plumb/pipeline/minimise.h"
#include "plumb/pipeline/threads.h"

namespace plumb::pipeline {

/// Asks whether scenes are interesting, several at once, and remembers the answers.
class Trials {
 public:
  Trials(const InterestingScene& interesting, const MinimiseSettings& settings, Progress& progress)
      : interesting_(interesting), settings_(settings), progress_(progress) {}

  struct Found {
    std::size_t number;
    PlainScene scene;
  };

  /// The first interesting one of the scenes make(0), make(1) ... make(count - 1), as if they were tried in this order;
  /// where make() gives none, there is none to try. Several threads call make() at once. Throws Cancelled when the work
  /// is cancelled or its time is over.
  std::optional<Found> first(std::size_t count, const std::function<std::optional<PlainScene>(std::size_t)>& make);

  /// How many scenes had to be tried so far: those up to the first interesting one of each call. Does not depend on
  /// the number of threads.
  std::uint64_t count() const { return count_; }
  bool time_is_over() const;

 private:
  class Ahead;
  struct Answer {
    bool interesting = false, counted = false;
  };
  bool ask(const PlainScene& scene, std::string& digest);

  const InterestingScene& interesting_;
  const MinimiseSettings& settings_;
  Progress& progress_;
  Mutex mutex_;
  std::unordered_map<std::string, Answer> answers_;  // by the digest of the scene's text
  std::uint64_t count_ = 0;
};

}  // namespace plumb::pipeline
