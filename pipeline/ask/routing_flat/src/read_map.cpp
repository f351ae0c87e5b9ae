// SPDX-License-Identifier: GPL-3.0-or-later
// Flat maps of weighted regions, from JSON files of three kinds (docs/guide/routes.md).
//
// 1. read_map() reads the map itself and the polygons laid over it, each as a MapLayer and walls (read_layer):
//    - polygons-with-holes (read_polygons): rings of coordinates, with a weight each;
//    - convex-polygon-mesh (read_cells): cells over shared vertices, and obstacles. A mesh with planes may lie over
//      itself: its cells then are floors, and the edges that one cell alone has are walls (add_lone_edges);
//    - planar-subdivision (read_subdivision): triangles in sectors, as of Doom. An edge is a wall unless both its
//      sectors leave room to pass (is_open).
// 2. make_plan_map() (plan_map.cpp) overlays the layers, checks them, and makes the map.
// Contents that are no map's throw Malformed, which read() turns into an Error with the file's name.
//
// Cost: linear in the file, but n log n for lone edges; memory: the whole document.
// Exact: a coordinate is the binary64 nearest to its text, from there on a fraction.
// Source: the formats are those of the shared maps; heights to step and to pass are Doom's.
#include "plumb/pipeline/read_map.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "plumb/pipeline/files.h"
#include "plumb/pipeline/json.h"

namespace plumb::pipeline {
namespace {

using kernel::PlanPoint;
using kernel::PlanRing;
using Wall = std::array<PlanPoint, 2>;

// An error in the content of a file; read() adds the file's name.
struct Malformed {
  std::string what;
};

// An open passage has floors that differ by at most this step, and leaves at least this room, in the units of Doom.
constexpr int greatest_step = 24, least_room = 56;
constexpr std::uint64_t impassable = 1;

mpq_class number(JsonView json) {
  if (!json.is_number() || !std::isfinite(json.number())) throw Malformed{json_text(json) + " is not a number"};
  return json.number();
}

mpq_class weight(JsonView json) {
  mpq_class w = number(json);
  if (w < 0) throw Malformed{"weight " + json_text(json) + " is below 0"};
  return w;
}

PlanPoint point(JsonView json) {
  if (!json.is_array() || json.size() != 2) throw Malformed{"a point has not two coordinates: " + json_text(json)};
  return {number(json[0]), number(json[1])};
}

JsonView list(JsonView json, const char* key) {
  const auto found = json.find(key);
  if (!found || !found->is_array()) throw Malformed{std::string("there is no list '") + key + "'"};
  return *found;
}
// A list that must have so many entries; none if it is absent.
std::optional<JsonView> list_like(JsonView json, const char* key, std::size_t size) {
  if (!json.find(key)) return std::nullopt;
  const JsonView found = list(json, key);
  if (found.size() != size)
    throw Malformed{std::string("'") + key + "' has " + std::to_string(found.size()) + " entries, not " +
                    std::to_string(size)};
  return found;
}

PlanRing ring(JsonView json) {
  if (!json.is_array()) throw Malformed{"a ring is not a list: " + json_text(json)};
  PlanRing out;
  for (const JsonView p : json) out.push_back(point(p));
  return out;
}

std::vector<PlanPoint> points(JsonView json) { return ring(list(json, "vertices")); }

const PlanPoint& vertex(const std::vector<PlanPoint>& points, JsonView index) {
  if (!index.is_whole() || index.whole() >= points.size()) throw Malformed{"there is no vertex " + json_text(index)};
  return points[index.whole()];
}

plan::MapLayer read_polygons(JsonView json) {
  plan::MapLayer out{plan::MapLayer::Role::floors, {}, {}};
  const JsonView polygons = list(json, "polygons");
  const auto weights = list_like(json, "weights", polygons.size());
  for (std::size_t i = 0; i < polygons.size(); ++i) {
    plan::MapLayer::Polygon& polygon = out.polygons.emplace_back();
    if (!polygons[i].is_array()) throw Malformed{"polygon " + std::to_string(i) + " is not a list of rings"};
    for (const JsonView r : polygons[i]) polygon.region.rings.push_back(ring(r));
    if (weights) polygon.weight = weight((*weights)[i]);
  }
  return out;
}

Wall wall(const std::vector<PlanPoint>& at, JsonView from, JsonView to) { return {vertex(at, from), vertex(at, to)}; }

// Adds the edges that belong to one polygon alone.
void add_lone_edges(JsonView polygons, const std::vector<PlanPoint>& at, std::vector<Wall>& walls) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, int> uses;
  for (const JsonView polygon : polygons)
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const std::uint64_t from = polygon[i].whole(), to = polygon[(i + 1) % polygon.size()].whole();
      ++uses[std::minmax(from, to)];
    }
  for (const auto& [edge, count] : uses)
    if (count == 1 && edge.first != edge.second) walls.push_back({at[edge.first], at[edge.second]});
}

plan::MapLayer read_cells(JsonView json, std::vector<Wall>& walls) {
  plan::MapLayer out;
  const std::vector<PlanPoint> at = points(json);
  const JsonView polygons = list(json, "polygons");
  const auto weights = list_like(json, "weights", polygons.size());
  for (std::size_t i = 0; i < polygons.size(); ++i) {
    plan::MapLayer::Polygon& polygon = out.polygons.emplace_back();
    PlanRing& outline = polygon.region.rings.emplace_back();
    if (!polygons[i].is_array()) throw Malformed{"polygon " + std::to_string(i) + " is not a list of vertices"};
    for (const JsonView v : polygons[i]) outline.push_back(vertex(at, v));
    if (weights) polygon.weight = weight((*weights)[i]);
  }
  // A mesh that has heights may overlap itself in plan.
  if (list_like(json, "planes", polygons.size())) {
    out.role = plan::MapLayer::Role::floors;
    add_lone_edges(polygons, at, walls);
  }
  if (!json.find("obstacles")) return out;
  for (const JsonView pair : list(json, "obstacles")) {
    if (!pair.is_array() || pair.size() != 2) throw Malformed{"an obstacle is not two vertices: " + json_text(pair)};
    walls.push_back(wall(at, pair[0], pair[1]));
  }
  return out;
}

