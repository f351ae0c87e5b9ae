// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace plumb::app {

/// Of names, the one that was probably meant: that takes fewest letters changed, left out, put in or swapped with the
/// next, and at most one in three. The first of several; none if none is that near.
std::optional<std::string> nearest_name(const std::string& word, const std::vector<std::string>& names);

}  // namespace plumb::app
