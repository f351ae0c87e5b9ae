// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/export_godot.h"

#include <tsl/robin_map.h>

#include <algorithm>
#include <cmath>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/hash.h"

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
  Grid(const ConformingMesh& mesh, const std::vector<std::uint32_t>& vertices, double size) : mesh_(mesh), size_(size) {
    next_.assign(mesh.vertices.size(), none);
    for (const std::uint32_t v : vertices) {
      const auto [at, is_new] = first_.try_emplace(key(cell_of(mesh.vertices[v], size)), v);
      if (is_new) continue;
      next_[v] = at->second;
      at.value() = v;
    }
  }

  // Whether another corner is nearer than a cell along all axes.
  bool has_near(std::uint32_t vertex) const {
    const Position& p = mesh_.vertices[vertex];
    return visit(cell_of(p, size_), 1, [&](std::uint32_t v) {
      if (v == vertex) return false;
      const Position& q = mesh_.vertices[v];
      double far = 0;
      for (std::size_t k = 0; k < 3; ++k)
        far = std::max(far, std::abs(static_cast<double>(p[k]) - static_cast<double>(q[k])));
      return far < size_;
    });
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

std::string number(double value) {
  std::string text;
  kernel::append_decimal(text, value);
  return text;
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
  for (; facts.cell_size / 2 >= least; facts.cell_size /= 2) {
    const Grid grid(mesh, vertices, facts.cell_size);
    if (std::none_of(vertices.begin(), vertices.end(), [&](std::uint32_t v) { return grid.has_near(v); })) break;
  }
  const Grid grid(mesh, vertices, facts.cell_size);
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
  file.write("[gd_resource type=\"NavigationMesh\" format=3]\n\n[resource]\nvertices = PackedVector3Array(");
  std::string text;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    number_of[vertices[i]] = static_cast<std::uint32_t>(i);
    const auto& [x, y, z] = mesh.vertices[vertices[i]];
    text = i == 0 ? "" : ", ";
    for (const float v : {x, z}) text += number(v) + ", ";
    file.write(text += number(0.0f - y));
    if (i % 1024 == 0) progress.advance(static_cast<double>(i) / static_cast<double>(vertices.size()));
  }
  file.write(")\npolygons = [");
  for (std::size_t p = 0; p < mesh.polygons.size(); ++p) {
    const auto ring = mesh.ring(p);
    text = p == 0 ? "PackedInt32Array(" : ", PackedInt32Array(";
    for (std::size_t i = ring.size(); i-- > 0;) text += std::to_string(number_of[ring[i]]) + (i > 0 ? ", " : ")");
    file.write(text);
  }
  file.write("]\ncell_size = " + number(grid.cell_size) + "\ncell_height = " + number(grid.cell_size) +
             "\nagent_height = " + number(kernel::nearest_double(stance.height)) +
             "\nagent_radius = " + number(kernel::nearest_double(info.radius)) + "\nagent_max_climb = " +
             number(kernel::nearest_double(info.step)) + "\nagent_max_slope = " + number(max_slope_degrees) + "\n");
}

}  // namespace plumb::pipeline
