// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace plumb::pipeline {

/// Members keep their order.
using Json = nlohmann::ordered_json;

/// JSON text; bytes that are no UTF-8 are replaced.
std::string json_text(const Json& json, int indent = -1);

}  // namespace plumb::pipeline
