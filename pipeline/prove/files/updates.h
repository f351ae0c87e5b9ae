// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/geometry.h"
#include "files/json.h"

namespace plumb::checker {

/// An update of a list (docs/guide/updates.md): a change to the floor over an area.
struct Update {
  enum class Change { block, unblock, set_cost, add_cost, tag, untag };
  Index number;
  std::vector<Place> area;                         ///< z up, in the level's unit
  std::optional<std::array<Fraction, 2>> heights;  ///< only between these, both included
  Change change;
  Fraction cost;
  std::string tag;
};

/// Reads a list of updates. Returns those that are live after its last entry, in the order of their numbers. Throws
/// Refused for what is no such list, and for obstacles, which are not judged.
std::vector<Update> read_updates(Json& json, bool y_up);

}  // namespace plumb::checker
