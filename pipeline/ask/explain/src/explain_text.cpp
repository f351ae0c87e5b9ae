// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of `plumb explain --at` (docs/guide/explain.md), as text and as JSON: one point, and everything that
// decides the verdict on it. Problem. Explanation holds exact numbers and lists of any length. A person wants to see at
// once what stands above and below the point, whether it can be stood on, and the one constraint that keeps the point
// from more.
// 1. TextWriter::text() writes the options that decide the result, the polygons on the vertical line, how far the point
//    falls, and each ground.
// 2. line() prints the polygons on the vertical line from high to low, at most eight above and eight below the place
//    judged, and counts the rest.
// 3. ground() prints the verdict with its reason: not traversable, covered and by whom, inside and by which winding
//    number, or a stance.
// 4. slack() compares the slope with its limit and the clearance with the next stance and with the present one, and
//    marks with "<- binds" what keeps the point from the next stance.
// 5. With a radius borders() lists for each stance that fits how far its border is; walls() lists the nearest eight
//    walls that stop someone.
// 6. JsonWriter writes all of it, every list and number complete.
// Cost. Linear in the explanation; no question about the level is asked here.
// Exactness. Numbers are printed as fractions, with a decimal beside them that is marked where it is rounded; an
// irrational angle is an interval, an irrational distance is "about" a double.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/explain.h"
#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/terms.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t most_listed = 8;  // walls, and polygons above and below

class TextWriter {
 public:
  explicit TextWriter(const Explanation& e) : e_(e) {}

  std::string text() {
    out_ = e_.options.scene + " at " + kernel::point_text(e_.at) + "\n" + options_text(e_.options);
    line();
    if (!e_.place)
      return out_ + "The point is above nothing: no polygon lies at it or below it, so there is nothing to stand on" +
             (e_.advice.empty() ? "" : "; " + e_.advice) + ".\n";
    if (sgn(e_.drop) > 0)
      out_ += "Nothing to stand on at the point itself: it falls by " + kernel::fraction_text(e_.drop) + " to " +
              kernel::point_text(*e_.place) + ".\n";
    if (e_.grounds.size() > 1)
      out_ += counted_text(e_.grounds.size(), "polygon") + " there; each is judged by itself.\n";
    for (const Ground& g : e_.grounds) ground(g);
    return out_;
  }

 private:
  static std::string name(kernel::PolygonId polygon, std::uint32_t face) {
    return "polygon " + std::to_string(polygon) + " (face " + std::to_string(face) + ")";
  }

  // Prints the polygons nearest to the place, above and below it, and counts the others.
  void line() {
    if (e_.line.empty()) {
      out_ += "No polygon on the vertical line through it.\n";
      return;
    }
    const mpq_class& at = e_.place ? e_.height : up_coordinate();
    const auto above =
        static_cast<std::size_t>(std::ranges::count_if(e_.line, [&](const LinePolygon& l) { return l.low > at; }));
    const auto below =
        static_cast<std::size_t>(std::ranges::count_if(e_.line, [&](const LinePolygon& l) { return l.high < at; }));
    out_ += "On the vertical line through it, from high to low (> marks the place judged):\n";
    TextTable table("lrrrl");
    table.add({" ", "height", "polygon", "face", "is"});
    std::size_t seen_above = 0, seen_below = 0;
    for (const LinePolygon& l : e_.line) {
      if (l.low > at && ++seen_above + most_listed <= above) continue;
      if (l.high < at && ++seen_below > most_listed) continue;
      const std::string height = l.low == l.high ? kernel::fraction_text(l.low)
                                                 : kernel::decimal_text(l.low) + " to " + kernel::decimal_text(l.high);
      const bool judged = e_.place && l.low == at && l.high == at;
      table.add({judged ? ">" : " ", height, std::to_string(l.polygon), std::to_string(l.face), text_of(l.footing)});
    }
    if (above > most_listed) out_ += "  (" + count_text(above - most_listed) + " more above)\n";
    out_ += table.text();
    if (below > most_listed) out_ += "  (" + count_text(below - most_listed) + " more below)\n";
  }

  const mpq_class& up_coordinate() const { return e_.at[e_.options.up == UpAxis::y ? 1 : 2]; }

