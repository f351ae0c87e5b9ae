// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/bake_options.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/measure.h"
#include "plumb/pipeline/solids.h"

namespace plumb::pipeline {

/// What a bake has found, as the report looks at it. Everything referred to outlives it.
struct MeasuredLevel : LinkedLevel {
  const BakeOptions& options;
  const Measures& areas;
  const SolidSet* solids = nullptr;  ///< none without --solids closed
};

}  // namespace plumb::pipeline
