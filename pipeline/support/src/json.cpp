// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/json.h"

namespace plumb::pipeline {

std::string json_text(const Json& json, int indent) { return json.dump(indent, ' ', false, Json::error_handler_t::replace); }

}  // namespace plumb::pipeline
