// SPDX-License-Identifier: GPL-3.0-or-later
// An audit of a level and a navmesh says the same numbers as that of their images: areas missing and in excess by
// cause, components lost, split and merged, heights, structure. The navmeshes are faulty: a cell is left out, moved,
// raised or there twice, all corners are rounded.
#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "plumb/pipeline/compare.h"
#include "support/relation_draws.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// Polygons as an OBJ: facets of cells on which somebody stands, with one fault or more.
PlainLevel faulty(const NavMesh& mesh, Draws& draws) {
  std::vector<std::vector<kernel::ExactPoint>> polygons;
  for (const NavMesh::Cell& cell : mesh.cells)
    for (const NavMesh::Facet& facet : cell.facets)
      if (cell.stance > 0) {
        auto& polygon = polygons.emplace_back();
        for (const auto i : facet.corners) polygon.push_back(mesh.points[i]);
      }
  if (polygons.empty()) return {};
  // Coordinates are multiples of 1/64 then, so corners move and polygons may lose their convexity.
  for (auto& polygon : polygons)
    for (auto& p : polygon)
      for (mpq_class& v : p) {
        const mpq_class scaled = v * 64 + mpq_class(1, 2);
        mpz_class whole;
        mpz_fdiv_q(whole.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
        v = mpq_class(whole) / 64;
      }
  const auto one = [&]() -> auto& { return polygons[static_cast<std::size_t>(draws(0, int(polygons.size()) - 1))]; };
  for (int faults = draws(0, 2); faults > 0; --faults) {
    auto& polygon = one();
    switch (draws(0, 3)) {
      case 0: polygon = polygons.front(); break;  // is there twice, and something is missing
      case 1:
        for (auto& p : polygon) p[0] += mpq_class(draws(1, 8)) / 16;
        break;
      case 2:
        for (auto& p : polygon) p[2] += mpq_class(draws(1, 12)) / 16;
        break;
      default: polygon.front()[1] += mpq_class(draws(1, 8)) / 16;
    }
  }
  PlainLevel out;
  for (const auto& polygon : polygons) out.add(polygon);
  return out;
}

Result<AuditFacts> audit_of(const BakeArguments& level, const std::string& navmesh, const Placement& placement,
                            const std::string& stance, bool cells, const mpq_class& scale) {
  AuditArguments a{.level = level, .navmesh = navmesh};
  a.transform = placement.text();
  a.stance = stance;
  a.fail_if = "missing>1%,excess>1%,lost>0,merged>0,height>1000000000";
  a.edges = "partial";
  if (cells) {
    a.cell = mpq_class(scale / 8).get_str() + "," + mpq_class(scale / 16).get_str();
    a.climb = mpq_class(scale / 4).get_str();
    a.max_error = "1.5";
    a.min_region = "8";
  }
  const auto options = make_audit_options(a);
  if (!options) return options.error();
  Progress silent;
  return audit(*options, silent);
}

using Numbers = std::map<std::string, mpq_class>;

Numbers numbers_of(const AuditFacts& f, const mpq_class& scale) {
  const mpq_class square = scale * scale;
  Numbers out;
  const auto area = [&](const char* name, const AreaTotal& total) { out[name] = exact_area(total) * square; };
  area("truth", f.truth), area("covered", f.covered), area("missing", f.missing), area("outer", f.outer);
  area("found", f.found), area("matched", f.matched), area("excess", f.excess), area("repeated", f.repeated);
  for (const AuditFacts::CauseTotal& c : f.causes) {
    out[std::string("cause ") + text_of(c.cause)] += exact_area(c.area) * square;
    out[std::string("findings of ") + text_of(c.cause)] += c.findings;
  }
  if (f.heights) {
    out["lowest over"] = f.heights->low * scale;
    out["highest over"] = f.heights->high * scale;
  }
  const MatchedComponents& m = f.components;
  out["components"] = m.truth;
  out["islands"] = m.found;
  out["lost"] = m.lost.size(), out["spurious"] = m.spurious.size();
  out["split"] = m.split.size(), out["merged"] = m.merged.size(), out["slight"] = m.slight.size();
  std::multiset<mpq_class> matched;
  for (const auto& [pair, total] : m.areas) matched.insert(exact_area(total) * square);
  std::size_t i = 0;
  for (const mpq_class& each : matched) out["match " + std::to_string(i++)] = each;
  if (m.only_truth_joins && m.only_truth_joins->exact) out["only truth joins"] = *m.only_truth_joins->exact;
  if (m.only_found_joins && m.only_found_joins->exact) out["only found joins"] = *m.only_found_joins->exact;
  const MeshStructure& s = f.structure;
  out["degenerate"] = s.degenerate.size(), out["nonconvex"] = s.nonconvex.size(), out["folded"] = s.folded.size();
  out["crowded edges"] = s.crowded_edges.size(), out["T-junctions"] = s.t_junctions.size();
  for (const Verdict& v : f.verdicts) out["exceeds " + v.threshold.text] = v.exceeded;
  std::erase_if(out, [](const auto& entry) { return entry.second == 0; });
  return out;
}

std::string fault_of_audits(RelationCase& c) {
  const BakeArguments a = c.arguments(), b = c.related_arguments();
  const auto options = options_of(a);
  const auto baked = bake_level(c.level, c.agent);
  if (!baked) return "";
  const PlainLevel navmesh = faulty(baked->mesh(), c.draws);
  if (navmesh.faces.empty()) return "";
  const std::string file = c.folder.write("n.obj", obj(navmesh));
  // What cells may have moved is measured by a polygon around a disc of 16 points, within a rounded window.
  const std::string relation = c.relation.name;
  const bool cells = relation != "mirror" && relation != "scale" && c.draws.one_in(2);
  for (const Stance& s : options.stances) {
    const auto of_a = audit_of(a, file, {}, s.name, cells, 1);
    const auto of_b = audit_of(b, file, c.placement(), s.name, cells, c.placement().scale);
    if (!of_a || !of_b) return (of_a ? of_b : of_a).error().text();
    Numbers x = numbers_of(*of_a, c.placement().scale), y = numbers_of(*of_b, 1);
    if (const mpq_class added = c.related.added_area(); added != 0) {
      for (const char* name : {"truth", "missing"}) x[name] += added;
      if (sgn(c.agent.radius) > 0) x["outer"] += added;
      x["components"] += 1, x["lost"] += 1;
      // Shares of areas, and causes, are those of all the level.
      for (auto* one : {&x, &y})
        std::erase_if(*one, [](const auto& entry) {
          return entry.first.starts_with("exceeds") || entry.first.starts_with("cause") ||
                 entry.first.starts_with("findings");
        });
    }
    // How pieces hang together depends on where causes and cells cut them: with polygons that lie over one another, an
    // edge of a cell may join pieces of both.
    if (relation == "mirror" || x.contains("repeated"))
      for (auto* one : {&x, &y})
        std::erase_if(*one, [](const auto& entry) { return entry.first.starts_with("findings"); });
    // What is narrower than the grid of the file's numbers is told apart, and far away that grid is coarser.
    if (of_a->grid.step * c.placement().scale != of_b->grid.step)
      for (auto* one : {&x, &y})
        std::erase_if(*one, [](const auto& entry) {
          return entry.first.starts_with("cause") || entry.first.starts_with("findings") || entry.first == "slight" ||
                 entry.first.find("split") != entry.first.npos || entry.first.find("merged") != entry.first.npos;
        });
    if (x == y) continue;
    std::string out = "audits at " + s.name + " differ";
    for (const auto& [name, value] : x)
      if (!y.contains(name) || y[name] != value) out += "\n  L: " + name + " " + value.get_str();
    for (const auto& [name, value] : y)
      if (!x.contains(name) || x[name] != value) out += "\n  R(L): " + name + " " + value.get_str();
    return out;
  }
  return "";
}

const RelationJob job{fault_of_audits};

}  // namespace

TEST_CASE("relations of audits: of the images the same numbers are told", "[relations]") { hold_relations(job, 10); }
TEST_CASE("relations of audits: what breaks one is noticed") { notice_broken_relations(job, 12, 12); }
