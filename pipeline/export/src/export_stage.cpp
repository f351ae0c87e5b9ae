// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/export_stage.h"

#include "glb_parts.h"
#include "plumb/kernel/decimal.h"

namespace plumb::pipeline {
namespace {

void write_groups(Output& file, const auto& groups, char record) {
  std::string line;
  for (const auto& group : groups) {
    if (group.list.empty()) continue;
    file.write("g " + group.name + "\n");
    for (const auto& corners : group.list) {
      line = record;
      for (const DrawnStage::Index p : corners) line += ' ' + std::to_string(p + 1);
      file.write(line += '\n');
    }
  }
}

}  // namespace

void export_stage_obj(Output& file, const DrawnStage& stage) {
  file.write("# " + stage.title + "\n# Coordinates are doubles next to the exact ones.\n");
  std::string line;
  for (const kernel::ExactPoint& p : stage.points) {
    line = 'v';
    for (const mpq_class& v : to_input_frame(p, stage.up)) {
      line += ' ';
      kernel::append_decimal(line, kernel::nearest_double(v));
    }
    file.write(line += '\n');
  }
  write_groups(file, stage.triangles, 'f');
  write_groups(file, stage.lines, 'l');
}

void export_stage_glb(Output& file, const DrawnStage& stage) {
  std::vector<glb::Position> positions;
  positions.reserve(stage.points.size());
  for (const kernel::ExactPoint& p : stage.points)
    positions.push_back({kernel::nearest_float(p[0]), kernel::nearest_float(p[1]), kernel::nearest_float(p[2])});
  glb::PartList parts(positions.size());
  const auto add = [&](const auto& groups, glb::Mode mode, double lift) {
    for (const auto& group : groups) {
      parts.begin({group.name, mode, group.colour, lift});
      for (const auto& corners : group.list)
        for (const DrawnStage::Index p : corners) parts.use(p);
      parts.end();
    }
  };
  add(stage.triangles, glb::Mode::triangles, 0);
  add(stage.lines, glb::Mode::lines, stage.lift);
  glb::write(file, parts.parts(), positions);
}

}  // namespace plumb::pipeline
