// SPDX-License-Identifier: GPL-3.0-or-later
// Detour's answers about a set of tiles, held against the navmesh that it was made of.
#pragma once
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <sstream>

#include "plumb/pipeline/facet_index.h"
#include "plumb/pipeline/nav_mesh.h"
#include "support/detour_tile.h"

namespace plumb::tests {

struct PathAnswers {
  int asked = 0, reachable = 0, wrong = 0;
  std::ostringstream which;  // pairs had wrong answers
};

/// Random pairs of places inside cells: Detour finds a path exactly where the navmesh's portals lead.
class DetourPairs {
 public:
  /// `grid_cell`: the width of a cell of Detour's grid. Keeps references.
  DetourPairs(const pipeline::NavMesh& mesh, DetourSet& set, double grid_cell, kernel::Label stance)
      : mesh_(mesh), set_(set), grid_cell_(grid_cell), components_(pipeline::components(mesh, stance)) {
    filter_.setIncludeFlags(static_cast<unsigned short>(1u << (stance - 1)));
    for (pipeline::NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c)
      if (mesh.cells[c].stance >= stance) cells_.push_back(c), outlines_.push_back(outline_of(c));
  }

  PathAnswers ask(int wanted) {
    PathAnswers out;
    for (int tries = 0; out.asked < wanted && tries < 20 * wanted; ++tries) {
      const Place from = place(), to = place();
      if (from.polygon == 0 || to.polygon == 0) continue;
      ++out.asked;
      int count = 0;
      set_.query.findPath(from.polygon, to.polygon, from.at, to.at, &filter_, path_.data(), &count,
                          static_cast<int>(path_.size()));
      const bool found = count > 0 && path_[static_cast<std::size_t>(count) - 1] == to.polygon;
      out.reachable += found;
      if (found == (components_[from.cell] == components_[to.cell])) continue;
      ++out.wrong;
      out.which << (found ? "found: " : "not found: ");
      for (const Place* p : {&from, &to})
        out.which << "cell " << p->cell << " (" << p->at[0] << ", " << p->at[1] << ", " << p->at[2] << ") ";
    }
    return out;
  }

 private:
  struct Place {
    pipeline::NavMesh::CellIndex cell = 0;
    dtPolyRef polygon = 0;
    float at[3];
  };

  // In the midst of the corners, each of a random weight. No polygon where rounding has left nothing of the cell there,
  // nor where what is over the place may be another component's: rounding moves floors by less than a cell of the grid.
  Place place() {
    Place p;
    p.cell = cells_[random_() % cells_.size()];
    mpq_class x, y;
    unsigned long sum = 0;
    for (const pipeline::NavMesh::PointIndex corner : pipeline::outline(mesh_, p.cell)) {
      const unsigned long weight = 1 + random_() % 64;
      x += weight * mesh_.points[corner][0];
      y += weight * mesh_.points[corner][1];
      sum += weight;
    }
    x /= sum;
    y /= sum;
    const mpq_class z = pipeline::cell_height(mesh_, p.cell, x, y).value();
    p.at[0] = static_cast<float>(x.get_d());
    p.at[1] = static_cast<float>(z.get_d());
    p.at[2] = static_cast<float>(-y.get_d());
    const float reach[3] = {1e-6f, 0.05f, 1e-6f};
    float nearest[3];
    bool over = false;
    set_.query.findNearestPoly(p.at, reach, &filter_, &p.polygon, nearest, &over);
    if (!over || is_between(p)) p.polygon = 0;
    return p;
  }

  // Of the cells, in doubles.
  struct Outline {
    std::vector<std::array<double, 2>> ring;
    std::array<double, 3> low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  };
  Outline outline_of(pipeline::NavMesh::CellIndex c) const {
    Outline out;
    for (const pipeline::NavMesh::PointIndex corner : pipeline::outline(mesh_, c)) {
      const kernel::ExactPoint& exact = mesh_.points[corner];
      const std::array at{exact[0].get_d(), exact[1].get_d(), exact[2].get_d()};
      out.ring.push_back({at[0], at[1]});
      for (std::size_t axis = 0; axis < 3; ++axis) {
        out.low[axis] = std::min(out.low[axis], at[axis]);
        out.high[axis] = std::max(out.high[axis], at[axis]);
      }
    }
    return out;
  }

  // Whether a cell of another component lies within a cell of the grid.
  bool is_between(const Place& p) const {
    const std::array<double, 3> at{p.at[0], -p.at[2], p.at[1]}, reach{grid_cell_, grid_cell_, 0.1};
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (components_[cells_[i]] == components_[p.cell]) continue;
      const Outline& o = outlines_[i];
      bool near = true;
      for (std::size_t axis = 0; axis < 3; ++axis)
        near = near && at[axis] >= o.low[axis] - reach[axis] && at[axis] <= o.high[axis] + reach[axis];
      if (!near) continue;
      // How far to the right of an edge the place is at most: of a convex outline, no more than how far outside.
      double outside = -HUGE_VAL;
      for (std::size_t k = 0; k < o.ring.size(); ++k) {
        const auto &a = o.ring[k], &b = o.ring[(k + 1) % o.ring.size()];
        const double x = b[0] - a[0], y = b[1] - a[1], length = std::hypot(x, y);
        if (length > 0) outside = std::max(outside, ((at[0] - a[0]) * y - (at[1] - a[1]) * x) / length);
      }
      if (outside <= grid_cell_) return true;
    }
    return false;
  }

  const pipeline::NavMesh& mesh_;
  DetourSet& set_;
  double grid_cell_;
  dtQueryFilter filter_;
  std::vector<std::uint32_t> components_;
  std::vector<pipeline::NavMesh::CellIndex> cells_;
  std::vector<Outline> outlines_;  // of those
  std::vector<dtPolyRef> path_ = std::vector<dtPolyRef>(65536);
  std::mt19937 random_{11};
};

}  // namespace plumb::tests
