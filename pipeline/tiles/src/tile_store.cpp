// SPDX-License-Identifier: GPL-3.0-or-later
// The plan of a store: its file, its options, and the key of a tile.
// 1. arguments_json() and arguments_of() write and read the options of a bake that decide its result, by their names on
//    the command line; a plan stores those that were given, as they were given.
// 2. tile_options() checks them, and refuses those that ask about a level as a whole.
// 3. tile_key() is the SHA-256 of all that decides a tile's result.
#include "plumb/pipeline/tile_store.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "plumb/pipeline/json.h"
#include "plumb/pipeline/setting_table.h"
#include "plumb/pipeline/text.h"
#include "sha256.h"
#include "tile_files.h"

namespace plumb::pipeline {
namespace {

using One = std::string BakeArguments::*;
using Optional = std::optional<std::string> BakeArguments::*;
using Several = std::vector<std::string> BakeArguments::*;
using Flag = bool BakeArguments::*;

Json arguments_json(const BakeArguments& a) {
  Json out{{"--stance", a.stances}};  // the first of a plan's settings
  for (const Setting* setting : plan_settings()) {
    const auto set = [&](Json value) { out.set(setting->option, std::move(value)); };
    if (const auto* one = std::get_if<One>(&setting->text)) set(a.*(*one));
    else if (const auto* optional = std::get_if<Optional>(&setting->text)) {
      if (a.*(*optional)) set(*(a.*(*optional)));
      else if (setting->in_plan) set(setting->in_plan);
    } else if (const auto* several = std::get_if<Several>(&setting->text)) set(a.*(*several));
    else set(a.*std::get<Flag>(setting->text));
  }
  return out;
}

BakeArguments arguments_of(JsonView view) {
  BakeArguments out;
  for (const Setting* setting : plan_settings()) {
    if (const auto* one = std::get_if<One>(&setting->text)) out.*(*one) = view.at(setting->option).text();
    else if (const auto* optional = std::get_if<Optional>(&setting->text)) {
      if (const auto value = view.find(setting->option)) out.*(*optional) = value->text();
    } else if (const auto* several = std::get_if<Several>(&setting->text)) {
      for (const JsonView s : view.at(setting->option)) (out.*(*several)).push_back(s.text());
    } else {
      out.*std::get<Flag>(setting->text) = view.at(setting->option).boolean();
    }
  }
  return out;
}

TilePlan plan_of(JsonView root) {
  TilePlan out;
  out.version = root.at("plumb").text();
  out.arguments = arguments_of(root.at("options"));
  out.certificates = root.at("certificates").boolean();
  out.grid.size = fraction_of(root.at("size"));
  out.grid.reach = fraction_of(root.at("reach"));
  out.memory = root.at("memory").whole();
  if (root.at("origin").size() != 2 || sgn(out.grid.size) <= 0 || sgn(out.grid.reach) < 0)
    throw JsonError(JsonError::Kind::content, 0, "these are no tiles");
  for (std::size_t k = 0; k < 2; ++k) out.grid.origin[k] = fraction_of(root.at("origin")[k]);
  for (const JsonView l : root.at("levels"))
    out.levels.push_back({l.at("file").text(), l.at("sha256").text(), l.at("faces").whole(), l.at("bytes").whole()});
  for (const JsonView p : root.at("tiles"))
    out.pieces[tile_of(p.at("tile"))] = {p.at("faces").whole(), p.at("sha256").text()};
  return out;
}

}  // namespace

std::vector<Tile> tiles_beside(const TilePlan& plan, const Tile& tile) {
  std::vector<Tile> out;
  for (const auto& [i, j] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}})
    if (const Tile other{tile.i + i, tile.j + j}; plan.pieces.contains(other)) out.push_back(other);
  return out;
}

std::uint64_t expected_memory(std::uint64_t faces, const BakeOptions& options) {
  const bool has_border = sgn(options.radius) > 0 || sgn(options.weld) > 0;
  return (16 << 20) + faces * (has_border ? 3600 : 1100);
}

