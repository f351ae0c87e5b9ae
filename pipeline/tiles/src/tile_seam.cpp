// SPDX-License-Identifier: GPL-3.0-or-later
// What the whole level has to know of a tile: areas by verdict, components, and the ways out; written and read as
// JSON.
// 1. area_of() computes the area of a cell: in machine integers where its corners allow that, else over the least
//    common denominator of its corners.
// 2. seam_of() adds them up by verdict and by component, with each group of cells that is in the same of these added up
//    once, and says of each way out which component of each stance it leads from.
// 3. write_tile_seam() writes them, a way a line; read_tile_seam() reads them back and refuses what is not of the form.
// Cost. Linear; sums of fractions are balanced.
// Exactness. Coordinates are fractions; so are areas unless they are longer than was asked for.
#include "plumb/pipeline/tile_seam.h"

#include <cmath>
#include <fstream>
#include <sstream>
#include <utility>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/int128.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/options_text.h"
#include "tile_files.h"

namespace plumb::pipeline {
namespace {

// Twice the area of a cell in plan. `whole`: in squares of the navmesh's unit, if all corners are integers in it.
struct CellArea {
  std::optional<kernel::Int128> whole;
  mpq_class exact;  // else, in input units
};

// If it is an integer in plan.
std::optional<std::array<kernel::Int128, 2>> whole_in_plan(const FilteredPoint& near) {
  constexpr double most = 0x1p53;
  std::array<kernel::Int128, 2> out;
  for (std::size_t k = 0; k < 2; ++k) {
    const double at = near[k].low;
    if (at != near[k].high || !(std::fabs(at) <= most) || std::floor(at) != at) return std::nullopt;
    out[k] = static_cast<std::int64_t>(at);
  }
  return out;
}

// Differences of corners have 55 bits at most, and facets few corners.
std::optional<kernel::Int128> whole_area(const NavMesh& mesh, const NavMesh::Cell& cell) {
  kernel::Int128 sum = 0;
  std::vector<std::array<kernel::Int128, 2>> corners;
  for (const NavMesh::Facet& f : cell.facets) {
    corners.clear();
    for (const NavMesh::PointIndex p : f.corners) {
      const auto corner = whole_in_plan(mesh.points.near(p));
      if (!corner) return std::nullopt;
      corners.push_back(*corner);
    }
    sum += kernel::formulas::doubled_area<kernel::Int128>(corners.size(), [&](std::size_t i) { return corners[i]; });
  }
  return sum;
}

// Over the least common denominator, so that nothing has to be reduced before the end.
mpq_class exact_area(const NavMesh& mesh, const NavMesh::Facet& facet) {
  mpz_class unit = 1;
  for (const NavMesh::PointIndex p : facet.corners)
    for (const std::size_t k : {0, 1}) unit = lcm(unit, mesh.points[p][k].get_den());
  std::vector<std::array<mpz_class, 2>> corners;
  for (const NavMesh::PointIndex p : facet.corners) {
    const ExactPoint& at = mesh.points[p];
    corners.push_back({at[0].get_num() * (unit / at[0].get_den()), at[1].get_num() * (unit / at[1].get_den())});
  }
  mpq_class out(kernel::formulas::doubled_area<mpz_class>(
                    corners.size(), [&](std::size_t i) -> const std::array<mpz_class, 2>& { return corners[i]; }),
                unit * unit);
  out.canonicalize();
  return out;
}

CellArea area_of(const NavMesh& mesh, const NavMesh::Cell& cell) {
  CellArea out{whole_area(mesh, cell), 0};
  if (out.whole) return out;
  for (const NavMesh::Facet& f : cell.facets) out.exact += exact_area(mesh, f);
  return out;
}

class AreaSum {
 public:
  void add(const CellArea& doubled) {
    if (!doubled.whole) return rest_.push_back(&doubled.exact);
    mpz_class high(static_cast<long>(*doubled.whole >> 64));
    high <<= 64;
    whole_ += high + static_cast<unsigned long>(*doubled.whole);
  }
  kernel::Area area(const mpz_class& unit, std::uint64_t exact_digits) const {
    mpq_class whole(whole_, 2 * unit * unit);
    whole.canonicalize();
    std::vector<kernel::Area> terms{{whole, whole.get_d()}};
    for (const mpq_class* doubled : rest_) terms.push_back({*doubled / 2, doubled->get_d() / 2});
    return sum_of(terms, exact_digits);
  }

