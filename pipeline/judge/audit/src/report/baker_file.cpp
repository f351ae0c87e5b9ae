// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of another baker, from a file of its own.
// 1. read_gset(): a project of RecastDemo. 2. read_adapter_settings(): what an adapter says beside a navmesh.
// 3. read_unity(): the build settings in a scene or an asset of Unity. 4. read_header(): what a navmesh states itself.
// Numbers are taken exactly as they are written, but those of binary headers and of JSON, which are doubles.
#include "report/baker_file.h"

#include <map>
#include <sstream>
#include <string_view>

#include "plumb/kernel/number.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/text_number.h"
#include "read/readers.h"

namespace plumb::pipeline {
namespace {

/// The settings of a RecastDemo .gset: its line `s` of cell size and height, the agent's height, radius, climb and
/// slope, the roots of the smallest region's and of merged regions' cells, the longest edge, the error of outlines, and
/// more.
Result<BakerSettings> read_gset(const std::string& path) {
  const auto file = MappedFile::open(path);
  if (!file) return file.error();
  std::istringstream text{std::string(file->text())};
  std::uint64_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    if (line.size() < 2 || line[0] != 's' || line[1] != ' ') continue;
    std::istringstream words(line.substr(2));
    std::vector<mpq_class> values;
    for (std::string word; values.size() < 10 && words >> word;) {
      const auto value = kernel::parse_rational(word);
      if (!value || *value < 0)
        return Error{ErrorCode::bad_number, "'" + word + "' is no setting; it should be a number of 0 or more", path,
                     number};
      values.push_back(*value);
    }
    if (values.size() < 10)
      return Error{ErrorCode::syntax,
                   "the settings have " + std::to_string(values.size()) + " numbers; they should have ten or more",
                   path, number};
    if (values[0] == 0 || values[1] == 0)
      return Error{ErrorCode::bad_number, "cells have no size; give numbers above 0", path, number};
    BakerSettings out;
    out.cell_size = values[0];
    out.cell_height = values[1];
    out.height = values[2];
    out.radius = values[3];
    out.climb = values[4];
    out.min_region = values[6] * values[6];
    out.max_error = values[9];
    return out;
  }
  return Error{ErrorCode::syntax, "there is no line of settings, which begins with 's '; name a .gset of RecastDemo",
               path, 0};
}

constexpr std::array<std::pair<std::string_view, BakerName>, 5> known_bakers{{{"recast", BakerName::recast},
                                                                              {"recast-js", BakerName::recast},
                                                                              {"navcat", BakerName::recast},
                                                                              {"godot3", BakerName::godot},
                                                                              {"unity", BakerName::unity}}};

Result<BakerFile> read_adapter_settings(const std::string& path) {
  const auto file = MappedFile::open(path);
  if (!file) return file.error();
  const auto refuse = [&](const std::string& why) { return Error{ErrorCode::syntax, why, path, 0}; };
  try {
    const JsonDocument document = JsonDocument::parse(file->text());
    const JsonView json = document.root();
    const std::string& name = json.at("baker").text();
    const auto at = std::ranges::find(known_bakers, name, [](const auto& b) { return b.first; });
    if (at == known_bakers.end())
      return refuse("'" + name +
                    "' is no baker whose settings are known; recast, recast-js, navcat, godot3 and unity are");
    BakerFile out{at->second, {}};
    const auto number = [&](const char* key) -> std::optional<mpq_class> {
      const auto value = json.find(key);
      return value && !value->is_null() ? std::optional(json_number(*value, Numbers::decimal)) : std::nullopt;
    };
    out.settings.cell_size = number("cell");
    out.settings.cell_height = number("cell_height");
    const auto error = number("max_error");
    out.has_error = error.has_value();
    out.settings.max_error = error.value_or(0);
    const auto region = number("min_region");
    out.has_region = region.has_value();
    if (const auto variant = json.find("variant")) out.variant = variant->text();
    out.settings.min_region = region.value_or(0);
    return out;
  } catch (const JsonError& error) {
    return refuse(std::string("is no settings.json of an adapter: ") + error.what());
  } catch (const MalformedJson& error) {
    return refuse(error.what);
  }
}

Result<BakerFile> read_unity(const std::string& path) {
  const auto file = MappedFile::open(path);
  if (!file) return file.error();
  std::istringstream text{std::string(file->text())};
  std::map<std::string, mpq_class> values;  // the first of each
  std::uint64_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) continue;
    const std::string key(without_blanks(std::string_view(line).substr(0, colon)));
    if (key != "cellSize" && key != "agentClimb" && key != "minRegionArea") continue;
    const std::string word(without_blanks(std::string_view(line).substr(colon + 2)));
    const auto value = kernel::parse_rational(word);
    if (!value || *value < 0)
      return Error{ErrorCode::bad_number, "'" + word + "' is no setting; it should be a number of 0 or more", path,
                   number};
    values.try_emplace(key, *value);
  }
  const auto cell = values.find("cellSize");
  if (cell == values.end() || sgn(cell->second) == 0)
    return Error{ErrorCode::syntax,
                 "there are no build settings with a cellSize above 0; name a scene of Unity's, as text", path, 0};
  BakerFile out{BakerName::unity, {}};
  out.settings.cell_size = cell->second;
  if (const auto climb = values.find("agentClimb"); climb != values.end()) out.settings.climb = climb->second;
  if (const auto region = values.find("minRegionArea"); region != values.end()) {
    out.settings.min_region = region->second / (cell->second * cell->second);
    out.has_region = true;
  }
  return out;
}

Result<BakerFile> read_header(const std::string& path, const ForeignMeshOptions& reading) {
  auto mesh = read_foreign_mesh(path, reading);
  if (!mesh) return mesh.error();
  if (!mesh->settings.cell_size && !mesh->format.starts_with("Godot"))
    return Error{ErrorCode::syntax,
                 "states no cells; name a .gset of RecastDemo, a settings.json of an adapter, a scene of Unity's, or a "
                 "navmesh of Detour's or Godot's",
                 path, 0};
  BakerFile out{mesh->format.starts_with("Godot") ? BakerName::godot : BakerName::recast, mesh->settings};
  out.has_region = sgn(mesh->settings.min_region) > 0;
  out.has_error = sgn(mesh->settings.max_error) > 0;
  return out;
}

}  // namespace

Result<BakerFile> read_baker_file(const std::string& path, const ForeignMeshOptions& reading) {
  const std::string extension = extension_of(path);
  if (extension == ".gset") {
    auto settings = read_gset(path);
    if (!settings) return settings.error();
    return BakerFile{BakerName::recast, std::move(*settings), true, true, ""};
  }
  if (extension == ".json") return read_adapter_settings(path);
  if (extension == ".unity" || extension == ".asset") return read_unity(path);
  return read_header(path, reading);
}

}  // namespace plumb::pipeline
