// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/bake_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <thread>

#include "plumb/kernel/number.h"
#include "plumb/pipeline/atomic_file.h"
#include "plumb/pipeline/file_name.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/mapped_file.h"

namespace plumb::pipeline {
namespace {

constexpr unsigned max_threads = 1024;

Error bad(std::string message) { return {ErrorCode::bad_option, std::move(message), "", 0}; }

Error unavailable(const std::string& what, const std::string& instead) {
  return bad(what + " is not available yet; " + instead);
}

// Finds a word among the values of an option, or says which there are.
template <class Value>
std::optional<Error> read_word(const char* option, const std::string& text, Value& value) {
  if (const auto found = value_of<Value>(text)) {
    value = *found;
    return std::nullopt;
  }
  std::string known;
  for (const auto& w : words_of(value)) known.append(known.empty() ? "" : " or ").append(w.text);
  return bad(std::string(option) + " '" + text + "' is unknown; give " + known);
}

std::optional<Error> read_rational(const std::string& option, const std::string& text, mpq_class& value) {
  const auto parsed = kernel::parse_rational(text);
  if (!parsed) return bad(option + " '" + text + "' is not a number; give a decimal or a fraction, such as 1.8 or 9/5");
  value = *parsed;
  return std::nullopt;
}

std::optional<Error> read_count(const char* option, const std::string& text, std::uint64_t low, std::uint64_t high,
                                std::uint64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && low <= value && value <= high) return std::nullopt;
  return bad(std::string(option) + " '" + text + "' is out of range; give a whole number from " + std::to_string(low) +
             " to " + std::to_string(high));
}

std::optional<Error> read_stances(const std::vector<std::string>& given, std::vector<Stance>& stances) {
  const std::vector<std::string> standard{"stand=1.8"};
  for (const std::string& text : given.empty() ? standard : given) {
    const auto equals = text.find('=');
    if (equals == std::string::npos)
      return bad("--stance '" + text + "' has no height; give NAME=HEIGHT, such as stand=1.8");
    Stance s{text.substr(0, equals), 0};
    if (s.name == "blocked" || s.name == "covered" || s.name == "inside" || s.name == "too_close")
      return bad("--stance name '" + s.name + "' is the name of a verdict; choose another");
    if (!is_stance_name(s.name))
      return bad("--stance '" + text + "' has a bad name; use 1 to 64 letters, digits, '_' and '-'");
    if (auto error = read_rational("--stance " + s.name, text.substr(equals + 1), s.height)) return error;
    if (sgn(s.height) <= 0) return bad("--stance '" + text + "' has no headroom; give a height above 0");
    for (const Stance& other : stances)
      if (other.name == s.name) return bad("--stance name '" + s.name + "' is given twice; choose another");
    if (!stances.empty() && s.height <= stances.back().height)
      return bad("--stance '" + text + "' is not higher than '" + stances.back().name +
                 "' before it; give the stances from the lowest to the highest");
    stances.push_back(std::move(s));
  }
  if (stances.size() > max_stances)
    return bad("--stance is given " + std::to_string(stances.size()) + " times; give at most " +
               std::to_string(max_stances));
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
  return bad("--export-stance '" + *name + "' is no stance of this bake; give " + known);
}

std::optional<Error> read_slope(const BakeArguments& a, BakeOptions& o) {
  if (a.slope && a.slope_ratio) return bad("--slope and --slope-ratio both set the limit; give one of them");
  mpq_class value = 45;
  if (a.slope_ratio) {
    if (auto error = read_rational("--slope-ratio", *a.slope_ratio, value)) return error;
    if (sgn(value) < 0) return bad("--slope-ratio '" + *a.slope_ratio + "' is negative; give the tangent, 0 or more");
    o.slope_ratio = value;
    return std::nullopt;
  }
  if (a.slope)
    if (auto error = read_rational("--slope", *a.slope, value)) return error;
  if (sgn(value) < 0 || value >= 90)
    return bad("--slope '" + *a.slope + "' is out of range; give degrees, from 0 to below 90");
  o.slope = value;
  return std::nullopt;
}

std::optional<Error> read_not_negative(const char* option, const std::string& text, const char* what,
                                       mpq_class& value) {
  if (auto error = read_rational(option, text, value)) return error;
  if (sgn(value) < 0) return bad(std::string(option) + " '" + text + "' is negative; give " + what + ", 0 or more");
  return std::nullopt;
}

std::optional<Error> read_seed_points(const std::vector<std::string>& given, std::vector<ExactPoint>& points) {
  for (const std::string& text : given) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
      if (c == ',') parts.emplace_back();
      else parts.back() += c;
    }
    if (parts.size() != 3) return bad("--seed-point '" + text + "' is no point; give x,y,z");
    ExactPoint& p = points.emplace_back();
    for (std::size_t k = 0; k < 3; ++k)
      if (auto error = read_rational("--seed-point", parts[k], p[k])) return error;
  }
  return std::nullopt;
}

