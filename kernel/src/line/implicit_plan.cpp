// SPDX-License-Identifier: LGPL-3.0-or-later
// Construction of the lines and vertices of an ImplicitPlan. The predicates are in implicit_plan_predicates.cpp.
//
// 1. A line is made by edge(), axis_line(), diagonal() or line(). Its exact coefficients are of one of three kinds
//    (LineRecord::Numbers): `of_points` stores two points of a native() table alone and computes the coefficients when
//    they are asked for; `fixed` stores FixedIntegers; `big` stores GMP integers. round_line() and round_native_line()
//    add doubles, scaled by a power of two; they are NaN where the coefficients differ so much in size that products of
//    them might leave the range of double.
// 2. intern_last() finds out whether an equal line exists. Each canonical line has a Key, its doubles divided by |a| +
//    |b|, in a hash table by a and c rounded to float. The table is searched at both ends of the key's error interval,
//    and equal_exact() compares each candidate. The new line then points to the canonical one and keeps its own source.
// 3. mark() and rewind(): records, numbers and keys are stacks. A chain of the hash table starts with its newest key,
//    so erasing the newest line takes constant time.
// 4. adopt() and restore() copy lines of another plan or of a LineTable without computing coefficients.
// 5. vertex() computes homogeneous coordinates of the meeting point in doubles, with the magnitudes of their terms for
//    the filter. exact_vertex() computes them exactly, when asked; approx() and approx_meet() return doubles with
//    bounds.
//
// Cost: constant expected time for a line or a vertex, times the length of numbers: for coordinates below 2^b an edge
// has 2b + 3 bits, a line where two planes meet 5b + 9 and its denominator's. A diagonal is as long as its two vertices
// make it, and cascades of diagonals grow without a bound.
// Exact: equality of lines, and every coefficient. Keys and hashes only find candidates; the derivations of the bounds
// on approx() and approx_meet() stand beside them.
#include "plumb/kernel/implicit_plan.h"

#include <cassert>
#include <cmath>
#include <utility>

#include "implicit_plan_numbers.h"
#include "plumb/kernel/formulas.h"
#include "plumb/kernel/int128.h"

