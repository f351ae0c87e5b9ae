// SPDX-License-Identifier: GPL-3.0-or-later
// The text of an answer to "what lets one place be reached from another".
//
// 1. reachability_begin() writes the verdict, and what holds of an end that is itself blocked.
// 2. reachability_row() writes one parameter: its limit, and the place and the polygons that bind.
// 3. reachability_end() writes pairs of parameters, and what is left to say.
//
// Numbers are decimals that end, or rounded ones beside the fraction; a slope that was given as a ratio stays one. What
// was read as a double is shown as the decimal that the file says.
// Cost: linear in the limits.
// Source: our own.
#include <algorithm>

#include "passages.h"
#include "plumb/kernel/decimal.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/reachability.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

bool loosens_upward(ReachParameter p) {
  return p == ReachParameter::step || p == ReachParameter::slope || p == ReachParameter::weld;
}

const Stance& stance_of(const Reachability& r) {
  return r.options.stances[static_cast<std::size_t>(r.query.stance) - 1];
}

std::string polygon_text(const ReachPolygon& p) {
  return "polygon " + std::to_string(p.polygon) + " (face " + std::to_string(p.face) + ")";
}

std::string given_text(const Reachability& r, ReachParameter p) {
  const BakeOptions& o = r.options;
  switch (p) {
    case ReachParameter::height: return kernel::short_fraction(stance_of(r).height);
    case ReachParameter::radius: return kernel::short_fraction(o.radius);
    case ReachParameter::step: return kernel::short_fraction(o.step);
    case ReachParameter::weld: return kernel::short_fraction(o.weld);
    default:
      if (o.slope) return kernel::short_fraction(*o.slope) + " degrees";
      return o.slope_ratio ? "ratio " + kernel::short_fraction(*o.slope_ratio)
                           : "cos " + kernel::short_fraction(*o.slope_cos);
  }
}

std::string either_text(const kernel::RationalInterval& value) {
  return value.low == value.high ? kernel::fraction_text(value.low)
                                 : kernel::decimal_text(value.low) + " to " + kernel::decimal_text(value.high);
}

// What the file says, where it is known.
std::string as_read(const std::optional<mpq_class>& decimal, const kernel::RationalInterval& value) {
  if (!decimal) return either_text(value);
  return kernel::decimal_text(*decimal) +
         (value.low == value.high ? " (as read " + kernel::exact_text(value.low) + ")" : "");
}

// A slope that was given as a ratio is answered as one.
std::string slope_text(const Reachability& r, const kernel::RationalInterval& tan_squared,
                       const std::optional<mpq_class>& decimal) {
  const std::string squared = "tan^2 = " + either_text(tan_squared);
  if (!r.options.slope_ratio)
    return kernel::interval_text(kernel::slope_degrees(tan_squared.low)) + " degrees, " + squared;
  const kernel::RationalInterval low = root_of(tan_squared.low), high = root_of(tan_squared.high);
  return "ratio " + as_read(decimal, {low.low, high.high}) + (low.low == high.high ? "" : ", " + squared);
}

std::string value_text(const Reachability& r, const ReachLimit& l) {
  return l.parameter == ReachParameter::slope ? slope_text(r, l.value, l.decimal) : as_read(l.decimal, l.value);
}

// "at most 2", "below 2", "at least 0.181", "above 0.181"; of an enclosure only the direction, unless it is known.
std::string limit_text(const Reachability& r, const ReachLimit& l) {
  switch (l.kind) {
    case ReachLimit::Kind::never: return "none joins them";
    case ReachLimit::Kind::always: return "any";
    default: break;
  }
  const bool open =
      !l.attained && (l.value.low == l.value.high || (l.parameter == ReachParameter::radius && l.settled));
  const char* word = loosens_upward(l.parameter) ? (open ? "above " : "at least ") : open ? "below " : "at most ";
  return word + value_text(r, l) + (l.settled ? "" : ", not settled");
}

const char* kind_word(ReachLimit::Kind kind) {
  constexpr const char* words[] = {"at", "never", "always"};
  return words[static_cast<std::size_t>(kind)];
}

// The columns of limits: the last one is not padded. Rows are printed one by one, so a long value moves what follows.
std::string row_text(const Reachability& r, const std::array<std::string, 5>& words) {
  std::size_t given = std::string("given").size();
  for (const ReachParameter p : r.query.only) given = std::max(given, given_text(r, p).size());
  constexpr std::size_t parameter = 9, value = 20, place = 16;
  const std::array widths{parameter, given, value, place};
  std::string out = " ";
  for (std::size_t i = 0; i < words.size(); ++i) {
    out += (i == 0 ? " " : "   ") + words[i];
    if (i < widths.size() && words[i].size() < widths[i]) out.append(widths[i] - words[i].size(), ' ');
  }
  out.erase(out.find_last_not_of(' ') + 1);
  return out + "\n";
}

