// SPDX-License-Identifier: GPL-3.0-or-later
// What looks wrong about a level, about the options it is baked with, or about the files of its navmesh: mistakes that
// leave a bake without error and with a navmesh that is of no use.
//
// find_warnings(), once the level is baked:
// - warn_of_parts(): a glTF has scenes that are not read, or --leave-out names nothing.
// - warn_of_slope() (agent_warnings.cpp): the limit of slope is a number of another unit. Then most floor is missing,
//   or walls are floor, so nothing else is said of where faces look.
// - warn_of_facing() (facing_warnings.cpp): the wrong axis is up, faces are turned away, floor is within bodies.
// - warn_of_size() (agent_warnings.cpp): lengths of the agent leave nothing, or are out of proportion.
// - warn_of_outcome() (agent_warnings.cpp), unless one of these has said why: little floor is left, or lies apart.
// - warn_of_fans(): faces that cross themselves were replaced by fans.
// - warn_of_near_limits() (near_warnings.cpp): rounding may have decided at a limit.
// - warn_of_long_coordinates(): many predicates took GMP, as coordinates are long (long_coordinates_text).
// note_file_warnings(), once files in rounded numbers are written:
// - warn_of_rounding(): a file has no floor left, lacks some, or has lost the only way between parts.
// - warn_of_islands(): a file has more islands than the stance's graph has components, as steps and welds are no edges
//   of polygons (components_with_links).
// coarse_numbers() compares the distance of two numbers of a file with the agent's size.
//
// Cost: linear in polygons, cells and portals, with a union-find over the portals for each file and stance. Memory:
// linear.
// Exact: comparisons of heights, of sizes, and of areas where faces look the wrong way. Areas of files and shares are
// doubles. All of it is advice; --fail-if alone makes a verdict of it.
// Source: our own; docs/reference/bake.md, "Warnings", lists them.
#include "warnings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/elementary.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/points.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/nav_mesh.h"
#include "plumb/pipeline/scene.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {

