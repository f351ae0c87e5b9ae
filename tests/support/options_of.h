// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <stdexcept>

#include "plumb/pipeline/bake_options.h"

namespace plumb::tests {

/// The options of `plumb` with the words that a test cares for.
inline pipeline::BakeOptions options_of(const pipeline::BakeArguments& arguments) {
  const auto options = pipeline::make_bake_options(arguments);
  if (!options) throw std::runtime_error(options.error().text());
  return *options;
}

}  // namespace plumb::tests
