// SPDX-License-Identifier: GPL-3.0-or-later
// The command `plumb route MAP`: its options, what it plans, and the result as text, JSON and SVG.
//
// 1. make_map_route_options() checks the options as they were given.
// 2. find_map_route() reads the map, refuses settings that the planner has no use for, plans (route_planner.h),
//    measures the route, and writes the files together, or none.
// 3. map_route_text() and map_route_json() tell the route; Drawing draws it with y upward, lines as wide as suits the
//    size of the map.
// 4. find_map_routes() answers many questions with one planner.
// Cost. That of the planner; the drawing is linear in the map and the planner's points.
// Exactness. Text has decimals, with "..." where they are rounded; JSON has fractions; the drawing has binary32.
#include "plumb/pipeline/find_map_route.h"

#include <algorithm>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/number.h"
#include "plumb/kernel/real_interval.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/lowest_terms.h"
#include "plumb/pipeline/route_settings_text.h"
#include "plumb/pipeline/text.h"
#include "plumb/plan/euclid.h"

namespace plumb::pipeline {
namespace {

using plan::length_of;
using plan::to_doubles;

Result<kernel::PlanPoint> read_plan_point(const std::string& option, const std::string& text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos || text.find(',', comma + 1) != std::string::npos)
    return bad_option(option + " '" + text + "' has not two coordinates; give x,y, such as 1.5,-7/3");
  kernel::PlanPoint out;
  for (const std::size_t k : {0u, 1u}) {
    const std::string token = k == 0 ? text.substr(0, comma) : text.substr(comma + 1);
    const auto value = kernel::parse_rational(token);
    if (!value)
      return bad_option(option + " '" + token + "' is not a number; give a decimal or a fraction, such as 0.3 or 1/3");
    out[k] = *value;
  }
  return out;
}

}  // namespace

Result<MapRouteOptions> make_map_route_options(const MapRouteArguments& a) {
  if (auto error = wrong_ends(a.from, a.to, a.queries, a.svg)) return *error;
  std::array<kernel::PlanPoint, 2> ends;
  for (const std::size_t k : {0u, 1u}) {
    if (!a.queries.empty()) break;
    auto end = read_plan_point(k == 0 ? "--from" : "--to", k == 0 ? a.from : a.to);
    if (!end) return end.error();
    ends[k] = std::move(*end);
  }
  const auto settings = make_route_settings(a);
  if (!settings) return settings.error();
  if (!a.svg.empty() && extension_of(a.svg) != ".svg")
    return bad_option("--svg '" + a.svg + "' does not end in .svg; give it that extension");
  if (!a.json.empty() && extension_of(a.json) != ".json")
    return bad_option("--json '" + a.json + "' does not end in .json; give it that extension");
  return MapRouteOptions{.files = {a.map, a.obstacles, a.regions},
                         .from = ends[0],
                         .to = ends[1],
                         .queries = a.queries,
                         .settings = *settings,
                         .json = a.json,
                         .svg = a.svg};
}

std::string collision_text(const FoundMapRoute& f) {
  if (!f.route.collision) return "";
  const std::size_t i = f.route.collision->piece;
  return "the disc collides on its way from " + plan_point_text(f.route.points[i]) + " to " +
         plan_point_text(f.route.points[i + 1]) + ": the obstacle from " + plan_point_text(f.obstacle[0]) + " to " +
         plan_point_text(f.obstacle[1]) + " is nearer than the radius";
}

std::string map_route_text(const FoundMapRoute& f) {
  const plan::RouteSettings& s = f.options.settings;
  std::string out = file_prefix(f.options.files.map) + "a disc of radius " + kernel::exact_text(s.radius) + " from " +
                    plan_point_text(f.options.from) + " to " + plan_point_text(f.options.to) + ", planner " +
                    text_of(s.planner) + ", cost " + text_of(s.cost.sampling.estimator) + ".\n";
  if (!f.route.shortest) {
    for (const kernel::PlanPoint& p : f.route.points) out += "  " + plan_point_text(p) + "\n";
    out += "Length: " + kernel::interval_text(f.length) + ".\n";
  } else {
    for (const FoundMapRoute::Turn& t : f.turns)
      out += "  around " + plan_point_text(t.corner) + (t.left ? ", on the left\n" : ", on the right\n");
    out += "Length: " + kernel::interval_text(*f.route.shortest) + "; in " + std::to_string(f.route.points.size() - 1) +
           " straight pieces: " + kernel::interval_text(f.length) + ".\n";
  }
  return out + facts_text(s, f.route, f.barriers);
}

