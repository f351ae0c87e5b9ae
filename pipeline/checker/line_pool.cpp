// SPDX-License-Identifier: LGPL-3.0-or-later
#include "line_pool.h"

#include <algorithm>
#include <cstdlib>

#include "verdict.h"

namespace plumb::checker {

std::size_t LinePool::length(const Packed& p) const {
  return static_cast<std::size_t>(std::abs(p.size[0])) + static_cast<std::size_t>(std::abs(p.size[1])) +
         static_cast<std::size_t>(std::abs(p.size[2]));
}

std::size_t LinePool::Hash::operator()(Index number) const {
  const Packed& p = pool->lines_[number];
  std::size_t hash = 0;
  const auto mix = [&](std::size_t v) {
    hash = (hash ^ v) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  };
  for (const std::int32_t size : p.size) mix(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < pool->length(p); ++i) mix(pool->limbs_[p.begin + i]);
  return hash;
}

bool LinePool::Equal::operator()(Index l, Index m) const {
  const Packed &p = pool->lines_[l], &q = pool->lines_[m];
  const auto first = pool->limbs_.begin() + static_cast<std::ptrdiff_t>(p.begin),
             second = pool->limbs_.begin() + static_cast<std::ptrdiff_t>(q.begin);
  return std::equal(p.size, p.size + 3, q.size) &&
         std::equal(first, first + static_cast<std::ptrdiff_t>(pool->length(p)), second);
}

LinePool::Normal::Normal(Integer a_, Integer b_, Integer c_) : a(std::move(a_)), b(std::move(b_)), c(std::move(c_)) {
  Integer divisor = gcd(a, b);
  divisor = gcd(divisor, c);
  if (sgn(a) < 0 || (sgn(a) == 0 && sgn(b) < 0)) divisor = -divisor;
  if (divisor == 1) return;
  for (Integer* v : {&a, &b, &c}) mpz_divexact(v->get_mpz_t(), v->get_mpz_t(), divisor.get_mpz_t());
}

// The line is packed behind the others, and taken away again if it is known.
Index LinePool::number(const Normal& line) {
  const Index next = to_index(lines_.size(), "lines");
  Packed packed{limbs_.size(), {}};
  std::int32_t* size = packed.size;
  for (const Integer* v : {&line.a, &line.b, &line.c}) {
    const std::size_t n = mpz_size(v->get_mpz_t());
    require(n < 0x7fffffff, "a line's number is too long");
    *size++ = sgn(*v) < 0 ? -static_cast<std::int32_t>(n) : static_cast<std::int32_t>(n);
    const mp_limb_t* limbs = mpz_limbs_read(v->get_mpz_t());
    limbs_.insert(limbs_.end(), limbs, limbs + n);
  }
  lines_.push_back(packed);
  const auto [at, is_new] = numbers_.insert(next);
  if (!is_new) {
    limbs_.resize(packed.begin);
    lines_.pop_back();
  }
  return *at;
}

bool LinePool::passes(Index number, const Given& at) const {
  const Packed& p = lines_[number];
  const mp_limb_t* limbs = limbs_.data() + p.begin;
  Integer sum = 0;
  const Integer* factors[] = {&at.x, &at.y, &at.w};
  for (std::size_t k = 0; k < 3; ++k) {
    mpz_t view;
    mpz_addmul(sum.get_mpz_t(), mpz_roinit_n(view, limbs, p.size[k]), factors[k]->get_mpz_t());
    limbs += std::abs(p.size[k]);
  }
  return sgn(sum) == 0;
}

Line LinePool::line(Index number) const {
  const Packed& p = lines_[number];
  const mp_limb_t* limbs = limbs_.data() + p.begin;
  const auto next = [&](std::int32_t size) {
    mpz_t view;
    Integer v(mpz_roinit_n(view, limbs, size));
    limbs += std::abs(size);
    return v;
  };
  Integer a = next(p.size[0]), b = next(p.size[1]), c = next(p.size[2]);
  return {std::move(a), std::move(b), std::move(c)};
}

}  // namespace plumb::checker
