// SPDX-License-Identifier: GPL-3.0-or-later
#include "symptom.h"

#include <algorithm>
#include <cstdio>

namespace plumb::pipeline {

const std::vector<FuzzKindRow>& fuzz_kinds() {
  using enum FuzzKind;
  using enum FuzzGrade;
  static const std::vector<FuzzKindRow> rows{
      {crash, "crash", defect, "A baker ends by itself: with a navmesh, or with a word why there is none."},
      {hang, "hang", defect, "A baker ends within the time limit."},
      {memory, "memory", defect, "A baker needs no more memory than the limit for a scene of a few faces."},
      {unreadable, "unreadable", defect, "A baker that succeeds leaves one navmesh, which can be read."},
      {empty, "empty", defect, "Where floor is certain, a baker has polygons, or says why it has none."},
      {nonconvex, "nonconvex", defect, "Polygons of a navmesh are convex in plan."},
      {folded, "folded", defect, "A polygon winds once around each of its places in plan."},
      {degenerate, "degenerate", defect, "Polygons have an area in plan."},
      {overlap, "overlap", defect, "No two polygons cover the same floor."},
      {order, "order", defect, "The order of the faces in a file has no meaning: the area stays the same."},
      {lost, "lost", defect,
       "The documented rules of voxels keep this floor: a floor loses one cell along its border, and cells with no "
       "more "
       "headroom than the agent's height."},
      {false_floor, "false", defect,
       "The documented rules of voxels leave no floor here: a floor loses one cell along its border, and cells with no "
       "more headroom than the agent's height."},
      {beyond, "beyond", defect, "No polygon is farther from all floor than two climbs and two cells."},
      {differs, "differs", defect, "Both versions give the same floor."},
      {motion, "motion", look,
       "Level and upright faces on the lattice of cells, moved by whole cells, give the same area."},
      {monotone, "monotone", look,
       "A more able agent gets all floor of a less able one: at least 98 % of the area, and each component."},
      {missing, "missing", look, "Floor that is missing is so by a rule of voxels."},
      {excess, "excess", look, "There is no floor where the scene has nothing."},
  };
  return rows;
}

const FuzzKindRow& row_of(FuzzKind kind) { return *std::ranges::find(fuzz_kinds(), kind, &FuzzKindRow::kind); }

std::optional<FuzzKind> fuzz_kind_of(std::string_view word) {
  const auto at = std::ranges::find(fuzz_kinds(), word, [](const FuzzKindRow& r) { return std::string_view(r.word); });
  return at == fuzz_kinds().end() ? std::nullopt : std::optional(at->kind);
}

std::string about(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

}  // namespace plumb::pipeline
