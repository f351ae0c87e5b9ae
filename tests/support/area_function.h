// SPDX-License-Identifier: GPL-3.0-or-later
// A(h), the area of the points that are not covered and have clearance h or more, from bakes; and what thresholds must
// say of it.
#pragma once
#include <array>
#include <string>

#include "bake_text.h"
#include "options_of.h"
#include "plumb/pipeline/thresholds.h"

namespace plumb::tests {

class AreaFunction {
 public:
  AreaFunction(const kernel::PointTable& points, const pipeline::SurfaceSet& set)
      : points_(points), set_(set), index_(points, set) {}

  const pipeline::SurfaceIndex& index() const { return index_; }

  mpq_class operator()(const mpq_class& h) const {
    kernel::LadderCounts counts;
    pipeline::DecomposeOptions cutting;
    cutting.stances = {{"stand", h}};
    const pipeline::StanceMap map = pipeline::decompose(points_, set_, index_, cutting, counts);
    return *pipeline::measure(points_, set_, map, 0, 1).stances[0].exact;
  }

  /// The parabola through A at three of four equally spaced heights strictly within (low, high); none if the fourth is
  /// not on it.
  struct Parabola {
    std::array<mpq_class, 3> h, a;
    mpq_class operator()(const mpq_class& x) const {
      mpq_class sum = 0;
      for (int i = 0; i < 3; ++i) {
        mpq_class term = a[i];
        for (int j = 0; j < 3; ++j)
          if (j != i) term *= (x - h[j]) / (h[i] - h[j]);
        sum += term;
      }
      return sum;
    }
  };
  std::optional<Parabola> parabola(const mpq_class& low, const mpq_class& high) const {
    std::array<mpq_class, 4> h, a;
    for (int i = 0; i < 4; ++i) {
      h[i] = low + (high - low) * (i + 1) / 5;
      a[i] = (*this)(h[i]);
    }
    if (a[0] - 3 * a[1] + 3 * a[2] - a[3] != 0) return std::nullopt;
    return Parabola{{h[0], h[1], h[2]}, {a[0], a[1], a[2]}};
  }

 private:
  const kernel::PointTable& points_;
  const pipeline::SurfaceSet& set_;
  pipeline::SurfaceIndex index_;
};

/// Checks the list against bakes, one gap between neighbours in `stride`: empty, or what is wrong. `compared` counts
/// the gaps.
inline std::string fault_of(const pipeline::HeightThresholds& t, const AreaFunction& area, std::size_t stride,
                            std::size_t& compared) {
  std::vector<mpq_class> ends = {t.query.low};
  for (const auto& v : t.values)
    if (v.height != ends.back()) ends.push_back(v.height);
  if (ends.back() != t.query.high) ends.push_back(t.query.high);
  for (std::size_t i = 0; i + 1 < ends.size(); i += stride) {
    const auto gap = area.parabola(ends[i], ends[i + 1]);
    const std::string where = " between " + ends[i].get_str() + " and " + ends[i + 1].get_str();
    if (!gap) return "A is no polynomial of degree 2" + where;
    ++compared;
    const auto at = std::ranges::find(t.values, ends[i + 1], &pipeline::HeightThreshold::height);
    if (at != t.values.end() && at->left.exact != area(at->height)) return "another area is left at the end" + where;
    if ((*gap)(ends[i + 1]) != area(ends[i + 1])) return "A is not continuous from the left at the end" + where;
    if (i + 2 >= ends.size() || at == t.values.end()) continue;
    const auto after = area.parabola(ends[i + 1], ends[i + 2]);
    if (!after) return "A is no polynomial of degree 2 behind the gap" + where;
    if (area(ends[i + 1]) - (*after)(ends[i + 1]) != at->lost) return "another area is lost at the end" + where;
    // One piece alone cannot cancel: then A really changes its form.
    const auto equal_at = [&](const mpq_class& h) { return (*gap)(h) == (*after)(h); };
    if (at->pieces.size() == 1 && at->lost == 0 && equal_at(0) && equal_at(1) && equal_at(2))
      return "A does not change its form at the end" + where;
  }
  return "";
}

}  // namespace plumb::tests
