// SPDX-License-Identifier: GPL-3.0-or-later
// `plumb generate`: a scenario as files (docs/reference/adversary.md).
#pragma once
#include <optional>
#include <string>

#include "plumb/pipeline/result.h"
#include "plumb/pipeline/scenario.h"

namespace plumb::pipeline {

/// The arguments of `plumb generate` as text.
struct GenerateArguments {
  std::string family, seed = "0", output, expect;  ///< empty: none
  std::optional<std::string> cell;                 ///< CS,CH
};
/// The checked ones.
struct GenerateOptions {
  std::string family;
  std::uint64_t seed = 0;
  std::optional<CellSize> cell;
  std::string output, expect;
};

/// Errors: bad_option, in one line.
Result<GenerateOptions> make_generate_options(const GenerateArguments& arguments);
/// Makes the scene and writes its files; all appear, or none. Errors: bad_option, cannot_write.
std::optional<Error> generate(const GenerateOptions& options);

/// Each family with its summary, a line each.
std::string scenario_list();
/// The scene as OBJ, in the frame of its options. Coordinates are decimals, and exact.
std::string scenario_obj(const Scenario& scenario);
/// What is expected, as JSON (docs/reference/schema/expectation.json), with points in the frame of the OBJ.
std::string expectation_json(const Scenario& scenario);

}  // namespace plumb::pipeline
