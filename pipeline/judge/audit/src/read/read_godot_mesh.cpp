// SPDX-License-Identifier: GPL-3.0-or-later
// Navmeshes of Godot: a NavigationMesh in a file of its own, or those that the regions of a scene name, each at the
// place of its node.
//
// 1. GodotReader::read() takes the resource of a .tres (own), or the regions of a .tscn (regions_of_scene): the nodes
//    of the scene, and of scenes that it instances, that name a navmesh and are enabled. Where no region names one, the
//    scene's only navmesh without a node is meant. chosen() keeps what --resource names.
// 2. NavmeshReader reads a resource: vertices, polygons as lists of their numbers, and the settings of its bake, by the
//    names of Godot 4 and 3. A navmesh of several regions is read once (known_).
// 3. add() transforms the vertices of a region exactly to their place in the world and appends its polygons. Godot's
//    polygons run clockwise; they are reversed when read, and again where the transform mirrors.
// 4. keep_settings() keeps the settings that all regions have alike.
//
// 5. merge_vertices() finds which points Godot takes for one vertex: those in one cell of its map's grid, if the file
//    states the cells' size. Links are not in these files: link_by_edges() finds them by edges between the same
//    vertices, as Godot does.
//
// Cost: linear in the text and in the vertices of all regions. Memory: each navmesh once, and its copy for each region;
// more than 2^26 polygons in all are refused.
// Exact: numbers are read as --numbers says, and transforms are fractions.
// Errors: a Refusal with file and line, which read_godot_mesh() returns.
// Source: Godot's text format of resources and scenes.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "plumb/pipeline/godot_scene.h"
#include "read/readers.h"

namespace plumb::pipeline {
namespace {

using godot::Cursor;
using godot::Refusal;
using godot::Resource;
using godot::Transform;

constexpr std::size_t most_polygons = std::size_t{1} << 26;

// A resource as it is stored, in its own coordinates.
struct Navmesh {
  std::vector<ExactPoint> points;
  std::vector<ForeignMesh::Polygon> polygons;
  BakerSettings settings;
  bool baked = false;  // it states vertices or polygons, if only empty lists
};

class NavmeshReader {
 public:
  NavmeshReader(const Resource& resource, Numbers numbers) : numbers_(numbers) {
    const std::map<std::string_view, std::optional<mpq_class>*> lengths{
        {"cell_size", &out_.settings.cell_size},     {"cell_height", &out_.settings.cell_height},
        {"agent_height", &out_.settings.height},     {"agent_radius", &out_.settings.radius},
        {"agent_max_climb", &out_.settings.climb},   {"cell/size", &out_.settings.cell_size},
        {"cell/height", &out_.settings.cell_height}, {"agent/height", &out_.settings.height},
        {"agent/radius", &out_.settings.radius},     {"agent/max_climb", &out_.settings.climb}};
    for (const auto& [key, value] : resource.section->properties) {
      Cursor cursor = resource.document->cursor(value);
      if (key == "vertices") vertices(cursor);
      else if (key == "polygons") polygons(cursor);
      else if (const auto at = lengths.find(key); at != lengths.end()) *at->second = cursor.number(numbers);
    }
    for (const ForeignMesh::Polygon& p : out_.polygons)
      for (const ForeignMesh::Index c : p.corners)
        if (c >= out_.points.size())
          throw Refusal{ErrorCode::bad_index,
                        "polygon " + std::to_string(p.name) + " names vertex " + std::to_string(c) + " of " +
                            std::to_string(out_.points.size()),
                        resource.document->file(), resource.section->line};
  }
  Navmesh take() { return std::move(out_); }

 private:
  void vertices(Cursor& cursor) {
    const auto numbers = cursor.numbers_of({"PackedVector3Array", "PoolVector3Array"}, {}, numbers_);
    if (numbers.size() % 3 != 0) cursor.fail("a vertex has not three coordinates", ErrorCode::missing_coordinate);
    out_.baked = true;
    out_.points.clear();
    for (std::size_t i = 0; i < numbers.size(); i += 3)
      out_.points.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  }

  void polygons(Cursor& cursor) {
    out_.baked = true;
    out_.polygons.clear();
    bool typed = false;
    if (cursor.peek() != '[') {
      if (cursor.word() != "Array") cursor.fail("something else stands for the polygons");
      typed = true;
      cursor.require('[');
      cursor.word();
      cursor.require(']');
      cursor.require('(');
    }
    cursor.require('[');
    while (!cursor.take(']')) {
      polygon(cursor);
      cursor.take(',');
    }
    if (typed) cursor.require(')');
  }

