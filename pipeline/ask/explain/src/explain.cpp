// SPDX-License-Identifier: GPL-3.0-or-later
// Why a point can be stood on or not: the questions of a bake, answered for one point (docs/guide/explain.md).
// Problem. A bake answers with regions. For one point the definitions can be applied directly, polygon by polygon,
// without cutting anything: this is a second way to the same verdict, and it names what decides it.
// 1. find_line() queries the index with the vertical line through the point, and computes the exact height at which
//    each polygon meets it; a vertical polygon meets it in an interval (heights_on_line).
// 2. find_place() lets the point fall to the first polygon at or below it that is not vertical.
// 3. find_clearance() finds the lowest polygons strictly above.
// 4. judge_grounds() judges each traversable polygon there (or, if there is none, says why nobody stands on the
//    others): judge() tests ownership in one plane, the winding number of solids just beside the point (count_bodies),
//    and the stances that fit the clearance.
// 5. find_walls() computes for the vertical polygons nearby where they stop which stance (wall_stretches), and the
//    nearest such point (nearest_on).
// 6. With a radius explain() also decomposes and links the level; judge_by_border() takes for each stance that fits the
//    nearest border within the window, and lowers the verdict to the greatest stance that is not too close, by the true
//    disc.
// Cost. Without a radius O(log N + k) for the k polygons on the line and near the point, after the scene has been read
// and its polygons found; with one, a bake to the graph and, for each stance, a look at every stretch of border.
// Exactness. Every number is a fraction, and every decision is exact; angles are enclosures for display.
// Polygons are closed here: on an edge the point belongs to both sides, where regions of a bake have no edges.
#include "plumb/pipeline/explain.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <vector>

#include "near_border.h"
#include "on_level.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/int64.h"
#include "plumb/kernel/interval_set.h"
#include "plumb/kernel/plane.h"
#include "plumb/kernel/slope.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/erode.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/load_surfaces.h"
#include "plumb/pipeline/number_lines.h"
#include "plumb/pipeline/scene_frame.h"
#include "plumb/pipeline/setting_table.h"
#include "plumb/pipeline/stage_settings.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

