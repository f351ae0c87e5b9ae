// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel's predicates on points, and slopes, against fractions. Each truth is the formula of a textbook in
// mpq_class, which is written here; each stage of a predicate must give it or leave the question open.
//
// 1. Points of a table: orientation, volume, order, collinear points, normals.
// 2. Slopes of these normals, and the angles between them. Where cos^2 of the limit is irrational, the truth is a
//    Taylor series in fractions.
// 3. The same points in plan, by their exact coordinates: orientation of vectors, circles, distances, crossings.
// 4. Rounded to doubles: orientation and doubled areas.
//
// Bytes: points (near_points.h), then the limit of slope, then numbers of points. Cost: below a millisecond an input.
#include <cstdint>
#include <map>
#include <optional>

#include "near_points.h"
#include "plumb/kernel/convex_ring.h"
#include "plumb/kernel/filtered_point.h"
#include "plumb/kernel/plane.h"
#include "plumb/kernel/point_predicates.h"
#include "plumb/kernel/slope.h"
#include "require.h"

namespace {

using namespace plumb::kernel;

ExactPlace minus(const ExactPlace& p, const ExactPlace& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
mpq_class dot(const ExactPlace& p, const ExactPlace& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }
ExactPlace cross_product(const ExactPlace& p, const ExactPlace& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}
ExactPlace normal(const ExactPlace& a, const ExactPlace& b, const ExactPlace& c) {
  return cross_product(minus(b, a), minus(c, a));
}
bool is_or_none(const std::optional<Sign>& found, int truth) { return !found || *found == sign_of(truth); }
bool lies_in(const mpq_class& value, const Interval& interval) {
  return (std::isinf(interval.low) || mpq_class(interval.low) <= value) &&
         (std::isinf(interval.high) || value <= mpq_class(interval.high));
}

// --- 1. Points of a table

void check_triple(const NearPoints& points, PointId a, PointId b, PointId c) {
  const PointTable& t = points.table;
  const ExactPlace n = normal(points.at[a], points.at[b], points.at[c]);
  bool is_line = true;
  for (int axis = 0; axis < 3; ++axis) {
    const int truth = sgn(n[static_cast<std::size_t>(axis)]);
    is_line = is_line && truth == 0;
    require(is_or_none(orientation_filtered(t, axis, a, b, c), truth), "orientation in doubles");
    require(orientation_exact(t, axis, a, b, c) == sign_of(truth), "orientation in integers");
    require(orientation(t, axis, a, b, c) == sign_of(truth), "orientation");
    require(orientation(t, axis, b, a, c) == sign_of(-truth), "orientation the other way");
  }
  require(collinear(t, a, b, c) == is_line, "collinear points");
  if (!is_line) {
    const Projection p = projection_of(t, a, b, c);
    const int axis = n[2] != 0 ? 2 : n[0] != 0 ? 0 : 1;
    require(p.axis == axis && p.sign == sign_of(sgn(n[static_cast<std::size_t>(axis)])), "the projection of a plane");
  }
  if (!are_whole(t, a, b, c)) return;
  const mpz_class unit = t.denominator() * t.denominator();
  const std::array<mpq_class, 3> whole{n[0] * unit, n[1] * unit, n[2] * unit};
  const auto exact = normal_of<mpz_class>(t, a, b, c);
  require(exact.x == whole[0] && exact.y == whole[1] && exact.z == whole[2], "a normal in integers");
  if (t.fixed()) {
    const auto fixed = normal_of<FixedInteger<5>>(t, a, b, c);
    require(fixed.x.to_mpz() == exact.x && fixed.y.to_mpz() == exact.y && fixed.z.to_mpz() == exact.z,
            "a normal in integers of fixed width");
  }
  const FilteredNormal f = filtered_normal(t, a, b, c);
  const std::array<std::array<double, 2>, 3> near{{{f.x, f.error_x}, {f.y, f.error_y}, {f.z, f.error_z}}};
  for (std::size_t k = 0; k < 3; ++k)
    if (std::isfinite(near[k][0]) && std::isfinite(near[k][1]))
      require(abs(mpq_class(near[k][0]) - whole[k]) <= mpq_class(near[k][1]), "a normal in doubles");
}

void check_quadruple(const NearPoints& points, PointId a, PointId b, PointId c, PointId d) {
  const PointTable& t = points.table;
  const int truth = sgn(dot(normal(points.at[a], points.at[b], points.at[c]), minus(points.at[d], points.at[a])));
  require(is_or_none(volume_filtered(t, a, b, c, d), truth), "volume in doubles");
  require(volume_exact(t, a, b, c, d) == sign_of(truth), "volume in integers");
  require(volume(t, a, b, c, d) == sign_of(truth), "volume");
  require(volume(t, a, b, d, c) == sign_of(-truth), "volume, mirrored");
}

void check_table(const NearPoints& points) {
  const auto n = static_cast<PointId>(points.at.size());
  for (PointId a = 0; a < n; ++a)
    for (PointId b = 0; b < n; ++b) {
      const ExactPlace &p = points.at[a], &q = points.at[b];
      for (int k = 0; k < 3; ++k) {
        const auto i = static_cast<std::size_t>(k), j = (i + 1) % 3, l = (i + 2) % 3;
        const auto order = cmp(p[i], q[i]) <=> 0;
        require(compare(points.table, k, a, b) == order && compare_exact(points.table, k, a, b) == order, "order");
        const int projected = p[j] != q[j] ? cmp(p[j], q[j]) : cmp(p[l], q[l]);
        require(compare_projected(points.table, k, a, b) == (projected <=> 0), "order of projections");
      }
      for (PointId c = b + 1; c < n && a < b; ++c) {
        check_triple(points, a, b, c);
        for (PointId d = c + 1; d < n; ++d) check_quadruple(points, a, b, c, d);
      }
    }
}

// --- 2. Slopes

// Doubles of cos^2 do not do: an enclosure, of fractions.
struct Enclosure {
  mpq_class low, high;
};

// cos^2 of so many degrees is (1 + cos 2x) / 2. The series of cos alternates, and its terms fall from the third on
// where the angle is below pi, as (2 pi / 2)^2 < 3 * 4, so two neighbouring sums enclose it. pi is given to 60 digits.
const Enclosure& cos_squared(const mpq_class& degrees) {
  static std::map<mpq_class, Enclosure> known;
  const auto [at, is_new] = known.try_emplace(degrees);
  if (!is_new) return at->second;
  const mpz_class digits("3141592653589793238462643383279502884197169399375105820974944");
  mpz_class scale;
  mpz_ui_pow_ui(scale.get_mpz_t(), 10, 60);
  const auto cosine = [&](mpq_class pi, bool upper) -> mpq_class {
    pi.canonicalize();
    const mpq_class angle = 2 * degrees * pi / 180;
    mpq_class term = 1, sum = 1, before = 1;
    for (long k = 1; k < 120 && (k < 6 || abs(term) > mpq_class(1, scale)); ++k) {
      term *= -angle * angle / (mpq_class(2 * k) * (2 * k - 1));
      before = sum;
      sum += term;
    }
    return upper ? std::max(before, sum) : std::min(before, sum);
  };
  // cos falls from 0 to pi.
  const mpq_class low = cosine(mpq_class(digits + 1, scale), false), high = cosine(mpq_class(digits, scale), true);
  at->second = {(1 + low) / 2, (1 + high) / 2};
  return at->second;
}

struct Limit {
  SlopeLimit limit;
  Enclosure cos_squared;
};

std::optional<Limit> limit_of(Bytes& bytes) {
  const int kind = bytes.below(4);
  const mpq_class value = fraction(bytes(), 1 + bytes.below(64));
  if (kind == 0) {
    const auto limit = SlopeLimit::from_degrees(value);
    require(limit.has_value() == (value < 90), "which degrees are a limit");
    if (!limit) return std::nullopt;
    if (value == 0 || value == 30 || value == 45 || value == 60) {
      const mpq_class c = value == 0 ? mpq_class(1) : fraction(value == 30 ? 3 : value == 45 ? 2 : 1, 4);
      return Limit{*limit, {c, c}};
    }
    return Limit{*limit, cos_squared(value)};
  }
  const auto limit = kind == 1   ? SlopeLimit::from_ratio(value)
                     : kind == 2 ? SlopeLimit::from_cosine(value)
                                 : SlopeLimit::from_tan_squared(value);
  require(limit.has_value() == (kind != 2 || (value > 0 && value <= 1)), "which numbers are a limit");
  if (!limit) return std::nullopt;
  const mpq_class c = kind == 1   ? mpq_class(1 / (1 + value * value))
                      : kind == 2 ? mpq_class(value * value)
                                  : mpq_class(1 / (1 + value));
  return Limit{*limit, {c, c}};
}

// Whether part >= cos^2 all; none where the enclosure leaves it open.
std::optional<bool> at_least(const mpq_class& part, const mpq_class& all, const Enclosure& cos_squared) {
  if (part >= cos_squared.high * all) return true;
  if (part < cos_squared.low * all) return false;
  return std::nullopt;
}

void check_slopes(const NearPoints& points, const Limit& limit) {
  struct Found {
    ExactNormal exact;
    ExactPlace at;
    std::array<Interval, 3> near;
  };
  std::vector<Found> normals;
  const auto n = static_cast<PointId>(points.at.size());
  for (PointId a = 0; a < n && normals.size() < 6; ++a)
    for (PointId b = a + 1; b < n; ++b)
      for (PointId c = b + 1; c < n; ++c) {
        const auto exact = normal_of<mpz_class>(points.table, a, b, c);
        if (exact.x == 0 && exact.y == 0 && exact.z == 0) continue;
        const ExactPlace at{mpq_class(exact.x), mpq_class(exact.y), mpq_class(exact.z)};
        normals.push_back({exact, at, {interval_of(at[0]), interval_of(at[1]), interval_of(at[2])}});
        const auto truth = at[2] == 0 ? std::optional(false) : at_least(at[2] * at[2], dot(at, at), limit.cos_squared);
        if (!truth) continue;
        require(limit.limit.is_traversable(exact) == *truth, "slope in integers");
        if (!are_whole(points.table, a, b, c)) continue;
        const auto filtered = limit.limit.is_traversable_filtered(filtered_normal(points.table, a, b, c));
        require(filtered.value_or(*truth) == *truth, "slope in doubles");
        if (points.table.fixed())
          require(limit.limit.is_traversable(normal_of<FixedInteger<5>>(points.table, a, b, c)) == *truth,
                  "slope in integers of fixed width");
      }
  for (const Found& p : normals)
    for (const Found& q : normals) {
      const mpq_class along = dot(p.at, q.at);
      const auto truth = along <= 0 ? std::optional(false)
                                    : at_least(along * along, dot(p.at, p.at) * dot(q.at, q.at), limit.cos_squared);
      if (!truth) continue;
      require(limit.limit.within(p.exact, q.exact) == *truth, "an angle in integers");
      require(limit.limit.within(p.near, q.near).value_or(*truth) == *truth, "an angle in intervals");
    }
}

// --- 3. Points in plan

mpq_class turn(const ExactPlace& a, const ExactPlace& b, const ExactPlace& c, const ExactPlace& d) {
  return (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]);
}
mpq_class squared(const ExactPlace& p, const ExactPlace& q) {
  return (p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]);
}
PlanPoint plan(const ExactPlace& p) { return {p[0], p[1]}; }

