// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plane_table.h"

namespace plumb::pipeline {

/// A sum of squared distances to planes (Garland & Heckbert 1997). It is stored as the planes, ascending by number,
/// instead of a matrix: so each plane counts once, however many triangles lie in it, and with few planes the sum is
/// short and exact.
class Quadric {
 public:
  using Index = PlaneTable::Index;

  void add(Index plane) { add(std::vector{plane}); }
  void add(const Quadric& other) { add(other.planes_); }
  std::span<const Index> planes() const { return planes_; }

 private:
  void add(const std::vector<Index>& planes);

  std::vector<Index> planes_;
};

/// A place and doubles around it.
struct Place {
  const ExactPoint& at;
  const std::array<kernel::Interval, 3>& near;
};

/// Doubles around the sum of the squared distances from a place to the planes of two quadrics.
kernel::Interval near_error(const PlaneTable& planes, const Quadric& a, const Quadric& b, const Place& place);
mpq_class error(const PlaneTable& planes, const Quadric& a, const Quadric& b, const ExactPoint& place);
/// Whether that sum is at most a limit >= 0.
bool error_is_within(const PlaneTable& planes, const Quadric& a, const Quadric& b, const Place& place,
                     const mpq_class& limit);

}  // namespace plumb::pipeline