struct Sector {
  mpq_class floor, ceiling, weight;
};

std::int64_t sector_number(JsonView json, std::size_t count) {
  const std::int64_t s = json.is_integer() ? json.integer() : -2;
  if (s < -1 || s >= static_cast<std::int64_t>(count)) throw Malformed{"there is no sector " + json_text(json)};
  return s;
}

bool is_open(const Sector& a, const Sector& b) {
  const mpq_class &low = std::min(a.floor, b.floor), &high = std::max(a.floor, b.floor);
  return high - low <= greatest_step && std::min(a.ceiling, b.ceiling) - high >= least_room;
}

plan::MapLayer read_subdivision(JsonView json, std::vector<Wall>& walls) {
  plan::MapLayer out;
  const std::vector<PlanPoint> at = points(json);
  std::vector<Sector> sectors;
  for (const JsonView s : list(json, "sectors"))
    sectors.push_back({number(s.at("floor")), number(s.at("ceil")), weight(s.at("weight"))});
  for (const JsonView t : list(json, "triangles")) {
    if (!t.is_array() || t.size() != 4)
      throw Malformed{"a triangle is not three vertices and a sector: " + json_text(t)};
    const auto s = sector_number(t[3], sectors.size());
    if (s < 0) continue;
    out.polygons.push_back({{{{vertex(at, t[0]), vertex(at, t[1]), vertex(at, t[2])}}}, sectors[s].weight});
  }
  for (const JsonView e : list(json, "edges")) {
    if (!e.is_array() || e.size() != 5 || !e[4].is_whole())
      throw Malformed{"an edge is not two vertices, two sectors and flags: " + json_text(e)};
    const auto right = sector_number(e[2], sectors.size()), left = sector_number(e[3], sectors.size());
    if (right < 0 || left < 0 || (e[4].whole() & impassable) != 0 || !is_open(sectors[right], sectors[left]))
      walls.push_back(wall(at, e[0], e[1]));
  }
  return out;
}

Error bad_map(const std::string& file, const std::string& what) {
  return {ErrorCode::bad_face, what + "; see docs/guide/routes.md", file};
}

// Opens and parses a file, and returns what `read` makes of its JSON.
template <class Read>
auto read(const std::string& name, const Read& read) -> Result<decltype(read(std::declval<JsonView>()))> {
  const auto file = MappedFile::open(name);
  if (!file) return file.error();
  try {
    const JsonDocument document = JsonDocument::parse(file->text());
    if (!document.root().is_object()) throw Malformed{"it is not an object"};
    return read(document.root());
  } catch (const JsonError& e) {
    return Error{ErrorCode::syntax, std::string("this is no JSON of a map: ") + e.what(), name};
  } catch (const Malformed& e) {
    return bad_map(name, e.what);
  }
}

std::string kind_of(JsonView json) {
  const auto kind = json.find("kind");
  return kind && kind->is_text() ? kind->text() : "";
}

plan::MapLayer read_layer(JsonView json, std::vector<Wall>& walls) {
  const std::string kind = kind_of(json);
  if (kind == "polygons-with-holes") return read_polygons(json);
  if (kind == "convex-polygon-mesh") return read_cells(json, walls);
  if (kind == "planar-subdivision") return read_subdivision(json, walls);
  throw Malformed{"'kind' is not polygons-with-holes, convex-polygon-mesh or planar-subdivision"};
}

}  // namespace

std::optional<bool> is_map_file(const std::string& file) {
  {
    // A navmesh of plumb bake, which may be large, names plumb in its first bytes.
    const auto mapped = MappedFile::open(file);
    if (!mapped) return std::nullopt;
    if (mapped->text().substr(0, 64).find("\"plumb\"") != std::string_view::npos) return false;
  }
  const auto found = read(file, [](JsonView json) { return !kind_of(json).empty(); });
  return found ? std::optional(*found) : std::nullopt;
}

Result<plan::PlanMap> read_map(const MapFiles& files) {
  std::vector<plan::MapLayer> layers;
  std::vector<Wall> walls;
  const auto add = [&](const std::string& name, std::optional<plan::MapLayer::Role> role) -> std::optional<Error> {
    std::vector<Wall> own;  // only those of the map itself
    auto layer = read(name, [&](JsonView json) { return read_layer(json, own); });
    if (!layer) return layer.error();
    layer->file = name;
    if (role) layer->role = *role;
    else walls = std::move(own);
    layers.push_back(std::move(*layer));
    return std::nullopt;
  };
  if (auto error = add(files.map, std::nullopt)) return *error;
  for (const std::string& name : files.obstacles)
    if (auto error = add(name, plan::MapLayer::Role::obstacles)) return *error;
  for (const std::string& name : files.regions)
    if (auto error = add(name, plan::MapLayer::Role::regions)) return *error;
  auto map = make_plan_map(layers, walls);
  if (const auto* fault = std::get_if<plan::MapError>(&map)) return bad_map(layers[fault->layer].file, fault->what);
  return std::get<plan::PlanMap>(std::move(map));
}

}  // namespace plumb::pipeline
