// SPDX-License-Identifier: GPL-3.0-or-later
// The greatest radius of an agent who gets from one place to another (docs/guide/explain.md, From one place to
// another).
// Problem. A bake replaces the disc by a polygon, so for the true disc it says "surely passes" (with the polygon around
// the disc) or "surely stops" (with the one inside of it); between these lies a range of radii about which it says
// nothing, and polygons of many points cost much. The limit itself is a root: a way closes where two stretches of
// border that face each other are as far apart as the disc is wide, or where the disc at one of the places touches
// border. Their squared distances are fractions.
// 1. run() links the level once, without a radius: every trial erodes that. find_borders_of_places() measures how far
//    both places are from their border; a wider disc does not fit there.
// 2. narrow() brings both bounds near each other with discs of 16 points.
// 3. find_candidates() lists the passages (passages.h) and the two places whose half width or distance lies between
//    the bounds; equal ones become one.
// 4. choose() halves the list: is the limit on this or on that side of the middle between two neighbouring candidates?
//    The discs have as many points as it takes to see the difference, but only around stretches of border at
//    candidates (ErodeTrial): elsewhere 16 points decide the same.
// 5. Of candidates that discs of 512 points cannot tell apart, choose_by_closing() finds the limit: it bakes with a
//    disc a little smaller, for which all of them are open, but closes those with a radius below a candidate's by wider
//    bodies of their own stretches. The limit is the last candidate for which that joins the places. find_member() does
//    the same among passages of one width, of which the one on the way is shown.
// 6. If no candidate explains the limit, narrow_at_place() has discs of many points where the way ends, and brings both
//    bounds as near as these can.
// 7. If one candidate is left, its root is the limit, enclosed to 64 bits. A way as wide as the disc is none, so the
//    limit is attained only where a place itself decides (is_attained).
// After each bake that a polygon inside of the disc passes, cells that are no longer joined with the start are left
// out: a greater radius joins none of them.
// Cost. At most the given number of bakes, mostly 15 to 30, nearly all of them as cheap as with 16 points.
// Exactness. Both bounds are proved by bakes, and the candidates are fractions. That the limit is a candidate is
// concluded, not proved: nothing else can close a way between the bounds. Which stretches get more points is chosen
// in doubles, and changes only what a bake can tell.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "near_border.h"
#include "passages.h"
#include "plumb/kernel/elementary.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/erode.h"
#include "reach/limit_search.h"

namespace plumb::pipeline {
namespace {

constexpr std::uint32_t coarse_points = 16;

// Discs and a bound on how far the polygons inside and outside of one are apart, as a share of its radius.
struct DiscChoice {
  std::uint32_t points;
  kernel::Hint apart;
};
constexpr std::array discs{DiscChoice{coarse_points, kernel::Hint{1. / 20}}, DiscChoice{64, kernel::Hint{1. / 300}},
                           DiscChoice{kernel::max_disc_points, kernel::Hint{1. / 5000}}};

// Widths that coarse discs may confuse with those between the bounds.
constexpr kernel::Hint confused{1.06};

struct Candidate {
  mpq_class squared_radius;
  ExactPoint place;  // z up
  std::vector<kernel::PolygonId> polygons;
  std::vector<std::uint32_t> stretches = {};  // of a passage: both sides
  bool is_passage = false;
  bool is_end = false;  // one of the two places

  double radius() const { return std::sqrt(squared_radius.get_d()); }
};

class RadiusSearch {
 public:
  RadiusSearch(TrialLevel& level, const Trial& given, unsigned most, unsigned threads)
      : level_(level), given_(given), threads_(threads), begun_(level.bakes()), most_(most) {
    Trial point = given;
    point.radius = 0;
    base_ = level_.graph(point);
  }

