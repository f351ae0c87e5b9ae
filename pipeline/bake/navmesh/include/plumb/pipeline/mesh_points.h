// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/exact_plan.h"
#include "plumb/kernel/interval.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// Doubles around a point's coordinates.
using FilteredPoint = std::array<kernel::Interval, 3>;

/// Where points have their coordinates from, by name. Any thread may ask.
class PointSource {
 public:
  virtual ~PointSource() = default;
  /// In units of 1 / MeshPoints::unit().
  virtual FilteredPoint near(std::uint32_t name) const = 0;
  /// z up, in input units and lowest terms. May be made when first asked for; then it stays where it is.
  virtual const ExactPoint& exact(std::uint32_t name) const = 0;
  /// Makes these, where that is not done.
  virtual void make_exact(std::span<const std::uint32_t> names, unsigned threads) const;
  /// The sign of (b - a) x (d - c) in plan.
  virtual kernel::Sign turn(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) const;
};

/// A point of a source as a place in plan (kernel::Place).
struct SourcePlace {
  const mpq_class& x() const { return source->exact(name)[0]; }
  const mpq_class& y() const { return source->exact(name)[1]; }

  const PointSource* source;
  std::uint32_t name;
  kernel::Interval ix, iy;
};
/// Of places of one source.
inline kernel::Sign orientation_of_vectors_exact(const SourcePlace& a, const SourcePlace& b, const SourcePlace& c,
                                                 const SourcePlace& d) {
  if (a.name == b.name || c.name == d.name || (a.name == c.name && b.name == d.name) ||
      (a.name == d.name && b.name == c.name))
    return kernel::Sign::zero;
  return a.source->turn(a.name, b.name, c.name, d.name);
}

/// The points of a navmesh: doubles around each, at hand, and exact coordinates, which are made when something asks for
/// them. Copies have the source in common.
class MeshPoints {
 public:
  using Index = std::uint32_t;

  using Place = SourcePlace;

  MeshPoints() = default;
  MeshPoints(std::vector<ExactPoint> points);
  /// Points are added by name. Doubles are in units of 1 / unit, which makes coordinates of the scene integers.
  MeshPoints(std::shared_ptr<const PointSource> source, mpz_class unit)
      : source_(std::move(source)), unit_(std::move(unit)), near_unit_(kernel::interval_of(unit_)) {}

  std::size_t size() const { return names_.size(); }
  bool empty() const { return names_.empty(); }
  /// z up, input units, lowest terms. Any thread may ask.
  const ExactPoint& operator[](Index i) const { return source_->exact(names_[i]); }
  FilteredPoint near(Index i) const { return source_->near(names_[i]); }
  const mpz_class& unit() const { return unit_; }
  const kernel::Interval& near_unit() const { return near_unit_; }
  Place place(Index i) const {
    const FilteredPoint doubles = near(i);
    return {source_.get(), names_[i], doubles[0], doubles[1]};
  }

  /// Makes all exactly, on so many threads: faster than one by one.
  void make_exact(unsigned threads) const {
    if (source_) source_->make_exact(names_, threads);
  }

  void add(std::uint32_t name) { names_.push_back(name); }
  /// Requires that all points so far were given this way.
  void push_back(ExactPoint point);
  /// Those of the list, in its order.
  MeshPoints selected(std::span<const Index> list) const;

  bool operator==(const MeshPoints& other) const;

 private:
  std::shared_ptr<const PointSource> source_;
  mpz_class unit_ = 1;
  kernel::Interval near_unit_{1};
  std::vector<std::uint32_t> names_;
};

/// The coordinates in input units, each rounded to nearest: kernel::nearest_double() and nearest_float(). Made exactly
/// only where the doubles around one leave two answers.
std::array<double, 3> rounded_doubles(const MeshPoints& points, MeshPoints::Index point);
std::array<float, 3> rounded_floats(const MeshPoints& points, MeshPoints::Index point);
/// The binary32 nearest to where a point is, as seen from `origin`, z up.
std::array<float, 3> rounded_floats_from(const MeshPoints& points, MeshPoints::Index point,
                                         const std::array<double, 3>& origin);
/// Doubles around the coordinates in input units. Infinite only beyond the range of a double.
FilteredPoint bounds(const MeshPoints& points, MeshPoints::Index point);
/// Is a coordinate 0?
bool is_zero(const MeshPoints& points, MeshPoints::Index point, std::size_t axis);

/// kernel::nearest_float() of a number that lies in an interval. exact(): the number; asked for where the interval
/// leaves two answers.
template <class Exact>
float nearest_float_in(const kernel::Interval& at, Exact&& exact) {
  // Rounding keeps order. The sign of a zero is that of what was rounded.
  const auto low = static_cast<float>(at.low), high = static_cast<float>(at.high);
  const bool known = low == high && (low != 0 || kernel::is_zero(at) || at.low > 0 || at.high < 0);
  return known ? low : kernel::nearest_float(exact());
}

}  // namespace plumb::pipeline