  void polygon(Cursor& cursor) {
    const std::string_view type = cursor.word();
    if (type != "PackedInt32Array" && type != "PoolIntArray") cursor.fail("something else stands for a polygon");
    cursor.require('(');
    ForeignMesh::Polygon& polygon = out_.polygons.emplace_back();
    polygon.name = out_.polygons.size() - 1;
    while (!cursor.take(')')) {
      const std::string_view word = cursor.word();
      ForeignMesh::Index corner = 0;
      for (const char c : word) {
        if (c < '0' || c > '9' || corner > 0xfffffffu)
          cursor.fail("polygon " + std::to_string(polygon.name) + " names what is no vertex", ErrorCode::bad_index);
        corner = 10 * corner + static_cast<ForeignMesh::Index>(c - '0');
      }
      polygon.corners.push_back(corner);
      cursor.take(',');
    }
    if (polygon.corners.size() < 3)
      cursor.fail(
          "polygon " + std::to_string(polygon.name) + " has " + std::to_string(polygon.corners.size()) + " corners",
          ErrorCode::too_few_vertices);
    // Godot's polygons run clockwise seen from above.
    std::ranges::reverse(polygon.corners);
  }

  const Numbers numbers_;
  Navmesh out_;
};

// A navmesh at the place of the region that names it.
struct Region {
  Resource resource;
  Transform place;
  std::string node;  // its path; empty: no node names the resource
};

class GodotReader {
 public:
  GodotReader(std::string_view bytes, const std::string& name, const ForeignMeshOptions& options)
      : files_(bytes, name), options_(options) {}

  ReadMesh read() {
    out_.up = UpAxis::y;
    out_.mesh.format = "Godot navmesh";
    const bool is_scene = files_.main().sections().front().kind == "gd_scene";
    const std::vector<Region> regions = is_scene ? chosen(regions_of_scene()) : std::vector<Region>{own()};
    bool baked = false;
    for (const Region& r : regions) baked = add(r) || baked;
    if (!baked)
      throw Refusal{ErrorCode::no_face,
                    std::string(regions.size() == 1 ? "the navmesh was" : "its navmeshes were") +
                        " never baked: there are neither vertices nor polygons; bake in Godot, and save",
                    files_.main().file(), regions.front().resource.section->line};
    out_.mesh.edge_rule = EdgeRule::whole;
    out_.mesh.is_binary32 = true;
    merge_vertices();
    if (regions.size() > 1) out_.mesh.format += " of " + std::to_string(regions.size()) + " regions";
    return std::move(out_);
  }

 private:
  [[noreturn]] void refuse(ErrorCode code, const std::string& what) const {
    throw Refusal{code, what, files_.main().file(), 0};
  }

  Region own() const {
    const godot::Document& main = files_.main();
    const auto section = std::ranges::find(main.sections(), "resource", &godot::Section::kind);
    if (section == main.sections().end() || main.type_of(main.sections().front()) != "NavigationMesh")
      refuse(ErrorCode::no_face, "there is no NavigationMesh in it; name a .tres or .tscn as Godot saves it");
    return {{&main, &*section, "NavigationMesh", {}}, Transform::identity(), {}};
  }

  // The navmeshes that nodes name. Those of the file that no node names follow if there are no others, or if --resource
  // may name one of them.
  std::vector<Region> regions_of_scene() {
    std::vector<Region> out;
    for (const godot::Node& node : godot::read_nodes(files_, {.numbers = options_.numbers})) {
      if (node.type != "NavigationRegion3D" && node.type != "NavigationMeshInstance") continue;
      const godot::Property *own = node.find("navigation_mesh"), *enabled = node.find("enabled");
      if (!own) own = node.find("navmesh");
      if (!own || (enabled && enabled->cursor().word() == "false")) continue;
      if (auto resource = files_.resource(*own)) out.push_back({std::move(*resource), *node.world, node.path});
    }
    for (const Region& r : out)
      if (r.resource.type != "NavigationMesh")
        refuse(ErrorCode::no_face, "node " + godot::quote(r.node) + " names what is no NavigationMesh");
    const auto is_named = [&](const std::string& id) {
      return std::ranges::any_of(out, [&](const Region& r) { return r.resource.id == id; });
    };
    const godot::Document& main = files_.main();
    std::vector<Region> others;
    for (const godot::Section& s : main.sections())
      if (s.kind == "sub_resource" && main.type_of(s) == "NavigationMesh" && !is_named(main.id_of(s)))
        others.push_back({{&main, &s, "NavigationMesh", main.id_of(s)}, Transform::identity(), {}});
    if (out.empty() && others.size() > 1 && options_.resource.empty())
      refuse(ErrorCode::bad_option,
             "no region names one of several navmeshes; name one by --resource: " + list(others));
    if (out.empty() || !options_.resource.empty()) out.insert(out.end(), others.begin(), others.end());
    return out;
  }

