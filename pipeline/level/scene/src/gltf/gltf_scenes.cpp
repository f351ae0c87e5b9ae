// SPDX-License-Identifier: GPL-3.0-or-later
// What the scenes and the nodes of a glTF file are called, and which of them are read.
//
// 1. choose_scene() finds the scene that is meant, by its name or its number. roots_of() lists its nodes, or where
//    there is no scene those that are no children of others. check_other_scenes() names another scene, where the chosen
//    one shows nothing.
// 2. name_node() and pattern_of_node() say in a message which node it is about, and what leaves out that node alone.
//    They are asked of files that have faults; so a fault elsewhere is no reason to throw here.
//
// Cost: linear in the nodes, the scenes and their names; where a scene is called by its name, times the scenes.
// Exact: nothing is computed. Source: our own, and the specification of glTF 2.0, Scenes.
#include <algorithm>

#include "file_content.h"
#include "gltf/gltf_nodes.h"

namespace plumb::pipeline::gltf {
namespace {

// The scene's number, as --scene takes it.
std::string number_of_scene(std::size_t scene) { return "scenes[" + std::to_string(scene) + "]"; }

std::string_view name_of_scene(const File& file, std::size_t scene) {
  return text_or_empty(file.item("scenes", scene).find("name"));
}

// What --scene calls a scene: its name, if that is no other's, is no number, and a message shows it as it is.
std::string scene_called(const File& file, std::size_t scene) {
  const std::string_view name = name_of_scene(file, scene);
  bool is_good = !name.empty() && !name.starts_with("scenes[") && std::ranges::all_of(name, [](char c) {
    return static_cast<unsigned char>(c) >= ' ' && c != 0x7f && c != '\'';
  });
  for (std::size_t i = 0; i < file.count("scenes"); ++i)
    is_good = is_good && (i == scene || name_of_scene(file, i) != name);
  return is_good ? std::string(name) : number_of_scene(scene);
}

}  // namespace

SceneChoice choose_scene(const File& file, const std::optional<std::string>& name) {
  const std::size_t count = file.count("scenes");
  if (!name) {
    if (const auto given = file.root().find("scene")) return {given->index(count, "scenes"), {}};
    SceneChoice out;
    if (count > 0) out.scene = 0;
    for (std::size_t i = 1; i < count; ++i) out.unread.push_back(scene_called(file, i));
    return out;
  }
  std::string all;
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < count; ++i) {
    if (*name == number_of_scene(i)) return {i, {}};
    all += (i == 0 ? "'" : ", '") + scene_called(file, i) + "'";
    if (!name->empty() && *name == name_of_scene(file, i)) found.push_back(i);
  }
  const std::string option = "--scene '" + *name + "' ";
  if (count == 0) throw Refused{ErrorCode::bad_option, option + "names a scene, but the file has none; leave it out"};
  if (found.empty()) throw Refused{ErrorCode::bad_option, option + "is no scene of the file; give one of " + all};
  if (found.size() > 1) {
    std::string numbers;
    for (const std::size_t i : found) numbers += (numbers.empty() ? "'" : "', '") + number_of_scene(i);
    throw Refused{ErrorCode::bad_option, option + "is the name of " + std::to_string(found.size()) +
                                             " scenes; give the number of one, " + numbers + "'"};
  }
  return {found.front(), {}};
}

void check_other_scenes(const File& file, std::size_t scene) {
  const auto has_mesh = [&](std::size_t other) {
    std::vector<bool> seen(file.count("nodes"), false);
    std::vector<std::size_t> steps = roots_of(file, other);
    while (!steps.empty()) {
      const std::size_t node = steps.back();
      steps.pop_back();
      if (seen[node]) continue;
      seen[node] = true;
      if (file.item("nodes", node).find("mesh")) return true;
      for (const std::size_t c : good_children(file, file.item("nodes", node))) steps.push_back(c);
    }
    return false;
  };
  for (std::size_t i = 0; i < file.count("scenes"); ++i)
    if (i != scene && has_mesh(i))
      throw Refused{ErrorCode::no_face, "the scene '" + scene_called(file, scene) + "' shows no face; give --scene '" +
                                            scene_called(file, i) + "' for another"};
}

std::vector<std::size_t> roots_of(const File& file, std::optional<std::size_t> scene) {
  const std::size_t count = file.count("nodes");
  std::vector<std::size_t> out;
  if (scene) {
    const auto roots = file.item("scenes", *scene).find("nodes");
    for (std::size_t i = 0, n = roots ? roots->size() : 0; i < n; ++i)
      out.push_back(roots->entry(i).index(count, "nodes"));
    return out;
  }
  std::vector<bool> child(count, false);
  for (std::size_t i = 0; i < count; ++i)
    for (const std::size_t c : good_children(file, file.item("nodes", i))) child[c] = true;
  for (std::size_t i = 0; i < count; ++i)
    if (!child[i]) out.push_back(i);
  return out;
}

std::string number_of_node(std::size_t node) { return "nodes[" + std::to_string(node) + "]"; }

std::string_view readable_name(const Field& node) {
  try {
    return text_or_empty(node.find("name"));
  } catch (const Refused&) {
    return {};
  }
}

void name_node(Refused& refused, std::size_t number, std::string_view name) {
  const std::string path = number_of_node(number);
  const std::string called = path + (name.empty() ? "" : " (" + in_quotes(name) + ")");
  refused.message = refused.message.starts_with(path + " ") ? called + refused.message.substr(path.size())
                                                            : called + ": " + refused.message;
}

std::string pattern_of_node(const File& file, std::size_t node) {
  const std::string number = number_of_node(node);
  try {
    const std::string_view name = readable_name(file.item("nodes", node));
    const auto is_called_so = [&](const char* list, std::size_t i) {
      return text_or_empty(file.item(list, i).find("name")) == name;
    };
    if (!is_plain_pattern(name) || name.ends_with(']')) return number;
    for (std::size_t i = 0; i < file.count("materials"); ++i)
      if (is_called_so("materials", i)) return number;
    for (std::size_t i = 0; i < file.count("nodes"); ++i) {
      if (i == node) continue;
      if (is_called_so("nodes", i)) return number;
      // A mesh of that name is no matter if no other node shows it.
      const auto mesh = file.item("nodes", i).find("mesh");
      if (mesh && is_called_so("meshes", mesh->index(file.count("meshes"), "meshes"))) return number;
    }
    return std::string(name);
  } catch (const Refused&) {
    return number;
  }
}

std::vector<std::size_t> good_children(const File& file, const Field& node) {
  std::vector<std::size_t> out;
  try {
    const auto children = node.find("children");
    for (std::size_t i = 0, n = children ? children->size() : 0; i < n; ++i) try {
        out.push_back(children->entry(i).index(file.count("nodes"), "nodes"));
      } catch (const Refused&) {}
  } catch (const Refused&) {}
  return out;
}

}  // namespace plumb::pipeline::gltf
