// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/route_queries.h"

#include <algorithm>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/number.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Takes the lines of a file one by one.
class QueryReader {
 public:
  QueryReader(const std::string& file, std::size_t axes) : file_(file), axes_(axes) {}

  // Returns false if the line is wrong.
  bool take(std::string_view line) {
    ++line_;
    if (trimmed(line).empty()) return true;
    std::vector<std::string_view> fields;
    for (std::size_t at = 0; at <= line.size();) {
      const std::size_t end = std::min(line.find(',', at), line.size());
      fields.push_back(trimmed(line.substr(at, end - at)));
      at = end + 1;
    }
    std::vector<mpq_class> numbers;
    const std::string_view* wrong = nullptr;
    for (const std::string_view& field : fields)
      if (const auto number = kernel::parse_rational(field)) numbers.push_back(*number);
      else if (!wrong) wrong = &field;
    if (numbers.empty() && line_ == 1) return true;
    if (wrong)
      return fail(ErrorCode::bad_number,
                  "'" + std::string(*wrong) + "' is not a number; give a decimal or a fraction, such as 0.3 or 1/3");
    if (numbers.size() != 2 * axes_ && numbers.size() != 2 * axes_ + 1)
      return fail(ErrorCode::syntax, counted_text(numbers.size(), "number") + " where " + std::to_string(2 * axes_) +
                                         " coordinates, of the start and of the goal, and perhaps a radius are wanted");
    RouteQuery query{.line = line_, .from = {}, .to = {}, .radius = {}};
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(axes_);
    query.from.assign(numbers.begin(), middle);
    query.to.assign(middle, middle + static_cast<std::ptrdiff_t>(axes_));
    if (numbers.size() > 2 * axes_) query.radius = numbers.back();
    if (query.radius && *query.radius < 0)
      return fail(ErrorCode::bad_number, "a radius of " + std::string(fields.back()) + " is below 0");
    queries_.push_back(std::move(query));
    return true;
  }
  Result<std::vector<RouteQuery>> result() {
    if (error_) return *error_;
    if (queries_.empty()) return Error{ErrorCode::syntax, "there is no question in it; give one on a line", file_, 0};
    return std::move(queries_);
  }

 private:
  bool fail(ErrorCode code, std::string message) {
    error_ = Error{code, std::move(message), file_, line_};
    return false;
  }

  const std::string& file_;
  const std::size_t axes_;
  std::uint64_t line_ = 0;
  std::vector<RouteQuery> queries_;
  std::optional<Error> error_;
};

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
  QueryReader reader(file, axes);
  std::string rest;
  bool good = true;
  const auto error = read_blocks(file, [&](std::string_view block) {
    rest += block;
    std::size_t at = 0;
    for (std::size_t end; good && (end = rest.find('\n', at)) != std::string::npos; at = end + 1)
      good = reader.take(std::string_view(rest).substr(at, end - at));
    rest.erase(0, at);
  });
  if (error) return *error;
  if (good && !rest.empty()) reader.take(rest);
  return reader.result();
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
