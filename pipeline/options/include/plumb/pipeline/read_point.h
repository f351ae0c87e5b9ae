// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "plumb/pipeline/axes.h"
#include "plumb/pipeline/result.h"

namespace plumb::pipeline {

/// "x,y,z", each a decimal or a fraction, as an option was given it. ErrorCode::bad_option, in one line.
Result<ExactPoint> read_point(const std::string& option, const std::string& text);

}  // namespace plumb::pipeline