// How far along the segment its nearest point to `at` is, 0 to 1.
mpq_class share(const ExactPlace& at, const ExactPlace& p, const ExactPlace& q) {
  if (p[0] == q[0] && p[1] == q[1]) return 0;
  const mpq_class t = ((at[0] - p[0]) * (q[0] - p[0]) + (at[1] - p[1]) * (q[1] - p[1])) / squared(p, q);
  return t < 0 ? mpq_class(0) : t > 1 ? mpq_class(1) : t;
}

void check_segment(const ExactPlace& a, const ExactPlace& p, const ExactPlace& q, const mpq_class& square) {
  const mpq_class t = share(a, p, q);
  const ExactPlace foot{p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), 0};
  const mpq_class distance = squared(a, foot);
  require(squared_distance(plan(a), plan(p), plan(q)) == distance, "the distance to a segment");
  require(nearest_point(plan(a), plan(p), plan(q)) == plan(foot), "the nearest point of a segment");
  const FilteredPoint fa(plan(a)), fp(plan(p)), fq(plan(q));
  require(lies_in(distance, squared_distance_near(fa, fp, fq)), "doubles around the distance to a segment");
  require(lies_in(squared(p, q), squared_distance_near(fp, fq)), "doubles around a distance");
  const bool is_point = p[0] == q[0] && p[1] == q[1];
  require(has_foot(fa, fp, fq) == (!is_point && t > 0 && t < 1), "whether the nearest point is no end");
  for (const mpq_class& limit : {square, distance}) {
    const int order = compare_squared_distance(fa, fp, fq, limit);
    require((order > 0) - (order < 0) == sgn(mpq_class(distance - limit)), "a distance against a limit");
  }
}

