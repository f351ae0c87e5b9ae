// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdicts.h"

#include <algorithm>
#include <cstdio>

#include "plumb/kernel/number_text.h"

namespace plumb::pipeline {
namespace {

double middle(const AreaTotal& area) { return area.near().low / 2 + area.near().high / 2; }

std::string digits(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.4f", value);
  return text;
}

struct AreaMetric {
  const AreaTotal &part, &whole;
};
AreaMetric area_metric(const AuditFacts& f, Metric metric, const AreaTotal& unexplained) {
  switch (metric) {
    case Metric::missing: return {f.missing, f.truth};
    case Metric::excess: return {f.excess, f.found};
    case Metric::overlap: return {f.repeated, f.found};
    default: return {unexplained, f.truth};
  }
}

std::size_t count(const AuditFacts& f, Metric metric) {
  switch (metric) {
    case Metric::lost: return f.components.lost.size();
    case Metric::spurious: return f.components.spurious.size();
    case Metric::split: return f.components.split.size();
    case Metric::merged: return f.components.merged.size();
    case Metric::degenerate: return f.structure.degenerate.size();
    case Metric::nonconvex: return f.structure.nonconvex.size();
    case Metric::folded: return f.structure.folded.size();
    default: return f.structure.crowded_edges.size();
  }
}

}  // namespace

std::string area_text(const AreaTotal& area) { return digits(middle(area)); }

std::string share_text(const AreaTotal& part, const AreaTotal& whole) {
  const double all = middle(whole);
  return all == 0 ? std::string("-") : digits(100 * middle(part) / all) + " %";
}

std::vector<Verdict> find_verdicts(const AuditFacts& f) {
  const AreaTotal none;
  const auto at = std::ranges::find(f.causes, Cause::unexplained, &AuditFacts::CauseTotal::cause);
  const AreaTotal& unexplained = at == f.causes.end() ? none : at->area;
  std::vector<Verdict> out;
  for (const Threshold& t : f.options.thresholds) {
    Verdict& v = out.emplace_back(Verdict{t, false, ""});
    if (is_area(t.metric)) {
      const auto [part, whole] = area_metric(f, t.metric, unexplained);
      v.exceeded = (t.percent ? compare_share(part, t.limit / 100, whole) : compare_area(part, t.limit)) > 0;
      v.value = t.percent ? share_text(part, whole) : area_text(part);
    } else if (t.metric == Metric::height) {
      const mpq_class most = f.heights ? std::max<mpq_class>(abs(f.heights->low), abs(f.heights->high)) : mpq_class(0);
      v.exceeded = most > t.limit;
      v.value = kernel::decimal_text(most);
    } else {
      v.exceeded = mpq_class(count(f, t.metric)) > t.limit;
      v.value = std::to_string(count(f, t.metric));
    }
  }
  return out;
}

}  // namespace plumb::pipeline
