// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/kernel/provenance.h"
#include "plumb/pipeline/result.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// The codes of the warnings about a bake (docs/reference/bake.md, "Warnings").
inline constexpr std::array<std::string_view, 28> warning_codes{
    "unread_scenes", "left_out_nothing", "other_slope",   "turned_away",  "other_axis",       "no_floor",
    "gltf_axis",     "inside_out",       "undersides",    "nothing_fits", "low_stance",       "high_stance",
    "large_radius",  "small_radius",     "large_weld",    "small_step",   "little_floor",     "parted",
    "fanned_faces",  "near_slope",       "near_headroom", "near_step",    "long_coordinates", "coarse_numbers",
    "nothing_left",  "area_left_out",    "lost_ways",     "islands"};

/// What a threshold of a bake limits.
enum class OutcomeMetric {
  blocked,      ///< the area with this verdict, or its share of the traversable area
  covered,      ///< the same
  inside,       ///< the same
  too_close,    ///< the same
  traversable,  ///< the area
  stance,       ///< the area where a stance fits and no higher one, or its share of the traversable area
  components,   ///< the number of components of the lowest stance's graph
  warnings,     ///< the number of warnings
  code,         ///< the number of warnings with a code
};
constexpr std::array<Word<OutcomeMetric>, 7> words_of(OutcomeMetric) {
  return {{{"blocked", OutcomeMetric::blocked},
           {"covered", OutcomeMetric::covered},
           {"inside", OutcomeMetric::inside},
           {"too_close", OutcomeMetric::too_close},
           {"traversable", OutcomeMetric::traversable},
           {"components", OutcomeMetric::components},
           {"warnings", OutcomeMetric::warnings}}};
}
/// Whether a metric is an area, whose limit may be a share.
constexpr bool is_area(OutcomeMetric m) { return m <= OutcomeMetric::stance; }

/// A limit of what a bake may find.
struct OutcomeThreshold {
  OutcomeMetric metric = OutcomeMetric::stance;
  kernel::Label stance = 0;  ///< of OutcomeMetric::stance, from 1 for the lowest
  std::string code;          ///< of OutcomeMetric::code
  bool above = true;         ///< more than the limit fails; else less does
  mpq_class limit = 0;
  bool percent = false;  ///< the limit is a share of the traversable area
  std::string text;      ///< as it was given: "stand<90%"
};

/// The thresholds of a list "METRIC>NUMBER[%],METRIC<NUMBER[%],...". A word that is a stance's name means that stance.
/// Error: bad_option.
Result<std::vector<OutcomeThreshold>> read_outcome_thresholds(std::string_view list,
                                                              const std::vector<Stance>& stances);

}  // namespace plumb::pipeline