  void ground(const Ground& g) {
    out_ += "\nOn " + name(g.polygon, g.face) + ": ";
    if (g.footing != Footing::traversable) {
      out_ += std::string("nobody stands here; it ") +
              (g.footing == Footing::too_steep ? "is too steep.\n"
                                               : "faces down, and --sides up asks for the side that faces up.\n");
      slack(g);
      return;
    }
    if (g.verdict == kernel::covered) {
      out_ += "covered.\n  " + name(g.owner, face_of(g.owner)) +
              " lies in exactly the same plane, has a lower number and owns the point.\n";
      return;
    }
    if (g.verdict == kernel::inside) {
      out_ += "inside.\n  Above it, " + counted_text(g.bodies_up, "polygon") + " of closed bodies " +
              (g.bodies_up == 1 ? "faces" : "face") + " up and " + count_text(g.bodies_down) +
              " down: the winding number just above it is " + count_text(g.bodies_up - g.bodies_down) + ".\n";
      return;
    }
    out_ += verdict_name(g.verdict, e_.options.stances) + ".\n";
    slack(g);
    if (e_.options.radius != 0) borders(g);
    walls(g);
  }

  std::uint32_t face_of(kernel::PolygonId polygon) const {
    return std::ranges::find(e_.line, polygon, &LinePolygon::polygon)->face;
  }

  void slack(const Ground& g) {
    TextTable table("lll");
    const bool stands = g.footing == Footing::traversable;
    table.add({"slope", slope(g.slope),
               std::string(slope_slack(g.slope)) + (g.footing == Footing::too_steep ? "  <- binds" : "")});
    if (!stands && g.slope.within) table.add({"side", "faces down", "turned away  <- binds"});
    if (stands) {
      const auto top = static_cast<kernel::Label>(e_.options.stances.size());
      // With a radius the border may allow less than the clearance does.
      const auto fits = std::max(g.verdict, static_cast<kernel::Label>(g.borders.size()));
      if (fits < top)
        table.add(headroom(e_.options.stances[static_cast<std::size_t>(fits)], fits == g.verdict ? "  <- binds" : ""));
      if (fits > 0) table.add(headroom(e_.options.stances[static_cast<std::size_t>(fits) - 1], ""));
    }
    out_ += table.text();
    if (stands && g.verdict == static_cast<kernel::Label>(e_.options.stances.size()))
      out_ += "  Nothing binds: it is the highest stance.\n";
  }

  std::string slope(const SlopeJudgement& s) const {
    std::string limit;
    if (s.slack) limit = kernel::fraction_text(mpq_class(s.tan_squared + *s.slack));
    if (e_.options.slope) limit += (limit.empty() ? "" : ", ") + e_.options.slope->get_str() + " degrees";
    return "tan^2 = " + kernel::fraction_text(s.tan_squared) + ", " + kernel::interval_text(s.degrees) +
           " degrees, against " + limit;
  }

  std::string slope_slack(const SlopeJudgement& s) const {
    if (s.slack) return kernel::fraction_text(mpq_class(abs(*s.slack))) + (s.within ? " to spare" : " too much");
    const mpq_class& limit = *e_.options.slope;  // the squared tangents of the others are rational
    kernel::RationalInterval rest = {limit - s.degrees.high, limit - s.degrees.low};
    if (!s.within) rest = {-rest.high, -rest.low};
    return kernel::interval_text(rest) + " degrees" + (s.within ? " to spare" : " too much");
  }

  TextTable::Row headroom(const Stance& s, const char* mark) const {
    const std::string need = s.name + " needs " + kernel::fraction_text(s.height);
    if (!e_.clearance) return {"clearance", "the sky is free; " + need, std::string("no end") + mark};
    const LinePolygon& end = e_.line[e_.ceiling[0]];
    std::string under = " under " + name(end.polygon, end.face);
    if (e_.ceiling.size() > 1) under += " and " + counted_text(e_.ceiling.size() - 1, "other");
    const mpq_class rest = *e_.clearance - s.height;
    return {"clearance", kernel::fraction_text(*e_.clearance) + under + "; " + need,
            kernel::fraction_text(mpq_class(abs(rest))) + (sgn(rest) < 0 ? " short" : " to spare") + mark};
  }

  // A distance, exact where it is rational.
  static std::string distance(const mpq_class& squared) {
    if (squared == 0) return "0, on the wall's trace";
    if (mpz_perfect_square_p(squared.get_num_mpz_t()) && mpz_perfect_square_p(squared.get_den_mpz_t()))
      return kernel::fraction_text(mpq_class(sqrt(squared.get_num()), sqrt(squared.get_den())));
    char text[32];
    std::snprintf(text, sizeof text, "about %.6g", std::sqrt(kernel::nearest_double(squared)));
    return text;
  }

