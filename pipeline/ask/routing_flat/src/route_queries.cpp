// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/route_queries.h"

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/number_lines.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

std::string number(const mpq_class& value) {
  std::string out;
  kernel::append_decimal(out, kernel::nearest_double(value));
  return out;
}
std::string number(const kernel::RationalInterval& interval) {
  return number(mpq_class((interval.low + interval.high) / 2));
}
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace

Result<std::vector<RouteQuery>> read_route_queries(const std::string& file, std::size_t axes) {
  auto lines = read_number_lines(file, 2 * axes, 2 * axes + 1,
                                 "where " + std::to_string(2 * axes) +
                                     " coordinates, of the start and of the goal, and perhaps a radius are wanted");
  if (!lines) return lines.error();
  std::vector<RouteQuery> out;
  for (NumberLine& l : *lines) {
    RouteQuery& query = out.emplace_back(RouteQuery{.line = l.line, .from = {}, .to = {}, .radius = {}});
    const auto middle = l.numbers.begin() + static_cast<std::ptrdiff_t>(axes);
    query.from.assign(l.numbers.begin(), middle);
    query.to.assign(middle, middle + static_cast<std::ptrdiff_t>(axes));
    if (l.numbers.size() > 2 * axes) query.radius = l.numbers.back();
    if (query.radius && *query.radius < 0)
      return Error{ErrorCode::bad_number, "a radius of " + query.radius->get_str() + " is below 0", file, l.line};
  }
  return out;
}

std::string routes_csv(std::span<const RouteRow> rows) {
  std::string out = "line,answer,length,plan_length,cost,bound,points,why\n";
  for (const RouteRow& row : rows) {
    const bool found = row.why.empty();
    out += std::to_string(row.query.line) + (found ? ",route," : ",none,");
    if (found) out += number(row.length) + "," + number(row.plan_length);
    else out += ",";
    out += "," + (row.cost ? number(*row.cost) : "") + "," + (row.bound ? number(*row.bound) : "") + ",";
    for (std::size_t i = 0; i < row.points.size(); ++i)
      for (std::size_t k = 0; k < row.points[i].size(); ++k)
        out += (k > 0 ? " " : i > 0 ? ";" : "") + number(row.points[i][k]);
    out += "," + (found ? "" : quoted(row.why)) + "\n";
  }
  return out;
}

std::string routes_json(const std::string& file, std::span<const RouteRow> rows) {
  const auto place = [](const std::vector<mpq_class>& at) {
    std::vector<Json> out;
    for (const mpq_class& c : at) out.emplace_back(c.get_str());
    return Json(out);
  };
  Json routes = Json::array();
  for (const RouteRow& row : rows) {
    Json one = {{"line", row.query.line}, {"from", place(row.query.from)}, {"to", place(row.query.to)}};
    one.set("radius", row.query.radius ? Json(row.query.radius->get_str()) : Json());
    one.set("why", row.why.empty() ? Json() : Json(row.why));
    one.set("route", row.route);
    routes.push_back(std::move(one));
  }
  return json_text({{"plumb", version()}, {"file", file}, {"routes", std::move(routes)}}, 2) + "\n";
}

std::optional<Error> write_routes(const std::string& json, const std::string& file, const std::vector<RouteRow>& rows,
                                  const std::function<std::optional<Error>(const std::vector<RouteRow>&)>& announce) {
  OutputFiles out;
  if (!json.empty())
    out.add(json, [&](Output& to) -> std::optional<Error> {
      to.write(routes_json(file, rows));
      return std::nullopt;
    });
  if (!out.errors().empty()) return out.errors().front();
  return out.commit(rows, announce);
}

std::optional<Error> wrong_ends(const std::string& from, const std::string& to, const std::string& queries,
                                const std::string& svg) {
  if (queries.empty()) {
    if (!from.empty() && !to.empty()) return std::nullopt;
    return bad_option(std::string(from.empty() ? "--from" : "--to") + " is not given; give both ends, or --queries");
  }
  if (!from.empty() || !to.empty()) return bad_option("--from and --to do not go with --queries, which has the ends");
  if (!svg.empty()) return bad_option("--svg draws one route; leave it out with --queries");
  return std::nullopt;
}

}  // namespace plumb::pipeline
