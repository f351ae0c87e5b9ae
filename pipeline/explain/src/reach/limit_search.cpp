// SPDX-License-Identifier: GPL-3.0-or-later
// The value of a parameter at which one place is no longer reached from another (docs/guide/explain.md, From one place
// to another): of a parameter for which a bake is the judge, and of the radius. Problem. Without a radius a bake
// answers exactly whether the places are joined, and find_limit() searches for the one value at which the answer
// changes. With a radius a bake replaces the disc by a polygon, so for the true disc it only says "surely passes" (with
// the polygon around the disc) or "surely stops" (with the one inside of it); between these lies a range of radii about
// which it says nothing. The limit itself is a root: a way closes where two stretches of border that face each other
// are as far apart as the disc is wide, or where the disc at one of the places touches border. Their squared distances
// are fractions. find_limit() (Search): the range is halved until it is a millionth of its greater end, then only the
// candidates in it are halved; if the last two questions deny that the limit is a candidate, the range is halved on
// (limit_search.h). find_radius_limit() (RadiusSearch):
// 1. run() tests the radius as given, or 0. find_stop() finds a radius that surely stops the disc, starting from the
//    distance of the places from their border.
// 2. narrow() halves both bounds, with discs of 16 points, to 2^-8 of the radius.
// 3. find_candidates() lists the passages (passages.h) and the two places whose half width or distance lies between the
//    bounds; equal ones become one.
// 4. choose() halves the list: discs of 64, then 256 and 1,024 points say on which side of the middle between two
//    neighbouring candidates the limit is.
// 5. If one candidate is left, its root is the limit, enclosed to 64 bits, and it is attained: an agent may touch.
//    Otherwise narrow() brings both bounds together as far as discs of 1,024 points can.
// Cost. About 25 bakes for a limit in general. For that of the radius some dozens of bakes with a radius, most with few
// points; memory: one level and one trial at a time. Exactness. Both bounds are proved by bakes, and the candidates are
// fractions. That the limit is a candidate is concluded, not proved: nothing else can close a way between the bounds.
#include "reach/limit_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "near_border.h"
#include "passages.h"
#include "plumb/pipeline/erode.h"

namespace plumb::pipeline {
namespace {

constexpr unsigned coarse_bits = 20, fine_bits = 41;
constexpr unsigned near_bits = 42;  // the last question is asked 2^-42 of the value beside it

mpq_class shifted(const mpq_class& x, unsigned bits) {
  mpq_class out;
  mpq_div_2exp(out.get_mpq_t(), x.get_mpq_t(), bits);
  return out;
}

class Search {
 public:
  Search(mpq_class yes, mpq_class no, const LimitSearch& search)
      : yes_(std::move(yes)), no_(std::move(no)), search_(search), least_(shifted(abs(yes_ - no_), 2 * fine_bits)) {}

  FoundLimit run() {
    if (!search_.few) halve(coarse_bits);
    if (auto found = among_candidates()) return *found;
    halve(fine_bits);
    return {{std::min(yes_, no_), std::max(yes_, no_)}, false, yes_, no_};
  }

 private:
  // Halves the range until it is 2^-bits of its greater end, or shorter than any range that matters.
  void halve(unsigned bits) {
    while (true) {
      const mpq_class width = abs(yes_ - no_);
      if (width <= shifted(std::max(mpq_class(abs(yes_)), mpq_class(abs(no_))), bits) || width <= least_) return;
      ask((yes_ + no_) / 2);
    }
  }

  bool ask(const mpq_class& x) {
    const bool answer = search_.asks(x);
    (answer ? yes_ : no_) = x;
    return answer;
  }

