// SPDX-License-Identifier: GPL-3.0-or-later
// The value of each parameter at which two places are joined or parted, and of two together (docs/guide/explain.md,
// From one place to another). Problem. A lower height and a greater step, slope or weld take away no floor and no
// portal, so without a radius there is one value of each at which the answer changes, and bakes can be the judge. They
// are few: explain has to end.
// 1. limit() moves one parameter to its loosest or strictest end; if the answer stays, it is `never` or `always`.
// 2. Otherwise find_limit() (limit_search.h) halves the range with bakes, and decides among candidates: differences of
//    heights (height_differences.cpp) for height and step, slopes of polygons for slope. joins() keeps the last graph
//    of each answer; at_limit() has two bakes on both sides of the value, and find_blocked_place() tells where the way
//    ends and what ends it.
// 3. weld_limit() widens the weld until it joins, then halves among the widths of gaps (weld_gaps.h).
// 4. The radius has a search of its own (radius_search.cpp): a bake answers for polygons, the question is about a disc.
// Where polygons decide and the disc does not, and pairs of parameters: reach_pairs.cpp.
// Cost. At most query.bakes for each limit, twice as many for the radius; memory: the level and the graphs of four
// trials.
// Exactness. A value is a fraction where a candidate was confirmed by bakes on both sides, else an enclosure. With a
// radius more floor may bring more border, so for heights and slopes the answer need not change only once: what is
// found is then one value at which it changes.
#include "reach/reach_search.h"

#include <algorithm>
#include <set>

#include "near_border.h"
#include "passages.h"
#include "plumb/kernel/exact_polygon.h"
#include "plumb/kernel/number.h"
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/erode.h"
#include "plumb/pipeline/weld_gaps.h"

