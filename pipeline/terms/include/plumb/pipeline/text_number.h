// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <optional>
#include <string_view>

#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

/// A numeral of a text format, taken by --numbers; none if it is none, or out of range.
std::optional<mpq_class> text_number(std::string_view numeral, Numbers numbers);

/// The size of cells that Detour keeps the inverse of, in binary32: the shortest decimal that makes it, if one does.
/// None where that is no number above 0.
std::optional<mpq_class> cell_size_of_inverse(float inverse);

}  // namespace plumb::pipeline
