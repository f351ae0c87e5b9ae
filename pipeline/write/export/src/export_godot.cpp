// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a navmesh for one stance as a NavigationMesh of Godot 4, in text.
//
// Godot joins polygons whose corners are in the same cells of a grid. Corners in one cell become one for it, so cells
// have to be small; but it counts them with a sign, in 21 bits along each horizontal axis and 22 along the vertical
// one, so they must not be too small.
//
// 1. make_godot() rounds the navmesh to binary32 (conform) and chooses the size of cells: Godot's own, doubled as
//    often as the counters need, and then halved until no two corners are nearer than a cell along all axes
//    (size_apart) or the counters allow no smaller one.
// 2. If corners are in one cell at the least size, the navmesh is rounded again, to the middles of cells.
// 3. export_godot() numbers the corners in the order of their first use and writes them and the polygons, clockwise,
//    y up, in blocks.
//
// Cost: that of conform(), once or twice; size_apart() looks at 27 cells for each corner. Memory: the grid of corners.
// Exact: no coordinate is rounded here but by conform(). Distances are differences of binary32 in doubles.
// Source: our own; how Godot joins edges is read from its NavMap.
#include "plumb/pipeline/export_godot.h"

#include <tsl/robin_map.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/numbering.h"

namespace plumb::pipeline {
namespace {

using Position = std::array<float, 3>;  // z up
constexpr double widest = 0.25;         // Godot's own
// Cells are counted with a sign.
constexpr double most_cells = (1 << 20) - 1, most_cells_high = (1 << 21) - 1;

// By number: the vertices that polygons have, in the order of their first use.
std::vector<std::uint32_t> used_vertices(const ConformingMesh& mesh) {
  std::vector<std::uint8_t> seen(mesh.vertices.size());
  std::vector<std::uint32_t> used;
  for (const std::uint32_t v : mesh.corners)
    if (!seen[v]) seen[v] = 1, used.push_back(v);
  return used;
}

using Cell = std::array<std::int64_t, 3>;
Cell cell_of(const Position& p, double size) {
  Cell cell;
  for (std::size_t k = 0; k < 3; ++k) cell[k] = static_cast<std::int64_t>(std::floor(p[k] / size));
  return cell;
}

// Corners by the cell that they are in.
class Grid {
 public:
  Grid(const ConformingMesh& mesh, double size) : mesh_(mesh), size_(size), next_(mesh.vertices.size(), none) {}

  double size() const { return size_; }
  // Empty, with other cells.
  void begin_anew(double size) {
    size_ = size;
    first_.clear();
    next_.assign(mesh_.vertices.size(), none);
  }
  void add(std::uint32_t vertex) {
    const auto [at, is_new] = first_.try_emplace(key(cell_of(mesh_.vertices[vertex], size_)), vertex);
    if (is_new) return;
    next_[vertex] = at->second;
    at.value() = vertex;
  }

