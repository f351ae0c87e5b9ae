// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/kernel/exact_point.h"
#include "plumb/pipeline/terms.h"

namespace plumb::pipeline {

using kernel::ExactPoint;

/// Takes a point back to the axes of the input: the inverse of --up.
ExactPoint to_input_frame(ExactPoint point, UpAxis up);
/// And the other way: z up.
ExactPoint from_input_frame(ExactPoint point, UpAxis up);

}  // namespace plumb::pipeline