namespace plumb::kernel {
namespace {

constexpr UnderflowBound least_coordinate{-1000};  // a greater result had normal numbers in all steps

}  // namespace

ImplicitPlan::ImplicitPlan(const PointTable& points, PointId origin)
    : points_(&points), origin_(origin), has_long_(points.has_long()) {}

void ImplicitPlan::reset(PointId origin) {
  rewind({restored_, 0, 0});
  while (!keys_.empty()) drop_key();
  lines_.clear();
  restored_ = keyed_ = 0;
  origin_ = origin;
  has_long_ = points_->has_long();
}

ImplicitPlan::Mark ImplicitPlan::mark() const {
  return {static_cast<std::uint32_t>(lines_.size()), static_cast<std::uint32_t>(vertices_.size()),
          static_cast<std::uint32_t>(diagonals_.size())};
}

void ImplicitPlan::rewind(const Mark& m) {
  assert(m.lines >= restored_);
  while (!keys_.empty() && keys_.back().line >= m.lines) drop_key();
  while (lines_.size() > m.lines) {
    if (lines_.back().numbers == Numbers::big) big_.pop_back();
    if (lines_.back().numbers == Numbers::fixed) fixed_.pop_back();
    lines_.pop_back();
  }
  vertices_.resize(m.vertices);
  diagonals_.resize(m.diagonals);
}

// --- Lines

namespace {

template <class N>
void round_line(LineRecord& r, const Coefficients<N>& l) {
  const int shift = std::max(bits_of(l.a), bits_of(l.b));
  assert(shift > 0);
  for (const auto* v : {&l.a, &l.b, &l.c})
    if (const int bits = bits_of(*v); bits != 0 && std::abs(bits - shift) >= coefficient_range) {
      r.a = r.b = r.c = unknown;
      return;
    }
  r.a = scaled(l.a, shift);
  r.b = scaled(l.b, shift);
  r.c = scaled(l.c, shift);
}

// Rounds the coefficients of a line of input points, which are computed in machine integers.
[[gnu::always_inline]] inline void round_native_line(const PointTable& points, PointId origin, LineRecord& r) {
  const auto local = [&](PointId i, int axis) { return points.native_difference(i, origin, axis); };
  if (r.from == r.to) {
    const int axis = r.source.kind == at_x_kind ? 0 : 1;
    r.a = axis == 0 ? 0.5 : 0;
    r.b = axis == 1 ? 0.5 : 0;
    r.c = 0.5 * static_cast<double>(-local(r.from, axis));
    return;
  }
  const std::int64_t px = local(r.from, 0), py = local(r.from, 1), a = local(r.to, 1) - py, b = px - local(r.to, 0);
  const Int128 c = -(static_cast<Int128>(a) * px + static_cast<Int128>(b) * py);
  const int shift = 64 - std::min(std::countl_zero(static_cast<std::uint64_t>(a < 0 ? -a : a)),
                                  std::countl_zero(static_cast<std::uint64_t>(b < 0 ? -b : b)));
  const double unit = std::bit_cast<double>(static_cast<std::uint64_t>(1023 - shift) << 52);  // 2^-shift
  r.a = static_cast<double>(a) * unit;
  r.b = static_cast<double>(b) * unit;
  r.c = static_cast<double>(c) * unit;
}

}  // namespace

Coefficients<LineInteger> ImplicitPlan::fixed(LineId l) const {
  const LineRecord& r = lines_[l >> 1];
  if (r.numbers == Numbers::of_points) return line_of_points(*points_, origin_, r);
  return (l >> 1) < restored_ ? table_->fixed(r) : fixed_[r.index];
}

bool ImplicitPlan::equal_exact(std::uint32_t i, std::uint32_t j, bool& same_direction) const {
  const LineRecord &l = lines_[i], &m = lines_[j];
  if (points_->native() && l.numbers == Numbers::of_points && m.numbers == Numbers::of_points) {
    // Equal lines are parallel, and one runs through a point of the other. Sums of two products of two differences fit.
    const auto away = [&](PointId from, PointId to, int axis) { return points_->native_difference(to, from, axis); };
    const auto normal = [&](const LineRecord& r) {
      const bool at_x = r.source.kind == at_x_kind;
      return r.from == r.to ? std::array<std::int64_t, 2>{at_x, !at_x}
                            : std::array{away(r.from, r.to, 1), away(r.to, r.from, 0)};
    };
    // Differences are widened only where they are multiplied, so that each product is one of 64 bits by 64.
    const auto wide = [](std::int64_t v) { return static_cast<Int128>(v); };
    const auto n = normal(l), k = normal(m);
    if (!formulas::parallel(wide(n[0]), wide(n[1]), wide(k[0]), wide(k[1]))) return false;
    if (formulas::dot2d(wide(k[0]), wide(k[1]), wide(away(m.from, l.from, 0)), wide(away(m.from, l.from, 1))) != 0)
      return false;
    same_direction = (n[0] > 0) == (k[0] > 0) && (n[1] > 0) == (k[1] > 0);
    return true;
  }
  const auto compare = [&](const auto& l, const auto& m) {
    if (!(formulas::parallel(l.a, l.b, m.a, m.b) && formulas::parallel(l.a, l.c, m.a, m.c) &&
          formulas::parallel(l.b, l.c, m.b, m.c)))
      return false;
    const auto sign = [](const auto& v) {
      if constexpr (requires { v.sign(); }) return v.sign();
      else return sign_of_mpz(v);
    };
    same_direction = sign(l.a) == sign(m.a) && sign(l.b) == sign(m.b);
    return true;
  };
  if (!is_big(i << 1) && !is_big(j << 1)) return compare(fixed(i << 1), fixed(j << 1));
  return compare(exact(i << 1), exact(j << 1));
}

namespace {

constexpr std::uint32_t end_of_chain = 0xffffffffu;

}  // namespace

std::uint32_t ImplicitPlan::bucket_of(float a, float c) const {
  const std::uint64_t bits = std::uint64_t{std::bit_cast<std::uint32_t>(a)} << 32 | std::bit_cast<std::uint32_t>(c);
  return static_cast<std::uint32_t>((bits * 0x9e3779b97f4a7c15u) >> 40) &
         static_cast<std::uint32_t>(buckets_.size() - 1);
}

void ImplicitPlan::drop_key() {
  buckets_[keys_.back().bucket] = keys_.back().next;
  keys_.pop_back();
}

[[gnu::always_inline]] inline void ImplicitPlan::add_key(const Key& key) {
  if (keys_.size() >= buckets_.size()) {
    buckets_.assign(std::max<std::size_t>(64, 4 * buckets_.size()), end_of_chain);
    for (std::uint32_t i = 0; i < keys_.size(); ++i) {
      keys_[i].bucket = bucket_of(static_cast<float>(keys_[i].a), static_cast<float>(keys_[i].c));
      keys_[i].next = std::exchange(buckets_[keys_[i].bucket], i);
    }
  }
  keys_.push_back(key);
  Key& k = keys_.back();
  k.bucket = bucket_of(static_cast<float>(k.a), static_cast<float>(k.c));
  k.next = std::exchange(buckets_[k.bucket], static_cast<std::uint32_t>(keys_.size() - 1));
}

// Inlined: every line needs a key, and the keys of most lines are kept.
[[gnu::always_inline]] inline ImplicitPlan::Key ImplicitPlan::key_of(std::uint32_t line) const {
  const LineRecord& r = lines_[line];
  if (std::isnan(r.a)) return {unknown, unknown, unknown, line, 0, 0};  // one bit pattern
  const double size = std::fabs(r.a) + std::fabs(r.b);
  const double unit = (r.a < 0 || (r.a == 0 && r.b < 0) ? -1 : 1) / size;
  return {r.a * unit + 0.0, r.b * unit + 0.0, r.c * unit + 0.0, line, 0, 0};  // + 0.0: no negative zero
}

// Where a number of a line's key is below this, or c is above its inverse, doubles may hold the coefficients of that
// line and not those of an equal one. Doubles are refused where lengths in bits differ by coefficient_range, 200. A
// length in bits differs by less than one from the logarithm that it measures, a difference of two lengths by less than
// two, and with |a| + |b| = 1 the greater of both is at least 1/2: three in all.
constexpr UnderflowBound least_in_key{-197};

// Whether doubles may hold no line that is equal to one with this key.
static bool is_extreme(double a, double b, double c) {
  const auto tiny = [](double v) { return v != 0 && std::fabs(v) < least_in_key; };
  return tiny(a) || tiny(b) || tiny(c) || std::fabs(c) > 1 / least_in_key;
}

// A key has five roundings: of a coefficient, of the size (two), of its inverse and of the product. So the keys of
// equal lines differ by at most ten roundings, relatively, and lines whose keys differ by less than key_error are
// compared exactly. Two such keys may round to neighbouring floats, so both ends of the interval are looked up. All
// keys that are NaN are in one bucket.
LineId ImplicitPlan::intern_last() {
  for (; keyed_ < restored_; ++keyed_)
    if (lines_[keyed_].canonical == keyed_ << 1) add_key(key_of(keyed_));
  const double near = key_error;
  const auto index = static_cast<std::uint32_t>(lines_.size() - 1);
  lines_.back().canonical = index << 1;
  const Key key = key_of(index);
  const float a[2] = {static_cast<float>(key.a * (1 - near)), static_cast<float>(key.a * (1 + near))};
  const float c[2] = {static_cast<float>(key.c * (1 - near)), static_cast<float>(key.c * (1 + near))};
  for (int i = 0; i < 2 && !buckets_.empty(); ++i) {
    if (i == 1 && a[0] == a[1]) break;
    for (int j = 0; j < 2; ++j) {
      if (j == 1 && c[0] == c[1]) break;
      for (std::uint32_t at = buckets_[bucket_of(a[i], c[j])]; at != end_of_chain; at = keys_[at].next) {
        const Key& k = keys_[at];
        if (std::fabs(k.a - key.a) > near || std::fabs(k.b - key.b) > near) continue;
        if (std::fabs(k.c - key.c) > near * (std::fabs(k.c) + std::fabs(key.c))) continue;
        // Lines through the same two points are equal; others are compared by their coefficients.
        const LineRecord &known = lines_[k.line], &now = lines_[index];
        bool same = known.from == now.from;
        const bool same_points =
            now.from != now.to && ((same && known.to == now.to) || (known.from == now.to && known.to == now.from));
        if (same_points || equal_exact(k.line, index, same)) {
          lines_[index].canonical = k.line << 1 | (same ? 0u : 1u);
          return index << 1;
        }
      }
    }
  }
  // Lines that are equal may have coefficients of other lengths, so that doubles hold one and not the other; not where
  // all coefficients are short.
  if (lines_.back().numbers != Numbers::of_points && (std::isnan(key.a) || is_extreme(key.a, key.b, key.c)))
    for (const Key& k : keys_) {
      bool same = false;
      if (std::isnan(k.a) == std::isnan(key.a) || !(std::isnan(k.a) || is_extreme(k.a, k.b, k.c))) continue;
      if (!equal_exact(k.line, index, same)) continue;
      lines_[index].canonical = k.line << 1 | (same ? 0u : 1u);
      return index << 1;
    }
  add_key(key);
  return index << 1;
}

LineId ImplicitPlan::intern(const LineRecord& r) {
  lines_.push_back(r);
  return intern_last();
}

LineId ImplicitPlan::line(const Coefficients<LineInteger>& exact, LineSource source) {
  LineRecord r{{0, no_point, no_point, source, Numbers::fixed, static_cast<std::uint32_t>(fixed_.size())}};
  round_line(r, fixed_.emplace_back(exact));
  return intern(r);
}

// Divides the coefficients by their greatest common divisor.
static void reduce(Coefficients<mpz_class>& l) {
  const mpz_class common = gcd(gcd(l.a, l.b), l.c);
  if (common == 1) return;
  for (mpz_class* v : {&l.a, &l.b, &l.c}) mpz_divexact(v->get_mpz_t(), v->get_mpz_t(), common.get_mpz_t());
}

LineId ImplicitPlan::line(Coefficients<mpz_class> exact, LineSource source) {
  if (has_long_) reduce(exact);
  if (LineInteger::fits(exact.a) && LineInteger::fits(exact.b) && LineInteger::fits(exact.c) && points_->fixed())
    return line(Coefficients<LineInteger>{LineInteger::from_mpz(exact.a), LineInteger::from_mpz(exact.b),
                                          LineInteger::from_mpz(exact.c)},
                source);
  LineRecord r{{0, no_point, no_point, source, Numbers::big, static_cast<std::uint32_t>(big_.size())}};
  round_line(r, big_.emplace_back(std::move(exact)));
  return intern(r);
}

LineId ImplicitPlan::edge(PointId p, PointId q, LineSource source) {
  if (has_long_ && !(is_whole(p) && is_whole(q))) return long_edge(p, q, source);
  if (points_->native()) {
    LineRecord r{{0, p, q, source}};
    round_native_line(*points_, origin_, r);
    return intern(r);
  }
  LineId l;
  if (points_->fixed()) {
    l = line(line_of_points(*points_, origin_, {0, p, q}), source);
  } else {
    const auto local = [&](PointId i, int axis) {
      return mpz_class(points_->integer(i, axis) - points_->integer(origin_, axis));
    };
    const mpz_class px = local(p, 0), py = local(p, 1), qx = local(q, 0), qy = local(q, 1);
    const mpz_class a = qy - py, b = px - qx, c = -(a * px + b * py);
    l = line(Coefficients<mpz_class>{a, b, c}, source);
  }
  lines_.back().from = p;
  lines_.back().to = q;
  return l;
}

// The line through two points is the cross product of their homogeneous coordinates.
LineId ImplicitPlan::long_edge(PointId p, PointId q, LineSource source) {
  auto [a, b, c] = formulas::cross(exact_point(q), exact_point(p));
  const LineId l = line(Coefficients<mpz_class>{std::move(a), std::move(b), std::move(c)}, source);
  lines_.back().from = p;
  lines_.back().to = q;
  return l;
}

LineId ImplicitPlan::axis_line(PointId p, int axis) {
  const LineSource source{axis == 0 ? at_x_kind : at_y_kind, false, p, 0};
  const int a = axis == 0 ? 1 : 0, b = 1 - a;
  const bool whole = is_whole(p);
  if (whole && points_->native()) {
    LineRecord r{{0, p, p, source}};
    round_native_line(*points_, origin_, r);
    return intern(r);
  }
  LineId l;
  if (whole && points_->fixed()) {
    l = line({LineInteger(a), LineInteger(b), LineInteger(points_->difference(origin_, p, axis))}, source);
  } else {
    const auto at = exact_point(p);
    l = line(Coefficients<mpz_class>{a * at[2], b * at[2], -at[static_cast<std::size_t>(axis)]}, source);
  }
  lines_.back().from = lines_.back().to = p;
  return l;
}

LineId ImplicitPlan::diagonal(VertexId v, VertexId w) {
  const auto from = exact_vertex(v), to = exact_vertex(w);
  const VertexRecord &first = vertices_[v], &last = vertices_[w];
  const LineSource s{diagonal_kind, false, static_cast<std::uint32_t>(diagonals_.size()), 0};
  diagonals_.push_back({{source(first.first), source(first.second)}, {source(last.first), source(last.second)}});
  const Mark before{static_cast<std::uint32_t>(lines_.size()), static_cast<std::uint32_t>(vertices_.size()),
                    static_cast<std::uint32_t>(diagonals_.size() - 1)};
  const auto [a, b, c] = formulas::cross(to, from);
  const mpz_class g = gcd(gcd(a, b), c);
  const LineId l = line(Coefficients<mpz_class>{a / g, b / g, c / g}, s);
  const LineId known = lines_[l >> 1].canonical;
  if (known == l) return l;
  rewind(before);
  return known;
}

LineId ImplicitPlan::adopt(const ImplicitPlan& other, LineId l, LineSource source, LineId equal) {
  const LineId direction = l & 1;
  if (equal != no_line) {
    const LineId known = canonical(equal) ^ direction;
    if (lines_[known >> 1].source == source) return known ^ direction;
  }
  LineRecord r = other.record(l);
  r.source = source;
  if (r.numbers == Numbers::fixed) {
    r.index = static_cast<std::uint32_t>(fixed_.size());
    fixed_.push_back(other.fixed(l));
  } else if (r.numbers == Numbers::big) {
    r.index = static_cast<std::uint32_t>(big_.size());
    big_.push_back(other.exact(l & ~1u));
  }
  if (equal != no_line) {
    r.canonical = canonical(equal) ^ direction;
    lines_.push_back(r);
    return static_cast<LineId>(2 * (lines_.size() - 1)) | direction;
  }
  const Mark before = mark();
  const LineId made = intern(r), known = lines_.back().canonical;
  if (known == made || !(lines_[known >> 1].source == source)) return made ^ direction;
  rewind(before);
  return known ^ direction;
}

void ImplicitPlan::restore(const LineTable& table, const LineTable::Group& group) {
  assert(lines_.empty() && vertices_.empty());
  for (const KeptLine& kept : table.lines(group)) {
    LineRecord& r = lines_.emplace_back(LineRecord{kept});
    switch (kept.numbers) {
      case Numbers::of_points:
        if (points_->native()) round_native_line(*points_, origin_, r);
        else round_line(r, line_of_points(*points_, origin_, kept));
        break;
      case Numbers::fixed: round_line(r, table.fixed(kept)); break;
      case Numbers::big: round_line(r, table.big(kept)); break;
    }
  }
  table_ = &table;
  restored_ = group.count;
}

LineSource ImplicitPlan::source(LineId l) const {
  LineSource s = lines_[l >> 1].source;
  s.reversed ^= (l & 1) != 0;
  return s;
}

bool ImplicitPlan::crosses_x_lines(LineId l) const {
  const LineRecord& r = lines_[l >> 1];
  if (!std::isnan(r.a)) return std::fabs(r.b) >= std::fabs(r.a);
  const auto e = exact(l);
  return abs(e.b) >= abs(e.a);
}

Coefficients<mpz_class> ImplicitPlan::exact(LineId l) const {
  const std::uint32_t i = l >> 1;
  Coefficients<mpz_class> e;
  if (is_big(l)) {
    e = i < restored_ ? table_->big(lines_[i]) : big_[lines_[i].index];
  } else {
    const auto f = fixed(l);
    e = {f.a.to_mpz(), f.b.to_mpz(), f.c.to_mpz()};
  }
  if (l & 1) e = {-e.a, -e.b, -e.c};
  return e;
}

// --- Vertices

VertexId ImplicitPlan::add_vertex(VertexRecord v) {
  v.canonical_first = canonical(v.first) >> 1;
  v.canonical_second = v.second == no_line ? no_line : canonical(v.second) >> 1;
  vertices_.push_back(v);
  return static_cast<VertexId>(vertices_.size() - 1);
}

VertexId ImplicitPlan::vertex(LineId first, LineId second) {
  assert(turn(first, second) == Sign::negative);
  const LineRecord &l = lines_[second >> 1], &m = lines_[first >> 1];
  VertexRecord v;
  v.x = formulas::meet_x(l, m);
  v.y = formulas::meet_y(l, m);
  v.w = formulas::meet_w(l, m);
  v.mx = std::fabs(l.b * m.c) + std::fabs(l.c * m.b);
  v.my = std::fabs(l.c * m.a) + std::fabs(l.a * m.c);
  v.mw = std::fabs(l.a * m.b) + std::fabs(l.b * m.a);
  if ((first ^ second) & 1) v.x = -v.x, v.y = -v.y, v.w = -v.w;
  v.first = first;
  v.second = second;
  v.point = no_point;
  return add_vertex(v);
}

ImplicitPlan::VertexRecord ImplicitPlan::point_record(PointId p) const {
  VertexRecord v{};
  if (has_long_ && !is_whole(p)) {
    const auto [x, y, w] = exact_point(p);
    v.x = rounded_quotient(x, w);
    v.y = std::isnan(v.x) ? unknown : rounded_quotient(y, w);
    if (std::isnan(v.y)) v.x = unknown;
  } else if (points_->doubles_are_exact()) {  // a difference of exact doubles is the exact difference, rounded
    v.x = points_->approx(p, 0) - points_->approx(origin_, 0);
    v.y = points_->approx(p, 1) - points_->approx(origin_, 1);
  } else {
    const auto [x, y, w] = exact_point(p);
    v.x = scaled(x, 0);
    v.y = scaled(y, 0);
  }
  v.w = v.mw = 1;
  v.mx = std::fabs(v.x);
  v.my = std::fabs(v.y);
  v.point = p;
  return v;
}

VertexId ImplicitPlan::vertex(PointId p, LineId first, LineId second) {
  assert(turn(first, second) == Sign::negative);
  VertexRecord v = point_record(p);
  v.first = first;
  v.second = second;
  return add_vertex(v);
}

VertexId ImplicitPlan::vertex_on(PointId p, LineId on) {
  VertexRecord v = point_record(p);
  v.first = on;
  v.second = no_line;
  return add_vertex(v);
}

// meet_error: both homogeneous coordinates and their quotient are rounded once each, and the bound is relative to the
// computed value, not to the exact one. Powers of two, common to the coefficients of a line or to the coordinates,
// change no rounding.
std::array<double, 2> ImplicitPlan::approx_meet(LineId l, LineId m) const {
  if (const auto a = native(l), b = native(m); a && b && meet_natively(*a, *b)) {
    const auto w = static_cast<double>(formulas::meet_w(*a, *b));
    return {static_cast<double>(formulas::meet_x(*a, *b)) / w, static_cast<double>(formulas::meet_y(*a, *b)) / w};
  }
  if (is_big(l) || is_big(m)) return {unknown, unknown};
  const auto a = fixed(l), b = fixed(m);
  const auto w = formulas::meet_w(a, b);
  const int shift = w.bit_length();
  const double scale = w.to_double(shift);
  const auto coordinate = [&](const auto& c) {
    const double v = c.to_double(shift) / scale;
    return v > least_coordinate || v < -least_coordinate || c.sign() == Sign::zero ? v : unknown;
  };
  return {coordinate(formulas::meet_x(a, b)), coordinate(formulas::meet_y(a, b))};
}

// x, y and w are each within four roundings of their magnitudes (two coefficients, a product, a difference: see
// implicit_plan_predicates.cpp). With these as e, W > 0 exact and w > e mw, |x / w - X / W| <= (e mx + |x / w| e mw) /
// (w - e mw); the quotient rounds once more.
ImplicitPlan::ApproxVertex ImplicitPlan::approx(VertexId i) const {
  const VertexRecord& v = vertices_[i];
  const double least = v.w - vertex_error * v.mw;
  if (!(least > 0)) return {unknown, unknown, HUGE_VAL};
  const double x = v.x / v.w, y = v.y / v.w;
  const double error = vertex_error * (std::max(v.mx, v.my) + std::max(std::fabs(x), std::fabs(y)) * v.mw) / least;
  if (!(error < HUGE_VAL)) return {unknown, unknown, HUGE_VAL};
  return {x, y, error};
}

PointId ImplicitPlan::axis_point(LineId l, int axis) const {
  for (const LineRecord* r : {&lines_[l >> 1], &lines_[canonical(l) >> 1]})
    if (r->from != no_point && (axis == 0 ? r->a != 0 && r->b == 0 : r->b != 0 && r->a == 0)) return r->from;
  return no_point;
}

std::array<double, 3> ImplicitPlan::approx_line(LineId l) const {
  const LineRecord& r = lines_[l >> 1];
  const double sign = l & 1 ? -1 : 1;
  return {sign * r.a, sign * r.b, sign * r.c};
}

std::array<mpz_class, 3> ImplicitPlan::exact_point(PointId p) const {
  if (is_whole(p))
    return {points_->integer(p, 0) - points_->integer(origin_, 0),
            points_->integer(p, 1) - points_->integer(origin_, 1), 1};
  auto [d, scale] = scaled_difference(*points_, p, origin_);
  return {std::move(d[0]), std::move(d[1]), std::move(scale)};
}

std::array<mpz_class, 3> ImplicitPlan::exact_vertex(VertexId i) const {
  const VertexRecord& v = vertices_[i];
  if (v.point != no_point) return exact_point(v.point);
  const auto l = exact(v.second), m = exact(v.first);
  return {formulas::meet_x(l, m), formulas::meet_y(l, m), formulas::meet_w(l, m)};
}

}  // namespace plumb::kernel