namespace {

std::size_t bits(const mpz_class& v) { return sgn(v) == 0 ? 0 : mpz_sizeinbase(v.get_mpz_t(), 2); }

// The most bits of any, and a point that has as many.
struct Longest {
  std::size_t bits = 0;
  kernel::PointId point = 0;
  void take(std::size_t more, kernel::PointId p) {
    if (more > bits) bits = more, point = p;
  }
};

std::uint32_t first_face(const Scene& scene, kernel::PointId point) {
  const auto corner = std::ranges::find(scene.face_points, point) - scene.face_points.begin();
  return static_cast<std::uint32_t>(std::ranges::upper_bound(scene.face_begin, static_cast<std::uint32_t>(corner)) -
                                    scene.face_begin.begin() - 1);
}

// With what leads up to it; empty if nothing has a name.
std::string node_of(const Scene& scene, std::uint32_t face) {
  const auto next = std::ranges::upper_bound(scene.groups, face, {}, &FaceGroup::first_face);
  return next == scene.groups.begin() || std::prev(next)->object.empty()
             ? ""
             : ", here of '" + std::prev(next)->object + "',";
}

// What makes the coordinates of a level long once they are integers over one denominator: the longest whole part and
// the longest fraction, each with the first face that has it, and the node of a glTF whose transform makes it.
std::string long_coordinates_text(const Scene& scene) {
  const kernel::PointTable& points = scene.points;
  Longest whole, fraction;
  for (kernel::PointId p = 0; p < points.size(); ++p)
    for (int axis = 0; axis < 3; ++axis) {
      const mpq_class at = points.exact(p, axis) / points.denominator();
      whole.take(bits(at.get_num() / at.get_den()), p);
      fraction.take(bits(at.get_den()) - 1, p);
    }
  const std::uint32_t widest = first_face(scene, whole.point), finest = first_face(scene, fraction.point);
  std::string out = "coordinates have " + std::to_string(points.common_bits()) +
                    " bits once they are integers: up to " + std::to_string(whole.bits) + " before the point (face " +
                    count_text(widest) + "), up to " + std::to_string(fraction.bits) + " behind it (face " +
                    count_text(finest);
  if (scene.transform_bits > 0)
    out +=
        ", where transforms of nodes" + node_of(scene, finest) + " make up to " + std::to_string(scene.transform_bits);
  return out + ")";
}

// A fan of a face that crosses itself reaches beyond its outline, so there is floor, or an obstacle, where the level
// has none.
void warn_of_fans(const BakeReport& r, std::vector<Warning>& out) {
  constexpr std::size_t most_named = 5;
  const std::size_t count = r.fanned_faces.size();
  if (count == 0) return;
  std::string names;
  mpq_class excess = 0;
  for (std::size_t i = 0; i < count; ++i) {
    excess += r.fanned_faces[i].excess;
    if (i < most_named) names += (i == 0 ? "" : ", ") + std::to_string(r.fanned_faces[i].face);
  }
  if (count > most_named) names += ", ...";
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", excess.get_d());
  out.push_back({"fanned_faces",
                 std::to_string(count) + (count == 1 ? " face is" : " faces are") + " not planar and " +
                     (count == 1 ? "crosses itself" : "cross themselves") +
                     ", so the fan from the first corner stands for " + (count == 1 ? "it" : "each") + " (" +
                     (count == 1 ? "face " : "faces ") + names + ", counted from 0); fans have " + text +
                     " more area than outlines, each along its own axis; triangulate such faces in the program that "
                     "exports the level"});
}

void warn_of_long_coordinates(const SceneSurfaces& level, const BakeReport& r, std::vector<Warning>& out) {
  constexpr double much = 0.01;  // of all predicates
  const kernel::LadderCounts& a = r.arithmetic;
  const double share = static_cast<double>(a.exact) / static_cast<double>(a.predicates());
  if (!(share > much)) return;
  const BakeOptions& o = r.options;
  std::string advice;
  if (o.decomposition == kernel::Decomposition::seed) advice = "leave --decomposition seed out, or ";
  if (level.scene.transform_bits > 0) advice += "leave --numbers decimal out: it keeps transforms unrounded";
  else if (o.numbers == Numbers::binary32) advice += "write fewer digits";
  else advice += "write fewer digits or give --numbers float";
  out.push_back({"long_coordinates",
                 percent(share) + " of the predicates took GMP, which is slow, as " +
                     long_coordinates_text(level.scene) + "; " + advice,
                 level.scene.transform_bits == 0 && o.numbers == Numbers::binary64 ? "--numbers float" : ""});
}

// Detour's files have connections for steps and welds, and for ways that rounding has closed.
bool keeps_connections(const std::string& kind) {
  return kind == text_of(Format::bin) || kind == text_of(Format::mset);
}

// What rounding did to one file, by the index of its lowest stance.
struct RoundedFile {
  const std::string& kind;
  const ConformingFacts& facts;
  std::size_t lowest;
};

// About how much floor the cells have, in plan, where somebody of a stance can stand.
double floor_area(const NavMesh& mesh, kernel::Label stance) {
  double sum = 0;
  for (const NavMesh::Cell& cell : mesh.cells)
    if (cell.stance >= stance)
      sum += cell_area(cell, [&](NavMesh::PointIndex p) {
        const FilteredPoint at = bounds(mesh.points, p);
        return std::array{at[0].low, at[1].low};
      });
  return sum;
}

void warn_of_rounding(const RoundedFile& f, const NavMesh& mesh, std::vector<Warning>& out) {
  constexpr double much = 1e6;  // the floor is less than so many times what is left out
  if (f.facts.lost[0] > 0 && f.facts.islands[0] == 0) {
    out.push_back({"nothing_left", "nothing is left of the navmesh in the " + f.kind +
                                       ", whose numbers lie too far apart for it; move the level nearer to the origin, "
                                       "or write the .json, which is exact"});
    return;
  }
  const double floor = f.facts.area_left_out > 0 ? floor_area(mesh, static_cast<kernel::Label>(f.lowest + 1)) : 0;
  if (f.facts.area_left_out * much > floor)
    out.push_back({"area_left_out", "the " + f.kind + " lacks " + percent(f.facts.area_left_out / floor) +
                                        " of the floor, for which its numbers lie too far apart; move the level nearer "
                                        "to the origin, or write the .json, which is exact"});
  const std::uint64_t ways = *std::ranges::max_element(f.facts.lost_ways);
  if (ways > 0)
    out.push_back({"lost_ways", "rounding closed the only way between parts of the " + f.kind + " at " +
                                    counted_text(ways, "place") +
                                    (keeps_connections(f.kind) ? "; off-mesh connections lead across"
                                                               : "; what lies beyond is an island of its own")});
}

// Are steps and welds polygons of a file of this kind?
bool has_links(const std::string& kind, const BakeOptions& o) {
  return o.link_polygons.value_or(false) || kind == text_of(Format::tres);
}

// The number of components of the cells that a file holds and that admit a stance. Cells are joined by flush portals
// that admit all who may stand on both sides, and by steps and welds that admit the stance.
std::uint64_t components_with_links(const NavMesh& mesh, const WantedCells& wanted, kernel::Label stance) {
  const auto counts = [&](NavMesh::CellIndex c) { return wanted.counts(mesh.cells[c].open_to()); };
  kernel::UnionFind cells(static_cast<std::uint32_t>(mesh.cells.size()));
  for (const NavMesh::Portal& p : mesh.portals) {
    const kernel::Label least = std::min(counts(p.a), counts(p.b));
    if (least >= stance && p.stance >= (p.kind == PortalKind::flush ? least : stance)) cells.unite(p.a, p.b);
  }
  std::uint64_t count = 0;
  for (NavMesh::CellIndex c = 0; c < mesh.cells.size(); ++c) count += counts(c) >= stance && cells.find(c) == c;
  return count;
}

// Where those are that have no link polygon though nothing else joins their sides: ": a step 0.63 wide at (1, 2.5,
// -3)", the three widest.
std::string lost_links_text(const BakeReport& r) {
  constexpr std::size_t most = 3;
  const std::vector<LinkCells::Lost>& lost = r.links->lost;
  std::string out;
  for (std::size_t i = 0; i < std::min(most, lost.size()); ++i) {
    const auto& [from, to] = lost[i].ends;
    const double x = mpq_class(to[0] - from[0]).get_d(), y = mpq_class(to[1] - from[1]).get_d();
    const ExactPoint at = to_input_frame(kernel::point_along(from, to, mpq_class(1, 2)), r.options.up);
    out += std::string(i == 0 ? ": a " : ", a ") + text_of(lost[i].kind) + " " +
           kernel::six_digits(mpq_class(kernel::hypotenuse(x, y))) + " wide at (" + kernel::six_digits(at[0]) + ", " +
           kernel::six_digits(at[1]) + ", " + kernel::six_digits(at[2]) + ")";
  }
  return out + (lost.size() > most ? " and " + count_text(lost.size() - most) + " more" : "");
}

// Steps or welds join what are islands in a file. `linked`: looks at the files that have link polygons, else at the
// others.
void warn_of_islands(const std::vector<RoundedFile>& files, const NavMesh& mesh, const BakeReport& r, bool linked,
                     std::vector<Warning>& out) {
  std::string kinds, counts;
  for (const RoundedFile& f : files) {
    if (keeps_connections(f.kind) || has_links(f.kind, r.options) != linked) continue;
    const auto lowest = static_cast<kernel::Label>(f.lowest + 1),
               highest = static_cast<kernel::Label>(f.lowest + f.facts.islands.size());
    for (std::size_t i = 0; i < f.facts.islands.size(); ++i) {
      const std::uint64_t islands = f.facts.islands[i],
                          components = components_with_links(mesh, {.lowest = lowest, .highest = highest},
                                                             static_cast<kernel::Label>(lowest + i));
      if (islands + f.facts.lost[i] <= components + f.facts.lost_ways[i]) continue;
      if (kinds.empty())
        counts = counted_text(islands, "island") + " where steps and welds make " +
                 counted_text(components, "component") + " for " + r.options.stances[f.lowest + i].name;
      kinds += (kinds.empty() ? "" : ", ") + f.kind;
      break;
    }
  }
  if (kinds.empty()) return;
  out.push_back({"islands",
                 kinds + ": " + counts +
                     (linked ? "; " + count_text(r.links->left_out) +
                                   " of them have no room for a polygon of --link-polygons" + lost_links_text(r)
                             : "; give --link-polygons, so that engines walk over them"),
                 linked ? "" : "--link-polygons"});
}

// Names of scenes of a glTF, the first ten of them: "'A', 'B' and 3 more".
std::string names_text(const std::vector<std::string>& names) {
  constexpr std::size_t most = 10;
  std::string out;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i) out += (i == 0 ? "'" : ", '") + names[i] + "'";
  return out + (names.size() > most ? " and " + std::to_string(names.size() - most) + " more" : "");
}

