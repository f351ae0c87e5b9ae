// SPDX-License-Identifier: GPL-3.0-or-later
#include "added_points.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/interval_segment.h"

namespace plumb::pipeline {
namespace {

bool overlap(const NearPoint& a, const NearPoint& b) {
  for (std::size_t k = 0; k < 3; ++k)
    if (a[k].high < b[k].low || b[k].high < a[k].low) return false;
  return true;
}

}  // namespace

// Squares are so narrow that hardly any has two points in it, and so much wider than what doubles leave open that
// hardly any point lies on the border of one.
AddedPoints::AddedPoints(const MeshPoints& base) : base_(base) {
  double greatest = 0;
  for (std::uint32_t p = 0; p < base.size(); ++p) {
    const NearPoint at = base.near(p);
    for (std::size_t k = 0; k < 2; ++k) greatest = std::max({greatest, -at[k].low, at[k].high});
  }
  if (greatest > 0 && greatest < HUGE_VAL) square_ = std::ldexp(1, std::ilogb(greatest) - 28);
}

NearPoint AddedPoints::near(std::uint32_t name) const {
  return name < base_.size() ? base_.near(name) : added_[name - base_.size()].near;
}

const ExactPoint& AddedPoints::exact(std::uint32_t name) const {
  return name < base_.size() ? base_[name] : added_[name - base_.size()].exact;
}

int AddedPoints::turn(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) const {
  if (std::max({a, b, c, d}) >= base_.size()) return PointSource::turn(a, b, c, d);
  return turn_exact(base_.place(a), base_.place(b), base_.place(c), base_.place(d));
}

NearPoint AddedPoints::near(const ExactPoint& p) const {
  NearPoint out;
  for (std::size_t k = 0; k < 3; ++k) out[k] = kernel::interval_coordinate(p[k], base_.unit());
  return out;
}

// The squares that a point may lie in: visit(key) until it says true.
template <class Visit>
bool AddedPoints::any_square(const NearPoint& near, Visit&& visit) const {
  std::array<std::int64_t, 2> low, high;
  for (std::size_t k = 0; k < 2; ++k) {
    low[k] = static_cast<std::int64_t>(std::floor(near[k].low / square_));
    high[k] = static_cast<std::int64_t>(std::floor(near[k].high / square_));
  }
  for (std::int64_t x = low[0]; x <= high[0]; ++x)
    for (std::int64_t y = low[1]; y <= high[1]; ++y)
      if (visit(kernel::pair_key(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)))) return true;
  return false;
}

void AddedPoints::make_known(std::uint32_t name) {
  NearPoint at = near(name);
  // Where doubles tell little, the exact point has doubles that do.
  if (std::max(at[0].high - at[0].low, at[1].high - at[1].low) > square_ / 16 ||
      !std::isfinite(at[0].high - at[0].low) || !std::isfinite(at[1].high - at[1].low))
    at = near(exact(name));
  any_square(at, [&](std::uint64_t key) {
    const auto [last, is_new] = last_.try_emplace(key, none);
    known_.push_back({name, last->second});
    last.value() = static_cast<std::uint32_t>(known_.size() - 1);
    return false;
  });
}

std::uint32_t AddedPoints::add(const ExactPoint& point) {
  const NearPoint at = near(point);
  std::uint32_t found = 0;
  const bool is_known = any_square(at, [&](std::uint64_t key) {
    const auto last = last_.find(key);
    for (std::uint32_t k = last == last_.end() ? none : last->second; k != none; k = known_[k].before) {
      found = known_[k].name;
      if (overlap(near(found), at) && exact(found) == point) return true;
    }
    return false;
  });
  if (is_known) return found;
  added_.push_back({point, at});
  const auto name = static_cast<std::uint32_t>(size() - 1);
  make_known(name);
  return name;
}

MeshPoints AddedPoints::all(std::shared_ptr<const AddedPoints> points) {
  const auto count = static_cast<std::uint32_t>(points->size());
  mpz_class unit = points->base_.unit();
  MeshPoints out(std::move(points), std::move(unit));
  for (std::uint32_t p = 0; p < count; ++p) out.add(p);
  return out;
}

}  // namespace plumb::pipeline
