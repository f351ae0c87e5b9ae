// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/frame.h"

#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/interval.h"

namespace plumb::kernel {
namespace {

// The double filter evaluates a X + b Y + c W, with X = b1 c2 - c1 b2 and so on. Let u = 2^-53 and M the sum of the exact
// magnitudes |a b1 c2| + |a c1 b2| + ... of its six terms. Each line coefficient is within (1 + u) of exact. A term has
// three of them (3 roundings), two products (2), the difference that makes X (1) and two sums (2): within
// (1 + u)^8 of exact, so the error is below (8u + 28u^2 + ...) M. The computed magnitude M' has as many roundings:
// M <= M' (1 + 9u). Hence error < 8u (1 + 20u) M' < 9u M', and 9u M' computed with two more roundings still exceeds it.
// A vertex made from an input point has X = x (1 + u) and fewer roundings. No product may leave the normal range: that is
// what max_exponent below is for. For turn: two coefficients, a product and a difference, (1 + u)^4: 5u.
constexpr int max_exponent = 200;  // |coefficient| in [2^-200, 2^200]: three of them stay far inside 2^-1022 .. 2^1023

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

Sign sign_of_mpz(const mpz_class& v) { return sign_of(sgn(v)); }
int bits_of(const mpz_class& v) { return sgn(v) == 0 ? 0 : static_cast<int>(mpz_sizeinbase(v.get_mpz_t(), 2)); }
template <int C>
int bits_of(const FixedInteger<C>& v) { return v.bit_length(); }

// v * 2^-shift, rounded (a result within max_exponent).
template <int C>
double scaled(const FixedInteger<C>& v, int shift) { return v.to_double(shift); }
double scaled(const mpz_class& v, int shift) {
  if (sgn(v) == 0) return 0;
  // The leading 64 bits with a sticky last one round like the whole.
  const int drop = bits_of(v) - 64;
  mpz_class top = abs(v);
  if (drop > 0) {
    const bool sticky = mpz_scan1(v.get_mpz_t(), 0) < static_cast<mp_bitcnt_t>(drop);
    top >>= drop;
    if (sticky) top |= 1;
  }
  const double r = FixedInteger<1>::from_mpz(top).to_double(shift - std::max(drop, 0));
  return sgn(v) < 0 ? -r : r;
}

// An interval around v * 2^-shift, whatever its size.
template <class N>
Interval enclosed(const N& v, int shift) {
  const int exponent = bits_of(v) - shift;
  if (bits_of(v) == 0) return Interval(0.0);
  const bool negative = [&] {
    if constexpr (std::is_same_v<N, mpz_class>) return sgn(v) < 0;
    else return v.negative();
  }();
  Interval magnitude;
  if (exponent > 1023) {
    magnitude = {std::numeric_limits<double>::max(), HUGE_VAL};
  } else if (exponent < -1020) {
    magnitude = {0, std::numeric_limits<double>::min()};
  } else {
    const double d = std::fabs(scaled(v, shift));
    magnitude = {step_down(d), step_up(d)};
  }
  return negative ? -magnitude : magnitude;
}

template <class N>
Coefficients<Interval> enclosed(const Coefficients<N>& l) {
  const int shift = std::max(bits_of(l.a), bits_of(l.b));
  return {enclosed(l.a, shift), enclosed(l.b, shift), enclosed(l.c, shift)};
}

template <class N, class P>
Coefficients<N> line_through(const P& px, const P& py, const P& qx, const P& qy) {
  const auto a = qy - py;
  const auto b = px - qx;
  const auto c = -(a * px + b * py);
  if constexpr (std::is_same_v<N, mpz_class>) return {a, b, c};
  else return {LineInteger(a), LineInteger(b), LineInteger(c)};
}

}  // namespace

Frame::Frame(const PointTable& points, PointId origin) : points_(&points), origin_(origin) {}

void Frame::reset(PointId origin) {
  rewind({});
  origin_ = origin;
}

Frame::Mark Frame::mark() const {
  return {static_cast<std::uint32_t>(lines_.size()), static_cast<std::uint32_t>(vertices_.size()),
          static_cast<std::uint32_t>(diagonals_.size())};
}

void Frame::rewind(const Mark& m) {
  while (!keys_.empty() && keys_.back().line >= m.lines) {
    buckets_[keys_.back().bucket] = keys_.back().next;
    keys_.pop_back();
  }
  while (lines_.size() > m.lines) {
    if (lines_.back().big >= 0) big_.pop_back();
    lines_.pop_back();
  }
  fixed_.resize(m.lines);
  vertices_.resize(m.vertices);
  diagonals_.resize(m.diagonals);
}

// --- Lines

void Frame::round_line(LineRecord& r) const {
  const auto round = [&r](const auto& l) {
    const int shift = std::max(bits_of(l.a), bits_of(l.b));
    assert(shift > 0);
    for (const auto* v : {&l.a, &l.b, &l.c})
      if (const int bits = bits_of(*v); bits != 0 && std::abs(bits - shift) >= max_exponent) {
        r.a = r.b = r.c = unknown;
        return;
      }
    r.a = scaled(l.a, shift);
    r.b = scaled(l.b, shift);
    r.c = scaled(l.c, shift);
  };
  r.big >= 0 ? round(big_.back()) : round(fixed_.back());
}

bool Frame::equal_exact(std::uint32_t i, std::uint32_t j, bool& same_direction) const {
  const auto compare = [&](const auto& l, const auto& m) {
    if (!(l.a * m.b == l.b * m.a && l.a * m.c == l.c * m.a && l.b * m.c == l.c * m.b)) return false;
    const auto sign = [](const auto& v) {
      if constexpr (requires { v.sign(); }) return v.sign();
      else return sign_of_mpz(v);
    };
    same_direction = sign(l.a) == sign(m.a) && sign(l.b) == sign(m.b);
    return true;
  };
  if (lines_[i].big < 0 && lines_[j].big < 0) return compare(fixed_[i], fixed_[j]);
  return compare(exact(i << 1), exact(j << 1));
}

namespace {

constexpr std::uint32_t end_of_chain = 0xffffffffu;

}  // namespace

std::uint32_t Frame::bucket_of(float a, float c) const {
  const std::uint64_t bits = std::uint64_t{std::bit_cast<std::uint32_t>(a)} << 32 | std::bit_cast<std::uint32_t>(c);
  return static_cast<std::uint32_t>((bits * 0x9e3779b97f4a7c15u) >> 40) & static_cast<std::uint32_t>(buckets_.size() - 1);
}

void Frame::add_key(const Key& key) {
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

// Equal lines have keys within 8 roundings of each other, relatively: whatever is nearer than 2^-46 is compared exactly. They
// may round to neighbouring floats, so both ends of that range are looked up. Keys that are NaN all meet in one bucket.
LineId Frame::intern(LineRecord r) {
  constexpr double near = 0x1p-46;
  const auto index = static_cast<std::uint32_t>(lines_.size());
  r.canonical = index << 1;
  lines_.push_back(r);
  const double size = std::fabs(r.a) + std::fabs(r.b);
  const double unit = (r.a < 0 || (r.a == 0 && r.b < 0) ? -1 : 1) / size;
  Key key{r.a * unit + 0.0, r.b * unit + 0.0, r.c * unit + 0.0, index, 0, 0};  // + 0.0: no negative zero
  if (std::isnan(r.a)) key.a = key.b = key.c = unknown;                        // one bit pattern
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
        // The same two points, or else arithmetic.
        const LineRecord &known = lines_[k.line], &now = lines_[index];
        bool same = known.from == now.from;
        const bool same_points = now.from != now.to && ((same && known.to == now.to) || (known.from == now.to && known.to == now.from));
        if (same_points || equal_exact(k.line, index, same)) {
          lines_[index].canonical = k.line << 1 | (same ? 0u : 1u);
          return index << 1;
        }
      }
    }
  }
  add_key(key);
  return index << 1;
}

