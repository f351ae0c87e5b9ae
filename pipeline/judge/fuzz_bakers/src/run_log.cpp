// SPDX-License-Identifier: GPL-3.0-or-later
#include "run_log.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "plumb/pipeline/files.h"
#include "plumb/pipeline/paths.h"
#include "plumb/pipeline/system.h"

namespace plumb::pipeline {
namespace {

Json record_json(const RunRecord& r) {
  Json symptoms = Json::array();
  for (const Symptom& s : r.symptoms)
    symptoms.push_back({{"kind", row_of(s.kind).word}, {"cause", s.cause}, {"came", s.came}});
  Json explained = Json::array();
  for (const auto& [cause, count] : r.explained) explained.push_back({{"cause", cause}, {"count", count}});
  return {{"run", r.number},      {"family", r.family},    {"seed", r.seed}, {"variant", r.variant},
          {"d", r.nudge},         {"faces", r.faces},      {"end", r.end},   {"bakes", r.bakes},
          {"symptoms", symptoms}, {"explained", explained}};
}

// Throws JsonError.
RunRecord read_record(JsonView json) {
  RunRecord out;
  out.number = json.at("run").whole();
  out.family = json.at("family").text();
  out.seed = json.at("seed").whole();
  out.variant = json.at("variant").text();
  out.nudge = json.at("d").text();
  out.faces = json.at("faces").whole();
  out.end = json.at("end").text();
  out.bakes = json.at("bakes").whole();
  for (const JsonView s : json.at("symptoms"))
    if (const auto kind = fuzz_kind_of(s.at("kind").text()))
      out.symptoms.push_back({*kind, s.at("cause").text(), s.at("came").text()});
  for (const JsonView e : json.at("explained")) out.explained[e.at("cause").text()] = e.at("count").whole();
  return out;
}

// Letters and digits, with one '-' for what is between.
std::string slug(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (is_plain) out += c;
    else if (!out.empty() && out.back() != '-') out += '-';
  }
  constexpr std::size_t longest = 80;
  out = out.substr(0, longest);
  while (out.ends_with('-')) out.pop_back();
  return out;
}

}  // namespace

Result<RunLog> RunLog::open(const std::string& folder, const Json& settings) {
  RunLog log;
  log.path_ = in_folder(folder, "runs.jsonl");
  const std::string header = json_text(settings) + "\n";
  std::string kept = header;
  const auto before = MappedFile::open(log.path_);
  if (!before && system::kind_of(log.path_) != system::Kind::none) return before.error();
  if (before) {
    const std::string text(before->text());
    for (std::size_t from = 0, end; (end = text.find('\n', from)) != std::string::npos; from = end + 1) {
      const std::string line = text.substr(from, end + 1 - from);
      if (from == 0) {
        if (line != header)
          return Error{ErrorCode::bad_option, "has runs of other settings or another version; give another folder",
                       log.path_, 0};
        continue;
      }
      try {
        const JsonDocument document = JsonDocument::parse(line);
        log.records_.push_back(read_record(document.root()));
      } catch (const JsonError&) {
        break;
      }
      if (log.records_.back().number + 1 != log.records_.size()) {
        log.records_.pop_back();
        break;
      }
      kept += line;
    }
  }
  system::remove_file(log.path_.c_str());
  log.file_ = system::create_new(log.path_);
  if (log.file_ < 0 || !system::write(log.file_, kept))
    return Error{ErrorCode::cannot_write, "cannot be written", log.path_, 0};
  return Result<RunLog>(std::move(log));
}

RunLog::RunLog(RunLog&& o) noexcept
    : path_(std::move(o.path_)), file_(std::exchange(o.file_, -1)), records_(std::move(o.records_)) {}

RunLog::~RunLog() {
  if (file_ >= 0) system::close(file_);
}

std::optional<Error> RunLog::add(RunRecord record) {
  const bool is_written = system::write(file_, json_text(record_json(record)) + "\n");
  records_.push_back(std::move(record));
  if (is_written) return std::nullopt;
  return Error{ErrorCode::cannot_write, "cannot be written; make room", path_, 0};
}

std::vector<SymptomGroup> group_symptoms(const std::vector<RunRecord>& records) {
  std::map<std::tuple<FuzzKind, std::string, std::string>, SymptomGroup> groups;
  for (const RunRecord& r : records) {
    std::set<std::pair<FuzzKind, std::string>> seen;
    for (const Symptom& s : r.symptoms) {
      if (!seen.emplace(s.kind, s.cause).second) continue;
      const auto [at, is_new] = groups.try_emplace(
          {s.kind, s.cause, r.family}, SymptomGroup{s.kind, s.cause, r.family, s.came, 0, r.number, r.faces, {}});
      SymptomGroup& group = at->second;
      ++group.count;
      if (r.faces < group.faces) group.faces = r.faces, group.number = r.number, group.came = s.came;
    }
  }
  std::vector<SymptomGroup> out;
  std::map<std::string, int> used;
  for (auto& [key, group] : groups) {
    const std::string cause = group.cause.empty() ? "" : "-" + group.cause;
    group.folder = slug(row_of(group.kind).word + cause + "-" + group.family);
    if (const int before = used[group.folder]++; before > 0) group.folder += "-" + std::to_string(before + 1);
    out.push_back(std::move(group));
  }
  return out;
}

}  // namespace plumb::pipeline
