// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "plumb/kernel/exact_plan.h"
#include "plumb/pipeline/axes.h"

namespace plumb::pipeline {

/// Where points have their exact coordinates from, by name.
class PointSource {
 public:
  virtual ~PointSource() = default;
  /// z up, in input units and lowest terms. May be made when first asked for; then it stays where it is. Any thread may
  /// ask.
  virtual const ExactPoint& exact(std::uint32_t name) const = 0;
  /// Makes these, where that is not done.
  virtual void make_exact(std::span<const std::uint32_t> names, unsigned threads) const;
  /// The sign of (b - a) x (d - c) in plan.
  virtual int turn(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) const;
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
inline int turn_exact(const SourcePlace& a, const SourcePlace& b, const SourcePlace& c, const SourcePlace& d) {
  if (a.name == b.name || c.name == d.name || (a.name == c.name && b.name == d.name) ||
      (a.name == d.name && b.name == c.name))
    return 0;
  return a.source->turn(a.name, b.name, c.name, d.name);
}

/// Doubles around a point's coordinates.
using NearPoint = std::array<kernel::Interval, 3>;

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
      : source_(std::move(source)), unit_(std::move(unit)) {}

  std::size_t size() const { return names_.size(); }
  bool empty() const { return names_.empty(); }
  /// z up, input units, lowest terms. Any thread may ask.
  const ExactPoint& operator[](Index i) const { return source_->exact(names_[i]); }
  const NearPoint& near(Index i) const { return near_[i]; }
  const mpz_class& unit() const { return unit_; }
  Place place(Index i) const { return {source_.get(), names_[i], near_[i][0], near_[i][1]}; }

  /// Makes all exactly, on so many threads: faster than one by one.
  void make_exact(unsigned threads) const {
    if (source_) source_->make_exact(names_, threads);
  }

  void add(std::uint32_t name, const NearPoint& near) {
    names_.push_back(name);
    near_.push_back(near);
  }
  /// Requires that all points so far were given this way.
  void push_back(ExactPoint point);
  /// Those of the list, in its order.
  MeshPoints selected(std::span<const Index> list) const;

  bool operator==(const MeshPoints& other) const;

 private:
  std::shared_ptr<const PointSource> source_;
  mpz_class unit_ = 1;
  std::vector<std::uint32_t> names_;
  std::vector<NearPoint> near_;
};

/// A coordinate in input units, rounded to nearest: kernel::nearest_double() and nearest_float(). Made exactly only
/// where the doubles around it leave two answers.
double rounded_double(const MeshPoints& points, MeshPoints::Index point, std::size_t axis);
float rounded_float(const MeshPoints& points, MeshPoints::Index point, std::size_t axis);
/// Is a coordinate 0?
bool is_zero(const MeshPoints& points, MeshPoints::Index point, std::size_t axis);

}  // namespace plumb::pipeline
