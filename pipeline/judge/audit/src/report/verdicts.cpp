// SPDX-License-Identifier: GPL-3.0-or-later
// Problem: an audit passes or fails by its thresholds: how they are read, what does not count since the file's grid
// explains it, and the verdicts.
// 1. read_thresholds() reads --fail-if; any_difference() stands for it where it is not given.
// 2. below_grid() sums what is narrower than the step of the file's grid: pieces, overlaps, and components that are
//    strips no wider: these the file cannot hold at all, and a metric of their own counts them.
// 3. find_verdicts() compares each metric with its limit: areas exactly, and shares without a division. What is below
//    the grid does not count if the grid is that of the file's numbers, or if --fail-if is not given.
// Cost: linear in the pieces. Exact: no verdict depends on a double. Source: our own; docs/guide/audit.md.
#include "report/verdicts.h"

#include <algorithm>

#include "plumb/kernel/int64.h"
#include "plumb/pipeline/audit.h"
#include "plumb/pipeline/text_number.h"
#include "report/figures.h"

namespace plumb::pipeline {
namespace {

using Index = FloorFaces::Index;

Error bad(std::string_view text, const std::string& what) {
  std::string metrics;
  for (const auto& w : words_of(Metric{})) metrics += (metrics.empty() ? "" : ", ") + std::string(w.text);
  return {ErrorCode::bad_option,
          "--fail-if '" + std::string(text) + "' " + what +
              "; give METRIC>NUMBER, in quotes for the shell, as --fail-if 'missing>1%,lost>0', of " + metrics,
          "", 0};
}

// Whether a component has no more area than a strip as wide as a step along the diagonal of its box.
bool is_a_strip(const ComponentPlace& place, const mpq_class& step) {
  kernel::Box box = kernel::no_box;
  mpq_class square = 0;  // of the diagonal
  for (std::size_t k = 0; k < 2; ++k) {
    const mpq_class side = place.box[1][k] - place.box[0][k];
    square += side * side;
    box.low[k] = kernel::interval_of(place.box[0][k]).low;
    box.high[k] = kernel::interval_of(place.box[1][k]).high;
  }
  if (is_certainly_as_wide(place.area.near(), box, kernel::interval_of(step))) return false;
  const mpq_class area = *place.area.exact(0);
  return area * area <= step * step * square;
}

// Components of a kind that are such strips, each owner of which is narrower than a step.
std::uint64_t count_narrow(const AuditFacts& facts, ComponentPlace::Kind kind, const FloorFaces& floor) {
  std::map<std::uint32_t, std::vector<kernel::PlanRing>> rings;  // by owner
  std::vector<const ComponentPlace*> strips;
  for (const ComponentPlace& place : facts.places)
    if (place.kind == kind && is_a_strip(place, facts.grid.step)) {
      strips.push_back(&place);
      for (const std::uint32_t owner : place.owners) rings[owner];
    }
  if (rings.empty()) return 0;
  for (Index f = 0; f < floor.faces.size(); ++f)
    if (const auto at = rings.find(floor.faces[f].owner); at != rings.end()) at->second.push_back(floor.ring(f));
  return static_cast<std::uint64_t>(std::ranges::count_if(strips, [&](const ComponentPlace* place) {
    return std::ranges::all_of(place->owners,
                               [&](std::uint32_t owner) { return is_narrower(rings.at(owner), facts.grid.step); });
  }));
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
    case Metric::below_grid: return f.below_grid.lost + f.below_grid.spurious;
    case Metric::split: return f.components.split.size();
    case Metric::merged: return f.components.merged.size();
    case Metric::degenerate: return f.structure.degenerate.size();
    case Metric::nonconvex: return f.structure.nonconvex.size();
    case Metric::folded: return f.structure.folded.size();
    case Metric::new_places: return f.baseline->count(BaselineFacts::State::is_new);
    case Metric::known_places: return f.baseline->count(BaselineFacts::State::known);
    case Metric::gone_places: return f.baseline->gone.size();
    default: return f.structure.crowded_edges.size();
  }
}

// What of an area is below the grid, and whether all of it is.
struct BelowArea {
  const AreaTotal* part = nullptr;
  bool all = false;
};
BelowArea below_area(const BelowGrid& b, Metric metric) {
  switch (metric) {
    case Metric::missing: return {&b.missing, b.all_missing};
    case Metric::excess: return {&b.excess, b.all_excess};
    case Metric::overlap: return {&b.overlap, b.all_overlap};
    default: return {};
  }
}
std::size_t count_below(const BelowGrid& b, Metric metric) {
  return metric == Metric::lost ? b.lost : metric == Metric::spurious ? b.spurious : 0;
}

}  // namespace

