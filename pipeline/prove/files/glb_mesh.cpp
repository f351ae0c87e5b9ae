// SPDX-License-Identifier: LGPL-3.0-or-later
#include <cmath>
#include <optional>
#include <sstream>

#include "files/mesh.h"

namespace plumb::checker {
namespace {

constexpr std::int64_t most_glb_number = std::int64_t{1} << 40;

// What the JSON says, as far as positions and triangles need it.
struct Document {
  struct View {
    std::int64_t offset = 0, length = 0;
  };
  struct Accessor {
    std::int64_t view = 0, type = 0, count = 0;
  };
  struct Mesh {
    std::int64_t positions = 0, indices = 0, mode = 0;
  };
  struct Node {
    std::string name;
    std::int64_t mesh = 0;
    std::vector<double> translation;
  };
  std::vector<View> views;
  std::vector<Accessor> accessors;
  std::vector<Mesh> meshes;
  std::vector<Node> nodes;

  explicit Document(Json& json) {
    // The members of an object that are whole numbers, by name; others are left out.
    const auto read = [&](std::initializer_list<std::pair<std::string_view, std::int64_t*>> members) {
      return [&json, members](const std::string& name) {
        for (const auto& [member, value] : members)
          if (name == member) {
            *value = json.whole(0, most_glb_number);
            return;
          }
        json.skip();
      };
    };
    json.object([&](const std::string& name) {
      if (name == "bufferViews")
        json.list([&] {
          View& v = views.emplace_back();
          json.object(read({{"byteOffset", &v.offset}, {"byteLength", &v.length}}));
        });
      else if (name == "accessors")
        json.list([&] {
          Accessor& a = accessors.emplace_back();
          json.object(read({{"bufferView", &a.view}, {"componentType", &a.type}, {"count", &a.count}}));
        });
      else if (name == "meshes")
        json.list([&] {
          Mesh& m = meshes.emplace_back();
          json.object([&](const std::string& of_mesh) {
            if (of_mesh != "primitives") return json.skip();
            json.list([&] {
              json.object([&](const std::string& of_primitive) {
                if (of_primitive == "attributes") json.object(read({{"POSITION", &m.positions}}));
                else read({{"indices", &m.indices}, {"mode", &m.mode}})(of_primitive);
              });
            });
          });
        });
      else if (name == "nodes")
        json.list([&] {
          Node& n = nodes.emplace_back();
          json.object([&](const std::string& of_node) {
            if (of_node == "name") n.name = json.text();
            else if (of_node == "translation") json.list([&] { n.translation.push_back(double_of(json.scalar(), 0)); });
            else read({{"mesh", &n.mesh}})(of_node);
          });
        });
      else json.skip();
    });
    json.end();
  }
};

template <class T>
const T& at(const std::vector<T>& list, std::int64_t number) {
  if (number < 0 || static_cast<std::uint64_t>(number) >= list.size())
    throw no_mesh("the JSON names what is not there");
  return list[static_cast<std::size_t>(number)];
}

}  // namespace

RoundedMesh read_glb_mesh(std::string_view bytes, const NavMesh& mesh) {
  constexpr std::size_t header = 12, chunk = 8;
  const auto length = value_at<std::uint32_t>(bytes, header);
  std::istringstream text(std::string(bytes.substr(std::min(bytes.size(), header + chunk), length)));
  Json json(text);
  const Document document(json);
  const std::string_view binary = bytes.substr(std::min<std::size_t>(bytes.size(), header + 2 * chunk + length));
  RoundedMesh out;
  out.highest = static_cast<int>(mesh.stances.size());
  // The bytes of an accessor, each element of so many.
  const auto elements = [&](std::int64_t number, std::int64_t type, std::size_t size) {
    const Document::Accessor& accessor = at(document.accessors, number);
    const std::size_t begin = static_cast<std::size_t>(at(document.views, accessor.view).offset),
                      wanted = static_cast<std::size_t>(accessor.count) * size;
    if (accessor.type != type || begin > binary.size() || binary.size() - begin < wanted)
      throw no_mesh("an accessor reaches beyond the file, or is of another type");
    return binary.substr(begin, wanted);
  };
  std::optional<std::vector<double>> translation;
  for (const Document::Node& node : document.nodes) {
    const Document::Mesh& part = at(document.meshes, node.mesh);
    if (part.mode != 4) continue;  // lines
    if (translation && *translation != node.translation) throw no_mesh("nodes of polygons have several translations");
    translation = node.translation;
    const RoundedMesh::Polygon group = group_of(mesh, node.name);
    const std::string_view positions = elements(part.positions, 5126, 12), indices = elements(part.indices, 5125, 4);
    const std::size_t first = out.places.size(), count = positions.size() / 12;
    for (std::size_t i = 0; i < count; ++i) {
      RoundedMesh::Place p;
      for (std::size_t k = 0; k < 3; ++k)
        if (!std::isfinite(p[k] = value_at<float>(positions, 12 * i + 4 * k)))
          throw no_mesh("a position is not finite");
      out.places.push_back({p[0], -p[2], p[1]});
    }
    if (indices.size() % 12 != 0) throw no_mesh("the last triangle has fewer than three corners");
    for (std::size_t i = 0; i < indices.size(); i += 4) {
      const auto vertex = value_at<std::uint32_t>(indices, i);
      if (vertex >= count) throw no_mesh("a triangle has a corner that is no vertex");
      if (i % 12 == 0) out.polygons.push_back({group.label, group.link, out.corners.size()});
      out.corners.push_back(to_index(first + vertex, "vertices"));
    }
  }
  if (translation && translation->size() == 3) out.origin = {(*translation)[0], -(*translation)[2], (*translation)[1]};
  return out;
}

}  // namespace plumb::checker
