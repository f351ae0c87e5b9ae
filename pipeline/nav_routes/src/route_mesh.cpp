// SPDX-License-Identifier: GPL-3.0-or-later
#include "route_mesh.h"

#include <algorithm>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/split_storeys.h"

namespace plumb::pipeline {

Result<kernel::Label> stance_number(const NavMesh& mesh, const char* option, const std::optional<std::string>& name) {
  const auto& stances = mesh.info.stances;
  const auto at = name ? std::ranges::find(stances, *name, &Stance::name) : stances.begin();
  if (at == stances.end())
    return Error{ErrorCode::bad_option,
                 std::string(option) + " '" + name.value_or("") + "' is none of the navmesh; the lowest is '" +
                     stances.front().name + "'",
                 "", 0};
  return static_cast<kernel::Label>(at - stances.begin() + 1);
}

void add_line(RouteDrawing& drawing, const ExactPoint& from, NavMesh::CellIndex from_cell, const ExactPoint& to,
              NavMesh::CellIndex to_cell) {
  const auto rounded = [](const ExactPoint& p) {
    return std::array{kernel::nearest_double(p[0]), kernel::nearest_double(p[1]), kernel::nearest_double(p[2])};
  };
  drawing.line.push_back({rounded(from), rounded(to), from_cell});
  if (to_cell != from_cell) drawing.line.push_back({rounded(from), rounded(to), to_cell});
}

void add_svg(OutputFiles& files, const std::string& file, const NavMesh& mesh, const RouteDrawing& drawing,
             Progress& progress) {
  if (file.empty()) return;
  DerivedMesh derived(mesh);
  files.add(file, [&](Output& out) -> std::optional<Error> {
    export_svg(out, derived, split_storeys(derived), progress, drawing);
    return std::nullopt;
  });
}

}  // namespace plumb::pipeline
