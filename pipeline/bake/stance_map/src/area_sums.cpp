// SPDX-License-Identifier: GPL-3.0-or-later
#include "area_sums.h"

#include <algorithm>

namespace plumb::pipeline {
namespace {

bool too_long(const mpq_class& v, std::size_t limit_bits) {
  return limit_bits && mpz_sizeinbase(v.get_den_mpz_t(), 2) > limit_bits;
}

}  // namespace

void AreaSum::clear() {
  count_ = 0;
  whole_ = {};
  fractions_.clear();
}

void AreaSum::add(kernel::Int128 term) {
  if (term == 0) return;
  ++count_;
  whole_ = (whole_ + kernel::FixedInteger<2>::from_int128(term)).narrow<3>();
}

void AreaSum::add(mpq_class term) {
  if (term != 0) fractions_.emplace_back(count_++, std::move(term));
}

std::optional<mpq_class> AreaSum::sum(std::size_t limit_bits) const {
  std::optional<mpq_class> sum = part(0, count_, fractions_, limit_bits);
  if (sum) *sum += whole_.to_mpz();
  return sum;
}

std::optional<mpq_class> AreaSum::part(std::size_t first, std::size_t count, std::span<const Placed> fractions,
                                       std::size_t limit_bits) {
  if (fractions.empty()) return mpq_class(0);
  if (count == 1) return fractions[0].second;
  const std::size_t half = count / 2;
  const auto in_half = static_cast<std::size_t>(std::ranges::lower_bound(fractions, first + half, {}, &Placed::first) -
                                                fractions.begin());
  const auto left = [&] { return part(first, half, fractions.first(in_half), limit_bits); };
  const auto right = [&] { return part(first + half, count - half, fractions.subspan(in_half), limit_bits); };
  auto sum = in_half == 0 ? right() : left();
  if (sum && in_half != 0 && in_half != fractions.size()) {
    const auto rest = right();
    if (!rest) return rest;
    *sum += *rest;
  }
  if (sum && too_long(*sum, limit_bits)) return std::nullopt;
  return sum;
}

bool RunningSum::add(std::size_t node, std::size_t first, std::size_t count, std::size_t index, mpq_class&& term) {
  if (count == 1) {
    sums_[node] = std::move(term);
    return true;
  }
  const std::size_t half = count / 2, left = node + 1, right = node + 2 * half;
  if (!(index < first + half ? add(left, first, half, index, std::move(term))
                             : add(right, first + half, count - half, index, std::move(term))))
    return false;
  if (!sums_[left] || !sums_[right]) return true;
  sums_[node] = *sums_[left] + *sums_[right];
  sums_[left].reset();
  sums_[right].reset();
  if (!too_long(*sums_[node], limit_bits_)) return true;
  sums_[node].reset();
  return false;
}

}  // namespace plumb::pipeline