  RadiusLimit run() {
    ReachLimit& out = found_.limit;
    out.parameter = ReachParameter::radius;
    if (!base_->joins()) return finish(ReachLimit::Kind::never);  // a point does not pass
    border_ = border_of(level_.points(), level_.set(), base_->map, base_->graph);
    keep_joined(*base_, nullptr);
    find_borders_of_places();
    const auto nearest = std::ranges::min_element(ends_, {}, &Candidate::squared_radius);
    if (nearest != ends_.end() && nearest->squared_radius == 0) {
      set_candidate(*nearest, true);  // nothing but a point stands there
      return finish(ReachLimit::Kind::at);
    }
    if (!find_stop()) return finish(ReachLimit::Kind::always);
    least_ = shifted(stops_, 42);
    narrow();
    find_candidates();
    if (!live_.empty()) choose();
    if (live_.size() > 1) choose_by_closing();
    if (live_.size() != 1) narrow_at_place();
    if (live_.size() == 1) set_candidate(find_member(live_.front()), is_attained(live_.front()));
    else out.value = {passes_, stops_};
    out.settled = live_.size() == 1 || stops_ - passes_ <= least_;
    return finish(ReachLimit::Kind::at);
  }

 private:
  bool spent() const { return level_.bakes() - begun_ >= most_; }

  void set_candidate(const Candidate& c, bool attained) {
    ReachLimit& out = found_.limit;
    out.value = root_of(c.squared_radius);
    out.attained = attained;
    out.place = c.place;
    for (const kernel::PolygonId p : c.polygons)
      if (std::ranges::find(out.polygons, p, &ReachPolygon::polygon) == out.polygons.end())
        out.polygons.push_back({p, level_.set().surfaces[p].face});
  }

  RadiusLimit finish(ReachLimit::Kind kind) {
    ReachLimit& out = found_.limit;
    out.kind = kind;
    out.bakes = level_.bakes() - begun_;
    found_.passes = passes_;
    const mpq_class& r = given_.radius;
    if (kind != ReachLimit::Kind::at) found_.passes_as_given = kind == ReachLimit::Kind::always;
    else if (r < out.value.low || r <= passes_) found_.passes_as_given = true;
    else if (r > out.value.high) found_.passes_as_given = false;
    else if (out.value.low == out.value.high) found_.passes_as_given = out.attained;
    return std::move(found_);
  }

  bool passes(const mpq_class& radius, std::uint32_t points, kernel::DiscBound bound) {
    cancellation_point();
    Trial trial = given_;
    trial.radius = radius;
    trial.disc = points;
    trial.bound = bound;
    // Without candidates to look at more closely, all stretches get all points.
    const bool some = points > coarse_points && !fine_.empty();
    if (some) trial.disc = coarse_points;
    const std::vector<bool> none;
    const ErodeTrial left{border_, cells_, some ? fine_ : none, points};
    const auto graph = level_.eroded(*base_, trial, left);
    const bool joins = graph->joins();
    if (joins && bound == kernel::DiscBound::hull) keep_joined(*graph, &graph->map.clearance->parent);
    return joins;
  }
  // Each sets the bound that it proves.
  bool surely_passes(const mpq_class& radius, std::uint32_t points) {
    const bool out = passes(radius, points, kernel::DiscBound::tangents);
    if (out && radius > passes_) passes_ = radius;
    return out;
  }
  bool surely_stops(const mpq_class& radius, std::uint32_t points) {
    const bool out = !passes(radius, points, kernel::DiscBound::hull);
    if (out && radius < stops_) stops_ = radius;
    return out;
  }

  // Leaves out the cells of the level that are no longer joined with the start.
  void keep_joined(TrialGraph& graph, const std::vector<CellId>* parent) {
    std::vector<bool> kept(base_->map.table.cells.size());
    for (CellId c = 0; c < graph.map.table.cells.size(); ++c)
      if (graph.map.table.cells[c].label >= 1 && graph.joined_with_start(c)) kept[parent ? (*parent)[c] : c] = true;
    cells_ = std::move(kept);
  }

  // A disc wider than the distance of a place from its border does not fit there.
  void find_borders_of_places() {
    NearBorderFinder near(level_.points(), level_.set(), base_->map, border_);
    for (const std::size_t end : {0u, 1u})
      if (const auto found = near.find(*level_.floor(end), 1, level_.window())) {
        Candidate c{found->squared_distance, *level_.floor(end), {found->polygon}};
        c.is_end = true;
        if (found->cause != kernel::no_polygon) c.polygons.push_back(found->cause);
        ends_.push_back(std::move(c));
      }
  }

