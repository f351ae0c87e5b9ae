// SPDX-License-Identifier: GPL-3.0-or-later
// Erases the components of the lowest stance's graph that no seed point reaches, or whose area is too small.
//
// prune_components():
// 1. components() numbers the components. seeded() drops each seed point to the first surface at or below it
//    (FacetIndex) and marks the components of all cells there; a seed where nobody can stand is an error that says why.
// 2. Each cell's area is computed once, as a fraction (cell_area). CellSum holds the cells of a component, or of a
//    stance. below() compares the sum of their areas with the limit.
// 3. Components that are not reached, or are below the limit, are listed with their areas by stance and a point inside
//    (inner_point).
// 4. erase_cells() erases their cells and portals, and renumbers cells and points.
//
// Cost: linear in cells, corners and portals, and the search for each seed. Sums of fractions grow long, so they are
// made by halves (balanced_sum). Memory: a fraction for each cell, and its number in a sum or two.
// Exact: below() decides by intervals, then by the exact sum. An area longer than exact_digits is reported as a double
// alone, the sum of doubles.
// Source: our own.
#include "plumb/pipeline/prune_components.h"

#include <algorithm>
#include <optional>

#include "plumb/kernel/area_ledger.h"
#include "plumb/kernel/decimal.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/facet_index.h"
#include "plumb/pipeline/scene_frame.h"

namespace plumb::pipeline {
namespace {

using PointIndex = NavMesh::PointIndex;
using CellIndex = NavMesh::CellIndex;
constexpr kernel::Label lowest_stance = 1;
constexpr std::uint32_t gone = 0xffffffffu;

mpq_class cell_area(const NavMesh& mesh, CellIndex cell) {
  const auto corners = outline(mesh, cell);
  return kernel::formulas::doubled_area<mpq_class>(
             corners.size(), [&](std::size_t i) -> const auto& { return mesh.points[corners[i]]; }) /
         2;
}

// A sum of the areas of cells. Sums of many fractions grow long, so the exact one is made only when it is needed, up to
// a limit of its length.
class CellSum {
 public:
  explicit CellSum(const std::vector<mpq_class>& areas) : areas_(areas) {}
  void add(CellIndex cell) { cells_.push_back(cell); }
  const std::vector<CellIndex>& cells() const { return cells_; }

  bool below(const mpq_class& limit) const {
    kernel::Interval sum(0.0);
    for (const CellIndex c : cells_) sum = sum + kernel::interval_of(areas_[c]);
    const kernel::Interval bound = kernel::interval_of(limit);
    if (sum.high < bound.low) return true;
    if (sum.low >= bound.high) return false;
    return *exact(0) < limit;
  }
  Area area(std::uint64_t exact_digits) const {
    Area out;
    // A decimal digit is less than four bits, so a sum with more bits than this has too many digits.
    out.exact = exact(exact_digits * 4);
    kernel::drop_longer(out.exact, exact_digits);
    if (out.exact) {
      out.approx = kernel::nearest_double(*out.exact);
    } else {
      for (const CellIndex c : cells_) out.approx += areas_[c].get_d();
    }
    return out;
  }

 private:
  std::optional<mpq_class> exact(std::size_t limit_bits) const {
    return kernel::balanced_sum(0, cells_.size(), limit_bits,
                                [&](std::size_t i) -> std::optional<mpq_class> { return areas_[cells_[i]]; });
  }

