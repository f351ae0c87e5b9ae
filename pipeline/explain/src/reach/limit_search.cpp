// SPDX-License-Identifier: GPL-3.0-or-later
#include "reach/limit_search.h"

#include <algorithm>
#include <optional>

namespace plumb::pipeline {
namespace {

constexpr unsigned coarse_bits = 20, fine_bits = 41;
constexpr unsigned near_bits = 42;  // the last question is asked 2^-42 of the value beside it

mpq_class shifted(const mpq_class& x, unsigned bits) {
  mpq_class out;
  mpq_div_2exp(out.get_mpq_t(), x.get_mpq_t(), bits);
  return out;
}

class Search {
 public:
  Search(mpq_class yes, mpq_class no, const LimitSearch& search)
      : yes_(std::move(yes)), no_(std::move(no)), search_(search), least_(shifted(abs(yes_ - no_), 2 * fine_bits)) {}

  FoundLimit run() {
    if (!search_.few) halve(coarse_bits);
    if (auto found = among_candidates()) return *found;
    halve(fine_bits);
    return {{std::min(yes_, no_), std::max(yes_, no_)}, false, yes_, no_};
  }

 private:
  // Halves the range until it is 2^-bits of its greater end, or shorter than any range that matters.
  void halve(unsigned bits) {
    while (true) {
      const mpq_class width = abs(yes_ - no_);
      if (width <= shifted(std::max(mpq_class(abs(yes_)), mpq_class(abs(no_))), bits) || width <= least_) return;
      ask((yes_ + no_) / 2);
    }
  }

  bool ask(const mpq_class& x) {
    const bool answer = search_.asks(x);
    (answer ? yes_ : no_) = x;
    return answer;
  }

  std::optional<FoundLimit> among_candidates() {
    std::vector<mpq_class> all =
        search_.candidates ? search_.candidates(std::min(yes_, no_), std::max(yes_, no_)) : std::vector<mpq_class>();
    if (no_ < yes_) std::ranges::reverse(all);  // from yes to no
    const mpq_class first = yes_, last = no_;
    const bool at_yes = !all.empty() && all.front() == first, at_no = !all.empty() && all.back() == last;
    std::size_t low = at_yes ? 1 : 0, high = all.size() - (at_no && all.size() > (at_yes ? 1u : 0u) ? 1 : 0);
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (ask(all[middle])) low = middle + 1;
      else high = middle;
    }
    // Now no candidate lies between yes_ and no_.
    const bool yes_is_candidate = yes_ != first || at_yes, no_is_candidate = no_ != last || at_no;
    const mpq_class before = yes_, beyond = no_;
    if (!yes_is_candidate && !no_is_candidate) return std::nullopt;
    const bool attained = !ask((before + beyond) / 2);
    if (!(attained ? yes_is_candidate : no_is_candidate)) return std::nullopt;
    const mpq_class value = attained ? before : beyond;
    // A value beside the limit, on the side where the answer is the opposite one.
    const mpq_class by = std::min(mpq_class(abs(beyond - before) / 2), shifted(abs(value), near_bits));
    const mpq_class beside = (attained == (before < beyond)) ? mpq_class(value + by) : mpq_class(value - by);
    if (sgn(by) != 0 && ask(beside) == attained) return std::nullopt;
    return FoundLimit{{value, value}, attained, attained ? value : beside, attained ? beside : value};
  }

  mpq_class yes_, no_;
  const LimitSearch& search_;
  const mpq_class least_;
};

}  // namespace

FoundLimit find_limit(mpq_class yes, mpq_class no, const LimitSearch& search) {
  return Search(std::move(yes), std::move(no), search).run();
}

}  // namespace plumb::pipeline
