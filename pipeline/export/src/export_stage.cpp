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
  glb::Box box;
  for (const kernel::ExactPoint& p : stage.points) box.add({p[0].get_d(), p[1].get_d(), p[2].get_d()});
  const std::array<double, 3> origin = box.origin();
  std::vector<glb::Position> positions(stage.points.size());
  for (std::size_t i = 0; i < positions.size(); ++i)
    for (std::size_t axis = 0; axis < 3; ++axis)
      positions[i][axis] = kernel::nearest_float(stage.points[i][axis] - origin[axis]);
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
  glb::write(file, parts.parts(), positions, origin);
}

}  // namespace plumb::pipeline
