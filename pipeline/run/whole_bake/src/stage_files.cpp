// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/stage_files.h"

#include <cerrno>
#include <cmath>
#include <system_error>

#include "plumb/pipeline/export_stage.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/paths.h"
#include "plumb/pipeline/system.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;

constexpr Colour floor_colour{0x66, 0xb0, 0x5a}, ramp_colour{0xf5, 0xd0, 0x4c}, inner_colour{0x2f, 0x55, 0x2a};

Colour colour_of(EdgeClass edge_class) {
  switch (edge_class) {
    case EdgeClass::open: return {0x1f, 0x5f, 0xc4};
    case EdgeClass::blocked: return {0xd6, 0x4a, 0x45};
    case EdgeClass::inner_wall: return {0x8e, 0x3f, 0xb0};
    case EdgeClass::step: return {0xe8, 0x8a, 0x1a};
  }
  return {};
}

// A fiftieth of the side of a square as large as triangles are on average: enough to be seen, and in proportion.
double lift_over(const TriangleMesh& mesh) {
  if (mesh.triangles.empty()) return 0;
  const double area = plan_area(mesh, 1).approx / static_cast<double>(mesh.triangles.size());
  return std::isfinite(area) ? std::sqrt(area) / 50 : 0;
}

DrawnStage drawn(const std::string& stage, const TriangleMesh& mesh, UpAxis up) {
  DrawnStage out;
  out.title = std::string("plumb ") + version() + ": stage " + stage;
  out.up = up;
  out.points = mesh.points;
  out.lift = lift_over(mesh);
  out.triangles = {{"triangles", floor_colour}, {"ramps", ramp_colour}};
  for (const TriangleMesh::Triangle& t : mesh.triangles)
    out.triangles[t.ramp == TriangleMesh::none ? 0 : 1].list.push_back(t.corners);
  const auto side = [&](Index t, std::size_t i) {
    const auto& c = mesh.triangles[t].corners;
    return std::array{c[i], c[(i + 1) % 3]};
  };
  for (const EdgeClass edge_class : {EdgeClass::open, EdgeClass::blocked, EdgeClass::inner_wall, EdgeClass::step}) {
    auto& lines =
        out.lines.emplace_back(DrawnStage::Lines{std::string("edge.") + text_of(edge_class), colour_of(edge_class)});
    for (const TriangleMesh::BoundaryEdge& e : mesh.boundary)
      if (e.edge_class == edge_class) lines.list.push_back(side(e.triangle, e.side));
  }
  auto& inner = out.lines.emplace_back(DrawnStage::Lines{"edge.inner", inner_colour});
  const auto beyond = neighbours(mesh);
  for (Index t = 0; t < beyond.size(); ++t)
    for (std::size_t i = 0; i < 3; ++i)
      if (beyond[t][i] != TriangleMesh::none && t < beyond[t][i]) inner.list.push_back(side(t, i));
  return out;
}

}  // namespace

std::optional<Error> write_stage_files(const std::string& folder, std::size_t number, const std::string& stage,
                                       const TriangleMesh& mesh, const Scene& scene) {
  if (!system::make_folders(folder))
    return Error{ErrorCode::cannot_write,
                 "cannot be made: " + std::generic_category().message(errno) + "; name a folder where one may be made",
                 folder, 0};
  const DrawnStage draw = drawn(stage, mesh, scene.up);
  const std::string path = in_folder(folder, (number < 10 ? "0" : "") + std::to_string(number) + "_" + stage);
  OutputFiles files;
  const auto add = [&](const char* extension, const auto& write) {
    files.add(path + extension, [&](Output& file) -> std::optional<Error> {
      write(file, draw);
      return std::nullopt;
    });
  };
  add(".obj", export_stage_obj);
  add(".glb", export_stage_glb);
  if (!files.errors().empty()) return files.errors().front();
  return files.commit<DrawnStage>(draw, nullptr);
}

}  // namespace plumb::pipeline
