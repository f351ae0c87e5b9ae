// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/report.h"

// What rounding has done to a navmesh, for report.json and for people.
namespace plumb::pipeline {

Json conforming_json(const BakeReport& report);
Json godot_json(const GodotFacts& facts);
Json detour_json(const BakeReport& report);
/// Lines with their ends; empty where nothing is lost.
std::string conforming_lines(const BakeReport& report);
std::string detour_lines(const BakeReport& report);
std::string godot_line(const GodotFacts& facts);

}  // namespace plumb::pipeline