  static std::string name_of(const std::string& text) {
    const std::string out = godot::quote(text);
    return out.substr(1, out.size() - 2);
  }
  static std::string list(const std::vector<Region>& regions) {
    std::string all;
    for (const Region& r : regions)
      all += (all.empty() ? "" : ", ") + name_of(r.resource.id) + (r.node.empty() ? "" : " of node " + name_of(r.node));
    return all;
  }

  std::vector<Region> chosen(std::vector<Region> regions) const {
    if (regions.empty())
      refuse(ErrorCode::no_face, "there is no NavigationMesh in it; name a .tres or .tscn as Godot saves it");
    if (options_.resource.empty()) return regions;
    std::vector<Region> out = regions;
    std::erase_if(out,
                  [&](const Region& r) { return r.resource.id != options_.resource && r.node != options_.resource; });
    if (out.empty())
      refuse(ErrorCode::bad_option,
             "there is no navmesh " + godot::quote(options_.resource) + ", but " + list(regions));
    return out;
  }

  bool add(const Region& region) {
    auto [at, fresh] = known_.try_emplace(region.resource.section);
    if (fresh) at->second = NavmeshReader(region.resource, options_.numbers).take();
    const Navmesh& own = at->second;
    if (!own.baked) return false;
    ForeignMesh& mesh = out_.mesh;
    if (mesh.polygons.size() + own.polygons.size() > most_polygons)
      refuse(ErrorCode::too_large, "its regions have more than 2^26 polygons");
    const auto first = static_cast<ForeignMesh::Index>(mesh.points.size());
    for (const ExactPoint& p : own.points) mesh.points.push_back(region.place(p));
    const bool mirrored = region.place.orientation() < 0;
    for (const ForeignMesh::Polygon& p : own.polygons) {
      ForeignMesh::Polygon& polygon = mesh.polygons.emplace_back(p);
      polygon.name = mesh.polygons.size() - 1;
      for (ForeignMesh::Index& c : polygon.corners) c += first;
      if (mirrored) std::ranges::reverse(polygon.corners);
    }
    keep_settings(own.settings);
    return true;
  }

  // Keeps the settings on which all regions agree.
  void keep_settings(const BakerSettings& own) {
    BakerSettings& all = out_.mesh.settings;
    if (!any_) all = own;
    any_ = true;
    const auto keep = [](std::optional<mpq_class>& of_all, const std::optional<mpq_class>& other) {
      if (of_all != other) of_all.reset();
    };
    keep(all.cell_size, own.cell_size);
    keep(all.cell_height, own.cell_height);
    keep(all.height, own.height);
    keep(all.radius, own.radius);
    keep(all.climb, own.climb);
  }

  // Godot takes points in one cell of its map's grid for one vertex. It computes in binary32.
  void merge_vertices() {
    ForeignMesh& mesh = out_.mesh;
    const auto &width = mesh.settings.cell_size, &height = mesh.settings.cell_height;
    if (!width || !height || *width <= 0 || *height <= 0) return;
    const float sizes[] = {float_of(*width), float_of(*height), float_of(*width)};
    std::map<std::array<float, 3>, ForeignMesh::Index> first;
    for (ForeignMesh::Index i = 0; i < mesh.points.size(); ++i) {
      std::array<float, 3> cell;
      for (std::size_t k = 0; k < 3; ++k) cell[k] = std::floor(float_of(mesh.points[i][k]) / sizes[k]);
      mesh.vertices.push_back(first.try_emplace(cell, i).first->second);
    }
  }
  static float float_of(const mpq_class& v) { return static_cast<float>(v.get_d()); }

  godot::Files files_;
  const ForeignMeshOptions& options_;
  ReadMesh out_;
  std::map<const godot::Section*, Navmesh> known_;
  bool any_ = false;  // settings were taken
};

}  // namespace

bool is_godot_mesh(std::string_view bytes) {
  return godot::is_binary_resource(bytes) || godot::is_text_resource(bytes);
}

Result<ReadMesh> read_godot_mesh(std::string_view bytes, const std::string& name, const ForeignMeshOptions& options) {
  try {
    return GodotReader(bytes, name, options).read();
  } catch (const Refusal& refusal) {
    return refusal.error();
  }
}

}  // namespace plumb::pipeline