LineId Frame::line(const Coefficients<LineInteger>& exact, LineSource source) {
  fixed_.push_back(exact);
  LineRecord r{0, 0, 0, 0, no_point, no_point, source, -1};
  round_line(r);
  return intern(r);
}

LineId Frame::line(Coefficients<mpz_class> exact, LineSource source) {
  if (LineInteger::fits(exact.a) && LineInteger::fits(exact.b) && LineInteger::fits(exact.c) && points_->fixed())
    return line(Coefficients<LineInteger>{LineInteger::from_mpz(exact.a), LineInteger::from_mpz(exact.b), LineInteger::from_mpz(exact.c)}, source);
  fixed_.emplace_back();
  big_.push_back(std::move(exact));
  LineRecord r{0, 0, 0, 0, no_point, no_point, source, static_cast<std::int32_t>(big_.size() - 1)};
  round_line(r);
  return intern(r);
}

LineId Frame::edge(PointId p, PointId q, LineSource source) {
  LineId l;
  if (points_->native()) {  // the same in machine integers
    const auto local = [&](PointId i, int axis) { return points_->native_difference(i, origin_, axis); };
    const std::int64_t px = local(p, 0), py = local(p, 1), a = local(q, 1) - py, b = px - local(q, 0);
    const __int128 c = -(static_cast<__int128>(a) * px + static_cast<__int128>(b) * py);
    fixed_.push_back({LineInteger(a), LineInteger(b), LineInteger::from_int128(c)});
    const int shift = std::max(fixed_.back().a.bit_length(), fixed_.back().b.bit_length());
    const double unit = std::bit_cast<double>(static_cast<std::uint64_t>(1023 - shift) << 52);  // 2^-shift
    l = intern({static_cast<double>(a) * unit, static_cast<double>(b) * unit, static_cast<double>(c) * unit, 0, p, q, source, -1});
    return l;
  }
  if (points_->fixed()) {
    const auto local = [&](PointId i, int axis) { return points_->difference(i, origin_, axis); };
    const auto e = line_through<LineInteger>(local(p, 0), local(p, 1), local(q, 0), local(q, 1));
    l = line(e, source);
  } else {
    const auto local = [&](PointId i, int axis) { return mpz_class(points_->exact(i, axis) - points_->exact(origin_, axis)); };
    const mpz_class px = local(p, 0), py = local(p, 1), qx = local(q, 0), qy = local(q, 1);
    const mpz_class a = qy - py, b = px - qx, c = -(a * px + b * py);
    l = line(Coefficients<mpz_class>{a, b, c}, source);
  }
  lines_.back().from = p;
  lines_.back().to = q;
  return l;
}

