// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `plumb bake`, from text to checked settings.
//
// make_bake_options():
// 1. A preset, if one is named, gives the initial values (read_preset).
// 2. Each option that is given replaces its value: words are found in tables (read_word), numbers are read exactly
//    (read_rational, read_count), and some options are read together (read_stances, read_slope, read_clearance,
//    read_wedge).
// 3. checked() (bake_settings.cpp) checks the settings against each other and fills in the window.
// 4. Options that depend on the settings and on the outputs follow (read_export_stance, read_tile, read_link_polygons),
//    and files are checked last: known extensions, and no two that are one file (check_files).
// The first error ends it, and is one line that names the option and says what to do.
//
// Cost: none to speak of. The scene is opened only to tell a file that does not exist from an unknown format.
// Exact: numbers are the rational numbers that they are written as, decimals and fractions.
#include "plumb/pipeline/bake_options.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <span>
#include <thread>

#include "plumb/kernel/disc.h"
#include "plumb/kernel/number.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/import_scene.h"

namespace plumb::pipeline {
namespace {

BakeOptions preset(const char* name, UpAxis up, BakeSettings settings) {
  BakeOptions o;
  static_cast<BakeSettings&>(o) = std::move(settings);
  o.preset = name;
  o.up = up;
  o.sides = Sides::up;
  return o;
}

std::vector<Stance> stand(const mpq_class& height) { return {{"stand", height}}; }

// Quake's and Doom's players are squares 32 wide that do not turn. A disc of radius 16 that is approximated by the
// tangents at four points is that square.
constexpr int square_half_width = 16;
constexpr std::uint32_t square = 4;

std::vector<BakeOptions> make_presets() {
  return {
      preset("recast", UpAxis::y,
             {.stances = stand(2), .slope = 45, .step = mpq_class(9, 10), .radius = mpq_class(3, 5)}),
      preset("godot", UpAxis::y,
             {.stances = stand(mpq_class(3, 2)), .slope = 45, .step = mpq_class(1, 4), .radius = mpq_class(1, 2)}),
      preset("unity", UpAxis::y,
             {.stances = stand(2), .slope = 45, .step = mpq_class(3, 4), .radius = mpq_class(1, 2)}),
      preset("quake", UpAxis::z,
             {.stances = stand(56),
              .slope = std::nullopt,
              .slope_cos = mpq_class(7, 10),
              .step = 18,
              .solids = Solids::closed,
              .radius = square_half_width,
              .disc = square}),
      // Doom's floors are flat, so the window needs no allowance for slopes: it is the height of a step.
      preset("doom", UpAxis::z,
             {.stances = stand(56), .step = 24, .radius = square_half_width, .window = 24, .disc = square}),
  };
}

// The options of --preset: an agent as a tool has it by default (docs/reference/presets.md has the sources).
std::span<const BakeOptions> presets() {
  static const std::vector<BakeOptions> all = make_presets();
  return all;
}

std::string coordinates_text(std::size_t n) {
  constexpr const char* words[] = {"no", "one", "two"};
  return (n < 3 ? words[n] : std::to_string(n)) + std::string(n == 1 ? " coordinate" : " coordinates");
}

Error unknown_word(const char* option, const std::string& text, const std::string& known) {
  return bad_option(std::string(option) + " '" + text + "' is unknown; give " + known);
}

// Finds a word among the values of an option. The error lists them.
template <class Value>
std::optional<Error> read_word(const char* option, const std::optional<std::string>& given, Value& value) {
  if (!given) return std::nullopt;
  const std::string& text = *given;
  if (const auto found = value_of<Value>(text)) {
    value = *found;
    return std::nullopt;
  }
  std::string known;
  for (const auto& w : words_of(value)) known.append(known.empty() ? "" : " or ").append(w.text);
  return unknown_word(option, text, known);
}

std::optional<Error> read_rational(const std::string& option, const std::string& text, mpq_class& value) {
  const auto parsed = kernel::parse_rational(text);
  if (!parsed)
    return bad_option(option + " '" + text + "' is not a number; give a decimal or a fraction, such as 1.8 or 9/5");
  value = *parsed;
  return std::nullopt;
}

std::optional<Error> read_count(const char* option, const std::string& text, std::uint64_t low, std::uint64_t high,
                                std::uint64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && low <= value && value <= high) return std::nullopt;
  return bad_option(std::string(option) + " '" + text + "' is out of range; give a whole number from " +
                    std::to_string(low) + " to " + std::to_string(high));
}

std::optional<Error> read_stances(const std::vector<std::string>& given, std::vector<Stance>& stances) {
  if (given.empty()) return std::nullopt;
  stances.clear();
  for (const std::string& text : given) {
    const auto equals = text.find('=');
    if (equals == std::string::npos)
      return bad_option("--stance '" + text + "' has no height; give NAME=HEIGHT, such as stand=1.8");
    Stance& s = stances.emplace_back(Stance{text.substr(0, equals), 0});
    if (auto error = read_rational("--stance " + s.name, text.substr(equals + 1), s.height)) return error;
  }
  return std::nullopt;
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
  if (auto error = read_rational("--tile", *text, o.tile.emplace())) return error;
  if (!writes(o, Format::mset))
    return bad_option("--tile is for a navmesh in tiles; write an .mset, or leave --tile out");
  if (sgn(*o.tile) <= 0) return bad_option("--tile '" + *text + "' is not above 0; give the width of a tile");
  if (*o.tile <= o.weld)
    return bad_option("--tile '" + *text +
                      "' is no more than --weld, and Detour joins only tiles that are neighbours; give more");
  return std::nullopt;
}

std::optional<Error> read_preset(const std::optional<std::string>& name, BakeOptions& o) {
  if (!name) return std::nullopt;
  std::string known;
  for (const BakeOptions& preset : presets()) {
    if (preset.preset == *name) {
      o = preset;
      return std::nullopt;
    }
    known.append(known.empty() ? "" : " or ").append(preset.preset);
  }
  return unknown_word("--preset", *name, known);
}

std::optional<Error> read_slope(const BakeArguments& a, BakeOptions& o) {
  if (!a.slope && !a.slope_ratio && !a.slope_cos) return std::nullopt;
  const auto read = [](const char* option, const std::optional<std::string>& text,
                       std::optional<mpq_class>& value) -> std::optional<Error> {
    value.reset();
    return text ? read_rational(option, *text, value.emplace()) : std::nullopt;
  };
  if (auto error = read("--slope", a.slope, o.slope)) return error;
  if (auto error = read("--slope-ratio", a.slope_ratio, o.slope_ratio)) return error;
  return read("--slope-cos", a.slope_cos, o.slope_cos);
}

std::optional<Error> read_seed_points(const std::vector<std::string>& given, std::vector<ExactPoint>& points) {
  for (const std::string& text : given) {
    auto point = read_point("--seed-point", text);
    if (!point) return point.error();
    points.push_back(std::move(*point));
  }
  return std::nullopt;
}

std::optional<Error> read_clearance(const BakeArguments& a, BakeOptions& o) {
  if (a.radius)
    if (auto error = read_rational("--radius", *a.radius, o.radius)) return error;
  if (a.disc) {
    std::uint64_t disc = 0;
    if (auto error = read_count("--disc", *a.disc, kernel::min_disc_points, kernel::max_disc_points, disc))
      return error;
    o.disc = static_cast<std::uint32_t>(disc);
  }
  if (auto error = read_word("--clearance", a.clearance, o.clearance)) return error;
  if (!a.window) return std::nullopt;
  if (auto error = read_rational("--window", *a.window, o.window)) return error;
  if (sgn(o.window) <= 0)
    return bad_option("--window '" + *a.window + "' is not above 0; give the height within which a border counts");
  return std::nullopt;
}

std::optional<Error> read_wedge(const BakeArguments& a, BakeOptions& o) {
  const struct {
    const char* option;
    const std::optional<std::string>& given;
    std::function<mpq_class&()> value;
  } numbers[] = {{"--wall-thickness", a.wall_thickness, [&]() -> mpq_class& { return o.wedge.wall_thickness; }},
                 {"--wall-foot", a.wall_foot, [&]() -> mpq_class& { return o.wedge.wall_foot.emplace(); }},
                 {"--gap", a.gap, [&]() -> mpq_class& { return o.wedge.gap; }},
                 {"--min-altitude", a.min_altitude, [&]() -> mpq_class& { return o.wedge.min_altitude; }},
                 {"--cluster", a.cluster, [&]() -> mpq_class& { return o.wedge.cluster; }},
                 {"--cone", a.cone, [&]() -> mpq_class& { return o.wedge.cone; }},
                 {"--ramp-slope", a.ramp_slope, [&]() -> mpq_class& { return o.wedge.ramp_slope.emplace(); }},
                 {"--miter", a.miter, [&]() -> mpq_class& { return o.wedge.miter; }},
                 {"--flatten", a.flatten, [&]() -> mpq_class& { return o.wedge.flatten.emplace(); }}};
  if (o.method != Method::wedge) {
    const auto foreign = [](const char* option) {
      return bad_option(std::string(option) + " is of --method wedge; give that, or leave it out");
    };
    for (const auto& n : numbers)
      if (n.given) return foreign(n.option);
    if (a.position_bits) return foreign("--position-bits");
    if (a.until) return foreign("--until");
    if (!a.stages.empty()) return foreign("--stages");
    return std::nullopt;
  }
  if (!a.optimise) o.optimise = Optimise::none;
  for (const auto& n : numbers)
    if (n.given)
      if (auto error = read_rational(n.option, *n.given, n.value())) return error;
  o.stages = a.stages;
  if (a.position_bits) {
    std::uint64_t bits = 0;
    if (auto error = read_count("--position-bits", *a.position_bits, 1, max_position_bits, bits)) return error;
    o.wedge.position_bits = static_cast<std::uint32_t>(bits);
  }
  return read_word("--until", a.until, o.wedge.until);
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
  if (in != ".obj" && o.certificate)
    return unsupported(o.scene,
                       "a certificate is of an .obj scene, which is what plumb-check reads; convert the scene, or "
                       "leave the certificate out");

  if (std::ranges::find(o.leave_out, "") != o.leave_out.end())
    return bad_option("--leave-out '' names nothing; give a name, in which * stands for any characters");
  if (!o.leave_out.empty() && o.certificate)
    return bad_option(
        "--leave-out and a certificate exclude each other, since plumb-check reads the whole file; save the level "
        "without those parts, or leave one of them out");

  std::vector<std::string> taken{file_behind(o.scene).value_or(o.scene)};
  const auto take = [&](const std::string& file) -> std::optional<Error> {
    const std::string full = file_behind(file).value_or(file);
    if (std::find(taken.begin(), taken.end(), full) != taken.end())
      return bad_option("'" + file + "' is the scene or another file of this bake; give every file a name of its own");
    taken.push_back(full);
    return std::nullopt;
  };
  for (const std::string& file : o.outputs) {
    const auto format = format_of(file);
    if (!format) return unsupported(file, "the format of an output is its extension; write " + formats_text());
    if (auto error = take(file)) return error;
    if (format == Format::obj)
      if (auto error = take(material_file(file))) return error;
  }
  if (!o.report.empty()) {
    if (extension_of(o.report) != ".json") return unsupported(o.report, "the report is JSON; name it .json");
    if (auto error = take(o.report)) return error;
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

bool writes(const BakeOptions& o, Format format) {
  return std::ranges::any_of(o.outputs, [&](const std::string& file) { return format_of(file) == format; });
}

std::string material_file(const std::string& obj_file) {
  return std::filesystem::path(obj_file).replace_extension(".mtl").string();
}

Result<BakeOptions> make_bake_options(const BakeArguments& a) {
  BakeOptions o;
  if (auto error = read_preset(a.preset, o)) return *error;
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
  o.joining_weld = !o.report.empty() || !o.quiet;
  o.areas = !o.report.empty() || !o.quiet || writes(o, Format::csv);
  // Files for engines show walkable cells alone. A bake without them, such as that of an audit, keeps all.
  const auto writes_any = [&](std::initializer_list<Format> formats) {
    return std::ranges::any_of(formats, [&](Format f) { return writes(o, f); });
  };
  o.unwalkable = !writes_any({Format::tres, Format::bin, Format::mset}) ||
                 writes_any({Format::json, Format::obj, Format::glb, Format::svg, Format::html});
  o.mesh = !o.report.empty() ||
           std::ranges::any_of(o.outputs, [](const std::string& file) { return format_of(file) != Format::cert; });
  if (auto error = read_stances(a.stances, o.stances)) return *error;
  if (auto error = read_slope(a, o)) return *error;
  if (auto error = read_word("--sides", a.sides, o.sides)) return *error;
  if (auto error = read_word("--numbers", a.numbers, o.numbers)) return *error;
  if (auto error = read_word("--node-rotation", a.node_rotation, o.node_rotation)) return *error;
  if (auto error = read_word("--up", a.up, o.up)) return *error;
  if (auto error = read_word("--bad-faces", a.bad_faces, o.bad_faces)) return *error;
  if (auto error = read_word("--decomposition", a.decomposition, o.decomposition)) return *error;
  if (a.step)
    if (auto error = read_rational("--step", *a.step, o.step)) return *error;
  if (auto error = read_rational("--weld", a.weld, o.weld)) return *error;
  if (auto error = read_rational("--min-area", a.min_area, o.min_area)) return *error;
  if (a.simplify)
    if (auto error = read_rational("--simplify", *a.simplify, o.wedge.simplify)) return *error;
  if (auto error = read_word("--solids", a.solids, o.solids)) return *error;
  if (auto error = read_word("--method", a.method, o.method)) return *error;
  if (auto error = read_word("--optimise", a.optimise, o.optimise)) return *error;
  o.one_surface = a.one_surface;
  if (auto error = read_seed_points(a.seed_points, o.seed_points)) return *error;
  if (auto error = read_count("--exact-digits", a.exact_digits, 0, 1'000'000'000'000, o.exact_digits)) return *error;
  std::uint64_t threads = std::clamp(std::thread::hardware_concurrency(), 1u, max_threads);
  if (a.threads)
    if (auto error = read_count("--threads", *a.threads, 1, max_threads, threads)) return *error;
  o.threads = static_cast<unsigned>(threads);
  if (auto error = read_clearance(a, o)) return *error;
  if (auto error = read_wedge(a, o)) return *error;
  auto settings = checked(o);
  if (!settings) return settings.error();
  static_cast<BakeSettings&>(o) = std::move(*settings);
  if (auto error = read_export_stance(a.export_stance, o)) return *error;
  if (auto error = read_tile(a.tile, o)) return *error;
  if (a.max_bytes)
    if (auto error = read_count("--max-bytes", *a.max_bytes, 1, 1'000'000'000'000, o.max_bytes)) return *error;
  if (auto error = read_link_polygons(a, o)) return *error;
  if (auto error = check_files(o)) return *error;
  return o;
}

}  // namespace plumb::pipeline
