// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/write_nav_mesh.h"

#include "plumb/pipeline/setting_table.h"

namespace plumb::pipeline {
namespace {

constexpr const char* settings_of_writers[] = {"up", "step", "weld", "slope", "slope_ratio", "slope_cos"};

}  // namespace

void take_writing_options(const NavMeshInfo& info, BakeArguments& arguments) {
  arguments.scene = "navmesh.obj";  // not read: make_bake_options() wants a name of a scene
  read_back(info, settings_of_writers, arguments);
}

Result<Baked> writable(const NavMesh& mesh, unsigned threads) {
  BakeArguments arguments;
  take_writing_options(mesh.info, arguments);
  auto options = make_bake_options(arguments);
  if (!options) return options.error();
  Baked out;
  out.options = std::move(*options);
  out.options.threads = threads;
  out.derived = std::make_unique<DerivedMesh>(mesh, threads);
  return out;
}

}  // namespace plumb::pipeline