namespace {

Json route_value(const FoundMapRoute& f) {
  Json points = Json::array();
  for (const kernel::PlanPoint& p : f.route.points) points.push_back(plan_point_json(p));
  Json json = {{"plumb", version()},
               {"map", f.options.files.map},
               {"from", plan_point_json(f.options.from)},
               {"to", plan_point_json(f.options.to)},
               {"options", settings_json(f.options.settings)},
               {"points", std::move(points)},
               {"length", decimals_json(f.length)}};
  add_facts(json, f.route, f.barriers);
  Json collision;
  if (f.route.collision)
    collision =
        Json{{"piece", f.route.collision->piece},
             {"obstacle", Json(std::vector<Json>{plan_point_json(f.obstacle[0]), plan_point_json(f.obstacle[1])})}};
  json.set("collision", std::move(collision));
  Json turns = Json::array();
  for (const FoundMapRoute::Turn& t : f.turns)
    turns.push_back({{"corner", plan_point_json(t.corner)}, {"left", t.left}});
  json.set("turns", std::move(turns));
  return json;
}

std::string number(double value) {
  std::string out;
  kernel::append_decimal(out, static_cast<double>(static_cast<float>(value)));
  return out;
}

// Drawn with y down: upward is negative.
std::string pair(const plan::DoublePoint& p) { return number(p[0]) + "," + number(-p[1]); }
std::string pair(const kernel::PlanPoint& p) { return pair(to_doubles(p)); }

struct Frame {
  plan::DoublePoint low{HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL};
  double size() const { return std::max(high[0] - low[0], high[1] - low[1]); }
};
Frame frame_of(const plan::PlanMap& map) {
  Frame out;
  for (const kernel::FilteredPoint& p : map.points) {
    const plan::DoublePoint at = to_doubles(p.at);
    for (std::size_t k = 0; k < 2; ++k)
      out.low[k] = std::min(out.low[k], at[k]), out.high[k] = std::max(out.high[k], at[k]);
  }
  return out;
}

// Draws weights by shade, obstacles, barriers, Steiner points, and the route with what the disc sweeps.
class Drawing {
 public:
  Drawing(Output& out, const plan::PlanMap& map, plan::RoutePlanner& planner, const FoundMapRoute& found)
      : out_(out), map_(map), planner_(planner), found_(found), frame_(frame_of(map)), line_(frame_.size() / 600) {}

  void write() {
    const double margin = frame_.size() / 40, width = frame_.high[0] - frame_.low[0] + 2 * margin,
                 height = frame_.high[1] - frame_.low[1] + 2 * margin, scale = 900 / std::max(width, height);
    out_.write("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width * scale) + "\" height=\"" +
               number(height * scale) + "\" viewBox=\"" + number(frame_.low[0] - margin) + " " +
               number(-frame_.high[1] - margin) + " " + number(width) + " " + number(height) + "\">\n" +
               "<title>A route of a disc, planned by Plumb</title>\n");
    regions();
    channel();
    lines("borders", plan::SegmentKind::border, "#8a8f98", 0.5);
    lines("obstacles", plan::SegmentKind::obstacle, "#23262b", 1.5);
    barriers();
    points();
    route();
    out_.write("</svg>\n");
  }

 private:
  void open(const char* name, const std::string& style) {
    out_.write("<g id=\"" + std::string(name) + "\" " + style + ">\n");
  }
  void close() { out_.write("</g>\n"); }
  std::string stroke(const char* colour, double width) const {
    return "fill=\"none\" stroke=\"" + std::string(colour) + "\" stroke-width=\"" + number(width * line_) + "\"";
  }

  // The heavier, the darker.
  void regions() {
    const plan::PlanTriangulation& t = planner_.triangulation();
    const auto [least, most] = std::ranges::minmax(map_.weights);
    open("regions", "stroke-width=\"" + number(line_ / 2) + "\"");
    for (plan::PlanTriangulation::Index i = 0; i < t.triangle_count(); ++i) {
      const double share = least == most ? 0 : mpq_class((t.weight(i) - least) / (most - least)).get_d();
      const auto shade = [&](int light, int dark) {
        return std::to_string(light + static_cast<int>(share * (dark - light)));
      };
      const std::string colour = "rgb(" + shade(236, 178) + "," + shade(241, 132) + "," + shade(232, 84) + ")";
      std::string corners;
      for (plan::PlanTriangulation::Index h = 3 * i; h < 3 * i + 3; ++h)
        corners += (h > 3 * i ? " " : "") + pair(t.points[t.from(h)].at);
      out_.write("<polygon points=\"" + corners + "\" fill=\"" + colour + "\" stroke=\"" + colour + "\"/>\n");
    }
    close();
  }