namespace plumb::pipeline {
namespace {

// What is left of the bakes of a parameter for the place where the way ends.
constexpr unsigned bakes_of_place = 2;

bool within(const kernel::SlopeLimit& limit, const mpq_class& tan_squared) {
  // z^2 / |n|^2 = 1 / (1 + tan^2) against cos^2, as precisely as it takes: an irrational cos^2 is never equal.
  const mpq_class share = 1 / (1 + tan_squared);
  for (int precision = 128;; precision *= 2) {
    const kernel::RationalInterval c = limit.cos_squared(precision);
    if (share >= c.high) return true;
    if (share < c.low) return false;
  }
}

}  // namespace

ReachSearch::ReachSearch(TrialLevel& level, const BakeOptions& options, const ReachQuery& query, Progress& progress)
    : level_(level),
      options_(options),
      query_(query),
      progress_(progress),
      given_(level.graph(level.given())),
      reached_(given_->joins()) {
  for (kernel::PointId p = 0; p < level.points().size(); ++p)
    for (const mpq_class& x : kernel::exact_point(level.points(), p))
      farthest_ = std::max(farthest_, mpq_class(abs(x)));
  level_.on_bake = [this] {
    const double part = std::min(1., static_cast<double>(level_.bakes() - begun_) / most(parameter_));
    progress_.advance(std::min(1., done_ + part / static_cast<double>(query_.only.size())));
  };
}

Trial ReachSearch::with(const Trial& base, ReachParameter parameter, const mpq_class& x) const {
  Trial out = base;
  switch (parameter) {
    case ReachParameter::height: out.height = x; break;
    case ReachParameter::radius: out.radius = x; break;
    case ReachParameter::step: out.step = x; break;
    case ReachParameter::slope: out.tan_squared = x; break;
    case ReachParameter::weld: out.weld = x; break;
  }
  return out;
}

unsigned ReachSearch::most(ReachParameter parameter) const {
  return parameter == ReachParameter::radius ? 2 * query_.bakes : query_.bakes;
}

// The bakes that may still decide about the parameter at work.
unsigned ReachSearch::left() const {
  const unsigned kept = sgn(base_.radius) > 0 ? 2 * bakes_of_place : bakes_of_place;
  const unsigned spent = level_.bakes() - begun_ + kept;
  return spent < query_.bakes ? query_.bakes - spent : 0;
}

bool ReachSearch::joins(ReachParameter parameter, const mpq_class& x) {
  cancellation_point();
  auto graph = level_.graph(with(base_, parameter, x));
  const bool out = graph->joins();
  asked_[out] = Asked{x, std::move(graph)};
  return out;
}

// The graph of a value that was asked, or of that as given.
std::unique_ptr<TrialGraph> ReachSearch::graph(const mpq_class& x, bool joined) {
  if (asked_[joined] && asked_[joined]->x == x) return std::move(asked_[joined]->graph);
  return level_.graph(with(base_, parameter_, x));
}

ReachSearch::Found ReachSearch::none(ReachLimit::Kind kind) const {
  Found out;
  out.limit.parameter = parameter_;
  out.limit.kind = kind;
  return out;
}

ReachLimit ReachSearch::limit(ReachParameter parameter) {
  given_.reset();
  ReachLimit out = find(parameter, level_.given(), reached_).limit;
  done_ += 1. / static_cast<double>(query_.only.size());
  return out;
}

// A stance is higher than the step and than the stance below it.
mpq_class ReachSearch::least_height(const Trial& base) const {
  return query_.stance > 1 ? std::max(base.step, options_.stances[static_cast<std::size_t>(query_.stance) - 2].height)
                           : base.step;
}

// The limit of one parameter, the others as in `base`, which joins the places or not.
ReachSearch::Found ReachSearch::find(ReachParameter parameter, const Trial& base, bool reached) {
  parameter_ = parameter;
  base_ = base;
  base_reached_ = reached;
  begun_ = level_.bakes();
  asked_ = {};
  Found out = [&] {
    switch (parameter) {
      case ReachParameter::height: {
        const mpq_class least = least_height(base), room = base.height - least;
        return search(base.height, least + hair(room), base.height + level_.tallest() + 1, {{}, heights(), false, 2});
      }
      case ReachParameter::step: {
        const mpq_class lowest = std::min(base.height, options_.stances.front().height);
        return search(base.step, lowest - hair(lowest), 0, {{}, heights(), false, 2});
      }
      case ReachParameter::slope: return slope_limit_of();
      case ReachParameter::weld: return weld_limit();
      default: return radius_limit();
    }
  }();
  asked_ = {};
  out.limit.bakes = level_.bakes() - begun_;
  out.limit.decimal = file_decimal(out.limit);
  return out;
}

ReachSearch::Found ReachSearch::radius_limit() {
  RadiusLimit found = find_radius_limit(level_, base_, most(ReachParameter::radius), options_.threads);
  disc_passes_ = found.passes_as_given;
  if (found.limit.place) found.limit.place = to_input_frame(*found.limit.place, options_.up);
  return {std::move(found.limit), with(base_, ReachParameter::radius, found.passes)};
}

// Candidates for heights: differences along edges, and heights over the places themselves. A large level has far too
// many to list them all. There the edges around the place where the way ends are looked at, the second time more of
// them.
ReachSearch::Candidates ReachSearch::heights() {
  constexpr std::size_t many = 1000;
  return [this, part = 256u](const mpq_class& low, const mpq_class& high) mutable {
    std::optional<Box> around;
    if (level_.set().surfaces.size() > many) {
      const bool up = parameter_ == ReachParameter::step;
      for (const bool joined : {false, true})
        if (const mpq_class& x = joined == up ? high : low; !asked_[joined] || asked_[joined]->x != x)
          asked_[joined] = Asked{x, level_.graph(with(base_, parameter_, x))};
      const ExactPoint at = find_blocked_place(level_, *asked_[true]->graph, *asked_[false]->graph).place;
      const mpq_class reach = level_.width() / part + 2 * base_.radius;
      around =
          rounded_box(level_.points(), {at[0] - reach, at[1] - reach, at[2]}, {at[0] + reach, at[1] + reach, at[2]});
      part /= 8;
    }
    std::vector<mpq_class> out = height_differences(level_.points(), level_.set(), level_.index(), low, high, around);
    for (const std::size_t end : {0u, 1u})
      for (const HeightOver& over : level_.heights_over(end))
        if (low <= over.height && over.height <= high) out.push_back(over.height);
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  };
}

// Searches the limit of the parameter at work. `loosest` lets most pass, `strictest` least.
ReachSearch::Found ReachSearch::search(const mpq_class& given, const mpq_class& loosest, const mpq_class& strictest,
                                       LimitSearch how) {
  if (base_reached_ ? given == strictest || joins(parameter_, strictest) : !joins(parameter_, loosest))
    return none(base_reached_ ? ReachLimit::Kind::always : ReachLimit::Kind::never);
  return at_limit(base_reached_ ? given : loosest, base_reached_ ? strictest : given, std::move(how));
}

// The limit between a value that joins the places and one that parts them.
ReachSearch::Found ReachSearch::at_limit(const mpq_class& yes, const mpq_class& no, LimitSearch how) {
  how.asks = [&](const mpq_class& x) { return joins(parameter_, x); };
  how.most = left();
  const FoundLimit found = find_limit(yes, no, how);
  Found out = none(ReachLimit::Kind::at);
  out.open = with(base_, parameter_, found.yes);
  out.limit.value = found.value;
  out.limit.attained = found.attained;
  out.limit.settled = found.settled;
  const auto open = graph(found.yes, true), shut = graph(found.no, false);
  const auto to_points = [&](const mpq_class& x) {
    return level_.graph(with(with(base_, parameter_, x), ReachParameter::radius, 0));
  };
  const BlockedPlace end = sgn(base_.radius) > 0 ? find_blocked_place(level_, *open, *shut, *to_points(found.yes),
                                                                      *to_points(found.no), base_.radius)
                                                 : find_blocked_place(level_, *open, *shut);
  out.limit.place = to_input_frame(end.place, options_.up);
  // A step rises from one floor to the other, whether there is a wall between them or not.
  const bool rise = parameter_ == ReachParameter::step && end.floors.size() > 1;
  for (const kernel::PolygonId p : parameter_ == ReachParameter::slope ? steep(found.yes, end)
                                   : rise                              ? end.floors
                                                                       : end.polygons)
    out.limit.polygons.push_back({p, level_.set().surfaces[p].face});
  return out;
}

mpq_class ReachSearch::tan_squared(kernel::PolygonId p) const {
  return kernel::exact_plane(level_.points(), level_.set().corners_of(level_.set().surfaces[p])).tan_squared();
}

// The polygons at the end of the way that have the slope; if there are none, whatever ends the way.
std::vector<kernel::PolygonId> ReachSearch::steep(const mpq_class& slope, const BlockedPlace& end) const {
  std::vector<kernel::PolygonId> out;
  const std::vector<kernel::PolygonId> through = level_.polygons_through(end.place);
  for (const auto* polygons : {&end.floors, &end.polygons, &through})
    for (const kernel::PolygonId p : *polygons)
      if (level_.set().surfaces[p].kind != SurfaceKind::vertical && tan_squared(p) == slope &&
          std::ranges::find(out, p) == out.end())
        out.push_back(p);
  return out.empty() ? end.polygons : out;
}

// The slopes of polygons are the candidates, all of them.
ReachSearch::Found ReachSearch::slope_limit_of() {
  std::set<mpq_class> slopes;
  for (kernel::PolygonId p = 0; p < level_.set().surfaces.size(); ++p)
    if (level_.set().surfaces[p].kind != SurfaceKind::vertical) slopes.insert(tan_squared(p));
  const std::vector<mpq_class> all(slopes.begin(), slopes.end());
  // The limit as given acts as the greatest slope within it or, if there is none, as level ground.
  mpq_class given = 0;
  if (base_.tan_squared) {
    given = *base_.tan_squared;
  } else {
    const kernel::SlopeLimit limit = slope_limit(options_);
    const auto beyond = std::ranges::partition_point(all, [&](const mpq_class& s) { return within(limit, s); });
    if (beyond != all.begin()) given = *(beyond - 1);
  }
  const auto between = [&](const mpq_class& low, const mpq_class& high) {
    std::vector<mpq_class> out;
    std::ranges::copy_if(all, std::back_inserter(out), [&](const mpq_class& s) { return low <= s && s <= high; });
    return out;
  };
  const mpq_class most = all.empty() ? mpq_class(0) : all.back();
  return search(given, std::max(most, given), 0, {{}, between, true});
}

// A weld may be as wide as the level. It is widened until it joins, since wide welds cost much.
ReachSearch::Found ReachSearch::weld_limit() {
  const mpq_class given = base_.weld;
  if (base_reached_) {
    if (given == 0 || joins(ReachParameter::weld, 0)) return none(ReachLimit::Kind::always);
    return between_gaps(given, 0);
  }
  mpq_class narrow = given;
  for (mpq_class wide = given + level_.given().height / 16;; wide *= 4) {
    const mpq_class weld = std::min(wide, level_.width());
    if (weld > narrow && joins(ReachParameter::weld, weld)) return between_gaps(weld, narrow);
    if (wide >= level_.width()) return none(ReachLimit::Kind::never);
    narrow = std::max(narrow, weld);
  }
}

// Halves among the gaps between components of the narrower weld: their widths are where the answer may change.
ReachSearch::Found ReachSearch::between_gaps(mpq_class wide, mpq_class narrow) {
  const std::vector<mpq_class> squares = gaps(narrow, wide);
  const auto beside = [](const mpq_class& square, int side) {
    const kernel::RationalInterval root = root_of(square);
    return side > 0 ? mpq_class(root.high + shifted(root.high, 44)) : mpq_class(root.low - shifted(root.high, 44));
  };
  // The first gap whose bridge joins the places.
  std::size_t low = 0, high = squares.size();
  while (low < high && left() > 0) {
    const std::size_t middle = (low + high) / 2;
    const mpq_class above = beside(squares[middle], 1);
    const bool joined = above >= wide || joins(ReachParameter::weld, above);
    if (joined) high = middle, wide = std::min(wide, above);
    else low = middle + 1, narrow = std::max(narrow, above);
  }
  if (low == high && high < squares.size() && left() > 0)
    if (const mpq_class below = beside(squares[high], -1); below > narrow && below < wide)
      (joins(ReachParameter::weld, below) ? wide : narrow) = below;
  const auto rational = [&](const mpq_class& from, const mpq_class& to) {
    std::vector<mpq_class> out;
    for (const mpq_class& square : squares)
      if (const kernel::RationalInterval root = root_of(square);
          root.low == root.high && from <= root.low && root.low <= to)
        out.push_back(root.low);
    return out;
  };
  return at_limit(wide, narrow, {{}, rational, true});
}

// The squared widths of the gaps that the wide weld bridges and the narrow one does not, ascending. A bake welds before
// it erodes.
std::vector<mpq_class> ReachSearch::gaps(const mpq_class& narrow, const mpq_class& wide) {
  const auto shut = level_.graph(with(with(base_, ReachParameter::weld, narrow), ReachParameter::radius, 0));
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

// Where the numbers of the file were read as doubles or floats, a length that was 0.18 in decimals is a few roundings
// beside it; so is the ratio of two.
std::optional<mpq_class> ReachSearch::file_decimal(const mpq_class& value, bool is_ratio) const {
  constexpr unsigned digits = 6, rounding_bits = 50, float_bits = 21;
  constexpr int by_chance = 1000;  // a decimal within so small a share of the distance of two is none by chance
  if (options_.numbers == Numbers::decimal) return std::nullopt;
  // A ratio of lengths that are not much shorter than the coordinates: some bits are left for those that are.
  constexpr unsigned bits_of_ratio = 8;
  const unsigned bits = options_.numbers == Numbers::binary32 ? float_bits : rounding_bits;
  const mpq_class off = is_ratio ? shifted(value, bits - bits_of_ratio) : shifted(farthest_, bits);
  mpz_class unit = 1;
  for (unsigned i = 0; i <= digits; ++i, unit *= 10) {
    mpq_class decimal(mpz_class((2 * value.get_num() * unit + value.get_den()) / (2 * value.get_den())), unit);
    decimal.canonicalize();
    if (off * unit * by_chance > 1) return std::nullopt;
    if (abs(decimal - value) <= off) return decimal == value ? std::nullopt : std::optional(decimal);
  }
  return std::nullopt;
}

std::optional<mpq_class> ReachSearch::file_decimal(const ReachLimit& l) const {
  if (l.kind != ReachLimit::Kind::at || l.value.low != l.value.high) return std::nullopt;
  return l.parameter == ReachParameter::slope ? file_decimal(root_of(l.value.low).low, true)
                                              : file_decimal(l.value.low, false);
}

std::optional<ReachBlock> ReachSearch::blocked(std::size_t end) {
  if (!given_->ends[end].empty()) return std::nullopt;
  const auto polygon = [&](kernel::PolygonId p) { return ReachPolygon{p, level_.set().surfaces[p].face}; };
  ReachBlock out;
  const auto& polygons = level_.polygons(end);
  const auto is_floor = [&](kernel::PolygonId p) { return level_.set().surfaces[p].kind == SurfaceKind::traversable; };
  if (std::ranges::none_of(polygons, is_floor)) {
    const kernel::PolygonId p = polygons.front();
    out.polygon = polygon(p);
    out.measure = tan_squared(p);
    out.by = within(slope_limit(options_), out.measure) ? ReachBlock::By::side : ReachBlock::By::slope;
    out.decimal = file_decimal(root_of(out.measure).low, true);
    return out;
  }
  const std::vector<HeightOver> over = level_.heights_over(end);
  const auto lowest = std::ranges::min_element(over, {}, &HeightOver::height);
  if (lowest != over.end() && lowest->height < level_.given().height) {
    out.measure = lowest->height;
    out.decimal = file_decimal(out.measure, false);
    out.polygon = polygon(lowest->polygon);
    return out;
  }
  if (sgn(level_.given().radius) > 0) {
    const auto points = level_.graph(with(level_.given(), ReachParameter::radius, 0));
    const Border border = border_of(level_.points(), level_.set(), points->map, points->graph);
    const auto near = NearBorderFinder(level_.points(), level_.set(), points->map, border)
                          .find(*level_.floor(end), 1, level_.window());
    if (near && !points->ends[end].empty()) {
      out.by = ReachBlock::By::radius;
      out.measure = near->squared_distance;
      out.decimal = file_decimal(root_of(out.measure).low, false);
      out.polygon = polygon(near->cause != kernel::no_polygon ? near->cause : near->polygon);
      return out;
    }
  }
  out.by = ReachBlock::By::solid;
  return out;
}

}  // namespace plumb::pipeline
