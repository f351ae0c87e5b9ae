// SPDX-License-Identifier: GPL-3.0-or-later
// What lets B be reached from A, and by how much: each parameter varied alone (docs/guide/explain.md, From one place to
// another).
// Problem. Given two places, a stance and the options of a bake, say whether the second is reached from the first. For
// height, radius, step, slope and weld, each alone, find the value at which the answer changes. A lower height and a
// greater step, slope or weld take away no floor and no portal, so without a radius there is one such value, and bakes
// can be the judge.
// 1. reachability() reads the level and finds its polygons once; TrialLevel bakes it for given values, to the graph of
//    one stance.
// 2. ReachSearch tries the values as given. limit() moves one parameter to its loosest or strictest end; if the answer
//    stays, it is `never` or `always`.
// 3. Otherwise find_limit() (limit_search.h) halves the range with bakes, and decides among candidates: differences of
//    heights (height_differences.cpp) for height and step, slopes of polygons for slope. at_limit() then has two bakes
//    on both sides of the value; find_blocked_place() tells where the way ends and what ends it.
// 4. weld_limit() doubles the weld until it joins, then halves among the widths of gaps (weld_gaps.h).
// 5. find_radius_limit() is a search of its own: a bake answers for polygons, the question is about a
//    disc.
// Cost. Some 25 bakes for each parameter, fewer for slope and weld; memory: the level and the graphs of two trials.
// Exactness. A value is a fraction where a candidate was confirmed by bakes on both sides, else an enclosure of
// relative width 2^-40. With a radius more floor may bring more border, so for heights and slopes the answer need not
// change only once: what is found is then one value at which it changes.
#include "plumb/pipeline/reachability.h"

#include <algorithm>
#include <set>

#include "passages.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/number.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/load_surfaces.h"
#include "reach/limit_search.h"
#include "reach/reachability_on.h"
#include "reach/trial_level.h"

namespace plumb::pipeline {
namespace {

// At an open end of a range the value tried is 2^-end_bits of the range's length from it.
constexpr unsigned end_bits = 30;

mpq_class hair(const mpq_class& length) {
  mpq_class out;
  mpq_div_2exp(out.get_mpq_t(), length.get_mpq_t(), end_bits);
  return out;
}

class ReachSearch {
 public:
  ReachSearch(TrialLevel& level, const BakeOptions& options, Progress& progress)
      : level_(level), options_(options), progress_(progress), reached_(level.joins(level.given())) {}

  bool reached() const { return reached_; }

  std::vector<ReachLimit> limits() {
    std::vector<ReachLimit> out;
    for (const ReachParameter p : reach_parameters) {
      cancellation_point();
      out.push_back(limit(p));
      progress_.advance(static_cast<double>(out.size()) / reach_parameters.size());
    }
    return out;
  }

 private:
  Trial trial(ReachParameter parameter, const mpq_class& x) const {
    Trial out = level_.given();
    if (parameter == ReachParameter::height) out.height = x;
    if (parameter == ReachParameter::step) out.step = x;
    if (parameter == ReachParameter::slope) out.tan_squared = x;
    if (parameter == ReachParameter::weld) out.weld = x;
    return out;
  }
  bool joins(ReachParameter parameter, const mpq_class& x) { return level_.joins(trial(parameter, x)); }

  ReachLimit limit(ReachParameter parameter) {
    const Trial given = level_.given();
    switch (parameter) {
      case ReachParameter::height: {
        const mpq_class most = given.height + level_.tallest() + 1, room = given.height - given.step;
        return search(parameter, given.height, given.step + hair(room), most, {{}, heights()});
      }
      case ReachParameter::step: {
        const mpq_class lowest = options_.stances.front().height;
        return search(parameter, given.step, lowest - hair(lowest), 0, {{}, heights()});
      }
      case ReachParameter::slope: return slope_limit_of();
      case ReachParameter::weld: return weld_limit();
      default: {
        ReachLimit out = find_radius_limit(level_, reached_, options_.threads);
        if (out.place) out.place = to_input_frame(*out.place, options_.up);
        return out;
      }
    }
  }

  // Candidates for heights: differences along edges, and heights over the places themselves.
  std::function<std::vector<mpq_class>(const mpq_class&, const mpq_class&)> heights() {
    return [&](const mpq_class& low, const mpq_class& high) {
      std::vector<mpq_class> out = height_differences(level_.points(), level_.set(), level_.index(), low, high);
      for (const std::size_t end : {0u, 1u})
        for (const mpq_class& h : level_.heights_over(end))
          if (low <= h && h <= high) out.push_back(h);
      std::ranges::sort(out);
      out.erase(std::unique(out.begin(), out.end()), out.end());
      return out;
    };
  }

