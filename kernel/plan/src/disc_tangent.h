// SPDX-License-Identifier: LGPL-3.0-or-later
// Straight lines of a disc's centre from one corner to another, and exact signs beside them.
//
// The centre keeps a corner at the distance r on its left (side 1) or on its right (side -1), or starts or ends at a
// point itself (side 0). With e = q - p, and i and j the sides at p and q, the unit normal to the left of the line is
//
//     N = (d e + sqrt(D) e') / e.e,    d = (j - i) r,    D = e.e - d^2,    e' = e turned left by 90 degrees:
//
// N.e = d. The centre moves from p - i r N to q - j r N, over a length of sqrt(D). Every sign asked for is that of
// a + b sqrt(D) with fractions a and b (Surd), and that of the angle between two lines a + b sqrt(D) + c sqrt(E) +
// d sqrt(D E). Intervals of doubles decide nearly all; squaring decides the rest.
#pragma once
#include <array>
#include <memory>
#include <optional>

#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/real_interval.h"

namespace plumb::plan {

/// a + b sqrt(D).
template <class N>
struct Surd {
  N a, b;
};
inline int sign_of(const Surd<mpq_class>& s, const mpq_class& square) {
  const int a = sgn(s.a), b = square == 0 ? 0 : sgn(s.b);
  if (a == 0 || b == 0 || a == b) return a != 0 ? a : b;
  return a * sgn(mpq_class(s.a * s.a - s.b * s.b * square));
}
/// The sign of p + q sqrt(E).
int sign_of(const Surd<mpq_class>& p, const Surd<mpq_class>& q, const mpq_class& square, const mpq_class& e);

/// A radius, exactly and in doubles.
struct DiscRadius {
  explicit DiscRadius(const mpq_class& radius)
      : exact(radius), square(radius * radius), near(kernel::interval_of(radius)) {}
  mpq_class exact, square;
  kernel::Interval near;
};

/// What is beside the line at one of its ends: a corner, or the end itself.
struct TangentEnd {
  const kernel::FilteredPoint* at;
  int side;
};

/// Such a line. Refers to the points and the radius.
class DiscTangent {
 public:
  using Interval = kernel::Interval;
  using Point = kernel::FilteredPoint;

  /// Requires different places.
  DiscTangent(const TangentEnd& from, const TangentEnd& to, const DiscRadius& radius);

  const TangentEnd& from() const { return ends_[0]; }
  const TangentEnd& to() const { return ends_[1]; }
  /// D >= 0. Nothing else may be asked of a line that is none.
  bool exists() const;
  Interval length() const { return root_; }
  /// Where the centre is at an end (0 or 1), and its unit direction.
  std::array<Interval, 2> centre(int end) const;
  std::array<Interval, 2> direction() const { return {normal_[1], -normal_[0]}; }
  const std::array<Interval, 2>& normal() const { return normal_; }

  /// Whether a point is left of the line that is `radii` times r to the left of this one: 1, on it: 0.
  int side_of(const Point& c, int radii) const;
  /// Whether it is certainly on a side of that line, by intervals alone.
  bool is_beyond(const Point& c, int radii, int side) const;
  /// Whether an open segment or its ends are nearer than r to the centre on its way.
  bool is_stopped_by(const Point& g, const Point& h) const;
  /// Seen from the corner at an end, the sign of the turn from a point to the centre, and of their scalar product.
  int turn_to_centre(int end, const Point& m) const;
  int dot_with_centre(int end, const Point& m) const;

  /// In the sense of travel around the corner at an end of a, which b touches too: -1: the centre is at its place of a
  /// before that of b, by half a turn at most. `beside`: where an obstacle runs to from the corner.
  static int order(const DiscTangent& a, int end, const DiscTangent& b, const Point& beside);
  /// The angle from one line to a later one at a corner on a side, 0 to pi.
  static Interval angle(const DiscTangent& a, const DiscTangent& b, int side);
  static kernel::RealInterval angle(const DiscTangent& a, const DiscTangent& b, int side, int bits);
  kernel::RealInterval length(int bits) const { return kernel::RealInterval::root(bits, exact().rest); }
  std::array<kernel::RealInterval, 2> normal(int bits) const;
  /// The normal as fractions, if sqrt(D) is one.
  std::optional<kernel::PlanPoint> rational_normal() const;

 private:
  template <class N>
  struct Numbers {
    N ex, ey, square, radius, gap, rest;  // e, e.e, r, d, D
  };
  const Numbers<mpq_class>& exact() const;
  template <class F>
  std::optional<kernel::Sign> near_sign(F&& formula) const;
  template <class F>
  int sign(F&& formula) const;
  bool is_near_end(int end, const Point& c) const;
  bool is_near_wall(int end, const Point& g, const Point& h) const;
  template <class N>
  static auto difference(const Point& p, const Point& q);

  std::array<TangentEnd, 2> ends_;
  const DiscRadius& radius_;
  Numbers<Interval> near_;
  Interval root_;
  std::array<Interval, 2> normal_;
  mutable std::unique_ptr<Numbers<mpq_class>> exact_;
};

}  // namespace plumb::plan
