// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "plumb/pipeline/blame.h"
#include "plumb/pipeline/terms.h"

// Which setting of another baker would mend what an audit has found, and what is left once it is mended
// (docs/reference/audit.md#settings-that-mend).
namespace plumb::pipeline {

/// Whose words settings are told in.
enum class BakerName { recast, godot, unity };
constexpr std::array<Word<BakerName>, 3> words_of(BakerName) {
  return {{{"recast", BakerName::recast}, {"godot", BakerName::godot}, {"unity", BakerName::unity}}};
}

/// What a setting is about, whatever a baker calls it.
enum class BakerSetting {
  cell_size,
  cell_height,
  height,
  radius,
  climb,
  slope,
  min_region,
  detail_error,
  low_obstacles
};

/// A setting by which a cause would not hold.
struct Mend {
  Cause cause;
  BakerSetting setting;
  bool at_most = true;             ///< the value is the greatest that is enough; else the least
  std::optional<mpq_class> value;  ///< lengths in units of the scene, regions in its areas; none: it is to be off
  std::string text;                ///< the setting with its value, in the baker's words: "ch at most 0.05"
};

/// A bake with all of these settings, audited.
struct Proof {
  std::string why_not;  ///< why there is none, in a line; empty: there is one
  struct Left {
    Cause cause;
    AreaTotal before, after;
  };
  std::vector<Left> causes;           ///< those that had, or have, an area
  AreaTotal missing, excess;          ///< after
  std::vector<std::string> settings;  ///< what the baker was told: "cell 0.1"
};

}  // namespace plumb::pipeline
