// SPDX-License-Identifier: GPL-3.0-or-later
// The text that `plumb bake` prints for people.
//
// report_summary() writes, in this order:
// 1. The level: its faces and polygons, bounds_line(), the options (options_text), and which nodes, primitives, faces
//    and corners were changed or left out. With closed solids, components_line().
// 2. The verdicts: area_table() with areas and shares; exact_line(), which says that they add up as fractions, or
//    wedge_lines() for stages of that method and of simplify; the bracket of areas by the true disc (bracket_text).
// 3. The navmesh: walls, graph_lines() with cells, portals, components and what joins more of them, link_line(), and
//    what rounding has done to conforming polygons (conforming_lines), Detour (detour_lines) and Godot (godot_line).
// 4. The run: arithmetic_line(), times, memory, the files written and not written, warnings.
//
// Cost: linear in stances, closed components and warnings; the lists of faces are only counted.
// Exact: nothing is decided here. Numbers are rounded to about six digits; where an area is beyond the doubles, its
// fraction is rounded (six_digits) or, if the report does not hold it, the greatest double stands for it.
// Source: our own.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/elementary.h"
#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/report.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

template <class... Values>
std::string format(const char* form, Values... values) {
  char text[256];
  std::snprintf(text, sizeof text, form, values...);
  return text;
}

std::string share(double part, double whole) {
  if (!(whole > 0)) return "-";
  const double hundredfold = 100 * part;  // infinite for areas near the greatest double
  return format("%.2f %%", std::isfinite(hundredfold) ? hundredfold / whole : 100 * (part / whole));
}
std::string share(const Area& part, const Area& whole) {
  if (std::isfinite(whole.approx)) return share(part.approx, whole.approx);
  if (!part.exact || !whole.exact) return "-";
  return share(mpq_class(*part.exact / *whole.exact).get_d(), 1);
}

// Six digits, without an exponent from 0.001 to 10^15.
std::string area_text(double v) {
  if (v < 0.001 || v >= 1e15) return format("%.6g", v);
  const int decimals = 5 - kernel::floor_log10(v);
  std::string text = format("%.*f", std::max(decimals, 0), v);
  if (decimals > 0) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

// The same for fractions, which may be beyond the range of doubles.
std::string area_text(const mpq_class& v) {
  const double near = kernel::nearest_double(v);
  return std::isfinite(near) ? area_text(near) : kernel::six_digits(v);
}
std::string area_text(const Area& area) {
  if (std::isfinite(area.approx)) return area_text(area.approx);
  return area.exact ? kernel::six_digits(*area.exact) : format("over %.6g", std::numeric_limits<double>::max());
}

std::string point_text(const ExactPoint& p, const char* between) {
  std::string out;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const mpq_class& v = p[axis];
    out += (axis > 0 ? between : "") + ((v < 0 ? "-" : "") + area_text(mpq_class(abs(v))));
  }
  return out;
}

std::string bounds_line(const LevelBounds& b) {
  return "Bounds: (" + point_text(b.low, ", ") + ") to (" + point_text(b.high, ", ") + "), size " +
         point_text({b.size(0), b.size(1), b.size(2)}, " x ") + ".\n";
}

// Two ends, rounded outward, with one digit more than it takes to distinguish them.
std::string bracket_text(double low, double high) {
  const double width = high - low;
  const int decimals = width > 0 ? std::clamp(1 - kernel::floor_log10(width), 0, 12) : 6;
  const double unit = kernel::power_of_ten(decimals);
  return format("%.*f", decimals, std::floor(low * unit) / unit) + " and " +
         format("%.*f", decimals, std::ceil(high * unit) / unit);
}

std::string bracket_text(const std::array<Area, 2>& areas) {
  const auto& [low, high] = areas;
  if (!std::isfinite(high.approx)) return area_text(low) + " and " + area_text(high);
  return bracket_text(low.approx, high.approx);
}

