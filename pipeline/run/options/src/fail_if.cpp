// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/fail_if.h"

#include <algorithm>

#include "plumb/pipeline/text_number.h"

namespace plumb::pipeline {
namespace {

Error bad_threshold(std::string_view text, const std::string& what, const std::vector<Stance>& stances) {
  std::string metrics;
  for (const Stance& s : stances) metrics += s.name + ", ";
  for (const auto& w : words_of(OutcomeMetric{})) metrics += std::string(w.text) + ", ";
  return bad_option("--fail-if '" + std::string(text) + "' " + what +
                    "; give METRIC>NUMBER or METRIC<NUMBER, in quotes for the shell, as --fail-if "
                    "'stand<90%,components>1,warnings>0', of " +
                    metrics + "or the code of a warning");
}

// What a word means; a threshold without text if it means nothing.
std::optional<OutcomeThreshold> named(std::string_view word, const std::vector<Stance>& stances) {
  OutcomeThreshold out;
  if (const auto at = std::ranges::find(stances, word, &Stance::name); at != stances.end()) {
    out.stance = static_cast<kernel::Label>(at - stances.begin() + 1);
  } else if (const auto metric = value_of<OutcomeMetric>(word)) {
    out.metric = *metric;
  } else if (std::ranges::find(warning_codes, word) != warning_codes.end()) {
    out.metric = OutcomeMetric::code;
    out.code = word;
  } else {
    return std::nullopt;
  }
  return out;
}

}  // namespace

Result<std::vector<OutcomeThreshold>> read_outcome_thresholds(std::string_view list,
                                                              const std::vector<Stance>& stances) {
  std::vector<OutcomeThreshold> out;
  for (const std::string_view text : list_entries(list)) {
    LimitText limit;
    if (const std::string wrong = read_limit(text, "><", limit); !wrong.empty())
      return bad_threshold(text, wrong, stances);
    auto threshold = named(limit.metric, stances);
    if (!threshold) return bad_threshold(text, "names no metric", stances);
    if (limit.percent && !(is_area(threshold->metric) && threshold->metric != OutcomeMetric::traversable))
      return bad_threshold(text, limit_is_no_share, stances);
    threshold->above = limit.relation == '>';
    threshold->limit = limit.number;
    threshold->percent = limit.percent;
    threshold->text = text;
    out.push_back(std::move(*threshold));
  }
  return out;
}

}  // namespace plumb::pipeline
