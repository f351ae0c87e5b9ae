// SPDX-License-Identifier: GPL-3.0-or-later
// How routes of a disc are planned, as options, text and JSON, for maps and navmeshes alike.
//
// 1. make_route_settings() reads the options; the first one that is wrong is refused in one line.
// 2. facts_text() and add_facts() tell what is known of a route that was found: cost, bound, counts. A route whose cost
//    is above the bound by no more than intervals are wide is called the cheapest.
// 3. plan_point_text() and its like write places and lengths in one form for maps and navmeshes.
// 4. why_no_route() says why a map has no route: an end does not fit, the widest way is too narrow, there is none, or
//    the planner found none.
// Cost. None to speak of.
// Exactness. JSON has fractions, and decimals that are rounded outward; text for people has six digits where a number
// is an estimate.
#include "plumb/pipeline/route_settings_text.h"

#include <cstdio>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/real_interval.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/lowest_terms.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/text_number.h"

namespace plumb::pipeline {
namespace {

std::size_t count(const std::string& option, const std::string& text, unsigned most) {
  const mpq_class value = number_option(option, text);
  if (value.get_den() != 1 || value < 3 || value > most)
    throw RefusedOption{option + " '" + text + "' is no whole number from 3 to " + std::to_string(most)};
  return value.get_num().get_ui();
}
template <class Enum>
Enum named(const std::string& option, const std::string& text, std::initializer_list<Enum> all) {
  std::string known;
  for (const Enum e : all) {
    if (text == text_of(e)) return e;
    known += (known.empty() ? "" : ", ") + std::string(text_of(e));
  }
  throw RefusedOption{option + " '" + text + "' is none of " + known};
}

// What intervals are wide.
constexpr kernel::Hint nothing{0x1p-36};

std::string decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}
// By how much the cost is above the bound, as a share of it.
std::optional<double> gap(const plan::RouteFacts& facts) {
  if (!facts.bound || *facts.bound <= 0) return std::nullopt;
  return mpq_class(facts.cost.high / *facts.bound - 1).get_d();
}

Json fraction_json(const mpq_class& value) { return value.get_str(); }

}  // namespace

const char* text_of(plan::PlannerKind planner) {
  constexpr const char* names[] = {"blockage", "vicinity", "euclid", "taut"};
  return names[static_cast<std::size_t>(planner)];
}
const char* text_of(plan::AreaEstimator estimator) {
  constexpr const char* names[] = {"points", "lines", "strips", "exact"};
  return names[static_cast<std::size_t>(estimator)];
}
const char* text_of(plan::PointSearch search) {
  return search == plan::PointSearch::dijkstra ? "dijkstra" : "bushwhack";
}
const char* text_of(plan::RouteChecks checks) { return checks == plan::RouteChecks::exact ? "exact" : "document"; }

