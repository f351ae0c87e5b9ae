// SPDX-License-Identifier: GPL-3.0-or-later
// Fewer points, and coordinates that are easier to read and to write.
//
// 1. join_points() replaces a point by one that is joined to it by a side of a face, or by one of the nearest others.
// 2. simplify_numbers() rounds all coordinates, as coarsely as succeeds: to tens, to whole numbers, to one digit ...
//    Then it rounds the values of each axis one by one, each at all points that have it, so that what is flat stays so.
//    It moves the whole to the origin, and makes the gaps between neighbouring values of an axis narrower, with all
//    that lies beyond. Last come the coordinates of single points.
// 3. A change counts as a success only if the scene is then simpler (Complexity): therefore all this ends.
//
// Cost: for p points, O(p) trials a pass for joins and O(p log c) for coordinates below c of their last digit's unit.
// Source: the ladder of roundings is what QuickCheck calls shrinking (Claessen & Hughes, 2000).
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "reduction.h"

namespace plumb::pipeline {
namespace {

using Places = std::vector<kernel::ExactPoint>;

constexpr std::size_t nearest_points = 4;

// The points that share a side of a face with each point, ascending.
std::vector<std::set<std::uint32_t>> neighbours_of(const PlainScene& scene) {
  std::vector<std::set<std::uint32_t>> out(scene.points.size());
  for (const auto& face : scene.faces)
    for (std::size_t c = 0; c < face.size(); ++c) {
      const std::uint32_t a = face[c], b = face[(c + 1) % face.size()];
      if (a == b) continue;
      out[a].insert(b);
      out[b].insert(a);
    }
  return out;
}

// Doubles about the coordinates. They only steer the search.
std::vector<std::array<double, 3>> doubles_of(const PlainScene& scene) {
  std::vector<std::array<double, 3>> out;
  for (const kernel::ExactPoint& p : scene.points) out.push_back({p[0].get_d(), p[1].get_d(), p[2].get_d()});
  return out;
}

// What a point may be replaced by: its neighbours, then the nearest of the others.
std::vector<std::uint32_t> partners_of(const std::vector<std::array<double, 3>>& points, std::uint32_t p,
                                       const std::set<std::uint32_t>& neighbours) {
  std::vector<std::pair<double, std::uint32_t>> near, others;
  for (std::uint32_t q = 0; q < points.size(); ++q) {
    double distance = 0;  // its square
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double apart = points[p][axis] - points[q][axis];
      distance += apart * apart;
    }
    if (q != p) (neighbours.contains(q) ? near : others).emplace_back(distance, q);
  }
  std::ranges::sort(near);
  const auto end = others.begin() + static_cast<std::ptrdiff_t>(std::min(nearest_points, others.size()));
  std::partial_sort(others.begin(), end, others.end());
  near.insert(near.end(), others.begin(), end);
  std::vector<std::uint32_t> out;
  for (const auto& [distance, q] : near) out.push_back(q);
  return out;
}

std::vector<Reduction::Change> joins_from(const PlainScene& scene, std::size_t place) {
  const auto neighbours = neighbours_of(scene);
  const auto points = doubles_of(scene);
  std::vector<Reduction::Change> changes;
  for (std::size_t p = place; p < scene.points.size(); ++p)
    for (const std::uint32_t q : partners_of(points, static_cast<std::uint32_t>(p), neighbours[p]))
      changes.push_back({p, [&scene, p, q] {
                           std::vector<std::uint32_t> to(scene.points.size());
                           for (std::uint32_t i = 0; i < to.size(); ++i) to[i] = i;
                           to[p] = q;
                           return with_points_replaced(scene, to);
                         }});
  return changes;
}

// The scene with every coordinate c of an axis changed to change(axis, c).
template <class ChangeOne>
PlainScene with_coordinates(const PlainScene& scene, const ChangeOne& change) {
  Places places = scene.points;
  for (kernel::ExactPoint& place : places)
    for (std::size_t axis = 0; axis < 3; ++axis) place[axis] = change(axis, place[axis]);
  return with_places(scene, std::move(places));
}

// All coordinates rounded alike: to the coarsest unit that succeeds.
void round_all(Reduction& reduction) {
  std::size_t digits = 0, whole = 0;
  for (const kernel::ExactPoint& point : reduction.scene().points)
    for (const mpq_class& c : point) {
      digits = std::max(digits, fraction_digits(c));
      whole = std::max(whole, mpz_sizeinbase(mpz_class(abs(c.get_num()) / c.get_den()).get_mpz_t(), 10));
    }
  reduction.take_first(whole + digits, [&](std::size_t i) {
    return with_coordinates(reduction.scene(), [&](std::size_t, const mpq_class& c) {
      return rounded(c, static_cast<int>(i) - static_cast<int>(whole));
    });
  });
}

void move_to_origin(Reduction& reduction) {
  const PlainScene& scene = reduction.scene();
  kernel::ExactPoint least = scene.points[0];
  for (const kernel::ExactPoint& point : scene.points)
    for (std::size_t axis = 0; axis < 3; ++axis) least[axis] = std::min(least[axis], point[axis]);
  // All axes at once; else one by one.
  const auto moved = [&](std::size_t only) {
    return with_coordinates(reduction.scene(), [&](std::size_t axis, const mpq_class& c) {
      return only == 3 || only == axis ? mpq_class(c - least[axis]) : c;
    });
  };
  if (reduction.take_first(1, [&](std::size_t) { return moved(3); })) return;
  for (std::size_t axis = 0; axis < 3; ++axis) reduction.take_first(1, [&](std::size_t) { return moved(axis); });
}

// The values of each axis, ascending.
std::array<std::set<mpq_class>, 3> values_of(const PlainScene& scene) {
  std::array<std::set<mpq_class>, 3> values;
  for (const kernel::ExactPoint& point : scene.points)
    for (std::size_t axis = 0; axis < 3; ++axis) values[axis].insert(point[axis]);
  return values;
}

// The numbers of fewer digits behind the point around a number, the fewest first; of two the nearer one.
std::vector<mpq_class> coarser_numbers(const mpq_class& value) {
  std::vector<mpq_class> out;
  for (std::size_t digits = 0; digits < fraction_digits(value); ++digits) {
    const mpq_class nearest = rounded(value, static_cast<int>(digits));
    mpz_class units;  // of the last digit, in 1
    mpz_ui_pow_ui(units.get_mpz_t(), 10, digits);
    const mpq_class unit(1, units);
    out.push_back(nearest);
    out.push_back(nearest < value ? mpq_class(nearest + unit) : mpq_class(nearest - unit));
  }
  return out;
}

// Numbers of the same sign that are nearer to zero and have no more digits behind the point: zero, then less and less
// near to zero, each half as far from `value` as the one before.
std::vector<mpq_class> lesser_numbers(const mpq_class& value) {
  mpz_class unit;
  mpz_ui_pow_ui(unit.get_mpz_t(), 10, fraction_digits(value));
  const mpz_class whole = mpq_class(value * unit).get_num();
  std::vector<mpq_class> out;
  for (mpz_class step = whole; step != 0; step /= 2) {
    mpq_class& lesser = out.emplace_back(mpz_class(whole - step), unit);
    lesser.canonicalize();
  }
  return out;
}

std::vector<Reduction::Change> coarser_values_from(const PlainScene& scene, std::size_t place) {
  std::vector<Reduction::Change> changes;
  std::size_t number = 0;
  const auto values = values_of(scene);
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const mpq_class& value : values[axis]) {
      if (number++ < place) continue;
      for (const mpq_class& other : coarser_numbers(value))
        changes.push_back({number - 1, [&scene, axis, value, other] {
                             return with_coordinates(scene, [&](std::size_t k, const mpq_class& c) {
                               return k == axis && c == value ? other : c;
                             });
                           }});
    }
  return changes;
}

