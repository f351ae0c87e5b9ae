// SPDX-License-Identifier: LGPL-3.0-or-later
#include "area_sum.h"

namespace checker {

void AreaSum::add(const Fraction& term) {
  Integer floor;
  mpz_fdiv_q(floor.get_mpz_t(), Integer(term.get_num() << fixed_bits).get_mpz_t(), term.get_den_mpz_t());
  low_ += floor;
  ++terms_;
  if (given_up_) return;
  Fraction sum = term;
  for (std::size_t i = 0;; ++i) {
    if (mpz_sizeinbase(sum.get_den_mpz_t(), 2) > limit_bits) {
      given_up_ = true;
      partial_.clear();
      return;
    }
    if (i == partial_.size()) partial_.emplace_back();
    if (!partial_[i]) {
      partial_[i] = std::move(sum);
      return;
    }
    sum += *partial_[i];
    partial_[i].reset();
  }
}

std::optional<Fraction> AreaSum::exact() const {
  if (given_up_) return std::nullopt;
  Fraction sum = 0;
  for (const auto& p : partial_)
    if (p) sum += *p;
  return sum;
}

std::string AreaSum::text(std::size_t characters) const {
  if (const auto sum = exact()) {
    std::string text = sum->get_str();
    if (text.size() <= characters) return text;
  }
  // The decimals that both ends share.
  for (int digits = 30; digits > 0; --digits) {
    Integer ten;
    mpz_ui_pow_ui(ten.get_mpz_t(), 10, static_cast<unsigned long>(digits));
    const Integer below = low_ * ten >> fixed_bits, above = (low_ + terms_) * ten >> fixed_bits;
    if (below != above) continue;
    std::string text = Integer(abs(below)).get_str();
    if (text.size() <= static_cast<std::size_t>(digits)) text.insert(0, static_cast<std::size_t>(digits) + 1 - text.size(), '0');
    text.insert(text.size() - static_cast<std::size_t>(digits), ".");
    return text + "...";
  }
  return "?";
}

}  // namespace checker
