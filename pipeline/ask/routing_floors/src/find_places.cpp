// SPDX-License-Identifier: GPL-3.0-or-later
// Questions about places on a navmesh: `plumb route NAVMESH --ask NAME`.
//
// Problem. One command for many small questions, of which each takes some options and needs others.
// 1. make_place_options() checks that a question has what it needs and nothing else, by a table (questions).
// 2. Answer asks SurfaceQuery in fractions, and writes text and JSON side by side, in the scene's axes.
// 3. find_places() does that for a navmesh in memory, or reads one and writes the JSON.
// Cost: that of the question. Exact: as SurfaceQuery; distances are told as squares in fractions, and for people as
// roots, rounded outward.
// Source: ours; docs/guide/routes.md.
#include "plumb/pipeline/find_places.h"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "navmesh_routes.h"
#include "place_answer.h"
#include "plumb/kernel/decimal.h"
#include "plumb/kernel/number.h"
#include "plumb/pipeline/asked_navmesh.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/lowest_terms.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/route_settings_text.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

struct Question {
  const char* name;
  PlaceQuestion ask;
  bool from, to, may_from, may_to, may_within;  // what it needs, and what it takes
};
constexpr Question questions[] = {
    {"nearest", PlaceQuestion::nearest, true, false, true, false, true},
    {"raycast", PlaceQuestion::raycast, true, true, true, true, false},
    {"move", PlaceQuestion::move, true, true, true, true, false},
    {"border", PlaceQuestion::border, true, false, true, false, true},
    {"random", PlaceQuestion::random, false, false, true, false, true},
    {"within", PlaceQuestion::within, true, false, true, false, true},
    {"reachable", PlaceQuestion::reachable, true, true, true, true, false},
    {"components", PlaceQuestion::components, false, false, false, false, false},
};

std::string with_advice(const std::string& ask, const std::string& what) { return "--ask " + ask + " " + what; }

Result<std::uint64_t> read_whole(const std::string& option, const std::string& text, std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value > most)
    return bad_option(option + " '" + text + "' is no whole number up to " + std::to_string(most));
  return value;
}

}  // namespace

Result<PlaceOptions> make_place_options(const PlaceArguments& a) {
  if (auto error = no_nav_mesh(a.navmesh, a.reader)) return *error;
  const auto* q = std::ranges::find_if(questions, [&](const Question& k) { return a.ask == k.name; });
  if (q == std::end(questions)) {
    std::string names;
    for (const Question& k : questions) names += (names.empty() ? "" : ", ") + std::string(k.name);
    return bad_option("--ask '" + a.ask + "' is unknown; give one of " + names);
  }
  PlaceOptions o{.navmesh = a.navmesh,
                 .reader = a.reader,
                 .ask = q->ask,
                 .from = {},
                 .to = {},
                 .stance = a.stance,
                 .within = {},
                 .json = a.json};
  if (q->from && a.from.empty()) return bad_option(with_advice(a.ask, "is about a place; give --from x,y,z"));
  if (q->to && a.to.empty()) return bad_option(with_advice(a.ask, "needs a second place; give --to x,y,z"));
  if (!q->may_from && !a.from.empty()) return bad_option(with_advice(a.ask, "is about all floors; leave --from out"));
  if (!q->may_to && !a.to.empty()) return bad_option(with_advice(a.ask, "is about one place; leave --to out"));
  if (a.to.size() > 1) return bad_option(with_advice(a.ask, "is about two places; give --to once"));
  const bool draws = q->ask == PlaceQuestion::random;
  if (!draws && (a.count || a.seed)) return bad_option("--count and --seed are for --ask random; leave them out");
  if (a.within && !q->may_within) return bad_option(with_advice(a.ask, "takes no distance; leave --within out"));
  if (a.within && draws && a.from.empty())
    return bad_option("--within is a distance from a place; give --from x,y,z, or leave it out");
  if (!a.within && q->ask == PlaceQuestion::within)
    return bad_option(with_advice(a.ask, "is about a walking distance; give --within D"));
  if (!a.json.empty() && extension_of(a.json) != ".json")
    return bad_option("--json '" + a.json + "' does not end in .json; give it that extension");
  const auto read = [](const char* option, const std::string& text, std::optional<ExactPoint>& to) {
    auto point = read_point(option, text);
    std::optional<Error> error;
    if (!point) error = point.error();
    else to = std::move(*point);
    return error;
  };
  if (!a.from.empty())
    if (auto error = read("--from", a.from, o.from)) return *error;
  if (!a.to.empty())
    if (auto error = read("--to", a.to[0], o.to)) return *error;
  if (a.within) {
    auto within = read_length("--within", *a.within, a.unit);
    if (!within) return within.error();
    o.within = std::move(*within);
  }
  for (const auto& [option, text, value, most] : {std::tuple("--count", &a.count, &o.count, std::uint64_t{1000000}),
                                                  std::tuple("--seed", &a.seed, &o.seed, ~std::uint64_t{0})})
    if (*text) {
      const auto whole = read_whole(option, **text, most);
      if (!whole) return whole.error();
      *value = *whole;
    }
  return o;
}

