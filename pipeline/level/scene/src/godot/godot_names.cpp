// SPDX-License-Identifier: GPL-3.0-or-later
// What a message can call a node of a Godot scene by, so that the option that it offers leaves out that node alone.
//
// A path is the name of one node only. Where it has no '/', it may be another node's name, or that of a mesh, a
// material or an item of a grid. NameSearch counts the nodes of that name in the scene and in those that it instances,
// and looks for the name in the values of all other sections and in the bytes of models: a name that is found there by
// chance costs no more than "./" in a message.
//
// Cost: linear in the files; it is for a scene that is refused.
// Exact: nothing is computed. Source: our own.
#include "godot/godot_names.h"

#include <algorithm>
#include <set>

namespace plumb::pipeline::godot {
namespace {

class NameSearch {
 public:
  NameSearch(Files& files, std::string name) : files_(files), name_(std::move(name)) {}

  bool is_the_only() {
    search(files_.main());
    return nodes_ <= 1 && !elsewhere_;
  }

 private:
  void search(const Document& document) {
    if (!seen_.insert(&document).second) return;
    const bool is_main = &document == &files_.main();
    const std::string inside = is_main ? instance_of_node() : std::string();
    for (const Section& section : document.sections()) {
      if (section.kind == "ext_resource") {
        if (inside.empty() || document.id_of(section) != inside) search_file(document, section);
      } else if (section.kind == "node") {
        // The root of an instance has the name that the scene gives it.
        if (is_main || find_value(section.attributes, "parent")) nodes_ += document.attribute(section, "name") == name_;
      } else {
        for (const auto& [key, value] : section.properties)
          elsewhere_ = elsewhere_ || value.text.find(name_) != value.text.npos;
      }
    }
  }

  // The resource that nothing but the node itself is an instance of: what is in it is left out with the node.
  std::string instance_of_node() const {
    const Document& main = files_.main();
    std::string id;
    const auto instance = [&](const Section& section) {
      const Value* value = section.kind == "node" ? find_value(section.attributes, "instance") : nullptr;
      const auto reference = value ? reference_of(main.cursor(*value)) : std::nullopt;
      return reference && reference->external ? reference->id : std::string();
    };
    for (const Section& section : main.sections())
      if (section.kind == "node" && main.attribute(section, "name") == name_) id = instance(section);
    const auto count = std::ranges::count_if(
        main.sections(), [&](const Section& section) { return !id.empty() && instance(section) == id; });
    return count == 1 ? id : std::string();
  }

  void search_file(const Document& document, const Section& section) {
    const std::string path = document.attribute(section, "path"), extension = extension_of(path);
    try {
      if (extension == ".tscn" || extension == ".tres") return search(files_.load(path, document, section.line));
      if (extension != ".glb" && extension != ".gltf" && extension != ".obj") return;
      const auto file = MappedFile::open(files_.other_file(path, document, section.line));
      elsewhere_ = elsewhere_ || (file && file->text().find(name_) != std::string_view::npos);
    } catch (const Refusal&) {}
  }

  Files& files_;
  const std::string name_;
  std::set<const Document*> seen_;
  std::ptrdiff_t nodes_ = 0;
  bool elsewhere_ = false;
};

}  // namespace

std::string pattern_of_node(Files& files, const std::string& path) {
  std::string out = path;
  for (char& c : out)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f || c == '\'' || c == '*') c = '?';
  if (out.find('/') != out.npos) return out;
  return out == path && out.find('?') == out.npos && NameSearch(files, path).is_the_only() ? out : "./" + out;
}

}  // namespace plumb::pipeline::godot
