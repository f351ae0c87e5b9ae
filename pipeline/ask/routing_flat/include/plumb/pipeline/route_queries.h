// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plumb/kernel/real_interval.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/result.h"

// Many questions about one map or navmesh, from a CSV file, and their answers as CSV and JSON.
namespace plumb::pipeline {

/// A question: a line of the file.
struct RouteQuery {
  std::uint64_t line = 0;           ///< from 1
  std::vector<mpq_class> from, to;  ///< coordinates
  std::optional<mpq_class> radius;  ///< none: that of the options
};

/// Reads questions: a line each, with the coordinates of the start, those of the goal and perhaps a radius, decimals or
/// fractions with commas between. A first line without any number is a header; empty lines do not count.
/// @param axes coordinates of a place: 2 or 3
/// Errors: cannot_open; and, with the number of the line, bad_number (what is no number, or a radius below 0) and
/// syntax (too few or too many of them; no question at all).
Result<std::vector<RouteQuery>> read_route_queries(const std::string& file, std::size_t axes);

/// The answer to a question.
struct RouteRow {
  RouteQuery query;
  std::string why;  ///< there is no route, and why; empty if there is one
  kernel::RationalInterval length{}, plan_length{};
  std::optional<kernel::RationalInterval> cost;  ///< of a disc
  std::optional<mpq_class> bound;                ///< none: not asked for
  std::vector<std::vector<mpq_class>> points{};  ///< start, turns, goal
  Json route{};                                  ///< as the JSON of a single route
};

/// A line for each answer, and a header: `line,answer,length,plan_length,cost,bound,points,why`. The answer is `route`
/// or `none`. Numbers are the nearest binary64; points are coordinates with spaces between, and semicolons between
/// points.
std::string routes_csv(std::span<const RouteRow> rows);
/// `file`: the map or navmesh.
std::string routes_json(const std::string& file, std::span<const RouteRow> rows);

/// Writes the JSON, if a name is given, and announces the rows.
std::optional<Error> write_routes(const std::string& json, const std::string& file, const std::vector<RouteRow>& rows,
                                  const std::function<std::optional<Error>(const std::vector<RouteRow>&)>& announce);

/// Whether an error is an answer to a question: that there is no route.
inline bool is_answer(const Error& error) {
  return error.code == ErrorCode::unreachable || error.code == ErrorCode::no_floor;
}

/// The error of a question, at its line.
inline Error at_line(Error error, const std::string& file, const RouteQuery& query) {
  error.file = file, error.line = query.line;
  return error;
}

/// Which of --from, --to and --queries are given, and what does not go with them. None: nothing is amiss.
std::optional<Error> wrong_ends(const std::string& from, const std::string& to, const std::string& queries,
                                const std::string& svg);

}  // namespace plumb::pipeline
