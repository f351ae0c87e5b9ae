// SPDX-License-Identifier: GPL-3.0-or-later
// What each run has found, kept in a file, so that an interrupted search goes on.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/fuzz_bakers.h"
#include "plumb/pipeline/json.h"
#include "symptom.h"

namespace plumb::pipeline {

/// What one scene gave.
struct RunRecord {
  std::uint64_t number = 0;  ///< of the run, from 0
  std::string family, variant, nudge, end;
  std::uint64_t seed = 0, faces = 0, bakes = 0;
  std::vector<Symptom> symptoms;
  std::map<std::string, std::uint64_t> explained;
};

/// runs.jsonl: a line of settings, then a line a run, in their order. A line that was not written whole is left out.
class RunLog {
 public:
  RunLog(RunLog&& o) noexcept;
  ~RunLog();

  /// Opens or begins it. Error: bad_option (the folder has runs of other settings), cannot_write.
  static Result<RunLog> open(const std::string& folder, const Json& settings);
  const std::vector<RunRecord>& records() const { return records_; }
  std::optional<Error> add(RunRecord record);

 private:
  RunLog() = default;

  std::string path_;
  int file_ = -1;
  std::vector<RunRecord> records_;
};

/// Symptoms of one kind, cause and family.
struct SymptomGroup {
  FuzzKind kind = FuzzKind::crash;
  std::string cause, family, came;
  std::uint64_t count = 0;              ///< of runs
  std::uint64_t number = 0, faces = 0;  ///< of the run whose scene has the fewest faces; the first of these
  std::string folder;                   ///< the name of its finding
};
/// All, by kind, cause and family.
std::vector<SymptomGroup> group_symptoms(const std::vector<RunRecord>& records);

}  // namespace plumb::pipeline
