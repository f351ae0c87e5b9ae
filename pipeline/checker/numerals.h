// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
#include <string>

#include "geometry.h"

namespace checker {

enum class Numbers { binary64, binary32, decimal };

/// The number that a coordinate's text stands for (definitions, "Numbers"). Throws Refused for what is no finite
/// number.
Fraction coordinate(const std::string& token, Numbers numbers);

/// Throws Refused unless the text is a number, however large.
void require_numeral(const std::string& token);

}  // namespace checker
