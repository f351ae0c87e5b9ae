// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of an audit for programs: CSV, a row for each figure and place, and JUnit's XML, a test case for each
// threshold.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/report.h"
#include "plumb/pipeline/svg_layout.h"
#include "report/figures.h"

namespace plumb::pipeline {
namespace {

std::string numbers_text(const std::vector<std::uint32_t>& list) {
  std::string out;
  for (const std::uint32_t v : list) out += (out.empty() ? "" : " ") + std::to_string(v);
  return out;
}

std::array<ExactPoint, 2> box_of_segment(const ExactPoint& from, const ExactPoint& to) {
  std::array<ExactPoint, 2> out{from, from};
  for (std::size_t k = 0; k < 3; ++k) std::tie(out[0][k], out[1][k]) = std::minmax(from[k], to[k]);
  return out;
}

// One table of rows of all kinds, by their first column; cells that a kind does not have are empty.
class AuditTable {
 public:
  explicit AuditTable(const AuditFacts& facts)
      : f_(facts), start_(csv_field(facts.options.level.scene) + "," + csv_field(facts.mesh.file) + ",") {
    if (facts.baseline) text_.insert(text_.size() - 1, ",state");
  }

  std::string text() {
    for (const auto& [name, area] :
         std::initializer_list<std::pair<const char*, const AreaTotal*>>{{"truth", &f_.truth},
                                                                         {"covered", &f_.covered},
                                                                         {"missing", &f_.missing},
                                                                         {"found", &f_.found},
                                                                         {"matched", &f_.matched},
                                                                         {"excess", &f_.excess},
                                                                         {"overlap", &f_.repeated}})
      row({.kind = "figure", .what = name, .area = area});
    for (const AuditFacts::CauseTotal& c : f_.causes)
      row({.kind = is_excess(c.cause) ? "excess_cause" : "missing_cause", .what = text_of(c.cause), .area = &c.area});
    for (const ComponentPlace& p : f_.places) {
      std::vector<std::uint32_t> parts;
      for (const ComponentPlace::Part& part : p.parts) parts.push_back(part.component);
      row({.kind = "component",
           .what = text_of(p.kind),
           .component = p.component,
           .others = parts,
           .area = &p.area,
           .at = &p.inside,
           .box = &p.box,
           .faces = p.faces});
    }
    for (std::size_t i = 0; i < f_.joins.size(); ++i) {
      const ComponentJoin& j = f_.joins[i];
      std::vector<std::uint32_t> faces = j.sides[0].faces;
      faces.insert(faces.end(), j.sides[1].faces.begin(), j.sides[1].faces.end());
      sort_unique(faces);
      row({.kind = "join",
           .what = j.is_false ? "false" : "missing",
           .component = j.component,
           .others = {j.sides[0].component, j.sides[1].component},
           .area = &j.area,
           .at = &j.from,
           .box = &j.box,
           .gap = &j.squared_width,
           .faces = faces,
           .state = state(&BaselineFacts::joins, i)});
    }
    for (std::size_t i = 0; i < std::min<std::size_t>(f_.overlaps.size(), f_.options.limit); ++i) {
      const OverlapPlace& p = f_.overlaps[i];
      row({.kind = "overlap",
           .what = p.below_grid ? "grid" : "",
           .others = p.polygons,
           .area = &p.area,
           .at = &p.inside,
           .box = &p.box,
           .state = state(&BaselineFacts::overlaps, i)});
    }
    for (std::size_t i = 0; i < f_.structure.crowded_edges.size(); ++i) {
      const MeshStructure::Edge& e = f_.structure.crowded_edges[i];
      const ExactPoint &from = f_.mesh.points[e.from], &to = f_.mesh.points[e.to];
      const std::array<ExactPoint, 2> box = box_of_segment(from, to);
      row({.kind = "edges3",
           .what = "",
           .others = e.polygons,
           .at = &from,
           .box = &box,
           .state = state(&BaselineFacts::edges, i)});
    }
    for (std::size_t i = 0; i < std::min<std::size_t>(f_.findings.size(), f_.options.limit); ++i) {
      const Finding& finding = f_.findings[i];
      std::vector<std::uint32_t> faces = finding.on;
      faces.insert(faces.end(), finding.witnesses.begin(), finding.witnesses.end());
      sort_unique(faces);
      row({.kind = finding.excess ? "excess" : "missing",
           .what = text_of(finding.main_cause()),
           .component = finding.component,
           .area = &finding.area,
           .at = &finding.inside,
           .box = &finding.box,
           .faces = faces,
           .state = state(&BaselineFacts::findings, i)});
    }
    if (f_.baseline)
      for (const BaselineFacts::Gone& g : f_.baseline->gone)
        row({.kind = "gone", .what = g.what.c_str(), .at = &g.at, .state = "gone"});
    return std::move(text_);
  }