// Narrower gaps between neighbouring values. What lies beyond the gap, seen from zero, comes with it.
std::vector<Reduction::Change> narrower_gaps_from(const PlainScene& scene, std::size_t place) {
  std::vector<Reduction::Change> changes;
  std::size_t number = 0;
  const auto values = values_of(scene);
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (auto low = values[axis].begin(); low != values[axis].end(); ++low) {
      const auto high = std::next(low);
      if (high == values[axis].end() || number++ < place) continue;
      const bool upper = *low + *high > 0;
      const mpq_class gap = *high - *low;
      for (const mpq_class& left : lesser_numbers(gap))
        changes.push_back({number - 1, [&scene, axis, upper, from = upper ? *low : *high, by = mpq_class(gap - left)] {
                             return with_coordinates(scene, [&](std::size_t k, const mpq_class& c) {
                               if (k != axis || (upper ? c <= from : c >= from)) return c;
                               return upper ? mpq_class(c - by) : mpq_class(c + by);
                             });
                           }});
    }
  return changes;
}

std::vector<Reduction::Change> simpler_coordinates_from(const PlainScene& scene, std::size_t place) {
  std::vector<Reduction::Change> changes;
  for (std::size_t number = place; number < 3 * scene.points.size(); ++number) {
    const std::size_t p = number / 3, axis = number % 3;
    const mpq_class& value = scene.points[p][axis];
    for (const auto& others : {coarser_numbers(value), lesser_numbers(value)})
      for (const mpq_class& other : others)
        changes.push_back({number, [&scene, p, axis, other] {
                             Places places = scene.points;
                             places[p][axis] = other;
                             return with_places(scene, std::move(places));
                           }});
  }
  return changes;
}

}  // namespace

void join_points(Reduction& reduction) {
  reduction.set_stage("points");
  reduction.sweep(joins_from);
}

void simplify_numbers(Reduction& reduction) {
  reduction.set_stage("numbers");
  round_all(reduction);
  reduction.sweep(coarser_values_from);
  move_to_origin(reduction);
  reduction.sweep(narrower_gaps_from);
  reduction.sweep(simpler_coordinates_from);
}

}  // namespace plumb::pipeline
