// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/csv_fields.h"
#include "plumb/pipeline/report.h"

namespace plumb::pipeline {
namespace {

class Table {
 public:
  explicit Table(const BakeReport& report) : start_(csv_field(report.scene_file) + "," + report.sha256 + ",") {}

  void row(const std::string& verdict, const std::string& height, const Area& area, std::uint64_t cells,
           const std::string& graph = ",") {
    text_ += start_ + verdict + "," + height + "," + csv_decimal(area.approx) + "," +
             (area.exact ? area.exact->get_str() : "") + "," + std::to_string(cells) + "," + graph + "\n";
  }
  const std::string& text() const { return text_; }

 private:
  std::string start_, text_ = "scene,sha256,verdict,height,area,area_exact,cells,components,largest\n";
};

}  // namespace

std::string report_csv(const BakeReport& r) {
  Table table(r);
  std::uint64_t all = r.blocked_cells + r.covered_cells + r.inside_cells + r.too_close_cells;
  for (std::size_t s = 0; s < r.options.stances.size(); ++s) {
    const Stance& stance = r.options.stances[s];
    table.row(stance.name, stance.height.get_str(), r.areas.stances[s], r.stance_cells[s],
              std::to_string(r.graph.components[s]) + "," + csv_decimal(r.graph.largest[s]));
    all += r.stance_cells[s];
  }
  if (r.options.method == Method::wedge) return table.row("traversable", "", r.areas.traversable, all), table.text();
  table.row("blocked", "", r.areas.blocked, r.blocked_cells);
  table.row("covered", "", r.areas.covered, r.covered_cells);
  table.row("inside", "", r.areas.inside, r.inside_cells);
  table.row("too_close", "", r.areas.too_close, r.too_close_cells);
  table.row("traversable", "", r.areas.traversable, all);
  return table.text();
}

}  // namespace plumb::pipeline
