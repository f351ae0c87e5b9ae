// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>

#include "plumb/pipeline/import_obj.h"

/// One reader a format, from the bytes of a file named `name`. Each throws Refused (scene_builder.h).
namespace plumb::pipeline {

Scene read_off(std::string_view text, const std::string& name, const ImportOptions& options);
Scene read_ply(std::string_view bytes, const std::string& name, const ImportOptions& options);
Scene read_stl(std::string_view bytes, const std::string& name, const ImportOptions& options);
/// `binary`: the GLB container. Buffers outside the file are looked for beside `name`.
Scene read_gltf(std::string_view bytes, const std::string& name, const ImportOptions& options, bool binary);
/// A scene of Godot. Scenes and resources that it names are looked for as godot_scene.h says.
Scene read_tscn(std::string_view text, const std::string& name, const ImportOptions& options);

}  // namespace plumb::pipeline
