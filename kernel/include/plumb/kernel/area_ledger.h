// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "plumb/kernel/implicit_plan.h"

namespace plumb::kernel {

/// An area of the horizontal projection, in squared input units.
struct Area {
  std::optional<mpq_class> exact;  ///< none when longer than the digits asked for
  double approx = 0;
};
/// Drops an exact area whose text is longer than `digits` characters (0: it is kept, whatever its length).
void drop_longer(std::optional<mpq_class>& exact, std::uint64_t digits);
/// The difference of two areas; exact if both are.
inline Area operator-(const Area& a, const Area& b) {
  Area out{std::nullopt, a.approx - b.approx};
  if (a.exact && b.exact) out.exact = *a.exact - *b.exact;
  if (out.exact) out.approx = out.exact->get_d();
  return out;
}

/// The sum of `count` fractions term(0), term(1), ..., as a balanced tree, so that operands stay short; none as soon as
/// a partial sum has a denominator of more than limit_bits (0: no limit). Terms beyond that are not asked for.
template <class Term>
std::optional<mpq_class> balanced_sum(std::size_t first, std::size_t count, std::size_t limit_bits, const Term& term) {
  if (count == 0) return mpq_class(0);
  if (count == 1) return term(first);
  auto sum = balanced_sum(first, count / 2, limit_bits, term);
  if (!sum) return sum;
  const auto rest = balanced_sum(first + count / 2, count - count / 2, limit_bits, term);
  if (!rest) return rest;
  *sum += *rest;
  if (limit_bits && mpz_sizeinbase(sum->get_den_mpz_t(), 2) > limit_bits) return std::nullopt;
  return sum;
}

/// Sums of cell areas, kept as sums over cell edges, most of which cancel before any number is computed.
///
/// An edge from v to w on the line a x + b y + c = 0 adds c (t(w) - t(v)) to twice its cell's area, where t is the
/// position along (-b, a); that does not depend on the line's direction. So an account is a set of integers n, one for
/// each pair of a line and a line across it, and the area is the sum of n c t. Where two cells of one account share an
/// edge, or an edge continues on the same line, the integers cancel, and only ends on the outline remain. On each line
/// the integers n of an account add up to zero, so t may be measured from any point of the line.
class AreaLedger {
 public:
  void clear() { entries_.clear(); }

  /// Adds the edge on `line` from its crossing with `from` to its crossing with `to`, `times` times.
  void add_edge(const ImplicitPlan& plan, std::uint32_t account, LineId line, LineId from, LineId to, int times = 1);
  /// Adds up equal entries and erases those that cancel. It must be called before doubled_area() and balances().
  void settle();
  /// Twice the exact area on an account, in the plan's unit; none when balanced_sum, given the entries one by one with
  /// t counted from the foot of an axis, gives up.
  std::optional<mpq_class> doubled_area(const ImplicitPlan& plan, std::uint32_t account, std::size_t limit_bits);
  /// Whether the sum of all accounts is exactly zero. Numbers are computed only at points where three or more lines
  /// meet.
  bool balances(const ImplicitPlan& plan);

 private:
  struct Entry {
    std::uint64_t key;  // line, line across it
    std::uint32_t account;
    std::int32_t times;
  };
  struct Fraction {  // not reduced; q is not zero
    mpz_class p, q;
  };
  struct Term {
    Fraction value;
    std::uint64_t point;        // both lines, without order
    std::size_t crossing_bits;  // of the denominator of the place where they cross
  };
  static mpq_class value(const ImplicitPlan& plan, const Entry& e);
  Term& next_term();
  std::size_t take_terms(const ImplicitPlan& plan, std::uint32_t account);
  mpq_class sum_of_terms();
  mpq_class sum_on_line(const ImplicitPlan& plan, std::span<const Entry> totals);
  static void add(Fraction& sum, const Fraction& term);
  static void add_at_point(Fraction& sum, Fraction& term);
  static mpq_class reduced(const Fraction& f);

  std::vector<Entry> entries_;
  // Kept for their memory.
  std::vector<Term> terms_;  // so many are in use
  std::size_t term_count_ = 0;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> by_point_;
  std::vector<std::pair<double, std::uint32_t>> by_place_;
  std::vector<Entry> totals_;
};

}  // namespace plumb::kernel
