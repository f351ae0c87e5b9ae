// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/area_total.h"

namespace plumb::pipeline {

using kernel::Interval;

void AreaTotal::add(mpq_class term) {
  if (term == 0) return;
  near_ = near_ + kernel::interval_of(term);
  terms_.push_back(std::move(term));
}

void AreaTotal::add(const AreaTotal& other) {
  for (const mpq_class& term : other.terms_) add(term);
}

std::optional<mpq_class> AreaTotal::exact(std::size_t limit_bits) const {
  return kernel::balanced_sum(0, terms_.size(), limit_bits, [&](std::size_t i) { return terms_[i]; });
}

kernel::Area AreaTotal::area(std::uint64_t exact_digits) const {
  // A decimal digit is more than three bits; numerator and denominator share the characters.
  std::optional<mpq_class> sum = exact(4 * exact_digits);
  if (sum && exact_digits > 0 && sum->get_str().size() > exact_digits) sum.reset();
  const double approx = sum ? sum->get_d() : (near_.low + near_.high) / 2;
  return {std::move(sum), approx};
}

int compare_share(const AreaTotal& total, const mpq_class& limit, const AreaTotal& other) {
  const Interval near = total.near() - kernel::interval_of(limit) * other.near();
  if (const auto sign = near.sign()) return static_cast<int>(*sign);
  return cmp(*total.exact(0), mpq_class(limit * *other.exact(0)));
}

int compare_area(const AreaTotal& total, const mpq_class& limit) {
  const Interval near = total.near() - kernel::interval_of(limit);
  if (const auto sign = near.sign()) return static_cast<int>(*sign);
  return cmp(*total.exact(0), limit);
}

}  // namespace plumb::pipeline
