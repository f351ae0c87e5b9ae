// SPDX-License-Identifier: GPL-3.0-or-later
// What is said beside the limits of `explain --from --to`: where the polygon for the disc decides, and pairs of
// parameters.
// 1. disc() compares what the polygon of the options says with what the disc would. It knows that from the limit of the
//    radius, or asks a polygon of 128 points. points_that_join() finds the fewest points with which both agree.
// 2. If nothing joins the places alone, pairs() loosens two parameters as far as they go (loosened). If that joins the
//    places, pairs_of() searches the limit of the first with the second at its loosest, then that of the second with
//    the first at its limit; and the other way round, which is another answer where one can be traded for the other.
// Cost. A bake for each number of points; for each pair a bake or, with a step, five, and twice two limits.
// Source: our own; docs/guide/explain.md.
#include <algorithm>
#include <utility>

#include "plumb/pipeline/cancellation.h"
#include "reach/reach_search.h"

namespace plumb::pipeline {

// The fewest points of a disc whose polygon says whether the places are joined; 0 if none does.
std::uint32_t ReachSearch::points_that_join(Trial trial, bool joined) const {
  for (trial.disc = 32; trial.disc <= kernel::max_disc_points; trial.disc *= 2) {
    if (trial.disc <= level_.given().disc) continue;
    cancellation_point();
    if (level_.joins(trial) == joined) return trial.disc;
  }
  return 0;
}

std::optional<ReachDisc> ReachSearch::disc() {
  if (!disc_passes_) {  // the radius was not searched: polygons of more points are asked
    constexpr std::uint32_t many = 128;
    Trial trial = level_.given();
    if (trial.disc >= many) return std::nullopt;
    trial.disc = many;
    disc_passes_ = level_.joins(trial);
  }
  if (*disc_passes_ == reached_) return std::nullopt;
  return ReachDisc{*disc_passes_, points_that_join(level_.given(), *disc_passes_)};
}

// The trial with a parameter as loose as it may be with the others; none if it is so already.
std::optional<Trial> ReachSearch::loosened(const Trial& base, ReachParameter parameter) const {
  Trial out = base;
  switch (parameter) {
    case ReachParameter::height: {
      const mpq_class least = least_height(base);
      out.height = least + hair(base.height - least);
      return out;
    }
    case ReachParameter::step: {
      const mpq_class lowest = std::min(base.height, options_.stances.front().height);
      out.step = lowest - hair(lowest - base.step);
      return out;
    }
    case ReachParameter::radius:
      if (base.radius == 0) return std::nullopt;
      out.radius = 0;
      return out;
    case ReachParameter::weld: out.weld = std::max(level_.width(), base.weld); return out;
    case ReachParameter::slope: break;
  }
  mpq_class most = 0;
  for (kernel::PolygonId p = 0; p < level_.set().surfaces.size(); ++p)
    if (level_.set().surfaces[p].kind != SurfaceKind::vertical) most = std::max(most, tan_squared(p));
  out.tan_squared = most;
  return out;
}

std::vector<ReachPair> ReachSearch::pairs() {
  std::vector<ReachPair> out;
  for (std::size_t i = 0; i < query_.only.size(); ++i)
    for (std::size_t j = i + 1; j < query_.only.size(); ++j) {
      cancellation_point();
      const ReachParameter p = query_.only[i], q = query_.only[j];
      std::optional<Trial> loose;
      if (p == ReachParameter::height && q == ReachParameter::step) {
        // A step is lower than the stance. So heights are tried from the given one down, each with the highest step.
        const Trial given = level_.given();
        for (unsigned k = 0; k < 5 && !loose; ++k) {
          Trial trial = given;
          trial.height = given.step + shifted(given.height - given.step, k);
          trial.step = std::min(trial.height, options_.stances.front().height);
          trial.step -= hair(trial.step - given.step);
          if (level_.joins(trial)) loose = trial;
        }
      } else if (auto one = loosened(level_.given(), p)) {
        if (auto both = loosened(*one, q); both && level_.joins(*both)) loose = both;
      }
      if (loose) std::ranges::move(pairs_of(p, q, *loose), std::back_inserter(out));
    }
  return out;
}

// Two parameters that join the places together if both are as in `loose`: the limit of each with the other so, and then
// of that.
std::vector<ReachPair> ReachSearch::pairs_of(ReachParameter p, ReachParameter q, const Trial& loose) {
  const Trial given = level_.given();
  const auto taken = [](Trial to, const Trial& from, ReachParameter parameter) {
    switch (parameter) {
      case ReachParameter::height: to.height = from.height; break;
      case ReachParameter::radius: to.radius = from.radius; break;
      case ReachParameter::step: to.step = from.step; break;
      case ReachParameter::slope: to.tan_squared = from.tan_squared; break;
      case ReachParameter::weld: to.weld = from.weld; break;
    }
    return to;
  };
  std::vector<ReachPair> out;
  for (const auto& [first, second] : {std::pair(p, q), std::pair(q, p)}) {
    const Found one = find(first, taken(given, loose, second), false);
    if (one.limit.kind != ReachLimit::Kind::at) continue;
    const Found other = find(second, taken(given, one.open, first), false);
    if (other.limit.kind != ReachLimit::Kind::at) continue;
    out.push_back({one.limit, other.limit});
    const bool radius_first = first == ReachParameter::radius;
    ReachLimit& radius = radius_first ? out.back().first : out.back().second;
    // The disc as given is less than the limit: its polygon alone is in the way.
    if (radius.parameter == ReachParameter::radius && given.radius < radius.value.low)
      radius.disc_points =
          points_that_join(radius_first ? taken(given, other.open, second) : taken(given, one.open, first), true);
  }
  const auto same = [](const ReachLimit& a, const ReachLimit& b) {
    return a.value.low == b.value.low && a.value.high == b.value.high && a.attained == b.attained;
  };
  if (out.size() == 2 && same(out[0].first, out[1].second) && same(out[0].second, out[1].first)) out.pop_back();
  return out;
}

}  // namespace plumb::pipeline
