// SPDX-License-Identifier: LGPL-3.0-or-later
#include <algorithm>
#include <map>
#include <numeric>

#include "base/sets.h"
#include "base/square.h"
#include "files/navmesh_check.h"

namespace plumb::checker {
namespace {

Outline outline_of(const Proven& proven, Index piece) {
  Outline out;
  for (const Index place : proven.ring(proven.pieces[piece])) out.push_back(proven.places[place]);
  return out;
}

// Added up by halves, as fractions grow.
Fraction sum(const std::vector<Fraction>& terms, std::size_t begin, std::size_t end) {
  if (end - begin == 1) return terms[begin];
  const std::size_t middle = begin + (end - begin) / 2;
  return sum(terms, begin, middle) + sum(terms, middle, end);
}

// Whether areas add up to a limit or more. Each is rounded down to 2^-128 first, which mostly tells.
bool reach(const std::vector<Fraction>& areas, const Fraction& limit) {
  mpz_class low = 0;
  for (const Fraction& area : areas) low += (area.get_num() << 128) / area.get_den();
  const Fraction wanted = limit * Fraction(mpz_class(1) << 128);
  if (low >= wanted) return true;
  if (low + Integer(areas.size()).gmp() < wanted) return false;
  return sum(areas, 0, areas.size()) >= limit;
}

// The pieces that a point falls upon: those at or below it whose surface is the highest there.
std::vector<Index> below(const Proven& proven, const Vertex& at, const Fraction& height) {
  std::vector<Index> found;
  std::optional<Fraction> highest;
  for (Index i = 0; i < proven.pieces.size(); ++i) {
    const Outline corners = outline_of(proven, i);
    bool outside = false;
    for (std::size_t k = 0; k < corners.size() && !outside; ++k) {
      const Vertex &p = corners[k], &q = corners[k + 1 == corners.size() ? 0 : k + 1];
      outside = side(Line(p.y * q.w - q.y * p.w, q.x * p.w - p.x * q.w, p.x * q.y - p.y * q.x), at) < 0;
    }
    if (outside) continue;
    const Fraction z = height_on(proven.world->polygons[proven.pieces[i].surface].plane, place_of(at));
    if (z > height || (highest && z < *highest)) continue;
    if (highest && z > *highest) found.clear();
    highest = z;
    found.push_back(i);
  }
  return found;
}

}  // namespace

void for_parts(Proven& proven, const Proven::Way& way, const WayPart& visit) {
  if (!proven.has_cuts())
    return visit(way.stance, proven.pieces_of(way.a)[0], proven.pieces_of(way.b)[0], way.ends.on_a[0],
                 way.ends.on_a[1]);
  for_way(proven.places, way.ends, proven.flanks.of(way.a), proven.flanks.of(way.b),
          [&](Index from, Index to, Index piece, Index other) {
            const int stands = std::min(proven.pieces[piece].label, proven.pieces[other].label);
            visit(std::min(way.stance, static_cast<Index>(stands)), piece, other, from, to);
          });
}

void for_cuts(Proven& proven, const WayPart& visit) {
  const Shared cut = [&](Index from, Index to, Index piece, Index other) {
    visit(static_cast<Index>(std::min(proven.pieces[piece].label, proven.pieces[other].label)), piece, other, from, to);
  };
  for (Index c = 0; proven.has_cuts() && c + std::size_t{1} < proven.first_piece.size(); ++c) {
    if (proven.pieces_of(c).size() < 2) continue;
    const auto of_cell = proven.flanks.of(c);
    std::vector<Flank> flanks(of_cell.begin(), of_cell.end());
    pair_equal(flanks, cut);
    pair_parts(proven.places, flanks, cut);
  }
}

std::vector<bool> kept_pieces(Proven& proven, const NavMesh& mesh) {
  std::vector<bool> kept(proven.pieces.size(), true);
  const Fraction min_area = option_value(mesh, "min_area");
  if (sgn(min_area) == 0 && mesh.seeds.empty()) return kept;
  Sets sets(proven.pieces.size());
  const WayPart unite = [&](Index, Index piece, Index other, Index, Index) { sets.unite(piece, other); };
  for (const Proven::Way& way : proven.ways) for_parts(proven, way, unite);
  for_cuts(proven, unite);
  const Fraction scale = fraction(proven.world->scene.scale);
  std::map<std::size_t, std::vector<Fraction>> areas;  // of components
  for (Index i = 0; i < proven.pieces.size(); ++i)
    if (proven.pieces[i].label > 0) areas[sets.find(i)].push_back(doubled_area(outline_of(proven, i)));
  std::map<std::size_t, bool> stays;
  for (const auto& [component, list] : areas) stays[component] = mesh.seeds.empty();
  for (std::size_t i = 0; i + 2 < mesh.seeds.size(); i += 3) {
    const Vertex at = vertex_of({mesh.seeds[i] * scale, mesh.seeds[i + 1] * scale});
    bool stands = false;
    for (const Index piece : below(proven, at, mesh.seeds[i + 2] * scale)) {
      if (proven.pieces[piece].label < 1) continue;
      stands = true;
      stays[sets.find(piece)] = true;
    }
    if (!stands) throw Unequal("nobody can stand below seed point " + std::to_string(i / 3));
  }
  for (auto& [component, stay] : stays) stay = stay && reach(areas[component], 2 * min_area * scale * scale);
  for (Index i = 0; i < proven.pieces.size(); ++i)
    if (proven.pieces[i].label > 0) kept[i] = stays[sets.find(i)];
  return kept;
}

void check_options(const Proven& proven, const NavMesh& mesh) {
  const auto differ = [](const std::string& what) {
    throw Unequal("the option " + what + " is not the certificate's");
  };
  if (mesh.sha256 != proven.digest) throw Unequal("it is of another level, by its digest");
  const World& world = *proven.world;
  const Fraction scale = fraction(world.scene.scale);
  if (mesh.stances.size() != world.heights.size()) differ("stances");
  for (std::size_t i = 0; i < mesh.stances.size(); ++i)
    if (mesh.stances[i].name != world.stance_names[i] || mesh.stances[i].height * scale != world.heights[i])
      differ("stances");
  // By the names of the certificate's records and, if they have others, of the options; "": what a file without has.
  struct Same {
    const char *record, *option;
  };
  static constexpr Same all[] = {{"numbers", "numbers"},
                                 {"up", "up"},
                                 {"sides", "sides"},
                                 {"slope", "slope"},
                                 {"slope-ratio", "slope_ratio"},
                                 {"slope-cos", "slope_cos"},
                                 {"step", "step"},
                                 {"weld", "weld"},
                                 {"solids", "solids"},
                                 {"radius", "radius"},
                                 {"clearance", "clearance"},
                                 {"bad-faces", "bad_faces"}};
  const auto given = [&](const char* name) {
    const auto at = mesh.options.find(name);
    return at == mesh.options.end() || at->second == "null" ? std::string() : at->second;
  };
  for (const Same& same : all) {
    const auto at = proven.options.find(same.record);
    std::string wanted = at == proven.options.end() ? "" : at->second, found = given(same.option);
    if (wanted.empty() && found == "0") wanted = "0";  // no radius
    if (wanted == "inner" && found == "both" && same.option == std::string_view("clearance"))
      continue;  // of two bounds
    if (found != wanted) differ(same.option);
  }
  if (proven.has_radius()) {
    if (given("window") != proven.options.at("window")) differ("window");
    if (given("disc") != std::to_string(proven.disc)) differ("disc");
  }
  if (given("method") != "vcd") throw Unequal("the option method: a certificate is of the method vcd");
  static const std::set<std::string> others{
      "method", "optimise",      "one_surface", "min_area", "exact_digits", "decomposition", "simplify",   "preset",
      "agent",  "node_rotation", "window",      "disc",     "gltf_scene",   "drop",          "drop_reach", "leap"};
  for (const auto& [name, value] : mesh.options)
    if (!others.contains(name) &&
        std::none_of(std::begin(all), std::end(all), [&](const Same& s) { return name == s.option; }))
      throw Unequal("the option " + name + " is one that no certificate has");
}

}  // namespace plumb::checker
