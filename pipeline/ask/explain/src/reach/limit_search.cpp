// SPDX-License-Identifier: GPL-3.0-or-later
#include "reach/limit_search.h"

#include <algorithm>
#include <optional>

namespace plumb::pipeline {
namespace {

// The range is halved so often before its candidates are listed, and until it is so narrow where it has none.
constexpr unsigned coarse_halvings = 6, fine_bits = 41;
constexpr unsigned near_bits = 42;  // the last question is asked 2^-42 of the value beside it

class Search {
 public:
  Search(mpq_class yes, mpq_class no, const LimitSearch& search)
      : yes_(std::move(yes)),
        no_(std::move(no)),
        search_(search),
        left_(search.most),
        least_(shifted(abs(yes_ - no_), 2 * fine_bits)) {}

  FoundLimit run() {
    if (!search_.few)
      for (unsigned i = 0; i < coarse_halvings && !is_narrow() && left_ > 0; ++i) ask((yes_ + no_) / 2);
    for (unsigned i = 0; i < search_.lists && left_ > 0; ++i)
      if (auto found = among_candidates()) return *found;
    while (!is_narrow() && left_ > 0) ask((yes_ + no_) / 2);
    return {{std::min(yes_, no_), std::max(yes_, no_)}, false, yes_, no_, is_narrow()};
  }

 private:
  // Whether the range is 2^-fine_bits of its greater end, or shorter than any range that matters.
  bool is_narrow() const {
    const mpq_class width = abs(yes_ - no_);
    return width <= shifted(std::max(mpq_class(abs(yes_)), mpq_class(abs(no_))), fine_bits) || width <= least_;
  }

  bool ask(const mpq_class& x) {
    --left_;
    const bool answer = search_.asks(x);
    (answer ? yes_ : no_) = x;
    return answer;
  }

  std::optional<FoundLimit> among_candidates() {
    constexpr unsigned last_questions = 2;
    std::vector<mpq_class> all =
        search_.candidates ? search_.candidates(std::min(yes_, no_), std::max(yes_, no_)) : std::vector<mpq_class>();
    if (no_ < yes_) std::ranges::reverse(all);  // from yes to no
    const mpq_class first = yes_, last = no_;
    const bool at_yes = !all.empty() && all.front() == first, at_no = !all.empty() && all.back() == last;
    std::size_t low = at_yes ? 1 : 0, high = all.size() - (at_no && all.size() > (at_yes ? 1u : 0u) ? 1 : 0);
    while (low < high) {
      if (left_ == 0) return std::nullopt;
      const std::size_t middle = (low + high) / 2;
      if (ask(all[middle])) low = middle + 1;
      else high = middle;
    }
    // Now no candidate lies between yes_ and no_.
    const bool yes_is_candidate = yes_ != first || at_yes, no_is_candidate = no_ != last || at_no;
    const mpq_class before = yes_, beyond = no_;
    if ((!yes_is_candidate && !no_is_candidate) || left_ < last_questions) return std::nullopt;
    const bool attained = !ask((before + beyond) / 2);
    if (!(attained ? yes_is_candidate : no_is_candidate)) return std::nullopt;
    const mpq_class value = attained ? before : beyond;
    // A value beside the limit, on the side where the answer is the opposite one.
    const mpq_class by = std::min(mpq_class(abs(beyond - before) / 2), shifted(abs(value), near_bits));
    const mpq_class beside = (attained == (before < beyond)) ? mpq_class(value + by) : mpq_class(value - by);
    if (sgn(by) != 0 && ask(beside) == attained) return std::nullopt;
    return FoundLimit{{value, value}, attained, attained ? value : beside, attained ? beside : value, true};
  }

  mpq_class yes_, no_;
  const LimitSearch& search_;
  unsigned left_;  // questions
  const mpq_class least_;
};

}  // namespace

FoundLimit find_limit(mpq_class yes, mpq_class no, const LimitSearch& search) {
  return Search(std::move(yes), std::move(no), search).run();
}

}  // namespace plumb::pipeline
