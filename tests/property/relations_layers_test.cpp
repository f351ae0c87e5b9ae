// SPDX-License-Identifier: GPL-3.0-or-later
// Layers keep relations. The fewest transfers are those of a graph of polygons and ways, counting arcs, so layers are
// equal where the graphs are; and whatever the cells, the connected surfaces are as many, and one of them needs a
// transfer exactly where its floors lie over one another.
#include <catch2/catch.hpp>

#include <set>

#include "plumb/pipeline/find_layers.h"
#include "support/relation_draws.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

Result<FoundLayers> layers(const BakeArguments& level, bool polygons, const std::string& method = "exact") {
  LayersArguments arguments;
  arguments.level = level;
  arguments.polygons = polygons;
  arguments.method = method;
  auto options = make_layers_options(arguments);
  if (!options) throw std::runtime_error(options.error().text());
  Progress silent;
  return find_layers(*options, silent);
}

// `more`: layers and surfaces of the added floor.
std::string fault_of_partition(const FoundLayers& a, const FoundLayers& b, std::size_t more, bool same_numbers) {
  const auto told = [](const char* what, std::size_t x, std::size_t y) {
    return std::string(what) + ": " + std::to_string(x) + " and " + std::to_string(y);
  };
  const auto &g = a.walkable.graph, &h = b.walkable.graph;
  if (g.nodes + more != h.nodes) return told("nodes", g.nodes, h.nodes);
  if (g.arcs.size() != h.arcs.size()) return told("arcs", g.arcs.size(), h.arcs.size());
  if (g.conflicts.size() != h.conflicts.size()) return told("conflicts", g.conflicts.size(), h.conflicts.size());
  if (a.partition.transfers.size() != b.partition.transfers.size())
    return told("arcs between layers", a.partition.transfers.size(), b.partition.transfers.size());
  if (!same_numbers) return "";
  // Where several partitions are the fewest, numbers choose.
  if (a.layers.layers.size() + more != b.layers.layers.size())
    return told("layers", a.layers.layers.size(), b.layers.layers.size());
  if (a.layers.transfers.size() != b.layers.transfers.size())
    return told("transfers", a.layers.transfers.size(), b.layers.transfers.size());
  return "";
}
// The corners of all footprints.
std::set<std::array<mpq_class, 2>> footprint_corners(const FoundLayers& found, const Placement& placement) {
  std::set<std::array<mpq_class, 2>> out;
  for (const auto& layer : found.layers.layers)
    for (const auto& ring : layer.footprint)
      for (const auto& p : ring) {
        const kernel::ExactPoint at = placement({p[0], p[1], 0});
        out.insert({at[0], at[1]});
      }
  return out;
}

std::string fault_of_layers(RelationCase& c) {
  const BakeArguments a = c.arguments(), b = c.related_arguments();
  const std::size_t more = c.related.added_side != 0;
  {
    const auto of_a = layers(a, false), of_b = layers(b, false);
    if (bool(of_a) != bool(of_b)) return "one of them is refused";
    if (!of_a) return "";
    if (of_a->surfaces + more != of_b->surfaces) return "surfaces differ";
    if (of_a->partition.transfers.empty() != of_b->partition.transfers.empty()) return "one of them needs no transfer";
    // Cells are the same where nothing is cut by numbers of faces, along axes or by a radius.
    const std::set<std::string> of_cells{"order of points", "translation", "scale", "far floor"};
    if (of_cells.contains(c.relation.name) && c.agent.radius == 0)
      if (const auto wrong = fault_of_partition(*of_a, *of_b, more, true); !wrong.empty()) return "baked: " + wrong;
  }
  if (c.relation.polygons == PolygonsOf::others) return "";
  const auto of_a = layers(a, true), of_b = layers(b, true);
  if (!of_a || !of_b) return "polygons of one of them are refused";
  const bool same_numbers = c.relation.polygons == PolygonsOf::same;
  if (const auto wrong = fault_of_partition(*of_a, *of_b, more, same_numbers); !wrong.empty()) return wrong;
  const auto all_a = layers(a, true, "brute-force"), all_b = layers(b, true, "brute-force");
  if (all_a->partition.solution_count != all_b->partition.solution_count) return "there are more fewest partitions";
  if (more == 0 && all_a->partition.solution_count == 1 &&
      footprint_corners(*of_a, c.placement()) != footprint_corners(*of_b, {}))
    return "footprints differ";
  return "";
}

const RelationJob job{fault_of_layers, [](const Relation&, RelatedAgent& agent) {
                        // Layers are of a bake by volumes, of all components.
                        agent.wedge = false;
                        agent.min_area = 0;
                        agent.seed_points.clear();
                        agent.one_surface = false;
                        agent.decomposition = "bounded";
                      }};

}  // namespace

TEST_CASE("relations of layers: as many, with as many transfers", "[relations]") { hold_relations(job, 30); }
TEST_CASE("relations of layers: what breaks one is noticed") { notice_broken_relations(job, 40, 40); }
