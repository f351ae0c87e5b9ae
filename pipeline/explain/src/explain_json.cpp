// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/explain.h"
#include "plumb/pipeline/options_json.h"
#include "plumb/pipeline/stance.h"
#include "plumb/pipeline/version.h"

namespace plumb::pipeline {
namespace {

class Writer {
 public:
  explicit Writer(const Explanation& e) : e_(e) {}

  Json json() const {
    Json line = Json::array(), ceiling = Json::array(), grounds = Json::array();
    for (const LinePolygon& l : e_.line) line.push_back(on_line(l));
    for (const std::size_t i : e_.ceiling)
      ceiling.push_back({{"polygon", e_.line[i].polygon}, {"face", e_.line[i].face}});
    for (const Ground& g : e_.grounds) grounds.push_back(ground(g));
    return {{"plumb", version()},
            {"scene", {{"file", e_.options.scene}}},
            {"options", options_json(e_.options)},
            {"at", point_json(e_.at)},
            {"reach", e_.reach.get_str()},
            {"line", std::move(line)},
            {"place", e_.place ? point_json(*e_.place) : Json()},
            {"drop", e_.place ? Json(e_.drop.get_str()) : Json()},
            {"clearance", e_.clearance ? Json(e_.clearance->get_str()) : Json()},
            {"ceiling", std::move(ceiling)},
            {"grounds", std::move(grounds)}};
  }

 private:
  Json on_line(const LinePolygon& l) const {
    const mpq_class& at = e_.place ? e_.height : e_.at[e_.options.up == UpAxis::y ? 1 : 2];
    return {{"polygon", l.polygon},     {"face", l.face},
            {"is", text_of(l.footing)}, {"low", l.low.get_str()},
            {"high", l.high.get_str()}, {"place", l.low > at ? "above" : l.high < at ? "below" : "at"}};
  }

  Json slope(const SlopeJudgement& s) const {
    Json out = {{"tan_squared", s.tan_squared.get_str()},
                {"degrees", interval_json(s.degrees)},
                {"within", s.within},
                {"slack", s.slack ? Json(s.slack->get_str()) : Json()},
                {"slack_degrees", Json()}};
    if (e_.options.slope)
      out.set("slack_degrees", interval_json({*e_.options.slope - s.degrees.high, *e_.options.slope - s.degrees.low}));
    return out;
  }

  Json ground(const Ground& g) const {
    Json out = {{"polygon", g.polygon}, {"face", g.face}, {"is", text_of(g.footing)}, {"slope", slope(g.slope)}};
    const bool stands = g.footing == Footing::traversable;
    out.set("verdict", stands ? Json(verdict_name(g.verdict, e_.options.stances)) : Json());
    out.set("stance", stands ? Json(g.verdict) : Json());
    out.set("owner", g.owner == kernel::no_polygon ? Json() : Json(g.owner));
    if (stands && e_.options.solids == Solids::closed)
      out.set("bodies_above", {{"up", g.bodies_up}, {"down", g.bodies_down}});
    out.set("binds", binds(g));
    if (!stands || (g.verdict < kernel::blocked && g.verdict != kernel::too_close)) return out;
    Json stances = Json::array(), walls = Json::array();
    for (const Stance& s : e_.options.stances)
      stances.push_back({{"name", s.name},
                         {"height", s.height.get_str()},
                         {"fits", !e_.clearance || s.height <= *e_.clearance},
                         {"slack", e_.clearance ? Json(mpq_class(*e_.clearance - s.height).get_str()) : Json()}});
    for (const NearWall& w : g.walls)
      walls.push_back({{"polygon", w.polygon},
                       {"face", w.face},
                       {"squared_distance", w.squared_distance.get_str()},
                       {"nearest", point_json(w.nearest)},
                       {"may_cross", w.may_cross}});
    out.set("stances", std::move(stances));
    out.set("walls", std::move(walls));
    if (sgn(e_.options.radius) > 0) out.set("borders", borders(g));
    return out;
  }

  // The borders, for each stance that fits.
  Json borders(const Ground& g) const {
    Json out = Json::array();
    for (std::size_t s = 0; s < g.borders.size(); ++s) {
      Json near = {{"stance", e_.options.stances[s].name}};
      if (const auto& b = g.borders[s]) {
        near.set("squared_distance", b->squared_distance.get_str());
        near.set("too_close", b->squared_distance < e_.options.radius * e_.options.radius);
        near.set("nearest", point_json(b->nearest));
        near.set("edge", {point_json(b->edge[0]), point_json(b->edge[1])});
        near.set("polygon", b->polygon);
        near.set("face", b->face);
        near.set("cause", b->cause == kernel::no_polygon ? Json() : Json(b->cause));
        near.set("cause_face", b->cause == kernel::no_polygon ? Json() : Json(b->cause_face));
      } else {
        near.set("squared_distance", Json());
        near.set("too_close", false);
      }
      out.push_back(std::move(near));
    }
    return out;
  }

  // The constraint that keeps the point from a higher stance.
  Json binds(const Ground& g) const {
    if (g.footing == Footing::too_steep) return "slope";
    if (g.footing == Footing::turned_away) return "side";
    if (g.verdict == kernel::covered) return "owner";
    if (g.verdict == kernel::inside) return "solid";
    if (!g.borders.empty() && g.verdict < static_cast<kernel::Label>(g.borders.size())) return "border";
    return g.verdict < static_cast<kernel::Label>(e_.options.stances.size()) ? Json("clearance") : Json();
  }

  const Explanation& e_;
};

}  // namespace

std::string explanation_json(const Explanation& e) { return json_text(Writer(e).json(), 2) + "\n"; }

}  // namespace plumb::pipeline