Result<plan::RouteSettings> make_route_settings(const RouteSettingsArguments& a) {
  plan::RouteSettings s;
  try {
    const LevelUnit unit = a.unit ? unit_option("--unit", *a.unit) : LevelUnit{};
    if (a.radius) s.radius = not_negative_option("--radius", *a.radius, &unit);
    if (a.planner)
      s.planner = named("--planner", *a.planner,
                        {plan::PlannerKind::blockage, plan::PlannerKind::vicinity, plan::PlannerKind::euclid,
                         plan::PlannerKind::taut});
    if (a.cost)
      s.cost.sampling.estimator = named("--cost", *a.cost,
                                        {plan::AreaEstimator::points, plan::AreaEstimator::lines,
                                         plan::AreaEstimator::strips, plan::AreaEstimator::exact});
    if (a.samples) s.cost.sampling.samples = count("--samples", *a.samples, 10'000'000);
    if (a.arc_points) s.cost.sampling.arc_points = count("--arc-points", *a.arc_points, 100'000);
    if (a.swept) s.cost.swept = not_negative_option("--swept", *a.swept);
    if (a.joints) {
      if (*a.joints != "once" && *a.joints != "document")
        throw RefusedOption{"--joints '" + *a.joints + "' is none of once, document"};
      s.cost.whole_capsules = *a.joints == "document";
    }
    if (a.spacing) {
      const mpq_class spacing = number_option("--epsilon", *a.spacing);
      if (spacing < mpq_class(1, 64) || spacing > 1)
        throw RefusedOption{"--epsilon '" + *a.spacing + "' is not from 1/64 to 1"};
      s.points.spacing = spacing.get_d();
    }
    if (a.search) s.search = named("--search", *a.search, {plan::PointSearch::dijkstra, plan::PointSearch::bushwhack});
    if (a.checks)
      s.points.checks = named("--checks", *a.checks, {plan::RouteChecks::exact, plan::RouteChecks::document});
    if (a.reference) {
      if (*a.reference != "midpoint" && *a.reference != "centroid")
        throw RefusedOption{"--reference '" + *a.reference + "' is none of midpoint, centroid"};
      s.reference = *a.reference == "centroid" ? plan::ChannelReference::centroid : plan::ChannelReference::midpoint;
    }
    if (a.bound && a.no_bound) throw RefusedOption{"--bound and --no-bound contradict each other; give one"};
    s.bound = a.bound;
  } catch (const RefusedOption& refused) {
    return Error{ErrorCode::bad_option, refused.what, "", 0};
  }
  return s;
}

std::optional<Error> lowest_terms(plan::RouteSettings& s) {
  return LowestTerms()("--radius", s.radius)("--swept", s.cost.swept).refused();
}

Result<mpq_class> read_not_negative(const std::string& option, const std::string& text) {
  try {
    return not_negative_option(option, text);
  } catch (const RefusedOption& refused) {
    return Error{ErrorCode::bad_option, refused.what, "", 0};
  }
}

Result<mpq_class> read_length(const std::string& option, const std::string& text,
                              const std::optional<std::string>& unit) {
  try {
    const LevelUnit of = unit ? unit_option("--unit", *unit) : LevelUnit{};
    return not_negative_option(option, text, &of);
  } catch (const RefusedOption& refused) {
    return Error{ErrorCode::bad_option, refused.what, "", 0};
  }
}

std::string facts_text(const plan::RouteSettings& s, const plan::RouteFacts& f, std::optional<std::size_t> barriers) {
  std::string out = "Cost: " + kernel::interval_text(f.cost);
  if (s.cost.sampling.estimator != plan::AreaEstimator::exact) out += "; estimated as " + decimal(f.estimated);
  out += ".\n";
  if (f.bound) {
    out += "Every route costs at least " + decimal(f.bound->get_d());
    if (const auto share = gap(f))
      out += *share < nothing ? ": this one is the cheapest"
                              : ": this one is at most " + decimal(*share * 100) + " % above the cheapest";
    out += ".\n";
  }
  if (barriers) out += counted_text(*barriers, "barrier") + ", ";
  return out + counted_text(f.counts.reached, "Steiner point") + ", " + counted_text(f.counts.settled, "point") +
         " settled, " + counted_text(f.counts.evaluated, "arc") + " evaluated, " + count_text(f.counts.forbidden) +
         " forbidden.\n";
}

Json settings_json(const plan::RouteSettings& s) {
  return {{"radius", fraction_json(s.radius)},
          {"planner", text_of(s.planner)},
          {"cost", text_of(s.cost.sampling.estimator)},
          {"samples", s.cost.sampling.samples},
          {"arc_points", s.cost.sampling.arc_points},
          {"swept", fraction_json(s.cost.swept)},
          {"joints", s.cost.whole_capsules ? "document" : "once"},
          {"epsilon", s.points.spacing},
          {"search", text_of(s.search)},
          {"checks", text_of(s.points.checks)}};
}

void add_facts(Json& json, const plan::RouteFacts& f, std::optional<std::size_t> barriers) {
  json.set("cost", decimals_json(f.cost));
  json.set("estimated", f.estimated);
  json.set("bound", f.bound ? fraction_json(*f.bound) : Json());
  const auto share = gap(f);
  json.set("gap", share ? Json(*share) : Json());
  Json counts = {{"steiner_points", f.counts.reached},
                 {"settled", f.counts.settled},
                 {"evaluated", f.counts.evaluated},
                 {"forbidden", f.counts.forbidden}};
  if (barriers) counts.set("barriers", *barriers);
  json.set("counts", std::move(counts));
  json.set("shortest", f.shortest ? decimals_json(*f.shortest) : Json());
}

std::string plan_point_text(const kernel::PlanPoint& p) {
  return "(" + kernel::decimal_text(p[0]) + ", " + kernel::decimal_text(p[1]) + ")";
}
Json plan_point_json(const kernel::PlanPoint& p) {
  return Json(std::vector<Json>{fraction_json(p[0]), fraction_json(p[1])});
}
Json decimals_json(const kernel::RationalInterval& interval) {
  const auto outward = kernel::outward_decimals(interval);
  Json out = Json::array();
  out.push_back(outward.low);
  out.push_back(outward.high);
  return out;
}

kernel::RationalInterval length_of_square(const mpq_class& square) {
  kernel::RootSum sum(64);
  sum.add_root(square);
  return sum.value();
}
std::string root_text(const mpq_class& square) {
  const kernel::RationalInterval root = length_of_square(square);
  return (root.width() == 0 ? kernel::decimal_text(root.low) : kernel::interval_text(root)) + " (its square is " +
         kernel::short_fraction(square) + ")";
}

std::string why_no_route(const plan::PlanMap& map, const plan::RouteSettings& settings, const kernel::PlanPoint& from,
                         const kernel::PlanPoint& to, const plan::Passability& p) {
  const bool start =
      p.answer == plan::Passability::Answer::start_blocked || p.answer == plan::Passability::Answer::start_touched;
  const kernel::PlanPoint& end = start ? from : to;
  const std::string place = (start ? "--from " : "--to ") + plan_point_text(end);
  const std::string disc = "a disc of radius " + kernel::exact_text(settings.radius);
  switch (p.answer) {
    case plan::Passability::Answer::start_blocked:
    case plan::Passability::Answer::goal_blocked: return place + " is in an obstacle or off the map";
    case plan::Passability::Answer::start_touched:
    case plan::Passability::Answer::goal_touched: {
      const auto& s = map.segments[*p.obstacle];
      const kernel::PlanPoint &a = map.points[s.from].at, &b = map.points[s.to].at;
      return place + ": " + disc + " does not fit there; the obstacle from " + plan_point_text(a) + " to " +
             plan_point_text(b) + " is at a distance of " + root_text(kernel::squared_distance(end, a, b));
    }
    case plan::Passability::Answer::too_narrow:
      return disc + " does not get there: the widest way is narrowest between " + plan_point_text(p.passage->from) +
             " and " + plan_point_text(p.passage->to) + ", where it is as wide as " +
             root_text(squared_width(*p.passage));
    case plan::Passability::Answer::unreachable:
      return "there is no way from " + plan_point_text(from) + " to " + plan_point_text(to) +
             ", however small the disc";
    case plan::Passability::Answer::passable: break;
  }
  return disc + " gets there, but the planner " + text_of(settings.planner) +
         " has found no way over its points; try a smaller --epsilon, --search dijkstra or another --planner";
}

}  // namespace plumb::pipeline