std::string block_text(const Reachability& r, const ReachBlock& b) {
  const std::string by = b.polygon ? polygon_text(*b.polygon) : "";
  switch (b.by) {
    case ReachBlock::By::headroom:
      return "headroom " + as_read(b.decimal, {b.measure, b.measure}) + " under " + by + ", and '" + stance_of(r).name +
             "' needs " + kernel::fraction_text(stance_of(r).height);
    case ReachBlock::By::slope:
      return by + " is too steep: " + slope_text(r, {b.measure, b.measure}, b.decimal) + ", and the limit is " +
             given_text(r, ReachParameter::slope);
    case ReachBlock::By::side: return by + " faces down (--sides up)";
    case ReachBlock::By::radius: {
      const std::string border = "the border at " + by + " is " + as_read(b.decimal, root_of(b.measure)) + " away",
                        radius = kernel::fraction_text(r.options.radius);
      if (b.measure < r.options.radius * r.options.radius) return border + ", and the radius is " + radius;
      return border + ": the disc of radius " + radius + " stands there, but not the polygon of " +
             std::to_string(r.options.disc) + " points for it (--disc " + std::to_string(r.options.disc) + ")";
    }
    default: return "it is inside a closed body";
  }
}

std::string disc_text(const Reachability& r) {
  const ReachDisc& d = *r.disc;
  const std::string given = std::to_string(r.options.disc);
  std::string out = "The polygon of " + given + " points that stands for the disc decides here (--disc " + given +
                    (r.options.clearance == ClearanceBound::outer ? " --clearance outer" : "") + "): the disc itself " +
                    (d.reached ? "gets there" : "does not get there");
  if (d.points > 0)
    out += ", and so " + std::string(d.reached ? "does" : "is it with") + " the polygon of " +
           std::to_string(d.points) + " points (--disc " + std::to_string(d.points) + ")";
  return out + ".\n";
}

}  // namespace

std::string reachability_begin(const Reachability& r) {
  std::string out = r.options.scene + " from " + kernel::point_text(r.query.from) + " to " +
                    kernel::point_text(r.query.to) + "\n" + options_text(r.options);
  for (const std::size_t end : {0u, 1u}) {
    const std::string name = end == 0 ? "--from" : "--to";
    if (!r.floors[end])
      return out + name + " is above nothing: no polygon to stand on lies at it or below it" +
             (r.advice[end].empty() ? "" : "; " + r.advice[end]) + ".\n";
    out += name + " is on " + polygon_text(*r.standing[end]) + " at " + kernel::point_text(*r.floors[end]) + ".\n";
    if (r.blocked[end])
      out += "'" + stance_of(r).name + "' cannot stand there: " + block_text(r, *r.blocked[end]) + ".\n";
  }
  const std::string& stance = stance_of(r).name;
  out += r.reached ? "'" + stance + "' gets there. Each of these alone, the others as given, leaves it so:\n"
                   : "'" + stance + "' does not get there. Each of these alone, the others as given, would let it:\n";
  return out + row_text(r, {"parameter", "given", r.reached ? "may be" : "would have to be", "the way ends at", "by"});
}

std::string reachability_row(const Reachability& r, const ReachLimit& l) {
  std::string by;
  for (const ReachPolygon& p : l.polygons) by += (by.empty() ? "" : ", ") + polygon_text(p);
  return row_text(r, {text_of(l.parameter), given_text(r, l.parameter), limit_text(r, l),
                      l.place ? kernel::point_text(*l.place) : "", by});
}

