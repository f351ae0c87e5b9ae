// SPDX-License-Identifier: LGPL-3.0-or-later
#include "plumb/kernel/line_table.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "plumb/kernel/formulas.h"
#include "plumb/kernel/implicit_plan.h"
#include "plumb/kernel/int128.h"

namespace plumb::kernel {
namespace {

std::size_t limb_count(const LineInteger& v) { return static_cast<std::size_t>(v.size()); }
std::size_t limb_count(const mpz_class& v) { return word_count(v.get_mpz_t()); }
void copy(const LineInteger& v, std::uint64_t* to) { std::copy_n(v.limbs(), v.size(), to); }
void copy(const mpz_class& v, std::uint64_t* to) { copy_words(v.get_mpz_t(), to); }
bool is_negative(const LineInteger& v) { return v.negative(); }
bool is_negative(const mpz_class& v) { return sgn(v) < 0; }

// The next number, behind which `at` is left.
LineInteger read_fixed(const std::uint64_t*& at) {
  const auto size = static_cast<int>(*at >> 1);
  const bool negative = *at & 1;
  const auto number = LineInteger::from_limbs(at + 1, size, negative);
  at += 1 + size;
  return number;
}
mpz_class read_big(const std::uint64_t*& at) {
  const auto size = static_cast<std::size_t>(*at >> 1);
  const bool negative = *at & 1;
  mpz_class number;
  if (size > 0) set_words(number.get_mpz_t(), at + 1, size, negative);
  at += 1 + size;
  return number;
}

template <class Read>
auto three(const std::uint64_t* at, Read&& read) {
  auto a = read(at);
  auto b = read(at);
  return Coefficients<decltype(a)>{std::move(a), std::move(b), read(at)};
}

}  // namespace

Coefficients<LineInteger> line_of_points(const PointTable& points, PointId origin, const KeptLine& r) {
  if (points.native()) {  // the same in machine integers
    const auto [a, b, c] = native_line_of_points(points, origin, r);
    return {LineInteger::from_int128(a), LineInteger::from_int128(b), LineInteger::from_int128(c)};
  }
  if (r.from == r.to) {
    const int a = r.source.kind == at_x_kind ? 1 : 0;
    return {LineInteger(a), LineInteger(1 - a), LineInteger(points.difference(origin, r.from, 1 - a))};
  }
  const auto local = [&](PointId i, int axis) { return points.difference(i, origin, axis); };
  const auto px = local(r.from, 0), py = local(r.from, 1);
  const auto a = local(r.to, 1) - py;
  const auto b = px - local(r.to, 0);
  return {LineInteger(a), LineInteger(b), LineInteger(-(a * px + b * py))};
}

// c = -(a x + b y) at a point of the line: it has the powers of two that a and b share.
Coefficients<Int128> native_line_of_points(const PointTable& points, PointId origin, const KeptLine& r) {
  if (r.from == r.to) {
    const int a = r.source.kind == at_x_kind ? 1 : 0;
    return {a, 1 - a, points.native_difference(origin, r.from, 1 - a)};
  }
  const auto local = [&](PointId i, int axis) { return points.native_difference(i, origin, axis); };
  const std::int64_t px = local(r.from, 0), py = local(r.from, 1);
  std::int64_t a = local(r.to, 1) - py, b = px - local(r.to, 0);
  const int shared = std::countr_zero(static_cast<std::uint64_t>(a | b));
  a >>= shared;
  b >>= shared;
  return {a, b, -(static_cast<Int128>(a) * px + static_cast<Int128>(b) * py)};
}

template <class N>
void LineTable::append_words(const N& number) {
  words_.push_back(std::uint64_t{limb_count(number)} << 1 | static_cast<std::uint64_t>(is_negative(number)));
  const std::size_t end = words_.size();
  words_.resize(end + limb_count(number));
  copy(number, words_.data() + end);
}

void LineTable::append(PolygonId surface, const ImplicitPlan& plan) {
  assert(groups_.empty() || groups_.back().surface < surface);
  groups_.push_back(
      {surface, static_cast<std::uint32_t>(lines_.size()), static_cast<std::uint32_t>(plan.line_count())});
  for (LineId l = 0; l < 2 * plan.line_count(); l += 2) {
    KeptLine k = plan.record(l);
    if (k.numbers == KeptLine::Numbers::fixed && k.from != no_point && plan.is_whole(k.from) && plan.is_whole(k.to))
      k.numbers = KeptLine::Numbers::of_points;
    if (k.numbers != KeptLine::Numbers::of_points) {
      const auto index = static_cast<std::uint32_t>(words_.size());
      const auto append = [&](const auto& line) {
        append_words(line.a);
        append_words(line.b);
        append_words(line.c);
      };
      k.numbers == KeptLine::Numbers::fixed ? append(plan.fixed(l)) : append(plan.exact(l));
      k.index = index;
    }
    lines_.push_back(k);
  }
}

void LineTable::append(const LineTable& other, std::uint32_t diagonals) {
  assert(groups_.empty() || other.groups_.empty() || groups_.back().surface < other.groups_.front().surface);
  const auto line = static_cast<std::uint32_t>(lines_.size()), word = static_cast<std::uint32_t>(words_.size());
  for (Group g : other.groups_) {
    g.first += line;
    groups_.push_back(g);
  }
  for (KeptLine k : other.lines_) {
    if (k.numbers != KeptLine::Numbers::of_points) k.index += word;
    if (k.source.kind == diagonal_kind) k.source.id += diagonals;
    lines_.push_back(k);
  }
  words_.insert(words_.end(), other.words_.begin(), other.words_.end());
}

void LineTable::clear() {
  groups_.clear();
  lines_.clear();
  words_.clear();
}

const LineTable::Group* LineTable::find(PolygonId surface) const {
  const auto group = std::ranges::lower_bound(groups_, surface, {}, &Group::surface);
  return group != groups_.end() && group->surface == surface ? &*group : nullptr;
}

Coefficients<LineInteger> LineTable::fixed(const KeptLine& line) const {
  return three(words_.data() + line.index, read_fixed);
}

Coefficients<mpz_class> LineTable::big(const KeptLine& line) const {
  return three(words_.data() + line.index, read_big);
}

std::array<mpz_class, 3> LineTable::vertex(const PointTable& points, PointId origin, const Group& group,
                                           std::uint32_t first, std::uint32_t second) const {
  const auto line = [&](std::uint32_t l) -> const KeptLine& { return lines_[group.first + (l >> 1)]; };
  const auto meet = [&](auto l, auto m, const auto& number) {
    std::array<mpz_class, 3> v{number(formulas::meet_x(l, m)), number(formulas::meet_y(l, m)),
                               number(formulas::meet_w(l, m))};
    if ((first ^ second) & 1) v = {-v[0], -v[1], -v[2]};
    return v;
  };
  const KeptLine &l = line(second), &m = line(first);
  const auto is_big = [](const KeptLine& k) { return k.numbers == KeptLine::Numbers::big; };
  const auto short_ones = [&](const KeptLine& k) {
    return k.numbers == KeptLine::Numbers::fixed ? fixed(k) : line_of_points(points, origin, k);
  };
  if (!is_big(l) && !is_big(m)) return meet(short_ones(l), short_ones(m), [](const auto& n) { return n.to_mpz(); });
  const auto any = [&](const KeptLine& k) {
    if (is_big(k)) return big(k);
    const auto f = short_ones(k);
    return Coefficients<mpz_class>{f.a.to_mpz(), f.b.to_mpz(), f.c.to_mpz()};
  };
  return meet(any(l), any(m), [](const mpz_class& n) { return n; });
}

std::size_t LineTable::bytes() const {
  return groups_.capacity() * sizeof(Group) + lines_.capacity() * sizeof(KeptLine) +
         words_.capacity() * sizeof(std::uint64_t);
}

}  // namespace plumb::kernel
