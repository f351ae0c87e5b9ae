// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/tile_index.h"

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/bake_tile.h"
#include "plumb/pipeline/finish_tile.h"
#include "plumb/pipeline/text.h"
#include "tile_files.h"
#include "tile_page.h"
#include "tile_world.h"

namespace plumb::pipeline {
namespace {

// What Detour has to be told to load the .bin of tiles, and the file of all; null without.
Json world_json(const std::optional<TileWorld>& world) {
  if (!world) return {};
  Json origin = Json::array();
  for (const float v : world->parameters.origin) origin.push_back(v);
  return {{"origin", std::move(origin)},
          {"tile_width", world->parameters.tile_width},
          {"tile_height", world->parameters.tile_height},
          {"tile_bits", world->parameters.tile_bits},
          {"polygon_bits", world->parameters.polygon_bits},
          {"set", world->set ? file_json(*world->set) : Json()}};
}

}  // namespace

std::optional<Error> write_tile_index(const TileStore& store, const TilePlan& plan) {
  // seams.json has the totals.
  const auto head = read_totals<Result<std::string>>(store, plan, [&](JsonView root) -> Result<std::string> {
    Json origin = Json::array(), stances = Json::array();
    for (const mpq_class& v : plan.grid.origin) origin.push_back(v.get_str());
    for (const JsonView s : root.at("stances"))
      stances.push_back({{"name", s.at("name").text()},
                         {"height", s.at("height").text()},
                         {"components", s.at("components").whole()},
                         {"dropped", s.at("dropped").whole()}});
    std::map<std::string, kernel::Area> areas;
    for (const JsonView a : root.at("areas")) areas[a.at("verdict").text()] = area_of(a.at("area"));
    return json_text({{"plumb", version()},
                      {"key", plan.key},
                      {"size", plan.grid.size.get_str()},
                      {"origin", std::move(origin)},
                      {"cells", root.at("cells").whole()},
                      {"areas", areas_json(areas)},
                      {"stances", std::move(stances)}});
  });
  if (!head) return head.error();
  std::string text = *head;
  text.pop_back();
  text += ",\"tiles\":[";
  bool first = true;
  std::vector<FinishedTile> all;
  std::vector<TileRow> rows;
  for (const Tile& tile : plan.tiles()) {
    const auto seam = seam_of_baked(store, plan, tile);
    if (!seam) return not_baked(store, tile);
    auto finished = finished_tile(store, plan, tile);
    if (!finished) return finished.error();
    text += std::exchange(first, false) ? "\n" : ",\n";
    text += json_text({{"tile", tile_json(tile)},
                       {"heights", heights_json(seam->heights)},
                       {"cells", seam->cells},
                       {"areas", areas_json(seam->areas)},
                       {"files", files_json(finished->files)}});
    rows.emplace_back(*seam);
    all.push_back(std::move(*finished));
  }
  store.remove_other_outputs(plan);
  if (auto error = write_page_index(store, plan, rows)) return error;
  const auto world = write_tile_world(store, plan, all);
  if (!world) return world.error();
  return write_whole(store.index_file(), text + "\n],\"detour\":" + json_text(world_json(*world)) + "}\n");
}

}  // namespace plumb::pipeline
