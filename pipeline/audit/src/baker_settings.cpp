// SPDX-License-Identifier: GPL-3.0-or-later
#include "baker_settings.h"

#include <cstdio>
#include <sstream>

#include "plumb/kernel/number.h"
#include "plumb/pipeline/mapped_file.h"

namespace plumb::pipeline {

mpq_class default_max_error() { return {13, 10}; }

std::string six_digits(const mpq_class& v) {
  char text[40];
  std::snprintf(text, sizeof text, "%.6g", v.get_d());
  return text;
}

std::optional<BakerSettings> preset_baker(const std::string& preset) {
  BakerSettings out;
  out.max_error = default_max_error();
  if (preset == "recast") {
    out.cell_size = mpq_class(3, 10);
    out.cell_height = mpq_class(1, 5);
    out.climb = mpq_class(9, 10);
    out.min_region = 8 * 8;
    return out;
  }
  if (preset == "godot") {
    out.cell_size = out.cell_height = out.climb = mpq_class(1, 4);
    out.min_region = 2 * 2;
    return out;
  }
  return std::nullopt;
}

KnownBaker known_baker(const AuditOptions& o, const ForeignMesh& mesh) {
  KnownBaker out;
  out.settings = mesh.settings;
  std::optional<BakerSettings> preset = preset_baker(o.level.preset);
  const bool leaves_defaults_out = mesh.format.starts_with("Godot");
  if (preset && !leaves_defaults_out && mesh.settings.cell_size && *mesh.settings.cell_size != *preset->cell_size)
    preset.reset();
  const auto add = [&](const char* what, std::optional<mpq_class>& to, const std::optional<mpq_class>& told,
                       const std::optional<mpq_class>& default_value) {
    const char* from = told ? "as told" : to ? "by the file" : "by the preset";
    if (told) to = told;
    else if (!to) to = default_value;
    if (to) out.text += (out.text.empty() ? "" : ", ") + std::string(what) + " " + six_digits(*to) + " (" + from + ")";
  };
  const BakerSettings defaults = preset.value_or(BakerSettings{});
  add("cells", out.settings.cell_size, o.cell_size, defaults.cell_size);
  add("cells' height", out.settings.cell_height, o.cell_height, defaults.cell_height);
  add("climb", out.settings.climb, o.climb, defaults.climb);
  add("height", out.settings.height, {}, {});
  add("radius", out.settings.radius, {}, {});
  std::optional<mpq_class> region;
  add("smallest region", region, o.min_region, preset ? std::optional(defaults.min_region) : std::nullopt);
  out.settings.min_region = region.value_or(mesh.settings.min_region);
  const mpq_class& of_file = mesh.settings.max_error;
  out.settings.max_error = o.max_error.value_or(sgn(of_file) > 0 ? of_file : default_max_error());
  return out;
}

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

}  // namespace plumb::pipeline
