// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "mesh_lines.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/verdict_style.h"

namespace plumb::pipeline {
namespace {

std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = '?';
  return text;
}

std::string header(const NavMesh& mesh) {
  return "# plumb " + one_line(mesh.info.version) + ": where an agent can stand in " + one_line(mesh.info.scene) + "\n";
}

std::string group(const std::string& name) { return "g " + name + "\nusemtl " + name + "\n"; }

std::string material(const std::string& name, const Colour& colour) {
  std::string text = "newmtl " + name + "\nKd";
  for (const std::uint8_t v : colour) {
    text += ' ';
    kernel::append_decimal(text, std::uint32_t{v} * 1000 / 255 / 1000.0);
  }
  return text + "\nKs 0 0 0\nillum 1\n";
}

void write_vertices(AtomicFile& file, const std::vector<std::array<double, 3>>& points, UpAxis up, Progress& progress) {
  std::string line;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& [x, y, z] = points[i];
    line = "v";
    for (const double value : up == UpAxis::y ? std::array{x, z, -y} : points[i]) {
      line += ' ';
      kernel::append_decimal(line, value);
    }
    line += '\n';
    file.write(line);
    if (i % 1024 == 0) progress.advance(static_cast<double>(i) / static_cast<double>(points.size()));
  }
}

}  // namespace

void export_obj(AtomicFile& file, const std::string& mtl_name, DerivedMesh& derived, Progress& progress) {
  const NavMesh& mesh = derived.mesh();
  file.write(header(mesh) +
             "# Coordinates are rounded to the nearest doubles; `plumb bake -o FILE.json` writes them exactly.\n" +
             "mtllib " + one_line(mtl_name) + "\n");
  write_vertices(file, derived.doubles(), mesh.info.up, progress);
  std::string line;
  for (const kernel::Label label : verdicts(mesh.info.stances.size(), sgn(mesh.info.radius) > 0)) {
    bool begun = false;
    for (const NavMesh::Cell& cell : mesh.cells) {
      if (cell.stance != label) continue;
      if (!begun) file.write(group(verdict_name(label, mesh.info.stances)));
      begun = true;
      for (const NavMesh::Facet& facet : cell.facets) {
        line = "f";
        for (const NavMesh::PointIndex corner : facet.corners) line += ' ' + std::to_string(corner + 1);
        file.write(line += '\n');
      }
    }
  }
  for (const LineGroup& g : mesh_lines(derived)) {
    if (!g.segments.empty()) file.write(group(g.name));
    for (const auto& [from, to] : g.segments)
      file.write("l " + std::to_string(from + 1) + ' ' + std::to_string(to + 1) + '\n');
  }
}

void export_mtl(AtomicFile& file, const NavMesh& mesh) {
  const std::size_t stances = mesh.info.stances.size();
  std::string text = header(mesh);
  for (const kernel::Label label : verdicts(stances, sgn(mesh.info.radius) > 0))
    text += material(verdict_name(label, mesh.info.stances), colour_of(label, stances));
  for (const LineGroup& g : line_groups(mesh.info.stances)) text += material(g.name, g.colour);
  file.write(text);
}

}  // namespace plumb::pipeline
