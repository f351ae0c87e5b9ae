// SPDX-License-Identifier: GPL-3.0-or-later
#include <plumb/bake.h>
#include <plumb/scene.h>
#include <plumb/write.h>

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace plumb::pipeline;

std::string navmesh_glb(const std::vector<float>& xyz, const std::vector<std::uint32_t>& triangles) {
  const auto scene = scene_from_triangles(xyz, triangles, UpAxis::y);
  if (!scene) throw std::runtime_error(scene.error().text());
  auto baked = bake(*scene, {.stances = {{"stand", mpq_class(9, 5)}}, .sides = Sides::up, .step = mpq_class(2, 5)});
  if (!baked) throw std::runtime_error(baked.error().text());
  std::ostringstream glb;
  if (auto error = write(*baked, writers::glb, glb)) throw std::runtime_error(error->text());
  return glb.str();
}

int main() {
  // A floor of two triangles that share no vertex, and a bridge 1.5 above the middle of it.
  const std::vector<float> xyz{0, 0, 0, 0, 0, 4, 4, 0, 4, 0, 0, 0, 4, 0, 4, 4, 0, 0, 1, 1.5, 0, 1, 1.5, 4, 2, 1.5, 4};
  const std::string glb = navmesh_glb(xyz, {0, 1, 2, 3, 4, 5, 6, 7, 8});
  return glb.starts_with("glTF") ? 0 : 1;
}
