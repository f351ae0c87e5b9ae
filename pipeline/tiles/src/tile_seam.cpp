// SPDX-License-Identifier: GPL-3.0-or-later
// What the whole level has to know of a tile: areas by verdict, components, and the ways out; written and read as
// JSON.
// 1. AreaSum computes the area of some cells from the edges of their outline: in the navmesh's unit where the ends are
//    integers in that, else in fractions.
// 2. seam_of() computes one area for each group of cells of one verdict and one component of each stance, adds these up
//    by verdict and by component, and says of each way out which component of each stance it leads from.
// 3. write_tile_seam() writes them, a way a line; read_tile_seam() reads them back and refuses what is not of the form.
// Cost. n log n for n edges; sums of fractions are balanced.
// Exactness. Coordinates are fractions; so are areas unless they are longer than was asked for.
#include "plumb/pipeline/tile_seam.h"

#include <cmath>
#include <sstream>
#include <utility>

#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/options_text.h"
#include "tile_files.h"

namespace plumb::pipeline {
namespace {

// The area in plan of some cells of a navmesh. What two of them have on either side of an edge cancels, so that only
// edges of their outline are added up.
class AreaSum {
 public:
  explicit AreaSum(const NavMesh& mesh) : mesh_(&mesh) {}

  void add(const NavMesh::Cell& cell) {
    for (const NavMesh::Facet& f : cell.facets) {
      const std::size_t n = f.corners.size();
      for (std::size_t i = 0; i < n; ++i) edges_.push_back({f.corners[i], f.corners[i + 1 == n ? 0 : i + 1]});
      doubled_ += kernel::formulas::doubled_area<double>(n, [&](std::size_t i) {
        const FilteredPoint near = mesh_->points.near(f.corners[i]);
        return std::array{near[0].low, near[1].low};
      });
    }
  }
  /// Exact if it and the sums that lead to it are no longer than `exact_digits` characters (0: any).
  kernel::Area area(std::uint64_t exact_digits) {
    const mpq_class unit(mesh_->points.unit());
    keep_outline();
    mpz_class whole = 0;
    std::vector<const Edge*> others;
    for (const Edge& e : edges_) {
      const FilteredPoint p = mesh_->points.near(e.from), q = mesh_->points.near(e.to);
      if (is_whole_in_plan(p) && is_whole_in_plan(q))
        whole += kernel::formulas::determinant(mpz_class(p[0].low), mpz_class(p[1].low), mpz_class(q[0].low),
                                               mpz_class(q[1].low));
      else others.push_back(&e);
    }
    kernel::Area out;
    // A decimal digit is less than four bits.
    out.exact = kernel::balanced_sum(0, others.size(), 4 * exact_digits, [&](std::size_t i) {
      const ExactPoint &p = mesh_->points[others[i]->from], &q = mesh_->points[others[i]->to];
      return std::optional<mpq_class>(kernel::formulas::determinant(p[0], p[1], q[0], q[1]));
    });
    if (out.exact) {
      *out.exact = (*out.exact + whole / (unit * unit)) / 2;
      out.approx = out.exact->get_d();
      kernel::drop_longer(out.exact, exact_digits);
    } else {
      const double scale = unit.get_d();
      out.approx = doubled_ / 2 / scale / scale;
    }
    return out;
  }

 private:
  struct Edge {
    NavMesh::PointIndex from, to;
    std::pair<NavMesh::PointIndex, NavMesh::PointIndex> key() const { return std::minmax(from, to); }
  };

  static bool is_whole_in_plan(const FilteredPoint& near) {
    return std::all_of(near.begin(), near.begin() + 2, [](const kernel::Interval& at) {
      return at.low == at.high && std::isfinite(at.low) && std::floor(at.low) == at.low;
    });
  }
  // Erases edges that run both ways.
  void keep_outline() {
    std::ranges::sort(
        edges_, [](const Edge& e, const Edge& f) { return std::pair(e.key(), e.from) < std::pair(f.key(), f.from); });
    auto kept = edges_.begin();
    for (auto at = edges_.begin(); at != edges_.end();) {
      const auto key = at->key();
      const auto begin = at;
      at = std::find_if(at, edges_.end(), [&](const Edge& e) { return e.key() != key; });
      const auto descending = std::find_if(begin, at, [&](const Edge& e) { return e.from != key.first; });
      const auto up = descending - begin, down = at - descending;
      kept = std::copy_n(up > down ? begin : descending, std::abs(up - down), kept);
    }
    edges_.erase(kept, edges_.end());
  }

  const NavMesh* mesh_;
  std::vector<Edge> edges_;
  double doubled_ = 0;
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
  out.files = files_of(root.at("files"));
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
               {},
               {}};
  const CellGraph graph = cell_graph(mesh);
  std::vector<std::vector<std::uint32_t>> components_of;  // by stance, then cell
  for (std::size_t s = 0; s < out.stances.size(); ++s)
    components_of.push_back(components(graph, static_cast<kernel::Label>(s + 1)));
  std::map<std::vector<std::uint32_t>, AreaSum> groups;  // by verdict, and by component of each stance
  out.components.resize(out.stances.size());
  for (std::size_t c = 0; c < mesh.cells.size(); ++c) {
    std::vector<std::uint32_t> key{static_cast<std::uint32_t>(mesh.cells[c].stance)};
    for (const auto& of_stance : components_of) key.push_back(of_stance[c]);
    groups.try_emplace(std::move(key), mesh).first->second.add(mesh.cells[c]);
    for (std::size_t s = 0; s < out.stances.size(); ++s)
      if (components_of[s][c] == out.components[s].size()) out.components[s].push_back({{}, components_of[0][c]});
  }
  std::map<std::string, std::vector<kernel::Area>> by_verdict;
  std::vector<std::vector<std::vector<kernel::Area>>> by_component;  // by stance, then component
  for (const auto& of_stance : out.components) by_component.emplace_back(of_stance.size());
  for (auto& [key, cells] : groups) {
    const kernel::Area area = cells.area(component_digits);
    by_verdict[verdict_name(static_cast<kernel::Label>(key[0]), out.stances)].push_back(area);
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
                                {"files", files_json(seam.files)},
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
