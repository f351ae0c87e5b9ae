// SPDX-License-Identifier: GPL-3.0-or-later
// Exports keep relations as far as docs/reference/exports.md says: what an engine loads of L is, when it is moved, the
// floor of R(L), but for a strip along edges that is as wide as the report says that corners have moved, and for the
// area that it says was left out; islands are components, but for those that it says are lost or parted.
#include <catch2/catch.hpp>

#include <cmath>
#include <stdexcept>

#include "support/relation_draws.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// The navmesh of a level in one format, and what its report says of it.
struct Written {
  std::string file;
  BakeReport report;
  std::string extension;
  mpq_class strip;  // the most area between edges before and after rounding

  const ConformingFacts& facts() const { return report.conforming.at(extension); }
};

// Each edge of a polygon stays within the distance that its corners move in plan, or with edges that are bent through a
// corner within twice that; so what differs is as near to an edge, on either side.
mpq_class strip_of(const NavMesh& mesh, double moved) {
  const double distance = 2 * std::sqrt(2.0) * moved;
  double area = 0;
  for (const NavMesh::Cell& cell : mesh.cells)
    for (const NavMesh::Facet& f : cell.facets)
      if (cell.stance > 0)
        for (std::size_t i = 0; i < f.corners.size(); ++i) {
          const auto &p = mesh.points[f.corners[i]], &q = mesh.points[f.corners[(i + 1) % f.corners.size()]];
          area += 2 * distance * std::hypot(mpq_class(p[0] - q[0]).get_d(), mpq_class(p[1] - q[1]).get_d()) +
                  4 * distance * distance;
        }
  return mpq_class(area * 1.000001);
}

// None: the level is refused, or the format cannot hold it.
std::optional<Written> written(const BakeArguments& level, const PlainLevel& plain, const std::string& file,
                               const std::string& extension) {
  auto report = bake_to(level, {file});
  if (!report || !report->not_written.empty()) return std::nullopt;
  BakeArguments alone = level;  // with its seed points, which the relation moves, but without what only files have
  alone.tile.reset();
  alone.no_link_polygons = false;
  BakeSettings settings = options_of(alone);
  settings.mesh = true;
  const auto baked = bake(scene_of(obj(plain)), settings);
  if (!baked) throw std::runtime_error("baked from a file, but not from its text: " + baked.error().text());
  double moved = report->conforming.at(extension).moved;
  if (const auto detour = report->detour.find(extension); detour != report->detour.end())
    moved = std::max({moved, detour->second.moved[0].get_d(), detour->second.moved[2].get_d()});
  Written out{file, std::move(*report), extension, strip_of(baked->mesh(), moved)};
  return out;
}

// Files are y up but for an .obj.
Placement from_file(const Placement& placement, const std::string& extension) {
  if (extension == ".obj") return placement;
  Placement out = placement;
  for (auto& row : out.rows) row = {row[0], row[2], mpq_class(-row[1]), row[3]};
  return out;
}

// `added`: the area of the floor that the file does not have.
std::string fault_of_file(const Written& w, const Placement& placement, BakeArguments level, const mpq_class& added) {
  AuditArguments audit{.level = std::move(level), .navmesh = w.file};
  audit.level.tile.reset();  // both are the file's
  audit.level.no_link_polygons = false;
  audit.transform = from_file(placement, w.extension).text();
  const auto options = make_audit_options(audit);
  if (!options) return options.error().text();
  Progress silent;
  const auto facts = pipeline::audit(*options, silent);
  if (!facts) return facts.error().text();
  const mpq_class square = placement.scale * placement.scale;
  const mpq_class missing = (exact_area(facts->missing) - added) / square, excess = exact_area(facts->excess) / square;
  const mpq_class left_out = w.facts().area_left_out * 1.000001;
  if (missing > w.strip + left_out)
    return "missing " + std::to_string(missing.get_d()) + " where corners move over " + std::to_string(w.strip.get_d());
  if (excess > w.strip)
    return "in excess " + std::to_string(excess.get_d()) + " where corners move over " +
           std::to_string(w.strip.get_d());
  const std::size_t more = added != 0;
  if (w.facts().lost[0] == 0 && facts->components.lost.size() != more)
    return std::to_string(facts->components.lost.size()) + " components are lost";
  return "";
}

std::string fault_of_exports(RelationCase& c) {
  const std::string extension = c.draws.of<std::string>({".obj", ".glb", ".tres", ".bin", ".mset"});
  BakeArguments a = c.arguments(), b = c.related_arguments();
  if (extension == ".mset" && c.draws.one_in(2)) {
    a.tile = "3";
    b.tile = mpq_class(3 * c.placement().scale).get_str();
  }
  // Polygons of steps and welds lie where there is no floor, and take strips of floor.
  if (extension == ".tres") a.no_link_polygons = b.no_link_polygons = true;
  const auto of_a = written(a, c.level, c.folder / ("of_a" + extension), extension);
  const auto of_b = written(b, c.related.level, c.folder / ("of_b" + extension), extension);
  if (of_a)
    if (const auto wrong = fault_of_file(*of_a, c.placement(), b, c.related.added_area()); !wrong.empty())
      return "L as " + extension + ": " + wrong;
  if (of_b)
    if (const auto wrong = fault_of_file(*of_b, {}, b, 0); !wrong.empty()) return "R(L) as " + extension + ": " + wrong;
  if (!of_a || !of_b) return "";
  for (std::size_t s = 0; s < of_a->facts().islands.size(); ++s) {
    const auto components = [&](const Written& w) {
      return w.facts().islands[s] + w.facts().lost[s] - w.facts().lost_ways[s];
    };
    if (components(*of_a) + (c.related.added_side != 0) != components(*of_b))
      return extension + ": islands, lost ones and lost ways make " + std::to_string(components(*of_a)) + " and " +
             std::to_string(components(*of_b)) + " components";
  }
  return "";
}

const RelationJob job{fault_of_exports};

}  // namespace

TEST_CASE("relations of exports: what is loaded of one level is the floor of the other, but for rounding",
          "[relations]") {
  hold_relations(job, 10);
}
TEST_CASE("relations of exports: what breaks one is noticed") { notice_broken_relations(job, 12, 12); }
