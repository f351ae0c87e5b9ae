// SPDX-License-Identifier: GPL-3.0-or-later
#include "rounding_text.h"

#include <cmath>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/text_table.h"

namespace plumb::pipeline {
namespace {

// `lowest`: the stance that f's lists begin with.
std::string conforming_line(const std::string& kind, const ConformingFacts& f, const std::vector<Stance>& stances,
                            std::size_t lowest) {
  std::string out = kind + ": " + counted_text(f.polygons, "polygon") +
                    (kind == ".bin" || kind == ".mset" ? " on Detour's grid" : " in binary32");
  const auto mention = [&](std::uint64_t count, const char* what) {
    if (count > 0) out += ", " + count_text(count) + " " + what;
  };
  mention(f.cut, "cut");
  mention(f.collapsed, "without area left out");
  mention(f.divided, f.divided == 1 ? "edge divided" : "edges divided");
  const auto by_stance = [&](const std::vector<std::uint64_t>& counts) {
    std::string list;
    for (std::size_t s = counts.size(); s-- > 0;)
      if (counts[s] > 0) list += " " + stances[lowest - 1 + s].name + " " + count_text(counts[s]) + ",";
    return list;
  };
  const auto area = [](double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", value);
    return std::string(text);
  };
  if (const std::string lost = by_stance(f.lost); !lost.empty()) {
    const std::string flat = by_stance(f.lost_without_area);
    out += "; components lost:" + lost + " of area " + area(f.area_lost) +
           (f.lost_without_area == f.lost ? ", all of them without area in these numbers"
            : flat.empty()                ? ", none of them without area in these numbers"
                                          : ", without area in these numbers:" + flat.substr(0, flat.size() - 1));
  }
  if (const double other = f.area_left_out - f.area_lost; other > 0)
    out += "; polygons that could not be mended, of area " + area(other) + ", left out";
  if (const std::string ways = by_stance(f.lost_ways); !ways.empty())
    out += "; ways that rounding closed:" + ways.substr(0, ways.size() - 1);
  return out + ".\n";
}

Json detour_json(const DetourFacts& f) {
  const auto triple = [](const std::array<mpq_class, 3>& v) {
    return Json{v[0].get_str(), v[1].get_str(), v[2].get_str()};
  };
  return {{"origin", triple(f.origin)},
          {"cell_size", f.cell_size.get_str()},
          {"cell_height", f.cell_height.get_str()},
          {"tiles", f.tiles},
          {"tile_size", f.tile_size.get_str()},
          {"vertices", f.vertices},
          {"polygons", f.polygons},
          {"off_mesh_connections", f.off_mesh_connections},
          {"moved", triple(f.moved)},
          {"moved_squared", f.moved_squared.get_str()},
          {"flattened", f.flattened},
          {"cut", f.cut},
          {"closed_edges", f.closed_edges},
          {"left_out", f.left_out}};
}

std::string detour_line(const std::string& kind, const DetourFacts& f) {
  char moved[32];
  std::snprintf(moved, sizeof moved, "%.3g", std::sqrt(kernel::nearest_double(f.moved_squared)));
  std::string out = "Detour " + kind + ": " + counted_text(f.polygons, "polygon") + ", " +
                    counted_text(f.off_mesh_connections, "off-mesh connection");
  if (f.tiles > 1) {
    out += " in " + counted_text(f.tiles, "tile") + " of ";
    kernel::append_decimal(out, kernel::nearest_double(f.tile_size));
  }
  out += std::string("; 16 bits move corners by at most ") + moved;
  if (f.flattened > 0) out += "; " + counted_text(f.flattened, "polygon") + " without detailed heights";
  if (f.left_out > 0)
    out += "; " + counted_text(f.left_out, "connection") + " left out, which Detour would lead astray";
  return out + ".\n";
}

}  // namespace

Json conforming_json(const BakeReport& r) {
  Json all(std::initializer_list<Json>{});
  for (const auto& [kind, f] : r.conforming) {
    Json one = {{"polygons", f.polygons},
                {"inserted", f.inserted},
                {"cut", f.cut},
                {"collapsed", f.collapsed},
                {"divided", f.divided},
                {"islands", f.islands},
                {"lost", f.lost},
                {"lost_without_area", f.lost_without_area},
                {"lost_ways", f.lost_ways},
                {"area_gained", f.area_gained},
                {"area_lost", f.area_lost},
                {"area_left_out", f.area_left_out},
                {"moved", f.moved}};
    all.set(kind.c_str(), std::move(one));
  }
  return all;
}

Json detour_json(const BakeReport& r) {
  Json all(std::initializer_list<Json>{});
  for (const auto& [kind, facts] : r.detour) all.set(kind.c_str(), detour_json(facts));
  return all;
}

std::string conforming_lines(const BakeReport& r) {
  std::string out;
  const std::vector<Stance>& stances = r.options.stances;
  for (const auto& [kind, facts] : r.conforming)
    out += conforming_line(kind, facts, stances,
                           facts.lost.size() == stances.size() ? 1 : static_cast<std::size_t>(r.options.export_stance));
  return out;
}

Json godot_json(const GodotFacts& f) { return {{"cell_size", f.cell_size}, {"shared_corners", f.shared_corners}}; }

std::string godot_line(const GodotFacts& f) {
  std::string cell;
  kernel::append_decimal(cell, f.cell_size);
  return "Godot: cells of " + cell + "; give the map the same" +
         (f.shared_corners > 0 ? ". " + counted_text(f.shared_corners, "corner") +
                                     " would share one, so all are put in the middles of cells"
                               : "") +
         ".\n";
}

std::string detour_lines(const BakeReport& r) {
  std::string out;
  for (const auto& [kind, facts] : r.detour) out += detour_line(kind, facts);
  return out;
}

}  // namespace plumb::pipeline
