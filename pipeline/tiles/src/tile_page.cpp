// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of a store: one for each tile, and one that lists them.
// Problem. A page of the whole level would have to be in memory as a whole, in the browser, too. A page of a tile alone
// does not show where its floor goes on.
// 1. write_tile_page() writes the page of a navmesh (export_view.h) with a document of its own: the tiles that have a
//    side in common, the border of their floor for the lowest stance, in the axes of the level, and the names of their
//    pages.
// 2. page_index() draws the tiles as squares in plan, as green as the share of the tile that somebody can stand
//    on, and lists the areas by verdict. write_page_index() makes a page without a script of that.
// Cost. That of five tiles' cells for a page; the index is linear in the tiles.
// Source: our own; docs/guide/tiles.md, Pages.
#include "tile_page.h"

#include <algorithm>

#include "plumb/pipeline/bake_tile.h"
#include "plumb/pipeline/export_view.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/paths.h"
#include "plumb/pipeline/svg_layout.h"
#include "plumb/pipeline/system.h"
#include "plumb/pipeline/text.h"
#include "tile_files.h"

namespace plumb::pipeline {
namespace {

Json point_json(const NavMesh& mesh, NavMesh::PointIndex p) {
  Json out = Json::array();
  for (const mpq_class& x : to_input_frame(mesh.points[p], mesh.info.up)) out.push_back(x.get_str());
  return out;
}

// The ends of each stretch of a border.
Json border_json(const NavMesh& mesh, const std::vector<BorderInterval>& border) {
  Json out = Json::array();
  for (const BorderInterval& stretch : border)
    for (const NavMesh::PointIndex end : {stretch.from, stretch.to}) out.push_back(point_json(mesh, end));
  return out;
}

// A text or drawing that leads to a page, if there is one.
std::string linked(const std::string& page, const std::string& shown) {
  return page.empty() ? shown : "<a href=\"" + page + "\">" + shown + "</a>";
}

std::string table_of(const std::vector<TileRow>& tiles, const PageLink& link) {
  std::vector<std::string> verdicts;
  for (const TileRow& tile : tiles)
    for (const auto& [verdict, area] : tile.areas)
      if (std::ranges::find(verdicts, verdict) == verdicts.end()) verdicts.push_back(verdict);
  std::ranges::sort(verdicts);
  std::string out = "<table><thead><tr><th>tile<th>cells";
  for (const std::string& verdict : verdicts) out += "<th>" + svg::escaped(verdict);
  out += "</thead><tbody>\n";
  for (const TileRow& tile : tiles) {
    out += "<tr><th>" + linked(link(tile.tile), numbers_text(tile.tile)) + "<td>" + count_text(tile.cells);
    for (const std::string& verdict : verdicts) {
      const auto area = tile.areas.find(verdict);
      out += "<td>" + (area == tile.areas.end() ? std::string("0") : kernel::six_digits(area->second));
    }
    out += "\n";
  }
  return out + "</tbody></table>\n";
}

// The tiles in plan, with y up the page.
std::string map_of(const TilePlan& plan, const std::vector<TileRow>& tiles, const PageLink& link) {
  constexpr std::int64_t side = 40;
  const auto [left, right] = std::ranges::minmax_element(tiles, {}, [](const TileRow& t) { return t.tile.i; });
  const auto [low, high] = std::ranges::minmax_element(tiles, {}, [](const TileRow& t) { return t.tile.j; });
  const std::int64_t columns = right->tile.i - left->tile.i + 1, rows = high->tile.j - low->tile.j + 1;
  const double whole = plan.grid.size.get_d() * plan.grid.size.get_d();
  std::string out = "<svg viewBox=\"0 0 " + std::to_string(columns * side) + " " + std::to_string(rows * side) +
                    "\" width=\"" + std::to_string(std::min<std::int64_t>(columns * side, 1000)) + "\">\n";
  for (const TileRow& tile : tiles) {
    const std::string name = numbers_text(tile.tile), x = std::to_string((tile.tile.i - left->tile.i) * side),
                      y = std::to_string((high->tile.j - tile.tile.j) * side), edge = std::to_string(side);
    const std::string square = "<rect x=\"" + x + "\" y=\"" + y + "\" width=\"" + edge + "\" height=\"" + edge +
                               "\" fill=\"#2e8b57\" fill-opacity=\"" +
                               kernel::six_digits(std::min(1., tile.open / whole)) + "\" stroke=\"#555\"><title>tile " +
                               name + "</title></rect>";
    out += linked(link(tile.tile), square) + "\n";
  }
  return out + "</svg>\n";
}

}  // namespace

TileRow::TileRow(const TileSeam& seam) : tile(seam.tile), cells(seam.cells) {
  for (const auto& [verdict, area] : seam.areas) areas[verdict] = area.approx;
  for (const Stance& stance : seam.stances)
    if (const auto area = areas.find(stance.name); area != areas.end()) open += area->second;
}

Result<NavMesh> kept_cells(const TileStore& store, const TileSeam& seam, const KeptComponents& kept) {
  auto mesh = cells_of_baked(store, seam);
  if (!mesh || kept.dropped.empty()) return mesh;
  const auto component = components(*mesh, 1);
  std::vector<bool> drop(mesh->cells.size());
  for (NavMesh::CellIndex c = 0; c < mesh->cells.size(); ++c)
    drop[c] = component[c] != no_component && kept.dropped.contains(component[c]);
  erase_cells(*mesh, drop);
  return mesh;
}

Result<TileFile> write_tile_page(const TileStore& store, const TilePlan& plan, const Tile& tile, DerivedMesh& derived,
                                 unsigned threads) {
  Json beside = Json::array();
  for (const Tile& other : tiles_beside(plan, tile)) {
    const auto seam = seam_of_baked(store, plan, other);
    if (!seam) return not_baked(store, other);
    const auto kept = kept_components(store, plan, other);
    if (!kept) return kept.error();
    auto mesh = kept_cells(store, *seam, *kept);
    if (!mesh) return mesh.error();
    mesh->points.make_exact(threads);
    const std::vector<BorderInterval> border_there = border(*mesh, 1);
    if (border_there.empty()) continue;  // nobody can stand there, and there is no page
    beside.push_back({{"tile", tile_json(other)},
                      {"page", text_of(other) + page_ending},
                      {"border", border_json(*mesh, border_there)}});
  }
  const std::string document =
      json_text({{"tile", tile_json(tile)}, {"index", "../index.html"}, {"beside", std::move(beside)}});
  const ViewSource source{&derived, nullptr, nullptr, {{"tile", "tile " + numbers_text(tile), document}}};
  const std::string level = plan.levels.empty() ? "" : name_of(plan.levels[0].file);
  const ViewSettings settings{.title = level + ", tile " + numbers_text(tile)};
  return write_digested(store, store.out_file(tile, page_ending),
                        [&](Output& out) { return export_view(out, source, settings, threads); });
}

std::string level_names(const TilePlan& plan) {
  std::string out;
  for (const TilePlan::Level& level : plan.levels) out += (out.empty() ? "" : ", ") + name_of(level.file);
  return out;
}

// A page of an earlier join was removed when the tile was finished.
bool has_page(const TileStore& store, const Tile& tile) {
  return system::kind_of(store.out_file(tile, page_ending)) != system::Kind::none;
}

std::string page_index(const TilePlan& plan, const std::string& title, const std::vector<TileRow>& tiles,
                       const PageLink& link) {
  return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + svg::escaped(title) +
         " in tiles</title>\n<style>body{font-family:sans-serif;margin:2em}table{border-collapse:collapse}"
         "th,td{padding:0 .6em;text-align:right}svg{max-width:100%;height:auto}</style></head>\n<body><h1>" +
         svg::escaped(title) + "</h1>\n<p>" + counted_text(tiles.size(), "tile") + ", each " +
         kernel::short_fraction(plan.grid.size) +
         " wide, seen from above. The more of a tile can be stood on, the greener it is. Areas are of the plan.</p>\n" +
         map_of(plan, tiles, link) + table_of(tiles, link);
}

std::optional<Error> write_page_index(const TileStore& store, const TilePlan& plan, const std::vector<TileRow>& tiles) {
  const std::string path = store.folder() + "/index.html";
  if (std::ranges::none_of(tiles, [&](const TileRow& t) { return has_page(store, t.tile); })) {
    remove_file(path);
    return std::nullopt;
  }
  const auto link = [&](const Tile& tile) {
    return has_page(store, tile) ? TileStore::out_name(tile, page_ending) : std::string();
  };
  return write_whole(path, page_index(plan, level_names(plan), tiles, link) + "</body></html>\n");
}

}  // namespace plumb::pipeline