  // Finds a radius that surely stops the disc, if there is one.
  bool find_stop() {
    if (!ends_.empty()) {
      const mpq_class high =
          root_of(std::ranges::min_element(ends_, {}, &Candidate::squared_radius)->squared_radius).high;
      stops_ = high + shifted(high, 42);
      return true;
    }
    // No border is near the places: radii up to the width of the level are tried.
    const mpq_class widest = level_.width();
    for (mpq_class wide = given_.height / 4; !spent(); wide *= 4) {
      const mpq_class radius = std::min(wide, widest);
      stops_ = 2 * widest;
      if (surely_stops(radius, coarse_points)) return true;
      if (radius == widest) return false;
    }
    return true;
  }

  // Brings both bounds to within an eighth of each other, by discs of few points. Where border of another height within
  // the window crosses every way, no radius above 0 passes: there both bounds end below the least radius that matters.
  void narrow() {
    if (given_.radius > 0 && given_.radius < stops_ && !spent()) surely_passes(given_.radius, coarse_points);
    while (!spent() && stops_ - passes_ > std::max(mpq_class(stops_ / 8), least_)) {
      // Small radii are as likely as large ones.
      const mpq_class middle = passes_ * 8 < stops_ ? mpq_class(std::max(mpq_class(stops_ / 4), mpq_class(passes_ * 2)))
                                                    : mpq_class((passes_ + stops_) / 2);
      if (surely_passes(middle, coarse_points) || spent() || surely_stops(middle, coarse_points)) continue;
      const mpq_class by = middle / 16;  // the limit is near: a little to either side discs of few points can tell
      if (!spent() && middle - by > passes_) surely_passes(middle - by, coarse_points);
      if (!spent() && middle + by < stops_) surely_stops(middle + by, coarse_points);
      break;
    }
  }

  void find_candidates() {
    const double low = passes_.get_d() / confused, high = stops_.get_d() * confused;
    for (const FoundPassage& p : PassageFinder(level_.points(), border_, level_.window())
                                     .find(2 * mpq_class(low), 2 * mpq_class(high), threads_)) {
      const auto& [a, b] = p.ends;
      Candidate c{p.squared_width / 4,
                  {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2},
                  {border_.stretches[p.stretches[0]].surface, border_.stretches[p.stretches[1]].surface},
                  {p.stretches[0], p.stretches[1]}};
      c.is_passage = true;
      all_.push_back(std::move(c));
    }
    all_.insert(all_.end(), ends_.begin(), ends_.end());
    std::ranges::stable_sort(all_, {}, &Candidate::squared_radius);
    for (const Candidate& c : all_) {
      if (!live_.empty() && live_.back().squared_radius == c.squared_radius) {
        live_.back().is_passage |= c.is_passage;
        live_.back().is_end |= c.is_end;
      } else {
        live_.push_back(c);
      }
    }
    drop_candidates();
  }

  // Keeps the candidates between the bounds.
  void drop_candidates() {
    std::erase_if(live_, [&](const Candidate& c) {
      return c.squared_radius < passes_ * passes_ || c.squared_radius > stops_ * stops_;
    });
    refine(1);
  }

  // Chooses the stretches near the candidates that discs of few points may confuse.
  void refine(int reach) {
    const double low = passes_.get_d() / confused, high = stops_.get_d() * confused;
    const double unit = level_.points().denominator().get_d();
    fine_.assign(border_.stretches.size(), false);
    const auto ends = [&](std::uint32_t end) {
      const auto& near = border_.ends[end].near;
      return std::array{(near[0].low + near[0].high) / 2 / unit, (near[1].low + near[1].high) / 2 / unit};
    };
    std::vector<std::array<double, 2>> at;
    for (const Candidate& c : all_)
      if (const double r = c.radius(); low <= r && r <= high) at.push_back({c.place[0].get_d(), c.place[1].get_d()});
    for (std::uint32_t s = 0; s < fine_.size(); ++s) {
      const auto p = ends(border_.stretches[s].from), q = ends(border_.stretches[s].to);
      const double dx = q[0] - p[0], dy = q[1] - p[1], square = kernel::formulas::dot2d(dx, dy, dx, dy);
      fine_[s] = std::ranges::any_of(at, [&](const auto& c) {
        const double x = c[0] - p[0], y = c[1] - p[1];
        const double t = std::clamp(kernel::formulas::dot2d(x, y, dx, dy) / square, 0., 1.);
        return kernel::hypotenuse(x - t * dx, y - t * dy) <= high * confused * reach;
      });
    }
    if (std::ranges::find(fine_, true) == fine_.end()) fine_.clear();
  }

