// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/passability.h"
#include "plumb/pipeline/route_settings_text.h"

namespace plumb::pipeline {

/// Why there is no route on a map, for people: an end does not fit, the widest way is too narrow, there is none, or the
/// planner found none.
std::string why_no_route(const PlanMap& map, const RouteSettings& settings, const kernel::PlanPoint& from,
                         const kernel::PlanPoint& to, const Passability& passability);

}  // namespace plumb::pipeline