LineId Frame::at_x(PointId p) {
  LineId l;
  const LineSource source{LineKind::at_x, false, p, 0};
  if (points_->fixed()) l = line({LineInteger(1), LineInteger(0), LineInteger(points_->difference(origin_, p, 0))}, source);
  else l = line(Coefficients<mpz_class>{1, 0, points_->exact(origin_, 0) - points_->exact(p, 0)}, source);
  lines_.back().from = lines_.back().to = p;
  return l;
}

LineId Frame::at_y(PointId p) {
  LineId l;
  const LineSource source{LineKind::at_y, false, p, 0};
  if (points_->fixed()) l = line({LineInteger(0), LineInteger(1), LineInteger(points_->difference(origin_, p, 1))}, source);
  else l = line(Coefficients<mpz_class>{0, 1, points_->exact(origin_, 1) - points_->exact(p, 1)}, source);
  lines_.back().from = lines_.back().to = p;
  return l;
}

LineId Frame::diagonal(VertexId v, VertexId w) {
  const auto [px, py, pw] = exact_vertex(v);
  const auto [qx, qy, qw] = exact_vertex(w);
  const VertexRecord& a = vertices_[v];
  const VertexRecord& b = vertices_[w];
  const LineSource s{LineKind::diagonal, false, static_cast<std::uint32_t>(diagonals_.size()), 0};
  diagonals_.push_back({{source(a.first), source(a.second)}, {source(b.first), source(b.second)}});
  const Mark before{static_cast<std::uint32_t>(lines_.size()), static_cast<std::uint32_t>(vertices_.size()),
                    static_cast<std::uint32_t>(diagonals_.size() - 1)};
  mpz_class la = qy * pw - qw * py, lb = qw * px - qx * pw, lc = qx * py - qy * px;
  const mpz_class g = gcd(gcd(la, lb), lc);
  const LineId l = line(Coefficients<mpz_class>{la / g, lb / g, lc / g}, s);
  const LineId known = lines_[l >> 1].canonical;
  if (known == l) return l;
  rewind(before);
  return known;
}

LineSource Frame::source(LineId l) const {
  LineSource s = lines_[l >> 1].source;
  s.reversed ^= (l & 1) != 0;
  return s;
}

bool Frame::crosses_x_lines(LineId l) const {
  const LineRecord& r = lines_[l >> 1];
  if (!std::isnan(r.a)) return std::fabs(r.b) >= std::fabs(r.a);
  const auto e = exact(l);
  return abs(e.b) >= abs(e.a);
}

Coefficients<mpz_class> Frame::exact(LineId l) const {
  const std::uint32_t i = l >> 1;
  Coefficients<mpz_class> e = lines_[i].big >= 0 ? big_[lines_[i].big]
                                                 : Coefficients<mpz_class>{fixed_[i].a.to_mpz(), fixed_[i].b.to_mpz(), fixed_[i].c.to_mpz()};
  if (l & 1) e = {-e.a, -e.b, -e.c};
  return e;
}

