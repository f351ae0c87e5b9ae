// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <optional>
#include <string>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/error_bound.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/export_stage.h"
#include "plumb/pipeline/verdict_style.h"
#include "polygon_groups.h"

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

using DoublePoint = std::array<double, 3>;

// The nearest double if it rounds to the binary32 that counts, or the next one if that does (the nearest lies half-way
// between two of them).
std::optional<double> double_of(double nearest, float rounded) {
  const double beside = rounded > nearest ? kernel::step_up(nearest) : kernel::step_down(nearest);  // not a bound
  for (const double v : {nearest, beside})
    if (static_cast<float>(v) == rounded || std::isinf(static_cast<float>(v))) return v;
  return std::nullopt;
}

// The vertices as doubles next to the exact points; none if mending has made polygons that only binary32 have: where
// polygons were erased, edges divided, or vertices moved.
std::optional<std::vector<DoublePoint>> double_vertices(const std::vector<DoublePoint>& points,
                                                        const ConformingMesh& polygons) {
  if (polygons.facts.divided > 0 || polygons.facts.collapsed > 0 || polygons.vertices.size() > points.size())
    return std::nullopt;
  std::vector<DoublePoint> out(polygons.vertices.size());
  for (std::size_t i = 0; i < out.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::optional<double> v = double_of(points[i][k], polygons.vertices[i][k]);
      if (!v) return std::nullopt;
      out[i][k] = *v;
    }
  return out;
}

void write_vertices(Output& file, const std::vector<DoublePoint>& points, UpAxis up, const ConformingMesh& polygons,
                    Progress& progress) {
  const auto doubles = double_vertices(points, polygons);
  file.write(doubles ? "# Coordinates are doubles next to the exact ones, which `plumb bake -o FILE.json` writes.\n"
                     : "# Coordinates are binary32, for which polygons were mended; `plumb bake -o FILE.json` writes "
                       "exact ones.\n");
  std::string line;
  for (std::size_t i = 0; i < polygons.vertices.size(); ++i) {
    const auto& v = polygons.vertices[i];
    const auto [x, y, z] = doubles ? (*doubles)[i] : DoublePoint{v[0], v[1], v[2]};
    line = "v";
    for (const double value : up == UpAxis::y ? DoublePoint{x, z, -y} : DoublePoint{x, y, z}) {
      line += ' ';
      kernel::append_decimal(line, value);
    }
    line += '\n';
    file.write(line);
    if (i % 1024 == 0) progress.advance(static_cast<double>(i) / static_cast<double>(polygons.vertices.size()));
  }
}

// The faces or lines of a stage.
void write_groups(Output& file, const auto& groups, char record) {
  std::string line;
  for (const auto& shown : groups) {
    if (shown.list.empty()) continue;
    file.write("g " + shown.name + "\n");
    for (const auto& corners : shown.list) {
      line = record;
      for (const DrawnStage::Index p : corners) line += ' ' + std::to_string(p + 1);
      file.write(line += '\n');
    }
  }
}

}  // namespace

void export_obj(Output& file, const std::string& mtl_name, DerivedMesh& derived, const ConformingMesh& polygons,
                Progress& progress, const LinkCells* links) {
  const NavMesh& mesh = derived.mesh();
  file.write(header(mesh) + "mtllib " + one_line(mtl_name) + "\n");
  if (links == nullptr) write_vertices(file, derived.doubles(), mesh.info.up, polygons, progress);
  else write_vertices(file, DerivedMesh(links->mesh).doubles(), mesh.info.up, polygons, progress);
  std::string line;
  for (const PolygonGroup& g : polygon_groups(mesh, polygons, links)) {
    if (!g.polygons.empty()) file.write(group(g.name));
    for (const std::size_t p : g.polygons) {
      line = "f";
      for (const std::uint32_t corner : polygons.ring(p)) line += ' ' + std::to_string(corner + 1);
      file.write(line += '\n');
    }
  }
  for (const LineGroup& g : mesh_lines(derived)) {
    if (!g.segments.empty()) file.write(group(g.name));
    for (const auto& [from, to] : g.segments)
      file.write("l " + std::to_string(from + 1) + ' ' + std::to_string(to + 1) + '\n');
  }
}

void export_mtl(Output& file, const NavMesh& mesh, bool with_links) {
  const std::size_t stances = mesh.info.stances.size();
  std::string text = header(mesh);
  for (const kernel::Label label : verdicts(stances, sgn(mesh.info.radius) > 0))
    text += material(verdict_name(label, mesh.info.stances), colour_of(label, stances));
  if (with_links)
    for (const PolygonGroup& g : link_groups(mesh.info.stances)) text += material(g.name, g.colour);
  for (const LineGroup& g : line_groups(mesh.info.stances)) text += material(g.name, g.colour);
  file.write(text);
}

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

}  // namespace plumb::pipeline