  // Leaves the candidate that is the limit, or those that discs of many points cannot distinguish.
  void choose() {
    while (live_.size() > 1 && !spent()) {
      const std::size_t half = live_.size() / 2;
      if (!tell(half) && !tell_apart(half)) return;
      drop_candidates();
    }
  }

  // Asks whether the limit is below or above the middle between two candidates. Discs of less points than the
  // difference needs are not asked.
  bool tell(std::size_t above) {
    const mpq_class low = root_of(live_[above - 1].squared_radius).high,
                    high = root_of(live_[above].squared_radius).low;
    const mpq_class middle = (low + high) / 2;
    const double apart = mpq_class((high - low) / high).get_d();
    for (const DiscChoice& d : discs) {
      if (d.apart > 2 * apart && d.points < kernel::max_disc_points) continue;
      if (spent()) return false;
      if (surely_passes(middle, d.points)) return true;
      if (spent()) return false;
      if (surely_stops(middle, d.points)) return true;
    }
    return false;
  }

  // The limit is near the middle between two candidates, which discs cannot tell: a little to either side they can.
  bool tell_apart(std::size_t above) {
    const mpq_class middle = root_of(live_[above].squared_radius).low, by = middle / 2000;
    const std::size_t before = live_.size();
    if (!spent() && middle - by > passes_) surely_passes(middle - by, kernel::max_disc_points);
    if (!spent() && middle + by < stops_) surely_stops(middle + by, kernel::max_disc_points);
    const auto between = [&](const Candidate& c) {
      return c.squared_radius >= passes_ * passes_ && c.squared_radius <= stops_ * stops_;
    };
    return static_cast<std::size_t>(std::ranges::count_if(live_, between)) < before;
  }

  // Whether fine bodies are of use on every surface: it has all its lines, or none of its own.
  bool has_all_lines() const {
    const vcd::CellTable& table = base_->map.table;
    return std::ranges::all_of(table.cells, [&](const vcd::Cell& c) {
      return c.label < 1 || c.line_count == 0 || table.kept.find(c.surface);
    });
  }

  // Whether the places are joined where some candidates are closed, which are not wider than `limit`, and all others
  // are open, which are not narrower. A place that is closed is joined with nothing. None if bakes are spent, if what
  // is closed would close an open one, too, or if fine bodies are not of use everywhere.
  template <class IsClosed>
  std::optional<bool> joins_where(const Candidate& limit, const IsClosed& is_closed) {
    // The polygon of 16 points around the smaller disc fits into one of the limit. The wider bodies close what is not
    // wider than the limit if both sides have them; where one side has, nothing else.
    const mpq_class radius = root_of(limit.squared_radius).high, small = radius * 97 / 100, wide = radius * 2001 / 2000;
    if (spent() || sgn(radius) == 0 || !has_all_lines()) return std::nullopt;
    if (std::ranges::any_of(all_, [&](const Candidate& c) { return c.is_end && is_closed(c); })) return false;
    std::vector<bool> wider(border_.stretches.size());
    for (const Candidate& c : all_)
      if (is_closed(c))
        for (const std::uint32_t s : c.stretches) wider[s] = true;
    for (const Candidate& c : all_)
      if (!is_closed(c) && c.is_passage && wider[c.stretches[0]] && wider[c.stretches[1]]) return std::nullopt;
    Trial trial = given_;
    trial.radius = small;
    trial.disc = coarse_points;
    trial.bound = kernel::DiscBound::tangents;
    const std::vector<bool> none;
    const bool some = std::ranges::find(wider, true) != wider.end();
    const ErodeTrial left{border_, cells_, some ? wider : none, kernel::max_disc_points, wide};
    return level_.eroded(*base_, trial, left)->joins();
  }

  // Leaves the last candidate for which the places are joined though all narrower ones are closed.
  void choose_by_closing() {
    const auto joins_from = [&](std::size_t k) {
      return joins_where(live_[k], [&](const Candidate& c) { return c.squared_radius < live_[k].squared_radius; });
    };
    std::size_t low = 0, high = live_.size();
    if (joins_from(low) != true) return;
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      const auto joined = joins_from(middle);
      if (!joined) return;
      (*joined ? low : high) = middle;
    }
    live_ = {Candidate(live_[low])};
  }

