// SPDX-License-Identifier: LGPL-3.0-or-later
// The predicates of an ImplicitPlan, stage by stage of the filter ladder. Each stage answers, or passes the question
// on.
//
// 1. side_combinatorial(): a vertex lies on the lines that it was made from, and on the lines through its input point.
//    Aligned levels are full of such exact zeros, which would cost the most further down.
// 2. side_filtered(): the determinant in doubles, certain if its absolute value exceeds an error bound.
// 3. side_interval(): only where doubles are NaN, as coefficients leave the filter's safe range: intervals of doubles,
//    each scaled by a power of two.
// 4. side_fixed(): machine integers if the bits allow, else FixedInteger, unless a line is big or a point is long.
// 5. side_exact(): GMP.
// counted_side() runs the ladder and counts, in LadderCounts, which stage decided; sides() does it for all corners of a
// cell and one line. counted_turn() is the same for two lines, without the third stage. order_along() reduces the order
// of two vertices along a line to a side and a turn, or to the coordinates of two input points.
//
// Cost: constant where the first two stages decide, which they do nearly always; beyond, in the length of numbers: at
// most 4b + 6 bits for edge lines of coordinates below 2^b, and 13b + 27 where planes meet.
// Exact: every answer. Filters say only what is certain.
// Sources: Shewchuk (1997) for bounds relative to computed magnitudes; Bronnimann, Burnikel & Pion (2001) for
// intervals.
//
// The bound on the double filter. It evaluates a X + b Y + c W, with X = b1 c2 - c1 b2 and so on. Let u = 2^-53 and M
// the sum of the exact magnitudes |a b1 c2| + |a c1 b2| + ... of its six terms. Each line coefficient is within (1 + u)
// of exact. A term has three of them (3 roundings), two products (2), the difference that makes X (1) and two sums (2):
// within (1 + u)^8 of exact, so the error is below (8u + 28u^2 + ...) M. The computed magnitude M' has as many
// roundings: M <= M' (1 + 9u). Hence error < 8u (1 + 20u) M' < 9u M', and 9u M' computed with two more roundings still
// exceeds it. A vertex made from an input point has X = x (1 + u) and fewer roundings. No product may leave the normal
// range; coefficient_range ensures that. For turn: two coefficients, a product and a difference, (1 + u)^4: 5u.
#include <algorithm>
#include <cmath>

#include "implicit_plan_numbers.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/implicit_plan.h"
#include "plumb/kernel/int128.h"