 private:
  mpz_class whole_ = 0;
  std::vector<const mpq_class*> rest_;
};

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

void append_segment(std::string& out, const std::array<ExactPoint, 2>& s, UpAxis up) {
  char open = '[';
  for (const ExactPoint& p : s) {
    out += std::exchange(open, ',');
    char first = '[';
    for (const mpq_class& v : to_input_frame(p, up)) {
      out += std::exchange(first, ',');
      out += '"' + v.get_str() + '"';
    }
    out += ']';
  }
  out += ']';
}

// The text of JSON at once: a tile has thousands of components and ways.
std::string component_text(const TileSeam::Component& c) {
  return "{\"area\":" + area_text(c.area) + ",\"lowest\":" + std::to_string(c.lowest) + "}";
}
std::string way_text(const TileSeam::Way& w, UpAxis up) {
  std::string out = "{\"kind\":\"" + std::string(text_of(w.kind)) + "\",\"stance\":" + std::to_string(w.stance) +
                    ",\"from_here\":" + (w.from_here ? "true" : "false") + ",\"tile\":[" + std::to_string(w.beyond.i) +
                    "," + std::to_string(w.beyond.j) + "],\"here\":";
  append_segment(out, w.here, up);
  if (w.there != w.here) {
    out += ",\"there\":";
    append_segment(out, w.there, up);
  }
  out += ",\"components\":[";
  for (std::size_t i = 0; i < w.components.size(); ++i) out += (i == 0 ? "" : ",") + std::to_string(w.components[i]);
  return out + "]}";
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
  const auto there = view.find("there");
  out.there = there ? segment_of(*there, up) : out.here;
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
  const CellGraph graph = cell_graph(mesh);
  std::vector<std::vector<std::uint32_t>> components_of;  // by stance, then cell
  for (std::size_t s = 0; s < out.stances.size(); ++s)
    components_of.push_back(components(graph, static_cast<kernel::Label>(s + 1)));
  // Cells of one verdict and one component of each stance are added up once, for all sums that they belong to.
  std::map<std::vector<std::uint32_t>, std::pair<kernel::Label, AreaSum>> groups;
  out.components.resize(out.stances.size());
  std::vector<CellArea> of_cell;
  for (const NavMesh::Cell& cell : mesh.cells) of_cell.push_back(area_of(mesh, cell));
  for (std::size_t c = 0; c < mesh.cells.size(); ++c) {
    const kernel::Label label = mesh.cells[c].stance;
    std::vector<std::uint32_t> key{static_cast<std::uint32_t>(label)};
    for (const auto& of_stance : components_of) key.push_back(of_stance[c]);
    auto& [verdict, sum] = groups[std::move(key)];
    verdict = label;
    sum.add(of_cell[c]);
    for (std::size_t s = 0; s < out.stances.size(); ++s)
      if (components_of[s][c] == out.components[s].size()) out.components[s].push_back({{}, components_of[0][c]});
  }
  std::map<std::string, std::vector<kernel::Area>> by_verdict;
  std::vector<std::vector<std::vector<kernel::Area>>> by_component;  // by stance, then component
  for (const auto& of_stance : out.components) by_component.emplace_back(of_stance.size());
  for (const auto& [key, group] : groups) {
    const kernel::Area area = group.second.area(mesh.points.unit(), component_digits);
    by_verdict[verdict_name(group.first, out.stances)].push_back(area);
    for (std::size_t s = 0; s < out.stances.size(); ++s)
      if (key[s + 1] != no_component) by_component[s][key[s + 1]].push_back(area);
  }
  for (const auto& [verdict, areas] : by_verdict) out.areas[verdict] = sum_of(areas, exact_digits);
  for (std::size_t s = 0; s < out.stances.size(); ++s)
    for (std::size_t i = 0; i < out.components[s].size(); ++i)
      out.components[s][i].area = sum_of(by_component[s][i], component_digits);
  for (const WayOut& w : cropped.ways) {
    TileSeam::Way way{w.kind, w.stance, w.from_here, w.beyond, w.here, w.there, {}};
    for (kernel::Label s = 0; s < w.stance; ++s)
      way.components.push_back(components_of[static_cast<std::size_t>(s)][w.cell]);
    out.ways.push_back(std::move(way));
  }
  return out;
}

void write_tile_seam(Output& file, const TileSeam& seam) {
  Json stances = Json::array();
  for (const Stance& s : seam.stances) stances.push_back({{"name", s.name}, {"height", s.height.get_str()}});
  std::string head = json_text({{"plumb", seam.version},
                                {"tile", tile_json(seam.tile)},
                                {"key", seam.key},
                                {"up", text_of(seam.up)},
                                {"cells", seam.cells},
                                {"heights", heights_json(seam.heights)},
                                {"stances", std::move(stances)},
                                {"areas", areas_json(seam.areas)}});
  head.pop_back();
  file.write(head + ",\"components\":[");
  for (std::size_t s = 0; s < seam.components.size(); ++s) {
    file.write(s == 0 ? "\n[" : ",\n[");
    for (std::size_t i = 0; i < seam.components[s].size(); ++i)
      file.write((i == 0 ? "" : ",") + component_text(seam.components[s][i]));
    file.write("]");
  }
  file.write("],\"ways\":[");
  for (std::size_t i = 0; i < seam.ways.size(); ++i)
    file.write((i == 0 ? "\n" : ",\n") + way_text(seam.ways[i], seam.up));
  file.write("\n]}\n");
}

Result<TileSeam> read_tile_seam(const std::string& path) { return read_json_file<Result<TileSeam>>(path, seam_in); }

}  // namespace plumb::pipeline