namespace {

class Answer {
 public:
  Answer(const NavMesh& mesh, const PlaceOptions& o, kernel::Label stance, const NavQuery& nav,
         const SurfaceQuery& query)
      : mesh_(mesh), o_(o), stance_(stance), nav_(nav), query_(query) {}

  Result<FoundPlaces> run() {
    const std::string& name = mesh_.info.stances[static_cast<std::size_t>(stance_) - 1].name;
    const auto* q = std::ranges::find(questions, o_.ask, &Question::ask);
    json_ = {{"plumb", version()}, {"navmesh", o_.navmesh}, {"stance", name}, {"ask", q->name}};
    text_ = file_prefix(o_.navmesh) + q->name + " for " + name;
    if (o_.from) {
      json_.set("from", point_json(*o_.from));
      text_ += " from " + kernel::point_text(*o_.from);
    }
    if (o_.to) {
      json_.set("to", point_json(*o_.to));
      text_ += " to " + kernel::point_text(*o_.to);
    }
    if (o_.within) json_.set("within", o_.within->get_str());
    text_ += ".\n";
    if (auto error = answer()) return *error;
    return FoundPlaces{std::move(text_), json_text(json_, 2) + "\n", yes_};
  }

 private:
  using Place = ExactPlace;
  ExactPoint inside(const ExactPoint& p) const { return from_input_frame(p, mesh_.info.up); }
  std::string told(const ExactPoint& p) const { return kernel::point_text(to_input_frame(p, mesh_.info.up)); }
  Json json_of(const ExactPoint& p) const { return point_json(to_input_frame(p, mesh_.info.up)); }
  Json json_of(const Place& p) const { return {{"cell", p.cell}, {"point", json_of(p.point)}}; }
  std::string text_of_place(const Place& p) const { return told(p.point) + ", cell " + std::to_string(p.cell); }
  Json json_of(const std::array<ExactPoint, 2>& border) const {
    return std::vector<Json>{json_of(border[0]), json_of(border[1])};
  }

  // The place below a point.
  Result<Place> place(const char* option, const ExactPoint& p) const {
    if (auto found = query_.below(inside(p))) return std::move(*found);
    return Error{ErrorCode::no_floor,
                 "no floor where '" + mesh_.info.stances[static_cast<std::size_t>(stance_) - 1].name +
                     "' fits is at or below " + option + " " + kernel::point_text(p) + "; " +
                     advice_over(nav_, inside(p), mesh_.info.up, stance_,
                                 "give a point over such a floor, or ask for the nearest one with --ask nearest"),
                 "", 0};
  }

