// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <nlohmann/json.hpp>

#include "plumb/pipeline/bake_options.h"

namespace plumb::pipeline {

/// Every option that decides the result, with its effective value. How the work is done and where it goes (threads,
/// files) is left out: equal results carry equal options.
nlohmann::ordered_json options_json(const BakeOptions& options);

/// The other way; members that options_json leaves out get their defaults. Scene as named by the caller.
Result<BakeOptions> read_options_json(const nlohmann::ordered_json& json, const std::string& scene_file);

/// JSON text; bytes that are no UTF-8 are replaced.
std::string json_text(const nlohmann::ordered_json& json, int indent = -1);

}  // namespace plumb::pipeline