// The sign of the determinant that is positive where d is within the circle through a, b and c, which turn left.
int circle(const ExactPlace& a, const ExactPlace& b, const ExactPlace& c, const ExactPlace& d) {
  ExactPlace row[3];
  const ExactPlace* const corner[] = {&a, &b, &c};
  for (int k = 0; k < 3; ++k) {
    const mpq_class x = (*corner[k])[0] - d[0], y = (*corner[k])[1] - d[1];
    row[k] = {x, y, x * x + y * y};
  }
  return sgn(dot(cross_product(row[0], row[1]), row[2]));
}

void check_plan(const ExactPlace& a, const ExactPlace& b, const ExactPlace& c, const ExactPlace& d) {
  const PlanRef pa(a), pb(b), pc(c), pd(d);
  const int truth = sgn(turn(a, b, c, d));
  require(is_or_none(orientation_of_vectors_near(pa, pb, pc, pd), truth), "the turn of vectors in doubles");
  require(orientation_of_vectors_exact(pa, pb, pc, pd) == sign_of(truth), "the turn of vectors in integers");
  require(orientation_of_vectors(pa, pb, pc, pd) == sign_of(truth), "the turn of vectors");
  require(orientation(pa, pb, pc) == sign_of(sgn(turn(a, b, a, c))), "the turn of points");
  require(before(pa, pb) == (a[0] != b[0] ? a[0] < b[0] : a[1] < b[1]), "order in plan");
  require(same_place(pa, pb) == (a[0] == b[0] && a[1] == b[1]), "equal places");
  const FilteredPoint fa(plan(a)), fb(plan(b)), fc(plan(c)), fd(plan(d));
  const auto side = [&](const ExactPlace& p, const ExactPlace& q, const ExactPlace& r) {
    return sgn(turn(p, q, p, r));
  };
  const bool crosses = side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
  require(cross(fa, fb, fc, fd) == crosses, "crossing segments");
  if (side(c, d, a) * side(c, d, b) < 0) {
    const mpq_class from = turn(c, d, c, a), share = from / (from - turn(c, d, c, b));
    require(crossing(plan(a), plan(b), plan(c), plan(d)) ==
                PlanPoint{a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])},
            "where segments cross");
  }
  if (side(a, b, c) > 0) {
    const int inside = circle(a, b, c, d);
    require(in_circle(fa, fb, fc, fd) == sign_of(inside), "a circle");
    if (inside != 0) require(in_circle_moved(fa, fb, fc, fd) == (inside > 0), "a circle, moved");
  }
}

