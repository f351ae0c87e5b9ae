// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/json.h"
#include "plumb/pipeline/result.h"
#include "plumb/plan/passability.h"
#include "plumb/plan/route_settings.h"

// How routes of a disc are planned, as it is told, and what is told of them: on maps and on navmeshes.
namespace plumb::pipeline {

/// As text: one member an option of the command line.
struct RouteSettingsArguments {
  std::optional<std::string> unit, radius, planner, cost, samples, arc_points, swept, joints, spacing, search, checks,
      reference;
  bool bound = false;
  bool no_bound = false;  ///< what is the default; older scripts say it
};

/// ErrorCode::bad_option, in one line.
Result<plan::RouteSettings> make_route_settings(const RouteSettingsArguments& arguments);
/// Brings the numbers of settings into lowest terms. Error: bad_option.
std::optional<Error> lowest_terms(plan::RouteSettings& settings);
/// A number that is not negative, as an option was given it. ErrorCode::bad_option.
Result<mpq_class> read_not_negative(const std::string& option, const std::string& text);
/// The same of a length, with the text of the unit by which it is read (unit_option()).
Result<mpq_class> read_length(const std::string& option, const std::string& text,
                              const std::optional<std::string>& unit);

const char* text_of(plan::PlannerKind planner);
const char* text_of(plan::AreaEstimator estimator);
const char* text_of(plan::PointSearch search);
const char* text_of(plan::RouteChecks checks);

/// For people: cost, bound and counts, a line each.
std::string facts_text(const plan::RouteSettings& settings, const plan::RouteFacts& facts,
                       std::optional<std::size_t> barriers);
/// What decides a route.
Json settings_json(const plan::RouteSettings& settings);
/// Adds cost, estimate, bound, gap and counts.
void add_facts(Json& json, const plan::RouteFacts& facts, std::optional<std::size_t> barriers);

/// "(1.5, -2.25)", decimals, "..." where they are rounded.
std::string plan_point_text(const kernel::PlanPoint& p);
Json plan_point_json(const kernel::PlanPoint& p);
/// Two decimals around.
Json decimals_json(const kernel::RationalInterval& interval);
/// The root of a square, within 2^-60 of it; for people, with the square.
kernel::RationalInterval length_of_square(const mpq_class& square);
std::string root_text(const mpq_class& square);

/// Why there is no route on a map, for people: an end does not fit, the widest way is too narrow, there is none, or the
/// planner found none.
std::string why_no_route(const plan::PlanMap& map, const plan::RouteSettings& settings, const kernel::PlanPoint& from,
                         const kernel::PlanPoint& to, const plan::Passability& passability);

}  // namespace plumb::pipeline