// --- Vertices

VertexId Frame::add_vertex(VertexRecord v) {
  v.canonical_first = canonical(v.first) >> 1;
  v.canonical_second = v.second == no_line ? no_line : canonical(v.second) >> 1;
  vertices_.push_back(v);
  return static_cast<VertexId>(vertices_.size() - 1);
}

VertexId Frame::vertex(LineId first, LineId second) {
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

Frame::VertexRecord Frame::point_record(PointId p) const {
  VertexRecord v{};
  if (points_->approx_is_exact()) {  // a difference of exact doubles is the exact difference, rounded
    v.x = points_->approx(p, 0) - points_->approx(origin_, 0);
    v.y = points_->approx(p, 1) - points_->approx(origin_, 1);
  } else {
    const mpz_class x = points_->exact(p, 0) - points_->exact(origin_, 0), y = points_->exact(p, 1) - points_->exact(origin_, 1);
    const auto local = [](const mpz_class& c) { return bits_of(c) < max_exponent ? scaled(c, 0) : unknown; };
    v.x = local(x);
    v.y = local(y);
  }
  if (!(std::fabs(v.x) < 0x1p200 && std::fabs(v.y) < 0x1p200)) v.x = v.y = unknown;
  v.w = v.mw = 1;
  v.mx = std::fabs(v.x);
  v.my = std::fabs(v.y);
  v.point = p;
  return v;
}

VertexId Frame::vertex(PointId p, LineId first, LineId second) {
  assert(turn(first, second) == Sign::negative);
  VertexRecord v = point_record(p);
  v.first = first;
  v.second = second;
  return add_vertex(v);
}

VertexId Frame::vertex_on(PointId p, LineId on) {
  VertexRecord v = point_record(p);
  v.first = on;
  v.second = no_line;
  return add_vertex(v);
}

std::array<double, 2> Frame::approx_meet(LineId l, LineId m) const {
  const LineRecord &p = lines_[l >> 1], &q = lines_[m >> 1];
  const double w = formulas::meet_w(p, q);
  return {formulas::meet_x(p, q) / w, formulas::meet_y(p, q) / w};
}

std::array<mpz_class, 3> Frame::exact_vertex(VertexId i) const {
  const VertexRecord& v = vertices_[i];
  if (v.point != no_point)
    return {points_->exact(v.point, 0) - points_->exact(origin_, 0), points_->exact(v.point, 1) - points_->exact(origin_, 1), 1};
  const auto l = exact(v.second), m = exact(v.first);
  return {formulas::meet_x(l, m), formulas::meet_y(l, m), formulas::meet_w(l, m)};
}

// --- Predicates

std::optional<Sign> Frame::side_combinatorial(VertexId i, LineId l) const {
  const VertexRecord& v = vertices_[i];
  const LineRecord& r = lines_[l >> 1];
  const std::uint32_t c = r.canonical >> 1;
  if (v.canonical_first == c || v.canonical_second == c) return Sign::zero;
  if (v.point != no_point && (v.point == r.from || v.point == r.to)) return Sign::zero;
  return std::nullopt;
}

std::optional<Sign> Frame::side_filtered(VertexId i, LineId l) const {
  const VertexRecord& v = vertices_[i];
  const LineRecord& r = lines_[l >> 1];
  const double s = formulas::side(r, v.x, v.y, v.w);
  const double bound = side_error * (std::fabs(r.a) * v.mx + std::fabs(r.b) * v.my + std::fabs(r.c) * v.mw);
  // A NaN fails every comparison and falls through. All terms zero, no rounding happened: exactly zero.
  if (s > bound) return l & 1 ? Sign::negative : Sign::positive;
  if (s < -bound) return l & 1 ? Sign::positive : Sign::negative;
  if (bound == 0) return Sign::zero;
  return std::nullopt;
}

std::optional<Sign> Frame::side_interval(VertexId i, LineId l) const {
  const auto enclose = [this](LineId k) {
    return lines_[k >> 1].big >= 0 ? enclosed(big_[lines_[k >> 1].big]) : enclosed(fixed_[k >> 1]);
  };
  const VertexRecord& v = vertices_[i];
  const Coefficients<Interval> n = enclose(l), a = enclose(v.second), b = enclose(v.first);
  const auto s = formulas::side(n, formulas::meet_x(a, b), formulas::meet_y(a, b), formulas::meet_w(a, b)).sign();
  if (!s) return s;
  return ((v.first ^ v.second ^ l) & 1) ? -*s : *s;
}

std::optional<Sign> Frame::side_fixed(VertexId i, LineId l) const {
  const VertexRecord& v = vertices_[i];
  if (lines_[l >> 1].big >= 0 || !points_->fixed()) return std::nullopt;
  const Coefficients<LineInteger>& n = fixed_[l >> 1];
  const auto decided = [&](const auto& value, bool flip) {
    counts_.max_bits = std::max(counts_.max_bits, value.bit_length());
    return flip ? -value.sign() : value.sign();
  };
  if (v.point != no_point) {
    const auto local = [&](int axis) { return points_->difference(v.point, origin_, axis); };
    return decided(formulas::side(n, local(0), local(1), FixedInteger<2>(1)), l & 1);
  }
  if (lines_[v.first >> 1].big >= 0 || lines_[v.second >> 1].big >= 0) return std::nullopt;
  const Coefficients<LineInteger>&a = fixed_[v.second >> 1], &b = fixed_[v.first >> 1];
  return decided(formulas::side(n, formulas::meet_x(a, b), formulas::meet_y(a, b), formulas::meet_w(a, b)), (v.first ^ v.second ^ l) & 1);
}

Sign Frame::side_exact(VertexId i, LineId l) const {
  const auto n = exact(l);
  const auto [x, y, w] = exact_vertex(i);
  const mpz_class s = formulas::side(n, x, y, w);
  counts_.max_bits = std::max(counts_.max_bits, bits_of(s));
  return sign_of_mpz(s);
}

Sign Frame::side(VertexId v, LineId l) const {
  if (const auto s = side_combinatorial(v, l)) {
    ++counts_.combinatorial;
    return *s;
  }
  if (const auto s = side_filtered(v, l)) {
    ++counts_.filtered;
    return *s;
  }
  if (std::isnan(lines_[l >> 1].a) || std::isnan(vertices_[v].x))
    if (const auto s = side_interval(v, l)) {
      ++counts_.interval;
      return *s;
    }
  if (const auto s = side_fixed(v, l)) {
    ++counts_.fixed;
    return *s;
  }
  ++counts_.exact;
  return side_exact(v, l);
}

Sign Frame::turn(LineId l, LineId m) const {
  const bool flip = (l ^ m) & 1;
  if (equal_lines(l, m)) {
    ++counts_.combinatorial;
    return Sign::zero;
  }
  const LineRecord &p = lines_[l >> 1], &q = lines_[m >> 1];
  const double s = formulas::meet_w(p, q);
  const double bound = turn_error * (std::fabs(p.a * q.b) + std::fabs(p.b * q.a));
  Sign sign;
  if (s > bound || s < -bound || bound == 0) {
    ++counts_.filtered;
    sign = s > 0 ? Sign::positive : s < 0 ? Sign::negative : Sign::zero;
  } else if (p.big < 0 && q.big < 0) {
    ++counts_.fixed;
    const auto w = formulas::meet_w(fixed_[l >> 1], fixed_[m >> 1]);
    counts_.max_bits = std::max(counts_.max_bits, w.bit_length());
    sign = w.sign();
  } else {
    ++counts_.exact;
    const mpz_class w = formulas::meet_w(exact(l & ~1u), exact(m & ~1u));
    counts_.max_bits = std::max(counts_.max_bits, bits_of(w));
    sign = sign_of_mpz(w);
  }
  return flip ? -sign : sign;
}

Sign Frame::order_points_along(LineId l, PointId p, PointId q) const {
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
    ++counts_.filtered;
    return x < y ? -change : change;
  }
  if (points_->approx_is_exact()) {
    ++counts_.filtered;
    return Sign::zero;
  }
  ++counts_.exact;
  return sign_of(cmp(points_->exact(p, axis), points_->exact(q, axis))) * change;
}

Sign Frame::order_along(LineId l, VertexId v, VertexId w) const {
  if (v == w) {
    ++counts_.combinatorial;
    return Sign::zero;
  }
  const VertexRecord &a = vertices_[v], &b = vertices_[w];
  if (a.point != no_point && b.point != no_point) return order_points_along(l, a.point, b.point);
  if (b.second == no_line) return -order_along(l, w, v);
  // Any line through w that crosses l will do: going along l, its value changes at the rate turn(l, m).
  const LineId m = equal_lines(b.first, l) ? b.second : b.first;
  return side(v, m) * turn(l, m);
}

}  // namespace plumb::kernel