void warn_of_parts(const Scene& scene, std::vector<Warning>& out) {
  if (!scene.unread_scenes.empty())
    out.push_back({"unread_scenes",
                   "the file does not say which of its scenes is meant, so the first is read; give --scene "
                   "NAME for another, of " +
                       names_text(scene.unread_scenes),
                   "--scene"});
  for (const LeftOut& each : scene.left_out)
    if (each.parts == 0)
      out.push_back(
          {"left_out_nothing",
           "--leave-out '" + each.pattern + "' is the name of nothing in the scene; correct it, or leave it out",
           "--leave-out"});
}

}  // namespace

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g %%", 100 * share);
  return text;
}

std::optional<Warning> coarse_numbers(const FileNumbers& n, const BakeOptions& o) {
  const mpq_class size = sgn(o.radius) > 0 ? o.radius : mpq_class(o.stances.front().height / 20);
  if (!(n.spacing > mpq_class(size / 100).get_d())) return std::nullopt;
  char text[200];
  std::snprintf(text, sizeof text, ": numbers are %.3g apart so far from the origin, and corners moved by up to %.3g; ",
                n.spacing, n.moved);
  return Warning{"coarse_numbers", text_of(n.format) + std::string(text) + "move the level nearer to the origin" +
                                       (n.glb_finer ? " or write a .glb, which has an origin of its own" : "")};
}

