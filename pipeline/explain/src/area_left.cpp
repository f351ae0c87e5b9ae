// SPDX-License-Identifier: GPL-3.0-or-later
#include "area_left.h"

#include <algorithm>
#include <array>

#include "plumb/kernel/area_ledger.h"
#include "plumb/kernel/decimal.h"

namespace plumb::pipeline {
namespace {

constexpr std::size_t bits_per_digit = 16;  // 3.3 in the result, and more on the way there

// The coefficients of 1, h and h^2 of a term of the area.
using Coefficients = std::array<mpq_class, 3>;

Coefficients coefficients(const AreaLoss& l) {
  const mpq_class bent = l.bend * l.height;
  return {mpq_class((l.rate - bent) * l.height - l.jump), mpq_class(2 * bent - l.rate), mpq_class(-l.bend)};
}

// A sum of parabolas over one common denominator. The sum grows long, its terms do not: so adding a term takes time in
// proportion to the sum, and only values that are asked for are put in lowest terms. The sum is given up when the
// denominator has more than limit_bits (0: never).
class ParabolaSum {
 public:
  explicit ParabolaSum(std::size_t limit_bits) : limit_bits_(limit_bits) {}

  void add(const std::vector<Coefficients>& terms) {
    for (std::size_t k = 0; k < 3 && !given_up_; ++k) {
      const auto term = kernel::balanced_sum(0, terms.size(), limit_bits_,
                                             [&](std::size_t i) -> std::optional<mpq_class> { return terms[i][k]; });
      if (term) add(k, *term);
      given_up_ = !term || (limit_bits_ && mpz_sizeinbase(denominator_.get_mpz_t(), 2) > limit_bits_);
    }
  }

  std::optional<mpq_class> at(const mpq_class& h) const {
    if (given_up_) return std::nullopt;
    const mpz_class &p = h.get_num(), &q = h.get_den();
    mpq_class value((numerators_[2] * p + numerators_[1] * q) * p + numerators_[0] * q * q, denominator_ * q * q);
    value.canonicalize();
    return value;
  }

 private:
  void add(std::size_t k, const mpq_class& term) {
    mpz_class scale, times;
    mpz_gcd(scale.get_mpz_t(), denominator_.get_mpz_t(), term.get_den_mpz_t());
    mpz_divexact(scale.get_mpz_t(), term.get_den_mpz_t(), scale.get_mpz_t());
    if (scale != 1) {
      denominator_ *= scale;
      for (mpz_class& n : numerators_) n *= scale;
    }
    mpz_divexact(times.get_mpz_t(), denominator_.get_mpz_t(), term.get_den_mpz_t());
    numerators_[k] += times * term.get_num();
  }

  std::size_t limit_bits_;
  bool given_up_ = false;
  std::array<mpz_class, 3> numerators_ = {0, 0, 0};
  mpz_class denominator_ = 1;
};

// The same in multiples of 2^-places, with each coefficient rounded down: the sum of n terms is off by less than n * (1
// + h + h^2) * 2^-places, however large they are and however much cancels.
class FixedSum {
 public:
  void add(const Coefficients& term) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (term[k] == 0) continue;
      mpz_class scaled = term[k].get_num() << places;
      mpz_fdiv_q(scaled.get_mpz_t(), scaled.get_mpz_t(), term[k].get_den_mpz_t());
      sums_[k] += scaled;
    }
  }

  // Rounded to a multiple of 2^-200, so that an area of which nothing is left is 0.
  mpq_class at(const mpq_class& h) const {
    mpz_class whole =
        ((sums_[2] * h.get_num() / h.get_den() + sums_[1]) * h.get_num() / h.get_den() + sums_[0]) >> (places - 201);
    whole = (whole + 1) >> 1;
    mpq_class value(whole, mpz_class(1) << 200);
    value.canonicalize();
    return value;
  }

 private:
  static constexpr unsigned places = 1024;
  std::array<mpz_class, 3> sums_ = {0, 0, 0};
};

}  // namespace

std::vector<kernel::Area> areas_left(const std::vector<mpq_class>& areas, std::vector<AreaLoss> losses,
                                     const std::vector<mpq_class>& heights, std::uint64_t exact_digits) {
  std::ranges::sort(losses, {}, &AreaLoss::height);  // the order of equal heights does not matter: sums are exact
  const std::size_t limit_bits = std::min<std::uint64_t>(exact_digits, std::uint64_t{1} << 40) * bits_per_digit;
  std::vector<kernel::Area> out;
  ParabolaSum sum(limit_bits);
  FixedSum fixed;
  std::vector<Coefficients> terms;
  for (const mpq_class& a : areas) terms.push_back({a, 0, 0});
  auto next = losses.begin();
  for (const mpq_class& height : heights) {
    for (; next != losses.end() && next->height < height; ++next) terms.push_back(coefficients(*next));
    for (const Coefficients& t : terms) fixed.add(t);
    sum.add(terms);
    terms.clear();
    const mpq_class approx = fixed.at(height);
    out.push_back({sum.at(height), kernel::nearest_double(approx)});
    if (exact_digits && out.back().exact && out.back().exact->get_str().size() > exact_digits) out.back().exact.reset();
  }
  return out;
}

}  // namespace plumb::pipeline