namespace {

using kernel::ExactInterval;

// Where a vertical polygon stops whoever crosses its trace on a floor, in exact coordinates
// (docs/theory/definitions.md, Walls).
struct WallStretches {
  kernel::PlanPoint base, run;                                  // the trace is base + t * run, 0 <= t <= 1
  std::vector<std::optional<kernel::ExactInterval>> of_stance;  // [s - 1]: stance s; each contains the previous one
};

// A corner of the wall: its share of the trace, and its height over the floor's plane.
struct Corner {
  mpq_class t, over;
};

// The projection of the part of the wall between two heights, which is convex. Requires that the wall reaches strictly
// between them.
std::optional<ExactInterval> between(std::vector<Corner> wall, const mpq_class& low, const mpq_class& high) {
  if (std::ranges::none_of(wall, [&](const Corner& c) { return c.over > low; })) return std::nullopt;
  if (std::ranges::none_of(wall, [&](const Corner& c) { return c.over < high; })) return std::nullopt;
  const auto crossing = [](const Corner& p, const mpq_class& at_p, const Corner& q, const mpq_class& at_q) {
    const mpq_class part = at_p / (at_p - at_q);
    return Corner{p.t + part * (q.t - p.t), p.over + part * (q.over - p.over)};
  };
  kernel::clip_half_plane(
      wall, [&](const Corner& c) -> mpq_class { return c.over - low; }, crossing);
  kernel::clip_half_plane(
      wall, [&](const Corner& c) -> mpq_class { return high - c.over; }, crossing);
  const auto [first, last] = std::ranges::minmax_element(wall, {}, &Corner::t);
  return ExactInterval{first->t, last->t};
}

// The stretches, clipped to the closed floor. None if the wall stops nobody there, or only in single points.
std::optional<WallStretches> wall_stretches(const std::vector<ExactPoint>& wall, const std::vector<ExactPoint>& floor,
                                            const kernel::ExactPlane& plane, const std::vector<Stance>& stances,
                                            const mpq_class& step) {
  const auto [first, last] = std::ranges::minmax_element(
      wall, [](const ExactPoint& p, const ExactPoint& q) { return p[0] != q[0] ? p[0] < q[0] : p[1] < q[1]; });
  WallStretches w{{(*first)[0], (*first)[1]}, {(*last)[0] - (*first)[0], (*last)[1] - (*first)[1]}, {}};
  const int axis = sgn(w.run[0]) != 0 ? 0 : 1;
  std::vector<Corner> corners;
  for (const ExactPoint& c : wall)
    corners.push_back({(c[axis] - w.base[axis]) / w.run[axis], c[2] - plane.height(c[0], c[1])});
  const auto counter_clockwise = [&](std::size_t i) -> const ExactPoint& { return floor[floor.size() - 1 - i]; };
  bool any = false;
  for (const Stance& s : stances) {
    auto stretch = between(corners, step, s.height);
    if (stretch && stretch->from < stretch->to)
      stretch = part_over(*stretch, w.base, w.run, floor.size(), counter_clockwise);
    else stretch.reset();
    any = any || stretch;
    w.of_stance.push_back(std::move(stretch));
  }
  if (!any) return std::nullopt;
  return w;
}

// The point of the stretches of all stances that is nearest to p in plan.
struct NearestOnWall {
  kernel::PlanPoint point;
  mpq_class squared_distance;
  kernel::Label may_cross;  // the greatest stance that may cross there
};
NearestOnWall nearest_on(const WallStretches& w, const kernel::PlanPoint& p) {
  const ExactInterval& longest = *w.of_stance.back();
  mpq_class t = kernel::formulas::dot2d(p[0] - w.base[0], p[1] - w.base[1], w.run[0], w.run[1]) /
                kernel::formulas::dot2d(w.run[0], w.run[1], w.run[0], w.run[1]);
  t = std::clamp(t, longest.from, longest.to);
  NearestOnWall out{{w.base[0] + t * w.run[0], w.base[1] + t * w.run[1]}, 0, 0};
  for (int k = 0; k < 2; ++k) out.squared_distance += (p[k] - out.point[k]) * (p[k] - out.point[k]);
  // The lowest stance that the wall stops at the point; lower ones may cross.
  while (!w.of_stance[static_cast<std::size_t>(out.may_cross)] ||
         t < w.of_stance[static_cast<std::size_t>(out.may_cross)]->from ||
         t > w.of_stance[static_cast<std::size_t>(out.may_cross)]->to)
    ++out.may_cross;
  return out;
}

// The least and the greatest height at which a vertical polygon meets a vertical line.
using HeightRange = std::pair<mpq_class, mpq_class>;
std::optional<HeightRange> heights_on_line(const std::vector<ExactPoint>& corners, const mpq_class& x,
                                           const mpq_class& y) {
  std::optional<HeightRange> out;
  const auto add = [&](const mpq_class& z) {
    if (!out) out = {z, z};
    out->first = std::min(out->first, z);
    out->second = std::max(out->second, z);
  };
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const ExactPoint &p = corners[i], &q = corners[i + 1 == corners.size() ? 0 : i + 1];
    if (p[0] == x && p[1] == y) add(p[2]);
    const int axis = p[0] != q[0] ? 0 : 1;
    const mpq_class& at = axis == 0 ? x : y;
    if (!((p[axis] < at && at < q[axis]) || (q[axis] < at && at < p[axis]))) continue;
    const mpq_class t = (at - p[axis]) / (q[axis] - p[axis]);
    if (p[1 - axis] + t * (q[1 - axis] - p[1 - axis]) == (axis == 0 ? y : x)) add(p[2] + t * (q[2] - p[2]));
  }
  return out;
}

class Explainer {
 public:
  Explainer(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
            const BakeOptions& options, const ExplainQuery& query, const SolidSet* solids)
      : points_(points),
        set_(set),
        index_(index),
        solids_(solids),
        limit_(slope_limit(options)),
        p_(from_input_frame(query.at, options.up)) {
    out_.options = options;
    out_.at = query.at;
    out_.reach = query.reach.value_or(options.stances.back().height);
  }

  Explanation run() {
    find_line();
    if (find_place()) {
      find_clearance();
      judge_grounds();
    } else {
      out_.advice = axes_advice(
          p_, out_.options.up, [&](const ExactPoint& p) { return is_over(p); }, "");
    }
    return std::move(out_);
  }

 private:
  const Surface& surface(kernel::PolygonId id) const { return set_.surfaces[id]; }

