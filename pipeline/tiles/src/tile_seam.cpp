// SPDX-License-Identifier: GPL-3.0-or-later
// What the whole level has to know of a tile: areas by verdict, components, and the ways out; written and read as JSON.
// 1. seam_of() adds up the areas of cells by verdict and by component, and says of each way out which component of each
//    stance it leads from.
// 2. write_tile_seam() writes them, a way a line; read_tile_seam() reads them back and refuses what is not of the form.
// Cost. Linear; sums of fractions are balanced.
// Exactness. Coordinates are fractions; so are areas unless they are longer than was asked for.
#include "plumb/pipeline/tile_seam.h"

#include <fstream>
#include <sstream>

#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/options_text.h"
#include "tile_files.h"

namespace plumb::pipeline {
namespace {

kernel::Area area_of(const NavMesh& mesh, const NavMesh::Cell& cell) {
  mpq_class doubled = 0;
  for (const NavMesh::Facet& f : cell.facets)
    doubled += kernel::formulas::doubled_area<mpq_class>(f.corners.size(), [&](std::size_t i) {
      const ExactPoint& p = mesh.points[f.corners[i]];
      return std::array{p[0], p[1]};
    });
  doubled /= 2;
  return {doubled, doubled.get_d()};
}

// Of the cells that some stance may use.
std::optional<std::array<mpq_class, 2>> heights_of(const NavMesh& mesh) {
  std::optional<std::array<mpq_class, 2>> out;
  for (const NavMesh::Cell& cell : mesh.cells) {
    if (cell.open_to() == 0) continue;
    for (const NavMesh::Facet& facet : cell.facets)
      for (const NavMesh::PointIndex p : facet.corners) {
        const mpq_class& height = mesh.points[p][2];
        if (!out) out = {height, height};
        else if (height < (*out)[0]) (*out)[0] = height;
        else if (height > (*out)[1]) (*out)[1] = height;
      }
  }
  return out;
}

Json segment_json(const std::array<ExactPoint, 2>& s, UpAxis up) {
  Json out = Json::array();
  for (const ExactPoint& p : s) out.push_back(point_json(to_input_frame(p, up)));
  return out;
}

ExactPoint point_of(JsonView view, UpAxis up) {
  ExactPoint p;
  if (view.size() != 3) throw JsonError(JsonError::Kind::content, 0, "a point has three coordinates");
  for (std::size_t k = 0; k < 3; ++k) p[k] = fraction_of(view[k]);
  return from_input_frame(std::move(p), up);
}
std::array<ExactPoint, 2> segment_of(JsonView view, UpAxis up) {
  if (view.size() != 2) throw JsonError(JsonError::Kind::content, 0, "a stretch has two ends");
  std::array<ExactPoint, 2> out{point_of(view[0], up), point_of(view[1], up)};
  if (out[0][0] == out[1][0] && out[0][1] == out[1][1])
    throw JsonError(JsonError::Kind::content, 0, "a stretch has a length in plan");
  return out;
}

Json way_json(const TileSeam::Way& w, UpAxis up) {
  return {{"kind", text_of(w.kind)},          {"stance", w.stance},
          {"from_here", w.from_here},         {"tile", tile_json(w.beyond)},
          {"here", segment_json(w.here, up)}, {"there", segment_json(w.there, up)},
          {"components", w.components}};
}

TileSeam::Way way_of(JsonView view, UpAxis up, const TileSeam& seam) {
  TileSeam::Way out;
  const auto kind = value_of<PortalKind>(view.at("kind").text());
  const std::uint64_t stance = view.at("stance").whole();
  if (!kind || stance == 0 || stance > seam.stances.size())
    throw JsonError(JsonError::Kind::content, 0, "a way is of no kind or stance that there is");
  out.kind = *kind;
  out.stance = static_cast<kernel::Label>(stance);
  out.from_here = view.at("from_here").boolean();
  out.beyond = tile_of(view.at("tile"));
  out.here = segment_of(view.at("here"), up);
  out.there = segment_of(view.at("there"), up);
  for (const JsonView c : view.at("components")) out.components.push_back(static_cast<std::uint32_t>(c.whole()));
  if (out.components.size() != stance)
    throw JsonError(JsonError::Kind::content, 0, "a way leads from one component of each stance that may use it");
  for (std::size_t s = 0; s < out.components.size(); ++s)
    if (out.components[s] >= seam.components[s].size())
      throw JsonError(JsonError::Kind::content, 0, "a way leads from a component that there is not");
  return out;
}

TileSeam seam_in(JsonView root) {
  TileSeam out;
  out.version = root.at("plumb").text();
  out.tile = tile_of(root.at("tile"));
  out.key = root.at("key").text();
  const auto up = value_of<UpAxis>(root.at("up").text());
  if (!up) throw JsonError(JsonError::Kind::content, 0, "no axis points up");
  out.up = *up;
  out.cells = root.at("cells").whole();
  if (const JsonView heights = root.at("heights"); !heights.is_null()) {
    if (heights.size() != 2) throw JsonError(JsonError::Kind::content, 0, "there are two heights");
    out.heights = {fraction_of(heights[0]), fraction_of(heights[1])};
  }
  for (const JsonView s : root.at("stances")) out.stances.push_back({s.at("name").text(), fraction_of(s.at("height"))});
  for (const JsonView a : root.at("areas")) out.areas[a.at("verdict").text()] = area_of(a.at("area"));
  for (const JsonView of_stance : root.at("components")) {
    out.components.emplace_back();
    for (const JsonView c : of_stance)
      out.components.back().push_back({area_of(c.at("area")), static_cast<std::uint32_t>(c.at("lowest").whole())});
  }
  if (out.components.size() != out.stances.size())
    throw JsonError(JsonError::Kind::content, 0, "every stance has components");
  for (const auto& of_stance : out.components)
    for (const TileSeam::Component& c : of_stance)
      if (c.lowest >= out.components.front().size())
        throw JsonError(JsonError::Kind::content, 0, "a component is in one of the lowest stance that there is not");
  for (const JsonView w : root.at("ways")) out.ways.push_back(way_of(w, out.up, out));
  return out;
}

}  // namespace

TileSeam seam_of(const CroppedMesh& cropped, const Tile& tile, std::string key, std::uint64_t exact_digits,
                 std::uint64_t component_digits) {
  const NavMesh& mesh = cropped.mesh;
  TileSeam out{tile,
               std::move(key),
               mesh.info.version,
               mesh.info.up,
               mesh.info.stances,
               mesh.cells.size(),
               heights_of(mesh),
               {},
               {},
               {}};
  std::vector<kernel::Area> areas;
  std::map<std::string, std::vector<kernel::Area>> by_verdict;
  for (const NavMesh::Cell& cell : mesh.cells) {
    areas.push_back(area_of(mesh, cell));
    by_verdict[verdict_name(cell.stance, out.stances)].push_back(areas.back());
  }
  for (const auto& [verdict, terms] : by_verdict) out.areas[verdict] = sum_of(terms, exact_digits);
  std::vector<std::vector<std::uint32_t>> components_of;  // by stance, then cell
  const CellGraph graph = cell_graph(mesh);
  for (std::size_t s = 0; s < out.stances.size(); ++s) {
    components_of.push_back(components(graph, static_cast<kernel::Label>(s + 1)));
    std::vector<std::vector<kernel::Area>> terms;
    auto& of_stance = out.components.emplace_back();
    for (std::size_t c = 0; c < mesh.cells.size(); ++c) {
      const std::uint32_t component = components_of.back()[c];
      if (component == no_component) continue;
      if (component == terms.size()) {
        terms.emplace_back();
        of_stance.push_back({{}, components_of.front()[c]});
      }
      terms[component].push_back(areas[c]);
    }
    for (std::size_t i = 0; i < terms.size(); ++i) of_stance[i].area = sum_of(terms[i], component_digits);
  }
  for (const WayOut& w : cropped.ways) {
    TileSeam::Way way{w.kind, w.stance, w.from_here, w.beyond, w.here, w.there, {}};
    for (kernel::Label s = 0; s < w.stance; ++s)
      way.components.push_back(components_of[static_cast<std::size_t>(s)][w.cell]);
    out.ways.push_back(std::move(way));
  }
  return out;
}

void write_tile_seam(Output& file, const TileSeam& seam) {
  Json stances = Json::array(), components = Json::array();
  for (const Stance& s : seam.stances) stances.push_back({{"name", s.name}, {"height", s.height.get_str()}});
  for (const auto& of_stance : seam.components) {
    Json list = Json::array();
    for (const TileSeam::Component& c : of_stance) list.push_back({{"area", area_json(c.area)}, {"lowest", c.lowest}});
    components.push_back(std::move(list));
  }
  std::string head = json_text({{"plumb", seam.version},
                                {"tile", tile_json(seam.tile)},
                                {"key", seam.key},
                                {"up", text_of(seam.up)},
                                {"cells", seam.cells},
                                {"heights", heights_json(seam.heights)},
                                {"stances", std::move(stances)},
                                {"areas", areas_json(seam.areas)},
                                {"components", std::move(components)}});
  head.pop_back();
  file.write(head + ",\"ways\":[");
  for (std::size_t i = 0; i < seam.ways.size(); ++i)
    file.write((i == 0 ? "\n" : ",\n") + json_text(way_json(seam.ways[i], seam.up)));
  file.write("\n]}\n");
}

Result<TileSeam> read_tile_seam(const std::string& path) { return read_json_file<Result<TileSeam>>(path, seam_in); }

}  // namespace plumb::pipeline
