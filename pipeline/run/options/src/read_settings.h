// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/setting_table.h"

namespace plumb::pipeline {

/// The text of a setting that is given once, if it is given; else null.
const std::string* given_text(const Setting& setting, const BakeArguments& arguments);

/// Reads the unit, the stances, the limit of slope, the seed points and the rows of the table into `out`, those of
/// Method::wedge only for that method. What is wrong, all of it, each in one line; what that is about has its default
/// then, and where it is about a stance, there is none.
std::vector<Error> read_settings(const BakeArguments& arguments, BakeOptions& out);

/// Brings numbers into lowest terms. All that checked() refuses then.
std::vector<Error> faults_of(BakeSettings& settings);

}  // namespace plumb::pipeline