std::string area_table(const BakeReport& r) {
  TextTable table("lrrrr");
  table.add({"verdict", "height", "area", "share", "cells"});
  const auto row = [&](const std::string& name, const std::string& height, const Area& area, std::uint64_t cells) {
    table.add({name, height, area_text(area), share(area, r.areas.traversable), count_text(cells)});
  };
  std::uint64_t cells = r.blocked_cells + r.covered_cells + r.inside_cells + r.too_close_cells;
  for (std::size_t s = r.options.stances.size(); s-- > 0;) {
    const Stance& stance = r.options.stances[s];
    row(stance.name, stance.height.get_str(), r.areas.stances[s], r.stance_cells[s]);
    cells += r.stance_cells[s];
  }
  if (r.options.method == Method::vcd) {
    row("blocked", "", r.areas.blocked, r.blocked_cells);
    row("covered", "", r.areas.covered, r.covered_cells);
    if (r.options.solids == Solids::closed) row("inside", "", r.areas.inside, r.inside_cells);
    if (r.options.radius != 0) row("too close", "", r.areas.too_close, r.too_close_cells);
  }
  row("traversable", "", r.areas.traversable, cells);
  return table.text();
}

std::string link_line(const BakeReport& r) {
  if (!r.links || r.links->linked + r.links->left_out == 0) return "";
  return "Link polygons: of " + count_text(r.links->linked) + " steps and welds; " + count_text(r.links->left_out) +
         " have none, for want of room or of an edge.\n";
}

std::string exact_line(const BakeReport& r) {
  return std::string("Exact: traversable = blocked + covered + ") +
         (r.options.solids == Solids::closed ? "inside + " : "") + (r.options.radius != 0 ? "too close + " : "") +
         "stances, as fractions, for " + count_text(r.areas.held) + " of " + counted_text(r.areas.polygons, "polygon") +
         ".\n";
}

std::string wedge_lines(const BakeReport& r) {
  std::string out;
  for (const TriangleStageFacts& f : r.triangle_stages)
    out += "After " + f.name + ": " + counted_text(f.triangles, "triangle") + ", " + count_text(f.vertices) +
           " vertices, area " + area_text(f.area) + "; longest number " + std::to_string(f.coordinate_bits) +
           " bits.\n";
  return out;
}

std::string arithmetic_line(const kernel::LadderCounts& a) {
  const auto total = static_cast<double>(a.predicates());
  if (total == 0) return "Predicates: none needed.\n";
  const auto part = [&](std::uint64_t n) { return share(static_cast<double>(n), total); };
  return "Predicates: " + count_text(a.predicates()) + "; equal ids " + part(a.combinatorial) + ", doubles " +
         part(a.filtered) + ", intervals " + part(a.interval) + ", fixed width " + part(a.fixed) + ", GMP " +
         part(a.exact) + (a.max_bits > 0 ? "; longest number " + std::to_string(a.max_bits) + " bits.\n" : ".\n");
}

// What keeps everything from being closed.
std::string open_edges_text(const BakeReport& r) {
  std::string out;
  for (const auto& [face, ends] : r.open_places)
    out += (out.empty() ? "" : "; ") + std::string("face ") + std::to_string(face) + ", (" + point_text(ends[0], ", ") +
           ") to (" + point_text(ends[1], ", ") + ")";
  return out.empty() ? ""
                     : "; " + counted_text(r.open_edges, "edge") + (r.open_edges == 1 ? " is" : " are") + " open," +
                           " without a second face, or with one that is turned the other way (" + out + ")";
}

