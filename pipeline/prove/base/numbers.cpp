// SPDX-License-Identifier: LGPL-3.0-or-later
#include "base/numbers.h"

namespace plumb::checker {

void AreaSum::add(const AreaSum& sum) {
  if (sum.given_up_) give_up();
  low_ += sum.low_;
  terms_ += sum.terms_;
  for (const auto& p : sum.partial_)
    if (p) add(*p);
}

void AreaSum::add_rounded(const Fraction& term) {
  mpz_class floor;
  mpz_fdiv_q(floor.get_mpz_t(), mpz_class(term.get_num() << fixed_bits).get_mpz_t(), term.get_den_mpz_t());
  low_ += floor;
  ++terms_;
}

void AreaSum::give_up() {
  given_up_ = true;
  for (const auto& p : partial_)
    if (p) add_rounded(*p);
  partial_.clear();
}

void AreaSum::add(Fraction sum) {
  for (std::size_t i = 0; !given_up_; ++i) {
    if (mpz_sizeinbase(sum.get_den_mpz_t(), 2) > limit_bits) {
      give_up();
      break;
    }
    if (i == partial_.size()) partial_.emplace_back();
    if (!partial_[i]) {
      partial_[i] = std::move(sum);
      return;
    }
    sum += *partial_[i];
    partial_[i].reset();
  }
  add_rounded(sum);
}

std::optional<Fraction> AreaSum::exact() const {
  if (given_up_) return std::nullopt;
  Fraction sum = 0;
  for (const auto& p : partial_)
    if (p) sum += *p;
  return sum;
}

std::string AreaSum::word() const {
  if (const auto sum = exact()) return sum->get_str(word_base);
  return low_.get_str(word_base) + "+" + terms_.get_str(word_base);
}

AreaSum AreaSum::of_word(const std::string& word) {
  AreaSum out;
  const std::size_t plus = word.find('+');
  if (plus == std::string::npos) {
    out.add(Fraction(word, word_base));
  } else {
    out.give_up();
    out.low_ = mpz_class(word.substr(0, plus), word_base);
    out.terms_ = mpz_class(word.substr(plus + 1), word_base);
  }
  return out;
}

std::string AreaSum::decimals() const {
  const auto sum = exact();
  for (unsigned places = 12; places > 0; --places) {
    mpz_class ten;
    mpz_ui_pow_ui(ten.get_mpz_t(), 10, places);
    const mpz_class below =
        sum ? mpz_class(sum->get_num() * ten / sum->get_den()) : mpz_class(low_ * ten >> fixed_bits);
    if (!sum && below != (low_ + terms_) * ten >> fixed_bits) continue;
    std::string text = below.get_str();
    if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
    text.insert(text.size() - places, 1, '.');
    if (!sum || below * sum->get_den() != sum->get_num() * ten) return text.append("...");
    text.erase(text.find_last_not_of('0') + 1);
    return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
  }
  return "?";
}

}  // namespace plumb::checker