  std::optional<Error> answer() {
    Place from, to;
    if (o_.from && o_.ask != PlaceQuestion::nearest) {
      auto found = place("--from", *o_.from);
      if (!found) return found.error();
      from = std::move(*found);
      json_.set("place", json_of(from));
    }
    const kernel::PlanPoint target = o_.to ? plan_of(inside(*o_.to)) : kernel::PlanPoint{};
    switch (o_.ask) {
      case PlaceQuestion::nearest: return nearest();
      case PlaceQuestion::raycast: return raycast(from, target);
      case PlaceQuestion::move: {
        const Place end = *query_.move(from, target);
        json_.set("end", json_of(end));
        text_ += "Ends at " + text_of_place(end) + ".\n";
        return std::nullopt;
      }
      case PlaceQuestion::border: return border(from);
      case PlaceQuestion::random: return random(from);
      case PlaceQuestion::within: return within(from);
      case PlaceQuestion::reachable: {
        auto found = place("--to", *o_.to);
        if (!found) return found.error();
        const auto a = query_.component(from.cell), b = query_.component(found->cell);
        yes_ = a == b;
        json_.set("reachable", yes_);
        json_.set("components", std::vector<std::uint32_t>{a, b});
        text_ +=
            yes_ ? "Reachable: both are in component " + std::to_string(a) + ".\n"
                 : "Not reachable: they are in components " + std::to_string(a) + " and " + std::to_string(b) + ".\n";
        return std::nullopt;
      }
      case PlaceQuestion::components: return components();
    }
    return std::nullopt;
  }

  static kernel::PlanPoint plan_of(const ExactPoint& p) { return {p[0], p[1]}; }

  void tell_distance(const mpq_class& square) {
    json_.set("squared_distance", square.get_str());
    text_ += "Distance: " + root_text(square) + ".\n";
  }

  std::optional<Error> nearest() {
    const auto found = query_.nearest(inside(*o_.from), o_.within);
    if (!found)
      return Error{ErrorCode::no_floor,
                   o_.within ? "no floor is within " + kernel::exact_text(*o_.within) + " of --from " +
                                   kernel::point_text(*o_.from) + "; give a greater --within, or leave it out"
                             : "the navmesh has no floor for this stance; give a lower --at-stance",
                   "", 0};
    json_.set("nearest", json_of(found->place));
    text_ += "Nearest: " + text_of_place(found->place) + ".\n";
    tell_distance(found->squared_distance);
    return std::nullopt;
  }

  std::optional<Error> raycast(const Place& from, const kernel::PlanPoint& target) {
    const auto ray = *query_.raycast(from, target);
    json_.set("arrives", ray.arrives);
    json_.set("end", json_of(ray.end));
    json_.set("border", ray.border ? json_of(*ray.border) : Json());
    text_ += (ray.arrives ? "Arrives at " : "Stopped at ") + text_of_place(ray.end);
    if (ray.border) text_ += ", by the border from " + told((*ray.border)[0]) + " to " + told((*ray.border)[1]);
    text_ += ".\n";
    return std::nullopt;
  }

  std::optional<Error> border(const Place& from) {
    const auto found = query_.border_distance(from, o_.within);
    json_.set("border", found ? json_of(found->border) : Json());
    if (!found) {
      text_ += o_.within ? "No border is within " + kernel::exact_text(*o_.within) + ".\n" : "No border is in sight.\n";
      return std::nullopt;
    }
    json_.set("nearest", json_of(found->place));
    text_ += "Nearest border: " + text_of_place(found->place) + ", from " + told(found->border[0]) + " to " +
             told(found->border[1]) + ".\n";
    tell_distance(found->squared_distance);
    return std::nullopt;
  }