std::string reachability_end(const Reachability& r) {
  if (!r.floors[0] || !r.floors[1]) return "";
  std::string out;
  if (!r.finished) {
    out += "It was ended before more was known.\n";
    return out;
  }
  if (r.disc) out += disc_text(r);
  for (const ReachPair& p : r.pairs) {
    if (&p == &r.pairs.front()) out += "Two of them together would:\n";
    const auto part = [&](const ReachLimit& l) {
      if (l.disc_points > 0) return "the radius as given and --disc " + std::to_string(l.disc_points);
      return std::string(text_of(l.parameter)) + " " + limit_text(r, l);
    };
    out += "  " + part(p.first) + " with " + part(p.second) + "\n";
  }
  const auto is_never = [](const ReachLimit& l) { return l.kind == ReachLimit::Kind::never; };
  if (!r.reached && r.pairs.empty() && r.limits.size() > 1 && !r.disc && std::ranges::all_of(r.limits, is_never))
    out += "No two of them together would" +
           std::string(sgn(r.options.step) > 0 ? ", with a height above the step" : "") + ".\n";
  bool decimal = false, unsettled = false;
  const auto look = [&](const ReachLimit& l) {
    decimal = decimal || l.decimal;
    unsettled = unsettled || !l.settled;
  };
  std::ranges::for_each(r.limits, look);
  for (const ReachPair& p : r.pairs) look(p.first), look(p.second);
  if (decimal)
    out += "The level's numbers are " + std::string(r.options.numbers == Numbers::binary32 ? "floats" : "doubles") +
           ", a rounding beside its decimals; --numbers decimal takes these as they are written.\n";
  if (unsettled)
    out += "Not settled: the limit lies between the two, and " + std::to_string(r.query.bakes) +
           " bakes (twice as many for the radius) told no more; --bakes allows more.\n";
  if (r.options.radius == 0 && std::ranges::find(r.query.only, ReachParameter::radius) != r.query.only.end())
    out += "A radius counts border within " + kernel::fraction_text(r.query.window) + " in height (--window).\n";
  return out;
}

std::string reachability_text(const Reachability& r) {
  std::string out = reachability_begin(r);
  for (const ReachLimit& l : r.limits) out += reachability_row(r, l);
  out += reachability_end(r);
  return r.options.in_memory ? program_words(out) : out;
}

std::string reachability_json(const Reachability& r) {
  const auto polygon = [](const ReachPolygon& p) { return Json{{"polygon", p.polygon}, {"face", p.face}}; };
  const auto limit_json = [&](const ReachLimit& l) -> Json {
    const bool at = l.kind == ReachLimit::Kind::at;
    const bool decided = at && l.settled && (l.value.low == l.value.high || l.parameter == ReachParameter::radius);
    Json polygons = Json::array();
    for (const ReachPolygon& p : l.polygons) polygons.push_back(polygon(p));
    return {{"parameter", text_of(l.parameter)},
            {"kind", kind_word(l.kind)},
            {"value", at ? Json(std::vector<std::string>{l.value.low.get_str(), l.value.high.get_str()}) : Json()},
            {"attained", decided ? Json(l.attained) : Json()},
            {"settled", l.settled},
            {"decimal", l.decimal ? Json(l.decimal->get_str()) : Json()},
            {"bakes", l.bakes},
            {"disc", l.disc_points > 0 ? Json(l.disc_points) : Json()},
            {"place", l.place ? point_json(*l.place) : Json()},
            {"polygons", std::move(polygons)}};
  };
  Json limits = Json::array(), pairs = Json::array();
  for (const ReachLimit& l : r.limits) limits.push_back(limit_json(l));
  for (const ReachPair& p : r.pairs) {
    Json both = Json::array();
    both.push_back(limit_json(p.first));
    both.push_back(limit_json(p.second));
    pairs.push_back(std::move(both));
  }
  const auto block = [&](const std::optional<ReachBlock>& b) -> Json {
    if (!b) return Json();
    const bool measured = b->by != ReachBlock::By::side && b->by != ReachBlock::By::solid;
    return {{"by", text_of(b->by)},
            {"measure", measured ? Json(b->measure.get_str()) : Json()},
            {"decimal", b->decimal ? Json(b->decimal->get_str()) : Json()},
            {"polygon", b->polygon ? polygon(*b->polygon) : Json()}};
  };
  const auto end = [&](const ExactPoint& point, std::size_t k) -> Json {
    return {{"point", point_json(point)},
            {"floor", r.floors[k] ? point_json(*r.floors[k]) : Json()},
            {"standing", r.standing[k] ? polygon(*r.standing[k]) : Json()},
            {"blocked", block(r.blocked[k])}};
  };
  const Json out = {{"plumb", version()},
                    {"scene", {{"file", r.options.scene}}},
                    {"options", options_json(r.options)},
                    {"stance", stance_of(r).name},
                    {"window", r.query.window.get_str()},
                    {"from", end(r.query.from, 0)},
                    {"to", end(r.query.to, 1)},
                    {"reached", r.reached},
                    {"limits", std::move(limits)},
                    {"disc", r.disc ? Json{{"reached", r.disc->reached},
                                           {"points", r.disc->points > 0 ? Json(r.disc->points) : Json()}}
                                    : Json()},
                    {"pairs", std::move(pairs)},
                    {"finished", r.finished}};
  return json_text(out, 2) + "\n";
}

}  // namespace plumb::pipeline