  // The polygons on the vertical line through the point, from high to low.
  void find_line() {
    Box box = rounded_box(points_, p_, p_);
    box.low[2] = -HUGE_VAL;
    box.high[2] = HUGE_VAL;
    index_.query(box, [&](std::uint32_t id) { add_to_line(id); });
    std::ranges::sort(out_.line, [](const LinePolygon& a, const LinePolygon& b) {
      return std::tie(b.high, b.low, a.polygon) < std::tie(a.high, a.low, b.polygon);
    });
  }

  void add_to_line(kernel::PolygonId id) {
    const Surface& s = surface(id);
    const auto corners = kernel::exact_corners(points_, set_.corners_of(s));
    LinePolygon found{id, s.face, Footing::vertical, 0, 0};
    if (s.kind == SurfaceKind::vertical) {
      const auto span = heights_on_line(corners, p_[0], p_[1]);
      if (!span) return;
      std::tie(found.low, found.high) = *span;
    } else {
      if (!kernel::projection_contains(corners, {p_[0], p_[1]})) return;
      found.footing = footing(s);
      found.low = found.high = kernel::exact_plane(points_, set_.corners_of(s)).height(p_[0], p_[1]);
    }
    out_.line.push_back(std::move(found));
  }

  bool within(const Surface& s) const {
    return limit_.is_traversable(kernel::polygon_normal<mpz_class>(points_, set_.corners_of(s)));
  }

  Footing footing(const Surface& s) const {
    if (s.kind == SurfaceKind::traversable) return Footing::traversable;
    if (s.kind == SurfaceKind::vertical) return Footing::vertical;
    return within(s) ? Footing::turned_away : Footing::too_steep;
  }

  // Finds the place: the point itself where a traversable polygon is, else on the first polygon at or below it. One
  // rule finds both, since polygons at the point's own height come first.
  bool find_place() {
    const auto first = std::ranges::find_if(
        out_.line, [&](const LinePolygon& l) { return l.footing != Footing::vertical && l.high <= p_[2]; });
    if (first == out_.line.end()) return false;
    out_.height = first->high;
    out_.drop = p_[2] - out_.height;
    out_.place = to_input_frame({p_[0], p_[1], out_.height}, out_.options.up);
    return true;
  }

  // Whether another point would find a place.
  bool is_over(const ExactPoint& p) const {
    Explainer other(points_, set_, index_, out_.options, {to_input_frame(p, out_.options.up), {}}, solids_);
    other.find_line();
    return other.find_place();
  }

  // Finds the lowest polygons strictly above the place, and how far up they are.
  void find_clearance() {
    for (std::size_t i = 0; i < out_.line.size() && out_.line[i].high > out_.height; ++i) {
      const LinePolygon& l = out_.line[i];
      if (l.footing == Footing::vertical) continue;
      if (!out_.ceiling.empty() && l.high < out_.line[out_.ceiling[0]].high) out_.ceiling.clear();
      out_.ceiling.push_back(i);
    }
    if (!out_.ceiling.empty()) out_.clearance = mpq_class(out_.line[out_.ceiling[0]].high - out_.height);
  }

  // Judges the polygons at the place: several may meet or lie on each other there. If some are traversable the others
  // do not count.
  void judge_grounds() {
    std::vector<const LinePolygon*> there;
    for (const LinePolygon& l : out_.line)
      if (l.footing != Footing::vertical && l.high == out_.height) there.push_back(&l);
    const auto stands = [](const LinePolygon* l) { return l->footing == Footing::traversable; };
    if (std::ranges::any_of(there, stands)) std::erase_if(there, [&](const LinePolygon* l) { return !stands(l); });
    for (const LinePolygon* l : there) out_.grounds.push_back(judge(*l, there));
  }

  // `there` ascends by number.
  Ground judge(const LinePolygon& l, const std::vector<const LinePolygon*>& there) {
    Ground g{l.polygon, l.face, l.footing, {}, kernel::blocked, kernel::no_polygon, {}, {}, 0, 0};
    const kernel::ExactPlane plane = kernel::exact_plane(points_, set_.corners_of(surface(l.polygon)));
    g.slope.tan_squared = plane.tan_squared();
    g.slope.degrees = kernel::slope_degrees(g.slope.tan_squared);
    g.slope.within = within(surface(l.polygon));
    if (const auto limit = kernel::tan_squared_of(limit_)) g.slope.slack = mpq_class(*limit - g.slope.tan_squared);
    if (l.footing != Footing::traversable) return g;
    for (const LinePolygon* other : there)
      if (other->polygon < l.polygon &&
          kernel::exact_plane(points_, set_.corners_of(surface(other->polygon))) == plane) {
        g.verdict = kernel::covered;
        g.owner = other->polygon;
        return g;
      }
    count_bodies(g, plane);
    if (g.bodies_up > g.bodies_down) {
      g.verdict = kernel::inside;
      return g;
    }
    for (const Stance& s : out_.options.stances)
      if (!out_.clearance || s.height <= *out_.clearance) ++g.verdict;
    find_walls(g, plane);
    return g;
  }