  void channel() {
    const std::vector<plan::PlanTriangulation::Index> triangles = planner_.channel();
    if (triangles.empty()) return;
    open("channel",
         "fill=\"#f7d154\" fill-opacity=\"0.45\" stroke=\"#b8961a\" stroke-width=\"" + number(line_ / 2) + "\"");
    for (const plan::PlanTriangulation::Index i : triangles) out_.write("<polygon points=\"" + corners(i) + "\"/>\n");
    close();
  }
  std::string corners(plan::PlanTriangulation::Index triangle) const {
    const plan::PlanTriangulation& t = planner_.triangulation();
    std::string out;
    for (plan::PlanTriangulation::Index h = 3 * triangle; h < 3 * triangle + 3; ++h)
      out += (out.empty() ? "" : " ") + pair(t.points[t.from(h)].at);
    return out;
  }

  void lines(const char* name, plan::SegmentKind kind, const char* colour, double width) {
    open(name, stroke(colour, width));
    for (const plan::PlanMap::Segment& s : map_.segments)
      if (s.kind == kind) line(map_.points[s.from].at, map_.points[s.to].at);
    close();
  }
  void line(const kernel::PlanPoint& p, const kernel::PlanPoint& q) {
    out_.write("<path d=\"M" + pair(p) + " L" + pair(q) + "\"/>\n");
  }

  void barriers() {
    if (planner_.barriers().empty()) return;
    open("barriers", stroke("#c0392b", 1) + " stroke-dasharray=\"" + number(4 * line_) + "\"");
    for (const plan::Passage& p : planner_.barriers()) line(p.from, p.to);
    close();
  }