// --- 4. Rounded to doubles

void check_rounded(const ExactPlace& a, const ExactPlace& b, const ExactPlace& c, const ExactPlace& d) {
  RoundedPlace r[4];
  ExactPlace e[4];
  const ExactPlace* const given[] = {&a, &b, &c, &d};
  for (int i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k < 2; ++k) {
      r[i][k] = (*given[i])[k].get_d();
      if (!std::isfinite(r[i][k])) return;
      e[i][k] = r[i][k];
    }
    e[i][2] = 0;
  }
  const mpq_class area = turn(e[0], e[1], e[0], e[2]);
  require(orientation(r[0], r[1], r[2]) == sign_of(sgn(area)), "the turn of rounded points");
  require(lies_in(area, doubled_area(r[0], r[1], r[2])), "doubles around an area");
  require(is_or_none(orientation_of_doubles(r[0][0], r[0][1], r[1][0], r[1][1], r[2][0], r[2][1], r[3][0], r[3][1]),
                     sgn(turn(e[0], e[1], e[2], e[3]))),
          "the turn of vectors between doubles");
  require(is_or_none(exact_determinant_sign(r[0][0], r[0][1], r[1][0], r[1][1]),
                     sgn(mpq_class(e[0][0] * e[1][1] - e[0][1] * e[1][0]))),
          "a determinant of doubles");
  const RoundedPlace ring[] = {r[0], r[1], r[2]};
  const RingState state = area > 0 ? RingState::kept : area < 0 ? RingState::flipped : RingState::collapsed;
  require(state_of(ring) == state, "what has become of a triangle");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4 || size > 400) return 0;
  Bytes bytes(data, size);
  const NearPoints points = near_points(bytes);
  check_table(points);
  if (const auto limit = limit_of(bytes)) check_slopes(points, *limit);
  const mpq_class square = fraction(bytes(), 1 + bytes());
  for (int round = 0; round < 4; ++round) {
    const auto any = [&]() -> const ExactPlace& {
      return points.at[static_cast<std::size_t>(bytes()) % points.at.size()];
    };
    const ExactPlace &a = any(), &b = any(), &c = any(), &d = any();
    check_plan(a, b, c, d);
    check_segment(a, b, c, square);
    check_rounded(a, b, c, d);
  }
  return 0;
}
