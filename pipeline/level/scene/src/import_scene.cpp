// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/import_scene.h"

#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>

#include "plumb/pipeline/files.h"
#include "scene_builder.h"
#include "sha256.h"

namespace plumb::pipeline {
namespace {

constexpr std::array extensions{".obj", ".gltf", ".glb", ".off", ".ply", ".stl", ".tscn"};

Scene read(std::string_view bytes, const std::string& name, const ImportOptions& options, const std::string& extension,
           LeaveOut& leave_out) {
  if (extension == ".off") return read_off(bytes, name, options);
  if (extension == ".ply") return read_ply(bytes, name, options);
  if (extension == ".stl") return read_stl(bytes, name, options, leave_out);
  if (extension == ".tscn") return read_tscn(bytes, name, options, leave_out);
  return read_gltf(bytes, name, options, extension == ".glb", leave_out);
}

// Only a glTF has several scenes.
std::optional<Error> check_gltf_scene(const std::string& extension, const ImportOptions& options) {
  if (!options.gltf_scene || extension == ".gltf" || extension == ".glb") return std::nullopt;
  return bad_option("--scene '" + *options.gltf_scene + "' is for a .gltf or .glb; leave it out");
}

}  // namespace

bool is_scene_extension(std::string_view extension) {
  return std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
}

std::string scene_extensions() {
  std::string list;
  for (const char* e : extensions) list += (list.empty() ? "" : ", ") + std::string(e);
  return list;
}

Result<Scene> import_scene_text(std::string_view bytes, std::string name, const ImportOptions& options) {
  const std::string extension = extension_of(name);
  if (auto error = check_gltf_scene(extension, options)) return *error;
  if (extension == ".obj") return import_obj_text(bytes, std::move(name), options);
  if (!is_scene_extension(extension))
    return Error{ErrorCode::unsupported_format,
                 "this is no scene format that is known; give one of " + scene_extensions(), std::move(name), 0};
  const auto no_memory = [&] {
    return Error{ErrorCode::too_large, "not enough memory to read it; cut the level up", name, 0};
  };
  LeaveOut leave_out(options.leave_out);
  try {
    Scene scene = read(bytes, name, options, extension, leave_out);
    scene.left_out = leave_out.counts();
    scene.up = options.up;
    scene.numbers = options.numbers;
    scene.bytes = bytes.size();
    if (options.digest) scene.sha256 = checker::sha256_hex(bytes);
    return scene;
  } catch (const Refused& refused) {
    if (refused.code == ErrorCode::no_face && leave_out.took_any())
      return Error{ErrorCode::no_face, "no face is left; leave less out", std::move(name), 0};
    return Error{refused.code, refused.message, std::move(name), refused.line};
  } catch (const std::bad_alloc&) {
    return no_memory();
  } catch (const std::length_error&) {
    return no_memory();
  }
}

Result<Scene> import_scene(const std::string& path, const ImportOptions& options) {
  const std::string extension = extension_of(path);
  if (auto error = check_gltf_scene(extension, options)) return *error;
  if (extension == ".obj") return import_obj(path, options);
  const auto file = MappedFile::open(path);
  if (!file) return file.error();
  return import_scene_text(file->text(), path, options);
}

}  // namespace plumb::pipeline
