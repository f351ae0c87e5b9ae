// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/tile_index.h"

#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/bake_tile.h"
#include "plumb/pipeline/finish_tile.h"
#include "plumb/pipeline/text.h"
#include "tile_files.h"

namespace plumb::pipeline {

std::optional<Error> write_tile_index(const TileStore& store, const TilePlan& plan) {
  // seams.json has the totals, and its digest is in the list of each tile's files.
  struct Totals {
    std::string head, joined;
  };
  const auto totals = read_joined<Result<Totals>>(store, plan, [&](JsonView root, std::string joined) {
    Json origin = Json::array(), stances = Json::array();
    for (const mpq_class& v : plan.grid.origin) origin.push_back(v.get_str());
    for (const JsonView stance : root.at("stances")) {
      std::size_t dropped = 0;
      for (const JsonView c : stance.at("components")) dropped += c.find("dropped").has_value();
      stances.push_back({{"name", stance.at("name").text()},
                         {"height", stance.at("height").text()},
                         {"components", stance.at("components").size()},
                         {"dropped", dropped}});
    }
    std::map<std::string, kernel::Area> areas;
    for (const JsonView a : root.at("areas")) areas[a.at("verdict").text()] = area_of(a.at("area"));
    return Totals{json_text({{"plumb", version()},
                             {"key", plan_key(plan)},
                             {"size", plan.grid.size.get_str()},
                             {"origin", std::move(origin)},
                             {"cells", root.at("cells").whole()},
                             {"areas", areas_json(areas)},
                             {"stances", std::move(stances)}}),
                  std::move(joined)};
  });
  if (!totals) return totals.error();
  std::string text = totals->head;
  text.pop_back();
  text += ",\"tiles\":[";
  bool first = true;
  for (const Tile& tile : plan.tiles()) {
    const auto seam = seam_of_baked(store, plan, tile);
    if (!seam)
      return bad_option("tile " + numbers_text(tile) + " is not baked; give: plumb tiles bake " + store.folder());
    const auto files = finished_files(store, tile, totals->joined);
    if (!files) return files.error();
    text += std::exchange(first, false) ? "\n" : ",\n";
    text += json_text({{"tile", tile_json(tile)},
                       {"heights", heights_json(seam->heights)},
                       {"cells", seam->cells},
                       {"areas", areas_json(seam->areas)},
                       {"files", files_json(*files)}});
  }
  return write_whole(store.index_file(), text + "\n]}\n");
}

}  // namespace plumb::pipeline