  // Lists, for each stance that fits, how far its border is, against the radius, and what makes it border.
  void borders(const Ground& g) {
    const mpq_class& r = e_.options.radius;
    const mpq_class squared = r * r;
    if (g.borders.empty()) return;
    out_ += "  Border, by the true disc, within a window of " + kernel::fraction_text(e_.options.window) +
            " in height, against " + kernel::fraction_text(r) + " squared, " + kernel::fraction_text(squared) + ":\n";
    TextTable table("lllll");
    table.add({"stance", "distance", "squared", "", "border"});
    for (std::size_t s = g.borders.size(); s-- > 0;) {
      const std::string& name_of = e_.options.stances[s].name;
      const auto& b = g.borders[s];
      if (!b) {
        table.add({name_of, "none near", "", "", ""});
        continue;
      }
      const bool close = b->squared_distance < squared;
      const std::string where = "of " + name(b->polygon, b->face) + " at " + kernel::point_text(b->nearest);
      table.add(
          {name_of, b->squared_distance == 0 ? "0, on the border" : distance(b->squared_distance),
           kernel::fraction_text(b->squared_distance),
           close ? static_cast<int>(s) == std::max<int>(g.verdict, 0) ? "too close  <- binds" : "too close"
                 : "far enough",
           where + (b->cause == kernel::no_polygon ? ", where it ends" : ", by " + name(b->cause, b->cause_face))});
    }
    out_ += table.text();
  }

  void walls(const Ground& g) {
    const std::string reach = "a distance of " + kernel::fraction_text(e_.reach);
    if (g.walls.empty()) {
      out_ += "  No wall within " + reach + " stops anyone.\n";
      return;
    }
    out_ += "  Walls within " + reach + " that stop someone, nearest first:\n";
    TextTable table("rrlrl");
    table.add({"polygon", "face", "distance", "squared", "may cross there"});
    for (std::size_t i = 0; i < std::min(g.walls.size(), most_listed); ++i) {
      const NearWall& w = g.walls[i];
      table.add({std::to_string(w.polygon), std::to_string(w.face), distance(w.squared_distance),
                 kernel::fraction_text(w.squared_distance),
                 w.may_cross == 0 ? "nobody" : verdict_name(w.may_cross, e_.options.stances)});
    }
    out_ += table.text();
    if (g.walls.size() > most_listed)
      out_ += "  and " + counted_text(g.walls.size() - most_listed, "wall") + " more.\n";
  }

  const Explanation& e_;
  std::string out_;
};

// The constraint that keeps a place from a higher stance; empty: none does.
std::string binding(const Explanation& e, const Ground& g) {
  if (g.footing == Footing::too_steep) return "slope";
  if (g.footing == Footing::turned_away) return "side";
  if (g.verdict == kernel::covered) return "owner";
  if (g.verdict == kernel::inside) return "solid";
  if (!g.borders.empty() && g.verdict < static_cast<kernel::Label>(g.borders.size())) return "border";
  return g.verdict < static_cast<kernel::Label>(e.options.stances.size()) ? "clearance" : "";
}

class JsonWriter {
 public:
  explicit JsonWriter(const Explanation& e) : e_(e) {}

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

  Json binds(const Ground& g) const {
    const std::string word = binding(e_, g);
    return word.empty() ? Json() : Json(word);
  }

  const Explanation& e_;
};

}  // namespace

std::string explanation_text(const Explanation& e) {
  const std::string out = TextWriter(e).text();
  return e.options.in_memory ? program_words(out) : out;
}

std::string explanation_json(const Explanation& e) { return json_text(JsonWriter(e).json(), 2) + "\n"; }

std::string explanations_csv(const std::vector<ExplainLine>& lines, const std::vector<Explanation>& explanations) {
  std::string out = "line,answer,x,y,z,drop,clearance,polygon,face,binds\n";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Explanation& e = explanations[i];
    const auto add = [&](const std::string& field) { out += "," + field; };
    const auto add_number = [&](const mpq_class& value) {
      out += ",";
      kernel::append_decimal(out, kernel::nearest_double(value));
    };
    out += std::to_string(lines[i].line);
    if (!e.place || e.grounds.empty()) {
      out += ",none,,,,,,,,\n";
      continue;
    }
    const Ground& g = e.grounds.front();
    const bool stands = g.footing == Footing::traversable;
    add(stands ? verdict_name(g.verdict, e.options.stances) : text_of(g.footing));
    for (const mpq_class& c : *e.place) add_number(c);
    add_number(e.drop);
    if (e.clearance) add_number(*e.clearance);
    else out += ",";
    add(std::to_string(g.polygon));
    add(std::to_string(g.face));
    add(binding(e, g));
    out += "\n";
  }
  return out;
}

std::string explanations_json(const std::string& file, const std::vector<ExplainLine>& lines,
                              const std::vector<Explanation>& explanations) {
  Json places = Json::array();
  for (std::size_t i = 0; i < lines.size(); ++i)
    places.push_back({{"line", lines[i].line}, {"place", JsonWriter(explanations[i]).json()}});
  return json_text({{"plumb", version()}, {"file", file}, {"places", std::move(places)}}, 2) + "\n";
}

}  // namespace plumb::pipeline
