// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of a bake in one table.
//
// A row names the member that keeps the text (BakeArguments) and the path of the member that keeps the value (for
// Method::wedge: &BakeSettings::wedge, &WedgeSettings::gap). From the path the templates make the functions of the row:
//   - number() makes a row whose functions write the value as JSON and give it to checks; rational(), count() and
//     word() make rows that also read a text into the value;
//   - a number has a range, which check_ranges() of bake_settings.cpp asks.
// Some settings are read together with others, since one replaces the other or since they are lists: their rows have no
// function that reads.
//
// Cost: none beside a bake.
// Exact: numbers are the rational numbers that they are written as.
// Source: our own (docs/reference/bake.md has the options).
#include "plumb/pipeline/setting_table.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <type_traits>

#include "plumb/kernel/disc.h"

namespace plumb::pipeline {
namespace {

using A = BakeArguments;
using O = BakeOptions;
using S = BakeSettings;
using W = WedgeSettings;

// The member at the end of a path.
template <auto First, auto... Rest, class Object>
auto& at(Object& object) {
  if constexpr (sizeof...(Rest) == 0) return object.*First;
  else return at<Rest...>(object.*First);
}

Json json_of(const mpq_class& value) { return value.get_str(); }
Json json_of(const std::optional<mpq_class>& value) { return value ? Json(value->get_str()) : Json(); }
template <class Value>
Json json_of(const Value& value) {
  if constexpr (std::is_enum_v<Value>) return text_of(value);
  else return value;
}

template <auto... Path>
Json json_at(const O& o) {
  return json_of(at<Path...>(o));
}

template <auto... Path>
mpq_class* number_at(S& s) {
  auto& value = at<Path...>(s);
  if constexpr (std::is_same_v<decltype(value), mpq_class&>) return &value;
  else return value ? &*value : nullptr;
}

template <auto... Path>
std::optional<Error> read_number_at(const Setting& setting, const std::string& text, O& o) {
  mpq_class value;
  if (auto error = read_rational(setting.option, text, value, setting.is_length ? &o.unit : nullptr)) return error;
  at<Path...>(o) = std::move(value);
  return std::nullopt;
}

template <auto... Path>
std::optional<Error> read_count_at(const Setting& setting, const std::string& text, O& o) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < setting.low || setting.high < value)
    return out_of_range(setting, text);
  auto& to = at<Path...>(o);
  to = static_cast<std::remove_reference_t<decltype(to)>>(value);
  return std::nullopt;
}

template <auto... Path>
std::optional<Error> read_word_at(const Setting& setting, const std::string& text, O& o) {
  auto& to = at<Path...>(o);
  if (const auto found = value_of<std::remove_reference_t<decltype(to)>>(text)) {
    to = *found;
    return std::nullopt;
  }
  std::string known;
  for (const auto& w : words_of(to)) known.append(known.empty() ? "" : " or ").append(w.text);
  return bad_option(std::string(setting.option) + " '" + text + "' is unknown; give " + known);
}

// A number that is read together with others.
template <auto... Path>
Setting number(Setting row) {
  row.json = json_at<Path...>;
  row.number = number_at<Path...>;
  return row;
}
template <auto... Path>
Setting rational(Setting row) {
  row.read = read_number_at<Path...>;
  return number<Path...>(row);
}
template <auto... Path>
Setting count(Setting row) {
  row.read = read_count_at<Path...>;
  row.json = json_at<Path...>;
  return row;
}
template <auto... Path>
Setting word(Setting row) {
  row.read = read_word_at<Path...>;
  row.json = json_at<Path...>;
  return row;
}

bool is_not_negative(const mpq_class& v) { return sgn(v) >= 0; }
constexpr SettingRange width{is_not_negative, "is negative; give a width, 0 or more"},
    height{is_not_negative, "is negative; give a height, 0 or more"},
    window{is_not_negative, "is negative; give the height within which a border counts, 0 or more"},
    area{is_not_negative, "is negative; give an area, 0 or more"},
    tangent{is_not_negative, "is negative; give the tangent, 0 or more"},
    grid{is_not_negative, "is negative; give the width of a grid, 0 or more"},
    cosine{[](const mpq_class&v) { return sgn(v) > 0 && v <= 1; },
           "is out of range; give the cosine, above 0 and at most 1"},
    degrees{[](const mpq_class&v) { return sgn(v) >= 0 && v < 90; },
            "is out of range; give degrees, from 0 to below 90"},
    ramp_degrees{[](const mpq_class&v) { return sgn(v) > 0 && v < 90; },
                 "is out of range; give degrees, above 0 and below 90"},
    runs{[](const mpq_class&v) { return v >= 1; }, "is below 1; give how many runs a ramp may reach at a corner"};