namespace plumb::kernel {

// Inlined: most predicates end here.
[[gnu::always_inline]] inline std::optional<Sign> ImplicitPlan::side_combinatorial(const VertexRecord& v,
                                                                                   const LineRecord& r) {
  const std::uint32_t c = r.canonical >> 1;
  if (v.canonical_first == c || v.canonical_second == c) return Sign::zero;
  if (v.point != no_point && (v.point == r.from || v.point == r.to)) return Sign::zero;
  return std::nullopt;
}

[[gnu::always_inline]] inline std::optional<Sign> ImplicitPlan::side_filtered(const VertexRecord& v,
                                                                              const LineRecord& r, bool flip) {
  const double s = formulas::side(r, v.x, v.y, v.w);
  const double bound = side_error * (std::fabs(r.a) * v.mx + std::fabs(r.b) * v.my + std::fabs(r.c) * v.mw);
  // A NaN fails every comparison and falls through. All terms zero, no rounding happened: exactly zero.
  if (s > bound) return flip ? Sign::negative : Sign::positive;
  if (s < -bound) return flip ? Sign::positive : Sign::negative;
  if (bound == 0) return Sign::zero;
  return std::nullopt;
}

std::optional<Sign> ImplicitPlan::side_combinatorial(VertexId v, LineId l) const {
  return side_combinatorial(vertices_[v], lines_[l >> 1]);
}

std::optional<Sign> ImplicitPlan::side_filtered(VertexId v, LineId l) const {
  return side_filtered(vertices_[v], lines_[l >> 1], l & 1);
}

std::optional<Sign> ImplicitPlan::side_interval(VertexId i, LineId l) const {
  const auto enclose = [this](LineId k) { return is_big(k) ? enclosed(exact(k & ~1u)) : enclosed(fixed(k)); };
  const VertexRecord& v = vertices_[i];
  const Coefficients<Interval> n = enclose(l);
  std::optional<Sign> s;
  bool flip = l & 1;
  if (v.point != no_point) {
    const auto [x, y, w] = exact_vertex(i);
    const int shift = bits_of(w) - 1;
    s = formulas::side(n, enclosed(x, shift), enclosed(y, shift), w == 1 ? Interval(1.0) : enclosed(w, shift)).sign();
  } else {
    const Coefficients<Interval> a = enclose(v.second), b = enclose(v.first);
    s = formulas::side(n, formulas::meet_x(a, b), formulas::meet_y(a, b), formulas::meet_w(a, b)).sign();
    flip = flip != (((v.first ^ v.second) & 1) != 0);
  }
  return s && flip ? -*s : s;
}

// In machine integers where they suffice: 125 bits in each of three terms leave room for their sum.
std::optional<Sign> ImplicitPlan::side_fixed(VertexId i, LineId l, LadderCounts& counts) const {
  const VertexRecord& v = vertices_[i];
  if (is_big(l) || !points_->fixed() || (v.point != no_point && !is_whole(v.point))) return std::nullopt;
  const LineRecord& r = lines_[l >> 1];
  const auto decided = [&](int bits, Sign sign, bool flip) {
    counts.max_bits = std::max(counts.max_bits, bits);
    return flip ? -sign : sign;
  };
  const auto natively = [&](Int128 value, bool flip) {
    return decided(bits_of(value), sign_of((value > 0) - (value < 0)), flip);
  };
  const auto wide = [&](const auto& value, bool flip) { return decided(value.bit_length(), value.sign(), flip); };
  if (v.point != no_point && r.numbers == Numbers::of_points && points_->native()) {
    const auto away = [&](PointId to, PointId from, int axis) {
      return static_cast<Int128>(points_->native_difference(to, from, axis));
    };
    if (r.from == r.to) return natively(away(v.point, r.from, r.source.kind == at_x_kind ? 0 : 1), l & 1);
    return natively(formulas::dot2d(away(r.to, r.from, 1), away(r.from, r.to, 0), away(v.point, r.from, 0),
                                    away(v.point, r.from, 1)),
                    l & 1);
  }
  if (v.point != no_point) {
    const auto local = [&](int axis) { return points_->difference(v.point, origin_, axis); };
    return wide(formulas::side(fixed(l), local(0), local(1), FixedInteger<2>(1)), l & 1);
  }
  if (is_big(v.first) || is_big(v.second)) return std::nullopt;
  const bool flip = (v.first ^ v.second ^ l) & 1;
  if (const auto a = native(v.second), b = native(v.first), n = native(l); a && b && n && meet_natively(*a, *b)) {
    const Int128 x = formulas::meet_x(*a, *b), y = formulas::meet_y(*a, *b), w = formulas::meet_w(*a, *b);
    if (std::max({bits_of(n->a) + bits_of(x), bits_of(n->b) + bits_of(y), bits_of(n->c) + bits_of(w)}) <= 125)
      return natively(formulas::side(*n, x, y, w), flip);
  }
  const Coefficients<LineInteger> a = fixed(v.second), b = fixed(v.first);
  return wide(formulas::side(fixed(l), formulas::meet_x(a, b), formulas::meet_y(a, b), formulas::meet_w(a, b)), flip);
}

Sign ImplicitPlan::side_exact(VertexId i, LineId l, LadderCounts& counts) const {
  const auto n = exact(l);
  const auto [x, y, w] = exact_vertex(i);
  const mpz_class s = formulas::side(n, x, y, w);
  counts.max_bits = std::max(counts.max_bits, bits_of(s));
  return sign_of_mpz(s);
}

// Inlined, so that counting in the plan costs nothing more.
[[gnu::always_inline]] inline Sign ImplicitPlan::counted_side(VertexId v, const VertexRecord& vertex, LineId l,
                                                              const LineRecord& line, LadderCounts& counts) const {
  if (const auto s = side_combinatorial(vertex, line)) {
    ++counts.combinatorial;
    return *s;
  }
  if (const auto s = side_filtered(vertex, line, l & 1)) {
    ++counts.filtered;
    return *s;
  }
  return side_beyond_doubles(v, l, counts);
}

// Whether a vertex is on a line because of an input point that the line runs through: the vertex is that point, or both
// of its lines run through it, too. Points that lie over one another are one point here, and where the table is
// native() that is a comparison of exact doubles.
bool ImplicitPlan::shares_point(const VertexRecord& v, const LineRecord& l) const {
  if (l.from == no_point) return false;
  const bool doubles_tell = points_->native() && !has_long_;
  const auto same = [&](PointId p, PointId q) {
    return p == q || (doubles_tell && points_->approx(p, 0) == points_->approx(q, 0) &&
                      points_->approx(p, 1) == points_->approx(q, 1));
  };
  if (v.point != no_point) return same(v.point, l.from) || same(v.point, l.to);
  const LineRecord &first = lines_[v.first >> 1], &second = lines_[v.second >> 1];
  if (first.from == no_point || second.from == no_point) return false;
  const auto common = [&](PointId p) {
    return (same(p, first.from) || same(p, first.to)) && (same(p, second.from) || same(p, second.to));
  };
  return common(l.from) || common(l.to);
}

Sign ImplicitPlan::side_beyond_doubles(VertexId v, LineId l, LadderCounts& counts) const {
  if (shares_point(vertices_[v], lines_[l >> 1])) {
    ++counts.combinatorial;
    return Sign::zero;
  }
  if (std::isnan(lines_[l >> 1].a) || std::isnan(vertices_[v].x))
    if (const auto s = side_interval(v, l)) {
      ++counts.interval;
      return *s;
    }
  if (const auto s = side_fixed(v, l, counts)) {
    ++counts.fixed;
    return *s;
  }
  ++counts.exact;
  return side_exact(v, l, counts);
}

[[gnu::always_inline]] inline Sign ImplicitPlan::counted_turn(LineId l, LineId m, LadderCounts& counts) const {
  const bool flip = (l ^ m) & 1;
  if (equal_lines(l, m)) {
    ++counts.combinatorial;
    return Sign::zero;
  }
  const LineRecord &p = lines_[l >> 1], &q = lines_[m >> 1];
  const double s = formulas::meet_w(p, q);
  const double bound = turn_error * formulas::determinant_size(p.a, p.b, q.a, q.b);
  Sign sign;
  if (s > bound || s < -bound || bound == 0) {
    ++counts.filtered;
    sign = s > 0 ? Sign::positive : s < 0 ? Sign::negative : Sign::zero;
  } else if (!is_big(l) && !is_big(m)) {
    ++counts.fixed;
    const auto w = formulas::meet_w(fixed(l), fixed(m));
    counts.max_bits = std::max(counts.max_bits, w.bit_length());
    sign = w.sign();
  } else {
    ++counts.exact;
    const mpz_class w = formulas::meet_w(exact(l & ~1u), exact(m & ~1u));
    counts.max_bits = std::max(counts.max_bits, bits_of(w));
    sign = sign_of_mpz(w);
  }
  return flip ? -sign : sign;
}

Sign ImplicitPlan::side(VertexId v, LineId l) const { return side(v, l, counts_); }
Sign ImplicitPlan::side(VertexId v, LineId l, LadderCounts& counts) const {
  return counted_side(v, vertices_[v], l, lines_[l >> 1], counts);
}
// counted_side() for many vertices. The line's record is read once, with its direction in the signs of its
// coefficients, and only questions that doubles do not decide are counted inside the loop.
void ImplicitPlan::sides(std::span<const Corner> corners, LineId l, Sign* out) const {
  const LineRecord& line = lines_[l >> 1];
  const double direction = l & 1 ? -1 : 1;
  const Coefficients<double> to{direction * line.a, direction * line.b, direction * line.c};
  const Coefficients<double> size{std::fabs(to.a), std::fabs(to.b), std::fabs(to.c)};
  const std::uint32_t canonical = line.canonical >> 1;
  const PointId first = line.from, last = line.to;
  const VertexRecord* const vertices = vertices_.data();
  std::uint64_t on = 0, beyond = 0;
  for (const Corner& corner : corners) {
    const VertexRecord& v = vertices[corner.vertex];
    Sign sign = Sign::zero;
    if (v.canonical_first == canonical || v.canonical_second == canonical ||
        ((v.point == first || v.point == last) && v.point != no_point)) {
      ++on;
    } else {
      const double s = formulas::side(to, v.x, v.y, v.w);
      const double bound = side_error * formulas::side(size, v.mx, v.my, v.mw);
      if (s > bound) {
        sign = Sign::positive;
      } else if (s < -bound) {
        sign = Sign::negative;
      } else if (bound != 0) {
        ++beyond;
        sign = side_beyond_doubles(corner.vertex, l, counts_);
      }
    }
    *out++ = sign;
  }
  counts_.combinatorial += on;
  counts_.filtered += corners.size() - on - beyond;
}
Sign ImplicitPlan::turn(LineId l, LineId m) const { return counted_turn(l, m, counts_); }
Sign ImplicitPlan::turn(LineId l, LineId m, LadderCounts& counts) const { return counted_turn(l, m, counts); }

Sign ImplicitPlan::order_points_along(LineId l, PointId p, PointId q, LadderCounts& counts) const {
  // The coordinate that changes along l, in the direction (-b, a).
  const LineRecord& r = lines_[l >> 1];
  const bool by_x = crosses_x_lines(l);
  const int axis = by_x ? 0 : 1;
  Sign change;
  if (std::isnan(r.a)) {
    const auto e = exact(l & ~1u);
    change = sign_of_mpz(by_x ? mpz_class(-e.b) : e.a);
  } else {
    change = sign_of(by_x ? (r.b < 0) - (r.b > 0) : (r.a > 0) - (r.a < 0));
  }
  if (l & 1) change = -change;
  const double x = points_->approx(p, axis), y = points_->approx(q, axis);
  if (x != y) {  // rounding is monotone
    ++counts.filtered;
    return x < y ? -change : change;
  }
  if (points_->approx_is_exact(p, axis) && points_->approx_is_exact(q, axis)) {
    ++counts.filtered;
    return Sign::zero;
  }
  ++counts.exact;
  return sign_of(cmp(points_->exact(p, axis), points_->exact(q, axis))) * change;
}

Sign ImplicitPlan::order_along(LineId l, VertexId v, VertexId w, LadderCounts& counts) const {
  if (v == w) {
    ++counts.combinatorial;
    return Sign::zero;
  }
  const VertexRecord &a = vertices_[v], &b = vertices_[w];
  if (a.point != no_point && b.point != no_point) return order_points_along(l, a.point, b.point, counts);
  if (b.second == no_line) return -order_along(l, w, v, counts);
  // Any line m through w that crosses l serves: along l, the value of m changes at the rate turn(l, m).
  const LineId m = equal_lines(b.first, l) ? b.second : b.first;
  return side(v, m, counts) * turn(l, m, counts);
}

}  // namespace plumb::kernel