std::vector<Warning> find_warnings(const SceneSurfaces& level, const Navigation& navigation, const BakeReport& r) {
  std::vector<Warning> out;
  warn_of_parts(level.scene, out);
  const std::size_t before = out.size();
  if (!warn_of_slope(level, r.options, out)) warn_of_facing(level, navigation, r, out);
  warn_of_size(level, navigation, r, out);
  if (out.size() == before) warn_of_outcome(r, out);
  warn_of_fans(r, out);
  warn_of_near_limits(level, navigation, r.options, out);
  warn_of_long_coordinates(level, r, out);
  return out;
}

void note_file_warnings(const NavMesh& mesh, BakeReport& r) {
  std::erase_if(r.warnings, [](const Warning& w) {
    return w.code == "nothing_left" || w.code == "area_left_out" || w.code == "lost_ways" || w.code == "islands";
  });
  std::vector<RoundedFile> files;
  for (const auto& [kind, facts] : r.conforming)
    files.push_back(
        {kind, facts,
         facts.lost.size() == r.options.stances.size() ? 0 : static_cast<std::size_t>(r.options.export_stance) - 1});
  for (const RoundedFile& file : files) warn_of_rounding(file, mesh, r.warnings);
  if (r.graph.step + r.graph.weld == 0) return;
  warn_of_islands(files, mesh, r, false, r.warnings);
  if (r.links && r.links->left_out > 0) warn_of_islands(files, mesh, r, true, r.warnings);
}

}  // namespace plumb::pipeline