  std::optional<FoundLimit> among_candidates() {
    std::vector<mpq_class> all =
        search_.candidates ? search_.candidates(std::min(yes_, no_), std::max(yes_, no_)) : std::vector<mpq_class>();
    if (no_ < yes_) std::ranges::reverse(all);  // from yes to no
    const mpq_class first = yes_, last = no_;
    const bool at_yes = !all.empty() && all.front() == first, at_no = !all.empty() && all.back() == last;
    std::size_t low = at_yes ? 1 : 0, high = all.size() - (at_no && all.size() > (at_yes ? 1u : 0u) ? 1 : 0);
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (ask(all[middle])) low = middle + 1;
      else high = middle;
    }
    // Now no candidate lies between yes_ and no_.
    const bool yes_is_candidate = yes_ != first || at_yes, no_is_candidate = no_ != last || at_no;
    const mpq_class before = yes_, beyond = no_;
    if (!yes_is_candidate && !no_is_candidate) return std::nullopt;
    const bool attained = !ask((before + beyond) / 2);
    if (!(attained ? yes_is_candidate : no_is_candidate)) return std::nullopt;
    const mpq_class value = attained ? before : beyond;
    // A value beside the limit, on the side where the answer is the opposite one.
    const mpq_class by = std::min(mpq_class(abs(beyond - before) / 2), shifted(abs(value), near_bits));
    const mpq_class beside = (attained == (before < beyond)) ? mpq_class(value + by) : mpq_class(value - by);
    if (sgn(by) != 0 && ask(beside) == attained) return std::nullopt;
    return FoundLimit{{value, value}, attained, attained ? value : beside, attained ? beside : value};
  }

  mpq_class yes_, no_;
  const LimitSearch& search_;
  const mpq_class least_;
};

// Of the radius:
constexpr unsigned coarse_radius_bits = 8, fine_radius_bits = 14;
constexpr std::uint32_t most_disc_points = 1024;

struct Candidate {
  mpq_class squared_radius;
  ExactPoint place;  // z up
  std::vector<kernel::PolygonId> polygons;
};

class RadiusSearch {
 public:
  RadiusSearch(TrialLevel& level, unsigned threads) : level_(level), threads_(threads) {}

  ReachLimit run(bool reached) {
    ReachLimit out;
    out.parameter = ReachParameter::radius;
    const mpq_class given = level_.given().radius;
    if (reached) passes_ = given;
    else if (given > 0 && surely_passes(0, 16)) passes_ = 0;
    else return out;  // a point does not pass
    find_borders_of_places();
    const auto nearest = std::ranges::min_element(candidates_, {}, &Candidate::squared_radius);
    if (nearest != candidates_.end() && nearest->squared_radius == 0) {
      candidates_ = {*nearest};  // nothing but a point stands there
    } else {
      if (!find_stop(reached ? std::nullopt : std::optional(given))) {
        out.kind = ReachLimit::Kind::always;
        return out;
      }
      least_ = shifted(stops_, near_bits);
      narrow(16, coarse_radius_bits);
      find_candidates();
      choose();
    }
    out.kind = ReachLimit::Kind::at;
    if (candidates_.size() == 1) {
      const Candidate& only = candidates_.front();
      out.value = root_of(only.squared_radius);
      out.attained = true;
      out.place = only.place;
      for (const kernel::PolygonId p : only.polygons) out.polygons.push_back({p, level_.set().surfaces[p].face});
      return out;
    }
    for (std::uint32_t points = 64; points <= most_disc_points; points *= 4) narrow(points, fine_radius_bits);
    out.value = {passes_, stops_};
    return out;
  }

 private:
  bool passes(const mpq_class& radius, std::uint32_t points, kernel::DiscBound bound) {
    Trial trial = level_.given();
    trial.radius = radius;
    trial.disc = points;
    trial.bound = bound;
    return level_.joins(trial);
  }
  bool surely_passes(const mpq_class& radius, std::uint32_t points) {
    return passes(radius, points, kernel::DiscBound::tangents);
  }
  bool surely_stops(const mpq_class& radius, std::uint32_t points) {
    return !passes(radius, points, kernel::DiscBound::hull);
  }

  // A disc wider than the distance of a place from its border does not fit there.
  void find_borders_of_places() {
    Trial point = level_.given();
    point.radius = 0;
    const auto graph = level_.graph(point);
    const Border border = border_of(level_.points(), level_.set(), graph->map, graph->graph);
    NearBorderFinder near(level_.points(), level_.set(), graph->map, border);
    for (const std::size_t end : {0u, 1u})
      if (const auto found = near.find(*level_.floor(end), 1, level_.window())) {
        Candidate c{found->squared_distance, *level_.floor(end), {found->polygon}};
        if (found->cause != kernel::no_polygon) c.polygons.push_back(found->cause);
        candidates_.push_back(std::move(c));
      }
  }

