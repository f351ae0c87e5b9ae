// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "plumb/kernel/number_text.h"
#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/text_table.h"
#include "verdicts.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t most_findings = 10;

std::string percent(const kernel::Interval& share) {
  char text[40];
  std::snprintf(text, sizeof text, "%.4f %%", 50 * (share.low + share.high));
  return text;
}

std::string distance_text(const kernel::Interval& distance) {
  char text[40];
  if (!(distance.high < HUGE_VAL)) return "farther than doubles tell";
  std::snprintf(text, sizeof text, "%.4g", distance.high);
  return (distance.low == 0 && distance.high > 0 ? "less than " : "") + std::string(text);
}

std::string mesh_line(const AuditFacts& f) {
  std::string out = f.mesh.file + ": " + f.mesh.format + ", " + counted_text(f.mesh.polygons.size(), "polygon");
  if (!f.mesh.detail.empty()) out += ", " + counted_text(f.mesh.detail.size(), "detail triangle");
  out += ", " + counted_text(f.mesh.links.size(), "link") + (f.mesh.has_links ? "" : " by shared edges");
  if (f.mesh.off_mesh > 0) out += ", of these " + count_text(f.mesh.off_mesh) + " off the mesh";
  return out + ", " + counted_text(f.islands, "component") + ".\n";
}

std::string causes_text(const AuditFacts& f) {
  TextTable table("llrr");
  bool excess = false;
  for (const AuditFacts::CauseTotal& c : f.causes) {
    const bool is_excess = c.cause >= Cause::beyond_border;
    const bool is_first = &c == &f.causes.front() || is_excess != excess;
    excess = is_excess;
    table.add({is_first ? (is_excess ? "excess" : "missing") : "", text_of(c.cause), area_text(c.area),
               counted_text(c.findings, "place")});
  }
  return table.text();
}

std::string findings_text(const AuditFacts& f) {
  TextTable table("lrll");
  for (std::size_t i = 0; i < std::min(most_findings, f.findings.size()); ++i) {
    const Finding& finding = f.findings[i];
    table.add({finding.excess ? "excess" : "missing", area_text(finding.area), text_of(finding.main_cause()),
               "at " + kernel::point_text(to_input_frame(finding.inside, f.options.level.up))});
  }
  return table.text();
}

std::string structure_text(const AuditFacts& f) {
  const MeshStructure& s = f.structure;
  std::string out;
  const auto add = [&](std::size_t count, const std::string& what) {
    if (count > 0) out += (out.empty() ? "" : ", ") + count_text(count) + " " + what;
  };
  add(s.degenerate.size(), "polygons without area");
  add(s.nonconvex.size(), "not convex");
  add(s.folded.size(), "folded");
  add(s.clockwise.size(), "clockwise");
  add(s.crowded_edges.size(), "edges of three polygons or more");
  add(s.t_junctions.size(), "T-junctions");
  return out.empty() ? "" : "Structure: " + out + ".\n";
}

}  // namespace

std::string audit_text(const AuditFacts& f) {
  const bool radius = f.comparison.outer.has_value();
  std::string out = mesh_line(f);
  TextTable areas("lrrl");
  areas.add({"true floor", area_text(f.truth), "", radius ? "at least, with the radius" : ""});
  if (radius) areas.add({"", area_text(f.outer), "", "at most"});
  areas.add({"covered", area_text(f.covered), share_text(f.covered, f.truth), "of it"});
  areas.add({"missing", area_text(f.missing), share_text(f.missing, f.truth), radius ? "of it, certainly" : "of it"});
  areas.add({"found floor", area_text(f.found), "", f.surface == MeshSurface::detail ? "by its detail mesh" : ""});
  areas.add({"excess", area_text(f.excess), share_text(f.excess, f.found), radius ? "of it, certainly" : "of it"});
  areas.add({"overlap", area_text(f.repeated), share_text(f.repeated, f.found), "of it, over itself"});
  out += areas.text();
  if (f.heights)
    out += "Found over true floor: from " + kernel::decimal_text(f.heights->low) + " to " +
           kernel::decimal_text(f.heights->high) + ".\n";
  if (f.found_from_truth)
    out += "Farthest found floor from the true one: " + distance_text(*f.found_from_truth) +
           "; true from found: " + distance_text(*f.truth_from_found) + ".\n";
  const MatchedComponents& m = f.components;
  out += "Components: " + count_text(m.truth) + " true, " + count_text(m.found) + " found; " +
         count_text(m.lost.size()) + " lost, " + count_text(m.spurious.size()) + " spurious, " +
         count_text(m.split.size()) + " split, " + count_text(m.merged.size()) + " merged.\n";
  if (m.only_truth_joins)
    out += "Of pairs of matched points " + percent(m.only_truth_joins->near) + " are joined in truth alone, " +
           percent(m.only_found_joins->near) + " in the navmesh alone.\n";
  out += structure_text(f);
  if (!f.causes.empty()) out += "Causes:\n" + causes_text(f);
  if (!f.findings.empty()) out += "Largest of " + counted_text(f.findings.size(), "place") + ":\n" + findings_text(f);
  out += options_text(f.options.level);
  for (const Verdict& v : f.verdicts)
    if (v.exceeded) out += "Fails: " + v.threshold.text + " (" + v.value + ").\n";
  if (f.passes()) out += "Passes.\n";
  return out;
}

}  // namespace plumb::pipeline
