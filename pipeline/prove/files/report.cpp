// SPDX-License-Identifier: LGPL-3.0-or-later
// What a report and a table of areas say of a bake, against the certificate and the files before it.
//
// 1. facts_of() adds up the pieces: exact areas and numbers by label, and components of each stance over ways and cuts.
// 2. check_report() reads a report once, from its beginning to its end, and compares each member that it knows with
//    these facts; all others are passed over (docs/reference/certificate.md lists what is compared).
// 3. require_reported() holds what a report says of a mesh in rounded numbers against what was counted in it.
// 4. check_table() does the same for the rows of a table.
//
// Cost: that of the sums of areas, and n for n characters. Exact: all of it.
// Source: our own.
#include "files/report.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/sets.h"
#include "base/square.h"
#include "files/navmesh_check.h"
#include "read/records.h"

namespace plumb::checker {
namespace {

constexpr std::array<std::string_view, 4> verdicts{"too_close", "inside", "covered", "blocked"};

// The label's place in Facts; none: no verdict has the name.
std::optional<std::size_t> index_of(const Proven& proven, std::string_view name) {
  const auto& stances = proven.world->stance_names;
  const auto stance = std::find(stances.begin(), stances.end(), name) - stances.begin();
  if (static_cast<std::size_t>(stance) < stances.size()) return 4 + static_cast<std::size_t>(stance);
  const auto verdict = std::find(verdicts.begin(), verdicts.end(), name) - verdicts.begin();
  if (static_cast<std::size_t>(verdict) < verdicts.size()) return static_cast<std::size_t>(verdict);
  return std::nullopt;
}

void require_equal(bool equal, const std::string& what, std::uint64_t line) {
  if (!equal) throw Unequal(what + " is not the certificate's", line);
}

// An area as a fraction in the level's unit, against a sum of doubled ones. Empty: it was too long to be written.
void require_area(const Proven& proven, std::string_view text, const AreaSum& sum, const std::string& what,
                  std::uint64_t line) {
  const auto exact = sum.exact();
  if (text.empty() || !exact) return;
  const Ratio given = read_ratio(text);
  const Fraction scale = fraction(proven.world->scene.scale);
  require_equal(quotient(given.above, given.below) * scale * scale * 2 == *exact, "the area of " + what, line);
}

// What a navmesh keeps; without one all.
std::vector<bool> kept_by(Proven& proven, const NavMesh* mesh) {
  return mesh ? kept_pieces(proven, *mesh) : std::vector<bool>(proven.pieces.size(), true);
}

AreaSum total(const Facts& facts) {
  AreaSum all;
  for (const AreaSum& sum : facts.areas) all.add(sum);
  return all;
}

// What a report says of a mesh in rounded numbers.
ReportedMesh reported_mesh(Json& json) {
  ReportedMesh out{json.line(), 0, 0, {}, {}, {}};
  int read = 0;
  const auto numbers = [&](std::vector<std::size_t>& list) { json.list([&] { list.push_back(json.number()); }); };
  json.object([&](const std::string& name) {
    ++read;
    if (name == "polygons") out.polygons = json.number();
    else if (name == "collapsed") out.collapsed = json.number();
    else if (name == "islands") numbers(out.islands);
    else if (name == "lost") numbers(out.lost);
    else if (name == "lost_ways") numbers(out.lost_ways);
    else json.skip(), --read;
  });
  if (read != 5) throw Refused("a mesh of the report lacks numbers; give a file as Plumb wrote it", out.line);
  return out;
}

}  // namespace

Facts facts_of(Proven& proven, const std::vector<bool>& kept) {
  const std::size_t stances = proven.world->heights.size();
  Facts facts{std::vector<AreaSum>(stances + 4), std::vector<std::size_t>(stances + 4), {}};
  for (const Proven::Piece& p : proven.pieces) {
    const auto index = static_cast<std::size_t>(p.label + 3);
    Outline outline;
    for (const Index place : proven.ring(p)) outline.push_back(proven.places[place]);
    facts.areas[index].add(doubled_area(outline));
    ++facts.pieces[index];
  }
  for (std::size_t s = 1; s <= stances; ++s) {
    Sets sets(proven.pieces.size());
    const WayPart unite = [&](Index stance, Index piece, Index other, Index, Index) {
      if (stance >= s) sets.unite(piece, other);
    };
    for (const Proven::Way& way : proven.ways) for_parts(proven, way, unite);
    for_cuts(proven, unite);
    std::set<std::size_t> found;
    for (Index i = 0; i < proven.pieces.size(); ++i)
      if (kept[i] && proven.pieces[i].label >= static_cast<int>(s)) found.insert(sets.find(i));
    facts.components.push_back(found.size());
  }
  return facts;
}

ReportedMeshes check_report(Json& json, Proven& proven, const NavMesh* mesh) {
  ReportedMeshes meshes;
  const Facts facts = facts_of(proven, kept_by(proven, mesh));
  const auto exact_area = [&](const AreaSum& sum, const std::string& what) {
    std::int64_t longer = -1;
    json.object([&](const std::string& name) {
      const std::uint64_t line = json.line();
      if (name == "longer_than_exact_digits") longer = json.whole(0, std::int64_t{1} << 53);
      else if (name != "exact") json.skip();
      else if (!json.null()) require_area(proven, json.text(), sum, what, line), longer = 0;
    });
    if (longer < 0) throw Unequal("the area of " + what + " is missing", json.line());
  };
  std::set<std::string> read;
  const auto number = [&](std::size_t wanted, const std::string& what) {
    const std::uint64_t line = json.line();
    require_equal(json.whole(0, std::int64_t{1} << 53) == static_cast<std::int64_t>(wanted), "the number of " + what,
                  line);
  };
  const auto numbers = [&](auto&& wanted, const std::string& what) {
    std::size_t k = 0;
    json.list([&] {
      number(wanted(k), what + " of stance " + std::to_string(k + 1));
      ++k;
    });
    require_equal(k == proven.world->heights.size(), "the number of stances", json.line());
  };
  json.object([&](const std::string& part) {
    if (part == "obstructions") return number(proven.walls.size(), "obstructions");
    if (part == "conforming")
      return json.object([&](const std::string& extension) { meshes.emplace(extension, reported_mesh(json)); });
    if (part != "scene" && part != "area" && part != "cells" && part != "graph") return json.skip();
    json.object([&](const std::string& name) {
      const auto index = index_of(proven, name);
      const std::uint64_t line = json.line();
      read.insert(part + "." + name);
      if (part == "scene" && name == "sha256") require_equal(json.text() == proven.digest, "the level's digest", line);
      else if (part == "scene" && name == "faces") number(proven.world->scene.face_count(), "faces");
      else if (part == "scene" && name == "polygons") number(proven.world->polygons.size(), "polygons");
      else if (part == "area" && name == "traversable") exact_area(total(facts), name);
      else if (part == "area" && name == "stances") {
        std::size_t s = 0;
        json.list([&] {
          json.object([&](const std::string& field) {
            if (field == "area" && s < proven.world->heights.size())
              exact_area(facts.areas[4 + s], proven.world->stance_names[s]);
            else json.skip();
          });
          ++s;
        });
        require_equal(s == proven.world->heights.size(), "the number of stances", json.line());
      } else if (part == "area" && index && *index < 4) exact_area(facts.areas[*index], name);
      else if (part == "cells" && name == "stances")
        numbers([&](std::size_t k) { return k + 4 < facts.pieces.size() ? facts.pieces[k + 4] : 0; }, "cells");
      else if (part == "cells" && name == "after_merging" && mesh)
        numbers(
            [&](std::size_t k) {
              return static_cast<std::size_t>(
                  std::count_if(mesh->cells.begin(), mesh->cells.end(),
                                [&](const NavMesh::Cell& c) { return c.stance == static_cast<int>(k) + 1; }));
            },
            "merged cells");
      else if (part == "cells" && index && *index < 4) number(facts.pieces[*index], "cells");
      else if (part == "graph" && name == "components" && mesh)
        numbers([&](std::size_t k) { return k < facts.components.size() ? facts.components[k] : 0; }, "components");
      else json.skip();
    });
  });
  json.end();
  for (const char* name : {"scene.sha256", "scene.faces", "scene.polygons", "area.traversable", "area.blocked",
                           "area.stances", "cells.stances", "graph.components"})
    if (!read.contains(name))
      throw Refused("this JSON is neither a navmesh nor a report; it has no " + std::string(name));
  return meshes;
}

void require_reported(const ReportedMesh& report, const RoundedFacts& facts, std::uint64_t line) {
  const auto require = [line](bool equal, const std::string& what) {
    if (!equal) throw Unequal("the number of " + what + " is another in the mesh than in the report", line);
  };
  // On lines between tiles, islands are joined by connections, which the mesh's edges do not show.
  const auto near = [&](const std::vector<std::size_t>& found, const std::vector<std::size_t>& wanted) {
    return std::ranges::equal(found, wanted,
                              [&](std::size_t f, std::size_t w) { return f >= w && f - w <= facts.between_tiles; });
  };
  require(report.polygons == facts.polygons, "polygons");
  require(near(facts.islands, report.islands), "islands");
  require(facts.lost == report.lost, "lost components");
  require(near(facts.lost_ways, report.lost_ways), "lost ways");
  require(report.collapsed >= facts.without, "polygons that have collapsed");
}

void check_table(std::istream& in, Proven& proven, const NavMesh* mesh) {
  const Facts facts = facts_of(proven, kept_by(proven, mesh));
  std::string text;
  std::set<std::string> rows;
  for (std::uint64_t line = 1; std::getline(in, text); ++line) {
    if (text.ends_with('\r')) text.pop_back();
    std::vector<std::string> fields{""};
    bool quoted = false;
    for (const char c : text) {
      if (c == '"') quoted = !quoted;
      else if (c == ',' && !quoted) fields.emplace_back();
      else fields.back() += c;
    }
    if (fields.size() != 9 || text.size() > (std::size_t{1} << 20))
      throw Refused("a row of a table of areas has nine fields; give a file as Plumb wrote it", line);
    if (line == 1 && text != "scene,sha256,verdict,height,area,area_exact,cells,components,largest")
      throw Refused("the columns of a table of areas are others; give a file as Plumb wrote it", line);
    if (line == 1) continue;
    const std::string& verdict = fields[2];
    const auto index = index_of(proven, verdict);
    if ((!index && verdict != "traversable") || !rows.insert(verdict).second)
      throw Unequal("there is no such verdict, or twice", line);
    require_equal(fields[1] == proven.digest, "the level's digest", line);
    try {
      require_area(proven, fields[5], index ? facts.areas[*index] : total(facts), verdict, line);
    } catch (const Unequal&) {
      throw;
    } catch (const Refutation& e) {
      throw Refused(std::string(e.what()) + "; give a file as Plumb wrote it", line);
    }
    std::size_t pieces = 0;
    for (const std::size_t n : facts.pieces) pieces += n;
    if (index) pieces = facts.pieces[*index];
    require_equal(fields[6] == std::to_string(pieces), "the number of cells", line);
    if (index && *index >= 4) {
      const std::size_t s = *index - 4;
      const Ratio height = read_ratio(fields[3]);
      require_equal(
          quotient(height.above, height.below) * fraction(proven.world->scene.scale) == proven.world->heights[s],
          "the height", line);
      if (mesh) require_equal(fields[7] == std::to_string(facts.components[s]), "the number of components", line);
    }
  }
  if (rows.size() != facts.areas.size() + 1) throw Unequal("a verdict is missing");
}

}  // namespace plumb::checker
