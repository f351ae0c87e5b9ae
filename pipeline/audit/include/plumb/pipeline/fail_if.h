// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/pipeline/result.h"
#include "plumb/pipeline/terms.h"

// When an audit fails: metrics that must not be above a number.
namespace plumb::pipeline {

enum class Metric {
  missing,      ///< area, or share of the true floor
  excess,       ///< area, or share of the found one
  overlap,      ///< area that the found floor has more than once, or share of it
  unexplained,  ///< missing floor without a cause: area, or share of the true floor
  lost,         ///< components: counts
  spurious,
  split,
  merged,
  degenerate,  ///< polygons: counts
  nonconvex,
  folded,
  edges3,  ///< edges of three polygons or more
  height,  ///< of the found floor over or under the true one, at most
};
constexpr std::array<Word<Metric>, 13> words_of(Metric) {
  return {{{"missing", Metric::missing},
           {"excess", Metric::excess},
           {"overlap", Metric::overlap},
           {"unexplained", Metric::unexplained},
           {"lost", Metric::lost},
           {"spurious", Metric::spurious},
           {"split", Metric::split},
           {"merged", Metric::merged},
           {"degenerate", Metric::degenerate},
           {"nonconvex", Metric::nonconvex},
           {"folded", Metric::folded},
           {"edges3", Metric::edges3},
           {"height", Metric::height}}};
}
/// It is an area, and may be told as a share.
constexpr bool is_area(Metric m) { return m <= Metric::unexplained; }

struct Threshold {
  Metric metric;
  mpq_class limit;
  bool percent = false;
  std::string text;  ///< as it was given: "missing>1%"
};

/// "METRIC>NUMBER[%],..."; ErrorCode::bad_option.
Result<std::vector<Threshold>> read_thresholds(std::string_view list);
/// What stands for it: any difference at all.
std::vector<Threshold> any_difference();

struct Verdict {
  Threshold threshold;
  bool exceeded = false;
  std::string value;  ///< of the metric, for people
};

}  // namespace plumb::pipeline