  // Searches the limit of one parameter. `loosest` lets most pass, `strictest` least.
  ReachLimit search(ReachParameter parameter, const mpq_class& given, const mpq_class& loosest,
                    const mpq_class& strictest, LimitSearch how) {
    ReachLimit out;
    out.parameter = parameter;
    if (reached_ ? given == strictest || joins(parameter, strictest) : !joins(parameter, loosest)) {
      out.kind = reached_ ? ReachLimit::Kind::always : ReachLimit::Kind::never;
      return out;
    }
    return at_limit(parameter, reached_ ? given : loosest, reached_ ? strictest : given, std::move(how));
  }

  // The limit between a value that joins the places and one that parts them.
  ReachLimit at_limit(ReachParameter parameter, const mpq_class& yes, const mpq_class& no, LimitSearch how) {
    how.asks = [&](const mpq_class& x) {
      cancellation_point();
      return joins(parameter, x);
    };
    const FoundLimit found = find_limit(yes, no, how);
    ReachLimit out;
    out.parameter = parameter;
    out.kind = ReachLimit::Kind::at;
    out.value = found.value;
    out.attained = found.attained;
    const auto open = level_.graph(trial(parameter, found.yes)), shut = level_.graph(trial(parameter, found.no));
    const BlockedPlace end = find_blocked_place(level_, *open, *shut);
    out.place = to_input_frame(end.place, options_.up);
    for (const kernel::PolygonId p : parameter == ReachParameter::slope ? steep(found.yes, end) : end.polygons)
      out.polygons.push_back({p, level_.set().surfaces[p].face});
    return out;
  }

  mpq_class tan_squared(kernel::PolygonId p) const {
    return kernel::exact_plane(level_.points(), level_.set().corners_of(level_.set().surfaces[p])).tan_squared();
  }

  // The floors at the end of the way that have the slope; if there are none, whatever ends the way.
  std::vector<kernel::PolygonId> steep(const mpq_class& slope, const BlockedPlace& end) const {
    std::vector<kernel::PolygonId> out;
    for (const kernel::PolygonId p : end.floors)
      if (tan_squared(p) == slope) out.push_back(p);
    return out.empty() ? end.polygons : out;
  }

  // The slopes of polygons are the candidates, all of them.
  ReachLimit slope_limit_of() {
    std::set<mpq_class> slopes;
    for (kernel::PolygonId p = 0; p < level_.set().surfaces.size(); ++p)
      if (level_.set().surfaces[p].kind != SurfaceKind::vertical) slopes.insert(tan_squared(p));
    const std::vector<mpq_class> all(slopes.begin(), slopes.end());
    const kernel::SlopeLimit limit = slope_limit(options_);
    // The limit as given acts as the greatest slope within it or, if there is none, as level ground.
    mpq_class given = 0;
    for (const mpq_class& s : all)
      if (within(limit, s)) given = s;
    const auto between = [&](const mpq_class& low, const mpq_class& high) {
      std::vector<mpq_class> out;
      std::ranges::copy_if(all, std::back_inserter(out), [&](const mpq_class& s) { return low <= s && s <= high; });
      return out;
    };
    const mpq_class most = all.empty() ? mpq_class(0) : all.back();
    return search(ReachParameter::slope, given, std::max(most, given), 0, {{}, between, true});
  }

  static bool within(const kernel::SlopeLimit& limit, const mpq_class& tan_squared) {
    // z^2 / |n|^2 = 1 / (1 + tan^2) against cos^2, as precisely as it takes: an irrational cos^2 is never equal.
    const mpq_class share = 1 / (1 + tan_squared);
    for (int precision = 128;; precision *= 2) {
      const kernel::RationalInterval c = limit.cos_squared(precision);
      if (share >= c.high) return true;
      if (share < c.low) return false;
    }
  }

  // A weld may be as wide as the level. The width is doubled until it joins, since wide welds cost much.
  ReachLimit weld_limit() {
    ReachLimit never;
    never.parameter = ReachParameter::weld;
    const mpq_class given = level_.given().weld;
    if (reached_) {
      if (given == 0 || joins(ReachParameter::weld, 0)) never.kind = ReachLimit::Kind::always;
      return never.kind == ReachLimit::Kind::always ? never : between_gaps(given, 0);
    }
    mpq_class wide = given + level_.given().height / 64;
    while (!joins(ReachParameter::weld, wide)) {
      if (wide >= level_.width()) return never;
      wide = std::min(mpq_class(2 * wide), level_.width());
    }
    return between_gaps(wide, given);
  }