// The least multiple of 2^-20 above step + radius * tan(slope).
mpq_class default_window(const BakeOptions& o) {
  constexpr unsigned bits = 20;
  // In that unit, of tan^2: the greatest whole number of at most step + sqrt(radius^2 * tan^2).
  const auto whole_below = [&](const mpq_class& tan_squared) {
    const mpq_class step = o.step << bits, squared = (o.radius * o.radius * tan_squared) << (2 * bits);
    mpz_class n = sqrt(mpz_class(squared.get_num() / squared.get_den())) + step.get_num() / step.get_den();
    const auto fits = [&](const mpz_class& k) { return k <= step || (k - step) * (k - step) <= squared; };
    while (fits(n + 1)) ++n;
    return n;
  };
  const kernel::SlopeLimit limit = slope_limit(o);
  for (int precision = 128;; precision *= 2) {
    const kernel::RationalInterval cos_squared = limit.cos_squared(precision);
    const mpz_class low = whole_below(1 / cos_squared.high - 1);
    if (low != whole_below(1 / cos_squared.low - 1)) continue;
    mpq_class window(low + 1);
    return window >> bits;
  }
}

std::optional<Error> read_clearance(const BakeArguments& a, BakeOptions& o) {
  if (auto error = read_not_negative("--radius", a.radius, "a width", o.radius)) return error;
  std::uint64_t disc = 0;
  if (auto error = read_count("--disc", a.disc, kernel::min_disc_points, kernel::max_disc_points, disc)) return error;
  if (disc % 4 != 0)
    return bad("--disc '" + a.disc + "' is no multiple of 4; give one, so that the points on the axes are among them");
  o.disc = static_cast<std::uint32_t>(disc);
  if (auto error = read_word("--clearance", a.clearance, o.clearance)) return error;
  o.window = sgn(o.radius) > 0 ? default_window(o) : o.step;
  if (!a.window) return std::nullopt;
  mpq_class window;
  if (auto error = read_rational("--window", *a.window, window)) return error;
  if (sgn(window) <= 0)
    return bad("--window '" + *a.window + "' is not above 0; give the height within which a border counts");
  if (sgn(o.radius) > 0) o.window = window;
  return std::nullopt;
}

// Options of features to come: nothing but their "off" is taken.
std::optional<Error> refuse_unavailable(const BakeArguments& a) {
  if (a.method == "wedge") return unavailable("--method wedge", "leave it out or give vcd");
  if (a.method != "vcd") return bad("--method '" + a.method + "' is unknown; give vcd");
  return std::nullopt;
}

std::optional<Error> check_files(const BakeOptions& o) {
  const auto unsupported = [](const std::string& file, std::string message) {
    return Error{ErrorCode::unsupported_format, std::move(message), file, 0};
  };
  if (o.scene.empty()) return bad("no scene given; give a file, one of " + scene_extensions());
  const std::string in = extension_of(o.scene);
  if (!is_scene_extension(in)) {
    if (const auto file = MappedFile::open(o.scene); !file) return file.error();
    return unsupported(o.scene, "this is no scene format that is known; give one of " + scene_extensions());
  }
  if (in != ".obj" && wants_certificate(o))
    return unsupported(o.scene,
                       "a certificate is of an .obj scene, which is what plumb-check reads; convert the scene, or "
                       "leave the certificate out");

  std::vector<std::string> taken{file_behind(o.scene).value_or(o.scene)};
  const auto take = [&](const std::string& file) -> std::optional<Error> {
    const std::string full = file_behind(file).value_or(file);
    if (std::find(taken.begin(), taken.end(), full) != taken.end())
      return bad("'" + file + "' is the scene or another file of this bake; give every file a name of its own");
    taken.push_back(full);
    return std::nullopt;
  };
  for (const std::string& file : o.outputs) {
    const std::string out = extension_of(file);
    constexpr std::array known{".json", ".obj", ".glb", ".svg", ".bin", ".tres", ".cert"};
    if (std::find(known.begin(), known.end(), out) == known.end())
      return unsupported(
          file, "the format of an output is its extension; write .json, .obj, .glb, .svg, .bin, .tres or .cert");
    if (auto error = take(file)) return error;
    if (out == ".obj")
      if (auto error = take(material_file(file))) return error;
  }
  if (!o.report.empty()) {
    if (extension_of(o.report) != ".json") return unsupported(o.report, "the report is JSON; name it .json");
    if (auto error = take(o.report)) return error;
  }
  return std::nullopt;
}

}  // namespace