  const std::vector<mpq_class>& areas_;
  std::vector<CellIndex> cells_;
};

std::string text_of(const ExactPoint& p) {
  return kernel::exact_text(p[0]) + "," + kernel::exact_text(p[1]) + "," + kernel::exact_text(p[2]);
}

Error bad_seed(const ExactPoint& seed, const std::string& what) {
  return {ErrorCode::bad_option, "--seed-point " + text_of(seed) + ": " + what, "", 0};
}

const char* verdict(kernel::Label label) {
  if (label == kernel::too_close) return "is too close to a border for every stance";
  if (label == kernel::inside) return "lies inside a solid";
  if (label == kernel::covered) return "is covered by another";
  return "has no room for the lowest stance";
}

// By component, whether a seed lies in it; or the first seed that is wrong. Without seeds, all are reached.
Result<std::vector<bool>> seeded(const NavMesh& mesh, const std::vector<std::uint32_t>& component, std::size_t count,
                                 const std::vector<ExactPoint>& seeds) {
  std::vector<bool> out(count, seeds.empty());
  if (seeds.empty()) return out;
  const FacetIndex index(mesh, kernel::least_label);
  for (const ExactPoint& seed : seeds) {
    const ExactPoint point = from_input_frame(seed, mesh.info.up);
    const auto there = index.first_below(point, kernel::least_label);
    if (there.empty())
      return bad_seed(seed,
                      "nothing of a walkable slope is at or below it; " +
                          axes_advice(
                              point, mesh.info.up,
                              [&](const ExactPoint& p) { return !index.first_below(p, kernel::least_label).empty(); },
                              "give a point over the floor"));
    bool stands = false;
    for (const FacetIndex::Hit& h : there) {
      if (mesh.cells[h.cell].stance < lowest_stance) continue;
      out[component[h.cell]] = true;
      stands = true;
    }
    if (stands) continue;
    const NavMesh::Cell& cell = mesh.cells[there[0].cell];
    return bad_seed(seed, "the first surface at or below it, " +
                              kernel::fraction_text(mpq_class(point[2] - there[0].height)) + " down, is of face " +
                              std::to_string(cell.facets[there[0].facet].face) + " and " + verdict(cell.stance) +
                              " there; move the point over a place to stand");
  }
  return out;
}

ExactPoint inner_point(const NavMesh& mesh, const NavMesh::Facet& facet) {
  ExactPoint out = {0, 0, 0};
  for (int k = 0; k < 3; ++k) {
    for (const PointIndex p : facet.corners) out[k] += mesh.points[p][k];
    out[k] /= static_cast<unsigned>(facet.corners.size());
  }
  return out;
}

}  // namespace

const char* text_of(DropReason value) { return value == DropReason::unreached ? "unreached" : "small"; }

void erase_cells(NavMesh& mesh, const std::vector<bool>& drop) {
  std::vector<CellIndex> number(mesh.cells.size(), gone);
  CellIndex next = 0;
  for (CellIndex c = 0; c < mesh.cells.size(); ++c) {
    if (drop[c]) continue;
    number[c] = next;
    if (next != c) mesh.cells[next] = std::move(mesh.cells[c]);
    ++next;
  }
  mesh.cells.resize(next);
  std::erase_if(mesh.portals, [&](const NavMesh::Portal& p) { return drop[p.a] || drop[p.b]; });
  for (NavMesh::Portal& p : mesh.portals) {
    p.a = number[p.a];
    p.b = number[p.b];
  }
  number_points(mesh);
}

bool prunes(const PruneSettings& settings) { return !settings.seed_points.empty() || settings.min_area != 0; }

Result<Pruned> prune_components(NavMesh& mesh, const PruneSettings& settings) {
  Pruned out;
  if (!prunes(settings)) return out;

  const auto component = components(mesh, lowest_stance);
  std::size_t count = 0;
  for (const std::uint32_t c : component)
    if (c != no_component) count = std::max(count, std::size_t{c} + 1);
  const auto reached = seeded(mesh, component, count, settings.seed_points);
  if (!reached) return reached.error();

  std::vector<mpq_class> areas(mesh.cells.size());
  std::vector<CellSum> sums(count, CellSum(areas));
  for (CellIndex c = 0; c < mesh.cells.size(); ++c) {
    if (component[c] == no_component) continue;
    areas[c] = cell_area(mesh, c);
    sums[component[c]].add(c);
  }
  std::vector<bool> drop(mesh.cells.size());
  const std::size_t stances = mesh.info.stances.size();
  std::vector<CellSum> kept(stances, CellSum(areas));
  const auto by_stance = [&](std::vector<CellSum>& list, CellIndex c) {
    list[static_cast<std::size_t>(mesh.cells[c].stance - 1)].add(c);
  };
  for (std::size_t i = 0; i < count; ++i) {
    const auto& cells = sums[i].cells();
    if ((*reached)[i] && !sums[i].below(settings.min_area)) {
      for (const CellIndex c : cells) by_stance(kept, c);
      continue;
    }
    DroppedComponent d;
    d.why = (*reached)[i] ? DropReason::small : DropReason::unreached;
    d.cells = static_cast<std::uint32_t>(cells.size());
    d.area = sums[i].area(settings.exact_digits);
    d.at = inner_point(mesh, mesh.cells[cells[0]].facets[0]);
    std::vector<CellSum> parts(stances, CellSum(areas));
    for (const CellIndex c : cells) {
      by_stance(parts, c);
      drop[c] = true;
    }
    for (const CellSum& s : parts) d.stances.push_back(s.area(settings.exact_digits));
    out.dropped.push_back(std::move(d));
  }
  if (out.dropped.empty()) return out;
  for (const CellSum& s : kept) out.kept.push_back(s.area(settings.exact_digits));
  erase_cells(mesh, drop);
  return out;
}

}  // namespace plumb::pipeline