  std::optional<Error> random(const Place& from) {
    std::mt19937_64 engine(o_.seed);
    Json places = Json::array();
    TextTable table("rl");
    table.add({"cell", "point"});
    if (std::ranges::none_of(mesh_.cells, [&](const NavMesh::Cell& c) { return c.open_to() >= stance_; }))
      return Error{ErrorCode::no_floor, "the navmesh has no floor for this stance; give a lower --at-stance", "", 0};
    for (std::uint64_t i = 0; i < o_.count; ++i) {
      std::optional<Place> place;
      if (o_.within) place = query_.random_within(engine, from, *o_.within);
      else place = query_.random(engine, o_.from ? query_.component(from.cell) : no_component);
      if (!place)
        return Error{ErrorCode::no_floor, "no place was found within --within; give a greater distance", "", 0};
      places.push_back(json_of(*place));
      table.add({std::to_string(place->cell), told(place->point)});
    }
    json_.set("seed", o_.seed);
    json_.set("places", std::move(places));
    text_ += table.text();
    return std::nullopt;
  }

  std::optional<Error> within(const Place& from) {
    Json cells = Json::array();
    TextTable table("rl");
    table.add({"cell", "distance"});
    const auto reached = query_.reach(from, *o_.within);
    for (const SurfaceQuery::Reached& r : reached) {
      const kernel::RationalInterval bounds{mpq_class(r.least), mpq_class(r.most)};
      cells.push_back({{"cell", r.cell}, {"distance", interval_json(bounds)}});
      table.add({std::to_string(r.cell), kernel::interval_text(bounds)});
    }
    json_.set("cells", std::move(cells));
    text_ += counted_text(reached.size(), "cell") + " within " + kernel::exact_text(*o_.within) + ".\n" + table.text();
    return std::nullopt;
  }

  std::optional<Error> components() {
    Json list = Json::array();
    TextTable table("rrl");
    table.add({"component", "cells", "area"});
    std::size_t number = 0;
    for (const SurfaceQuery::Component& c : query_.components()) {
      list.push_back({{"component", number}, {"cells", c.cells}, {"area", c.area.get_str()}});
      table.add({std::to_string(number++), std::to_string(c.cells.size()), kernel::decimal_text(c.area)});
    }
    json_.set("components", std::move(list));
    text_ += table.text();
    return std::nullopt;
  }

  const NavMesh& mesh_;
  const PlaceOptions& o_;
  const kernel::Label stance_;
  const NavQuery& nav_;
  const SurfaceQuery& query_;
  Json json_;
  std::string text_;
  bool yes_ = true;
};

}  // namespace

Result<FoundPlaces> answer_places(const NavMesh& mesh, const NavQuery& nav, const PlaceOptions& options,
                                  const std::function<const SurfaceQuery&(kernel::Label)>& query_of) {
  PlaceOptions o = options;
  LowestTerms lowest;
  if (lowest("--from", o.from)("--to", o.to)("--within", o.within).refused()) return *lowest.refused();
  const auto stance = stance_number(mesh, "--at-stance", o.stance);
  if (!stance) return stance.error();
  return Answer(mesh, o, *stance, nav, query_of(*stance)).run();
}

Result<FoundPlaces> find_places(const NavMesh& mesh, const PlaceOptions& options) {
  return AskedNavmesh(mesh).places(options);
}

Result<FoundPlaces> find_places(const PlaceOptions& o, Progress& progress,
                                const std::function<std::optional<Error>(const FoundPlaces&)>& announce) {
  if (!o.json.empty())
    if (auto error = OutputFiles::check({o.json})) return *error;
  return unless_cancelled(progress, [&]() -> Result<FoundPlaces> {
    Stages stage(progress, {{"read", 5}, {"answer", 2}, {"write", 1}});
    const auto mesh = stage("read", [&] { return read_nav_mesh(o.navmesh, o.reader); });
    if (!mesh) return mesh.error();
    auto found = stage("answer", [&] { return find_places(*mesh, o); });
    if (!found) return found.error();
    OutputFiles files;
    stage("write", [&] {
      if (!o.json.empty())
        files.add(o.json, [&](Output& file) -> std::optional<Error> {
          file.write(found->json);
          return std::nullopt;
        });
    });
    if (!files.errors().empty()) return files.errors().front();
    if (auto error = files.commit(*found, announce)) return *error;
    return std::move(*found);
  });
}

}  // namespace plumb::pipeline