// Two lengths, W,H.
std::optional<Error> read_leap(const Setting& setting, const std::string& text, O& o) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos)
    return bad_option(std::string(setting.option) + " '" + text +
                      "' has one number; give the greatest width and the greatest height, such as 1.5,0.5");
  if (auto error = read_rational(setting.option, text.substr(0, comma), o.leap, &o.unit)) return error;
  return read_rational(setting.option, text.substr(comma + 1), o.leap_height, &o.unit);
}

bool has_radius(const O& o) { return sgn(o.radius) > 0; }
bool is_wedge(const O& o) { return o.method == Method::wedge; }
bool has_simplify(const O& o) { return is_wedge(o) || sgn(o.wedge.simplify) > 0; }

Json stances_json(const O& o) {
  Json out = Json::array();
  for (const Stance& s : o.stances) out.push_back({{"name", s.name}, {"height", s.height.get_str()}});
  return out;
}
Json seed_points_json(const O& o) {
  Json out = Json::array();
  for (const ExactPoint& p : o.seed_points) out.push_back(p[0].get_str() + "," + p[1].get_str() + "," + p[2].get_str());
  return out;
}

std::vector<Setting> make_table() {
  constexpr std::uint64_t most_digits = 1'000'000'000'000, most_bytes = most_digits;
  std::vector<Setting> out;
  // Columns: option, key, text, the rest by name.
  out.push_back(word<&S::method>({"--method", "method", &A::method}));
  out.push_back({.option = "--stance", .key = "stances", .text = &A::stances, .json = stances_json, .plan = 1});
  out.push_back(
      number<&S::slope>({.option = "--slope", .key = "slope", .text = &A::slope, .range = degrees, .plan = 4}));
  out.push_back(number<&S::slope_ratio>(
      {.option = "--slope-ratio", .key = "slope_ratio", .text = &A::slope_ratio, .range = tangent, .plan = 5}));
  out.push_back(word<&S::sides>({.option = "--sides", .key = "sides", .text = &A::sides, .plan = 7}));
  out.push_back(word<&O::numbers>(
      {.option = "--numbers", .key = "numbers", .text = &A::numbers, .keyword = Keyword::tiles, .plan = 15}));
  out.push_back(word<&O::up>({.option = "--up", .key = "up", .text = &A::up, .keyword = Keyword::tiles, .plan = 8}));
  out.push_back(rational<&S::step>(
      {.option = "--step", .key = "step", .text = &A::step, .range = height, .is_length = true, .plan = 9}));
  out.push_back(rational<&S::weld>({.option = "--weld",
                                    .key = "weld",
                                    .text = &A::weld,
                                    .range = width,
                                    .is_length = true,
                                    .plan = 16,
                                    .in_plan = "0"}));
  out.push_back(word<&S::solids>({.option = "--solids", .key = "solids", .text = &A::solids, .plan = 10}));
  out.push_back(word<&S::optimise>({.option = "--optimise", .key = "optimise", .text = &A::optimise, .plan = 14}));
  out.push_back({.option = "--one-surface",
                 .key = "one_surface",
                 .text = &A::one_surface,
                 .json = json_at<&S::one_surface>,
                 .plan = 22});
  out.push_back(rational<&S::radius>(
      {.option = "--radius", .key = "radius", .text = &A::radius, .range = width, .is_length = true, .plan = 11}));
  out.push_back(rational<&S::window>(
      {.option = "--window", .key = "window", .text = &A::window, .range = window, .is_length = true, .plan = 12}));
  out.push_back(rational<&S::min_area>(
      {.option = "--min-area", .key = "min_area", .text = &A::min_area, .range = area, .plan = 18}));
  out.push_back(word<&S::bad_faces>({.option = "--bad-faces", .key = "bad_faces", .text = &A::bad_faces, .plan = 19}));
  out.push_back(count<&S::exact_digits>(
      {.option = "--exact-digits", .key = "exact_digits", .text = &A::exact_digits, .high = most_digits, .plan = 20}));
  out.push_back(word<&S::decomposition>(
      {.option = "--decomposition", .key = "decomposition", .text = &A::decomposition, .plan = 21}));
  out.push_back(
      {.option = "--seed-point", .key = "seed_points", .text = &A::seed_points, .json = seed_points_json, .plan = 2});
  out.push_back(word<&O::node_rotation>({.option = "--node-rotation",
                                         .key = "node_rotation",
                                         .text = &A::node_rotation,
                                         .in_json = [](const O& o) { return o.node_rotation != NodeRotation{}; },
                                         .keyword = Keyword::none}));
  out.push_back({.option = "--leave-out",
                 .key = "leave_out",
                 .text = &A::leave_out,
                 .json = [](const O& o) { return Json(o.leave_out); },
                 .in_json = [](const O& o) { return !o.leave_out.empty(); },
                 .keyword = Keyword::none});
  out.push_back({.option = "--scene",
                 .key = "gltf_scene",
                 .text = &A::gltf_scene,
                 .json = [](const O& o) { return Json(*o.gltf_scene); },
                 .in_json = [](const O& o) { return o.gltf_scene.has_value(); },
                 .keyword = Keyword::none});
  out.push_back(number<&S::slope_cos>({.option = "--slope-cos",
                                       .key = "slope_cos",
                                       .text = &A::slope_cos,
                                       .in_json = [](const O& o) { return o.slope_cos.has_value(); },
                                       .range = cosine,
                                       .plan = 6}));
  out.push_back(rational<&S::drop>({.option = "--drop",
                                    .key = "drop",
                                    .text = &A::drop,
                                    .in_json = [](const O& o) { return sgn(o.drop) > 0; },
                                    .range = height,
                                    .is_length = true}));
  out.push_back(rational<&S::drop_reach>({.option = "--drop-reach",
                                          .key = "drop_reach",
                                          .text = &A::drop_reach,
                                          .in_json = [](const O& o) { return sgn(o.drop_reach) > 0; },
                                          .range = width,
                                          .is_length = true}));
  out.push_back({.option = "--leap",
                 .key = "leap",
                 .text = &A::leap,
                 .read = read_leap,
                 .json = [](const O& o) { return Json(o.leap.get_str() + "," + o.leap_height.get_str()); },
                 .in_json = [](const O& o) { return sgn(o.leap) > 0; }});

  const auto wedge = [](const char* option, const char* key, SettingText text, SettingRange range = {}) {
    return Setting{.option = option, .key = key, .text = text, .in_json = is_wedge, .range = range, .of_wedge = true};
  };
  const auto wedge_length = [&](const char* option, const char* key, SettingText text, SettingRange range = {}) {
    Setting out = wedge(option, key, text, range);
    out.is_length = true;
    return out;
  };
  out.push_back(rational<&S::wedge, &W::wall_thickness>(
      wedge_length("--wall-thickness", "wall_thickness", &A::wall_thickness, width)));
  // A foot depends on the stance, and is checked with it.
  out.push_back(rational<&S::wedge, &W::wall_foot>(wedge_length("--wall-foot", "wall_foot", &A::wall_foot)));
  out.back().json = [](const O& o) { return json_of(o.wedge.wall_foot.value_or(o.step)); };
  out.push_back(rational<&S::wedge, &W::gap>(wedge_length("--gap", "gap", &A::gap, width)));
  out.push_back(
      rational<&S::wedge, &W::min_altitude>(wedge_length("--min-altitude", "min_altitude", &A::min_altitude, width)));
  out.push_back(count<&S::wedge, &W::position_bits>(wedge("--position-bits", "position_bits", &A::position_bits)));
  out.back().low = 1, out.back().high = max_position_bits;
  out.push_back(rational<&S::wedge, &W::cluster>(wedge_length("--cluster", "cluster", &A::cluster, grid)));
  out.push_back(rational<&S::wedge, &W::cone>(wedge("--cone", "cone", &A::cone, degrees)));
  out.push_back(rational<&S::wedge, &W::ramp_slope>(wedge("--ramp-slope", "ramp_slope", &A::ramp_slope, ramp_degrees)));
  out.push_back(rational<&S::wedge, &W::miter>(wedge("--miter", "miter", &A::miter, runs)));
  out.push_back(rational<&S::wedge, &W::flatten>(wedge_length("--flatten", "flatten", &A::flatten, width)));
  out.push_back(rational<&S::wedge, &W::simplify>({.option = "--simplify",
                                                   .key = "simplify",
                                                   .text = &A::simplify,
                                                   .in_json = has_simplify,
                                                   .range = width,
                                                   .is_length = true}));
  out.push_back(word<&S::wedge, &W::until>(wedge("--until", "until", &A::until)));
  out.back().keyword = Keyword::none;

  out.push_back({.option = "--preset",
                 .key = "preset",
                 .text = &A::preset,
                 .json = [](const O& o) { return Json(o.preset); },
                 .in_json = [](const O& o) { return !o.preset.empty(); },
                 .plan = 3});
  out.push_back({.option = "--agent",
                 .key = "agent",
                 .text = &A::agent,
                 .json = [](const O& o) { return Json(o.agent); },
                 .in_json = [](const O& o) { return !o.agent.empty(); }});
  out.push_back({.option = "--unit", .key = "unit", .text = &A::unit, .plan = 23});
  out.push_back(count<&S::disc>({.option = "--disc",
                                 .key = "disc",
                                 .text = &A::disc,
                                 .in_json = has_radius,
                                 .low = kernel::min_disc_points,
                                 .high = kernel::max_disc_points,
                                 .plan = 13}));
  out.push_back(word<&S::clearance>({.option = "--clearance",
                                     .key = "clearance",
                                     .text = &A::clearance,
                                     .in_json = has_radius,
                                     .plan = 17,
                                     .in_plan = "inner"}));
  // How the work is done, and which files are refused, is no part of a result.
  out.push_back(count<&S::threads>(
      {.option = "--threads", .key = "threads", .text = &A::threads, .low = 1, .high = max_threads}));
  out.back().json = nullptr;
  out.push_back(count<&O::max_bytes>({.option = "--max-bytes",
                                      .key = "max_bytes",
                                      .text = &A::max_bytes,
                                      .low = 1,
                                      .high = most_bytes,
                                      .keyword = Keyword::none}));
  out.back().json = nullptr;
  return out;
}

