// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdicts.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace plumb::pipeline {
namespace {

double middle(const AreaTotal& area) { return area.near().low / 2 + area.near().high / 2; }

std::string rounded(double value, int decimals) {
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  const std::string out = text;
  return out[0] == '-' && out.find_first_of("123456789") == std::string::npos ? out.substr(1) : out;
}
// Nothing but 0 is shown as 0.
std::string digits(double value, bool is_nothing, int decimals = 4) {
  const double least = std::pow(10, -decimals);
  return !is_nothing && std::abs(value) < least / 2 ? (value < 0 ? ">-" : "<") + rounded(least, decimals)
                                                    : rounded(value, decimals);
}

// Of a number that no double holds: "1.2346e+321".
std::string scientific(const mpf_class& value) {
  constexpr std::size_t shown = 5;
  mp_exp_t exponent = 0;  // of a point before the first digit
  std::string out = value.get_str(exponent, 10, shown);
  const bool negative = out.starts_with('-');
  if (negative) out.erase(0, 1);
  if (out.size() > 1) out.insert(1, ".");
  return (negative ? "-" : "") + out + (exponent > 0 ? "e+" : "e") + std::to_string(exponent - 1);
}
mpf_class floating(const mpq_class& value) {
  mpf_class out(0, 64);
  mpf_set_q(out.get_mpf_t(), value.get_mpq_t());
  return out;
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

// Whether all of it is.
bool is_below_grid(const AuditFacts& f, Metric metric) {
  switch (metric) {
    case Metric::missing: return f.below_grid.all_missing;
    case Metric::excess: return f.below_grid.all_excess;
    case Metric::overlap: return f.below_grid.all_overlap;
    case Metric::lost: return f.below_grid.lost == f.components.lost.size();
    case Metric::spurious: return f.below_grid.spurious == f.components.spurious.size();
    default: return false;
  }
}

}  // namespace

Figures::Figures(const AuditFacts& facts) : up_(facts.options.level.up) {
  constexpr int behind_first = 3, most = 15;
  const double size = facts.size.get_d();
  decimals_ = size > 0 && std::isfinite(size)
                  ? std::clamp(behind_first - static_cast<int>(std::floor(std::log10(size))), 0, most)
                  : behind_first;
}

std::string Figures::number(double value) const { return digits(value, value == 0, decimals_); }

std::string Figures::area(const AreaTotal& area) const {
  const double about = middle(area);
  return std::isfinite(about) ? digits(about, area.terms() == 0, decimals_) : scientific(floating(*area.exact(0)));
}

std::string Figures::width(const mpq_class& squared) const {
  char text[40];
  const double about = std::sqrt(squared.get_d());
  if (std::isfinite(about) && (about > 0 || squared == 0)) {
    std::snprintf(text, sizeof text, "%.3g", about);
    return text;
  }
  // The square is beyond doubles; its root may be none.
  const mpf_class root = sqrt(floating(squared));
  if (!std::isfinite(root.get_d())) return scientific(root);
  std::snprintf(text, sizeof text, "%.3g", root.get_d());
  return text;
}

std::string Figures::point(const ExactPoint& p) const {
  const ExactPoint at = to_input_frame(p, up_);
  std::string out;
  for (const mpq_class& v : at) out += (out.empty() ? "(" : ", ") + rounded(v.get_d(), decimals_);
  return out + ")";
}

std::array<ExactPoint, 2> input_box(const std::array<ExactPoint, 2>& box, UpAxis up) {
  std::array<ExactPoint, 2> out{to_input_frame(box[0], up), to_input_frame(box[1], up)};
  for (std::size_t k = 0; k < 3; ++k)
    if (out[1][k] < out[0][k]) std::swap(out[0][k], out[1][k]);
  return out;
}

std::string Figures::box(const std::array<ExactPoint, 2>& box) const {
  const auto [low, high] = input_box(box, up_);
  return point(from_input_frame(low, up_)) + " to " + point(from_input_frame(high, up_));
}

std::string area_text(const AreaTotal& area) { return digits(middle(area), area.terms() == 0); }

std::string share_text(const AreaTotal& part, const AreaTotal& whole) {
  const double all = middle(whole);
  if (all == 0) return "-";
  double share = middle(part) / all;
  if (!std::isfinite(all)) share = mpq_class(*part.exact(0) / *whole.exact(0)).get_d();
  return digits(100 * share, part.terms() == 0) + " %";
}

std::vector<Verdict> find_verdicts(const AuditFacts& f) {
  const AreaTotal none;
  const auto at = std::ranges::find(f.causes, Cause::unexplained, &AuditFacts::CauseTotal::cause);
  const AreaTotal& unexplained = at == f.causes.end() ? none : at->area;
  const Figures figures(f);
  std::vector<Verdict> out;
  for (const Threshold& t : f.options.thresholds) {
    Verdict& v = out.emplace_back(Verdict{t, false, ""});
    if (is_area(t.metric)) {
      const auto [part, whole] = area_metric(f, t.metric, unexplained);
      v.exceeded = (t.percent ? compare_share(part, t.limit / 100, whole) : compare_area(part, t.limit)) > 0;
      v.value = t.percent ? share_text(part, whole) : figures.area(part);
    } else if (t.metric == Metric::height) {
      const mpq_class most = f.heights ? std::max<mpq_class>(abs(f.heights->low), abs(f.heights->high)) : mpq_class(0);
      v.exceeded = most > t.limit;
      v.value = figures.length(most);
    } else {
      v.exceeded = mpq_class(count(f, t.metric)) > t.limit;
      v.value = std::to_string(count(f, t.metric));
    }
    if (f.options.below_grid_passes && v.exceeded && is_below_grid(f, t.metric)) {
      v.exceeded = false;
      v.value.append(", ").append(below_grid_text);
    }
  }
  return out;
}

}  // namespace plumb::pipeline
