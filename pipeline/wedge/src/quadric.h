// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

#include "plane_table.h"

namespace plumb::pipeline {

/// A sum of squared distances to planes (Garland & Heckbert 1997): how often each counts, ascending by number. Kept so,
/// and not as a matrix, it stays short where planes are few, and says exactly when it is 0.
class Quadric {
 public:
  struct Term {
    PlaneTable::Index plane = 0;
    std::uint32_t count = 0;
  };

  void add(PlaneTable::Index plane) { add({{plane, 1}}); }
  void add(const Quadric& other) { add(other.terms_); }
  std::span<const Term> terms() const { return terms_; }

 private:
  void add(const std::vector<Term>& terms);

  std::vector<Term> terms_;
};

/// By vertex, the planes of the triangles around it. `planes`: by triangle.
std::vector<Quadric> quadrics_of(const TriangleMesh& mesh, std::span<const PlaneTable::Index> planes);

/// A place and doubles around it.
struct Place {
  const ExactPoint& at;
  const std::array<kernel::Interval, 3>& near;
};

/// Doubles around the sum of two quadrics at a place.
kernel::Interval near_error(const PlaneTable& planes, const Quadric& a, const Quadric& b, const Place& place);
mpq_class error(const PlaneTable& planes, const Quadric& a, const Quadric& b, const ExactPoint& place);
/// Whether that sum is at most a limit >= 0.
bool error_is_within(const PlaneTable& planes, const Quadric& a, const Quadric& b, const Place& place,
                     const mpq_class& limit);

}  // namespace plumb::pipeline
