// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary.h"

#include "adapter.h"
#include "plumb/pipeline/paths.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

struct Counts {
  std::map<std::string, std::uint64_t> ends, explained, families;
};

Counts count(const std::vector<RunRecord>& records) {
  Counts out;
  for (const RunRecord& r : records) {
    ++out.ends[r.end];
    ++out.families[r.family];
    for (const auto& [cause, number] : r.explained) out.explained[cause] += number;
  }
  return out;
}

const char* word_of(FuzzGrade grade) { return grade == FuzzGrade::defect ? "defect" : "look"; }

Json counts_json(const std::map<std::string, std::uint64_t>& counts) {
  Json out = Json::array();
  for (const auto& [name, number] : counts) out.push_back({{"name", name}, {"count", number}});
  return out;
}

Json summary_json(const FuzzFacts& facts, const std::string& version, const std::string& against, const Counts& counts,
                  const std::vector<SymptomGroup>& groups) {
  Json findings = Json::array();
  for (const SymptomGroup& g : groups)
    findings.push_back({{"folder", g.folder},
                        {"grade", word_of(row_of(g.kind).grade)},
                        {"kind", row_of(g.kind).word},
                        {"cause", g.cause},
                        {"family", g.family},
                        {"runs", g.count}});
  return {{"baker", version},
          {"against", against.empty() ? Json() : Json(against)},
          {"runs", facts.runs},
          {"bakes", facts.bakes},
          {"defects", facts.defects},
          {"looks", facts.looks},
          {"explained", facts.explained},
          {"findings", findings},
          {"ends", counts_json(counts.ends)},
          {"families", counts_json(counts.families)},
          {"explained_by_cause", counts_json(counts.explained)}};
}

std::string finding_rows(FuzzGrade grade, const std::vector<SymptomGroup>& groups) {
  std::string out = "\n| finding | kind | cause | family | runs | what came |\n|---|---|---|---|---|---|\n";
  bool has_one = false;
  for (const SymptomGroup& g : groups) {
    if (row_of(g.kind).grade != grade) continue;
    has_one = true;
    std::string came;
    for (const char c : g.came.substr(0, g.came.find('\n'))) came += c == '|' ? "\\|" : std::string(1, c);
    out += "| [" + g.folder + "](" + g.folder + "/finding.md) | " + row_of(g.kind).word + " | " + g.cause + " | " +
           g.family + " | " + std::to_string(g.count) + " | " + came + " |\n";
  }
  return has_one ? out : "\nNone.\n";
}

std::string list_of(const std::map<std::string, std::uint64_t>& counts) {
  std::string out;
  for (const auto& [name, number] : counts) out += (out.empty() ? "" : ", ") + name + " " + count_text(number);
  return out.empty() ? "none" : out;
}

std::string summary_text(const FuzzFacts& facts, const std::string& version, const std::string& against,
                         const Counts& counts, const std::vector<SymptomGroup>& groups) {
  return "# " + version + (against.empty() ? "" : " against " + against) + "\n" + counted_text(facts.runs, "run") +
         ", " + counted_text(facts.bakes, "bake") + ". Runs by how their first bake ended: " + list_of(counts.ends) +
         ".\n\n## Defects\n" + finding_rows(FuzzGrade::defect, groups) + "\n## To be looked at\n" +
         finding_rows(FuzzGrade::look, groups) +
         "\n## What voxels are documented to do\nDifferences: " + list_of(counts.explained) + ".\n";
}

}  // namespace

Result<FuzzFacts> write_summary(const FuzzOptions& options, const std::string& version, const std::string& against,
                                const std::vector<RunRecord>& records, const std::vector<SymptomGroup>& groups) {
  FuzzFacts facts;
  facts.folder = options.output;
  facts.runs = records.size();
  for (const RunRecord& r : records) facts.bakes += r.bakes;
  for (const SymptomGroup& g : groups) {
    ++(row_of(g.kind).grade == FuzzGrade::defect ? facts.defects : facts.looks);
    facts.findings.push_back(g.folder);
  }
  const Counts counts = count(records);
  for (const auto& [cause, number] : counts.explained) facts.explained += number;
  if (auto error =
          write_file(in_folder(options.output, "summary.md"), summary_text(facts, version, against, counts, groups)))
    return *error;
  if (auto error = write_file(in_folder(options.output, "summary.json"),
                              json_text(summary_json(facts, version, against, counts, groups), 1) + "\n"))
    return *error;
  return facts;
}

std::string fuzz_text(const FuzzFacts& facts) {
  std::string out = counted_text(facts.runs, "run") + ", " + counted_text(facts.bakes, "bake") + ": " +
                    counted_text(facts.defects, "defect") + ", " + count_text(facts.looks) + " to be looked at, " +
                    counted_text(facts.explained, "difference") + " that voxels explain. " + facts.folder +
                    "/summary.md lists them.\n";
  for (const std::string& folder : facts.findings) out += "  " + facts.folder + "/" + folder + "\n";
  return out;
}

}  // namespace plumb::pipeline