  // Counts the polygons of bodies above a point just beside the place, inside of the polygon: at an edge of a body the
  // winding number is not defined.
  void count_bodies(Ground& g, const kernel::ExactPlane& plane) {
    if (!solids_) return;
    kernel::PlanPoint inward{-p_[0], -p_[1]};
    const auto corners = kernel::exact_corners(points_, set_.corners_of(surface(g.polygon)));
    for (const ExactPoint& c : corners)
      for (int k = 0; k < 2; ++k) inward[k] += c[k] / kernel::to_gmp(corners.size());
    kernel::PerturbedPoint spot = kernel::plan_spot({p_[0], p_[1]});
    spot.moves.insert(spot.moves.begin(), inward);
    for (const LinePolygon& l : out_.line) {
      const Surface& s = surface(l.polygon);
      if (l.polygon == g.polygon || s.kind == SurfaceKind::vertical || !solids_->counts_face(s.face)) continue;
      if (over_spot(kernel::exact_corners(points_, set_.corners_of(s)), spot) &&
          above_at(kernel::exact_plane(points_, set_.corners_of(s)), plane, spot))
        ++(s.faces_up ? g.bodies_up : g.bodies_down);
    }
  }

  void find_walls(Ground& g, const kernel::ExactPlane& plane) {
    const auto floor = kernel::exact_corners(points_, set_.corners_of(surface(g.polygon)));
    const auto [low, high] =
        std::ranges::minmax_element(floor, {}, [](const ExactPoint& c) -> const mpq_class& { return c[2]; });
    const mpq_class& reach = out_.reach;
    const Box box = rounded_box(points_, {p_[0] - reach, p_[1] - reach, (*low)[2]},
                                {p_[0] + reach, p_[1] + reach, (*high)[2] + out_.options.stances.back().height});
    index_.query(box, [&](std::uint32_t id) {
      if (surface(id).kind != SurfaceKind::vertical) return;
      const auto wall = wall_stretches(kernel::exact_corners(points_, set_.corners_of(surface(id))), floor, plane,
                                       out_.options.stances, out_.options.step);
      if (!wall) return;
      const NearestOnWall n = nearest_on(*wall, {p_[0], p_[1]});
      if (n.squared_distance > reach * reach) return;
      const ExactPoint at = {n.point[0], n.point[1], plane.height(n.point[0], n.point[1])};
      g.walls.push_back({id, surface(id).face, n.squared_distance, to_input_frame(at, out_.options.up), n.may_cross});
    });
    std::ranges::sort(g.walls, [](const NearWall& a, const NearWall& b) {
      return std::tie(a.squared_distance, a.polygon) < std::tie(b.squared_distance, b.polygon);
    });
  }

  const kernel::PointTable& points_;
  const SurfaceSet& set_;
  const SurfaceIndex& index_;
  const SolidSet* solids_;
  kernel::SlopeLimit limit_;
  ExactPoint p_;  // z up
  Explanation out_;
};

// Lowers the verdicts by the border, with the true disc.
void judge_by_border(const SceneSurfaces& level, const StanceMap& map, const Border& border, Explanation& e) {
  const kernel::PointTable& points = level.scene.points;
  NearBorderFinder finder(points, level.set, map, border);
  const UpAxis up = e.options.up;
  for (Ground& g : e.grounds) {
    const kernel::Label headroom = g.verdict;
    if (headroom < 1) continue;
    g.verdict = kernel::too_close;
    for (kernel::Label s = 1; s <= headroom; ++s) {
      auto& near = g.borders.emplace_back(finder.find(from_input_frame(*e.place, up), s, e.options.window));
      if (!near || near->squared_distance >= e.options.radius * e.options.radius) g.verdict = s;
      if (!near) continue;
      near->nearest = to_input_frame(near->nearest, up);
      for (ExactPoint& p : near->edge) p = to_input_frame(p, up);
      if (near->cause != kernel::no_polygon) near->cause_face = level.set.surfaces[near->cause].face;
    }
  }
}

}  // namespace

