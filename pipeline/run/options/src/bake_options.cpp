// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `plumb bake`, from text to checked settings.
//
// make_bake_options():
// 1. What is not given is taken from the agent's file (with_agent), and then from the preset (with_preset).
// 2. read_settings() reads all that is given by now.
// 3. checked() (bake_settings.cpp) checks the settings against each other and fills in the window.
// 4. Options that depend on the settings and on the outputs follow (read_export_stance, read_tile, read_link_polygons),
//    and files are checked last: known extensions, and no two that are one file (check_files).
// The first error ends it, and is one line that names the option and says what to do.
//
// Cost: none to speak of. The scene is opened only to tell a file that does not exist from an unknown format.
// Exact: numbers are the rational numbers that they are written as, decimals and fractions.
#include "plumb/pipeline/bake_options.h"

#include <algorithm>

#include "plumb/kernel/number.h"
#include "plumb/pipeline/agent.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/lowest_terms.h"
#include "plumb/pipeline/paths.h"
#include "plumb/pipeline/setting_table.h"
#include "plumb/pipeline/threads.h"
#include "read_settings.h"

namespace plumb::pipeline {
namespace {

std::string coordinates_text(std::size_t n) {
  constexpr const char* words[] = {"no", "one", "two"};
  return (n < 3 ? words[n] : std::to_string(n)) + std::string(n == 1 ? " coordinate" : " coordinates");
}

std::optional<Error> read_export_stance(const std::optional<std::string>& name, BakeOptions& o) {
  if (!name) return std::nullopt;
  std::string known;
  for (std::size_t s = 0; s < o.stances.size(); ++s) {
    if (o.stances[s].name == *name) {
      o.export_stance = static_cast<kernel::Label>(s + 1);
      return std::nullopt;
    }
    known.append(known.empty() ? "" : " or ").append(o.stances[s].name);
  }
  return bad_option("--export-stance '" + *name + "' is no stance of this bake; give " + known);
}

std::optional<Error> read_tile(const std::optional<std::string>& text, BakeOptions& o) {
  if (!text) return std::nullopt;
  if (auto error = read_rational("--tile", *text, o.tile.emplace(), &o.unit)) return error;
  if (!writes(o, Format::mset))
    return bad_option("--tile is for a navmesh in tiles; write an .mset, or leave --tile out");
  if (sgn(*o.tile) <= 0) return bad_option("--tile '" + *text + "' is not above 0; give the width of a tile");
  if (*o.tile <= o.weld)
    return bad_option("--tile '" + *text +
                      "' is no more than --weld, and Detour joins only tiles that are neighbours; give more");
  return std::nullopt;
}

std::optional<Error> check_files(const BakeOptions& o) {
  const auto unsupported = [](const std::string& file, std::string message) {
    return Error{ErrorCode::unsupported_format, std::move(message), file, 0};
  };
  if (o.scene.empty()) return bad_option("no scene given; give a file, one of " + scene_extensions());
  const std::string in = extension_of(o.scene);
  if (!is_scene_extension(in)) {
    if (const auto file = MappedFile::open(o.scene); !file) return file.error();
    return unsupported(o.scene, "this is no scene format that is known; give one of " + scene_extensions());
  }

  if (std::ranges::find(o.leave_out, "") != o.leave_out.end())
    return bad_option("--leave-out '' names nothing; give a name, in which * stands for any characters");

  for (const std::string& file : o.outputs)
    if (!format_of(file)) return unsupported(file, "the format of an output is its extension; write " + formats_text());
  if (!o.report.empty() && extension_of(o.report) != ".json")
    return unsupported(o.report, "the report is JSON; name it .json");
  std::vector<std::string> taken{file_key(o.scene)};
  for (const std::string& file : written_files(o)) {
    const std::string full = file_key(file);
    if (std::ranges::find(taken, full) != taken.end())
      return bad_option("'" + file + "' is the scene or another file of this bake; give every file a name of its own");
    taken.push_back(full);
  }
  return std::nullopt;
}

std::optional<Error> read_link_polygons(const BakeArguments& a, BakeOptions& o) {
  if (a.link_polygons && a.no_link_polygons)
    return bad_option("--link-polygons and --no-link-polygons are contrary; give one of them");
  const bool tres = writes(o, Format::tres);
  if (a.link_polygons && !tres && !writes(o, Format::obj) && !writes(o, Format::glb))
    return bad_option("--link-polygons is for an .obj, .glb or .tres; write one, or leave --link-polygons out");
  if (a.no_link_polygons && !tres)
    return bad_option("--no-link-polygons is for a .tres, since other files have none; leave it out");
  if (a.link_polygons || a.no_link_polygons) o.link_polygons = a.link_polygons;
  return std::nullopt;
}

}  // namespace

std::optional<Format> format_of(const std::string& file) { return value_of<Format>(extension_of(file)); }

std::string formats_text() {
  std::string list;
  const auto words = words_of(Format{});
  for (const auto& w : words) list.append(list.empty() ? "" : &w == &words.back() ? " or " : ", ").append(w.text);
  return list;
}

Result<ExactPoint> read_point(const std::string& option, const std::string& text) {
  const std::size_t given = text.empty() ? 0 : static_cast<std::size_t>(std::ranges::count(text, ',')) + 1;
  if (given != 3)
    return bad_option(option + " '" + text + "' has " + coordinates_text(given) +
                      "; give three: x,y,z, such as 1.5,0,-7/3");
  ExactPoint point;
  std::size_t begin = 0;
  for (mpq_class& coordinate : point) {
    const std::size_t end = text.find(',', begin);
    const std::string token = text.substr(begin, end - begin);
    const auto value = kernel::parse_rational(token);
    if (!value)
      return bad_option(option + " '" + text + "': '" + token +
                        "' is not a number; give decimals or fractions, such as 1.5,0,-7/3");
    coordinate = *value;
    begin = end + 1;
  }
  return point;
}

Result<BakeOptions> checked_options(BakeOptions o) {
  auto settings = checked(o);
  if (!settings) return settings.error();
  static_cast<BakeSettings&>(o) = std::move(*settings);
  if (auto error = LowestTerms()("--tile", o.tile).refused()) return *error;
  return o;
}

bool writes(const BakeOptions& o, Format format) {
  return std::ranges::any_of(o.outputs, [&](const std::string& file) { return format_of(file) == format; });
}

std::string material_file(const std::string& obj_file) { return with_extension(obj_file, ".mtl"); }
std::string scene_file(const std::string& cert_file) { return with_extension(cert_file, ".scene.obj"); }

std::vector<std::string> written_files(const BakeOptions& o) {
  std::vector<std::string> out;
  for (const std::string& file : o.outputs) {
    out.push_back(file);
    if (format_of(file) == Format::obj) out.push_back(material_file(file));
    if (format_of(file) == Format::cert && (extension_of(o.scene) != ".obj" || !o.leave_out.empty()))
      out.push_back(scene_file(file));
  }
  if (!o.report.empty()) out.push_back(o.report);
  return out;
}

Result<BakeOptions> make_bake_options(const BakeArguments& given) {
  const auto agreed = with_agent(given);
  if (!agreed) return agreed.error();
  const auto complete = with_preset(*agreed);
  if (!complete) return complete.error();
  const BakeArguments& a = *complete;
  BakeOptions o;
  o.preset = a.preset.value_or("");
  o.agent = a.agent_name;
  o.scene = a.scene;
  o.outputs = a.outputs;
  if (!a.certificate.empty()) {
    if (extension_of(a.certificate) != ".cert")
      return Error{ErrorCode::unsupported_format, "a certificate is named .cert; rename it", a.certificate, 0};
    o.outputs.push_back(a.certificate);
  }
  if (!a.csv.empty()) {
    if (extension_of(a.csv) != ".csv")
      return Error{ErrorCode::unsupported_format, "--csv names a table; name it .csv", a.csv, 0};
    o.outputs.push_back(a.csv);
  }
  o.leave_out = a.leave_out;
  o.gltf_scene = a.gltf_scene;
  o.report = a.report;
  o.quiet = a.quiet;
  o.certificate = writes(o, Format::cert);
  o.joining_weld = !o.report.empty() || !o.quiet || a.fail_if;
  o.areas = o.joining_weld || writes(o, Format::csv);
  // Files for engines show walkable cells alone. A bake without them, such as that of an audit, keeps all.
  const auto writes_any = [&](std::initializer_list<Format> formats) {
    return std::ranges::any_of(formats, [&](Format f) { return writes(o, f); });
  };
  o.unwalkable = !writes_any({Format::tres, Format::bin, Format::mset}) ||
                 writes_any({Format::json, Format::obj, Format::glb, Format::svg, Format::html});
  o.mesh = !o.report.empty() ||
           std::ranges::any_of(o.outputs, [](const std::string& file) { return format_of(file) != Format::cert; });
  o.threads = std::clamp(hardware_threads(), 1u, max_threads);
  if (const auto errors = read_settings(a, o); !errors.empty()) return errors.front();
  if (a.fail_if) {
    auto thresholds = read_outcome_thresholds(*a.fail_if, o.stances);
    if (!thresholds) return thresholds.error();
    o.fail_if = std::move(*thresholds);
  }
  auto settings = checked(o);
  if (!settings) return settings.error();
  static_cast<BakeSettings&>(o) = std::move(*settings);
  if (o.joining_weld && (sgn(o.drop) > 0 || sgn(o.leap) > 0)) o.mesh = true;  // the summary counts their links
  if (auto error = read_export_stance(a.export_stance, o)) return *error;
  if (auto error = read_tile(a.tile, o)) return *error;
  if (auto error = read_link_polygons(a, o)) return *error;
  if (auto error = check_files(o)) return *error;
  return o;
}

}  // namespace plumb::pipeline