 private:
  struct Row {
    const char *kind, *what;
    std::optional<std::uint32_t> component = {};
    std::vector<std::uint32_t> others = {};
    const AreaTotal* area = nullptr;
    const ExactPoint* at = nullptr;
    const std::array<ExactPoint, 2>* box = nullptr;
    const mpq_class* gap = nullptr;
    std::vector<std::uint32_t> faces = {};
    const char* state = "";  // against the baseline
  };
  const char* state(std::vector<BaselineFacts::Place> BaselineFacts::*list, std::size_t i) const {
    return f_.baseline ? text_of(((*f_.baseline).*list)[i].state) : "";
  }
  void row(const Row& r) {
    text_ += start_ + r.kind + "," + r.what + "," + (r.component ? std::to_string(*r.component) : "") + "," +
             numbers_text(r.others) + ",";
    if (r.area) {
      const kernel::Area area = r.area->area(f_.options.level.exact_digits);
      text_ += csv_decimal(area.approx) + "," + (area.exact ? area.exact->get_str() : "");
    } else {
      text_ += ",";
    }
    const UpAxis up = f_.options.level.up;
    if (r.at) add(to_input_frame(*r.at, up));
    else text_ += ",,,";
    if (r.box) {
      const auto [low, high] = input_box(*r.box, up);
      add(low);
      add(high);
    } else {
      text_ += ",,,,,,";
    }
    std::vector<std::string> names;
    for (const std::uint32_t face : r.faces)
      if (std::string name = face_name(f_.groups, face); !name.empty() && std::ranges::find(names, name) == names.end())
        names.push_back(std::move(name));
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : "; ") + name;
    text_ += "," + (r.gap ? csv_decimal(std::sqrt(r.gap->get_d())) : "") + "," + numbers_text(r.faces) + "," +
             csv_field(all) + (f_.baseline ? "," + std::string(r.state) : "") + "\n";
  }
  void add(const ExactPoint& p) {
    for (const mpq_class& v : p) text_ += "," + csv_decimal(kernel::nearest_double(v));
  }

  const AuditFacts& f_;
  const std::string start_;
  std::string text_ =
      "scene,navmesh,kind,what,component,others,area,area_exact,x,y,z,low_x,low_y,low_z,high_x,high_y,high_z,gap,faces,"
      "names\n";
};

}  // namespace

std::string audit_csv(const AuditFacts& facts) { return AuditTable(facts).text(); }

std::string audit_junit(const AuditFacts& f) {
  const auto failures = std::ranges::count_if(f.verdicts, [](const Verdict& v) { return v.exceeded; });
  const auto attribute = [](const std::string& text) {
    std::string out;
    for (const char c : svg::escaped(text)) out += c == '"' ? std::string("&quot;") : std::string(1, c);
    return out;
  };
  const std::string name = attribute(f.mesh.file);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"plumb audit " + name +
                    "\" tests=\"" + std::to_string(f.verdicts.size()) + "\" failures=\"" + std::to_string(failures) +
                    "\">\n";
  for (const Verdict& v : f.verdicts) {
    const std::string text = attribute(v.threshold.text), value = attribute(v.value);
    out += "<testcase classname=\"" + name + "\" name=\"" + text + "\"";
    if (v.exceeded) out += ">\n<failure message=\"" + text + ": " + value + "\"/>\n</testcase>\n";
    else out += "/>\n";
  }
  return out + "</testsuite>\n</testsuites>\n";
}

}  // namespace plumb::pipeline