std::string components_line(const BakeReport& r) {
  std::string list;
  const auto mention = [&](ComponentKind kind, const char* one, const char* many) {
    const auto n = static_cast<std::uint64_t>(std::ranges::count(r.components, kind, &ClosedComponent::kind));
    if (n > 0) list += (list.empty() ? "" : ", ") + count_text(n) + " " + (n == 1 ? one : many);
  };
  mention(ComponentKind::solid, "solid", "solids");
  mention(ComponentKind::cavity, "cavity in one", "cavities in them");
  mention(ComponentKind::room, "room modelled from within (ignored)", "rooms modelled from within (ignored)");
  mention(ComponentKind::flat, "without volume (ignored)", "without volume (ignored)");
  mention(ComponentKind::broken, "that lost a bad face (ignored)", "that lost a bad face (ignored)");
  if (list.empty()) list = "none" + open_edges_text(r);
  return "Closed components: " + list + ".\n";
}

std::string graph_lines(const BakeReport& r) {
  const GraphFacts& g = r.graph;
  std::uint64_t before = 0, after = 0;
  for (const std::uint64_t n : r.stance_cells) before += n;
  for (const std::uint64_t n : g.merged_cells) after += n;
  std::string out = "Navmesh: " + counted_text(after, "cell") + " of " + count_text(before) +
                    (g.pruned.dropped.empty() && r.options.method == Method::vcd && sgn(r.options.wedge.simplify) == 0
                         ? " (no fewer than " + count_text(g.partition.lower_bound) + ")"
                         : "") +
                    "; " + counted_text(g.flush, "flush portal") + ", " + counted_text(g.step, "step") + ", " +
                    counted_text(g.weld, "weld") +
                    (sgn(r.options.drop) > 0 ? ", " + counted_text(g.drops, "drop") : "") +
                    (sgn(r.options.leap) > 0 ? ", " + counted_text(g.leaps, "leap") : "") + "; components:";
  for (std::size_t s = r.options.stances.size(); s-- > 0;)
    out += " " + r.options.stances[s].name + " " + count_text(g.components[s]) +
           (g.components[s] > 1 ? " (largest " + share(g.largest[s], 1) + ")" : "") + (s > 0 ? "," : ".\n");
  const auto add_gap = [&](const auto& found) {
    if (found) out += gap_line(*found, r.options.stances[0].name, r.options.radius != 0);
  };
  add_gap(r.joining_weld);
  add_gap(r.joining_step);
  if (g.pruned.dropped.empty()) return out;
  out +=
      "Dropped " + counted_text(g.pruned.dropped.size(), "component") + " (--report FILE.json lists them); area kept:";
  for (std::size_t s = r.options.stances.size(); s-- > 0;)
    out += " " + r.options.stances[s].name + " " + area_text(g.pruned.kept[s]) + (s > 0 ? "," : ".\n");
  return out;
}

// What rounding has done to a navmesh, in lines with their ends; empty where nothing is lost.

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

std::string conforming_lines(const BakeReport& r) {
  std::string out;
  const std::vector<Stance>& stances = r.options.stances;
  for (const auto& [kind, facts] : r.conforming)
    out += conforming_line(kind, facts, stances,
                           facts.lost.size() == stances.size() ? 1 : static_cast<std::size_t>(r.options.export_stance));
  return out;
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

std::string detour_lines(const BakeReport& r) {
  std::string out;
  for (const auto& [kind, facts] : r.detour) out += detour_line(kind, facts);
  return out;
}

std::string godot_line(const GodotFacts& f) {
  std::string cell;
  kernel::append_decimal(cell, f.cell_size);
  return "Godot: cells of " + cell + "; give the map the same" +
         (f.shared_corners > 0 ? ". " + counted_text(f.shared_corners, "corner") +
                                     " would share one, so all are put in the middles of cells"
                               : "") +
         ".\n";
}

}  // namespace

