// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "gltf/gltf_mesh.h"
#include "gltf/gltf_nodes.h"
#include "gltf/gltf_place.h"
#include "obj_text.h"
#include "scene_readers.h"

namespace plumb::pipeline {
namespace {

using namespace gltf;

// Whether a file that requires this extension can be read as if it did not, or with what is read of it. Most that do
// not bear on surfaces say what they are about in the second word of their names.
bool is_readable(std::string_view extension) {
  static constexpr std::array about{"animation", "audio", "lights", "materials", "packing", "texture", "xmp"};
  static constexpr std::array others{
      // Read.
      "EXT_mesh_gpu_instancing", "EXT_meshopt_compression", "KHR_draco_mesh_compression", "KHR_mesh_quantization",
      "KHR_meshopt_compression",
      // Metadata, and what programs do with nodes and meshes that are where they are.
      "AGI_articulations", "AGI_stk_metadata", "CESIUM_primitive_outline", "EXT_feature_metadata",
      "EXT_instance_features", "EXT_mesh_features", "EXT_mesh_manifold", "EXT_mesh_primitive_edge_visibility",
      "EXT_property_animation", "EXT_structural_metadata", "FB_geometry_metadata", "GODOT_single_root",
      "GRIFFEL_bim_data", "KHR_interactivity", "KHR_node_hoverability", "KHR_node_selectability",
      "KHR_techniques_webgl", "KHR_xmp", "MPEG_media", "MPEG_viewport_recommended"};
  const auto same = [&](std::string_view name) { return name == extension; };
  if (std::ranges::any_of(others, same)) return true;
  const std::string_view name = extension.substr(std::min(extension.find('_'), extension.size() - 1) + 1);
  return std::ranges::any_of(about, [&](std::string_view word) {
    return name.starts_with(word) && name.size() > word.size() && name[word.size()] == '_';
  });
}

void check_extensions(const File& file) {
  const auto required = file.root().find("extensionsRequired");
  for (std::size_t i = 0, n = required ? required->size() : 0; i < n; ++i)
    if (const std::string& name = required->entry(i).text(); !is_readable(name))
      throw Refused{ErrorCode::unsupported_format,
                    "the file requires the extension " + obj::quote(name) + ", which is not read; export without it"};
}

}  // namespace

Scene read_gltf(std::string_view bytes, const std::string& name, const ImportOptions& options, bool binary) {
  if (bytes.empty()) throw Refused{ErrorCode::no_face, "the file is empty; export the level again"};
  File file(bytes, name, binary);
  check_extensions(file);
  Meshes meshes(file);
  const PlacedMeshes placed = walk_nodes(file, meshes, options.node_rotation);
  Scene scene = place(placed.meshes, name, options);
  scene.straightened_nodes = placed.straightened;
  scene.skipped_primitives = meshes.without_positions();
  scene.other_files = file.other_files();
  return scene;
}

}  // namespace plumb::pipeline
