// SPDX-License-Identifier: GPL-3.0-or-later
// What `explain` says of a point, and at which heights, slopes and radii a level changes, is what it says of the
// point's image: verdicts, clearance, distances to walls and border, thresholds. Faces are those that the relation
// makes of them, where no polygons were welded.
#include "plumb/pipeline/explain.h"

#include <catch2/catch.hpp>

#include <set>

#include "plumb/pipeline/load_surfaces.h"
#include "plumb/pipeline/thresholds.h"
#include "support/relation_draws.h"

using namespace plumb;
using namespace plumb::pipeline;
using namespace plumb::tests;

namespace {

// A level and what it is asked with.
struct Side {
  BakeOptions options;
  bool welded = false;
  mpq_class scale = 1;                                              // to the other level
  const std::vector<std::vector<std::uint32_t>>* images = nullptr;  // of faces in the other level; none: they are there

  Side(const BakeArguments& a) : options(options_of(a)) {
    Progress silent;
    Stages stage(silent, read_stage + surface_stages(options.solids));
    const auto level = load_surfaces(options, stage);
    if (!level) throw std::runtime_error(level.error().text());
    welded = level->set.welded_from != level->set.surfaces.size();
  }
  mpq_class length(const mpq_class& v) const { return v * scale; }
  mpq_class area(const mpq_class& v) const { return v * scale * scale; }
  std::string face(std::uint32_t f) const { return std::to_string(images ? (*images)[f].front() : f); }
};

// What is kept, as lines in the terms of the other level.
using Lines = std::multiset<std::string>;

struct Kept {
  bool faces;    // polygons are one to one
  bool numbers;  // and their numbers are in one order
};

// `alone`: no other floor lies in its plane there. Else numbers decide which of them is told to be one's, and which are
// covered; and walls are told of where they stand on one polygon.
void add_ground(const Side& side, const Ground& g, bool alone, const Kept& kept, Lines& lines) {
  std::string line = std::to_string(static_cast<int>(g.footing)) + " tan^2 " + g.slope.tan_squared.get_str() + " " +
                     std::to_string(g.slope.within);
  const bool told_whole = kept.numbers || (kept.faces && alone);
  if (told_whole) line += " face " + side.face(g.face);
  if (g.footing != Footing::traversable) {
    lines.insert(line);
    return;
  }
  if (g.verdict == kernel::covered && !kept.numbers) return;
  line += " verdict " + std::to_string(g.verdict);
  std::set<std::string> walls;
  if (told_whole)
    for (const NearWall& w : g.walls)
      walls.insert(" wall " + side.area(w.squared_distance).get_str() + " of " + side.face(w.face) + " may cross " +
                   std::to_string(w.may_cross));
  for (const std::string& wall : walls) line += wall;
  if (g.verdict != kernel::covered)
    for (const auto& border : g.borders)
      line += " border " + (border ? side.area(border->squared_distance).get_str() : std::string("none"));
  lines.insert(line);
}

Lines told(const Side& side, const Placement& placement, const Explanation& e, const Kept& kept) {
  Lines lines;
  if (!e.place) return {"nothing there"};
  lines.insert("place " + text_of(placement(*e.place)) + " drop " + side.length(e.drop).get_str());
  lines.insert("clearance " + (e.clearance ? side.length(*e.clearance).get_str() : std::string("none")));
  const bool alone = std::ranges::none_of(e.grounds, [](const Ground& g) { return g.verdict == kernel::covered; });
  for (const Ground& g : e.grounds) add_ground(side, g, alone, kept, lines);
  for (const LinePolygon& p : e.line) {
    // An upright polygon that is cut has several stretches.
    if (!kept.faces && p.footing == Footing::vertical) continue;
    const auto height = [&](const mpq_class& z) { return text_of(placement({(*e.place)[0], (*e.place)[1], z})); };
    std::string line =
        "line " + height(p.low) + " " + height(p.high) + " " + std::to_string(static_cast<int>(p.footing));
    if (kept.faces) line += " face " + side.face(p.face);
    lines.insert(line);
  }
  if (kept.faces) return lines;
  // The same polygon may be several.
  const std::set<std::string> once(lines.begin(), lines.end());
  return {once.begin(), once.end()};
}

std::string difference(const Lines& a, const Lines& b) {
  std::string out;
  for (const std::string& line : a)
    if (!b.contains(line)) out += "\n  only L: " + line;
  for (const std::string& line : b)
    if (!a.contains(line)) out += "\n  only R(L): " + line;
  return a == b ? "" : out.empty() ? "\n  other numbers of equal lines" : out;
}

std::string fault_of_points(RelationCase& c, const Side& a, const Side& b) {
  const bool faces = c.relation.polygons != PolygonsOf::others && !a.welded && !b.welded;
  const Kept kept{faces, faces && c.relation.polygons == PolygonsOf::same};
  const mpq_class reach = 2;
  for (int i = 0; i < 6; ++i) {
    // Where much coincides, and elsewhere.
    const int parts = i % 2 == 0 ? 2 : 12;
    kernel::ExactPoint p;
    for (mpq_class& v : p) v = mpq_class(c.draws(0, 9 * parts)) / parts;
    Progress silent;
    const auto of_a = explain(a.options, {p, reach}, silent);
    const auto of_b = explain(b.options, {c.placement()(p), c.placement().scale * reach}, silent);
    if (!of_a || !of_b) return "one of them is refused";
    const std::string wrong = difference(told(a, c.placement(), *of_a, kept), told(b, {}, *of_b, kept));
    if (!wrong.empty()) return "explain at " + text_of(p) + wrong;
  }
  return "";
}

template <class Find>
auto thresholds(const char* of, const std::string& range, const BakeArguments& level, const Side& side, Find&& find) {
  const auto query = make_threshold_query(of, range, false, level, side.options);
  if (!query) throw std::runtime_error(query.error().text());
  Progress silent;
  auto found = find(side.options, *query, silent);
  if (!found) throw std::runtime_error(found.error().text());
  return std::move(*found);
}

// The areas of slopes; a face that is there twice counts twice.
std::string fault_of_slopes(RelationCase& c, const Side& a, const Side& b) {
  const auto areas = [&](const Side& side, const BakeArguments& level) {
    std::map<mpq_class, mpq_class> out;
    for (const SlopeThreshold& v :
         thresholds("slope", "0,90", level, side, [](auto&... x) { return slope_thresholds(x...); }).values)
      out[v.tan_squared] += side.area(v.area);
    return out;
  };
  auto of_a = areas(a, c.arguments()), of_b = areas(b, c.related_arguments());
  if (std::string(c.relation.name) == "duplicate")
    for (auto* one : {&of_a, &of_b})
      for (auto& [slope, area] : *one) area = 0;
  of_a[0] += c.related.added_side * c.related.added_side;
  of_b[0] += 0;
  return of_a == of_b ? "" : "areas of slopes differ";
}

// A(h), at the heights of either list; and where area is lost at once.
std::string fault_of_heights(RelationCase& c, const Side& a, const Side& b) {
  struct Value {
    mpq_class left, lost;
  };
  const auto list = [&](const Side& side, const mpq_class& high, const BakeArguments& level, const mpq_class& added) {
    std::map<mpq_class, Value> out;
    const auto found =
        thresholds("height", "0," + high.get_str(), level, side, [](auto&... x) { return height_thresholds(x...); });
    for (const HeightThreshold& v : found.values)
      out[side.length(v.height)] = {side.area(*v.left.exact) + added, side.area(v.lost)};
    return out;
  };
  const mpq_class high = 4, added = c.related.added_side * c.related.added_side;
  const auto of_a = list(a, high, c.arguments(), added),
             of_b = list(b, high * c.placement().scale, c.related_arguments(), 0);
  if (c.relation.polygons == PolygonsOf::same && of_a.size() != of_b.size()) return "other heights are listed";
  for (const auto& [one, other] : {std::pair{&of_a, &of_b}, {&of_b, &of_a}})
    for (const auto& [height, value] : *one) {
      const auto at = other->find(height);
      if (at == other->end() ? value.lost != 0 : value.left != at->second.left || value.lost != at->second.lost)
        return "A(h) differs at " + height.get_str();
    }
  return "";
}

// At which radii a passage closes. Where two stretches of border face each other in parallel, it is judged at one place
// of many, and which stretches there are depends on cells; so cells have to be the same.
std::string fault_of_radii(RelationCase& c, const Side& a, const Side& b) {
  const auto list = [&](const Side& side, const mpq_class& high, const BakeArguments& level) {
    std::set<mpq_class> out;
    const auto found =
        thresholds("radius", "0," + high.get_str(), level, side, [](auto&... x) { return radius_thresholds(x...); });
    for (const RadiusThreshold& v : found.values)
      if (std::ranges::any_of(v.passages, &RadiusPassage::closes)) out.insert(side.area(v.squared_radius));
    return out;
  };
  if (c.relation.polygons != PolygonsOf::same) return "";
  if (!c.relation.keeps_rounding && c.agent.weld != 0) return "";  // ends of welds are border
  const mpq_class high = 2;                                        // the added floor is 8 wide
  const auto of_a = list(a, high, c.arguments()), of_b = list(b, high * c.placement().scale, c.related_arguments());
  if (of_a == of_b) return "";
  std::string out = "radii at which passages close differ:";
  for (const mpq_class& r : of_a)
    if (!of_b.contains(r)) out += "\n  only L: root of " + r.get_str();
  for (const mpq_class& r : of_b)
    if (!of_a.contains(r)) out += "\n  only R(L): root of " + r.get_str();
  return out;
}

std::string fault_of_explain(RelationCase& c) {
  Side a(c.arguments()), b(c.related_arguments());
  a.scale = c.placement().scale;
  a.images = &c.related.images;
  for (const auto fault : {fault_of_points, fault_of_slopes, fault_of_heights, fault_of_radii})
    if (const std::string wrong = fault(c, a, b); !wrong.empty()) return wrong;
  return "";
}

const RelationJob job{fault_of_explain, [](const Relation&, RelatedAgent& agent) {
                        agent.wedge = false;
                        agent.min_area = 0;
                        agent.seed_points.clear();
                      }};

}  // namespace

TEST_CASE("relations of explain: of a point's image the same is told", "[relations]") { hold_relations(job, 6); }
TEST_CASE("relations of explain: what breaks one is noticed") { notice_broken_relations(job, 12, 12); }