void set_text(const SettingText& place, JsonView value, BakeArguments& out) {
  std::visit(
      [&](auto member) {
        using Text = std::remove_reference_t<decltype(out.*member)>;
        if constexpr (std::is_same_v<Text, std::vector<std::string>>) {
          (out.*member).clear();
          for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
            if (value[i].is_text()) (out.*member).push_back(value[i].text());
        } else if constexpr (std::is_same_v<Text, bool>) {
          if (value.is_boolean()) out.*member = value.boolean();
        } else {
          if (value.is_text()) out.*member = value.text();
          if (value.is_whole()) out.*member = std::to_string(value.whole());
        }
      },
      place);
}

}  // namespace

std::span<const Setting> setting_table() {
  static const std::vector<Setting> table = make_table();
  return table;
}

std::span<const Setting* const> plan_settings() {
  static const std::vector<const Setting*> ordered = [] {
    std::vector<const Setting*> out;
    for (const Setting& s : setting_table())
      if (s.plan > 0) out.push_back(&s);
    std::ranges::sort(out, {}, &Setting::plan);
    return out;
  }();
  return ordered;
}

std::optional<Error> read_rational(const std::string& option, const std::string& text, mpq_class& value,
                                   const LevelUnit* unit) {
  try {
    value = number_option(option, text, unit);
    return std::nullopt;
  } catch (const RefusedOption& refused) {
    return bad_option(refused.what);
  }
}

Error out_of_range(const Setting& s, const std::string& text) {
  return bad_option(std::string(s.option) + " '" + text + "' is out of range; give a whole number from " +
                    std::to_string(s.low) + " to " + std::to_string(s.high));
}

const Setting& setting_of(const char* key) {
  return *std::ranges::find(setting_table(), std::string_view(key), &Setting::key);
}

void read_back(const NavMeshInfo& info, std::span<const char* const> keys, BakeArguments& out) {
  out.stances.clear();
  for (const Stance& s : info.stances) out.stances.push_back(s.name + "=" + s.height.get_str());
  const JsonDocument document = JsonDocument::parse(info.options);
  for (const char* key : keys)
    if (const auto value = document.root().find(key)) set_text(setting_of(key).text, *value, out);
}

}  // namespace plumb::pipeline
