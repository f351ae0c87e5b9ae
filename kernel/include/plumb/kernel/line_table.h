// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "plumb/kernel/fixed_integer.h"
#include "plumb/kernel/int128.h"
#include "plumb/kernel/provenance.h"

namespace plumb::kernel {

class ImplicitPlan;

/// Line coefficients in the fixed stage. Bits, for integer coordinates |x| < 2^b: an edge line needs 2b + 3, the line
/// where two planes meet at a rational offset 5b + 9 and the bits of its denominator; 12 limbs hold both for every
/// fixed PointTable.
using LineInteger = FixedInteger<12>;
template <class N>
struct Coefficients {
  N a, b, c;
};

/// A line as a table stores it: without the doubles, which can be computed from the exact coefficients.
struct KeptLine {
  /// Where the exact coefficients are: computed from input points when asked for, or stored as fixed or big integers.
  enum class Numbers : std::uint8_t { of_points, fixed, big };
  std::uint32_t canonical = 0;             ///< directed id of the first equal line
  PointId from = no_point, to = no_point;  ///< input points that it passes through, if made from them
  LineSource source = {};
  Numbers numbers = Numbers::of_points;
  std::uint32_t index = 0;  ///< of its coefficients, among those of that kind
};

/// A line as an ImplicitPlan holds it.
struct LineRecord : KeptLine {
  double a = 0, b = 0,
         c = 0;  ///< rounded from the exact ones times a power of two; NaN outside the filter's safe range
};

/// The exact coefficients of a line made from input points (`from` and `to`, or its axis), relative to an origin.
/// Requires points.fixed(), and these points and the origin to be whole in plan.
Coefficients<LineInteger> line_of_points(const PointTable& points, PointId origin, const KeptLine& line);
/// The same in machine integers, divided by a power of two that all three share: |a|, |b| < 2^62 and |c| < 2^125.
/// Requires points.native() in place of fixed().
Coefficients<Int128> native_line_of_points(const PointTable& points, PointId origin, const KeptLine& line);

/// Lines that outlive the plans they were made in, grouped by surface. ImplicitPlan::restore() copies the group of a
/// surface without computing coefficients. Reading is thread-safe.
class LineTable {
 public:
  struct Group {
    PolygonId surface;
    std::uint32_t first, count;  ///< of the lines
  };

  /// Appends all lines of a plan as the group of a surface. Requires a surface greater than those in the table.
  void append(PolygonId surface, const ImplicitPlan& plan);
  /// Appends another table, all of whose surfaces are greater. `diagonals` is added to the ids of its diagonals.
  void append(const LineTable& other, std::uint32_t diagonals);

  /// Erases all lines, but keeps the memory for new ones.
  void clear();

  /// The group of a surface; null if its lines are not kept.
  const Group* find(PolygonId surface) const;
  std::span<const KeptLine> lines(const Group& group) const { return {lines_.data() + group.first, group.count}; }
  /// The exact coefficients of a line of this table whose numbers are `fixed`, or `big`.
  Coefficients<LineInteger> fixed(const KeptLine& line) const;
  Coefficients<mpz_class> big(const KeptLine& line) const;

  /// The vertex where line `first` of a group turns clockwise into line `second`, both numbered as in the plan. The
  /// result is that of ImplicitPlan::exact_vertex(), without a plan.
  std::array<mpz_class, 3> vertex(const PointTable& points, PointId origin, const Group& group, std::uint32_t first,
                                  std::uint32_t second) const;

  std::size_t size() const { return lines_.size(); }
  /// Memory in use.
  std::size_t bytes() const;

 private:
  template <class N>
  void append_words(const N& number);

  std::vector<Group> groups_;  // ascending by surface
  std::vector<KeptLine> lines_;
  std::vector<std::uint64_t> words_;  // numbers: 2 * limbs + (1 if negative), then the limbs
};

}  // namespace plumb::kernel
