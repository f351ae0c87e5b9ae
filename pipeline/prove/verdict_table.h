// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <ostream>
#include <string>
#include <vector>

#include "base/numbers.h"

namespace plumb::checker {

/// Prints areas by label (Surface's labels), stances from the highest to the lowest. `heights`: in the level's unit.
/// `with_radius`, `with_solids`: whether there are labels of these.
void print_areas(std::ostream& out, const std::vector<std::string>& stance_names, const std::vector<Fraction>& heights,
                 const std::vector<AreaSum>& areas, bool with_radius, bool with_solids);

}  // namespace plumb::checker