Result<std::vector<Threshold>> read_thresholds(std::string_view list) {
  std::vector<Threshold> out;
  for (const std::string_view text : list_entries(list)) {
    LimitText limit;
    if (const std::string wrong = read_limit(text, ">", limit); !wrong.empty()) return bad(text, wrong);
    const auto metric = value_of<Metric>(limit.metric);
    if (!metric) return bad(text, "names no metric");
    if (limit.percent && !is_area(*metric)) return bad(text, limit_is_no_share);
    out.push_back({*metric, limit.number, limit.percent, std::string(text)});
  }
  return out;
}

std::vector<Threshold> any_difference() {
  std::vector<Threshold> out;
  for (const Metric m : {Metric::missing, Metric::excess, Metric::overlap, Metric::lost, Metric::spurious,
                         Metric::split, Metric::merged, Metric::edges3})
    out.push_back({m, 0, false, std::string(text_of(m)) + ">0"});
  return out;
}

std::vector<Threshold> any_new_place() { return {{Metric::new_places, 0, false, "new>0"}}; }

std::optional<Error> check_thresholds(const AuditSettings& settings) {
  for (const Threshold& t : settings.thresholds)
    if (t.metric >= Metric::new_places && !settings.baseline)
      return bad_option("--fail-if '" + t.text +
                        "' asks what is new, which no audit knows without --baseline; give one");
  return std::nullopt;
}

BelowGrid below_grid(const AuditFacts& facts) {
  BelowGrid out;
  const auto add = [](bool is_below, const mpq_class& area, AreaTotal& below, bool& all) {
    if (is_below) below.add(area);
    else all = false;
  };
  for (const Difference& d : facts.missing_pieces.pieces) add(d.below_grid, d.area, out.missing, out.all_missing);
  for (const Difference& d : facts.excess_pieces.pieces) add(d.below_grid, d.area, out.excess, out.all_excess);
  const Comparison& c = facts.comparison;
  kernel::PlanRing whole;
  for (Index f = 0; f < c.repeated.size(); ++f)
    for (const CoveredFace::Piece& p : c.repeated[f].pieces)
      if (!p.by.empty())
        add(is_overlap_below_grid(ring_of(p, c.found, f, whole), facts.grid.step), p.area, out.overlap,
            out.all_overlap);
  if (facts.grid.step == 0) return out;
  out.lost = count_narrow(facts, ComponentPlace::Kind::lost, c.truth);
  out.spurious = count_narrow(facts, ComponentPlace::Kind::spurious, c.found);
  return out;
}

std::vector<Verdict> find_verdicts(const AuditFacts& f) {
  const AreaTotal none;
  const auto at = std::ranges::find(f.causes, Cause::unexplained, &AuditFacts::CauseTotal::cause);
  const AreaTotal& unexplained = at == f.causes.end() ? none : at->area;
  const Figures figures(f);
  std::vector<Verdict> out;
  // What the file cannot hold is no fault of its baker's; cells of a baker are its own choice.
  const bool grid_passes = f.options.below_grid_passes || f.grid.is_of_numbers;
  for (const Threshold& t : f.options.thresholds) {
    Verdict& v = out.emplace_back(Verdict{t, false, ""});
    if (is_area(t.metric)) {
      const auto [part, whole] = area_metric(f, t.metric, unexplained);
      const auto exceeds = [&, &whole = whole](const AreaTotal& area) {
        return (t.percent ? compare_share(area, t.limit / 100, whole) : compare_area(area, t.limit)) > 0;
      };
      v.exceeded = exceeds(part);
      v.value = t.percent ? share_text(part, whole) : figures.area(part);
      const BelowArea below = below_area(f.below_grid, t.metric);
      if (!v.exceeded || !grid_passes || !below.part) continue;
      AreaTotal above = part;
      above.subtract(*below.part);
      v.exceeded = !below.all && exceeds(above);
      if (!v.exceeded) v.value.append(below.all ? ", " : ", but for what is ").append(below_grid_text);
    } else if (t.metric == Metric::height) {
      const mpq_class most = f.heights ? std::max<mpq_class>(abs(f.heights->low), abs(f.heights->high)) : mpq_class(0);
      v.exceeded = most > t.limit;
      v.value = figures.length(most);
    } else {
      const std::size_t below = grid_passes ? count_below(f.below_grid, t.metric) : 0,
                        counted = count(f, t.metric) - below;
      v.exceeded = mpq_class(kernel::to_gmp(counted)) > t.limit;
      v.value = std::to_string(counted);
      if (below > 0) v.value += ", " + std::to_string(below) + " more " + below_grid_text;
    }
  }
  return out;
}

}  // namespace plumb::pipeline