  // Halves among the gaps between components of the narrower weld: their widths are where the answer may change.
  ReachLimit between_gaps(mpq_class wide, mpq_class narrow) {
    std::vector<mpq_class> squares = gaps(narrow, wide);
    std::size_t low = 0, high = squares.size();
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      const kernel::RationalInterval root = root_of(squares[middle]);
      const mpq_class by = near_gap(root.high), above = root.high + by, below = root.low - by;
      if (above < wide && joins(ReachParameter::weld, above)) wide = above;
      if (below > narrow && below < wide) (joins(ReachParameter::weld, below) ? wide : narrow) = below;
      if (wide <= above) high = middle;
      else low = middle + 1;
    }
    return at_limit(ReachParameter::weld, wide, narrow, {});
  }
  static mpq_class near_gap(const mpq_class& width) {
    mpq_class out;
    mpq_div_2exp(out.get_mpq_t(), width.get_mpq_t(), 44);
    return out;
  }

  // The squared widths of the gaps that the wide weld bridges and the narrow one does not, ascending.
  std::vector<mpq_class> gaps(const mpq_class& narrow, const mpq_class& wide) {
    const auto shut = level_.graph(trial(ReachParameter::weld, narrow));
    std::vector<std::uint32_t> component(shut->map.table.cells.size(), ignored_component);
    for (CellId c = 0; c < component.size(); ++c)
      if (shut->map.table.cells[c].label >= 1) component[c] = shut->joined.find(c);
    const LinkedLevel linked{level_.scene(), level_.set(), shut->map, shut->graph};
    std::vector<mpq_class> out;
    for (const WeldGap& gap :
         weld_gaps(linked, level_.index(), component, near_borders(linked, component, wide), wide, options_.threads))
      out.push_back(gap.squared_width);
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  TrialLevel& level_;
  const BakeOptions& options_;
  Progress& progress_;
  const bool reached_;
};

}  // namespace

const char* text_of(ReachParameter value) {
  constexpr const char* words[] = {"height", "radius", "step", "slope", "weld"};
  return words[static_cast<std::size_t>(value)];
}

Result<ReachQuery> make_reach_query(const std::string& from, const std::string& to,
                                    const std::optional<std::string>& stance, const BakeArguments& level,
                                    const BakeOptions& options) {
  ReachQuery out;
  for (const auto& [name, text, point] : {std::tuple("--from", &from, &out.from), std::tuple("--to", &to, &out.to)}) {
    auto read = read_point(name, *text);
    if (!read) return read.error();
    *point = std::move(*read);
  }
  if (stance) {
    const auto found = std::ranges::find(options.stances, *stance, &Stance::name);
    if (found == options.stances.end())
      return bad_option("--at-stance '" + *stance + "' is not among the stances; the lowest is '" +
                        options.stances.front().name + "'");
    out.stance = static_cast<kernel::Label>(found - options.stances.begin() + 1);
  }
  if (sgn(options.radius) > 0) {
    out.window = options.window;
    return out;
  }
  BakeArguments with_radius = level;
  with_radius.radius = mpq_class(options.stances[static_cast<std::size_t>(out.stance) - 1].height / 2).get_str();
  const auto made = make_bake_options(with_radius);
  if (!made) return made.error();
  out.window = made->window;
  return out;
}

Reachability reachability_on(IndexedSurfaces surfaces, const BakeOptions& options, const ReachQuery& query,
                             Progress& progress) {
  Reachability out{options, query, {}, {}, false, {}};
  TrialLevel level(std::move(surfaces), options, query);
  for (const std::size_t end : {0u, 1u}) {
    if (!level.floor(end)) continue;
    out.floors[end] = to_input_frame(*level.floor(end), options.up);
    const kernel::PolygonId polygon = level.polygons(end).front();
    out.standing[end] = ReachPolygon{polygon, level.set().surfaces[polygon].face};
  }
  if (!out.floors[0] || !out.floors[1]) return out;
  ReachSearch search(level, options, progress);
  out.reached = search.reached();
  out.limits = search.limits();
  return out;
}

Result<Reachability> reachability(const BakeOptions& options, const ReachQuery& query, Progress& progress) {
  return unless_cancelled(progress, [&]() -> Result<Reachability> {
    Stages stage(progress, read_stage + indexed_surface_stages(options.solids) + std::vector<Stage>{{"search", 3000}});
    auto found = load_indexed_surfaces(options, stage);
    if (!found) return found.error();
    return stage("search", [&] { return reachability_on(std::move(*found), options, query, progress); });
  });
}

}  // namespace plumb::pipeline