Result<TilePlan> TileStore::read_plan() const {
  auto plan = read_json_file<Result<TilePlan>>(plan_file(), [](JsonView root, std::string_view text) {
    TilePlan out = plan_of(root);
    out.key = checker::sha256_hex(text);
    return out;
  });
  if (plan && plan->version != version())
    return Error{
        ErrorCode::bad_option,
        "was made by version " + plan->version + " of plumb, and this is " + version() + "; cut the level again",
        plan_file(), 0};
  return plan;
}

std::string tile_plan_text(const TilePlan& plan) {
  Json levels = Json::array(), origin = Json::array();
  for (const TilePlan::Level& l : plan.levels)
    levels.push_back({{"file", l.file}, {"sha256", l.sha256}, {"faces", l.faces}, {"bytes", l.bytes}});
  for (const mpq_class& v : plan.grid.origin) origin.push_back(v.get_str());
  std::string out = json_text({{"plumb", plan.version},
                               {"options", arguments_json(plan.arguments)},
                               {"certificates", plan.certificates},
                               {"size", plan.grid.size.get_str()},
                               {"origin", std::move(origin)},
                               {"reach", plan.grid.reach.get_str()},
                               {"memory", plan.memory},
                               {"levels", std::move(levels)}});
  out.pop_back();
  out += ",\"tiles\":[";
  bool first = true;
  for (const auto& [tile, piece] : plan.pieces) {
    out += std::exchange(first, false) ? "\n" : ",\n";
    out += json_text({{"tile", tile_json(tile)}, {"faces", piece.faces}, {"sha256", piece.sha256}});
  }
  return out + "\n]}\n";
}

std::string tile_key(const TilePlan& plan, const Tile& tile) {
  const auto piece = plan.pieces.find(tile);
  std::string of = plan.version + "\n" + json_text(arguments_json(plan.arguments)) + "\n" + text_of(tile) + "\n" +
                   plan.grid.size.get_str() + "\n" + plan.grid.reach.get_str();
  for (const mpq_class& v : plan.grid.origin) of += "\n" + v.get_str();
  if (plan.certificates) of += "\ncertificate";
  return checker::sha256_hex(of + "\n" + (piece == plan.pieces.end() ? "" : piece->second.sha256));
}

std::optional<Error> check_level(const TilePlan& plan, const std::string& file) {
  const auto level = file_facts(file, file);
  if (!level) return level.error();
  if (std::ranges::find(plan.levels, level->sha256, &TilePlan::Level::sha256) != plan.levels.end()) return std::nullopt;
  return Error{ErrorCode::bad_option, "is not the level of the store; give the one that was cut", file, 0};
}

std::optional<std::string> given_option(const BakeArguments& a) {
  const BakeArguments usual;
  const auto is_given = [&](const Setting& setting) {
    return std::visit([&](auto member) { return a.*member != usual.*member; }, setting.text);
  };
  for (const Setting* setting : plan_settings())
    if (is_given(*setting) && setting->key != std::string_view("exact_digits")) return setting->option;
  return a.agent ? std::optional<std::string>("--agent") : std::nullopt;
}

Result<BakeOptions> tile_options(const BakeArguments& arguments) {
  auto options = make_bake_options(arguments);
  if (!options) return options;
  if (sgn(options->drop) > 0 || sgn(options->leap) > 0)
    return bad_option("--drop and --leap lead out of tiles, which is not done yet; leave them out");
  if (sgn(options->wedge.simplify) > 0)
    return bad_option("--simplify looks at regions as a whole, which no tile knows; leave it out");
  if (options->method != Method::vcd) return bad_option("--method wedge bakes whole levels alone; leave it out");
  options->mesh = options->unwalkable = true;
  options->joining_weld = options->areas = options->certificate = false;
  return options;
}

}  // namespace plumb::pipeline
