// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/any_navmesh.h"

#include <sstream>

#include "plumb/pipeline/bake.h"

namespace plumb::pipeline {

Reply<Navmesh> read_navmesh(const std::string& path, const ForeignMeshOptions& options) {
  auto read = read_any_nav_mesh(path, options);
  if (!read) return read.error();
  return Navmesh::of(std::move(read->mesh));
}

Result<AuditFacts> audit(const Baked& baked, const Navmesh& navmesh, const AuditSettings& settings,
                         Progress& progress) {
  std::ostringstream json;
  if (const auto done = navmesh.write_json(json); !done) return done.error();
  ForeignMeshOptions options;
  options.stance = settings.stance;
  options.threads = baked.options.threads;
  auto mesh = read_foreign_mesh_text(json.str(), "navmesh.json", options);
  if (!mesh) return mesh.error();
  return audit(baked, std::move(*mesh), settings, progress);
}

}  // namespace plumb::pipeline
