// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdio>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/int64.h"
#include "plumb/pipeline/report.h"
#include "warnings.h"

namespace plumb::pipeline {
namespace {

const Area& area_of(const Measures& m, const OutcomeThreshold& t) {
  switch (t.metric) {
    case OutcomeMetric::blocked: return m.blocked;
    case OutcomeMetric::covered: return m.covered;
    case OutcomeMetric::inside: return m.inside;
    case OutcomeMetric::too_close: return m.too_close;
    case OutcomeMetric::stance: return m.stances[static_cast<std::size_t>(t.stance) - 1];
    default: return m.traversable;
  }
}

// How much there is of what a threshold limits.
mpq_class amount(const BakeReport& r, std::size_t threshold) {
  const OutcomeThreshold& t = r.options.fail_if[threshold];
  if (is_area(t.metric)) return r.limited_areas[threshold];
  if (t.metric == OutcomeMetric::components) return kernel::to_gmp(r.graph.components.front());
  return kernel::to_gmp(std::ranges::count_if(
      r.warnings, [&](const Warning& w) { return t.metric == OutcomeMetric::warnings || w.code == t.code; }));
}

std::string amount_text(const OutcomeThreshold& t, const mpq_class& v) {
  if (!t.percent) return kernel::six_digits(v);
  char text[32];
  std::snprintf(text, sizeof text, "%.2f %%", 100 * v.get_d());
  return text;
}

}  // namespace

bool has_limited_areas(const BakeOptions& o, const Measures& areas) {
  return std::ranges::all_of(o.fail_if, [&](const OutcomeThreshold& t) {
    return !is_area(t.metric) || (area_of(areas, t).exact && areas.traversable.exact);
  });
}

std::vector<mpq_class> limited_areas(const BakeOptions& o, const Measures& areas) {
  std::vector<mpq_class> out;
  for (const OutcomeThreshold& t : o.fail_if) {
    mpq_class& value = out.emplace_back(0);
    if (!is_area(t.metric)) continue;
    value = area_of(areas, t).exact.value();
    // A share of nothing is none.
    if (t.percent && sgn(value) > 0) value /= areas.traversable.exact.value();
  }
  return out;
}

std::vector<OutcomeVerdict> BakeReport::verdicts() const {
  std::vector<OutcomeVerdict> out;
  for (std::size_t i = 0; i < options.fail_if.size(); ++i) {
    const OutcomeThreshold& t = options.fail_if[i];
    const mpq_class value = amount(*this, i), limit = t.percent ? mpq_class(t.limit / 100) : t.limit;
    out.push_back({t, t.above ? value > limit : value < limit, amount_text(t, value)});
  }
  return out;
}

bool BakeReport::passes() const { return std::ranges::none_of(verdicts(), &OutcomeVerdict::exceeded); }

std::string outcome_failures(const BakeReport& r) {
  std::string out;
  for (const OutcomeVerdict& v : r.verdicts())
    if (v.exceeded)
      out += (out.empty() ? (r.scene_file.empty() ? "the level" : r.scene_file) + " fails " : ", ") + v.threshold.text +
             " (" + v.value + ")";
  return out;
}

}  // namespace plumb::pipeline