  void points() {
    const std::vector<plan::DoublePoint> all = planner_.steiner_points();
    // More points would run into one another.
    if (all.empty() || all.size() > 20'000) return;
    open("steiner-points", "fill=\"#4a6fa5\"");
    for (const plan::DoublePoint& p : all)
      out_.write("<circle cx=\"" + number(p[0]) + "\" cy=\"" + number(-p[1]) + "\" r=\"" + number(line_ * 0.6) +
                 "\"/>\n");
    close();
  }

  void route() {
    std::string points;
    for (const kernel::PlanPoint& p : found_.route.points) points += (points.empty() ? "" : " ") + pair(p);
    const double radius = found_.options.settings.radius.get_d();
    if (radius > 0)
      out_.write("<polyline id=\"swept\" points=\"" + points +
                 "\" fill=\"none\" stroke=\"#1f77b4\" stroke-opacity=\"0.3\" " +
                 "stroke-linecap=\"round\" stroke-linejoin=\"round\" stroke-width=\"" + number(2 * radius) + "\"/>\n");
    out_.write("<polyline id=\"route\" points=\"" + points + "\" " + stroke("#0b3d91", 2.5) +
               " stroke-linejoin=\"round\"/>\n");
    for (const auto& [p, colour] :
         {std::pair(&found_.options.from, "#2e8b57"), std::pair(&found_.options.to, "#b22222")})
      out_.write("<circle cx=\"" + number(to_doubles(*p)[0]) + "\" cy=\"" + number(-to_doubles(*p)[1]) + "\" r=\"" +
                 number(4 * line_) + "\" fill=\"" + colour + "\"/>\n");
  }

  Output& out_;
  const plan::PlanMap& map_;
  plan::RoutePlanner& planner_;
  const FoundMapRoute& found_;
  Frame frame_;
  double line_;
};

}  // namespace

std::string map_route_json(const FoundMapRoute& found) { return json_text(route_value(found), 2) + "\n"; }

namespace {

// Plans the route that the options ask for.
Result<FoundMapRoute> found_on(const plan::PlanMap& map, plan::RoutePlanner& planner, const MapRouteOptions& o) {
  plan::RouteAnswer answer = planner(o.from, o.to, o.settings.radius);
  if (answer.route.points.empty())
    return Error{ErrorCode::unreachable, why_no_route(map, o.settings, o.from, o.to, answer.passability), o.files.map,
                 0};
  FoundMapRoute found{.options = o,
                      .route = std::move(answer.route),
                      .length = {},
                      .barriers = planner.barriers().size(),
                      .obstacle = {},
                      .turns = {}};
  found.length = length_of(found.route.points);
  for (const plan::TautPath::Turn& t : found.route.turns) found.turns.push_back({map.points[t.corner].at, t.left});
  if (found.route.collision) {
    const auto& s = map.segments[found.route.collision->obstacle];
    found.obstacle = {map.points[s.from].at, map.points[s.to].at};
  }
  return found;
}

std::optional<Error> refusal(const plan::PlanMap& map, const plan::RouteSettings& settings) {
  if (auto refused = plan::RoutePlanner::refusal(map, settings))
    return Error{ErrorCode::bad_option, "--planner: " + *refused, "", 0};
  return std::nullopt;
}

}  // namespace

Result<FoundMapRoute> find_map_route(const MapRouteOptions& options, Progress& progress,
                                     const std::function<std::optional<Error>(const FoundMapRoute&)>& announce) {
  MapRouteOptions o = options;
  if (auto error = lowest_terms(o.settings)) return *error;
  LowestTerms lowest;
  if (lowest("--from", o.from)("--to", o.to).refused()) return *lowest.refused();
  std::vector<std::string> files;
  for (const std::string* file : {&o.json, &o.svg})
    if (!file->empty()) files.push_back(*file);
  if (auto error = OutputFiles::check(files)) return *error;
  return unless_cancelled(progress, [&]() -> Result<FoundMapRoute> {
    Stages stage(progress, {{"read", 5}, {"prepare", 10}, {"route", 10}, {"write", 3}});
    const auto map = stage("read", [&] { return read_map(o.files); });
    if (!map) return map.error();
    if (auto error = refusal(*map, o.settings)) return *error;
    plan::RoutePlanner planner = stage("prepare", [&] { return plan::RoutePlanner(*map, o.settings); });
    auto found = stage("route", [&] { return found_on(*map, planner, o); });
    if (!found) return found.error();
    OutputFiles out;
    stage("write", [&] {
      if (!o.json.empty())
        out.add(o.json, [&](Output& file) -> std::optional<Error> {
          file.write(map_route_json(*found));
          return std::nullopt;
        });
      if (!o.svg.empty())
        out.add(o.svg, [&](Output& file) -> std::optional<Error> {
          Drawing(file, *map, planner, *found).write();
          return std::nullopt;
        });
    });
    if (!out.errors().empty()) return out.errors().front();
    if (auto error = out.commit(*found, announce)) return *error;
    return found;
  });
}

Result<std::vector<RouteRow>> find_map_routes(
    const MapRouteOptions& options, Progress& progress,
    const std::function<std::optional<Error>(const std::vector<RouteRow>&)>& announce) {
  MapRouteOptions o = options;
  if (auto error = lowest_terms(o.settings)) return *error;
  if (!o.json.empty())
    if (auto error = OutputFiles::check({o.json})) return *error;
  return unless_cancelled(progress, [&]() -> Result<std::vector<RouteRow>> {
    Stages stage(progress, {{"read", 5}, {"prepare", 10}, {"routes", 50}, {"write", 3}});
    const auto queries = read_route_queries(o.queries, 2);
    if (!queries) return queries.error();
    const auto map = stage("read", [&] { return read_map(o.files); });
    if (!map) return map.error();
    MapRouteOptions one = o;
    const auto ask = [&](const RouteQuery& query) {
      one.from = {query.from[0], query.from[1]}, one.to = {query.to[0], query.to[1]};
      one.settings.radius = query.radius.value_or(o.settings.radius);
    };
    for (const RouteQuery& query : *queries) {
      ask(query);
      if (auto error = refusal(*map, one.settings)) return at_line(*error, o.queries, query);
    }
    plan::RoutePlanner planner = stage("prepare", [&] { return plan::RoutePlanner(*map, o.settings); });
    std::vector<RouteRow> rows;
    stage("routes", [&] {
      for (const RouteQuery& query : *queries) {
        cancellation_point();
        ask(query);
        RouteRow& row = rows.emplace_back();
        row.query = query;
        const auto found = found_on(*map, planner, one);
        if (found) {
          row.length = row.plan_length = found->route.shortest.value_or(found->length);
          row.cost = found->route.cost, row.bound = found->route.bound;
          for (const kernel::PlanPoint& p : found->route.points) row.points.push_back({p[0], p[1]});
          if (!o.json.empty()) row.route = route_value(*found);
        }
        row.why = found ? collision_text(*found) : found.error().message;
        WorkRange::tell(static_cast<double>(rows.size()) / static_cast<double>(queries->size()));
      }
    });
    if (auto error = write_routes(o.json, o.files.map, rows, announce)) return *error;
    return rows;
  });
}

}  // namespace plumb::pipeline