std::string report_summary(const BakeReport& r) {
  std::string out = file_prefix(r.scene_file) + counted_text(r.faces, "face") + ", " + count_text(r.vertices) +
                    (r.vertices == 1 ? " vertex" : " vertices") + "; " + counted_text(r.polygons, "polygon") + ": " +
                    count_text(r.traversable) + " traversable, " + count_text(r.blocker) +
                    " too steep or turned away, " + count_text(r.vertical) + " vertical.\n" + bounds_line(r.bounds) +
                    options_text(r.options);
  if (r.straightened_nodes > 0)
    out += counted_text(r.straightened_nodes, "node") +
           " turned by right angles but for rounding: taken so (--node-rotation exact takes rotations as stored).\n";
  if (r.skipped_primitives > 0)
    out += counted_text(r.skipped_primitives, "primitive") + " without POSITION left out: nothing says where " +
           (r.skipped_primitives == 1 ? "it is.\n" : "they are.\n");
  for (const LeftOut& each : r.left_out)
    if (each.parts > 0) out += counted_text(each.parts, "part") + " left out: --leave-out '" + each.pattern + "'.\n";
  std::string faces;
  const auto mention = [&](const std::vector<std::uint32_t>& list, const char* what) {
    if (!list.empty()) faces += (faces.empty() ? "" : ", ") + counted_text(list.size(), "face") + " " + what;
  };
  mention(r.degenerate_faces, "without area, whole or in part, left out");
  mention(r.split_faces, "split");
  mention(r.dropped_faces, "dropped as bad");
  if (!r.dropped_corners.empty())
    faces += (faces.empty() ? "" : ", ") + counted_text(r.dropped_corners.size(), "corner") +
             " left out that edges reach there and back alone";
  if (!faces.empty()) out += faces + " (--report FILE.json lists them).\n";
  if (r.options.solids == Solids::closed) out += components_line(r);
  out += area_table(r);
  const bool vcd = r.options.method == Method::vcd;
  out += (vcd ? exact_line(r) : "") + wedge_lines(r);
  const auto left_out = [](const Area& area) { return !area.exact; };
  if (left_out(r.areas.blocked) || left_out(r.areas.covered) || left_out(r.areas.inside) ||
      left_out(r.areas.too_close) || left_out(r.areas.traversable) || std::ranges::any_of(r.areas.stances, left_out))
    out += "Some areas are fractions too long for the report; --exact-digits 0 writes them whole.\n";
  for (std::size_t s = r.clearance.size(); s-- > 0;)
    out += (s + 1 == r.clearance.size() ? "With the true disc: " : "; ") + r.options.stances[s].name +
           (s + 1 == r.clearance.size() ? " between " : " or higher between ") + bracket_text(r.clearance[s]) +
           (s > 0 ? "" : ".\n");
  if (r.obstructions > 0) out += "Walls: " + counted_text(r.obstructions, "obstruction edge") + ".\n";
  out += graph_lines(r) + link_line(r) + conforming_lines(r) + detour_lines(r) + (r.godot ? godot_line(*r.godot) : "") +
         (vcd ? arithmetic_line(r.arithmetic) : "");
  std::string stages;
  for (const Stage& s : r.stages)
    stages += (stages.empty() ? "" : ", ") + std::string(s.name) + format(" %.3f", s.seconds);
  out += format("Time: %.3f s (", r.seconds) + stages +
         format("); at most %.1f MB.\n", static_cast<double>(r.peak_bytes) / 1e6);
  if (!r.files.empty()) {
    out += "Wrote:";
    for (const std::string& file : r.files) out += " " + file;
    out += "\n";
  }
  if (!r.not_written.empty()) {
    out += "Not written:";
    for (const Error& error : r.not_written) out += " " + error.file;
    out += "\n";
  }
  for (const Warning& w : r.warnings) out += "Warning: " + w.text + "\n";
  for (const OutcomeVerdict& v : r.verdicts())
    if (v.exceeded) out += "Fails: " + v.threshold.text + " (" + v.value + ").\n";
  if (!r.options.fail_if.empty() && r.passes()) out += "Passes.\n";
  return r.options.in_memory ? program_words(out) : out;
}

}  // namespace plumb::pipeline
