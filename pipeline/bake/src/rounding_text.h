// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/report.h"

// What rounding has done to a navmesh, for report.json and for people.
namespace plumb::pipeline {

Json rounding_json(const BakeReport& report);
Json detour_json(const DetourFacts& facts);
/// Lines with their ends; empty where nothing is lost.
std::string rounding_lines(const BakeReport& report);
std::string detour_line(const DetourFacts& facts);

}  // namespace plumb::pipeline
