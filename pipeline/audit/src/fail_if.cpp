// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/fail_if.h"

#include "plumb/kernel/number.h"
#include "plumb/pipeline/option_numbers.h"

namespace plumb::pipeline {
namespace {

Error bad(std::string_view text, const std::string& what) {
  std::string metrics;
  for (const auto& w : words_of(Metric{})) metrics += (metrics.empty() ? "" : ", ") + std::string(w.text);
  return {ErrorCode::bad_option,
          "--fail-if '" + std::string(text) + "' " + what + "; give METRIC>NUMBER, such as missing>1%, of " + metrics,
          "", 0};
}

}  // namespace

Result<std::vector<Threshold>> read_thresholds(std::string_view list) {
  std::vector<Threshold> out;
  for (const std::string_view text : list_entries(list)) {
    const std::size_t above = text.find('>');
    if (above == std::string_view::npos) return bad(text, "has no '>'");
    const auto metric = value_of<Metric>(text.substr(0, above));
    if (!metric) return bad(text, "names no metric");
    std::string_view number = text.substr(above + 1);
    const bool percent = number.ends_with('%');
    if (percent) number.remove_suffix(1);
    if (percent && !is_area(*metric)) return bad(text, "is a share of what is no area");
    const auto limit = kernel::parse_rational(number);
    if (!limit || *limit < 0) return bad(text, "has no number that is 0 or more");
    out.push_back({*metric, *limit, percent, std::string(text)});
  }
  return out;
}

std::vector<Threshold> any_difference() {
  std::vector<Threshold> out;
  for (const Metric m : {Metric::missing, Metric::excess, Metric::overlap, Metric::lost, Metric::spurious,
                         Metric::split, Metric::merged})
    out.push_back({m, 0, false, std::string(text_of(m)) + ">0"});
  return out;
}

}  // namespace plumb::pipeline