  // Finds a radius that surely stops the disc, if there is one.
  bool find_stop(const std::optional<mpq_class>& known) {
    if (known) {
      stops_ = *known;
      // The polygon of the options may be too large to prove that the true disc is stopped.
      while (!surely_stops(stops_, 64)) stops_ = stops_ * 5 / 4;
      return true;
    }
    if (candidates_.empty()) {
      // No border is near the places: radii up to the width of the level are tried.
      mpq_class wide = passes_ + 1;
      const mpq_class widest = level_.width();
      for (; wide <= widest; wide *= 2)
        if (surely_stops(wide, 16)) {
          stops_ = wide;
          return true;
        }
      return false;
    }
    const auto nearest = std::ranges::min_element(candidates_, {}, &Candidate::squared_radius);
    stops_ = root_of(nearest->squared_radius).high;
    stops_ += stops_ / 1024;
    if (stops_ <= passes_) stops_ = passes_ * 5 / 4;
    while (!surely_stops(stops_, 64)) stops_ = stops_ * 5 / 4;
    return true;
  }

  // Brings both bounds as near to the limit as discs of so many points allow. Where border of another height within the
  // window crosses every way, no radius above 0 passes: there both bounds end below the least radius that matters.
  void narrow(std::uint32_t points, unsigned bits) {
    mpq_class sure = passes_, high = stops_;
    while (high - sure > std::max(mpq_class(high / (1u << bits)), least_)) {
      const mpq_class middle = (sure + high) / 2;
      (surely_passes(middle, points) ? sure : high) = middle;
    }
    passes_ = sure;
    mpq_class low = passes_;
    while (stops_ - low > std::max(mpq_class(stops_ / (1u << bits)), least_)) {
      const mpq_class middle = (low + stops_) / 2;
      (surely_stops(middle, points) ? stops_ : low) = middle;
    }
  }

  void find_candidates() {
    Trial point = level_.given();
    point.radius = 0;
    const auto graph = level_.graph(point);
    const Border border = border_of(level_.points(), level_.set(), graph->map, graph->graph);
    for (const FoundPassage& p :
         PassageFinder(level_.points(), border, level_.window()).find(2 * passes_, 2 * stops_, threads_)) {
      const auto& [a, b] = p.ends;
      candidates_.push_back({p.squared_width / 4,
                             {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2},
                             {border.stretches[p.stretches[0]].surface, border.stretches[p.stretches[1]].surface}});
    }
    std::erase_if(candidates_, [&](const Candidate& c) {
      return c.squared_radius < passes_ * passes_ || c.squared_radius > stops_ * stops_;
    });
    std::ranges::stable_sort(candidates_, {}, &Candidate::squared_radius);
    const auto equal = [](const Candidate& a, const Candidate& b) { return a.squared_radius == b.squared_radius; };
    candidates_.erase(std::unique(candidates_.begin(), candidates_.end(), equal), candidates_.end());
  }

  // Leaves the candidate that is the limit, or those that discs of many points cannot distinguish.
  void choose() {
    while (candidates_.size() > 1) {
      const std::size_t half = candidates_.size() / 2;
      const mpq_class middle =
          (root_of(candidates_[half - 1].squared_radius).high + root_of(candidates_[half].squared_radius).low) / 2;
      bool told = false;
      for (std::uint32_t points = 64; points <= most_disc_points && !told; points *= 4) {
        if (surely_passes(middle, points)) {
          passes_ = middle;
          candidates_.erase(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(half));
          told = true;
        } else if (surely_stops(middle, points)) {
          stops_ = middle;
          candidates_.resize(half);
          told = true;
        }
      }
      if (!told) return;
    }
  }

  TrialLevel& level_;
  unsigned threads_;
  mpq_class passes_, stops_;  // the limit lies between
  mpq_class least_;           // the least difference of radii that matters
  std::vector<Candidate> candidates_;
};

}  // namespace

FoundLimit find_limit(mpq_class yes, mpq_class no, const LimitSearch& search) {
  return Search(std::move(yes), std::move(no), search).run();
}

ReachLimit find_radius_limit(TrialLevel& level, bool reached, unsigned threads) {
  return RadiusSearch(level, threads).run(reached);
}

}  // namespace plumb::pipeline
