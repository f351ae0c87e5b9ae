// SPDX-License-Identifier: GPL-3.0-or-later
#include "rounding_text.h"

#include <cmath>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/text_table.h"

namespace plumb::pipeline {
namespace {

Json loss_json(const std::optional<RoundingLoss>& loss) {
  if (!loss) return {};
  return {{"flipped", loss->flipped}, {"collapsed", loss->collapsed}, {"not_convex", loss->not_convex}};
}

std::string loss_line(const std::optional<RoundingLoss>& loss, const char* precision, const char* files) {
  if (!loss || loss->empty()) return "";
  std::string what;
  const auto mention = [&](const std::vector<NavMesh::CellIndex>& list, const char* verb) {
    if (!list.empty()) what += (what.empty() ? "" : ", ") + count_text(list.size()) + " " + verb;
  };
  mention(loss->flipped, "turn over");
  mention(loss->collapsed, "collapse");
  mention(loss->not_convex, "are not convex any more");
  return std::string("Rounded to ") + precision + " (" + files + "), of the cells " + what +
         " (--report FILE.json lists them).\n";
}

}  // namespace

Json rounding_json(const BakeReport& r) {
  return {{"float32", loss_json(r.rounded32)}, {"float64", loss_json(r.rounded64)}};
}

Json detour_json(const DetourFacts& f) {
  const auto triple = [](const std::array<mpq_class, 3>& v) {
    return Json{v[0].get_str(), v[1].get_str(), v[2].get_str()};
  };
  return {{"origin", triple(f.origin)},
          {"cell_size", f.cell_size.get_str()},
          {"cell_height", f.cell_height.get_str()},
          {"vertices", f.vertices},
          {"polygons", f.polygons},
          {"off_mesh_connections", f.off_mesh_connections},
          {"moved", triple(f.moved)},
          {"moved_squared", f.moved_squared.get_str()},
          {"flipped", f.flipped},
          {"collapsed", f.collapsed},
          {"not_convex", f.not_convex},
          {"bent", f.bent},
          {"flattened", f.flattened}};
}

std::string rounding_lines(const BakeReport& r) {
  return loss_line(r.rounded32, "binary32", ".glb") + loss_line(r.rounded64, "binary64", ".obj");
}

std::string detour_line(const DetourFacts& f) {
  char moved[32];
  std::snprintf(moved, sizeof moved, "%.3g", std::sqrt(kernel::nearest_double(f.moved_squared)));
  std::string out = "Detour: " + counted_text(f.polygons, "polygon") + ", " +
                    counted_text(f.off_mesh_connections, "off-mesh connection") + "; 16 bits move corners by at most " +
                    moved;
  const std::uint64_t harmed = f.flipped + f.collapsed + f.not_convex;
  if (harmed > 0) out += ", and " + counted_text(harmed, "polygon") + " collapse, turn over or lose convexity";
  if (f.flattened > 0) out += "; " + counted_text(f.flattened, "polygon") + " without detailed heights";
  return out + ".\n";
}

}  // namespace plumb::pipeline