  // How far the nearest of the corners is from another one, along the axis where that is most; at most the size.
  double nearest(std::uint32_t vertex) const {
    const Position& p = mesh_.vertices[vertex];
    double nearest = size_;
    visit(cell_of(p, size_), 1, [&](std::uint32_t v) {
      const Position& q = mesh_.vertices[v];
      double far = 0;
      for (std::size_t k = 0; k < 3; ++k)
        far = std::max(far, std::abs(static_cast<double>(p[k]) - static_cast<double>(q[k])));
      nearest = std::min(nearest, far);
      return false;
    });
    return nearest;
  }
  bool shares_cell(std::uint32_t vertex) const {
    const Cell cell = cell_of(mesh_.vertices[vertex], size_);
    return visit(cell, 0, [&](std::uint32_t v) { return v != vertex && cell_of(mesh_.vertices[v], size_) == cell; });
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffu;
  static std::uint64_t key(const Cell& c) {
    std::uint64_t h = 0;
    for (const std::int64_t k : c) h = h << 21 ^ static_cast<std::uint64_t>(k);
    return h;
  }
  template <class Found>
  bool visit(const Cell& around, std::int64_t reach, Found&& found) const {
    for (std::int64_t i = -reach; i <= reach; ++i)
      for (std::int64_t j = -reach; j <= reach; ++j)
        for (std::int64_t k = -reach; k <= reach; ++k) {
          const auto at = first_.find(key({around[0] + i, around[1] + j, around[2] + k}));
          for (std::uint32_t v = at == first_.end() ? none : at->second; v != none; v = next_[v])
            if (found(v)) return true;
        }
    return false;
  }

  const ConformingMesh& mesh_;
  double size_;
  kernel::PairMap<std::uint32_t> first_;  // by key: one vertex, the others by next_
  std::vector<std::uint32_t> next_;
};

// The greatest size in halves of `largest`, not below `least`, at which no two of the corners are nearer than a cell
// along all axes; or the smallest of these sizes. Corners come into the grid one by one. One that is nearer than a cell
// to another makes cells smaller, and the grid is made anew with the corners so far: as often as cells can be halved,
// and mostly when few corners are in it. For all pairs of corners that have been compared, cells are small enough, and
// two that are not compared are not in cells side by side.
double size_apart(const ConformingMesh& mesh, const std::vector<std::uint32_t>& vertices, double largest,
                  double least) {
  Grid grid(mesh, largest);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    double size = grid.size();
    if (size / 2 < least) return size;
    for (const double apart = grid.nearest(vertices[i]); apart < size && size / 2 >= least;) size /= 2;
    if (size < grid.size()) {
      grid.begin_anew(size);
      for (std::size_t k = 0; k < i; ++k) grid.add(vertices[k]);
    }
    grid.add(vertices[i]);
  }
  return grid.size();
}

GodotFacts grid_of(const ConformingMesh& mesh) {
  const auto vertices = used_vertices(mesh);
  double least = 0;  // what the counters of cells reach
  for (const std::uint32_t v : vertices) {
    const auto& [x, y, z] = mesh.vertices[v];
    least = std::max({least, std::max(std::abs(x), std::abs(y)) / most_cells, std::abs(z) / most_cells_high});
  }
  GodotFacts facts{widest, 0};
  while (facts.cell_size < least) facts.cell_size *= 2;
  facts.cell_size = size_apart(mesh, vertices, facts.cell_size, least);
  if (facts.cell_size / 2 >= least) return facts;  // no two are in one cell
  Grid grid(mesh, facts.cell_size);
  for (const std::uint32_t v : vertices) grid.add(v);
  facts.shared_corners = static_cast<std::uint64_t>(
      std::count_if(vertices.begin(), vertices.end(), [&](std::uint32_t v) { return grid.shares_cell(v); }));
  return facts;
}

// The middles of cells.
NumberGrid middles(double cell) {
  constexpr auto most = static_cast<float>(most_cells), most_high = static_cast<float>(most_cells_high);
  return {.whole = true,
          .origin = {cell / 2, cell / 2, cell / 2},
          .cell = {cell, cell, cell},
          .lowest = {-most, -most, -most_high},
          .highest = {most, most, most_high}};
}

}  // namespace

GodotMesh make_godot(DerivedMesh& derived, kernel::Label stance, unsigned threads) {
  ConformOptions options{.wanted = {.lowest = stance, .highest = stance}, .threads = threads};
  GodotMesh made{conform(derived, options), {}};
  made.facts = grid_of(made.mesh);
  if (made.facts.shared_corners == 0) return made;
  options.grid = middles(made.facts.cell_size);
  made.mesh = conform(derived, options);
  return made;
}

void export_godot(Output& file, const NavMeshInfo& info, const Stance& stance, double max_slope_degrees,
                  const GodotMesh& godot, Progress& progress) {
  const auto& [mesh, grid] = godot;
  const auto vertices = used_vertices(mesh);
  std::vector<std::uint32_t> number_of(mesh.vertices.size());
  std::string text = "[gd_resource type=\"NavigationMesh\" format=3]\n\n[resource]\nvertices = PackedVector3Array(";
  const auto write_block = [&] {
    constexpr std::size_t block = 1 << 12;
    if (text.size() < block) return;
    file.write(text);
    text.clear();
  };
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    number_of[vertices[i]] = static_cast<std::uint32_t>(i);
    const auto& [x, y, z] = mesh.vertices[vertices[i]];
    if (i > 0) text += ", ";
    for (const float v : {x, z}) kernel::append_decimal(text, v), text += ", ";
    kernel::append_decimal(text, 0.0f - y);
    write_block();
    if (i % 1024 == 0) progress.advance(static_cast<double>(i) / static_cast<double>(vertices.size()));
  }
  text += ")\npolygons = [";
  const auto append_number = [&](std::uint32_t number) {
    std::array<char, 10> digits;
    text.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
  };
  for (std::size_t p = 0; p < mesh.polygons.size(); ++p) {
    const auto ring = mesh.ring(p);
    text += p == 0 ? "PackedInt32Array(" : ", PackedInt32Array(";
    for (std::size_t i = ring.size(); i-- > 0;) append_number(number_of[ring[i]]), text += i > 0 ? ", " : ")";
    write_block();
  }
  const auto append = [&](const char* name, double value) { text += name, kernel::append_decimal(text, value); };
  append("]\ncell_size = ", grid.cell_size);
  append("\ncell_height = ", grid.cell_size);
  append("\nagent_height = ", kernel::nearest_double(stance.height));
  append("\nagent_radius = ", kernel::nearest_double(info.radius));
  append("\nagent_max_climb = ", kernel::nearest_double(info.step));
  append("\nagent_max_slope = ", max_slope_degrees);
  file.write(text += '\n');
}

}  // namespace plumb::pipeline