const char* text_of(Footing value) {
  switch (value) {
    case Footing::traversable: return "traversable";
    case Footing::too_steep: return "too steep";
    case Footing::turned_away: return "turned away";
    default: return "vertical";
  }
}

namespace {

std::optional<Error> read_reach(const std::optional<std::string>& text, const LevelUnit& unit, ExplainQuery& query) {
  if (!text) return std::nullopt;
  if (auto error = read_rational("--reach", *text, query.reach.emplace(), &unit)) return error;
  if (sgn(*query.reach) < 0) return bad_option("--reach '" + *text + "' is negative; give a length, 0 or more");
  return std::nullopt;
}

}  // namespace

Result<ExplainQuery> make_explain_query(const std::string& at, const std::optional<std::string>& reach,
                                        const LevelUnit& unit) {
  ExplainQuery query;
  auto point = read_point("--at", at);
  if (!point) return point.error();
  query.at = std::move(*point);
  if (auto error = read_reach(reach, unit, query)) return *error;
  return query;
}

Result<std::vector<ExplainLine>> read_explain_lines(const std::string& file, const std::optional<std::string>& reach,
                                                    const LevelUnit& unit) {
  ExplainQuery query;
  if (auto error = read_reach(reach, unit, query)) return *error;
  const auto lines = read_number_lines(file, 3, 3, "where three coordinates are wanted");
  if (!lines) return lines.error();
  std::vector<ExplainLine> out;
  for (const NumberLine& l : *lines) {
    query.at = {l.numbers[0], l.numbers[1], l.numbers[2]};
    out.push_back({l.line, query});
  }
  return out;
}

Explanation explain_point(const kernel::PointTable& points, const SurfaceSet& set, const SurfaceIndex& index,
                          const BakeOptions& options, const ExplainQuery& query, const SolidSet* solids) {
  return Explainer(points, set, index, options, query, solids).run();
}

LinkedBorder linked_border(const SceneSurfaces& level, LinkedMap linked) {
  Border border = border_of(level.scene.points, level.set, linked.map, linked.graph);
  return {std::move(linked), std::move(border)};
}

Explanation explain_on(const SceneSurfaces& level, const SurfaceIndex& index, const LinkedBorder* linked,
                       const BakeOptions& options, const ExplainQuery& query) {
  Explanation e = explain_point(level.scene.points, level.set, index, options, query,
                                options.solids == Solids::closed ? &level.solids : nullptr);
  if (linked) judge_by_border(level, linked->linked.map, linked->border, e);
  return e;
}

Result<Explanation> explain(const BakeOptions& options, const ExplainQuery& query, Progress& progress) {
  auto found = explain_all(options, {query}, progress);
  if (!found) return found.error();
  return std::move(found->front());
}

Result<std::vector<Explanation>> explain_all(const BakeOptions& given, const std::vector<ExplainQuery>& asked,
                                             Progress& progress) {
  const auto options = checked_options(given);
  if (!options) return options.error();
  std::vector<ExplainQuery> queries;
  for (const ExplainQuery& query : asked) {
    auto one = checked_query(query, *options);
    if (!one) return one.error();
    queries.push_back(std::move(*one));
  }
  return unless_cancelled(progress, [&]() -> Result<std::vector<Explanation>> {
    const bool radius = sgn(options->radius) > 0;
    Stages stage(progress, read_stage + indexed_surface_stages(options->solids) +
                               (radius ? link_stages(options->solids) : std::vector<Stage>{}) +
                               std::vector<Stage>{{"explain", 10}});
    const auto found = load_indexed_surfaces(*options, stage);
    if (!found) return found.error();
    kernel::LadderCounts counts;
    std::optional<LinkedMap> linked;
    if (radius) linked = link_surfaces(found->level, found->index, link_settings(*options), stage, counts);
    return stage("explain", [&] {
      std::optional<LinkedBorder> border;
      if (linked) border = linked_border(found->level, std::move(*linked));
      std::vector<Explanation> out;
      for (const ExplainQuery& query : queries) {
        cancellation_point();
        out.push_back(explain_on(found->level, found->index, border ? &*border : nullptr, *options, query));
      }
      return out;
    });
  });
}

}  // namespace plumb::pipeline