  // Of the candidates of one radius that which closes the way, if that can be told.
  Candidate find_member(const Candidate& limit) {
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (all_[i].squared_radius == limit.squared_radius) members.push_back(i);
    if (members.size() < 2 || limit.is_end) return limit;
    // With so many of them open.
    const auto joins_with = [&](std::size_t open) {
      return joins_where(limit, [&](const Candidate& c) {
        if (c.squared_radius != limit.squared_radius) return c.squared_radius < limit.squared_radius;
        return static_cast<std::size_t>(&c - all_.data()) >= (open < members.size() ? members[open] : all_.size());
      });
    };
    std::size_t low = 0, high = members.size();
    if (joins_with(low) != false || joins_with(high) != true) return limit;
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      const auto joined = joins_with(middle);
      if (!joined) return limit;
      (*joined ? high : low) = middle;
    }
    return all_[members[high - 1]];
  }

  // Where no passage explains the limit, as where border of another height begins to matter, discs of many points
  // around the place where the way ends narrow the range as far as they can.
  void narrow_at_place() {
    Trial open = given_, shut = given_;
    open.disc = shut.disc = coarse_points;
    open.radius = passes_, open.bound = kernel::DiscBound::tangents;
    shut.radius = stops_, shut.bound = kernel::DiscBound::hull;
    const std::vector<bool> none;
    const ErodeTrial left{border_, cells_, none, 0};
    const auto wide = sgn(passes_) > 0 ? level_.eroded(*base_, open, left) : nullptr;
    const auto narrow = level_.eroded(*base_, shut, left);
    TrialGraph& way = wide && wide->joins() ? *wide : *base_;
    if (!narrow->joins()) {
      const BlockedPlace end = find_blocked_place(level_, way, *narrow);
      found_.limit.place = end.place;
      for (const kernel::PolygonId p : end.polygons)
        found_.limit.polygons.push_back({p, level_.set().surfaces[p].face});
      Candidate here{passes_ * passes_, end.place, {}};
      all_.push_back(here);
      refine(3);
    }
    if (!narrow_with(kernel::max_disc_points, 4096)) return;
    fine_.clear();  // another place is in the way, too: all stretches get more points
    narrow_with(64, 256);
  }

  // Narrows the range until discs of so many points can tell no more; false: it is as narrow as it need be. `apart`:
  // how small a share of the radius they can tell.
  bool narrow_with(std::uint32_t points, unsigned apart) {
    while (!spent() && stops_ - passes_ > std::max(mpq_class(stops_ / (2 * apart)), least_)) {
      const mpq_class middle = (passes_ + stops_) / 2;
      if (surely_passes(middle, points) || spent() || surely_stops(middle, points)) continue;
      const mpq_class by = middle / apart;
      if (!spent() && middle - by > passes_) surely_passes(middle - by, points);
      if (!spent() && middle + by < stops_) surely_stops(middle + by, points);
      return true;
    }
    return false;
  }

  // Whether a disc passes that touches on both sides, or touches border where it stands at a place. In a passage
  // nothing is left to it but a point or a line. Where it only stands it passes, unless a bake at this radius says
  // otherwise.
  bool is_attained(const Candidate& c) {
    if (!c.is_end) return false;
    const kernel::RationalInterval root = root_of(c.squared_radius);
    if (root.low != root.high || spent()) return !c.is_passage;
    if (passes(root.low, kernel::max_disc_points, kernel::DiscBound::tangents)) return true;
    return !c.is_passage && !spent() && passes(root.low, kernel::max_disc_points, kernel::DiscBound::hull);
  }

  TrialLevel& level_;
  const Trial& given_;
  const unsigned threads_, begun_, most_;
  std::unique_ptr<TrialGraph> base_;  // without a radius
  Border border_;
  std::vector<bool> cells_;   // of base_, those that matter
  std::vector<bool> fine_;    // stretches of border_ that get more points
  mpq_class passes_, stops_;  // the limit lies between
  mpq_class least_;           // the least difference of radii that matters
  std::vector<Candidate> ends_, all_, live_;
  RadiusLimit found_;
};

}  // namespace

RadiusLimit find_radius_limit(TrialLevel& level, const Trial& given, unsigned most, unsigned threads) {
  return RadiusSearch(level, given, most, threads).run();
}

}  // namespace plumb::pipeline