kernel::SlopeLimit slope_limit(const BakeOptions& o) {
  const auto limit =
      o.slope ? kernel::SlopeLimit::from_degrees(*o.slope) : kernel::SlopeLimit::from_ratio(o.slope_ratio.value());
  return limit.value();  // the options have been checked
}

LinkSettings link_settings(const BakeOptions& o) {
  return {.stances = o.stances,
          .step = o.step,
          .weld = o.weld,
          .decomposition = o.decomposition,
          .solids = o.solids,
          .threads = o.threads};
}

SurfaceSettings surface_settings(const BakeOptions& o) {
  std::vector<std::string> outputs = o.outputs;
  if (!o.report.empty()) outputs.push_back(o.report);
  return {.scene = o.scene,
          .numbers = o.numbers,
          .up = o.up,
          .bad_faces = o.bad_faces,
          .solids = o.solids,
          .slope = slope_limit(o),
          .sides = o.sides,
          .digest = wants_certificate(o),
          .outputs = std::move(outputs),
          .threads = o.threads};
}

bool wants_certificate(const BakeOptions& o) {
  return std::ranges::any_of(o.outputs, [](const std::string& file) { return extension_of(file) == ".cert"; });
}

std::string material_file(const std::string& obj_file) {
  return std::filesystem::path(obj_file).replace_extension(".mtl").string();
}

Result<BakeOptions> make_bake_options(const BakeArguments& a) {
  BakeOptions o;
  o.scene = a.scene;
  o.outputs = a.outputs;
  if (!a.certificate.empty()) {
    if (extension_of(a.certificate) != ".cert")
      return Error{ErrorCode::unsupported_format, "a certificate is named .cert; rename it", a.certificate, 0};
    o.outputs.push_back(a.certificate);
  }
  o.report = a.report;
  o.quiet = a.quiet;
  if (auto error = read_stances(a.stances, o.stances)) return *error;
  if (auto error = read_export_stance(a.export_stance, o)) return *error;
  if (auto error = read_slope(a, o)) return *error;
  if (auto error = read_word("--sides", a.sides, o.sides)) return *error;
  if (auto error = read_word("--numbers", a.numbers, o.numbers)) return *error;
  if (auto error = read_word("--up", a.up, o.up)) return *error;
  if (auto error = read_word("--bad-faces", a.bad_faces, o.bad_faces)) return *error;
  if (auto error = read_word("--decomposition", a.decomposition, o.decomposition)) return *error;
  if (auto error = read_rational("--step", a.step, o.step)) return *error;
  if (sgn(o.step) < 0) return bad("--step '" + a.step + "' is negative; give a height, 0 or more");
  if (o.step >= o.stances.front().height)
    return bad("--step '" + a.step + "' is not below the lowest stance, " + o.stances.front().name + "=" +
               o.stances.front().height.get_str() + "; give a lower step");
  if (auto error = read_not_negative("--weld", a.weld, "a width", o.weld)) return *error;
  if (auto error = read_not_negative("--min-area", a.min_area, "an area", o.min_area)) return *error;
  if (auto error = read_word("--solids", a.solids, o.solids)) return *error;
  if (auto error = read_word("--optimise", a.optimise, o.optimise)) return *error;
  o.one_surface = a.one_surface;
  if (auto error = read_seed_points(a.seed_points, o.seed_points)) return *error;
  if (auto error = read_count("--exact-digits", a.exact_digits, 0, 1'000'000'000'000, o.exact_digits)) return *error;
  std::uint64_t threads = std::clamp(std::thread::hardware_concurrency(), 1u, max_threads);
  if (a.threads)
    if (auto error = read_count("--threads", *a.threads, 1, max_threads, threads)) return *error;
  o.threads = static_cast<unsigned>(threads);
  if (auto error = read_clearance(a, o)) return *error;
  if (auto error = refuse_unavailable(a)) return *error;
  if (auto error = check_files(o)) return *error;
  return o;
}

}  // namespace plumb::pipeline
