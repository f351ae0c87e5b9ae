// SPDX-License-Identifier: GPL-3.0-or-later
// SARIF 2.1.0 of an audit, for hosts of code: a result for each place, by rule.
// 1. rules() has a rule for each difference and cause that results name, with a sentence of help.
// 2. SarifText::run() makes a result for each place of missing floor and of excess, overlap, join and edge of three
//    polygons that is not below the file's grid. With a baseline, new ones have the state "new" and the level "error",
//    known ones "unchanged" and "note"; without one all are warnings.
// 3. A result is in the navmesh's file, at line 1, since hosts ask for a line; its logical location has the place. A
//    link leads to the place in the page (docs/guide/view.md): to the address of --page, or beside this file.
// 4. Its fingerprint is the SHA-256 of rule, box and point, exactly: neither order nor numbers of places count.
// Cost: linear in the places. Source: OASIS, SARIF 2.1.0 (2020).
#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/text.h"
#include "report/figures.h"
#include "sha256.h"

namespace plumb::pipeline {
namespace {

using State = BaselineFacts::State;

// What a rule's places are, in a sentence.
const char* help_of(const std::string& rule) {
  static const std::map<std::string, const char*> sentences{
      {"missing/height_drift", "The navmesh has this floor at another height."},
      {"missing/region", "The floor's component is smaller than the baker's smallest region."},
      {"missing/height", "The headroom is less than the stance and what rounding to cells may take."},
      {"missing/eroded", "The floor is near floor without enough headroom in cells, which bakers keep away from."},
      {"missing/border", "The floor is no farther from its border than outlines in cells may be."},
      {"missing/filter", "The floor may rise by more than the climb over two cells, which filters of ledges remove."},
      {"missing/grid", "Rounding to the file's numbers may have made it."},
      {"missing/empty", "The navmesh has no polygon at all."},
      {"missing/unexplained", "No known setting of the baker explains why this floor is missing."},
      {"excess/height_drift", "The navmesh has floor here that is true at another height."},
      {"excess/border", "The navmesh reaches beyond the floor, no farther than outlines in cells may be."},
      {"excess/inside", "The navmesh has floor inside a solid."},
      {"excess/climb", "The navmesh lies on what is too steep, no higher over floor than the agent climbs."},
      {"excess/blocked", "The navmesh has floor where the headroom is too low."},
      {"excess/too_close", "The navmesh has floor that is too close to a border for the agent's radius."},
      {"excess/steep", "The navmesh lies on what is too steep."},
      {"excess/turned_away", "The navmesh lies on faces that look down."},
      {"excess/left_out", "The navmesh has floor that the audit was told to leave out."},
      {"excess/grid", "Rounding to the file's numbers may have made it."},
      {"excess/nothing", "The navmesh has floor where the level has nothing."},
      {"overlap", "The navmesh lies over itself."},
      {"false_join/obstacle", "The navmesh joins two floors between which faces stand."},
      {"false_join/height", "The navmesh joins two floors whose heights differ by more than a step."},
      {"false_join/gap", "The navmesh joins two floors that a gap parts."},
      {"missing_join", "The navmesh parts floor that is connected."},
      {"edges3", "An edge of the navmesh belongs to three polygons or more, where engines join two."}};
  return sentences.at(rule);
}

// A file's name in an address: what has a meaning there, and what is not ASCII, by percent signs.
std::string encoded(const std::string& text) {
  constexpr std::string_view plain = "-._~/";
  std::string out;
  for (const char c : text) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          plain.find(c) != std::string_view::npos;
    char hex[4];
    std::snprintf(hex, sizeof hex, "%%%02X", static_cast<unsigned char>(c));
    out += is_plain ? std::string(1, c) : hex;
  }
  return out;
}

// Text in which nothing is a link or an emphasis, whatever a level's objects are called.
std::string escaped_text(const std::string& text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

class SarifText {
 public:
  explicit SarifText(const AuditFacts& facts) : f_(facts), figures_(facts) {
    const auto html =
        std::ranges::find_if(f_.options.outputs, [](const auto& f) { return extension_of(f) == ".html"; });
    if (!f_.options.page.empty()) page_ = f_.options.page;
    else if (html != f_.options.outputs.end()) page_ = encoded(html->substr(html->find_last_of('/') + 1));
  }

  Json run() {
    for (std::size_t i = 0; i < f_.findings.size(); ++i) {
      const Finding& f = f_.findings[i];
      std::vector<std::uint32_t> faces = f.on;
      faces.insert(faces.end(), f.witnesses.begin(), f.witnesses.end());
      sort_unique(faces);
      add({std::string(f.excess ? "excess/" : "missing/") + text_of(f.main_cause()),
           figures_.area(f.area) + (f.excess ? " of floor in excess" : " of floor missing"), f.box, f.inside, faces},
          &BaselineFacts::findings, i, below_grid(f));
    }
    for (std::size_t i = 0; i < f_.overlaps.size(); ++i) {
      const OverlapPlace& p = f_.overlaps[i];
      add({"overlap", figures_.area(p.area) + " over itself: " + list_text("polygon", p.polygons), p.box, p.inside, {}},
          &BaselineFacts::overlaps, i, p.below_grid);
    }
    for (std::size_t i = 0; i < f_.joins.size(); ++i) {
      const ComponentJoin& j = f_.joins[i];
      const std::string what = "components " + std::to_string(j.sides[0].component) + " and " +
                               std::to_string(j.sides[1].component) + ", gap of " + figures_.width(j.squared_width);
      add({j.is_false ? std::string("false_join/") + join_cause(j, f_.options.level.step) : "missing_join",
           (j.is_false ? "joined: true " : "parted: found ") + what, j.box, j.from, j.standing},
          &BaselineFacts::joins, i, false);
    }
    for (std::size_t i = 0; i < f_.structure.crowded_edges.size(); ++i) {
      const MeshStructure::Edge& e = f_.structure.crowded_edges[i];
      const ExactPoint &from = f_.mesh.points[e.from], &to = f_.mesh.points[e.to];
      add({"edges3",
           list_text("polygon", e.polygons),
           {std::min(from, to), std::max(from, to)},
           kernel::point_along(from, to, mpq_class(1) / 2),
           {}},
          &BaselineFacts::edges, i, false);
    }
    Json rules = Json::array();
    for (const std::string& rule : rules_)
      rules.push_back({{"id", rule},
                       {"shortDescription", {{"text", help_of(rule)}}},
                       {"help", {{"text", std::string(help_of(rule)) + " See docs/reference/audit.md of Plumb."}}}});
    return {{"tool", {{"driver", {{"name", "plumb audit"}, {"version", version()}, {"rules", std::move(rules)}}}}},
            {"columnKind", "utf16CodeUnits"},
            {"results", std::move(results_)}};
  }

 private:
  struct Place {
    std::string rule, what;
    std::array<ExactPoint, 2> box;
    ExactPoint at;
    std::vector<std::uint32_t> faces;
  };

  bool below_grid(const Finding& f) const {
    const Differences& all = f.excess ? f_.excess_pieces : f_.missing_pieces;
    return std::ranges::all_of(f.pieces, [&](std::uint32_t p) { return all.pieces[p].below_grid; });
  }

  void add(const Place& p, std::vector<BaselineFacts::Place> BaselineFacts::*states, std::size_t i, bool below) {
    if (below) return;
    const BaselineFacts::Place* const state = f_.baseline ? &((*f_.baseline).*states)[i] : nullptr;
    const bool is_new = state && state->state == State::is_new;
    const ExactPoint at = to_input_frame(is_new ? *state->at : p.at, f_.options.level.up);
    std::string place;
    for (const mpq_class& v : at) {
      place += place.empty() ? "" : ",";
      kernel::append_decimal(place, kernel::nearest_double(v));
    }
    std::string text = p.what;
    if (is_new && state->area.terms() > 0) text += ", of that " + figures_.area(state->area) + " new";
    const std::string faces = faces_text(f_.groups, p.faces);
    text += " at " + figures_.point(is_new ? *state->at : p.at) + (faces.empty() ? "" : "; " + faces);
    Json message{{"text", escaped_text(text, "\\[]")}};
    if (!page_.empty())
      message.set("markdown", escaped_text(text, "\\[]()*_`<>~#|") + " [show](" + page_ + "#at=" + place + ")");
    Json result{{"ruleId", p.rule},
                {"level", !state   ? "warning"
                          : is_new ? "error"
                                   : "note"},
                {"message", std::move(message)}};
    if (state) result.set("baselineState", is_new ? "new" : "unchanged");
    Json logical = Json::array(), locations = Json::array();
    logical.push_back(
        {{"name", place}, {"fullyQualifiedName", f_.options.level.scene + "@" + place}, {"kind", "place"}});
    locations.push_back(
        {{"physicalLocation", {{"artifactLocation", {{"uri", encoded(f_.mesh.file)}}}, {"region", {{"startLine", 1}}}}},
         {"logicalLocations", std::move(logical)}});
    result.set("locations", std::move(locations));
    result.set("partialFingerprints", {{"plumbPlace/v1", fingerprint(p)}});
    if (!f_.options.page.empty()) result.set("hostedViewerUri", page_ + "#at=" + place);
    rules_.insert(p.rule);
    results_.push_back(std::move(result));
  }

  static std::string fingerprint(const Place& p) {
    std::string text = p.rule;
    for (const ExactPoint* const point : {&p.box[0], &p.box[1], &p.at})
      for (const mpq_class& v : *point) text += " " + v.get_str();
    return checker::sha256_hex(text);
  }

  const AuditFacts& f_;
  const Figures figures_;
  std::string page_;  // where links lead; empty: there is none
  std::set<std::string> rules_;
  Json results_ = Json::array();
};

}  // namespace

std::string audit_sarif(const AuditFacts& facts) {
  Json runs = Json::array();
  runs.push_back(SarifText(facts).run());
  return json_text({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", std::move(runs)}},
                   1) +
         "\n";
}

}  // namespace plumb::pipeline
